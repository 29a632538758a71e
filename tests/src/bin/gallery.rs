//! The gallery on the standard streams, for tests that need a connection.

fn main() -> haft::Result {
    haft_tests::gallery::server()?.serve_stdio()
}
