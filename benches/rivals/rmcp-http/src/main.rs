//! rmcp's service in axum, without sessions: `rival-rmcp-http best ADDR` answers by JSON, `… documented ADDR` by events.

#[path = "../../rmcp/src/arguments.rs"]
mod arguments;
#[path = "../../rmcp/src/best.rs"]
mod best;
#[path = "../../rmcp/src/documented.rs"]
mod documented;
#[path = "../../../src/work.rs"]
mod work;

use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::serve::ListenerExt;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(mode), Some(address)) = (words.next(), words.next()) else {
        return Err("usage: rival-rmcp-http best|documented ADDR".into());
    };
    let listener = TcpListener::bind(address).await?;
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false);
    let sessions = Arc::new(LocalSessionManager::default());
    if mode == "best" {
        let server = best::Best::from_env();
        let service = StreamableHttpService::new(
            move || Ok(server.clone()),
            sessions,
            config.with_json_response(true),
        );
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        axum::serve(listener, Router::new().nest_service("/mcp", service)).await?;
    } else {
        let service = StreamableHttpService::new(|| Ok(documented::Documented), sessions, config);
        axum::serve(listener, Router::new().nest_service("/mcp", service)).await?;
    }
    Ok(())
}
