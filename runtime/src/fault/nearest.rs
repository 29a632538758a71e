//! The name that was probably meant.

/// The name that was probably meant: equal but for case, `_` and `-`, else nearest by edits within a third of its length.
pub(crate) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    // What is far longer than any name is not compared letter by letter.
    if name.len() > 256 {
        return None;
    }
    let letters: Vec<char> = name.chars().collect();
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let length = candidate.chars().count();
        // Of a name of one letter every other letter is one edit away; that is no likeness.
        let most = (length / 3).max(1).min(length.saturating_sub(1));
        let distance = if folded(candidate).eq(folded(name)) {
            0
        } else if letters.len().abs_diff(length) > most {
            continue;
        } else {
            edits(&letters, candidate)
        };
        if distance <= most && distance < length && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The letters that count where two names are the same but for how they are written.
fn folded(name: &str) -> impl Iterator<Item = char> {
    name.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
}

/// Damerau-Levenshtein distance with adjacent transpositions.
fn edits(left: &[char], right: &str) -> usize {
    // For each letter of the right: the letter, and the distances up to it in the last two rows.
    let mut columns: Vec<(char, usize, usize)> = right
        .chars()
        .enumerate()
        .map(|(column, letter)| (letter, column + 1, 0))
        .collect();
    let mut previous = None;
    for (row, &letter) in left.iter().enumerate() {
        // The distances in this row and the one above at the column before, and two rows up at that one and the one before it.
        let (mut here, mut above) = (row + 1, row);
        let (mut before, mut twice_before) = (row.wrapping_sub(1), 0);
        let mut last = None;
        for (other, distance, older) in &mut columns {
            let mut cost = (above + usize::from(letter != *other))
                .min(*distance + 1)
                .min(here + 1);
            if previous == Some(*other) && last == Some(letter) {
                cost = cost.min(twice_before + 1);
            }
            (twice_before, before) = (before, *older);
            above = std::mem::replace(distance, cost);
            *older = above;
            here = cost;
            last = Some(*other);
        }
        previous = Some(letter);
    }
    columns
        .last()
        .map_or(left.len(), |(_, distance, _)| *distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook's table, cell by cell.
    fn table(left: &[char], right: &[char]) -> usize {
        let mut cells = vec![vec![0; right.len() + 1]; left.len() + 1];
        for row in 0..=left.len() {
            for column in 0..=right.len() {
                cells[row][column] = if row == 0 || column == 0 {
                    row + column
                } else {
                    let same = left[row - 1] == right[column - 1];
                    let replaced = cells[row - 1][column - 1] + usize::from(!same);
                    let inserted = cells[row][column - 1] + 1;
                    let removed = cells[row - 1][column] + 1;
                    let is_swap = row > 1
                        && column > 1
                        && left[row - 1] == right[column - 2]
                        && left[row - 2] == right[column - 1];
                    let swapped = if is_swap {
                        cells[row - 2][column - 2] + 1
                    } else {
                        usize::MAX
                    };
                    replaced.min(inserted).min(removed).min(swapped)
                };
            }
        }
        cells[left.len()][right.len()]
    }

    #[test]
    fn two_kept_rows_are_as_good_as_a_table() {
        let mut words = vec![String::new()];
        for length in 0..4 {
            let longest: Vec<String> = words
                .iter()
                .filter(|word| word.len() == length)
                .cloned()
                .collect();
            for letter in ['a', 'b', 'c'] {
                words.extend(longest.iter().map(|word| format!("{word}{letter}")));
            }
        }
        assert_eq!(words.len(), 121);
        for left in &words {
            for right in &words {
                let letters: Vec<char> = left.chars().collect();
                let expected = table(&letters, &right.chars().collect::<Vec<_>>());
                assert_eq!(edits(&letters, right), expected, "{left:?}, {right:?}");
            }
        }
    }

    #[test]
    fn the_nearest_is_near_and_case_counts_for_nothing() {
        let known = ["low", "medium", "high", "max_length"];
        let near = |name| nearest(name, known.into_iter());
        assert_eq!(near("hgih"), Some("high"));
        assert_eq!(near("MaxLength"), Some("max_length"));
        assert_eq!(near("urgent"), None);
        assert_eq!(nearest("x", ["y", ""].into_iter()), None);
    }
}
