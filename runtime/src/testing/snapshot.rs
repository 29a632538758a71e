//! The published list beside a file of it.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

use super::fail;
use crate::server::Server;

/// The variable that has the file written.
const VARIABLE: &str = "HAFT_SNAPSHOT";
/// Lines that are shown around a change.
const AROUND: usize = 3;
/// Lines that are shown at most.
const MOST_LINES: usize = 80;
/// Tables of more cells than this are not filled.
const MOST_CELLS: usize = 4_000_000;

/// Fails if what `tools/list` publishes is not what a file holds: one JSON array, as [`Server::list`] gives it.
///
/// The file belongs into the repository, so that a change of what clients see is reviewed like code. A relative path
/// begins at the folder where the test runs: under Cargo, that of the package. `HAFT_SNAPSHOT=overwrite cargo test`
/// writes the file.
///
/// # Panics
/// With the lines that differ and the command that accepts them; and if the file cannot be read or written.
#[track_caller]
pub fn assert_list(server: &Server, path: impl AsRef<Path>) {
    let path = path.as_ref();
    let list = serde_json::to_string_pretty(&server.list()).unwrap_or_default() + "\n";
    if env::var_os(VARIABLE).is_some_and(|value| value == "overwrite") {
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = folder.and_then(|()| fs::write(path, list)) {
            fail(&format!("{} cannot be written: {error}", path.display()));
        }
        return;
    }
    let command = format!("    {VARIABLE}=overwrite cargo test");
    match fs::read_to_string(path) {
        Ok(kept) => {
            let kept = kept.replace("\r\n", "\n");
            if kept != list {
                fail(&format!(
                    "what clients see is not what {} holds:\n\n{}\nIf that is meant, run\n{command}\nand commit the file.",
                    path.display(),
                    difference(&kept, &list),
                ));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => fail(&format!(
            "there is no {}; write it by\n{command}\nand commit it.",
            path.display()
        )),
        Err(error) => fail(&format!("{} cannot be read: {error}", path.display())),
    }
}

/// One line of either text: kept, gone or new.
#[derive(Clone, Copy, PartialEq)]
enum Line<'t> {
    Kept(&'t str),
    Gone(&'t str),
    New(&'t str),
}

/// The lines that differ, with some around them.
fn difference(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    let lines = compare(&before, &after);
    let is_near = |at: usize| {
        let near = lines.get(at.saturating_sub(AROUND)..lines.len().min(at + AROUND + 1));
        near.is_some_and(|near| near.iter().any(|line| !matches!(line, Line::Kept(_))))
    };
    let mut text = String::new();
    let (mut shown, mut gap) = (0, false);
    for (at, line) in lines.iter().enumerate() {
        if shown == MOST_LINES {
            text.push_str("…\n");
            break;
        }
        if !is_near(at) {
            gap = true;
            continue;
        }
        if gap && shown > 0 {
            text.push_str("…\n");
        }
        gap = false;
        shown += 1;
        let _ = match line {
            Line::Kept(line) => writeln!(text, "  {line}"),
            Line::Gone(line) => writeln!(text, "- {line}"),
            Line::New(line) => writeln!(text, "+ {line}"),
        };
    }
    text
}

fn compare<'t>(before: &[&'t str], after: &[&'t str]) -> Vec<Line<'t>> {
    let same = |(one, other): &(&&str, &&str)| one == other;
    let start = before.iter().zip(after).take_while(same).count();
    let (head, before) = before.split_at(start);
    let after = after.get(start..).unwrap_or_default();
    let end = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take_while(same)
        .count();
    let (before, tail) = before.split_at(before.len() - end);
    let after = after.get(..after.len() - end).unwrap_or_default();
    let mut lines: Vec<Line<'t>> = head.iter().copied().map(Line::Kept).collect();
    lines.extend(middle(before, after));
    lines.extend(tail.iter().copied().map(Line::Kept));
    lines
}

/// The same for texts that neither begin nor end with the same line: by their longest common subsequence.
fn middle<'t>(before: &[&'t str], after: &[&'t str]) -> Vec<Line<'t>> {
    let width = after.len() + 1;
    if before.len().saturating_mul(width) > MOST_CELLS {
        let gone = before.iter().copied().map(Line::Gone);
        return gone.chain(after.iter().copied().map(Line::New)).collect();
    }
    let mut common = vec![0_u32; (before.len() + 1) * width];
    let cell = |common: &[u32], row: usize, column: usize| {
        common.get(row * width + column).copied().unwrap_or(0)
    };
    for (row, one) in before.iter().enumerate().rev() {
        for (column, other) in after.iter().enumerate().rev() {
            let length = if one == other {
                cell(&common, row + 1, column + 1) + 1
            } else {
                cell(&common, row + 1, column).max(cell(&common, row, column + 1))
            };
            if let Some(cell) = common.get_mut(row * width + column) {
                *cell = length;
            }
        }
    }
    let mut lines = Vec::new();
    let (mut row, mut column) = (0, 0);
    loop {
        match (before.get(row), after.get(column)) {
            (Some(one), Some(other)) if one == other => {
                lines.push(Line::Kept(one));
                (row, column) = (row + 1, column + 1);
            }
            (Some(one), other)
                if other.is_none()
                    || cell(&common, row + 1, column) >= cell(&common, row, column + 1) =>
            {
                lines.push(Line::Gone(one));
                row += 1;
            }
            (_, Some(other)) => {
                lines.push(Line::New(other));
                column += 1;
            }
            _ => return lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn a_difference_is_shown_with_lines_around_it() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
        let after = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n11\n12\n13\n";
        let expected = "  2\n  3\n  4\n- 5\n+ five\n  6\n  7\n  8\n…\n  10\n  11\n  12\n+ 13\n";
        assert_eq!(difference(before, after), expected);
        assert_eq!(difference("", "a\n"), "+ a\n");
        assert_eq!(difference("a\n", ""), "- a\n");
        assert_eq!(difference("a\nb\n", "b\na\n"), "- a\n  b\n+ a\n");
    }

    #[test]
    fn a_long_difference_is_cut() {
        let lines = (0..200).fold(String::new(), |lines, line| {
            lines + &line.to_string() + "\n"
        });
        let shown = difference("", &lines);
        assert_eq!(shown.lines().count(), 81);
        assert!(shown.ends_with("+ 79\n…\n"));
    }
}
