//! The server as rmcp's documentation writes it: one `impl` block, whose router is made for each request.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

use crate::arguments::{Add, CreateIssue, Echo, Fail};
use crate::work;

#[derive(Clone)]
pub struct Documented;

#[tool_router(server_handler)]
impl Documented {
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
