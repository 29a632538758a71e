//! The name that was probably meant.

/// The name that was probably meant: equal but for case, `_` and `-`, else nearest by edits within a third of its length.
pub(crate) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let fold = |text: &str| -> String {
        text.chars()
            .filter(|c| !matches!(c, '_' | '-'))
            .flat_map(char::to_lowercase)
            .collect()
    };
    // What is far longer than any name is not compared letter by letter.
    if name.len() > 256 {
        return None;
    }
    let folded = fold(name);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let distance = if fold(candidate) == folded {
            0
        } else {
            edits(name, candidate)
        };
        let length = candidate.chars().count();
        // Of a name of one letter every other letter is one edit away; that is no likeness.
        if distance <= (length / 3).max(1)
            && distance < length
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Damerau-Levenshtein distance with adjacent transpositions.
fn edits(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut previous = None;
    for (i, a) in left.chars().enumerate() {
        let mut row = Vec::with_capacity(right.len() + 1);
        row.push(i + 1);
        for (j, &b) in right.iter().enumerate() {
            let at =
                |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut cost = (at(&last, j) + usize::from(a != b))
                .min(at(&last, j + 1) + 1)
                .min(at(&row, j) + 1);
            let swapped = j > 0 && previous == Some(b) && right.get(j - 1) == Some(&a);
            if swapped {
                cost = cost.min(at(&before, j - 1) + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
        previous = Some(a);
    }
    last.last().copied().unwrap_or(0)
}
