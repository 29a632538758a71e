//! One module for each server, each with the tools that it publishes.

// The tools do nothing: what counts here is what they take. Variants are named as the originals name them.
#![allow(dead_code, unused_variables, clippy::enum_variant_names)]

use haft::Builder;

mod chrome_devtools;
mod everything;
mod fetch;
mod filesystem;
mod git;
mod github;
mod memory;
mod notion;
mod playwright;
mod sequential_thinking;
mod time;

/// Each server by its name.
pub(crate) const ALL: [(&str, fn() -> Builder); 11] = [
    ("chrome-devtools", chrome_devtools::builder),
    ("everything", everything::builder),
    ("fetch", fetch::builder),
    ("filesystem", filesystem::builder),
    ("git", git::builder),
    ("github", github::builder),
    ("memory", memory::builder),
    ("notion", notion::builder),
    ("playwright", playwright::builder),
    ("sequential-thinking", sequential_thinking::builder),
    ("time", time::builder),
];
