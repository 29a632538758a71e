//! What the cursor accepts, refuses and returns.

use std::borrow::Cow;

use super::{Cursor, Names, Next, Reason, Shape, Syntax};

/// Reads a text that is one value and nothing else.
fn whole(text: &str) -> Result<&str, Syntax> {
    let mut cursor = Cursor::new(text);
    let value = cursor.skip()?;
    cursor.end()?;
    Ok(value)
}

fn refused(text: &str) -> Reason {
    match whole(text) {
        Ok(_) => panic!("{text} was accepted"),
        Err(syntax) => {
            assert!(syntax.offset <= text.len(), "{text}: {syntax:?}");
            syntax.reason
        }
    }
}

fn string(text: &str) -> Result<Cow<'_, str>, Syntax> {
    let mut cursor = Cursor::new(text);
    let string = cursor.string()?;
    cursor.end()?;
    Ok(string)
}

#[test]
fn values_of_each_kind_are_skipped_whole() {
    let texts = [
        "null",
        "true",
        "false",
        "0",
        "-0",
        "12",
        "-0.5e-3",
        r#""""#,
        r#""a b""#,
        "[]",
        "[ ]",
        "[1,2 , 3]",
        "[[],[[]],{}]",
        "{}",
        "{ }",
        r#"{"a":1}"#,
        r#"{"a" : {"b":[1,{}]} , "c":null}"#,
        r#"{"a":1,"a":2}"#,
        r#"{"":""}"#,
    ];
    for text in texts {
        assert_eq!(whole(text), Ok(text), "{text}");
        let spaced = format!(" \t\r\n{text}\n\r\t ");
        assert_eq!(whole(&spaced), Ok(text), "{text}");
    }
}

