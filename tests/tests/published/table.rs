//! The tables of what is not as in the originals, as they stand beside the tests.

use std::fmt;

/// The text with the tables.
const TEXT: &str = include_str!("differences.md");

/// A difference between the schema of an original and what its function takes.
#[derive(Debug, PartialEq)]
pub(crate) struct Row {
    server: &'static str,
    tool: &'static str,
    members: Vec<&'static str>,
    pub(crate) kind: Kind,
    pub(crate) direction: Direction,
}

/// What becomes of a schema.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// An object that names its members and is silent about others takes no others.
    Closed,
    /// So does one that says that it takes others.
    Shut,
    /// What may be left out may be `null`.
    Null,
    /// What is required may be left out.
    Optional,
    /// `oneOf` is `anyOf`.
    AnyOf,
    /// The bounds of the integers that JavaScript holds exactly are not there.
    Unbounded,
    /// A number is an integer of this type: with the bounds of it that lie within those.
    Integer(Option<i64>, Option<i64>),
}

/// What haft takes beside what the original does, or whether the row is about results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Direction {
    Less,
    More,
    Result,
}

impl Row {
    /// Whether it is about a member of a tool.
    pub(crate) fn is_about(&self, server: &str, tool: &str, member: &str) -> bool {
        let is = |pattern: &str, name: &str| pattern == "*" || pattern == name;
        is(self.server, server)
            && is(self.tool, tool)
            && self.members.iter().any(|known| is(known, member))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {}: {:?}",
            self.server,
            self.tool,
            self.members.join(", "),
            self.kind
        )
    }
}

/// The cells of the rows below a heading.
fn cells(heading: &str) -> Vec<Vec<&'static str>> {
    let section = TEXT
        .split("\n## ")
        .find(|section| section.starts_with(heading));
    let section = section.unwrap_or_else(|| panic!("there is no {heading}"));
    let rows = section
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| server"));
    rows.map(|row| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().trim_matches('`'))
            .collect()
    })
    .collect()
}

/// What the functions take more or less than the originals.
pub(crate) fn differences() -> Vec<Row> {
    let rows = cells("What is taken").into_iter().map(|cells| {
        let [server, tool, members, kind, direction, _why] = cells.as_slice() else {
            panic!("six cells a row: {cells:?}");
        };
        Row {
            server,
            tool,
            members: members
                .split(", ")
                .map(|member| member.trim_matches('`'))
                .collect(),
            kind: match *kind {
                "closed" => Kind::Closed,
                "shut" => Kind::Shut,
                "null" => Kind::Null,
                "optional" => Kind::Optional,
                "any of" => Kind::AnyOf,
                "unbounded" => Kind::Unbounded,
                "u8" => Kind::Integer(Some(0), Some(u8::MAX.into())),
                "u32" => Kind::Integer(Some(0), Some(u32::MAX.into())),
                "u64" => Kind::Integer(Some(0), None),
                "i64" => Kind::Integer(None, None),
                other => panic!("no such kind: {other}"),
            },
            direction: match *direction {
                "less" => Direction::Less,
                "more" => Direction::More,
                "result" => Direction::Result,
                other => panic!("no such direction: {other}"),
            },
        }
    });
    rows.collect()
}

/// What no function says: server, tool, and the member or annotation.
pub(crate) fn unsaid() -> Vec<[&'static str; 3]> {
    let rows = cells("What cannot be said").into_iter();
    rows.map(|cells| [cells[0], cells[1], cells[2]]).collect()
}

/// What clients make trouble about: server, rule, and in how many places.
pub(crate) fn lints() -> Vec<(&'static str, &'static str, usize)> {
    let rows = cells("What clients make trouble about").into_iter();
    rows.map(|cells| {
        (
            cells[0],
            cells[1],
            cells[2].parse().expect("a number of places"),
        )
    })
    .collect()
}
