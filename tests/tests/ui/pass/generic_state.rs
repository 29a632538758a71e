//! Tools of generic types.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::sync::Arc;

use haft::schemars::JsonSchema;
use haft::serde::Deserialize;
use haft::{Server, tools};
use haft_tests::{call, text};

trait Store: Send + Sync + 'static {
    fn get(&self, key: &str) -> Option<String>;
}

impl Store for BTreeMap<String, String> {
    fn get(&self, key: &str) -> Option<String> {
        BTreeMap::get(self, key).cloned()
    }
}

struct Api<S, T, const N: usize>
where
    T: ?Sized,
{
    store: S,
    name: Arc<T>,
}

#[tools]
impl<S: Store, T, const N: usize> Api<S, T, N>
where
    T: Display + Debug + Send + Sync + ?Sized + 'static,
{
    /// Get.
    #[tool]
    fn get(&self, key: &str) -> Option<String> {
        self.store.get(key)
    }

    /// Get later.
    #[tool]
    async fn get_later(&self, key: &str) -> String {
        format!(
            "{} {} {N}",
            self.name,
            self.store.get(key).unwrap_or_default()
        )
    }
}

struct Echo<V>(V);

#[tools]
impl<V> Echo<V>
where
    V: for<'de> Deserialize<'de> + JsonSchema + Display + Send + Sync + 'static,
{
    /// Echo.
    #[tool]
    fn echo(&self, value: V, by_reference: &V, list: &[V]) -> String {
        format!("{} {value} {by_reference} {}", self.0, list.len())
    }

    /// Echo later.
    #[tool]
    async fn echo_later(value: V, by_reference: &V) -> String {
        format!("{value} {by_reference}")
    }
}

fn main() {
    let store = BTreeMap::from([("a".to_owned(), "b".to_owned())]);
    let api = Api::<_, str, 7> {
        store,
        name: "api".into(),
    };
    let server = Server::builder("generic", "1.0.0")
        .tools(api)
        .tools(Arc::new(Echo(1)))
        .build()
        .unwrap();
    assert_eq!(text(&call(&server, "get", r#"{"key":"a"}"#)), "b");
    assert_eq!(
        text(&call(&server, "get_later", r#"{"key":"a"}"#)),
        "api b 7"
    );
    let arguments = r#"{"value":2,"by_reference":3,"list":[4]}"#;
    assert_eq!(text(&call(&server, "echo", arguments)), "1 2 3 1");
    let arguments = r#"{"value":2,"by_reference":3}"#;
    assert_eq!(text(&call(&server, "echo_later", arguments)), "2 3");
}
