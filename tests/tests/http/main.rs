//! The HTTP transport, as raw bytes over a loopback socket.

mod checks;
mod client;
mod limits;
mod listen;
mod names;
#[path = "../protocol/mod.rs"]
mod protocol;
mod streams;
