//! How the words of a name are joined, as serde's `rename_all` says it.

use syn::{Ident, LitStr};

use super::of_ident;
use crate::errors::Errors;
use crate::parse::Given;

/// A way to join words.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// The names that serde has for them.
const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    /// The case that a key names, if it is given and right.
    pub(super) fn of(given: Option<&Given<LitStr>>, errors: &mut Errors) -> Option<Self> {
        let given = given?;
        let name = given.value.value();
        let found = CASES.iter().find(|(known, _)| *known == name);
        if found.is_none() {
            let names: Vec<String> = CASES
                .iter()
                .map(|(name, _)| format!("`\"{name}\"`"))
                .collect();
            errors.push(syn::Error::new(
                given.value.span(),
                format!(
                    "`rename_all` takes one of serde's cases, write {}",
                    names.join(", ")
                ),
            ));
        }
        found.map(|(_, case)| *case)
    }

    /// The name of a parameter on the wire.
    pub(super) fn name(case: Option<Self>, ident: &Ident) -> LitStr {
        let own = of_ident(ident);
        match case {
            Some(case) => LitStr::new(&case.apply(&own.value()), own.span()),
            None => own,
        }
    }

    /// Of a name in `snake_case`, as serde has it for fields.
    fn apply(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
            Self::Pascal => name.split('_').map(capitalised).collect(),
            Self::Camel => {
                let pascal = Self::Pascal.apply(name);
                let mut letters = pascal.chars();
                let first = letters.next().map(|first| first.to_ascii_lowercase());
                first.into_iter().chain(letters).collect()
            }
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::CASES;

    #[test]
    fn words_are_joined_as_serde_joins_them() {
        let rows = [
            (
                "page",
                [
                    "page", "PAGE", "Page", "page", "page", "PAGE", "page", "PAGE",
                ],
            ),
            (
                "pull_number",
                [
                    "pull_number",
                    "PULL_NUMBER",
                    "PullNumber",
                    "pullNumber",
                    "pull_number",
                    "PULL_NUMBER",
                    "pull-number",
                    "PULL-NUMBER",
                ],
            ),
            (
                "_x__y",
                [
                    "_x__y", "_X__Y", "XY", "xY", "_x__y", "_X__Y", "-x--y", "-X--Y",
                ],
            ),
            (
                "r2d2",
                [
                    "r2d2", "R2D2", "R2d2", "r2d2", "r2d2", "R2D2", "r2d2", "R2D2",
                ],
            ),
        ];
        for (name, expected) in rows {
            let joined = CASES.map(|(_, case)| case.apply(name));
            assert_eq!(joined, expected, "{name}");
        }
    }
}
