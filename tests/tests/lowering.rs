//! What a tool returns and what becomes of it: every result, every kind of error, panics, and the two policies.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;
use std::{fmt, io};

use haft::{Content, Json, Role, Server, Tool, ToolError, ToolResult, tool};
use haft_tests::{ask_modern, call, call_modern, json, text};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

macro_rules! tools {
    ($($(#[$attribute:meta])* $name:ident -> $type:ty = $value:expr;)*) => {
        $(
            #[doc = concat!("Give ", stringify!($name), ".")]
            #[tool]
            $(#[$attribute])*
            fn $name() -> $type {
                $value
            }
        )*

        fn server() -> Server {
            Server::builder("lowering", "1.0.0")$(.tool::<$name>())*.build().unwrap()
        }

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

/// A place on a plane.
#[derive(Serialize, JsonSchema)]
struct Point {
    x: f64,
    y: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Outer {
    name: String,
    #[serde(flatten)]
    inner: BTreeMap<String, u8>,
}

#[derive(Serialize, JsonSchema)]
struct Renamed {
    name: u8,
    #[serde(rename = "name")]
    other: u8,
}

#[derive(Serialize, JsonSchema)]
struct Inner {
    size: u8,
    kind: &'static str,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    One(Inner),
}

#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
struct Broad {
    aa: u8,
    ab: u8,
    ac: u8,
    ad: u8,
    ae: u8,
    af: u8,
    ag: u8,
    ah: u8,
    ai: u8,
    aj: u8,
    ak: u8,
    al: u8,
    am: u8,
    an: u8,
    ba: u8,
    bb: u8,
    bc: u8,
    bd: u8,
    be: u8,
    bf: u8,
    bg: u8,
    bh: u8,
    bi: u8,
    bj: u8,
    bk: u8,
    bl: u8,
    bm: u8,
    bn: u8,
}

#[derive(Default, Serialize, JsonSchema)]
struct BroadTwice {
    aa: u8,
    ab: u8,
    ac: u8,
    ad: u8,
    ae: u8,
    af: u8,
    ag: u8,
    ah: u8,
    ai: u8,
    aj: u8,
    ak: u8,
    al: u8,
    am: u8,
    an: u8,
    #[serde(rename = "an")]
    ba: u8,
}

#[derive(Serialize, JsonSchema)]
struct Deep {
    list: Vec<BTreeMap<String, f32>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Dot,
    Circle(f64),
    Box { width: u8, height: u8 },
}

/// Fails when it is serialised.
#[derive(JsonSchema)]
struct Stubborn;

impl Serialize for Stubborn {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("the disk is full"))
    }
}

/// Panics when it is serialised.
#[derive(JsonSchema)]
struct Explosive;

impl Serialize for Explosive {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("the secret of Explosive")
    }
}

tools! {
    unit -> () = ();
    string -> String = "text\n\"é😀\"\0".to_owned();
    json_in_text -> String = "[1,2]".to_owned();
    empty -> &'static str = "";
    str_ref -> &'static str = "str";
    cow -> Cow<'static, str> = "cow".into();
    boxed_str -> Box<str> = "box".into();
    shared_str -> Arc<str> = "arc".into();
    letter -> char = '"';
    flag -> bool = true;
    byte -> u8 = 255;
    small -> i8 = -128;
    short -> i16 = i16::MIN;
    int -> u32 = u32::MAX;
    long -> i64 = i64::MIN;
    size -> usize = usize::MAX;
    wide -> i128 = i128::MIN;
    huge -> u128 = u128::MAX;
    float -> f64 = 0.1;
    whole -> f64 = 3.0;
    large -> f64 = 1e300;
    single -> f32 = 0.1;
    minus_zero -> f64 = -0.0;
    nan -> f64 = f64::NAN;
    infinite -> f32 = f32::NEG_INFINITY;
    some -> Option<u8> = Some(7);
    none -> Option<String> = None;
    none_of_content -> Option<Content> = None;
    ok -> Result<u8, String> = Ok(8);
    ok_unit -> Result<(), io::Error> = Ok(());
    ok_none -> Result<Option<&'static str>, fmt::Error> = Ok(None);
    content -> Content = Content::text("block");
    blocks -> Vec<Content> = vec![Content::text("one"), "two".into(), String::from("three").into()];
    no_blocks -> Vec<Content> = Vec::new();
    object -> Json<Point> = Json(Point { x: 1.0, y: None });
    list -> Json<Vec<u16>> = Json(vec![1, 2]);
    number -> Json<i32> = Json(-3);
    maybe -> Json<Option<i32>> = Json(None);
    maybe_object -> Json<Option<Point>> = Json(Some(Point { x: 0.5, y: Some(-1.0) }));
    nothing -> Json<()> = Json(());
    variant -> Json<Shape> = Json(Shape::Box { width: 1, height: 2 });
    variants -> Json<Vec<Shape>> = Json(vec![Shape::Dot, Shape::Circle(0.5)]);
    map -> Json<BTreeMap<i32, bool>> = Json(BTreeMap::from([(-1, true), (2, false)]));
    exact -> Json<Vec<i64>> = Json(vec![9_007_199_254_740_993, i64::MIN]);
    any -> Json<Value> = Json(json!({"b": [null], "a": 1}));
    with_text -> Json<Point> = Json::with_text(Point { x: 2.0, y: None }, "two to the right");
    list_with_text -> Json<Vec<u8>> = Json::with_text(vec![], "no numbers");
    ok_json -> Result<Json<Vec<u8>>, String> = Ok(Json(vec![1]));
    nan_inside -> Json<Deep> = Json(Deep { list: vec![BTreeMap::from([("a".to_owned(), f32::NAN)])] });
    twice -> Json<Outer> = Json(Outer { name: "a".into(), inner: BTreeMap::from([("name".to_owned(), 1)]) });
    renamed -> Json<Renamed> = Json(Renamed { name: 1, other: 2 });
    tagged -> Json<Vec<Tagged>> = Json(vec![Tagged::One(Inner { size: 1, kind: "x" })]);
    broad -> Json<Broad> = Json(Broad::default());
    broad_twice -> Json<BroadTwice> = Json(BroadTwice::default());
    odd_keys -> Json<BTreeMap<(u8, u8), u8>> = Json(BTreeMap::from([((1, 2), 3)]));
    stubborn -> Json<Stubborn> = Json(Stubborn);
    explosive -> Json<Explosive> = Json(Explosive);
    built -> ToolResult = ToolResult::text("one").content(Content::text("two")).meta("a/b", 1);
    built_structured -> ToolResult = ToolResult::new().structured(json!({"a": [1]}));
    built_list -> ToolResult = ToolResult::text("see there").structured(json!([1]));
    built_error -> ToolResult = ToolResult::text("no").error();
    built_error_structured -> ToolResult = ToolResult::new().structured(json!({"why": "no"})).error();
    built_bare -> ToolResult = ToolResult::new();
    built_bare_error -> ToolResult = ToolResult::new().error();
    ok_built -> Result<ToolResult, String> = Ok(ToolResult::text("fine"));
}

const NOT_FINITE: &str = "a number is not finite (NaN or infinite), which JSON cannot hold";

#[test]
fn each_plain_value_is_one_text() {
    let server = server();
    let rows = [
        ("unit", "ok"),
        ("string", "text\n\"é😀\"\0"),
        ("json_in_text", "[1,2]"),
        ("empty", ""),
        ("str_ref", "str"),
        ("cow", "cow"),
        ("boxed_str", "box"),
        ("shared_str", "arc"),
        ("letter", "\""),
        ("flag", "true"),
        ("byte", "255"),
        ("small", "-128"),
        ("short", "-32768"),
        ("int", "4294967295"),
        ("long", "-9223372036854775808"),
        ("size", "18446744073709551615"),
        ("wide", "-170141183460469231731687303715884105728"),
        ("huge", "340282366920938463463374607431768211455"),
        ("float", "0.1"),
        ("whole", "3.0"),
        ("large", "1e300"),
        ("single", "0.1"),
        ("minus_zero", "-0.0"),
        ("some", "7"),
        ("none", "none"),
        ("none_of_content", "none"),
        ("ok", "8"),
        ("ok_unit", "ok"),
        ("ok_none", "none"),
        ("content", "block"),
        ("ok_built", "fine"),
    ];
    for (tool, expected) in rows {
        let content = json!([{"type": "text", "text": expected}]);
        let result = json!({"content": content, "isError": false});
        assert_eq!(call(&server, tool, "{}")["result"], result, "{tool}");
        let modern = json!({
            "content": content,
            "isError": false,
            "resultType": "complete",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "lowering", "version": "1.0.0"}},
        });
        assert_eq!(call_modern(&server, tool, "{}")["result"], modern, "{tool}");
    }
}

#[test]
fn structure_is_sent_as_itself_and_as_text_and_wrapped_for_those_who_need_an_object() {
    let server = server();
    // A root that is no object is wrapped before 2026-07-28.
    let rows = [
        ("object", r#"{"x":1.0,"y":null}"#, false),
        ("list", "[1,2]", true),
        ("number", "-3", true),
        ("maybe", "null", true),
        ("maybe_object", r#"{"x":0.5,"y":-1.0}"#, true),
        ("nothing", "null", true),
        ("variant", r#"{"box":{"width":1,"height":2}}"#, true),
        ("variants", r#"["dot",{"circle":0.5}]"#, true),
        ("map", r#"{"-1":true,"2":false}"#, false),
        ("exact", "[9007199254740993,-9223372036854775808]", true),
        ("any", r#"{"b":[null],"a":1}"#, true),
        ("ok_json", "[1]", true),
    ];
    for (tool, expected, wrapped) in rows {
        let value = json(expected);
        for (answer, structured) in [
            (
                call(&server, tool, "{}"),
                if wrapped {
                    json!({"result": value})
                } else {
                    value.clone()
                },
            ),
            (call_modern(&server, tool, "{}"), value.clone()),
        ] {
            assert_eq!(text(&answer), expected, "{tool}");
            let result = &answer["result"];
            assert_eq!(result["structuredContent"], structured, "{tool}");
            assert_eq!(
                result["structuredContent"].to_string(),
                structured.to_string(),
                "{tool}: order"
            );
            assert_eq!(result["isError"], false, "{tool}");
        }
    }
    for (tool, text_, value) in [
        (
            "with_text",
            "two to the right",
            json!({"x": 2.0, "y": null}),
        ),
        ("list_with_text", "no numbers", json!([])),
    ] {
        let answer = call_modern(&server, tool, "{}");
        assert_eq!(text(&answer), text_, "{tool}");
        assert_eq!(answer["result"]["structuredContent"], value, "{tool}");
    }
}

#[test]
fn an_output_schema_is_published_for_structure_alone_and_judges_what_is_sent() {
    let server = server();
    let legacy = haft_tests::answer(&server, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let mut structured = Vec::new();
    for (list, modern) in [(legacy, false), (ask_modern(&server, "tools/list"), true)] {
        for tool in list["result"]["tools"].as_array().unwrap() {
            let name = tool["name"].as_str().unwrap();
            let Some(schema) = tool.get("outputSchema") else {
                continue;
            };
            structured.push(name.to_owned());
            if !modern {
                assert_eq!(schema["type"], "object", "{name}: {schema}");
            }
            let answer = if modern {
                call_modern(&server, name, "{}")
            } else {
                call(&server, name, "{}")
            };
            let Some(content) = answer["result"].get("structuredContent") else {
                assert_eq!(
                    answer["result"]["isError"], true,
                    "{name}: a promise is not kept"
                );
                continue;
            };
            let validator = jsonschema::draft202012::new(schema).unwrap();
            assert!(
                validator.is_valid(content),
                "{name}: {content} is not {schema}"
            );
        }
    }
    let of_structure = [
        "object",
        "list",
        "number",
        "maybe",
        "maybe_object",
        "nothing",
        "variant",
        "variants",
        "map",
        "exact",
        "any",
        "with_text",
        "list_with_text",
        "ok_json",
        "nan_inside",
        "twice",
        "renamed",
        "tagged",
        "broad",
        "broad_twice",
        "odd_keys",
        "stubborn",
        "explosive",
    ];
    assert_eq!(structured, [of_structure, of_structure].concat());
    for name in NAMES
        .iter()
        .filter(|name| !of_structure.contains(name) && !name.starts_with("built"))
    {
        let answer = call_modern(&server, name, "{}");
        assert_eq!(answer["result"].get("structuredContent"), None, "{name}");
    }
}

#[test]
fn what_json_cannot_hold_is_an_error_of_the_tool() {
    let server = server();
    let rows = [
        ("nan", NOT_FINITE),
        ("infinite", NOT_FINITE),
        ("nan_inside", NOT_FINITE),
        ("twice", "the member `name` stands twice in one object"),
        ("renamed", "the member `name` stands twice in one object"),
        ("tagged", "the member `kind` stands twice in one object"),
        ("broad_twice", "the member `an` stands twice in one object"),
        ("odd_keys", "key must be a string"),
        ("stubborn", "the disk is full"),
    ];
    for (tool, why) in rows {
        let expected = format!("The tool {tool} ran, but its result cannot be sent: {why}");
        let result = json!({"content": [{"type": "text", "text": expected}], "isError": true});
        assert_eq!(call(&server, tool, "{}")["result"], result, "{tool}");
    }
    let expected = "The tool explosive failed unexpectedly. Its other calls are not affected.";
    assert_eq!(text(&call(&server, "explosive", "{}")), expected);
}

#[test]
fn a_result_by_hand_is_sent_as_it_was_put_together() {
    let server = server();
    let block = |text: &str| json!({"type": "text", "text": text});
    let rows = [
        (
            "blocks",
            json!({"content": [block("one"), block("two"), block("three")], "isError": false}),
        ),
        ("no_blocks", json!({"content": [], "isError": false})),
        (
            "built",
            json!({"content": [block("one"), block("two")], "isError": false, "_meta": {"a/b": 1}}),
        ),
        (
            "built_structured",
            json!({"content": [block(r#"{"a":[1]}"#)], "structuredContent": {"a": [1]}, "isError": false}),
        ),
        (
            "built_list",
            json!({"content": [block("see there")], "structuredContent": {"result": [1]}, "isError": false}),
        ),
        (
            "built_error",
            json!({"content": [block("no")], "isError": true}),
        ),
        (
            "built_error_structured",
            json!({"content": [block(r#"{"why":"no"}"#)], "isError": true}),
        ),
        ("built_bare", json!({"content": [], "isError": false})),
        (
            "built_bare_error",
            json!({"content": [block("The tool built_bare_error failed and gave no reason.")], "isError": true}),
        ),
    ];
    for (tool, expected) in rows {
        assert_eq!(call(&server, tool, "{}")["result"], expected, "{tool}");
    }
    let modern = call_modern(&server, "built_list", "{}");
    assert_eq!(modern["result"]["structuredContent"], json!([1]));
    let modern = call_modern(&server, "built", "{}");
    let meta = json!({"a/b": 1, "io.modelcontextprotocol/serverInfo": {"name": "lowering", "version": "1.0.0"}});
    assert_eq!(modern["result"]["_meta"], meta);
}

#[test]
fn structure_of_a_hand_written_schema_is_wrapped_when_its_schema_is() {
    let give = |schema: Value| {
        let tool = Tool::new(
            "give",
            "Give it back.",
            json!({"type": "object"}),
            |arguments: haft::Map, _| ToolResult::new().structured(arguments["value"].clone()),
        );
        Server::builder("hand", "1")
            .row(tool.output_schema(schema))
            .build()
            .unwrap()
    };
    let rows = [
        (json!({"type": "object"}), json!({"a": 1}), false),
        (json!({"type": "array", "items": {}}), json!([1]), true),
        (
            json!({"anyOf": [{"type": "object"}, {"type": "null"}]}),
            json!({"a": 1}),
            true,
        ),
        (
            json!({"anyOf": [{"type": "object"}, {"type": "null"}]}),
            json!(null),
            true,
        ),
    ];
    for (schema, value, wrapped) in rows {
        let server = give(schema.clone());
        let arguments = json!({"value": value}).to_string();
        let list = haft_tests::answer(&server, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
        let listed = &list["result"]["tools"][0]["outputSchema"];
        let sent = &call(&server, "give", &arguments)["result"]["structuredContent"];
        if wrapped {
            assert_eq!(
                *listed,
                json!({"type": "object", "properties": {"result": schema}, "required": ["result"]})
            );
            assert_eq!(*sent, json!({"result": value}), "{schema}");
        } else {
            assert_eq!((listed, sent), (&schema, &value));
        }
        assert_eq!(
            call_modern(&server, "give", &arguments)["result"]["structuredContent"],
            value,
            "{schema}"
        );
    }
}

#[test]
fn each_kind_of_content_is_sent_with_its_annotations() {
    /// Give content.
    #[tool]
    fn media() -> Vec<Content> {
        vec![
            Content::text("t")
                .audience([Role::User])
                .priority(1.0)
                .last_modified("2026-01-12T15:00:58Z"),
            Content::image([0, 255], "image/png")
                .audience([Role::Assistant, Role::User])
                .priority(7.0),
            Content::audio("a", "audio/wav")
                .priority(f64::NAN)
                .meta("k", "v"),
            Content::resource("file:///a", "text"),
            Content::resource("file:///a", "text")
                .mime_type("text/plain")
                .priority(-1.0),
            Content::binary_resource("file:///b", b"").mime_type("application/octet-stream"),
            Content::resource_link("file:///c", "c"),
            Content::resource_link("file:///d", "d")
                .title("D")
                .description("d")
                .mime_type("text/plain")
                .size(u64::MAX),
        ]
    }

    let server = Server::builder("media", "1")
        .tool::<media>()
        .build()
        .unwrap();
    let expected = json!([
        {
            "type": "text", "text": "t",
            "annotations": {"audience": ["user"], "priority": 1.0, "lastModified": "2026-01-12T15:00:58Z"},
        },
        {
            "type": "image", "data": "AP8=", "mimeType": "image/png",
            "annotations": {"audience": ["assistant", "user"], "priority": 1.0},
        },
        {
            "type": "audio", "data": "YQ==", "mimeType": "audio/wav",
            "annotations": {"priority": 0.0}, "_meta": {"k": "v"},
        },
        {"type": "resource", "resource": {"uri": "file:///a", "text": "text"}},
        {
            "type": "resource", "resource": {"uri": "file:///a", "mimeType": "text/plain", "text": "text"},
            "annotations": {"priority": 0.0},
        },
        {"type": "resource", "resource": {"uri": "file:///b", "mimeType": "application/octet-stream", "blob": ""}},
        {"type": "resource_link", "uri": "file:///c", "name": "c"},
        {
            "type": "resource_link", "uri": "file:///d", "name": "d", "title": "D", "description": "d",
            "mimeType": "text/plain", "size": u64::MAX,
        },
    ]);
    assert_eq!(call(&server, "media", "{}")["result"]["content"], expected);
    assert_eq!(
        call_modern(&server, "media", "{}")["result"]["content"],
        expected
    );
}

/// An error as thiserror writes one whose message does not mention its source.
#[derive(Debug)]
enum Chain {
    Silent(Box<Chain>),
    Telling(Box<Chain>),
    Io(io::Error),
    End(&'static str),
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent(_) => f.write_str("cannot read the file"),
            Self::Telling(source) => write!(f, "cannot load the settings: {source}"),
            Self::Io(_) => f.write_str("input failed"),
            Self::End(text) => f.write_str(text),
        }
    }
}

impl Error for Chain {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Silent(source) | Self::Telling(source) => Some(source),
            Self::Io(source) => Some(source),
            Self::End(_) => None,
        }
    }
}

fn chain() -> Chain {
    Chain::Silent(Box::new(Chain::Io(io::Error::other("the disk is gone"))))
}

/// An error that is no `std::error::Error`.
struct OnlyDisplay;

impl fmt::Display for OnlyDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("only display")
    }
}

/// An error that panics when it is shown.
#[derive(Debug)]
struct Unspeakable;

impl fmt::Display for Unspeakable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("the secret of Unspeakable")
    }
}

impl Error for Unspeakable {}

type Aliased<T> = Result<T, Box<dyn Error + Send + Sync>>;

macro_rules! failures {
    ($($name:ident -> $type:ty = $value:expr, $expected:expr;)*) => {
        $(
            #[doc = concat!("Fail as ", stringify!($name), ".")]
            #[tool]
            fn $name() -> $type {
                $value
            }
        )*

        fn failures() -> haft::Builder {
            Server::builder("failures", "1.0.0")$(.tool::<$name>())*
        }

        const FAILURES: &[(&str, &str)] = &[$((stringify!($name), $expected)),*];
    };
}

failures! {
    by_str -> Result<u8, &'static str> = Err("no\nmore"), "no\nmore";
    by_string -> Result<(), String> = Err("no".to_owned()), "no";
    by_cow -> Result<Json<u8>, Cow<'static, str>> = Err("no".into()), "no";
    by_io -> Result<String, io::Error> = Err(io::Error::new(io::ErrorKind::NotFound, "no such file")), "no such file";
    by_io_kind -> io::Result<String> = Err(io::ErrorKind::PermissionDenied.into()), "permission denied";
    by_format -> Result<String, fmt::Error> = Err(fmt::Error),
        "an error occurred when formatting an argument";
    by_chain -> Result<(), Chain> = Err(chain()), "cannot read the file: input failed: the disk is gone";
    by_telling_chain -> Result<(), Chain> = Err(Chain::Telling(Box::new(chain()))),
        "cannot load the settings: cannot read the file: input failed: the disk is gone";
    by_end -> Result<(), Chain> = Err(Chain::End("the end")), "the end";
    by_box -> Result<(), Box<dyn Error>> = Err(chain().into()),
        "cannot read the file: input failed: the disk is gone";
    by_sync_box -> Result<(), Box<dyn Error + Send + Sync>> = Err(chain().into()),
        "cannot read the file: input failed: the disk is gone";
    by_send_box -> Result<(), Box<dyn Error + Send>> = Err(Box::new(chain())),
        "cannot read the file: input failed: the disk is gone";
    by_box_of_one -> Result<(), Box<Chain>> = Err(Box::new(chain())),
        "cannot read the file: input failed: the disk is gone";
    by_rc -> Result<(), Rc<dyn Error>> = Err(Rc::new(chain())),
        "cannot read the file: input failed: the disk is gone";
    by_arc -> Result<(), Arc<dyn Error + Send + Sync>> = Err(Arc::new(chain())),
        "cannot read the file: input failed: the disk is gone";
    by_static -> Result<(), &'static Chain> = Err(Box::leak(Box::new(chain()))),
        "cannot read the file: input failed: the disk is gone";
    by_text_box -> Aliased<Option<u8>> = Err("boxed".into()), "boxed";
    by_anyhow -> anyhow::Result<u8> =
        Err(anyhow::Error::new(chain()).context("step 2").context("cannot start")),
        "cannot start: step 2: cannot read the file: input failed: the disk is gone";
    by_anyhow_text -> Result<Json<u8>, anyhow::Error> = Err(anyhow::anyhow!("plain")), "plain";
    by_eyre -> eyre::Result<u8> = Err(eyre::Report::new(chain()).wrap_err("cannot start")),
        "cannot start: cannot read the file: input failed: the disk is gone";
    by_display -> Result<(), OnlyDisplay> = Err(OnlyDisplay), "only display";
    by_number -> Result<u8, i32> = Err(-1), "-1";
    by_nothing -> Result<u8, &'static str> = Err(""), "The tool by_nothing failed and gave no reason.";
    by_blank -> Result<u8, String> = Err(" \n".to_owned()), "The tool by_blank failed and gave no reason.";
    by_panic -> Result<u8, String> = panic!("the secret of by_panic"),
        "The tool by_panic failed unexpectedly. Its other calls are not affected.";
    by_unspeakable -> Result<u8, Unspeakable> = Err(Unspeakable),
        "The tool by_unspeakable failed unexpectedly. Its other calls are not affected.";
}

#[test]
fn an_error_is_a_result_that_says_its_text_and_its_sources_once() {
    let server = failures().build().unwrap();
    for (tool, expected) in FAILURES {
        let result = json!({"content": [{"type": "text", "text": expected}], "isError": true});
        assert_eq!(call(&server, tool, "{}")["result"], result, "{tool}");
        let modern = call_modern(&server, tool, "{}");
        assert_eq!(text(&modern), *expected, "{tool}");
        assert_eq!(modern["result"]["isError"], true, "{tool}");
        assert_eq!(modern["result"].get("structuredContent"), None, "{tool}");
    }
}

#[test]
fn masked_errors_hide_their_text_but_for_what_was_made_to_be_shown() {
    /// Refuse.
    #[tool]
    fn refuse() -> Result<u8, ToolError> {
        Err(ToolError::new("come back later"))
    }

    /// Say no in a result.
    #[tool]
    fn decline() -> ToolResult {
        ToolResult::text("declined").error()
    }

    /// Give what cannot be written.
    #[tool]
    fn unwritable() -> Json<Stubborn> {
        Json(Stubborn)
    }

    let server = failures()
        .tool::<refuse>()
        .tool::<decline>()
        .tool::<unwritable>()
        .mask_errors()
        .build()
        .unwrap();
    for (tool, _) in FAILURES {
        let expected = match *tool {
            "by_panic" | "by_unspeakable" => {
                format!("The tool {tool} failed unexpectedly. Its other calls are not affected.")
            }
            _ => format!("The tool {tool} failed."),
        };
        let result = json!({"content": [{"type": "text", "text": expected}], "isError": true});
        assert_eq!(call(&server, tool, "{}")["result"], result, "{tool}");
    }
    assert_eq!(text(&call(&server, "refuse", "{}")), "come back later");
    assert_eq!(text(&call(&server, "decline", "{}")), "declined");
    let unwritable = call(&server, "unwritable", "{}");
    assert_eq!(
        text(&unwritable),
        "The tool unwritable ran, but its result cannot be sent"
    );
    // What is wrong with the arguments is no error of the tool.
    let fault = call(&server, "refuse", r#"{"x":1}"#);
    assert_eq!(fault["error"]["data"]["faults"][0]["path"], "/x");
}

#[test]
fn a_tool_error_carries_details_and_content() {
    /// Refuse with all that there is.
    #[tool]
    fn refuse() -> Result<Json<Point>, ToolError> {
        Err(ToolError::new("not now")
            .details(json!({"retry": [1, 2]}))
            .content("more")
            .content(Content::resource_link("https://example.com", "there")))
    }

    /// Refuse without a word.
    #[tool]
    async fn sulk() -> Result<(), ToolError> {
        Err(ToolError::new("").details(3))
    }

    /// Turn one error into another.
    #[tool]
    fn convert() -> Result<u8, ToolError> {
        "x".parse()
            .map_err(|error: std::num::ParseIntError| ToolError::new(error.to_string()))
    }

    let server = Server::builder("errors", "1")
        .tool::<refuse>()
        .tool::<sulk>()
        .tool::<convert>()
        .build()
        .unwrap();
    let block = |text: &str| json!({"type": "text", "text": text});
    let expected = json!({
        "content": [
            block("not now"),
            block(r#"{"retry":[1,2]}"#),
            block("more"),
            {"type": "resource_link", "uri": "https://example.com", "name": "there"},
        ],
        "isError": true,
    });
    assert_eq!(call(&server, "refuse", "{}")["result"], expected);
    let expected = json!({
        "content": [block("The tool sulk failed and gave no reason."), block("3")],
        "isError": true,
    });
    assert_eq!(call(&server, "sulk", "{}")["result"], expected);
    assert_eq!(
        text(&call(&server, "convert", "{}")),
        "invalid digit found in string"
    );
}

#[test]
fn a_panic_is_a_result_without_its_text_and_the_next_call_is_served() {
    /// Panic.
    #[tool]
    fn now() -> u8 {
        panic!("the secret of now")
    }

    /// Panic in a future that waited.
    #[tool]
    async fn later() -> u8 {
        std::future::ready(()).await;
        let list: Vec<u8> = Vec::new();
        list[usize::from(list.is_empty())]
    }

    /// Panic when it is dropped.
    #[tool]
    async fn dropped() -> u8 {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("the secret of dropped");
            }
        }
        let _bomb = Bomb;
        1
    }

    /// Panic with what is no text.
    #[tool]
    fn oddly() -> u8 {
        std::panic::panic_any(Explosive)
    }

    /// Be fine.
    #[tool]
    fn fine() -> &'static str {
        "fine"
    }

    let server = Server::builder("panics", "1")
        .tool::<now>()
        .tool::<later>()
        .tool::<dropped>()
        .tool::<oddly>()
        .tool::<fine>()
        .build()
        .unwrap();
    for _ in 0..2 {
        for tool in ["now", "later", "dropped", "oddly"] {
            let expected =
                format!("The tool {tool} failed unexpectedly. Its other calls are not affected.");
            let result = json!({"content": [{"type": "text", "text": expected}], "isError": true});
            assert_eq!(call(&server, tool, "{}")["result"], result, "{tool}");
            assert_eq!(text(&call(&server, "fine", "{}")), "fine", "after {tool}");
            let answer = call_modern(&server, tool, "{}").to_string();
            assert!(
                !answer.contains("secret") && !answer.contains("index"),
                "{answer}"
            );
        }
    }
}

#[test]
fn the_value_of_structure_is_at_hand_in_a_unit_test() {
    assert_eq!(*list(), [1, 2]);
    assert_eq!(list().into_inner(), [1, 2]);
    assert_eq!(list(), Json(vec![1, 2]));
    assert_ne!(list_with_text(), Json(vec![]));
    let keys: HashMap<&str, usize> = HashMap::from([("a", list().len())]);
    assert_eq!(keys["a"], 2);
}

/// Something that may be left out.
#[haft::schema]
#[derive(Default)]
struct Sparse {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(rename = "more", skip_serializing_if = "std::option::Option::is_none")]
    inner: Option<Box<Sparse>>,
    #[serde(skip_serializing_if = "Option::is_some")]
    odd: Option<bool>,
    plain: Option<u8>,
}

/// Give something, or nothing.
#[tool]
fn sparse(sparse: Sparse) -> Json<Sparse> {
    Json(sparse)
}

#[test]
fn a_member_that_is_left_out_is_not_said_to_be_null() {
    let server = Server::builder("sparse", "1.0.0")
        .tool::<sparse>()
        .build()
        .unwrap();
    let schema = &server.list()[0]["outputSchema"];
    let member = |name: &str| schema["properties"][name].clone();
    assert_eq!(member("text"), json!({"type": "string"}));
    assert_eq!(member("more"), json!({"$ref": "#/$defs/Sparse"}));
    let with_null = |of: Value| json!({"anyOf": [of, {"type": "null"}]});
    assert_eq!(member("odd"), with_null(json!({"type": "boolean"})));
    assert_eq!(
        member("plain"),
        with_null(json!({"type": "integer", "minimum": 0, "maximum": 255}))
    );
    assert_eq!(schema["required"], json!(["plain"]));
}
