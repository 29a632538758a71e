//! Generated schemas and values: the verdict and the diagnosis agree, and a validator can judge both elsewhere.

use std::fmt::Write as _;

use super::*;
use crate::cursor::Cursor;

/// A generator of numbers that are the same in every run (`SplitMix64`).
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end).unwrap()).unwrap()
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

const NAMES: [&str; 6] = ["a", "b", "c", "kind", "a/b~", "é"];
const PATTERNS: [&str; 9] = [
    "^[a-z]+$",
    r"\d{2}",
    "^(ab|cd)*$",
    r"^\w*$",
    "x",
    "^.$",
    r"\bfoo",
    "^[^0-9]+$",
    r"^\p{Lu}?é",
];
const TEXTS: [&str; 16] = [
    "", "a", "ab", "abcd", "x", "12", "a12", "foo", "a foo", "é", "éé", "😀", "low", "high",
    "null", "٣٣",
];
const NUMBERS: [&str; 44] = [
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1",
    "-1",
    "2",
    "3",
    "5",
    "5.0",
    "1e1",
    "10",
    "1.5",
    "0.1",
    "0.3",
    "0.30",
    "3e-1",
    "-2.5",
    "0.7",
    "1.1",
    "99",
    "100",
    "1E2",
    "100.00",
    "255",
    "256",
    "2550e-1",
    "4294967295",
    "4294967296",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9007199254740992.0",
    "18446744073709551615",
    "18446744073709551616",
    "123456789012345678901234567890",
    "1e-7",
    "1e300",
    "0.30000000000000004",
    "1e20",
    "1.0e1",
    "1e-400",
    "7.5",
];
const BOUNDS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "5",
    "10",
    "100",
    "255",
    "0.1",
    "0.3",
    "1.5",
    "-2.5",
    "9007199254740992",
    "4294967295",
    "1e20",
];
const STEPS: [&str; 10] = [
    "1", "2", "5", "0.1", "0.01", "0.3", "2.5", "1e-7", "3", "10",
];

fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn schema(draw: &mut Draw, depth: usize) -> Value {
    let deep = depth > 0;
    match draw.below(if deep { 15 } else { 7 }) {
        0 => json!({"description": "Any JSON value"}),
        1 => json!({"type": "boolean"}),
        2 => json!({"type": "string", "enum": ["low", "high", "é"]}),
        3 | 4 => numeric(draw),
        5 | 6 => text(draw),
        7 | 8 => array(draw, depth),
        9..=11 => object(draw, depth),
        12 => {
            let parts: Vec<Value> = (0..2 + draw.below(2))
                .map(|_| schema(draw, depth - 1))
                .collect();
            json!({ "anyOf": parts })
        }
        13 => union(draw, depth),
        _ if draw.one_in(3) => json!({"anyOf": [{"type": "null"}, schema(draw, depth - 1)]}),
        _ => json!({"$ref": "#/$defs/Node"}),
    }
}

fn numeric(draw: &mut Draw) -> Value {
    let mut node = json!({"type": draw.pick(&["integer", "number"])});
    for key in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
        if draw.one_in(4) {
            node[key] = number(draw.pick(&BOUNDS));
        }
    }
    if draw.one_in(4) {
        node["multipleOf"] = number(draw.pick(&STEPS));
    }
    if draw.one_in(12) {
        node = json!({"type": "integer", "enum": [1, 5, 100]});
    }
    node
}

fn text(draw: &mut Draw) -> Value {
    let mut node = json!({"type": "string"});
    let least = draw.below(3);
    if draw.one_in(3) {
        node["minLength"] = least.into();
    }
    if draw.one_in(3) {
        node["maxLength"] = (least + draw.below(3)).into();
    }
    if draw.one_in(3) {
        node["pattern"] = draw.pick(&PATTERNS[..8]).into();
    }
    if draw.one_in(6) {
        node["format"] = "date".into();
    }
    node
}

fn array(draw: &mut Draw, depth: usize) -> Value {
    let mut node = json!({"type": "array", "items": schema(draw, depth - 1)});
    let least = draw.below(3);
    if draw.one_in(3) {
        node["minItems"] = least.into();
    }
    if draw.one_in(3) {
        node["maxItems"] = (least + draw.below(3)).into();
    }
    if draw.one_in(3) {
        node["uniqueItems"] = true.into();
    }
    if draw.one_in(4) {
        let parts: Vec<Value> = (0..=draw.below(3))
            .map(|_| schema(draw, depth - 1))
            .collect();
        node["prefixItems"] = parts.into();
    }
    node
}

