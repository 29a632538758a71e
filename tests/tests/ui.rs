//! What the attributes refuse, message by message, and what they accept.

use std::env;
use std::process::Command;

use trybuild::TestCases;

/// The compiler whose words the `.stderr` files hold; another one words its own part differently.
const PINNED: &str = "rustc 1.95.";

#[test]
fn refused_with_a_message() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .unwrap()
        .stdout;
    let version = String::from_utf8(version).unwrap();
    if version.starts_with(PINNED) {
        let cases = TestCases::new();
        cases.compile_fail("tests/ui/fail/*.rs");
        cases.compile_fail("tests/ui/page/*.rs");
    } else {
        eprintln!("skipped: the messages are those of {PINNED}x, this is {version}");
    }
}

#[test]
fn accepted() {
    TestCases::new().pass("tests/ui/pass/*.rs");
}
