//! The smallest server: one function, served on the standard streams.

use haft::{Server, tool};

/// Add two integers.
#[tool]
fn add(
    /// The first addend.
    a: i64,
    /// The second addend.
    b: i64,
) -> Result<i64, &'static str> {
    a.checked_add(b).ok_or("the sum does not fit in 64 bits")
}

fn main() -> haft::Result {
    Server::builder("calculator", env!("CARGO_PKG_VERSION"))
        .tool::<add>()
        .serve_stdio()
}

#[cfg(test)]
mod tests {
    use haft::{Server, testing};

    #[test]
    fn the_schema_keeps_its_promise() -> haft::Result {
        let server = Server::builder("calculator", "0").tool::<super::add>();
        testing::assert_contract(&server.build()?);
        Ok(())
    }
}
