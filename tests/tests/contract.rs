//! The schema is a promise: what it says is enforced at every depth, and all that is wrong is told at once.

// Fields are read by `Debug`, which does not count.
#![allow(dead_code)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use haft::{Server, Tool, tool};
use haft_tests::{call, json, text};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

/// The lines of a refusal, without its first.
#[track_caller]
fn refusal(server: &Server, tool: &str, arguments: &str) -> Vec<String> {
    let answer = call(server, tool, arguments);
    assert_eq!(answer["error"]["code"], -32602, "{arguments}: {answer}");
    let message = answer["error"]["message"].as_str().unwrap();
    let mut lines = message.lines();
    assert_eq!(
        lines.next(),
        Some(format!("Invalid arguments for {tool}:").as_str())
    );
    lines.map(str::to_owned).collect()
}

#[track_caller]
fn refused(server: &Server, tool: &str, rows: &[(&str, &[&str])]) {
    for (arguments, lines) in rows {
        assert_eq!(refusal(server, tool, arguments), *lines, "{arguments}");
    }
}

#[track_caller]
fn taken(server: &Server, tool: &str, rows: &[(&str, &str)]) {
    for (arguments, result) in rows {
        let answer = call(server, tool, arguments);
        assert!(answer["error"].is_null(), "{arguments}: {answer}");
        assert_eq!(text(&answer), *result, "{arguments}");
    }
}

