//! scratch
#![allow(warnings)]
use haft_tests::*;
use haft::*;
use std::collections::*;
use std::path::Path;
use serde::{Serialize,Deserialize,Deserializer};
use schemars::JsonSchema;
use serde_json::value::RawValue;

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all="snake_case")]
enum Priority { Low, #[default] Medium, High }

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Line { count: u8, unit: Priority }
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Order { customer: String, lines: Vec<Line>, note: Option<String>, #[serde(default)] extra: BTreeMap<String, i32> }

/// x
#[tool]
async fn create_issue(title: &str, labels: Vec<String>, #[arg(default)] priority: Priority) -> String { format!("{title} {labels:?} {priority:?}") }
/// x
#[tool]
fn scalars(b: Option<bool>, u: Option<u8>, i: Option<i64>, w: Option<u64>, big: Option<u128>, sbig: Option<i128>, f: Option<f64>, f3: Option<f32>, c: Option<char>, s: Option<String>, nz: Option<std::num::NonZeroU8>, unit: Option<()>) -> String { format!("{b:?} {u:?} {i:?} {w:?} {big:?} {sbig:?} {f:?} {f3:?} {c:?} {s:?} {nz:?} {unit:?}") }
/// x
#[tool]
fn order(order: Order) -> String { format!("{order:?}") }
/// x
#[tool]
fn orders(order: &[Order], t: (u8, String), a: [u8; 3], set: BTreeSet<String>) -> String { format!("{order:?} {t:?}") }
/// x
#[tool]
fn maps(a: Option<HashMap<String, u8>>, b: Option<BTreeMap<u64, i32>>, c: Option<BTreeMap<bool, i32>>, d: Option<BTreeMap<char, i32>>, e: Option<BTreeMap<i128, i32>>) -> String { format!("{a:?} {b:?} {c:?} {d:?} {e:?}") }
/// x
#[tool]
fn raw(any: Value, raw: Box<RawValue>) -> String { format!("{any} {raw}") }
/// x
#[tool]
fn none() -> String { "".into() }
/// x
#[tool]
fn aliased(#[arg(name="chatId", alias("chat_id","chat"))] chat: String, #[arg(default = 7)] n: u8, o: Option<u8>) -> String { format!("{chat} {n} {o:?}") }

struct Custom(String);
impl<'de> Deserialize<'de> for Custom { fn deserialize<D: Deserializer<'de>>(d: D) -> std::result::Result<Self, D::Error> { let s = String::deserialize(d)?; if s == "panic" { panic!("inside") } if s.starts_with("ok") { Ok(Custom(s)) } else { Err(serde::de::Error::custom(format!("line\nbreak: {s}"))) } } }
impl JsonSchema for Custom { fn schema_name() -> std::borrow::Cow<'static, str> { "Custom".into() } fn json_schema(g: &mut schemars::SchemaGenerator) -> schemars::Schema { String::json_schema(g) } }
/// x
#[tool]
fn custom(c: Custom) -> String { c.0 }

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Paging { page: Option<u32>, size: Option<u32> }
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Sort { by: String, #[serde(default)] descending: bool }
/// x
#[tool]
fn flat(q: String, #[arg(flatten)] paging: Paging, #[arg(flatten)] sort: Sort, z: u8) -> String { format!("{q} {paging:?} {sort:?} {z}") }

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag="kind")]
enum Shape { Circle{r:f64}, Square{side:u8} }
/// x
#[tool]
fn shape(s: Shape) -> String { format!("{s:?}") }

#[test]
fn show() {
    let server = Server::builder("x","1").tool::<create_issue>().tool::<scalars>().tool::<order>().tool::<orders>().tool::<maps>().tool::<raw>().tool::<none>().tool::<aliased>().tool::<custom>().tool::<flat>().tool::<shape>().build().unwrap();
    for line in std::fs::read_to_string("/tmp/calls.txt").unwrap().lines() {
        let Some((t, a)) = line.split_once(' ') else { continue };
        println!(">> {line}");
        let r = std::panic::catch_unwind(|| call(&server, t, a));
        match r {
          Ok(r) => if let Some(m) = r["error"]["message"].as_str() { println!("{m}\n   {}", r["error"]["data"]) } else { println!("   {r}") },
          Err(_) => println!("PANIC"),
        }
    }
}
