//! The key that was meant by one that there is not.

use std::mem;

/// The name that was meant by `written`, if one is near: a slip or two, another style, or more or less of the word.
pub(crate) fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |name: &str| name.replace(['_', '-'], "").to_lowercase();
    let written = plain(written);
    let rate = |name: &'a str| {
        let plain = plain(name);
        let part =
            written.len() >= 3 && (plain.starts_with(&written) || written.starts_with(&plain));
        let slips = match distance(&written, &plain) {
            0 => 0,
            _ if part => 1,
            slips => slips,
        };
        (slips <= plain.len().div_ceil(3).min(2)).then_some((slips, name))
    };
    names.filter_map(rate).min().map(|(_, name)| name)
}

/// How many letters must be added, removed, replaced or swapped with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut two_back: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    let mut before = None;
    for (row, letter) in left.chars().enumerate() {
        let mut line = vec![row + 1];
        let mut other_before = None;
        for (column, &other) in right.iter().enumerate() {
            let at =
                |line: &[usize], column: usize| line.get(column).copied().unwrap_or(usize::MAX - 1);
            let mut cost = (at(&above, column) + usize::from(letter != other))
                .min(at(&above, column + 1) + 1)
                .min(at(&line, column) + 1);
            if before == Some(other) && other_before == Some(letter) {
                cost = cost.min(at(&two_back, column.wrapping_sub(1)) + 1);
            }
            line.push(cost);
            other_before = Some(other);
        }
        two_back = mem::replace(&mut above, line);
        before = Some(letter);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    const KEYS: [&str; 6] = [
        "name",
        "title",
        "description",
        "read_only",
        "alias",
        "crate",
    ];

    #[test]
    fn slips_are_counted() {
        for (left, right, slips) in [
            ("", "", 0),
            ("title", "title", 0),
            ("titel", "title", 1),
            ("tittle", "title", 1),
            ("tile", "title", 1),
            ("ttiel", "title", 2),
            ("name", "", 4),
        ] {
            assert_eq!(distance(left, right), slips, "{left} {right}");
        }
    }

    #[test]
    fn nearest_key_is_suggested() {
        for (written, meant) in [
            ("titel", Some("title")),
            ("desc", Some("description")),
            ("readOnlyHint", Some("read_only")),
            ("readonly", Some("read_only")),
            ("aliases", Some("alias")),
            ("nmae", Some("name")),
            ("krate", Some("crate")),
            ("rename", Some("name")),
            ("Read-Only", Some("read_only")),
            ("x", None),
        ] {
            assert_eq!(nearest(written, KEYS.into_iter()), meant, "{written}");
        }
    }
}
