//! The root of an input schema.

use std::collections::BTreeMap;

use super::*;

#[test]
fn a_tool_without_parameters_still_has_properties() {
    same(
        &input(&[], false).unwrap(),
        &json!({"type": "object", "properties": {}, "additionalProperties": false}),
    );
    same(
        &input(&[], true).unwrap(),
        &json!({"type": "object", "properties": {}}),
    );
}

#[test]
fn the_root_has_its_keys_in_one_order() {
    let optional = Property {
        required: false,
        ..property::<Option<bool>>("b")
    };
    let root = input(
        &[property::<String>("z"), optional, property::<String>("a")],
        false,
    );
    same(
        &root.unwrap(),
        &json!({
            "type": "object",
            "properties": {
                "z": {"type": "string"},
                "b": {"type": "boolean"},
                "a": {"type": "string"},
            },
            "required": ["z", "a"],
            "additionalProperties": false,
        }),
    );
}

#[test]
fn a_default_is_published_unless_it_is_null() {
    let with = |default: Value| {
        described(Property {
            required: false,
            default: Some(default),
            ..property::<u8>("x")
        })
    };
    same(
        &with(json!(7)),
        &json!({"type": "integer", "minimum": 0, "maximum": 255, "default": 7}),
    );
    same(
        &with(Value::Null),
        &json!({"type": "integer", "minimum": 0, "maximum": 255}),
    );
}

#[test]
fn flattened_members_stand_in_the_place_of_their_parameter() {
    let root = input(
        &[
            property::<bool>("first"),
            flattened::<Page>("page"),
            property::<bool>("last"),
        ],
        false,
    );
    same(
        &root.unwrap(),
        &json!({
            "type": "object",
            "properties": {
                "first": {"type": "boolean"},
                "number": {
                    "type": "integer",
                    "description": "The number of the page.",
                    "minimum": 0,
                    "maximum": 255,
                },
                "size": {"type": "integer", "minimum": 0, "maximum": 255},
                "last": {"type": "boolean"},
            },
            "required": ["first", "number", "last"],
            "additionalProperties": false,
        }),
    );
}

#[test]
fn the_members_of_an_optional_flattened_parameter_are_not_required() {
    let page = Property {
        required: false,
        ..flattened::<Option<Page>>("page")
    };
    assert_eq!(input(&[page], false).unwrap().get("required"), None);
}

#[test]
fn a_flattened_map_takes_the_other_arguments() {
    let maps = [
        property::<bool>("own"),
        flattened::<BTreeMap<String, u8>>("rest"),
    ];
    for ignore_unknown in [false, true] {
        same(
            &input(&maps, ignore_unknown).unwrap(),
            &json!({
                "type": "object",
                "properties": {"own": {"type": "boolean"}},
                "required": ["own"],
                "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 255},
            }),
        );
    }
    let root = input(
        &[flattened::<serde_json::Map<String, Value>>("rest")],
        false,
    )
    .unwrap();
    same(
        &root,
        &json!({"type": "object", "properties": {}, "additionalProperties": true}),
    );
}

#[test]
fn what_has_no_members_is_not_flattened() {
    let advice = "which has no members of its own to put in its place: \
                  make it a parameter of its own";
    for (property, takes) in [
        (flattened::<Priority>("x"), r#"one of "low", "high""#),
        (
            flattened::<Shape>("x"),
            r#"an object whose kind is one of "point", "circle""#,
        ),
        (
            flattened::<Vec<u8>>("x"),
            "an array of integers from 0 to 255",
        ),
        (flattened::<Value>("x"), "any JSON value"),
    ] {
        assert_eq!(
            input(&[property], false).unwrap_err(),
            [format!(
                "the parameter `x` is flattened but takes {takes}, {advice}"
            )]
        );
    }
}

#[test]
fn every_problem_is_listed() {
    let problems = input(
        &[
            property::<bool>("number"),
            flattened::<Page>("page"),
            flattened::<BTreeMap<String, u8>>("one"),
            flattened::<BTreeMap<String, u8>>("two"),
        ],
        false,
    );
    assert_eq!(
        problems.unwrap_err(),
        [
            "two arguments are named `number`: rename a parameter, or a member of a flattened one",
            "the parameter `two` is a flattened map beside another: \
             make one of them a parameter of its own",
        ]
    );
}
