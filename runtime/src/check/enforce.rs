//! Which parameters are judged after they have been decoded: found by decoding what their schemas refuse.

use std::collections::HashSet;

use super::node::{
    ArrayRules, Id, Kinds, Node, NumberRules, ObjectRules, Property, Rest, TextRules, Union,
};
use super::{Checks, canonical};
use crate::decode::{Error, Kind, Step};
use crate::parameter::About;

/// A name that nothing has.
const NONSENSE: &str = r#""\u0001no such name""#;

/// The parameters, and the members of flattened ones, whose schema says something that the decoder does not surely enforce.
pub(super) fn enforced(checks: &Checks, parameters: &[About]) -> Vec<(String, Id)> {
    let mut enforced = Vec::new();
    let surely = |id: Id, before: &str, refuses: &dyn Fn(&str) -> Option<Error>| {
        let mut inquiry = Inquiry {
            checks,
            refuses,
            before: before.to_owned(),
            behind: if before.is_empty() {
                Vec::new()
            } else {
                vec!['}']
            },
            outside: usize::from(!before.is_empty()),
            steps: Vec::new(),
            seen: HashSet::new(),
        };
        inquiry.surely(id)
    };
    for about in parameters.iter().filter(|about| !about.head.flatten) {
        let refuses = |text: &str| about.head.refusal(text);
        match checks.property(about.head.name) {
            Some(id) if !surely(id, "", &refuses) => {
                enforced.push((about.head.name.to_owned(), id));
            }
            _ => {}
        }
    }
    let flattened: Vec<&About> = parameters
        .iter()
        .filter(|about| about.head.flatten)
        .collect();
    if flattened.is_empty() {
        return enforced;
    }
    let own = |name: &str| {
        parameters
            .iter()
            .any(|about| !about.head.flatten && about.head.name == name)
    };
    for name in checks
        .members(Checks::ROOT)
        .into_iter()
        .filter(|name| !own(name))
    {
        let Some(id) = checks.property(name) else {
            continue;
        };
        let before = format!("{{{}:", serde_json::Value::from(name));
        let by = |about: &&About| {
            let refuses = |text: &str| about.head.refusal(text);
            surely(id, &before, &refuses)
        };
        if !flattened.iter().any(by) {
            enforced.push((name.to_owned(), id));
        }
    }
    enforced
}

/// Goes through a schema and offers the decoder what each part of it refuses.
struct Inquiry<'c> {
    checks: &'c Checks,
    refuses: &'c dyn Fn(&str) -> Option<Error>,
    /// The text that leads to a place, and what closes it again.
    before: String,
    behind: Vec<char>,
    /// How many steps stand before those of the parameter's own.
    outside: usize,
    steps: Vec<Step>,
    seen: HashSet<Id>,
}

