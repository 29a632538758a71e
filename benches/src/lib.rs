//! haft beside a server written by hand and beside other toolkits: the servers, and what measures them.

pub mod limit;
pub mod tools;
pub mod work;
