//! Types that nobody would write, as Rust source, and values for them: valid ones and near misses.

mod draw;
mod invent;
pub mod json;
pub mod model;
mod mutate;
pub mod number;
mod random;
mod reference;
mod source;

pub use draw::Draw;
pub use mutate::mutate;
pub use random::Random;
pub use reference::{Exceptions, Reference};
