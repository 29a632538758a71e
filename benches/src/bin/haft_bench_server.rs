//! haft's server of the comparison: standard streams, or HTTP with `--http ADDR`; `RIG_TOOLS=N` registers N further tools.

use haft::Server;

fn main() -> haft::Result {
    let mut words = std::env::args().skip(1);
    match (words.next().as_deref(), words.next()) {
        (None, _) => server()?.serve_stdio(),
        (Some("--http"), Some(address)) => serve_http(&address),
        _ => Err(invalid("usage: haft-bench-server [--http ADDR]")),
    }
}

fn server() -> Result<Server, haft::BuildError> {
    haft_benches::tools::builder_from_env().build()
}

#[cfg(feature = "http")]
fn serve_http(address: &str) -> haft::Result {
    let address: std::net::SocketAddr = address
        .parse()
        .map_err(|_| invalid("ADDR is an address such as 127.0.0.1:8080"))?;
    server()?.serve_http(address)
}

#[cfg(not(feature = "http"))]
fn serve_http(_: &str) -> haft::Result {
    Err(invalid(
        "HTTP is not built in: build with `--features http`",
    ))
}

fn invalid(why: &str) -> haft::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidInput, why).into()
}
