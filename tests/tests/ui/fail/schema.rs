#![allow(unused)]

use haft::schema;
use haft::serde::Serialize;

/// Of a function.
#[schema]
fn function() {}

#[schema(input, output)]
struct BothWays;

#[schema(inputs)]
struct Unknown {
    #[schema(min = 1)]
    a: u8,
}

#[schema]
#[derive(Clone, Serialize)]
struct Derived;

#[schema]
#[schema(input)]
struct Twice;

#[schema]
enum Variant {
    #[schema(minimum = 1)]
    A(u8),
}

#[schema]
struct Conditional {
    #[cfg_attr(all(), schema(minimum = 1))]
    a: u8,
}

/// A type with mistakes has its traits all the same.
fn used() {
    described::<Unknown>();
    described::<Derived>();
    described::<Twice>();
    described::<Variant>();
}

fn described<T: haft::schemars::JsonSchema>() {}

fn main() {}
