//! Attributes of others in any company and order; none reaches the generated items.

#![deny(warnings)]

use haft::{Server, tool, tools};

/// Above.
#[must_use]
#[inline]
#[tool]
#[cold]
#[allow(clippy::needless_return)]
fn between() -> String {
    return String::new();
}

#[tool]
#[deprecated]
/// Below.
#[track_caller]
fn below(#[allow(unused_variables)] a: u8) {}

/// Fully written.
#[haft::tool(read_only)]
#[doc(alias = "written")]
pub fn spelled() {}

mod old {
    #![allow(deprecated)]

    #[deprecated]
    #[derive(haft::serde::Deserialize, haft::schemars::JsonSchema)]
    #[serde(crate = "haft::serde")]
    #[schemars(crate = "haft::schemars")]
    pub struct Old {}
}

/// A deprecated type.
#[tool]
#[expect(deprecated)]
fn old_type(#[arg(default = old::Old {})] old: old::Old) {
    let old::Old {} = old;
}

/// An inner attribute.
#[tool]
fn inner() {
    #![allow(unused_variables)]
    let a = 1;
}

struct Files;

#[tools]
#[allow(clippy::unused_self)]
impl Files {
    #![allow(clippy::needless_pass_by_value)]

    /// A constant may stand here too.
    const LIMIT: [u8; 2] = { [1, 2] };

    #[deprecated]
    #[haft::tool]
    /// Read.
    #[must_use]
    fn read(&self) -> u8 {
        Self::LIMIT[0]
    }

    /// Write.
    #[::haft::tool(idempotent)]
    #[allow(deprecated)]
    async fn write(&self, #[arg(default = old::Old {})] old: old::Old) {
        let old::Old {} = old;
    }

    fn _helper<T: Default>(
        self,
    ) -> [T; {
        const N: usize = 2;
        N
    }] {
        [T::default(), T::default()]
    }
}

#[allow(deprecated)]
fn main() {
    let server = Server::builder("attributes", "1.0.0")
        .tool::<between>()
        .tool::<below>()
        .tool::<spelled>()
        .tool::<old_type>()
        .tool::<inner>()
        .tools(Files)
        .build();
    assert!(server.is_ok());
    below(1);
}
