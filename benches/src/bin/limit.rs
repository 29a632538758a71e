//! A stdio server without a framework: each layer of a message is a borrowed serde struct.

fn main() -> std::io::Result<()> {
    let list = haft_benches::limit::List::from_env();
    haft_benches::limit::serve(|line, out| haft_benches::limit::plain::answer(&list, line, out))
}