#[test]
fn broken_structure_is_refused() {
    let cases = [
        ("", Reason::End),
        (" ", Reason::End),
        ("[", Reason::End),
        ("[1", Reason::End),
        ("[1,", Reason::End),
        ("{", Reason::End),
        (r#"{"a"#, Reason::End),
        (r#"{"a""#, Reason::End),
        (r#"{"a":"#, Reason::End),
        (r#"{"a":1"#, Reason::End),
        (r#"{"a":1,"#, Reason::End),
        ("[,]", Reason::Value),
        ("[1,,2]", Reason::Value),
        ("[1,]", Reason::TrailingComma),
        ("[1 2]", Reason::ElementEnd),
        ("[1}", Reason::ElementEnd),
        ("{,}", Reason::Name),
        ("{1:2}", Reason::Name),
        ("{a:1}", Reason::Name),
        ("{'a':1}", Reason::Name),
        (r#"{"a"}"#, Reason::Colon),
        (r#"{"a",1}"#, Reason::Colon),
        (r#"{"a":}"#, Reason::Value),
        (r#"{"a":1,}"#, Reason::TrailingComma),
        (r#"{"a":1,,"b":2}"#, Reason::Name),
        (r#"{"a":1 "b":2}"#, Reason::MemberEnd),
        (r#"{"a":1]"#, Reason::MemberEnd),
        ("]", Reason::Value),
        ("}", Reason::Value),
        ("1 2", Reason::Trailing),
        ("{}{}", Reason::Trailing),
        ("[]]", Reason::Trailing),
        ("null,", Reason::Trailing),
        ("/* */1", Reason::Value),
        ("1//", Reason::Trailing),
        ("\u{feff}1", Reason::Value),
        ("\u{a0}1", Reason::Value),
        ("\u{c}1", Reason::Value),
    ];
    for (text, reason) in cases {
        assert_eq!(refused(text), reason, "{text}");
    }
}

#[test]
fn words_are_spelt_as_they_are() {
    for text in ["nul", "t", "fals", "[tru"] {
        assert_eq!(refused(text), Reason::End, "{text}");
    }
    for text in [
        "Null",
        "TRUE",
        "nulL",
        "fa1se",
        "NaN",
        "Infinity",
        "undefined",
        "trUe",
    ] {
        assert_eq!(refused(text), Reason::Value, "{text}");
    }
    for text in ["nulll", "truefalse", "false0"] {
        assert_eq!(refused(text), Reason::Trailing, "{text}");
    }
}

#[test]
fn numbers_follow_the_grammar() {
    let accepted = [
        "0",
        "-0",
        "1",
        "-1",
        "10",
        "1234567890",
        "0.0",
        "0.10",
        "-1.5",
        "1e5",
        "1E5",
        "1e+5",
        "1e-5",
        "0e0",
        "0E+00",
        "1.25e007",
        "18446744073709551616",
        "-9223372036854775809",
        "123456789012345678901234567890",
        "1e308",
        "1.7976931348623157e308",
        "1e-400",
        "-1e-99999",
        "0e99999999999999999999",
    ];
    for text in accepted {
        assert_eq!(Cursor::new(text).number(), Ok(text), "{text}");
        assert_eq!(whole(text), Ok(text), "{text}");
    }
    for text in [
        "-", "1.", "1e", "1e+", "1e-", "-1.e1", "-a", "1.x", "1ex", "1.e5", "- 1", "--1",
    ] {
        let reason = refused(text);
        assert!(
            matches!(reason, Reason::End | Reason::Number),
            "{text}: {reason:?}"
        );
    }
    for text in ["00", "01", "-01", "00.5", "0123e1"] {
        assert_eq!(refused(text), Reason::LeadingZero, "{text}");
    }
    for text in [".5", "+1", "e5", "٣"] {
        assert_eq!(refused(text), Reason::Value, "{text}");
    }
    for text in ["0x10", "1_000", "1a", "1.5.5", "1e5.5", "1-2"] {
        assert_eq!(refused(text), Reason::Trailing, "{text}");
    }
}

#[test]
fn numbers_beyond_a_float_are_refused() {
    let digits = "1".repeat(400);
    let large = [
        "1e309",
        "1e400",
        "-1e400",
        "1.8e308",
        "1e99999999999999999999",
        "10000e305",
    ];
    for text in large.into_iter().chain([&*digits]) {
        assert_eq!(refused(text), Reason::Overflow, "{text}");
        assert_eq!(refused(&format!("[{text}]")), Reason::Overflow, "{text}");
    }
    let fits = format!("0.{digits}");
    assert_eq!(whole(&fits), Ok(&*fits));
    let fits = format!("{}e-200", "1".repeat(400));
    assert_eq!(whole(&fits), Ok(&*fits));
}

#[test]
fn integers_come_with_their_magnitude() {
    let cases = [
        ("0", Shape::Integer(0)),
        ("-7", Shape::Integer(7)),
        (
            "9999999999999999999",
            Shape::Integer(9_999_999_999_999_999_999),
        ),
        ("18446744073709551615", Shape::Integer(u64::MAX)),
        ("18446744073709551616", Shape::Long),
        ("99999999999999999999", Shape::Long),
        ("1.0", Shape::Decimal),
        ("1e0", Shape::Decimal),
    ];
    for (text, shape) in cases {
        let numeral = Cursor::new(text).numeral().unwrap();
        assert_eq!(numeral.shape, shape, "{text}");
        assert_eq!(numeral.negative, text.starts_with('-'));
    }
}

#[test]
fn plain_strings_are_borrowed() {
    for length in 0..40 {
        let inner = "aé€🦀 /".chars().cycle().take(length).collect::<String>();
        let text = format!("\"{inner}\" ");
        assert!(matches!(string(&text).unwrap(), Cow::Borrowed(text) if text == inner));
    }
}

#[test]
fn escapes_stand_for_their_characters() {
    let cases = [
        (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (r#""\u0041\u00e9\u20AC\uFFFF""#, "Aé€\u{ffff}"),
        (r#""\u0000""#, "\0"),
        (r#""\u001f""#, "\u{1f}"),
        (r#""\ud83e\udd80""#, "🦀"),
        (r#""\uDBFF\uDFFF""#, "\u{10ffff}"),
        (r#""\ud800\udc00""#, "\u{10000}"),
        (r#""\u005c\u0022""#, "\\\""),
        (r#""\\u0041""#, "\\u0041"),
    ];
    for (text, value) in cases {
        assert_eq!(string(text).unwrap(), value, "{text}");
        assert_eq!(whole(text), Ok(text));
    }
}

#[test]
fn an_escape_may_stand_anywhere() {
    for before in 0..20 {
        for after in 0..20 {
            let (head, tail) = ("x".repeat(before), "é".repeat(after));
            let text = format!(r#""{head}\n{tail}\"{head}""#);
            let value = format!("{head}\n{tail}\"{head}");
            assert_eq!(string(&text).unwrap(), value);
        }
    }
}

#[test]
fn the_first_special_byte_is_found_at_each_place() {
    for length in 0..24 {
        let head = "~\u{7f}é ".chars().cycle().take(length).collect::<String>();
        for control in '\0'..' ' {
            let text = format!("\"{head}{control} !\"");
            let syntax = string(&text).unwrap_err();
            assert_eq!(syntax.reason, Reason::Control);
            assert_eq!(syntax.offset, head.len() + 1);
        }
    }
}

#[test]
fn unknown_escapes_are_refused() {
    for text in [
        r#""\a""#,
        r#""\x41""#,
        r#""\U0041""#,
        r#""\'""#,
        r#""\u""#,
        r#""\u00g0""#,
        "\"\\\n\"",
        "\"\\é\"",
    ] {
        assert_eq!(string(text).unwrap_err().reason, Reason::Escape, "{text}");
        assert_eq!(refused(text), Reason::Escape, "{text}");
    }
    for text in [
        r#""\"#,
        r#""\u"#,
        r#""\u00"#,
        r#""\u0041"#,
        r#""abc"#,
        r#"""#,
    ] {
        assert_eq!(string(text).unwrap_err().reason, Reason::End, "{text}");
        assert_eq!(refused(text), Reason::End, "{text}");
    }
}

#[test]
fn lone_surrogates_are_refused_in_kept_and_in_skipped_strings() {
    let texts = [
        r#""\ud800""#,
        r#""\uDFFF""#,
        r#""\udc00\ud800""#,
        r#""\ud800\ud800""#,
        r#""\ud800\u0041""#,
        r#""\ud800x""#,
        r#""\ud800\n""#,
        r#""x\udbffdc00""#,
    ];
    for text in texts {
        assert_eq!(
            string(text).unwrap_err().reason,
            Reason::Surrogate,
            "{text}"
        );
        assert_eq!(refused(text), Reason::Surrogate, "{text}");
        assert_eq!(
            refused(&format!("{{{text}:1}}")),
            Reason::Surrogate,
            "{text}"
        );
    }
}

#[test]
fn a_string_is_not_another_value() {
    assert_eq!(string("1").unwrap_err().reason, Reason::String);
    assert_eq!(string("'a'").unwrap_err().reason, Reason::String);
    assert_eq!(string("").unwrap_err().reason, Reason::End);
}

#[test]
fn nesting_ends_at_128_levels() {
    let nested = |open: &str, inner: &str, close: &str, depth: usize| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    for (open, inner, close) in [("[", "", "]"), (r#"{"a":"#, "1", "}"), ("[", "{}", "]")] {
        let extra = usize::from(inner == "{}");
        assert!(whole(&nested(open, inner, close, 128 - extra)).is_ok());
        assert_eq!(
            refused(&nested(open, inner, close, 129 - extra)),
            Reason::Depth
        );
    }
    assert_eq!(refused(&"[".repeat(100_000)), Reason::Depth);
    assert_eq!(refused(&r#"{"a":"#.repeat(100_000)), Reason::Depth);
    assert!(whole(&format!("[{}[]]", "[[]],".repeat(1000))).is_ok());
}

#[test]
fn the_depth_is_counted_across_what_is_read_and_what_is_skipped() {
    let text = format!("[{}{}]", "[".repeat(127), "]".repeat(127));
    let mut cursor = Cursor::new(&text);
    cursor.array().unwrap();
    assert!(cursor.element(true).unwrap());
    let mark = cursor.mark();
    cursor.skip().unwrap();
    cursor.reset(mark);
    cursor.skip().unwrap();
    assert!(!cursor.element(false).unwrap());
    cursor.end().unwrap();

    let text = format!("[{}{}]", "[".repeat(128), "]".repeat(128));
    let mut cursor = Cursor::new(&text);
    cursor.array().unwrap();
    assert!(cursor.element(true).unwrap());
    assert_eq!(cursor.skip().unwrap_err().reason, Reason::Depth);
}

#[test]
fn a_mark_leads_back_from_any_depth() {
    let mut cursor = Cursor::new(r#"{"a":[[1,2]],"b":3}"#);
    cursor.object().unwrap();
    assert_eq!(cursor.key(true).unwrap().unwrap(), "a");
    let mark = cursor.mark();
    cursor.array().unwrap();
    assert!(cursor.element(true).unwrap());
    cursor.array().unwrap();
    assert!(cursor.element(true).unwrap());
    cursor.reset(mark);
    assert_eq!(cursor.offset(), mark.offset);
    assert_eq!(cursor.skip().unwrap(), "[[1,2]]");
    assert_eq!(cursor.key(false).unwrap().unwrap(), "b");
    assert_eq!(cursor.number().unwrap(), "3");
    assert!(cursor.key(false).unwrap().is_none());
    cursor.end().unwrap();
    assert_eq!(cursor.mark().depth, 0);
}

#[test]
fn members_and_elements_are_read_in_turn() {
    let text = r#" { "a" : 1 , "b\n" : [ true , null , "x" ] , "c" : { } } "#;
    let mut cursor = Cursor::new(text);
    assert_eq!(cursor.text(), text);
    assert_eq!(cursor.peek().unwrap(), Next::Object);
    cursor.object().unwrap();
    assert_eq!(cursor.key(true).unwrap().unwrap(), "a");
    assert_eq!(cursor.peek().unwrap(), Next::Number);
    assert_eq!(cursor.number().unwrap(), "1");
    assert_eq!(cursor.key(false).unwrap().unwrap(), "b\n");
    assert_eq!(cursor.peek().unwrap(), Next::Array);
    cursor.array().unwrap();
    assert!(cursor.element(true).unwrap());
    assert_eq!(cursor.peek().unwrap(), Next::True);
    assert!(cursor.boolean().unwrap());
    assert!(cursor.element(false).unwrap());
    assert_eq!(cursor.peek().unwrap(), Next::Null);
    cursor.null().unwrap();
    assert!(cursor.element(false).unwrap());
    assert_eq!(cursor.peek().unwrap(), Next::String);
    assert_eq!(cursor.string().unwrap(), "x");
    assert!(!cursor.element(false).unwrap());
    assert_eq!(cursor.key(false).unwrap().unwrap(), "c");
    cursor.object().unwrap();
    assert!(cursor.key(true).unwrap().is_none());
    assert!(cursor.key(false).unwrap().is_none());
    cursor.end().unwrap();
}

#[test]
fn nothing_is_told_from_an_empty_text() {
    assert_eq!(
        Cursor::nothing().peek().unwrap_err().reason,
        Reason::Nothing
    );
    assert_eq!(
        Cursor::nothing().skip().unwrap_err().reason,
        Reason::Nothing
    );
    assert_eq!(Cursor::new("").peek().unwrap_err().reason, Reason::End);
}

#[test]
fn a_syntax_error_says_what_and_where() {
    let said = |text| whole(text).unwrap_err().to_string();
    assert_eq!(said("[1"), "unexpected end of the text");
    assert_eq!(
        said("[1 2]"),
        "expected `,` or `]` behind an element at byte 3"
    );
    assert_eq!(
        said(r#"["\ud800"]"#),
        "a lone surrogate escape in a string at byte 2"
    );
    assert_eq!(
        said("\"a\nb\""),
        "a raw control character in a string at byte 2"
    );
    assert_eq!(
        said("[1e999]"),
        "a number too large for a 64-bit float at byte 1"
    );
    assert_eq!(
        said(&"[".repeat(200)),
        "nested deeper than 128 levels at byte 128"
    );
}

#[test]
fn a_name_is_noted_once_for_each_object() {
    let mut names = Names::default();
    let mut outer = names.open();
    for index in 0..100 {
        assert!(names.insert(&mut outer, index.to_string().into()));
        let mut inner = names.open();
        for index in 0..30 {
            assert!(names.insert(&mut inner, index.to_string().into()));
        }
        for index in 0..30 {
            assert!(!names.insert(&mut inner, index.to_string().into()));
        }
        names.close(&inner);
        let mut small = names.open();
        assert!(names.insert(&mut small, "0".into()));
        assert!(!names.insert(&mut small, "0".into()));
        names.close(&small);
    }
    for index in 0..100 {
        assert!(!names.insert(&mut outer, index.to_string().into()));
    }
    assert!(names.insert(&mut outer, "100".into()));
}

/// Runs a folder of inputs whose names begin with `y_` (JSON), `n_` (not) or `i_` (either).
#[test]
fn the_suite_in_haft_json_suite_is_judged_rightly() {
    let Some(folder) = std::env::var_os("HAFT_JSON_SUITE") else {
        eprintln!("skipped: HAFT_JSON_SUITE names no folder");
        return;
    };
    let mut judged = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let bytes = std::fs::read(entry.path()).unwrap();
        let accepted = std::str::from_utf8(&bytes).is_ok_and(|text| whole(text).is_ok());
        match name.as_bytes() {
            [b'y', b'_', ..] => assert!(accepted, "{name} was refused"),
            [b'n', b'_', ..] => assert!(!accepted, "{name} was accepted"),
            [b'i', b'_', ..] => {
                eprintln!("{name}: {}", if accepted { "accepted" } else { "refused" });
            }
            _ => continue,
        }
        judged += 1;
    }
    eprintln!("{judged} inputs judged");
    assert!(judged > 0, "the folder holds no inputs");
}
