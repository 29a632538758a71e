//! rmcp's server on the standard streams: `rival-rmcp best` as fast as it gets, `rival-rmcp documented` as it is documented.

mod arguments;
mod best;
mod documented;
#[path = "../../../src/work.rs"]
mod work;

use std::error::Error;

use rmcp::ServiceExt;
use rmcp::transport::{stdio, stdio_pipes};

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("best") => best(),
        Some("documented") => documented(),
        _ => Err("usage: rival-rmcp best|documented".into()),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn best() -> Result<(), Box<dyn Error>> {
    best::Best::from_env()
        .serve(stdio_pipes())
        .await?
        .waiting()
        .await?;
    Ok(())
}

#[tokio::main]
async fn documented() -> Result<(), Box<dyn Error>> {
    documented::Documented
        .serve(stdio())
        .await?
        .waiting()
        .await?;
    Ok(())
}
