//! The table of exceptions, as it stands in the documentation.

/// A row.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) direction: Direction,
}

/// What the decoder is, where it does not agree with the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Kinder,
    Stricter,
    /// The one or the other, or none, as serde has it.
    Either,
}

/// All rows.
pub(crate) fn read() -> Vec<Row> {
    let text = include_str!("../../../../runtime/src/contract.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows = rows.map(|row| {
        let (name, rest) = row.split_once("` | ").expect("a row begins with a name");
        let direction = match rest.split_once(" |").map(|(direction, _)| direction) {
            Some("kinder") => Direction::Kinder,
            Some("stricter") => Direction::Stricter,
            Some("either") => Direction::Either,
            other => panic!("`{name}` is {other:?}"),
        };
        Row { name, direction }
    });
    rows.collect()
}
