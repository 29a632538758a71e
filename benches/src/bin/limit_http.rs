//! The hand-written server behind an axum handler: `limit-http ADDR`.

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::serve::ListenerExt;
use haft_benches::limit::{List, plain};

fn main() -> io::Result<()> {
    let address = std::env::args()
        .nth(1)
        .ok_or_else(|| io::Error::other("usage: limit-http ADDR"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await?;
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let router = Router::new()
            .route("/mcp", post(answer))
            .with_state(Arc::new(List::from_env()));
        axum::serve(listener, router).await
    })
}

async fn answer(State(list): State<Arc<List>>, body: Bytes) -> Response {
    let mut out = Vec::with_capacity(256);
    plain::answer(&list, &body, &mut out);
    if out.pop().is_none() {
        return StatusCode::ACCEPTED.into_response();
    }
    ([(header::CONTENT_TYPE, "application/json")], out).into_response()
}