fn object(draw: &mut Draw, depth: usize) -> Value {
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    for name in NAMES {
        if draw.one_in(3) {
            properties.insert(name.into(), schema(draw, depth - 1));
            if draw.one_in(2) {
                required.push(name);
            }
        }
    }
    let mut node = json!({"type": "object", "properties": properties, "required": required});
    match draw.below(4) {
        0 | 1 => node["additionalProperties"] = false.into(),
        2 => node["additionalProperties"] = schema(draw, depth - 1),
        _ => {}
    }
    if draw.one_in(6) {
        node["anyOf"] = json!([
            {"type": "object", "properties": {"a": schema(draw, depth - 1)}},
            {"type": "object", "properties": {"b": schema(draw, depth - 1)}, "required": ["b"]},
        ]);
    }
    node
}

fn union(draw: &mut Draw, depth: usize) -> Value {
    let content = |draw: &mut Draw| schema(draw, depth - 1);
    if draw.one_in(2) {
        let branch = |draw: &mut Draw, name: &str| {
            let tag = json!({"type": "string", "enum": [name]});
            json!({
                "type": "object",
                "properties": {"kind": tag, "a": content(draw)},
                "required": ["kind", "a"],
                "additionalProperties": draw.one_in(2),
            })
        };
        json!({"anyOf": [branch(draw, "low"), branch(draw, "high"), branch(draw, "low")]})
    } else {
        let branch = |draw: &mut Draw, name: &str| json!({"type": "object", "properties": {name: content(draw)}, "required": [name], "additionalProperties": false});
        json!({"anyOf": [{"type": "string", "enum": ["low", "high"]}, branch(draw, "a"), branch(draw, "b")]})
    }
}

/// A value that may fit, as text.
fn value(draw: &mut Draw, schema: &Value, root: &Value, depth: usize, out: &mut String) {
    if draw.one_in(12) || depth == 0 {
        return anything(draw, depth.min(2), out);
    }
    if let Some(target) = schema["$ref"].as_str() {
        return value(
            draw,
            root.pointer(&target[1..]).unwrap(),
            root,
            depth - 1,
            out,
        );
    }
    if let Some(values) = schema["enum"].as_array() {
        return out.push_str(&values[draw.below(values.len())].to_string());
    }
    match schema["anyOf"].as_array() {
        Some(parts) if schema.get("properties").is_none() || draw.one_in(3) => {
            let part = &parts[draw.below(parts.len())];
            return value(draw, part, root, depth, out);
        }
        _ => {}
    }
    match schema["type"].as_str() {
        Some("boolean") => out.push_str(draw.pick(&["true", "false"])),
        Some("integer" | "number") => {
            let bound = [
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
            ];
            match bound.iter().find_map(|key| schema.get(*key)) {
                Some(bound) if draw.one_in(2) => out.push_str(&bound.to_string()),
                _ => out.push_str(draw.pick(&NUMBERS)),
            }
        }
        Some("string") => out.push_str(&json!(draw.pick(&TEXTS)).to_string()),
        Some("null") => out.push_str("null"),
        Some("array") => {
            out.push('[');
            for index in 0..draw.below(4) {
                if index > 0 {
                    out.push(',');
                }
                let own = schema["prefixItems"].get(index).unwrap_or(&schema["items"]);
                value(draw, own, root, depth - 1, out);
            }
            out.push(']');
        }
        Some("object") => {
            out.push('{');
            let mut first = true;
            let mut names: Vec<&str> = NAMES.to_vec();
            if draw.one_in(2) {
                names.reverse();
            }
            for name in names {
                let declared = schema["properties"].get(name);
                let required = schema["required"]
                    .as_array()
                    .is_some_and(|all| all.iter().any(|own| own == name));
                let sent = match declared {
                    Some(_) if required => !draw.one_in(15),
                    Some(_) => draw.one_in(2),
                    None => draw.one_in(12),
                };
                if sent {
                    if !std::mem::take(&mut first) {
                        out.push(',');
                    }
                    let _ = write!(out, "{}:", json!(name));
                    value(
                        draw,
                        declared.unwrap_or(&schema["additionalProperties"]),
                        root,
                        depth - 1,
                        out,
                    );
                }
            }
            out.push('}');
        }
        _ => anything(draw, depth.min(2), out),
    }
}

