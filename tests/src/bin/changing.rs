//! A server whose tools change when it is told to, on its standard streams; its arguments are settings.

use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{env, thread};

use haft::{Map, Server, Tool, json, tools};

/// Changes the server that it is a part of.
#[derive(Default)]
struct Changer(OnceLock<Server>);

/// A tool that answers with its name.
fn named(name: String) -> Tool {
    let answer = name.clone();
    let schema = json!({"type": "object"});
    Tool::new(name, "Say your name.", schema, move |_: Map, _| {
        answer.clone()
    })
}

#[tools]
impl Changer {
    /// Change the tools of this server, all at once.
    #[tool]
    fn change(
        &self,
        #[arg(default)] remove: Vec<String>,
        #[arg(default)] add: Vec<String>,
    ) -> Result<(), String> {
        let server = self.0.get().ok_or("there is no server yet")?;
        let change = remove
            .into_iter()
            .fold(server.change(), haft::Change::remove);
        let change = add.into_iter().map(named).fold(change, haft::Change::row);
        change.apply().map_err(|error| error.to_string())
    }

    /// Sleep for some milliseconds.
    #[tool]
    fn nap(&self, milliseconds: u64) {
        thread::sleep(Duration::from_millis(milliseconds));
    }

    /// Never be done.
    #[tool]
    async fn pend(&self) {
        std::future::pending::<()>().await;
    }
}

fn main() -> haft::Result {
    let changer = Arc::new(Changer::default());
    let mut builder = Server::builder("changing", "1.0.0").tools(Arc::clone(&changer));
    for argument in env::args().skip(1) {
        builder = match argument.split_once('=') {
            None if argument == "may-change" => builder.tools_may_change(),
            Some(("subscriptions", most)) => {
                builder.max_subscriptions(most.parse().map_err(std::io::Error::other)?)
            }
            _ => return Err(std::io::Error::other(format!("what is {argument}?")).into()),
        };
    }
    let server = builder.build()?;
    // Nobody has set it before.
    let _ = changer.0.set(server.clone());
    server.serve_stdio()
}