/// How many lines to read.
#[derive(Debug, Deserialize, JsonSchema)]
struct Lines(#[schemars(range(min = 1, max = 1000))] usize);

#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Level {
    Low,
    #[serde(alias = "top")]
    High,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Filter {
    #[schemars(length(min = 1, max = 5), regex(pattern = r"^[a-z]+$"))]
    #[serde(alias = "label")]
    tag: String,
    #[schemars(extend("multipleOf" = 0.1))]
    share: Option<f64>,
    #[serde(default)]
    level: Option<Level>,
    #[serde(default)]
    #[schemars(length(max = 2))]
    words: Vec<Option<String>>,
}

/// Read lines.
#[tool]
fn read(lines: Lines, filters: Option<Vec<Filter>>) -> String {
    format!("{lines:?} {filters:?}")
}

/// Take sets.
#[tool]
fn sets(small: BTreeSet<u8>, nested: Option<Vec<BTreeSet<String>>>) -> String {
    format!("{small:?} {nested:?}")
}

fn reader() -> Server {
    Server::builder("reader", "1")
        .tool::<read>()
        .tool::<sets>()
        .build()
        .unwrap()
}

#[test]
fn constraints_hold_at_every_depth() {
    let server = reader();
    taken(
        &server,
        "read",
        &[
            (r#"{"lines":1}"#, "Lines(1) None"),
            (r#"{"lines":1e3}"#, "Lines(1000) None"),
            (
                r#"{"lines":2,"filters":[{"tag":"ab","share":0.3}]}"#,
                r#"Lines(2) Some([Filter { tag: "ab", share: Some(0.3), level: None, words: [] }])"#,
            ),
        ],
    );
    refused(
        &server,
        "read",
        &[
            (
                r#"{"lines":0}"#,
                &["- /lines: expected an integer from 1 to 1000, got 0"],
            ),
            (
                r#"{"lines":1001,"filters":[{"tag":"ab"},{"tag":"toolong"},{"tag":"A","share":0.35}]}"#,
                &[
                    "- /lines: expected an integer from 1 to 1000, got 1001",
                    r#"- /filters/1/tag: expected a string of 1 to 5 characters that matches `^[a-z]+$`, got "toolong" (it has 7 characters)"#,
                    r#"- /filters/2/tag: expected a string of 1 to 5 characters that matches `^[a-z]+$`, got "A""#,
                    "- /filters/2/share: expected a number in steps of 0.1, got 0.35",
                ],
            ),
            (
                r#"{"lines":1,"filters":[{"tag":"a","words":["a",null,"b"]}]}"#,
                &[
                    "- /filters/0/words: expected an array of at most 2 strings, got an array (it has 3 elements)",
                ],
            ),
        ],
    );
    taken(
        &server,
        "sets",
        &[(r#"{"small":[3,1,2]}"#, "{1, 2, 3} None")],
    );
    refused(
        &server,
        "sets",
        &[
            (
                r#"{"small":[1,2,1.0]}"#,
                &["- /small/2: given twice (send it once)"],
            ),
            (
                r#"{"small":[],"nested":[[],["a","b","a"],["c","c"]]}"#,
                &[
                    "- /nested/1/2: given twice (send it once)",
                    "- /nested/2/1: given twice (send it once)",
                ],
            ),
        ],
    );
}

#[test]
fn every_fault_of_an_argument_is_told_at_once() {
    refused(
        &reader(),
        "read",
        &[(
            r#"{"lines":"5","filters":[{"tag":1,"share":"0.1"},{"sahre":0.1},7,{"tag":"a","level":"hgih","words":[1,"a"]}]}"#,
            &[
                r#"- /lines: expected an integer from 1 to 1000, got "5" (send an integer, not a string)"#,
                "- /filters/0/tag: expected a string of 1 to 5 characters that matches `^[a-z]+$`, got 1",
                r#"- /filters/0/share: expected a number in steps of 0.1, got "0.1" (send a number, not a string)"#,
                r#"- /filters/1/sahre: unknown member (did you mean "share"?)"#,
                "- /filters/1/tag: missing, expected a string of 1 to 5 characters that matches `^[a-z]+$`",
                "- /filters/2: expected an object with tag, got 7",
                r#"- /filters/3/level: expected one of "low", "high", got "hgih" (did you mean "high"?)"#,
                "- /filters/3/words/0: expected a string, got 1",
            ],
        )],
    );
}

#[test]
fn what_only_the_decoder_knows_is_no_fault() {
    let server = reader();
    // Another name of a member, another name of a value, and `null` for what may be absent, in an argument that is judged.
    taken(
        &server,
        "read",
        &[
            (
                r#"{"lines":1,"filters":[{"label":"ab","level":"top","share":null,"words":[null]}]}"#,
                r#"Lines(1) Some([Filter { tag: "ab", share: None, level: Some(High), words: [None] }])"#,
            ),
            (r#"{"lines":1,"filters":null}"#, "Lines(1) None"),
        ],
    );
    // The same beside a fault, and constraints hold under another name.
    refused(
        &server,
        "read",
        &[
            (
                r#"{"lines":1,"filters":[{"label":"ab","level":"top","share":null,"words":[null,1]}]}"#,
                &["- /filters/0/words/1: expected a string, got 1"],
            ),
            (
                r#"{"lines":1,"filters":[{"label":"AB","level":"top"}]}"#,
                &[
                    r#"- /filters/0/label: expected a string of 1 to 5 characters that matches `^[a-z]+$`, got "AB""#,
                ],
            ),
            (
                r#"{"lines":1,"filters":[{"label":"a","tag":"b"}]}"#,
                &["- /filters/0/tag: given twice (send it once)"],
            ),
            (
                r#"{"lines":1,"filters":[{"tag":null,"level":null,"words":null}]}"#,
                &[
                    "- /filters/0/tag: expected a string of 1 to 5 characters that matches `^[a-z]+$`, got null",
                ],
            ),
        ],
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Shape {
    Circle { center: Point, radius: u8 },
    Square { corner: Point, side: Option<u8> },
    Nothing,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
enum Setting {
    Flag(bool),
    Size(u16),
    Area { width: u8, height: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Off,
    Auto,
    Level(u8),
    Range { low: i32, high: i32 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Target {
    Number(u32),
    Host {
        host: String,
        #[serde(default)]
        port: Option<u16>,
    },
    At(Point),
    Many(Vec<Mode>),
}

/// Take a value of each kind of enum.
#[tool]
fn enums(
    shape: Option<Shape>,
    setting: Option<Setting>,
    mode: Option<Mode>,
    target: Option<Target>,
) -> String {
    let all = [
        shape.as_ref().map(|it| format!("{it:?}")),
        setting.as_ref().map(|it| format!("{it:?}")),
        mode.as_ref().map(|it| format!("{it:?}")),
        target.as_ref().map(|it| format!("{it:?}")),
    ];
    all.into_iter().flatten().collect()
}

fn enumerations() -> Server {
    Server::builder("enums", "1")
        .tool::<enums>()
        .build()
        .unwrap()
}

#[test]
fn a_tagged_union_is_told_by_its_chosen_alternative() {
    let server = enumerations();
    taken(
        &server,
        "enums",
        &[
            (
                r#"{"shape":{"radius":1.0,"center":{"x":1,"y":-2},"kind":"circle"}}"#,
                "Circle { center: Point { x: 1, y: -2 }, radius: 1 }",
            ),
            (
                r#"{"shape":{"kind":"square","corner":{"x":0,"y":0},"side":null}}"#,
                "Square { corner: Point { x: 0, y: 0 }, side: None }",
            ),
            (r#"{"shape":{"kind":"nothing"}}"#, "Nothing"),
            (r#"{"setting":{"value":300,"type":"size"}}"#, "Size(300)"),
            (r#"{"mode":"auto"}"#, "Auto"),
            (r#"{"mode":{"level":3}}"#, "Level(3)"),
        ],
    );
    refused(
        &server,
        "enums",
        &[
            (
                r#"{"shape":{"kind":"circle","center":{"x":1.5,"z":1},"radius":256,"side":1}}"#,
                &[
                    "- /shape/center/x: expected an integer from -2147483648 to 2147483647, got 1.5",
                    r#"- /shape/center/z: unknown member (known are "x", "y")"#,
                    "- /shape/center/y: missing, expected an integer from -2147483648 to 2147483647",
                    "- /shape/radius: expected an integer from 0 to 255, got 256",
                    r#"- /shape/side: unknown member (known are "kind", "center", "radius")"#,
                ],
            ),
            (
                r#"{"shape":{"kind":"cicle","center":{}}}"#,
                &[
                    r#"- /shape/kind: expected one of "circle", "square", "nothing", got "cicle" (did you mean "circle"?)"#,
                ],
            ),
            (
                r#"{"shape":{"center":{}}}"#,
                &[r#"- /shape/kind: missing, expected one of "circle", "square", "nothing""#],
            ),
            (
                r#"{"setting":{"type":"area","value":{"width":1,"height":"2"}}}"#,
                &[
                    r#"- /setting/value/height: expected an integer from 0 to 255, got "2" (send an integer, not a string)"#,
                ],
            ),
            (
                r#"{"mode":{"range":{"low":"a"}}}"#,
                &[
                    r#"- /mode/range/low: expected an integer from -2147483648 to 2147483647, got "a" (send an integer, not a string)"#,
                    "- /mode/range/high: missing, expected an integer from -2147483648 to 2147483647",
                ],
            ),
            (
                r#"{"mode":"atuo"}"#,
                &[
                    r#"- /mode: expected one of "off", "auto" or an object with one of level, range, got "atuo" (did you mean "auto"?)"#,
                ],
            ),
            (
                r#"{"mode":"level"}"#,
                &[
                    r#"- /mode: expected one of "off", "auto" or an object with one of level, range, got "level" (send {"level": …})"#,
                ],
            ),
            (
                r#"{"mode":{"off":null}}"#,
                &[r#"- /mode/off: unknown member (send the string "off")"#],
            ),
            (
                r#"{"mode":{"level":1,"range":1}}"#,
                &[
                    r#"- /mode: expected one of "off", "auto" or an object with one of level, range, got an object with 2 members"#,
                ],
            ),
        ],
    );
}

#[test]
fn what_serde_reads_into_a_buffer_is_judged_afterwards() {
    let server = enumerations();
    // Each of these decodes: an array is taken for an object, or a member is not looked at.
    refused(
        &server,
        "enums",
        &[
            (
                r#"{"shape":{"kind":"circle","center":[1,2],"radius":1}}"#,
                &["- /shape/center: expected an object with x, y, got an array"],
            ),
            (
                r#"{"shape":{"kind":"nothing","radius":1}}"#,
                &[r#"- /shape/radius: unknown member (known are "kind")"#],
            ),
            (
                r#"{"target":[1,2]}"#,
                &[
                    r#"- /target/0: expected one of "off", "auto" or an object with one of level, range, got 1"#,
                    r#"- /target/1: expected one of "off", "auto" or an object with one of level, range, got 2"#,
                ],
            ),
            (
                r#"{"target":[{"off":null}]}"#,
                &[r#"- /target/0/off: unknown member (send the string "off")"#],
            ),
        ],
    );
}

#[test]
fn an_untagged_union_is_told_by_the_alternative_with_the_fewest_faults() {
    let server = enumerations();
    taken(
        &server,
        "enums",
        &[
            (r#"{"target":5.0}"#, "Number(5)"),
            (
                r#"{"target":{"host":"a","port":null}}"#,
                r#"Host { host: "a", port: None }"#,
            ),
            (
                r#"{"target":{"host":"a","x":1}}"#,
                r#"Host { host: "a", port: None }"#,
            ),
            (r#"{"target":{"x":1,"y":2}}"#, "At(Point { x: 1, y: 2 })"),
            (r#"{"target":["off",{"level":1}]}"#, "Many([Off, Level(1)])"),
        ],
    );
    refused(
        &server,
        "enums",
        &[
            (
                r#"{"target":{"x":1,"y":"2"}}"#,
                &[r"- /target/host: missing, expected a string (read as an object with host)"],
            ),
            (
                r#"{"target":{"host":"a","port":70000}}"#,
                &[
                    "- /target/port: expected an integer from 0 to 65535, got 70000 (read as an object with host)",
                ],
            ),
            (
                r#"{"target":{"host":1,"x":1,"y":1}}"#,
                &["- /target/host: expected a string, got 1 (read as an object with host)"],
            ),
            (
                r#"{"target":["off",{"levle":1},"on"]}"#,
                &[
                    r#"- /target/1/levle: unknown member (did you mean "level"?)"#,
                    r#"- /target/2: expected one of "off", "auto" or an object with one of level, range, got "on""#,
                ],
            ),
            (
                r#"{"target":-1}"#,
                &[
                    "- /target: expected an integer from 0 to 4294967295, an object with host, an object with x, y or an array of elements, each one of \"off\", \"auto\" or an object with one of level, range, got -1",
                ],
            ),
        ],
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Common {
    #[schemars(range(min = 1))]
    id: u32,
    at: Option<Point>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Note {
    title: String,
    #[serde(flatten)]
    common: Common,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Named {
    #[serde(alias = "label")]
    #[schemars(length(min = 1))]
    name: String,
    #[serde(default)]
    level: Option<Level>,
    size: Option<u8>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Tagged {
    #[serde(alias = "first")]
    One(Named),
    Two {
        #[serde(alias = "inside")]
        inner: Vec<Named>,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Bare {
    Named(Named),
    Number(u8),
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Around {
    #[serde(flatten)]
    named: Named,
}

/// Take what has names of its own inside of what serde reads into a buffer.
#[tool]
fn buffers(tagged: Option<Tagged>, bare: Option<Bare>, around: Option<Around>) -> String {
    format!("{tagged:?} {bare:?} {around:?}")
}

#[test]
fn other_names_are_known_inside_of_a_buffer() {
    let server = Server::builder("buffers", "1")
        .tool::<buffers>()
        .build()
        .unwrap();
    let named = r#"Named { name: "a", level: Some(High), size: None }"#;
    taken(
        &server,
        "buffers",
        &[
            (
                r#"{"tagged":{"kind":"one","label":"a","level":"top","size":null}}"#,
                &format!("Some(One({named})) None None"),
            ),
            (
                r#"{"tagged":{"kind":"two","inside":[{"label":"a","level":"top"}]}}"#,
                &format!("Some(Two {{ inner: [{named}] }}) None None"),
            ),
            (
                r#"{"tagged":{"kind":"first","name":"a","level":"top"}}"#,
                &format!("Some(One({named})) None None"),
            ),
            (
                r#"{"bare":{"label":"a","level":"top"}}"#,
                &format!("None Some(Named({named})) None"),
            ),
            (
                r#"{"around":{"label":"a","level":"top"}}"#,
                &format!("None None Some(Around {{ named: {named} }})"),
            ),
        ],
    );
    let short = "expected a string of at least 1 character, got \"\" (it has 0 characters)";
    refused(
        &server,
        "buffers",
        &[
            (
                r#"{"tagged":{"kind":"one","label":""}}"#,
                &[&format!("- /tagged/label: {short}")],
            ),
            (
                r#"{"tagged":{"kind":"two","inside":[{"label":"","level":"top"},{"name":"a","level":"tpo"}]}}"#,
                &[
                    &format!("- /tagged/inside/0/label: {short}"),
                    r#"- /tagged/inside/1/level: expected one of "low", "high", got "tpo""#,
                ],
            ),
            (
                r#"{"tagged":{"kind":"one","lable":"a"}}"#,
                &[
                    r#"- /tagged/lable: unknown member (known are "kind", "name", "level", "size")"#,
                    "- /tagged/name: missing, expected a string of at least 1 character",
                ],
            ),
            (
                r#"{"around":{"label":""}}"#,
                &[&format!("- /around/label: {short}")],
            ),
        ],
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Paging {
    #[schemars(range(min = 1, max = 100))]
    #[serde(alias = "limit")]
    size: Option<u32>,
    #[schemars(length(min = 1))]
    sort: String,
}

/// Take a note and the members of another struct.
#[tool]
fn notes(note: Option<Note>, #[arg(flatten)] paging: Paging, #[arg(flatten)] own: Own) -> String {
    format!("{note:?} {paging:?} {own:?}")
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Own {
    level: Option<Level>,
    #[serde(default)]
    deep: BTreeMap<String, Point>,
}

#[test]
fn flattened_members_keep_the_promise() {
    let server = Server::builder("notes", "1")
        .tool::<notes>()
        .build()
        .unwrap();
    taken(
        &server,
        "notes",
        &[
            (
                r#"{"sort":"a","note":{"title":"t","id":1,"at":{"x":1,"y":2.0},"more":[]}}"#,
                r#"Some(Note { title: "t", common: Common { id: 1, at: Some(Point { x: 1, y: 2 }) } }) Paging { size: None, sort: "a" } Own { level: None, deep: {} }"#,
            ),
            (
                r#"{"limit":5,"sort":"a","level":"top"}"#,
                r#"None Paging { size: Some(5), sort: "a" } Own { level: Some(High), deep: {} }"#,
            ),
        ],
    );
    refused(
        &server,
        "notes",
        &[
            (
                r#"{"sort":"","note":{"title":"t","id":0,"at":[1,2]},"size":0}"#,
                &[
                    r#"- /sort: expected a string of at least 1 character, got "" (it has 0 characters)"#,
                    "- /note/id: expected an integer from 1 to 4294967295, got 0",
                    "- /note/at: expected an object with x, y, got an array",
                    "- /size: expected an integer from 1 to 100, got 0",
                ],
            ),
            (
                r#"{"sort":"","szie":5}"#,
                &[
                    r#"- /sort: expected a string of at least 1 character, got "" (it has 0 characters)"#,
                    r#"- /szie: unknown argument (did you mean "size"?)"#,
                ],
            ),
            (
                r#"{"size":"5","szie":5,"level":"lo","deep":{"a":{"x":"1"},"b":3}}"#,
                &[
                    r#"- /size: expected an integer from 1 to 100, got "5" (send an integer, not a string)"#,
                    r#"- /szie: unknown argument (did you mean "size"?)"#,
                    r#"- /level: expected one of "low", "high", got "lo" (did you mean "low"?)"#,
                    r#"- /deep/a/x: expected an integer from -2147483648 to 2147483647, got "1" (send an integer, not a string)"#,
                    "- /deep/a/y: missing, expected an integer from -2147483648 to 2147483647",
                    "- /deep/b: expected an object with x, y, got 3",
                    "- /sort: missing, expected a string of at least 1 character",
                ],
            ),
            (
                r#"{"limit":500,"sort":"a","level":"top"}"#,
                &["- /limit: expected an integer from 1 to 100, got 500"],
            ),
            (
                r#"{"limit":5,"sort":1,"level":"top"}"#,
                &["- /sort: expected a string of at least 1 character, got 1"],
            ),
        ],
    );
}

/// A type of another crate, with words of its own.
#[derive(Debug)]
struct Moment(String);

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text: Cow<'de, str> = Cow::deserialize(deserializer)?;
        match serde_json::from_str::<u8>(&text) {
            Ok(_) => Ok(Self(text.into_owned())),
            Err(error) => Err(serde::de::Error::custom(error)),
        }
    }
}

impl JsonSchema for Moment {
    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "date-time"})
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum When {
    Moment(Moment),
    Number(u8),
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Span {
    from: Moment,
    days: u8,
}

/// Take times.
#[tool]
fn times(at: Option<Moment>, when: Option<When>, span: Option<Span>) -> String {
    format!("{at:?} {when:?} {span:?}")
}

#[test]
fn a_type_of_its_own_mind_says_so_in_its_own_words_without_a_place_in_a_text() {
    let server = Server::builder("times", "1")
        .tool::<times>()
        .build()
        .unwrap();
    refused(
        &server,
        "times",
        &[
            (
                r#"{"at":"soon"}"#,
                &[r#"- /at: expected value, got "soon" (send a date-time string (RFC 3339))"#],
            ),
            // What the checker finds beside it is told as well.
            (
                r#"{"span":{"from":"soon","days":256}}"#,
                &[
                    "- /span/days: expected an integer from 0 to 255, got 256",
                    r#"- /span/from: expected value, got "soon" (send a date-time string (RFC 3339))"#,
                ],
            ),
            // serde's own words would name a type of Rust's.
            (
                r#"{"when":"soon"}"#,
                &[
                    r#"- /when: expected a date-time string (RFC 3339) or an integer from 0 to 255, got "soon""#,
                ],
            ),
        ],
    );
    let answer = call(&server, "times", r#"{"at":"soon"}"#);
    assert_eq!(answer["error"]["data"]["faults"][0]["code"], "value");
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Login {
    user: String,
    #[schemars(length(min = 8))]
    word: String,
    #[serde(default)]
    extra: BTreeMap<String, u8>,
    #[serde(default)]
    moment: Option<Moment>,
}

/// A tool as the macro would write it, whose parameter is a secret.
struct Secretive;

impl haft::__private::Define for Secretive {
    fn define() -> haft::__private::Definition {
        haft::__private::Definition {
            body: |invocation| {
                let parameter =
                    const { &haft::__private::Parameter::<Login>::new("login").secret() };
                let mut slot = parameter.slot();
                if invocation.decode(&mut [&mut slot]) {
                    invocation.run(|| haft::Return::lower("welcome"));
                }
            },
            name: "secretive",
            description: "Log in.",
            ..<plain as haft::__private::Define>::define()
        }
    }
}

/// Say nothing.
#[tool]
fn plain() {}

#[test]
fn a_secret_is_not_shown_at_any_depth() {
    let server = Server::builder("secretive", "1")
        .row(Tool::of::<Secretive>())
        .build()
        .unwrap();
    let rows: [(&str, &[&str]); 7] = [
        (
            r#"{"login":"hunter2"}"#,
            &["- /login: expected an object with user, word"],
        ),
        (
            r#"{"login":{"user":7777,"word":"hunter2","extra":{"hunter3":7777},"moment":"hunter4"}}"#,
            &[
                "- /login/user: expected a string",
                "- /login/word: expected a string of at least 8 characters",
                "- /login/extra: expected an integer from 0 to 255",
            ],
        ),
        (
            r#"{"login":{"user":"a","word":"hunter22","moment":"hunter4"}}"#,
            &["- /login/moment: expected a date-time string (RFC 3339)"],
        ),
        (
            r#"{"login":{"user":"a","word":"hunter22","extra":{"hunter3":1,"hunter3":2}}}"#,
            &["- /login/extra: given twice (send it once)"],
        ),
        (
            r#"{"login":{"user":"a","user":"b","word":"hunter22"}}"#,
            &["- /login/user: given twice (send it once)"],
        ),
        (
            r#"{"login":{"user":"a"}}"#,
            &["- /login/word: missing, expected a string of at least 8 characters"],
        ),
        (
            r#"{"login":null}"#,
            &["- /login: expected an object with user, word"],
        ),
    ];
    for (arguments, lines) in rows {
        let answer = call(&server, "secretive", arguments);
        let all = answer.to_string();
        for secret in ["hunter", "7777"] {
            assert!(!all.contains(secret), "{all}");
        }
        refused(&server, "secretive", &[(arguments, lines)]);
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Looking {
    #[schemars(regex(pattern = "(?=a)"))]
    ahead: String,
    #[schemars(range(min = 2, max = 1))]
    none: i32,
    #[schemars(extend("minLength" = 1))]
    long: i32,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Percent(#[schemars(range(max = 100))] u8);

/// Take what cannot be.
#[tool]
fn impossible(
    looking: Looking,
    #[arg(default = Percent(200))] percent: Percent,
    #[arg(default = Percent(100))] fine: Percent,
) -> String {
    format!("{looking:?} {percent:?} {fine:?}")
}

const MOST: u32 = 300;

#[haft::schema(input)]
#[derive(Debug)]
struct Shown {
    #[serde(default)]
    #[schema(minimum = 1)]
    least: u8,
    #[schema(examples(MOST, 3))]
    most: u8,
}

/// A list that is not empty where there is one.
#[haft::schema(input)]
#[derive(Debug)]
struct Tags {
    #[serde(default)]
    #[schema(min_items = 1)]
    tags: Vec<String>,
    #[serde(default)]
    #[schema(max_items = 1)]
    others: Vec<String>,
}

/// Take tags.
#[tool]
fn tagged(tags: Tags, #[arg(flatten)] more: Least) -> String {
    format!("{tags:?} {more:?}")
}

#[haft::schema(input)]
#[derive(Debug)]
struct Least {
    #[serde(default)]
    #[schema(minimum = 1)]
    least: u8,
}

#[test]
fn a_default_of_a_field_that_no_client_may_send_is_not_published() {
    let server = Server::builder("tags", "1")
        .tool::<tagged>()
        .build()
        .unwrap();
    let list = server.list();
    let fields = list[0]
        .pointer("/inputSchema/properties/tags/properties")
        .unwrap();
    assert_eq!(fields["tags"].get("default"), None);
    assert_eq!(fields["others"]["default"], json!([]));
    let least = list[0].pointer("/inputSchema/properties/least").unwrap();
    assert_eq!(least.get("default"), None);
    haft::testing::assert_contract(&server);
    taken(
        &server,
        "tagged",
        &[(
            r#"{"tags":{}}"#,
            "Tags { tags: [], others: [] } Least { least: 0 }",
        )],
    );
}

/// Take what is shown wrongly.
#[tool]
fn illustrated(
    #[arg(pattern = "^[a-z]+$", examples("ab", "Ab"))] word: &str,
    shown: Vec<Shown>,
) -> String {
    format!("{word} {shown:?}")
}

#[test]
fn a_schema_that_cannot_be_kept_does_not_build() {
    let error = Server::builder("impossible", "1")
        .tool::<impossible>()
        .build()
        .unwrap_err();
    let problems = error.problems();
    assert!(
        problems[0].starts_with(
            "tool `impossible`: `looking.ahead` has the `pattern` `(?=a)`, which does not compile ("
        ),
        "{problems:?}"
    );
    assert_eq!(
        problems[1..],
        [
            "tool `impossible`: `looking.none` has the `minimum` 2 and the `maximum` 1: no value fits both",
            "tool `impossible`: `looking.long` has `minLength`, which is about strings, but takes an integer",
            "tool `impossible`: the parameter `percent` has the default 200, which its schema refuses: it takes an integer from 0 to 100",
        ]
    );

    let error = Server::builder("odd", "1")
        .tool::<illustrated>()
        .build()
        .unwrap_err();
    assert_eq!(
        error.problems(),
        [
            "tool `illustrated`: the parameter `word` has the example \"Ab\", which its schema refuses: it takes a string that matches `^[a-z]+$`",
            "tool `illustrated`: `shown[].most` has the example 300, which its schema refuses: it takes an integer from 0 to 255",
        ]
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Options {
    deep: bool,
    #[serde(default)]
    depth: Option<u8>,
    #[serde(default)]
    note: Option<String>,
    #[serde(default)]
    weights: BTreeMap<String, f64>,
}

/// Take what clients write in odd forms.
#[tool]
fn odd(
    tags: Option<Vec<String>>,
    #[arg(alias = "options")] opts: Option<Options>,
    limit: Option<u32>,
    all: Option<bool>,
    ratio: Option<f64>,
    big: Option<u64>,
    name: Option<String>,
    either: Option<Either>,
    mode: Option<Mode>,
    level: Option<Level>,
) -> String {
    [
        tags.map(|it| format!("tags {it:?};")),
        opts.map(|it| format!("opts {it:?};")),
        limit.map(|it| format!("limit {it};")),
        all.map(|it| format!("all {it};")),
        ratio.map(|it| format!("ratio {it};")),
        big.map(|it| format!("big {it};")),
        name.map(|it| format!("name {it:?};")),
        either.map(|it| format!("either {it:?};")),
        mode.map(|it| format!("mode {it:?};")),
        level.map(|it| format!("level {it:?};")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Number(i32),
    Text(String),
}

fn lenient() -> Server {
    Server::builder("odd", "1")
        .tool::<odd>()
        .lenient()
        .build()
        .unwrap()
}

/// Rows that are refused unless the server is lenient.
#[track_caller]
fn repaired(rows: &[(&str, &str)]) {
    let strict = Server::builder("odd", "1").tool::<odd>().build().unwrap();
    for (arguments, _) in rows {
        assert_eq!(
            call(&strict, "odd", arguments)["error"]["code"],
            -32602,
            "{arguments}"
        );
    }
    taken(&lenient(), "odd", rows);
}

#[test]
fn a_string_that_spells_an_array_or_an_object_is_one_where_asked_for() {
    repaired(
        &[
            // B028
            (
                r#"{"tags":"[\"a\",\"b\"]","opts":"{\"deep\":true}"}"#,
                r#"tags ["a", "b"];opts Options { deep: true, depth: None, note: None, weights: {} };"#,
            ),
            (r#"{"tags":" [ ] "}"#, "tags [];"),
            (
                r#"{"options":"{\"deep\":\"false\",\"depth\":\"3\",\"weights\":\"{\\\"a\\\":\\\"0.5\\\"}\"}"}"#,
                r#"opts Options { deep: false, depth: Some(3), note: None, weights: {"a": 0.5} };"#,
            ),
            (r#"{"mode":"{\"level\":\"3\"}"}"#, "mode Level(3);"),
        ][..3],
    );
    let server = lenient();
    // What is a string to begin with is text, byte for byte.
    taken(
        &server,
        "odd",
        &[
            (r#"{"name":"[1]"}"#, r#"name "[1]";"#),
            (
                r#"{"tags":["[\"a\"]","5"," "]}"#,
                r#"tags ["[\"a\"]", "5", " "];"#,
            ),
            (r#"{"either":"5"}"#, r#"either Text("5");"#),
            (r#"{"either":"{\"a\":1}"}"#, r#"either Text("{\"a\":1}");"#),
            (r#"{"name":""}"#, r#"name "";"#),
        ],
    );
    refused(
        &server,
        "odd",
        &[
            (
                r#"{"tags":"a,b"}"#,
                &[
                    r#"- /tags: expected an array of strings, got "a,b" (send an array, not a string)"#,
                ],
            ),
            (
                r#"{"tags":"{}","opts":"[]"}"#,
                &[
                    r#"- /tags: expected an array of strings, got "{}" (send an array, not a string)"#,
                    r#"- /opts: expected an object with deep, got "[]" (send an object, not a string)"#,
                ],
            ),
            (
                r#"{"tags":"[\"a\",]"}"#,
                &[
                    r#"- /tags: expected an array of strings, got "[\"a\",]" (send an array, not a string)"#,
                ],
            ),
            // Inside, everything is as strict as ever.
            (
                r#"{"opts":"{\"deep\":1,\"dept\":2}"}"#,
                &[
                    "- /opts/deep: expected true or false, got 1",
                    r#"- /opts/dept: unknown member (did you mean "depth"?)"#,
                ],
            ),
            (
                r#"{"opts":"{\"deep\":true,\"deep\":true}"}"#,
                &["- /opts/deep: given twice (send it once)"],
            ),
        ],
    );
}

#[test]
fn a_string_that_spells_a_number_or_a_boolean_is_one_where_asked_for() {
    repaired(&[
        // B031
        (r#"{"limit":"5","all":"false"}"#, "limit 5;all false;"),
        (r#"{"ratio":"0.1","limit":"5.0"}"#, "limit 5;ratio 0.1;"),
        (r#"{"ratio":"1e-3","all":"true"}"#, "all true;ratio 0.001;"),
        (
            r#"{"big":"18446744073709551615"}"#,
            "big 18446744073709551615;",
        ),
        (r#"{"limit":"\u0035"}"#, "limit 5;"),
    ]);
    let server = lenient();
    let integer = "expected an integer from 0 to 4294967295";
    for value in ["5x", " 5", "5 ", "+5", "05", "5.5", "1_000", "five", "[5]"] {
        let value = json!(value);
        let line = format!("- /limit: {integer}, got {value} (send an integer, not a string)");
        refused(
            &server,
            "odd",
            &[(&format!(r#"{{"limit":{value}}}"#), &[&line])],
        );
    }
    refused(
        &server,
        "odd",
        &[
            (
                r#"{"all":"yes"}"#,
                &[
                    r#"- /all: expected true or false, got "yes" (send true or false, not a string)"#,
                ],
            ),
            (
                r#"{"all":"True"}"#,
                &[
                    r#"- /all: expected true or false, got "True" (send true or false, not a string)"#,
                ],
            ),
            // A boolean is no number, nor the other way round.
            (
                r#"{"all":1,"limit":true}"#,
                &[
                    "- /all: expected true or false, got 1",
                    &format!("- /limit: {integer}, got true"),
                ],
            ),
            (
                r#"{"all":"1","limit":"true"}"#,
                &[
                    r#"- /all: expected true or false, got "1" (send true or false, not a string)"#,
                    &format!(r#"- /limit: {integer}, got "true" (send an integer, not a string)"#),
                ],
            ),
            // What is spelt is judged like what is sent.
            (
                r#"{"limit":"-5"}"#,
                &[&format!("- /limit: {integer}, got -5")],
            ),
            (
                r#"{"big":"1e19"}"#,
                &[
                    "- /big: expected an integer of at least 0, got 1e19 (beyond 2^53 write plain digits, without a point or an exponent)",
                ],
            ),
        ],
    );
}

#[test]
fn an_empty_string_is_absent_where_no_string_is_asked_for() {
    repaired(&[
        (r#"{"limit":"","name":""}"#, r#"name "";"#),
        (r#"{"tags":"","limit":5,"all":""}"#, "limit 5;"),
        (
            r#"{ "all" : "" , "tags" : "" , "limit" : 5 , "ratio" : "" }"#,
            "limit 5;",
        ),
        (
            r#"{"opts":{"depth":"","deep":true,"weights":"","note":""}}"#,
            r#"opts Options { deep: true, depth: None, note: Some(""), weights: {} };"#,
        ),
        (r#"{"all":""}"#, ""),
    ]);
    refused(
        &lenient(),
        "odd",
        &[
            (
                r#"{"level":""}"#,
                &[r#"- /level: expected one of "low", "high", got """#],
            ),
            (
                r#"{"opts":{"deep":"","weights":{"a":""}}}"#,
                &[
                    r#"- /opts/deep: expected true or false, got "" (send true or false, not a string)"#,
                    r#"- /opts/weights/a: expected a number, got "" (send a number, not a string)"#,
                ],
            ),
        ],
    );
}

#[test]
fn null_is_absent_and_the_text_null_is_told_to_be_omitted() {
    // B036, lenient or not.
    for server in [
        lenient(),
        Server::builder("odd", "1").tool::<odd>().build().unwrap(),
    ] {
        taken(
            &server,
            "odd",
            &[(r#"{"limit":null,"tags":null,"opts":null}"#, "")],
        );
        // B037
        refused(
            &server,
            "odd",
            &[(
                r#"{"tags":["null"],"limit":"null"}"#,
                &[
                    r#"- /limit: expected an integer from 0 to 4294967295, got "null" (omit it instead of "null")"#,
                ],
            )],
        );
        taken(
            &server,
            "odd",
            &[(
                r#"{"tags":["null"],"name":"null"}"#,
                r#"tags ["null"];name "null";"#,
            )],
        );
    }
}

#[test]
fn arguments_that_are_a_string_are_the_object_that_it_holds() {
    let server = lenient();
    let whole = |arguments: &str| json!(arguments).to_string();
    taken(
        &server,
        "odd",
        &[
            (&whole(r#"{"limit":5,"name":"a"}"#), r#"limit 5;name "a";"#),
            (&whole(r#" {"limit":"5"} "#), "limit 5;"),
            (&whole("{}"), ""),
        ],
    );
    refused(
        &server,
        "odd",
        &[(
            &whole(r#"{"limt":"5"}"#),
            &[r#"- /limt: unknown argument (did you mean "limit"?)"#],
        )],
    );
    for arguments in [
        whole("[]"),
        whole("x"),
        whole(""),
        whole("null"),
        whole("\"{}\""),
        "7".into(),
        "[]".into(),
    ] {
        let error = &call(&server, "odd", &arguments)["error"];
        assert_eq!(error["code"], -32602, "{arguments}");
        assert_eq!(error["data"], Value::Null, "{arguments}: {error}");
    }
    // Wherever the name stands.
    let behind = r#"{"jsonrpc":"2.0","params":{"arguments":"{\"limit\":\"5\"}","name":"odd"},"method":"tools/call","id":"x"}"#;
    let answer = haft_tests::answer(&server, behind);
    assert_eq!((&answer["id"], text(&answer)), (&json!("x"), "limit 5;"));
    let between = r#"{"jsonrpc":"2.0","method":"tools/call","params":{"arguments":"{\"limit\":\"5\"}","name":"odd"},"id":7}"#;
    assert_eq!(text(&haft_tests::answer(&server, between)), "limit 5;");
}

#[test]
fn each_tool_may_be_lenient_or_strict_for_itself() {
    let is_lenient =
        |server: &Server, tool: &str| call(server, tool, r#"{"limit":"5"}"#)["error"].is_null();
    let server = Server::builder("odd", "1")
        .tool::<odd>()
        .row(Tool::of::<odd>().renamed("lenient").lenient(true))
        .build()
        .unwrap();
    assert!(!is_lenient(&server, "odd") && is_lenient(&server, "lenient"));
    let server = Server::builder("odd", "1")
        .tool::<odd>()
        .row(Tool::of::<odd>().renamed("strict").lenient(false))
        .lenient()
        .build()
        .unwrap();
    assert!(is_lenient(&server, "odd") && !is_lenient(&server, "strict"));
    // A schema that was written by hand directs as well as any other.
    let schema = json!({"type": "object", "properties": {"limit": {"type": "integer"}, "name": {"type": "string"}}});
    let written = Tool::new("written", "Repeat.", schema, |arguments: haft::Map, _| {
        Value::Object(arguments).to_string()
    });
    let server = Server::builder("odd", "1")
        .row(written.lenient(true))
        .build()
        .unwrap();
    let answer = call(
        &server,
        "written",
        r#"{"limit":"5","name":"5","other":"5"}"#,
    );
    assert_eq!(
        json(text(&answer)),
        json!({"limit": 5, "name": "5", "other": "5"})
    );
}

fn seven() -> Option<u8> {
    Some(7)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Defaults {
    #[serde(default)]
    count: u8,
    #[serde(default = "seven")]
    limit: Option<u8>,
    #[serde(default)]
    list: Vec<Tree>,
    name: Option<String>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Tree {
    weight: f64,
    next: Option<Box<Tree>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Insides {
    One(Defaults),
    Two {
        #[serde(default)]
        on: bool,
        by: u8,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Loosely {
    Both {
        left: u8,
        #[serde(default)]
        right: u8,
    },
    Map(BTreeMap<String, Vec<Tree>>),
    Other {
        #[serde(default)]
        left: String,
        other: u8,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Flattens {
    #[serde(default)]
    own: u8,
    #[serde(flatten)]
    tree: Tree,
}

/// Take defaults.
#[tool]
fn absent(
    fields: Option<Defaults>,
    inside: Option<Insides>,
    loosely: Option<Loosely>,
    flattens: Option<Flattens>,
    many: Option<BTreeMap<String, (Tree, u8)>>,
) -> String {
    let mut shown = Vec::new();
    shown.extend(fields.map(|it| format!("{it:?}")));
    shown.extend(inside.map(|it| format!("{it:?}")));
    shown.extend(loosely.map(|it| format!("{it:?}")));
    shown.extend(flattens.map(|it| format!("{it:?}")));
    shown.extend(many.map(|it| format!("{it:?}")));
    shown.join(" ")
}

/// Take defaults as arguments.
#[tool]
fn absent_flat(
    before: Option<u8>,
    #[arg(flatten)] own: Paged,
    #[arg(flatten)] tree: Tree,
) -> String {
    format!("{before:?} {own:?} {tree:?}")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Paged {
    #[serde(default)]
    page: u8,
    #[serde(default = "seven")]
    size: Option<u8>,
}

#[test]
fn null_stands_for_a_member_that_may_be_left_out() {
    let server = Server::builder("absent", "1")
        .tool::<absent>()
        .tool::<absent_flat>()
        .build()
        .unwrap();
    let (tree, fields) = (
        "Tree { weight: 0.0, next: None }",
        "Defaults { count: 0, limit: Some(7), list: [], name: None }",
    );
    let rows = [
        (r#"{"fields":{"count":null}}"#, fields.to_owned()),
        (
            r#"{"fields":{ "count" : null , "name" : null , "list" : null }}"#,
            fields.to_owned(),
        ),
        // An `Option` takes its `null` for what it says, whatever else is left out.
        (
            r#"{"fields":{"limit":null,"count":null,"list":[{"weight":null},{"next":{"weight":null,"next":null}}]}}"#,
            format!(
                "Defaults {{ count: 0, limit: None, list: [{tree}, Tree {{ weight: 0.0, next: Some({tree}) }}], name: None }}"
            ),
        ),
        (
            r#"{"inside":{"list":null,"kind":"One","limit":null}}"#,
            "One(Defaults { count: 0, limit: None, list: [], name: None })".to_owned(),
        ),
        (
            r#"{"inside":{"on":null,"by":1,"kind":"Two"}}"#,
            "Two { on: false, by: 1 }".to_owned(),
        ),
        (
            r#"{"loosely":{"left":1,"right":null}}"#,
            "Both { left: 1, right: 0 }".to_owned(),
        ),
        (
            r#"{"loosely":{"left":null,"other":1}}"#,
            r#"Other { left: "", other: 1 }"#.to_owned(),
        ),
        (
            r#"{"loosely":{"left":[{"weight":null}]}}"#,
            format!(r#"Map({{"left": [{tree}]}})"#),
        ),
        (
            r#"{"flattens":{"own":null,"weight":null,"other":null}}"#,
            format!("Flattens {{ own: 0, tree: {tree} }}"),
        ),
        (
            r#"{"many":{"a":[{"weight":null},1]},"fields":{}}"#,
            format!(r#"{fields} {{"a": ({tree}, 1)}}"#),
        ),
    ];
    for (arguments, result) in rows {
        taken(&server, "absent", &[(arguments, &result)]);
    }
    let flat = format!("None Paged {{ page: 0, size: None }} {tree}");
    taken(
        &server,
        "absent_flat",
        &[(
            r#"{"weight":null,"before":null,"size":null,"page":null}"#,
            &flat,
        )],
    );
    refused(
        &server,
        "absent",
        &[
            (
                r#"{"fields":{"count":null,"limit":"1","cuont":null},"inside":{"kind":"Two","on":null,"by":null}}"#,
                &[
                    r#"- /fields/limit: expected an integer from 0 to 255, got "1" (send an integer, not a string)"#,
                    r#"- /fields/cuont: unknown member (did you mean "count"?)"#,
                    "- /inside/by: expected an integer from 0 to 255, got null",
                ],
            ),
            (
                r#"{"fields":{"count":null,"count":1}}"#,
                &["- /fields/count: given twice (send it once)"],
            ),
            (
                r#"{"many":{"a":[null,1]}}"#,
                &["- /many/a/0: expected an object, got null"],
            ),
        ],
    );
    refused(
        &server,
        "absent_flat",
        &[(
            r#"{"weight":null,"page":"1","pgae":null}"#,
            &[
                r#"- /page: expected an integer from 0 to 255, got "1" (send an integer, not a string)"#,
                r#"- /pgae: unknown argument (did you mean "page"?)"#,
            ],
        )],
    );
}

/// Take the rest before what is known.
#[tool]
fn rest_first(
    #[arg(flatten)] rest: BTreeMap<String, i32>,
    #[arg(flatten)] paging: Paging,
) -> String {
    format!("{paging:?} {rest:?}")
}

#[test]
fn a_flattened_map_takes_what_is_left_wherever_it_stands() {
    let server = Server::builder("rest", "1")
        .tool::<rest_first>()
        .build()
        .unwrap();
    taken(
        &server,
        "rest_first",
        &[(
            r#"{"a":1,"sort":"x","size":5}"#,
            r#"Paging { size: Some(5), sort: "x" } {"a": 1}"#,
        )],
    );
    refused(
        &server,
        "rest_first",
        &[(
            r#"{"a":"1","sort":"","size":500}"#,
            &[
                r#"- /a: expected an integer from -2147483648 to 2147483647, got "1" (send an integer, not a string)"#,
                r#"- /sort: expected a string of at least 1 character, got "" (it has 0 characters)"#,
                "- /size: expected an integer from 1 to 100, got 500",
            ],
        )],
    );
}

/// How loud.
#[haft::schema]
#[derive(Debug)]
enum Volume {
    Off,
    /// At night.
    Low,
    Middle,
    #[deprecated]
    High,
    #[serde(rename = "max")]
    All,
}

/// Set the volume.
#[tool]
fn set_volume(volume: Volume) -> haft::Json<Volume> {
    haft::Json(volume)
}

#[test]
fn names_are_published_in_the_order_of_their_declaration() {
    let server = Server::builder("volume", "1")
        .tool::<set_volume>()
        .build()
        .unwrap();
    let list = server.list();
    for schema in ["/inputSchema/properties/volume", "/outputSchema"] {
        let published = list[0].pointer(schema).unwrap();
        let expected = json!(["off", "low", "middle", "high", "max"]);
        assert_eq!(published["enum"], expected, "{schema}: {published}");
    }
    let description = "How loud.\n\n- low: At night.\n- high (deprecated)";
    assert_eq!(
        list[0]["inputSchema"]["properties"]["volume"]["description"],
        description
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Short {
    #[schemars(length(max = 2))]
    #[serde(alias = "label")]
    name: Option<String>,
    other: Option<u8>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct AroundShort {
    #[serde(flatten)]
    short: Short,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "value")]
enum Sent {
    #[serde(alias = "ein")]
    One {
        set: BTreeSet<Option<String>>,
    },
    Any(Value),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Within {
    Nothing,
    #[serde(alias = "ein")]
    One {
        left: Empty,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Empty {}

#[derive(Debug, Deserialize, JsonSchema)]
enum Outside {
    #[serde(alias = "ein")]
    One(#[schemars(range(max = 3))] u8),
    Two(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Mixed {
    Left {
        #[serde(alias = "ein")]
        one: Empty,
        two: u8,
    },
    Right {
        three: u8,
    },
    Tagged(Within),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Loose {
    Known {
        labels: Option<u8>,
        zip: String,
    },
    Open {
        #[serde(default)]
        last: String,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
enum Strict {
    Value { value: Value },
    Empty { empty: Empty },
}

/// Take values under other names.
#[tool]
fn renamed(
    short: Option<Short>,
    around: Option<AroundShort>,
    sent: Option<Sent>,
    within: Option<Within>,
    outside: Option<Outside>,
    mixed: Option<Mixed>,
    loose: Option<Loose>,
    strict: Option<Strict>,
) -> String {
    let mut shown = Vec::new();
    shown.extend(short.map(|it| format!("{it:?}")));
    shown.extend(around.map(|it| format!("{it:?}")));
    shown.extend(sent.map(|it| format!("{it:?}")));
    shown.extend(within.map(|it| format!("{it:?}")));
    shown.extend(outside.map(|it| format!("{it:?}")));
    shown.extend(mixed.map(|it| format!("{it:?}")));
    shown.extend(loose.map(|it| format!("{it:?}")));
    shown.extend(strict.map(|it| format!("{it:?}")));
    shown.join(" ")
}

/// Nothing is passed over because it stands under a name of which only the decoder knows.
#[test]
fn what_stands_under_another_name_is_judged_as_under_its_own() {
    let server = Server::builder("renamed", "1")
        .tool::<renamed>()
        .build()
        .unwrap();
    let short = r#"Short { name: Some("ab"), other: None }"#;
    let around = format!("AroundShort {{ short: {short} }}");
    taken(
        &server,
        "renamed",
        &[
            (r#"{"short":{"label":"ab","unheard_of":1}}"#, short),
            (r#"{"around":{"label":"ab","unheard_of":"abc"}}"#, &around),
            (
                r#"{"sent":{"kind":"ein","value":{"set":[null]}}}"#,
                "One { set: {None} }",
            ),
            (
                r#"{"within":{"kind":"ein","left":{}}}"#,
                "One { left: Empty }",
            ),
            (r#"{"outside":{"ein":3}}"#, "One(3)"),
            (
                r#"{"mixed":{"ein":{},"two":1}}"#,
                "Left { one: Empty, two: 1 }",
            ),
            (
                r#"{"mixed":{"kind":"ein","left":{}}}"#,
                "Tagged(One { left: Empty })",
            ),
            // What is no other name is not taken for one.
            (
                r#"{"loose":{"labels":0.5,"zip":"a"}}"#,
                r#"Open { last: "" }"#,
            ),
        ],
    );
    let long = r#"expected a string of at most 2 characters, got "abc" (it has 3 characters)"#;
    refused(
        &server,
        "renamed",
        &[
            (
                r#"{"short":{"label":"abc"}}"#,
                &[&format!("- /short/label: {long}")],
            ),
            (
                r#"{"around":{"label":"abc","unheard_of":1}}"#,
                &[&format!("- /around/label: {long}")],
            ),
            (
                r#"{"sent":{"kind":"ein","value":{"set":[null,null]}}}"#,
                &["- /sent/value/set/1: given twice (send it once)"],
            ),
            (
                r#"{"within":{"kind":"ein","left":[]}}"#,
                &["- /within/left: expected an object, got an array"],
            ),
            (
                r#"{"outside":{"ein":4}}"#,
                &["- /outside/ein: expected an integer from 0 to 3, got 4"],
            ),
        ],
    );
    for arguments in [
        r#"{"mixed":{"ein":[],"two":1}}"#,
        r#"{"mixed":{"kind":"ein","left":[]}}"#,
        r#"{"mixed":{"kind":"One","left":[]}}"#,
        r#"{"strict":{"empty":[]}}"#,
    ] {
        assert!(!refusal(&server, "renamed", arguments).is_empty());
    }
}

/// A number of its own, or one of the names.
#[haft::schema]
enum Wide {
    Number { value: u128 },
    Nothing,
}

/// What a serialiser leaves out when there is none.
#[haft::schema]
struct Maybe {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wide: Option<Wide>,
}

/// Say it again.
#[tool]
fn repeat(maybe: Maybe) -> haft::Json<Maybe> {
    haft::Json(maybe)
}

/// An enum that serde reads straight is no untagged one because it is optional.
#[test]
fn an_option_that_is_left_out_keeps_the_schema_of_its_value() {
    let server = Server::builder("wide", "1.0.0").tool::<repeat>();
    let server = server.build().unwrap();
    let sent = r#"{"wide":{"number":{"value":1267650600228229401496703205376}}}"#;
    let answer = call(&server, "repeat", &format!(r#"{{"maybe":{sent}}}"#));
    assert_eq!(text(&answer), sent, "{answer}");
}