fn anything(draw: &mut Draw, depth: usize, out: &mut String) {
    match draw.below(if depth > 0 { 7 } else { 4 }) {
        0 => out.push_str(draw.pick(&["true", "false", "null"])),
        1 | 2 => out.push_str(draw.pick(&NUMBERS)),
        3 => out.push_str(&json!(draw.pick(&TEXTS)).to_string()),
        4 => {
            out.push('[');
            anything(draw, depth - 1, out);
            out.push(']');
        }
        5 => out.push_str("{}"),
        _ => {
            let _ = write!(out, "{{{}:", json!(draw.pick(&NAMES)));
            anything(draw, depth - 1, out);
            out.push('}');
        }
    }
}

/// What is put right once is right; what fits is left alone, and fits as well when it came as a string where none may stand.
fn repairs(checks: &Checks, id: Id, text: &str, fits: bool) -> bool {
    let plain = checks.repaired(&format!(r#"{{"x":{text}}}"#));
    assert!(!fits || plain.is_none(), "{text} fits and was changed");
    let mut any = false;
    for arguments in [
        format!(r#"{{"x":{text}}}"#),
        format!(r#"{{"x":{}}}"#, json!(text)),
        json!(format!(r#" {{ "y" : "" , "x" : {} }}"#, json!(text))).to_string(),
    ] {
        let Some(once) = checks.repaired(&arguments) else {
            continue;
        };
        any = true;
        assert!(
            Cursor::new(&once.text).skip().is_ok(),
            "{arguments} became {}",
            once.text
        );
        let twice = checks.repaired(&once.text);
        assert!(
            twice.is_none(),
            "{arguments} became {} and still was not right",
            once.text
        );
        let is_spelt = arguments.starts_with('{') && arguments.contains(&json!(text).to_string());
        if fits && is_spelt && !text.starts_with('"') {
            assert_eq!(once.text, format!(r#"{{"x":{text}}}"#));
            assert!(checks.fits(id, text));
        }
    }
    any
}

/// With a file's name in `HAFT_AGREEMENT` each line of it becomes `[schema as text, value as text, verdict]`, for a
/// validator to judge; `HAFT_AGREEMENT_SCHEMAS` of them.
#[test]
fn the_verdict_and_the_diagnosis_agree() {
    let file = std::env::var("HAFT_AGREEMENT").ok();
    let count: usize =
        std::env::var("HAFT_AGREEMENT_SCHEMAS").map_or(300, |count| count.parse().unwrap());
    let mut draw = Draw(file.as_ref().map_or(7, |_| 11));
    let mut out = String::new();
    let (mut passed, mut refused, mut repaired) = (0, 0, 0);
    for _ in 0..count {
        let mut own = schema(&mut draw, 3);
        if !own.is_object() || own.get("$ref").is_some() {
            own = json!({ "anyOf": [own] });
        }
        let node = schema(&mut draw, 2);
        // A definition that is nothing but itself says nothing.
        let node = if node.get("$ref").is_some() {
            json!({"type": "boolean"})
        } else {
            node
        };
        own["$defs"] = json!({"Node": {"type": "object", "properties": {"a": node, "b": {"$ref": "#/$defs/Node"}}}});
        let written = own.to_string();
        let defs = own["$defs"].clone();
        let mut bare = own.clone();
        bare.as_object_mut().unwrap().shift_remove("$defs");
        let root = json!({"type": "object", "properties": {"x": bare}, "$defs": defs});
        let (checks, _) = Checks::new(&root);
        let id = checks.property("x").unwrap();
        for _ in 0..40 {
            let mut text = String::new();
            value(&mut draw, &own, &own, 5, &mut text);
            let fits = checks.fits(id, &text);
            let findings = checks.findings(id, &text, None);
            assert_eq!(fits, findings.is_empty(), "{text} by {written}");
            *(if fits { &mut passed } else { &mut refused }) += 1;
            repaired += usize::from(repairs(&checks, id, &text, fits));
            if file.is_some() {
                let _ = writeln!(out, "{}", json!([written, text, fits]));
            }
        }
    }
    assert!(repaired > count * 5, "{repaired} were put right");
    assert!(
        passed > count * 5 && refused > count * 5,
        "{passed} passed, {refused} were refused"
    );
    if let Some(file) = file {
        std::fs::write(file, out).unwrap();
    }
}
