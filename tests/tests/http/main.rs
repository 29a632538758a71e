//! The HTTP transport, as raw bytes over a loopback socket.

mod checks;
mod client;
mod limits;
mod names;
mod streams;
