//! What holds at every depth of every published schema.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::{NonZeroI32, NonZeroU16};

use super::super::{format, wrap};
use super::*;

/// A module's documentation.
#[derive(JsonSchema, Serialize, Deserialize)]
#[schemars(title = "Title")]
struct Large {
    title: Option<String>,
    priority: Option<Priority>,
    /// The shapes.
    shapes: Vec<Option<Shape>>,
    pages: HashMap<String, Page>,
    tree: Option<Box<Tree>>,
    value: Option<Value>,
    nested: Option<Vec<Option<(u8, Value)>>>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(untagged)]
enum Loose {
    Unit,
    Number(f32),
    Text(String),
    Large(Box<Large>),
    Value(Value),
}

#[derive(JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mixed {
    #[schemars(range(min = 0.5))]
    own: f64,
    #[serde(flatten)]
    shape: Option<Shape>,
}

#[derive(JsonSchema, Serialize, Deserialize)]
struct Empty {}

#[derive(JsonSchema, Serialize, Deserialize)]
struct Unit;

#[derive(JsonSchema, Serialize, Deserialize)]
struct Pair(#[schemars(length(min = 1))] String, Option<NonZeroI32>);

macro_rules! every {
    ($($type:ty),* $(,)?) => {
        [$((
            stringify!($type),
            input(&[property::<$type>("x")], false).unwrap(),
            returned::<$type>(),
        )),*]
    };
}

#[test]
fn every_schema_keeps_to_the_dialect() {
    let every = every![
        bool, u8, i32, u64, i128, f32, f64, char, String, (), Value, NonZeroU16, NonZeroI32,
        Option<u8>, Option<Option<String>>, Option<Value>, Option<Priority>, Option<Shape>,
        Vec<u8>, Vec<Value>, Vec<Option<Value>>, [u8; 0], [String; 4], (u8,), (u8, String),
        (f64, f64), BTreeSet<Side>, HashMap<String, Value>, HashMap<u32, Priority>,
        BTreeMap<Side, Page>, BTreeMap<i8, Vec<Option<Loose>>>, Priority, Side, Shape, Page, Tree,
        Vec<Tree>, Large, Loose, Option<Loose>, Mixed, Empty, Unit, Pair, Result<u8, Loose>,
        std::time::Duration, std::net::IpAddr, std::ffi::CString, std::ffi::OsString,
        std::ops::Range<u32>, std::ops::Bound<i16>,
    ];
    assert!(every.len() > 40);
    for (name, input, output) in every {
        let keys: Vec<&str> = input
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let known = [
            "type",
            "properties",
            "required",
            "additionalProperties",
            "$defs",
        ];
        assert_eq!(keys, known[..keys.len()], "{name}");
        assert_eq!(input["additionalProperties"], false, "{name}");
        Walk { root: &input, name }.schema(&input);
        Walk {
            root: &output.schema,
            name,
        }
        .schema(&output.schema);
        assert_eq!(
            output.is_object,
            output.schema["type"] == "object",
            "{name}"
        );
        let wrapped = wrap(&output.schema);
        Walk {
            root: &wrapped,
            name,
        }
        .schema(&wrapped);
    }
}

struct Walk<'a> {
    root: &'a Value,
    name: &'a str,
}

impl Walk<'_> {
    fn schema(&self, schema: &Value) {
        let at = format!("{}: {schema}", self.name);
        let node = schema.as_object().unwrap_or_else(|| panic!("{at}"));
        assert!(!node.is_empty(), "{at}");
        for key in [
            "$schema",
            "title",
            "oneOf",
            "const",
            "not",
            "nullable",
            "patternProperties",
            "unevaluatedProperties",
            "readOnly",
            "writeOnly",
        ] {
            assert!(!node.contains_key(key), "{key} in {at}");
        }
        if let Some(target) = node.get("$ref") {
            assert_eq!(node.len(), 1, "{at}");
            let target = target.as_str().unwrap().strip_prefix('#').unwrap();
            assert!(self.root.pointer(target).is_some(), "{at}");
            return;
        }
        assert!(node.get("type").is_none_or(Value::is_string), "{at}");
        let says = ["type", "anyOf", "allOf", "description"];
        assert!(says.iter().any(|key| node.contains_key(*key)), "{at}");
        assert!(node.get("default") != Some(&Value::Null), "{at}");
        if node.get("type") == Some(&json!("array")) {
            assert!(node.get("items").is_some_and(Value::is_object), "{at}");
        }
        if let Some(name) = node.get("format") {
            assert!(format::words(name.as_str().unwrap()).is_some(), "{at}");
        }
        if let Some(items) = node.get("items") {
            self.schema(items);
        }
        if let Some(rest) = node
            .get("additionalProperties")
            .filter(|rest| !rest.is_boolean())
        {
            self.schema(rest);
        }
        for key in ["anyOf", "allOf", "prefixItems"] {
            let parts = node.get(key).and_then(Value::as_array);
            parts
                .into_iter()
                .flatten()
                .for_each(|schema| self.schema(schema));
        }
        for key in ["properties", "$defs"] {
            let members = node.get(key).and_then(Value::as_object);
            members
                .into_iter()
                .flatten()
                .for_each(|(_, schema)| self.schema(schema));
        }
    }
}
