//! `#[schema]` where everything that its derives could lean on means something else, and haft is elsewhere.

#![deny(warnings, missing_docs, unused_qualifications, rust_2018_idioms)]
#![deny(clippy::all, clippy::pedantic)]
#![allow(dead_code, unused_macros, non_camel_case_types)]

mod reexports {
    pub mod toolkit {
        pub use haft::*;
    }
}

mod by_key {
    use super::reexports::toolkit::schema;

    mod haft {}

    #[schema(crate = crate::reexports::toolkit)]
    pub enum Here {
        OneTwo {
            #[schema(minimum = 1)]
            size: u8,
        },
    }
}

struct Option;
struct Some;
struct None;
struct Result;
struct Ok;
struct Err;
struct String;
struct Vec;
struct Box;
struct Default;
struct Into;
struct Serialize;
struct Deserialize;
struct JsonSchema;

mod std {}
mod core {}
mod alloc {}
mod serde {}
mod schemars {}
mod serde_json {}

macro_rules! json {
    ($($_:tt)*) => {
        compile_error!("not this one")
    };
}

#[haft::schema]
struct Page {
    #[schema(minimum = 1, examples(1, 2), multiple_of = ONE)]
    size: u32,
    kind: Kind,
}

const ONE: u32 = 1;

#[haft::schema]
enum Kind {
    Plain,
    Tall(#[schema(max_length = 5)] ::std::string::String),
}

#[haft::schema(output)]
enum Said {
    Yes,
}

/// Turn.
#[haft::tool]
fn turn(page: Page, here: by_key::Here) -> haft::Json<Said> {
    let _ = (page, here);
    haft::Json(Said::Yes)
}

fn main() {
    assert!(
        haft::Server::builder("names", "1.0.0")
            .tool::<turn>()
            .build()
            .is_ok()
    );
}
