//! The server driven in one process, over pipes.

mod cancelling;
mod client;
mod ending;
mod framing;
mod limits;
mod listeners;
mod runtimes;
mod timeouts;
mod tools;
mod turns;
