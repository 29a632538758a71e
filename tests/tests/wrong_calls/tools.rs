//! The tools that the page calls; it shows this file but for this line.

use std::collections::{BTreeMap, BTreeSet};

use haft::{Server, schema, tool};

#[schema]
#[derive(Default)]
enum Priority {
    Low,
    #[default]
    Medium,
    High,
}

/// Open an issue.
#[tool]
fn open_issue(
    #[arg(min_length = 1, max_length = 60)] title: &str,
    #[arg(max_items = 3)] labels: Vec<String>,
    #[arg(default)] priority: Priority,
    #[arg(alias = "assigned_to", pattern = "^[a-z]+$")] assignee: Option<String>,
    hours: Option<u8>,
) {
}

#[schema]
struct Task {
    name: String,
    after: Option<Vec<u32>>,
}

#[schema]
struct Plan {
    owner: String,
    tasks: Vec<Task>,
}

/// Save a plan.
#[tool]
fn save_plan(plan: &Plan) {}

#[schema]
#[serde(tag = "kind")]
enum Shape {
    Circle { radius: f64 },
    Line { from: (i32, i32), to: (i32, i32) },
}

/// Draw a shape.
#[tool]
fn draw(shape: Shape) {}

#[schema]
#[serde(untagged)]
enum Person {
    Id(u64),
    Name { first: String, last: String },
}

/// Invite a person.
#[tool]
fn invite(person: Person) {}

#[schema]
enum Filter {
    All,
    Label(String),
}

/// List issues.
#[tool(lenient)]
fn list_issues(filter: Filter, page: u32) {}

#[schema]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Day {
    Mon,
    Tue,
    Wed,
}

/// Set how many hours each person works, and on which days.
#[tool]
fn set_hours(hours: BTreeMap<String, u8>, days: BTreeSet<Day>) {}

/// A version of two numbers, such as `1.2`.
#[schema(input)]
#[serde(try_from = "String")]
struct Version(u32, u32);

impl TryFrom<String> for Version {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let numbers = text
            .split_once('.')
            .and_then(|(major, minor)| Some(Self(major.parse().ok()?, minor.parse().ok()?)));
        numbers.ok_or("expected two numbers, such as \"1.2\"".to_owned())
    }
}

/// Release a version.
#[tool]
fn release(version: Version, #[arg(secret, min_length = 8)] password: &str) {}

pub(crate) fn server() -> Result<Server, haft::BuildError> {
    let builder = Server::builder("tracker", "1.0.0")
        .tool::<open_issue>()
        .tool::<save_plan>();
    let builder = builder
        .tool::<draw>()
        .tool::<invite>()
        .tool::<list_issues>();
    builder.tool::<set_hours>().tool::<release>().build()
}
