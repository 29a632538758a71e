#![allow(unused)]

use haft::tool;

struct Issue;

/// Exclusive.
#[tool]
fn exclusive(list: &mut Vec<u8>, text: &mut str, slice: &mut [String]) {}

/// With a named lifetime.
#[tool]
fn named(text: &'static str, slice: &'static [u8]) {}

/// Nested.
#[tool]
fn nested(
    text: Option<&str>,
    list: Vec<&str>,
    slice: &[&str],
    path: Option<&std::path::Path>,
    issue: Option<&Issue>,
    pair: (&'static str, u8),
    double: &&str,
    map: &std::collections::BTreeMap<String, &[u8]>,
) {
}

fn main() {}