impl Inquiry<'_> {
    fn surely(&mut self, id: Id) -> bool {
        let checks = self.checks;
        let node = checks.node(id);
        if !self.seen.insert(id) || node.is_bare() {
            return true;
        }
        node.all_of.is_empty()
            && self.values(node)
            && node
                .number
                .as_ref()
                .is_none_or(|rules| self.number(node, rules))
            && node.text.as_ref().is_none_or(|rules| self.text(rules))
            && node.array.as_ref().is_none_or(|rules| self.array(rules))
            && node.object.as_ref().is_none_or(|rules| self.object(rules))
            && self.alternatives(node)
    }

    /// An enum refuses a name that it does not have.
    fn values(&self, node: &Node) -> bool {
        let unknown = |kind: &Kind| matches!(kind, Kind::UnknownVariant { .. });
        node.values.is_none()
            || (node.admits == Kinds::STRING && self.is_refused(NONSENSE, unknown))
    }

    /// An integer type refuses what lies beyond its bounds, and `NonZero` types refuse zero.
    fn number(&self, node: &Node, rules: &NumberRules) -> bool {
        let others = [
            &rules.exclusive_minimum,
            &rules.exclusive_maximum,
            &rules.multiple_of,
        ];
        if !node.wants_integer() || others.iter().any(|bound| bound.is_some()) {
            return false;
        }
        let outside = |kind: &Kind| match kind {
            Kind::Range { .. } => true,
            Kind::Value { expected, .. } => expected.starts_with("a nonzero "),
            _ => false,
        };
        [(&rules.minimum, -1), (&rules.maximum, 1)]
            .into_iter()
            .all(|(bound, step)| {
                let Some(bound) = bound else { return true };
                let beyond = bound
                    .text
                    .parse::<i64>()
                    .ok()
                    .and_then(|bound| bound.checked_add(step));
                beyond.is_some_and(|beyond| self.is_refused(&beyond.to_string(), outside))
            })
    }

    /// A character is a string of one.
    fn text(&self, rules: &TextRules) -> bool {
        let value = |kind: &Kind| matches!(kind, Kind::Value { .. } | Kind::Type { .. });
        rules.pattern.is_none()
            && rules.min_length == Some(1)
            && rules.max_length == Some(1)
            && self.is_refused(r#""""#, value)
            && self.is_refused(r#""ab""#, value)
    }

    /// A tuple has one length. Its elements may be of several types, also where their schemas are the same.
    fn array(&mut self, rules: &ArrayRules) -> bool {
        const MOST: usize = 16;
        let length = |kind: &Kind| matches!(kind, Kind::Length { .. });
        let fixed = rules
            .min_items
            .filter(|least| rules.max_items == Some(*least) && *least > 0);
        let counted = rules.min_items.is_some() || rules.max_items.is_some();
        if rules.unique || counted && !(fixed.is_some() && self.is_refused("[]", length)) {
            return false;
        }
        let elements = match rules.items {
            _ if !rules.prefix.is_empty() => rules.prefix.clone(),
            Some(items) => vec![items; fixed.unwrap_or(1)],
            None => Vec::new(),
        };
        if elements.len() > MOST {
            return false;
        }
        let seen = self.seen.clone();
        let mut before = "[".to_owned();
        for (index, id) in elements.iter().enumerate() {
            self.seen.clone_from(&seen);
            if !self.inside(&before, ']', Step::Index(index), *id) {
                return false;
            }
            let rest = elements.get(index + 1..).unwrap_or_default();
            match sample(self.checks.node(*id)) {
                Some(sample) => before.extend([&sample, ","]),
                // What stands behind it cannot be reached.
                None => return rest.iter().all(|id| self.checks.node(*id).is_bare()),
            }
        }
        true
    }

    fn object(&mut self, rules: &ObjectRules) -> bool {
        let unknown = |kind: &Kind| {
            matches!(
                kind,
                Kind::UnknownMember { .. } | Kind::UnknownVariant { .. }
            )
        };
        if rules.is_closed() && !self.is_refused(&format!("{{{NONSENSE}:0}}"), unknown) {
            return false;
        }
        if !self.demands(rules) {
            return false;
        }
        let rest = match rules.rest {
            Rest::Judged(id) => Some(("0", id)),
            Rest::Anything | Rest::Nothing => None,
        };
        let named = rules
            .properties
            .iter()
            .filter_map(|property| Some((property.name.as_str(), property.node?)));
        named.chain(rest).all(|(name, id)| {
            let before = format!("{{{}:", serde_json::Value::from(name));
            self.inside(&before, '}', Step::Key(name.to_owned()), id)
        })
    }

    /// A struct refuses to be without a member that the schema requires, as far as the others are easily given.
    fn demands(&self, rules: &ObjectRules) -> bool {
        let required = || rules.properties.iter().filter(|property| property.required);
        let without = |missing: &str| {
            let others = required().filter(|property| property.name != missing);
            let member = |property: &Property| {
                let name = serde_json::Value::from(property.name.as_str());
                Some(format!(
                    "{name}:{}",
                    sample(self.checks.node(property.node?))?
                ))
            };
            let members: Option<Vec<String>> = others.map(member).collect();
            Some(format!("{{{}}}", members?.join(",")))
        };
        required()
            .all(|property| without(&property.name).is_none_or(|object| !self.is_taken(&object)))
    }

    /// Alternatives that a name tells apart are those of an externally tagged enum, which its decoder tells apart as well.
    fn alternatives(&mut self, node: &Node) -> bool {
        node.any_of.is_empty()
            || matches!(node.union, Union::Named(_))
                && node.any_of.iter().all(|id| self.variant(*id))
    }

    fn variant(&mut self, id: Id) -> bool {
        let checks = self.checks;
        let node = checks.node(id);
        let Some(rules) = &node.object else {
            return self.surely(id);
        };
        rules.properties.iter().all(|property| {
            let before = format!("{{{}:", serde_json::Value::from(property.name.as_str()));
            property
                .node
                .is_none_or(|id| self.inside(&before, '}', Step::Key(property.name.clone()), id))
        })
    }

    fn inside(&mut self, before: &str, behind: char, step: Step, id: Id) -> bool {
        let length = self.before.len();
        self.before.push_str(before);
        self.behind.push(behind);
        self.steps.push(step);
        let surely = self.surely(id);
        self.before.truncate(length);
        self.behind.pop();
        self.steps.pop();
        surely
    }

    /// Whether the decoder takes a value at this place, whatever it makes of what is around it.
    fn is_taken(&self, value: &str) -> bool {
        let mut text = format!("{}{value}", self.before);
        text.extend(self.behind.iter().rev());
        (self.refuses)(&text).is_none_or(|error| error.path.len() < self.outside + self.steps.len())
    }

    /// Whether the decoder refuses a value at this place, and for that reason.
    fn is_refused(&self, value: &str, reason: impl Fn(&Kind) -> bool) -> bool {
        let mut text = format!("{}{value}", self.before);
        text.extend(self.behind.iter().rev());
        (self.refuses)(&text).is_some_and(|error| {
            let path = error.path.iter().rev().skip(self.outside);
            path.eq(&self.steps) && reason(&error.kind)
        })
    }
}

/// A value that fits, as far as that is easily said.
fn sample(node: &Node) -> Option<String> {
    if let Some(values) = &node.values {
        return values.iter().find_map(|value| {
            Some(serde_json::Value::from(canonical::string(value)?).to_string())
        });
    }
    let sample = match (&node.number, &node.text) {
        _ if node.kinds.meets(Kinds::NULL) => return None,
        (Some(rules), _) => rules
            .minimum
            .as_ref()
            .or(rules.maximum.as_ref())?
            .text
            .clone(),
        (_, Some(rules)) if rules.pattern.is_none() => {
            format!("\"{}\"", "a".repeat(rules.min_length.unwrap_or(0)))
        }
        _ if !node.is_bare() => return None,
        _ if node.kinds.meets(Kinds::INTEGER) => "0".to_owned(),
        _ if node.kinds.meets(Kinds::STRING) => "\"\"".to_owned(),
        _ if node.kinds.meets(Kinds::BOOLEAN) => "true".to_owned(),
        _ => return None,
    };
    Some(sample)
}
