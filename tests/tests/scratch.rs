//! scratch
use haft_tests::*;
#[test]
fn show() {
    let server = gallery::server().unwrap();
    for line in std::fs::read_to_string("/tmp/lines.txt").unwrap().lines() {
        println!(">> {line}");
        for a in answers(&server, line) { println!("<< {a}"); }
    }
    println!("{}", ask_modern(&server, "tools/list"));
}
