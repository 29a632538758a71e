//! The page of wrong programs: each is one that the compiler is shown, with the words that it had for it.

use std::collections::BTreeMap;
use std::fs;

const PAGE: &str = include_str!("../../runtime/src/wrong_programs.md");

/// The text of the first block of code of a kind.
fn block<'s>(section: &'s str, kind: &str) -> &'s str {
    let opening = format!("\n```{kind}\n");
    let (_, text) = section
        .split_once(&opening)
        .unwrap_or_else(|| panic!("no {kind}: {section}"));
    text.split_once("```\n").expect("a block has an end").0
}

/// The programs of `ui/page`, each with the words of the compiler that `ui.rs` compares.
fn programs() -> BTreeMap<String, String> {
    let folder = format!("{}/tests/ui/page", env!("CARGO_MANIFEST_DIR"));
    let mut programs = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "rs") {
            let read = |path| fs::read_to_string(path).unwrap().replace("\r\n", "\n");
            let mut words = read(path.with_extension("stderr"));
            words.truncate(words.trim_end().len());
            programs.insert(read(path), words + "\n");
        }
    }
    programs
}

#[test]
fn the_page_shows_each_program_with_the_words_of_the_compiler() {
    let mut programs = programs();
    let sections: Vec<&str> = PAGE.split("\n## ").skip(1).collect();
    assert!(sections.len() >= 10, "{} programs", sections.len());
    for section in sections {
        let title = section.lines().next().unwrap();
        let words = programs.remove(block(section, "compile_fail"));
        let words = words.unwrap_or_else(|| panic!("{title}: there is no such program in ui/page"));
        assert_eq!(block(section, "text"), words, "{title}");
        // Documentation is tested: the right program compiles and runs.
        assert!(block(section, "rust").contains("fn main()"), "{title}");
    }
    assert!(
        programs.is_empty(),
        "not on the page: {:?}",
        programs.keys()
    );
}
