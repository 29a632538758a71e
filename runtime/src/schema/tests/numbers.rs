//! Numbers.

use std::num::{NonZeroI8, NonZeroU8, NonZeroU64};

use super::*;

#[test]
fn small_integers_show_the_bounds_of_their_type() {
    same(
        &published::<u8>(),
        &json!({"type": "integer", "minimum": 0, "maximum": 255}),
    );
    same(
        &published::<i8>(),
        &json!({"type": "integer", "minimum": -128, "maximum": 127}),
    );
    same(
        &published::<u16>(),
        &json!({"type": "integer", "minimum": 0, "maximum": 65_535}),
    );
    same(
        &published::<i16>(),
        &json!({"type": "integer", "minimum": -32_768, "maximum": 32_767}),
    );
    same(
        &published::<u32>(),
        &json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}),
    );
    same(
        &published::<i32>(),
        &json!({"type": "integer", "minimum": -2_147_483_648, "maximum": 2_147_483_647}),
    );
}

#[test]
fn bounds_beyond_2_to_the_53_are_not_published() {
    let unsigned = json!({"type": "integer", "minimum": 0});
    for schema in [
        published::<u64>(),
        published::<usize>(),
        published::<u128>(),
    ] {
        same(&schema, &unsigned);
    }
    let signed = json!({"type": "integer"});
    for schema in [
        published::<i64>(),
        published::<isize>(),
        published::<i128>(),
    ] {
        same(&schema, &signed);
    }
}

#[test]
fn floats_are_plain_numbers() {
    same(&published::<f32>(), &json!({"type": "number"}));
    same(&published::<f64>(), &json!({"type": "number"}));
}

#[test]
fn unsigned_nonzero_integers_start_at_one() {
    same(
        &published::<NonZeroU8>(),
        &json!({"type": "integer", "minimum": 1, "maximum": 255}),
    );
    same(
        &published::<NonZeroU64>(),
        &json!({"type": "integer", "minimum": 1}),
    );
}

#[test]
fn signed_nonzero_integers_are_two_ranges() {
    same(
        &published::<NonZeroI8>(),
        &json!({"anyOf": [
            {"type": "integer", "minimum": -128, "maximum": -1},
            {"type": "integer", "minimum": 1, "maximum": 127},
        ]}),
    );
}

#[derive(JsonSchema)]
struct Bounded {
    #[schemars(range(min = 1, max = 10))]
    tighter: i32,
    #[schemars(range(min = -5, max = 1_000))]
    looser: u8,
    #[schemars(extend("exclusiveMaximum" = 100))]
    exclusive: u32,
    #[schemars(range(min = 1))]
    positive: NonZeroI8,
    #[schemars(range(min = 0.1, max = 0.5))]
    ratio: f32,
}

#[test]
fn the_bounds_of_the_author_and_of_the_type_both_hold() {
    let schema = published::<Bounded>();
    let properties = &schema["properties"];
    same(
        &properties["tighter"],
        &json!({"type": "integer", "minimum": 1, "maximum": 10}),
    );
    same(
        &properties["looser"],
        &json!({"type": "integer", "minimum": 0, "maximum": 255}),
    );
    same(
        &properties["exclusive"],
        &json!({"type": "integer", "minimum": 0, "exclusiveMaximum": 100}),
    );
    same(
        &properties["positive"],
        &json!({"type": "integer", "minimum": 1, "maximum": 127}),
    );
    same(
        &properties["ratio"],
        &json!({"type": "number", "minimum": 0.1, "maximum": 0.5}),
    );
}

#[derive(schemars::JsonSchema_repr)]
#[repr(u8)]
enum Level {
    Two = 2,
    Three = 3,
    One = 1,
}

#[derive(schemars::JsonSchema_repr)]
#[repr(i16)]
enum Sparse {
    None = -1,
    Some = 10,
}

#[test]
fn integer_variants_without_a_gap_are_a_range() {
    same(
        &published::<Level>(),
        &json!({"type": "integer", "minimum": 1, "maximum": 3}),
    );
    same(
        &published::<Option<Level>>(),
        &json!({"type": "integer", "minimum": 1, "maximum": 3}),
    );
    same(
        &published::<Sparse>(),
        &json!({"type": "integer", "enum": [-1, 10]}),
    );
}

#[derive(JsonSchema)]
#[serde(untagged)]
enum Amount {
    Exact(u128),
    Text(String),
}

#[derive(JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    Sum { total: Vec<Option<i128>> },
}

#[derive(JsonSchema)]
#[serde(tag = "kind", content = "content")]
enum Adjacent {
    Sum(i128),
}

#[derive(JsonSchema)]
enum External {
    Sum(u128),
    Nothing,
}

#[derive(JsonSchema)]
struct Around {
    own: u128,
    #[serde(flatten)]
    external: External,
}

#[derive(JsonSchema)]
struct Rest {
    own: u128,
    #[serde(flatten)]
    rest: std::collections::BTreeMap<String, u128>,
}

#[derive(JsonSchema)]
#[serde(tag = "kind")]
enum One {
    Only { number: u8 },
}

#[derive(JsonSchema)]
struct AroundOne<T> {
    own: u128,
    by_number: std::collections::BTreeMap<u8, u128>,
    #[serde(flatten)]
    one: T,
}

#[test]
fn wide_integers_are_refused_where_serde_buffers() {
    let problem = |place: &str| {
        vec![format!(
            "{place} is a 128-bit integer inside a type that serde reads into a buffer of 64-bit \
             numbers first (`untagged`, `tag` or `flatten`): make it a 64-bit integer or a string"
        )]
    };
    assert_eq!(refused::<Amount>(), problem("the parameter `x`"));
    assert_eq!(refused::<Option<Vec<Amount>>>(), problem("`x[]`"));
    assert_eq!(refused::<Tagged>(), problem("`x.total[]`"));
    assert_eq!(refused::<Adjacent>(), problem("`x.content`"));
    assert_eq!(refused::<Around>(), problem("`x.Sum`"));
    assert_eq!(refused::<Rest>(), problem("`x.*`"));
    assert_eq!(refused::<AroundOne<Tagged>>(), problem("`x.total[]`"));
}

#[test]
fn wide_integers_are_published_where_serde_does_not_buffer() {
    same(
        &published::<Option<External>>(),
        &json!({"anyOf": [
            {"type": "string", "enum": ["Nothing"]},
            {
                "type": "object",
                "properties": {"Sum": {"type": "integer", "minimum": 0}},
                "required": ["Sum"],
                "additionalProperties": false,
            },
        ]}),
    );
    assert!(output(SchemaGenerator::subschema_for::<Amount>).is_ok());
    // Beside an enum that is flattened, also one of a single variant.
    let around = published::<AroundOne<One>>();
    assert_eq!(
        around["properties"]["own"],
        json!({"type": "integer", "minimum": 0})
    );
}
