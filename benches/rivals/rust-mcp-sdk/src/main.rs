//! rust-mcp-sdk's server on the standard streams, as its documentation writes one.

#[path = "../../../src/work.rs"]
mod work;

use std::sync::Arc;

use async_trait::async_trait;
use rust_mcp_sdk::error::SdkResult;
use rust_mcp_sdk::macros::{JsonSchema, mcp_tool};
use rust_mcp_sdk::mcp_server::{McpServerOptions, ServerHandler, server_runtime};
use rust_mcp_sdk::schema::schema_utils::CallToolError;
use rust_mcp_sdk::schema::{
    CallToolRequestParams, CallToolResult, Implementation, ListToolsResult,
    ListToolsResultCacheScope, PaginatedRequestParams, RpcError, ServerCapabilities,
    ServerCapabilitiesTools, ServerResult,
};
use rust_mcp_sdk::{
    McpServer, RequestContext, ServerDetails, StdioTransport, ToMcpServerHandler, TransportOptions,
    tool_box,
};
use serde::{Deserialize, Serialize};

#[mcp_tool(name = "add", description = "Add two integers.")]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Add {
    /// The first addend.
    a: i64,
    /// The second addend.
    b: i64,
}

#[mcp_tool(name = "echo", description = "Repeat a text.")]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Echo {
    /// The text to repeat.
    text: String,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
pub enum Priority {
    #[serde(rename = "low")]
    Low,
    #[serde(rename = "medium")]
    Medium,
    #[serde(rename = "high")]
    High,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Assignee {
    /// The login name.
    name: String,
    /// The number of the account.
    id: u64,
}

#[mcp_tool(name = "create_issue", description = "Open an issue in the tracker.")]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct CreateIssue {
    /// What it is about, in one line.
    title: String,
    /// The whole story, in Markdown.
    body: String,
    /// Labels to put on it.
    labels: Vec<String>,
    /// How urgent it is.
    priority: Priority,
    /// Who shall work on it.
    assignees: Vec<Assignee>,
    /// The day by which it shall be done, as 2026-12-31.
    due: Option<String>,
}

#[mcp_tool(name = "fail", description = "Fail for a reason.")]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Fail {
    /// Why.
    reason: String,
}

tool_box!(Tools, [Add, Echo, CreateIssue, Fail]);

struct Rig;

#[async_trait]
impl ServerHandler for Rig {
    async fn handle_list_tools_request(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: &RequestContext,
        _runtime: Arc<dyn McpServer>,
    ) -> Result<ListToolsResult, RpcError> {
        Ok(ListToolsResult {
            tools: Tools::tools(),
            cache_scope: ListToolsResultCacheScope::Private,
            result_type: "complete".to_string(),
            ttl_ms: 0,
            meta: None,
            next_cursor: None,
        })
    }

    async fn handle_call_tool_request(
        &self,
        params: CallToolRequestParams,
        _context: &RequestContext,
        _runtime: Arc<dyn McpServer>,
    ) -> Result<ServerResult, CallToolError> {
        let text = match Tools::try_from(params).map_err(CallToolError::new)? {
            Tools::Add(Add { a, b }) => work::add(a, b).to_string(),
            Tools::Echo(echo) => echo.text,
            Tools::CreateIssue(issue) => work::issue(
                &issue.title,
                &issue.body,
                issue.labels.iter().map(String::as_str),
                match issue.priority {
                    Priority::Low => "low",
                    Priority::Medium => "medium",
                    Priority::High => "high",
                },
                issue
                    .assignees
                    .iter()
                    .map(|one| (one.name.as_str(), one.id)),
                issue.due.as_deref(),
            ),
            Tools::Fail(fail) => {
                return Err(CallToolError::from_message(work::failure(&fail.reason)));
            }
        };
        Ok(CallToolResult::text_content(vec![text.into()]).into())
    }
}

#[tokio::main]
async fn main() -> SdkResult<()> {
    let server_details = ServerDetails {
        server_info: Implementation {
            name: "rig".into(),
            version: "1.0.0".into(),
            title: None,
            description: None,
            icons: vec![],
            website_url: None,
        },
        capabilities: ServerCapabilities {
            tools: Some(ServerCapabilitiesTools { list_changed: None }),
            ..Default::default()
        },
        instructions: None,
        meta: None,
    };
    let transport = StdioTransport::new(TransportOptions::default())?;
    let handler = Rig.to_mcp_server_handler();
    let server = server_runtime::create_server(McpServerOptions {
        transport,
        handler,
        server_details,
        message_observer: None,
    });
    server.start().await
}
