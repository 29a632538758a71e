//! Tools that `macro_rules!` makes, whose fragments arrive in invisible groups.

use haft::{Server, tool, tools};
use haft_tests::{call, text};

macro_rules! tool {
    ($(#[$attr:meta])* $vis:vis $name:ident, $wire:literal, $text:expr, $argument:ident: $type:ty = $default:expr => $result:ty) => {
        $(#[$attr])*
        #[tool(name = $wire, description = $text, title = $wire)]
        $vis fn $name(#[arg(default = $default, description = $wire)] $argument: $type) -> $result {
            $argument.into()
        }
    };
}

tool!(#[inline] pub by_value, "one", "First.", number: u8 = 1 => u32);
tool!(by_reference, "two", concat!("Sec", "ond."), text: &str = "x" => String);
tool!(optional, "three", "Third.", value: Option<u8> = None => Option<u8>);

macro_rules! set {
    ($type:ident { $($method:ident: $argument:ty),* }) => {
        struct $type;

        #[tools]
        impl $type {
            $(
                #[doc = concat!("Method ", stringify!($method), ".")]
                #[tool]
                fn $method(&self, argument: $argument) -> String {
                    argument.to_string()
                }
            )*
        }
    };
}

set!(Set {
    first: u8,
    second: &str,
    third: &String
});

fn main() {
    let server = Server::builder("macros", "1.0.0")
        .tool::<by_value>()
        .tool::<by_reference>()
        .tool::<optional>()
        .tools(Set)
        .build()
        .unwrap();
    assert_eq!(text(&call(&server, "one", "{}")), "1");
    assert_eq!(text(&call(&server, "two", "{}")), "x");
    assert_eq!(text(&call(&server, "three", "{}")), "none");
    assert_eq!(text(&call(&server, "first", r#"{"argument":1}"#)), "1");
    assert_eq!(text(&call(&server, "second", r#"{"argument":"a"}"#)), "a");
    assert_eq!(text(&call(&server, "third", r#"{"argument":"b"}"#)), "b");
}
