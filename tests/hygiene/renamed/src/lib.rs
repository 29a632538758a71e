//! A crate that renames `haft` and shadows what generated code could lean on, under every lint that it could trip.

#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    rust_2018_idioms
)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]
#![allow(
    dead_code,
    clippy::needless_pass_by_value,
    clippy::missing_const_for_fn
)]
#![allow(
    clippy::unused_async,
    clippy::too_many_arguments,
    clippy::redundant_pub_crate
)]

extern crate handle as haft;

mod by_key;
mod shadowed;

pub use shadowed::server;
