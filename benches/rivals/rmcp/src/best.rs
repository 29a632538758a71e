//! The server with a router that is made once, and the further tools that `RIG_TOOLS` asks for.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

use crate::arguments::{Add, CreateIssue, Echo, Fail};
use crate::work;

#[derive(Clone)]
pub struct Best {
    router: ToolRouter<Self>,
}

#[tool_router]
impl Best {
    /// Add two integers.
    #[tool]
    async fn add(&self, Parameters(Add { a, b }): Parameters<Add>) -> String {
        work::add(a, b).to_string()
    }

    /// Repeat a text.
    #[tool]
    async fn echo(&self, Parameters(Echo { text }): Parameters<Echo>) -> String {
        text
    }

    /// Open an issue in the tracker.
    #[tool]
    async fn create_issue(&self, Parameters(issue): Parameters<CreateIssue>) -> String {
        issue.open()
    }

    /// Fail for a reason.
    #[tool]
    async fn fail(&self, Parameters(Fail { reason }): Parameters<Fail>) -> Result<String, String> {
        Err(work::failure(&reason))
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Best {}

impl Best {
    pub fn from_env() -> Self {
        let whole = Self::tool_router();
        let further = std::env::var("RIG_TOOLS")
            .ok()
            .and_then(|count| count.parse().ok())
            .unwrap_or(0);
        let mut router = if std::env::var("RIG_SET").is_ok_and(|set| set == "none") {
            ToolRouter::new()
        } else {
            whole.clone()
        };
        if let Some(add) = whole.map.get("add") {
            for index in 0..further {
                let mut route = add.clone();
                route.attr.name = format!("add_{index:04}").into();
                router.add_route(route);
            }
        }
        Self { router }
    }
}
