//! A stdio server without a framework that reads a call in one pass.

fn main() -> std::io::Result<()> {
    let list = haft_benches::limit::List::from_env();
    haft_benches::limit::serve(|line, out| haft_benches::limit::onepass::answer(&list, line, out))
}
