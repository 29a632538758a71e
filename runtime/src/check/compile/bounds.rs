//! Bounds of numbers, strings and arrays, and what contradicts itself among them.

use std::cmp::Ordering;
use std::fmt::Display;

use regex_lite::Regex;
use serde_json::{Map, Value};

use super::{Compiler, has_any, keyword};
use crate::check::node::{Bound, Node, NumberRules, TextRules};

impl Compiler<'_> {
    pub(super) fn number(
        &mut self,
        node: &Node,
        schema: &Map<String, Value>,
    ) -> Option<NumberRules> {
        const KEYWORDS: [&str; 5] = [
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ];
        if !has_any(schema, &KEYWORDS) {
            return None;
        }
        let mut bound = |name: &str| match keyword(schema, name) {
            None => None,
            Some(Value::Number(number)) => Some(Bound::new(number.to_string())),
            Some(other) => {
                self.problem(
                    node,
                    &format!("has the `{name}` {other}, which is no number"),
                );
                None
            }
        };
        let rules = NumberRules {
            minimum: bound("minimum"),
            maximum: bound("maximum"),
            exclusive_minimum: bound("exclusiveMinimum"),
            exclusive_maximum: bound("exclusiveMaximum"),
            multiple_of: bound("multipleOf"),
        };
        let sides = [
            (
                "minimum",
                &rules.minimum,
                "maximum",
                &rules.maximum,
                Ordering::Equal,
            ),
            (
                "minimum",
                &rules.minimum,
                "exclusiveMaximum",
                &rules.exclusive_maximum,
                Ordering::Less,
            ),
            (
                "exclusiveMinimum",
                &rules.exclusive_minimum,
                "maximum",
                &rules.maximum,
                Ordering::Less,
            ),
            (
                "exclusiveMinimum",
                &rules.exclusive_minimum,
                "exclusiveMaximum",
                &rules.exclusive_maximum,
                Ordering::Less,
            ),
        ];
        for (low, least, high, most, closest) in sides {
            if let (Some(least), Some(most)) = (least, most)
                && least.decimal().compare(most.decimal()) > closest
            {
                self.contradiction(node, low, &least.text, high, &most.text);
            }
        }
        if let Some(step) = &rules.multiple_of {
            let decimal = step.decimal();
            if decimal.is_zero() || decimal.is_negative() {
                self.problem(
                    node,
                    &format!("has the `multipleOf` {}: it must be above zero", step.text),
                );
            } else if decimal.is_multiple_of(decimal).is_none() {
                self.problem(
                    node,
                    &format!("has the `multipleOf` {}: it may have 18 digits", step.text),
                );
            }
        }
        let all = [
            &rules.minimum,
            &rules.maximum,
            &rules.exclusive_minimum,
            &rules.exclusive_maximum,
            &rules.multiple_of,
        ];
        all.iter().any(|bound| bound.is_some()).then_some(rules)
    }

    pub(super) fn text(&mut self, node: &Node, schema: &Map<String, Value>) -> Option<TextRules> {
        let (min_length, max_length) = self.lengths(node, schema, "minLength", "maxLength");
        let pattern = match keyword(schema, "pattern") {
            None => None,
            Some(Value::String(pattern)) => self.pattern(node, pattern),
            Some(other) => {
                self.problem(
                    node,
                    &format!("has the `pattern` {other}, which is no string"),
                );
                None
            }
        };
        let rules = TextRules {
            min_length,
            max_length,
            pattern,
        };
        (min_length.is_some() || max_length.is_some() || rules.pattern.is_some()).then_some(rules)
    }

    fn pattern(&mut self, node: &Node, pattern: &str) -> Option<Regex> {
        match super::pattern::compile(pattern) {
            Ok(pattern) => Some(pattern),
            Err(error) => {
                self.problem(node, &format!(
                    "has the `pattern` `{pattern}`, which does not compile ({error}); look-around and back-references are not supported"
                ));
                None
            }
        }
    }

    pub(super) fn lengths(
        &mut self,
        node: &Node,
        schema: &Map<String, Value>,
        low: &str,
        high: &str,
    ) -> (Option<usize>, Option<usize>) {
        let mut length = |name: &str| {
            let value = keyword(schema, name)?;
            let length = value
                .as_u64()
                .and_then(|length| usize::try_from(length).ok());
            if length.is_none() {
                self.problem(
                    node,
                    &format!("has the `{name}` {value}, which is no length"),
                );
            }
            length
        };
        let (least, most) = (length(low), length(high));
        if let (Some(least), Some(most)) = (least, most)
            && least > most
        {
            self.contradiction(node, low, &least, high, &most);
        }
        (least, most)
    }

    fn contradiction(
        &mut self,
        node: &Node,
        low: &str,
        least: &dyn Display,
        high: &str,
        most: &dyn Display,
    ) {
        self.problem(
            node,
            &format!("has the `{low}` {least} and the `{high}` {most}: no value fits both"),
        );
    }
}
