//! Tools behind CORS, bearer tokens and a rate limit, each of them a tower layer: `gateway ADDRESS TOKEN=NAME…`.
//!
//! ```text
//! gateway 127.0.0.1:3000 s3cret=ada
//! curl http://127.0.0.1:3000/mcp -H 'Authorization: Bearer s3cret' -H 'Content-Type: application/json' \
//!     -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"who_am_i"}}'
//! ```
//!
//! A caller without a token gets 401, one that calls too often 429 with `Retry-After`, and in neither case has a tool
//! run. What a caller may do with which arguments is for the tool to say, by an error of its own.

use std::collections::HashMap;
use std::sync::Arc;
use std::{env, io};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use haft::{Call, Server, tool};
use tower_governor::governor::GovernorConfigBuilder;
use tower_governor::key_extractor::KeyExtractor;
use tower_governor::{GovernorError, GovernorLayer};
use tower_http::cors::CorsLayer;

/// The page that may call from a browser.
const PAGE: &str = "https://app.example.com";
/// Calls that a caller may make at once; then one every two seconds.
const BURST: u32 = 20;

/// Who calls.
#[derive(Clone)]
struct Principal {
    name: String,
}

/// Say who is calling.
#[tool(read_only)]
fn who_am_i(call: &Call) -> Result<String, &'static str> {
    call.extension::<Principal>()
        .map(|principal| principal.name.clone())
        .ok_or("nobody is calling")
}

/// Read a note of the caller's own.
#[tool(read_only)]
fn read_note(
    call: &Call,
    /// Whose note, by name.
    owner: &str,
) -> Result<String, String> {
    match call.extension::<Principal>() {
        Some(principal) if principal.name == owner => Ok(format!("{owner} has no notes yet")),
        _ => Err(format!("the notes of {owner} are not yours")),
    }
}

type Tokens = Arc<HashMap<String, Principal>>;

/// Lets callers through that have a token, and says who they are.
async fn authenticate(State(tokens): State<Tokens>, mut request: Request, next: Next) -> Response {
    let header = request
        .headers()
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let principal = header
        .and_then(|value| value.strip_prefix("Bearer "))
        .and_then(|token| tokens.get(token.trim()));
    let Some(principal) = principal.cloned() else {
        return (
            StatusCode::UNAUTHORIZED,
            [(WWW_AUTHENTICATE, "Bearer")],
            "send a bearer token",
        )
            .into_response();
    };
    request.extensions_mut().insert(principal);
    next.run(request).await
}

/// Counts by caller.
#[derive(Clone)]
struct ByPrincipal;

impl KeyExtractor for ByPrincipal {
    type Key = String;

    fn extract<T>(&self, request: &axum::http::Request<T>) -> Result<String, GovernorError> {
        let principal = request.extensions().get::<Principal>();
        principal
            .map(|principal| principal.name.clone())
            .ok_or(GovernorError::UnableToExtractKey)
    }
}

fn server() -> haft::Result<Server> {
    let server = Server::builder("gateway", env!("CARGO_PKG_VERSION"));
    Ok(server.tool::<who_am_i>().tool::<read_note>().build()?)
}

/// The router; a request passes its layers from the last to the first.
fn router(tokens: HashMap<String, String>) -> haft::Result<Router> {
    let server = server()?;
    let mut limit = GovernorConfigBuilder::default().key_extractor(ByPrincipal);
    let limit = limit.per_second(2).burst_size(BURST).finish();
    let limit = limit.ok_or_else(|| io::Error::other("the rate limit is zero"))?;
    let cors = CorsLayer::new()
        .allow_origin(HeaderValue::from_static(PAGE))
        .allow_methods([Method::POST])
        .allow_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            HeaderName::from_static("mcp-protocol-version"),
            HeaderName::from_static("mcp-method"),
            HeaderName::from_static("mcp-name"),
        ])
        .expose_headers([RETRY_AFTER, WWW_AUTHENTICATE]);
    let tokens: HashMap<_, _> = tokens
        .into_iter()
        .map(|(token, name)| (token, Principal { name }))
        .collect();
    Ok(Router::new()
        .route_service("/mcp", server.http_service().allow_origin(PAGE))
        .layer(GovernorLayer::new(limit))
        .layer(middleware::from_fn_with_state(
            Arc::new(tokens),
            authenticate,
        ))
        .layer(cors))
}

#[tokio::main]
async fn main() -> haft::Result {
    let mut arguments = env::args().skip(1);
    let address = arguments
        .next()
        .ok_or_else(|| io::Error::other("usage: gateway ADDRESS TOKEN=NAME…"))?;
    let tokens = arguments.filter_map(|pair| {
        let (token, name) = pair.split_once('=')?;
        Some((token.to_owned(), name.to_owned()))
    });
    let router = router(tokens.collect())?;
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    Ok(axum::serve(listener, router).await?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn schemas_keep_their_promise() -> haft::Result {
        haft::testing::assert_contract(&super::server()?);
        Ok(())
    }
}
