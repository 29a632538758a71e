//! Regular expressions of JSON Schema, which are those of ECMA-262, as the crate that matches them reads them.

use regex_lite::Regex;

/// `\s`: white space and the ends of lines (ECMA-262, section 22.2.2.9).
const SPACE: &str = r"\t\n\x0B\x0C\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
/// `\S`: everything else.
const OTHERS: &str = r"\x00-\x08\x0E-\x1F!-\u{9F}\u{A1}-\u{167F}\u{1681}-\u{1FFF}\u{200B}-\u{2027}\u{202A}-\u{202E}\u{2030}-\u{205E}\u{2060}-\u{2FFF}\u{3001}-\u{FEFE}\u{FF00}-\u{10FFFF}";
/// What `.` does not match.
const LINE_ENDS: &str = r"\n\r\u{2028}\u{2029}";

/// Compiles a pattern.
pub(super) fn compile(pattern: &str) -> Result<Regex, regex_lite::Error> {
    Regex::new(&translated(pattern))
}

/// Spells out what means something else to the crate; anything that only one of the two knows stays as it is.
fn translated(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut characters = pattern.chars();
    let mut in_class = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('s') if in_class => out.push_str(SPACE),
                Some('S') if in_class => out.push_str(OTHERS),
                Some('s') => out.extend(["[", SPACE, "]"]),
                Some('S') => out.extend(["[", OTHERS, "]"]),
                escaped => {
                    out.push(character);
                    out.extend(escaped);
                }
            },
            '.' if !in_class => out.extend(["[^", LINE_ENDS, "]"]),
            // A class does not stand inside a class.
            '[' if in_class => out.push_str(r"\["),
            _ => {
                in_class = match character {
                    '[' => true,
                    ']' => false,
                    _ => in_class,
                };
                out.push(character);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::compile;

    #[test]
    fn a_pattern_means_what_it_means_in_ecma_262() {
        for (pattern, matched, others) in [
            (r"^\s$", ["\u{feff}", "\u{a0}"], ["\u{85}", "a"]),
            (r"^\S$", ["\u{85}", "\u{e9}"], ["\u{feff}", " "]),
            (r"^[^\s,]$", ["\u{85}", "a"], ["\u{2003}", ","]),
            (r"^[\S\n]$", ["\n", "a"], ["\t", " "]),
            (r"^.$", ["\u{85}", "\u{1f600}"], ["\r", "\u{2028}"]),
            (r"^[.]$", [".", "."], ["a", "\n"]),
            (r"^[[a]$", ["[", "a"], ["]", "b"]),
            (r"^[\]a]$", ["]", "a"], ["[", "\\"]),
            (r"^\.$", [".", "."], ["a", "\\"]),
            (r"^\d$", ["0", "9"], ["\u{661}", "a"]),
            (r"^\w$", ["_", "a"], ["\u{e9}", "-"]),
            (r"^a$", ["a", "a"], ["a\n", "\na"]),
        ] {
            let compiled = compile(pattern).unwrap();
            for text in matched {
                assert!(compiled.is_match(text), "{pattern} {text:?}");
            }
            for text in others {
                assert!(!compiled.is_match(text), "{pattern} {text:?}");
            }
        }
    }
}
