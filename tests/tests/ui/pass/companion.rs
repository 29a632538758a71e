//! `companion = Name` for what a type of the function's name would stand in the way of.

use haft::{Server, tool};
use haft_tests::{call, text};

mod shapes {
    pub mod area {
        pub fn of(side: u8) -> u8 {
            side * side
        }
    }
}

use shapes::area;

/// Measure.
#[tool(companion = Area)]
fn area(side: u8) -> u8 {
    area::of(side)
}

/// The crate of the same name.
#[tool(companion = Core)]
fn core() -> String {
    core::mem::size_of::<u8>().to_string()
}

/// The same by an absolute path.
#[tool]
fn std() -> String {
    ::std::mem::size_of::<u16>().to_string()
}

fn main() {
    let server = Server::builder("companion", "1.0.0")
        .tool::<Area>()
        .tool::<Core>()
        .tool::<std>()
        .build()
        .unwrap();
    assert_eq!(text(&call(&server, "area", r#"{"side":3}"#)), "9");
    assert_eq!(text(&call(&server, "core", "{}")), "1");
    assert_eq!(text(&call(&server, "std", "{}")), "2");
}
