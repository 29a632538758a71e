//! Clients that stop in the middle of a message, and clients that never read.

use std::fmt::Write as _;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use haft_tests::{MODERN, subscription};
use tokio::time::sleep;

use crate::client::Connection;
use crate::questions::request;
use crate::server::Server;

const CLIENTS: u64 = 20;
/// How long they are watched.
const WHILE: Duration = Duration::from_secs(3);
/// A message may have so many bytes.
const LONGEST: usize = 4 << 20;

/// Tries each kind and looks at what one of them costs the server, in KiB.
pub(crate) async fn try_all(server: &Server, report: &mut String, faults: &mut Vec<String>) {
    // The whole of a message that is not there yet, twice while its buffer grows; a client that does not read is owed
    // 64 KiB of events and the one of 60 KiB that passed them, and hyper buffers 64 KiB more and has its own.
    let kinds = [
        // In this order, so that none has free memory of the one before to take.
        ("that never reads its subscription", Rude::Listens, 128),
        ("that never reads its reports", Rude::Hears, 512),
        ("that stops in its message", Rude::Stops, 2 * 4 * 1024),
    ];
    for (what, kind, most) in kinds {
        let Some(before) = server.memory() else {
            return;
        };
        let mut clients = Vec::new();
        for _ in 0..CLIENTS {
            match kind.connect(server.address).await {
                Ok(client) => clients.push(client),
                Err(error) => faults.push(format!("a client {what} cannot connect: {error}")),
            }
        }
        sleep(WHILE).await;
        let Some(during) = server.memory() else {
            return;
        };
        let cost = during.saturating_sub(before) / CLIENTS;
        let _ = write!(
            report,
            "; a client {what} costs {cost} KiB, {most} KiB allowed"
        );
        if cost > most {
            faults.push(format!("a client {what} costs {cost} KiB"));
        }
        drop(clients);
        sleep(Duration::from_secs(1)).await;
    }
}

#[derive(Clone, Copy)]
enum Rude {
    Stops,
    Hears,
    Listens,
}

impl Rude {
    async fn connect(self, address: SocketAddr) -> io::Result<Connection> {
        let mut connection = Connection::to(address).await?;
        match self {
            Self::Stops => {
                let text = "x".repeat(LONGEST - 1_000);
                let body = format!(
                    r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"{text}"}}}}}}"#
                );
                let whole = request("tools/call", "echo", false, &body);
                let most = whole.len() - 100;
                connection
                    .send(whole.get(..most).unwrap_or_default())
                    .await?;
            }
            Self::Hears => {
                let body = format!(
                    r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"chatter","_meta":{}}}}}"#,
                    MODERN.replacen('{', r#"{"progressToken":1,"#, 1)
                );
                connection
                    .send(&request("tools/call", "chatter", true, &body))
                    .await?;
            }
            Self::Listens => {
                let body = subscription::listen("1", subscription::TOOLS);
                connection
                    .send(&request("subscriptions/listen", "", true, &body))
                    .await?;
            }
        }
        Ok(connection)
    }
}
