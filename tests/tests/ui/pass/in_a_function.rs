//! Tools that are declared in the body of a function.

use haft::{Server, tool, tools};
use haft_tests::{call, text};

fn main() {
    #[derive(haft::serde::Deserialize, haft::schemars::JsonSchema)]
    #[serde(crate = "haft::serde")]
    #[schemars(crate = "haft::schemars")]
    struct Local {
        a: u8,
    }

    /// Add.
    #[tool]
    fn add(local: &Local) -> u8 {
        local.a + 1
    }

    struct State(u8);

    #[tools]
    impl State {
        /// Add.
        #[tool]
        async fn add_later(&self, local: Local) -> u8 {
            /// Inside another tool.
            #[tool]
            #[allow(dead_code)]
            fn inner() {}

            self.0 + local.a
        }
    }

    let server = Server::builder("local", "1.0.0")
        .tool::<add>()
        .tools(State(2))
        .build()
        .unwrap();
    assert_eq!(text(&call(&server, "add", r#"{"local":{"a":1}}"#)), "2");
    assert_eq!(
        text(&call(&server, "add_later", r#"{"local":{"a":1}}"#)),
        "3"
    );
}
