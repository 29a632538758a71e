//! The companion is as visible as its function, and private types stay private.

#![deny(warnings, missing_docs, private_interfaces, unreachable_pub)]

use haft::Server;

mod tools {
    mod private {
        use haft::tool;

        #[derive(haft::serde::Deserialize, haft::schemars::JsonSchema)]
        #[serde(crate = "haft::serde")]
        #[schemars(crate = "haft::schemars")]
        struct Hidden {}

        /// Private.
        #[tool]
        fn private(hidden: Hidden) {
            let Hidden {} = hidden;
        }

        /// For the module above.
        #[tool]
        pub(super) fn above() {}

        /// For the crate.
        #[tool]
        pub(in crate::tools) async fn within() {}

        pub(super) fn all(builder: haft::Builder) -> haft::Builder {
            builder.tool::<private>()
        }
    }

    use haft::tool;

    /// For everyone in the crate.
    #[tool(companion = Renamed)]
    pub(crate) fn renamed() {}

    pub(crate) fn all(builder: haft::Builder) -> haft::Builder {
        private::all(builder.tool::<private::above>().tool::<private::within>())
    }
}

use tools::{Renamed, renamed};

fn main() {
    let builder = Server::builder("visibility", "1.0.0").tool::<Renamed>();
    assert!(tools::all(builder).build().is_ok());
    renamed();
}
