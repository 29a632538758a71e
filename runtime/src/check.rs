//! Our published dialect, judged over the text of a value: what serde does not enforce, and what was wrong with it all.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

mod alternatives;
mod canonical;
mod compile;
mod decimal;
mod decoder;
mod enforce;
mod node;
mod nulls;
mod repair;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use decoder::Decoder;
pub(crate) use node::Id;
pub(crate) use nulls::Nulls;

use crate::decode::Step;
use crate::parameter::About;
use crate::pointer::escaped;
use crate::schema;
use node::{Kinds, Node, ObjectRules, Property, Rest, Union};
use walk::Walk;

/// A published input schema, compiled.
pub(crate) struct Checks {
    nodes: Vec<Node>,
    /// The parameters that are judged whenever they have been decoded.
    enforced: Vec<(String, Id)>,
    /// What judges the arguments where some parameters are flattened, and those alone.
    flattened: Option<Id>,
    /// Further names of parameters, beside the one that is published.
    aliases: Vec<(&'static str, &'static str)>,
    /// The flattened parameters that take members of any name.
    greedy: Vec<&'static str>,
    /// The strings of which one alone may stand somewhere: they tell alternatives apart.
    constants: HashSet<String>,
    any: Node,
}

/// A published default or example that its own schema refuses.
struct Illustration<'c> {
    /// JSON Pointer to its schema in the published one.
    place: &'c str,
    is_default: bool,
    problem: String,
}

/// What is wrong with a value.
#[derive(Default)]
pub(crate) struct Findings<'de> {
    pub(crate) told: Vec<Finding<'de>>,
    /// How many more there are than are told.
    pub(crate) more: usize,
}

/// One thing that is wrong, and where.
pub(crate) struct Finding<'de> {
    /// From the value to the place at fault, the outermost step first.
    pub(crate) path: Vec<Segment<'de>>,
    /// What judges the place; of an unknown member or tag, what judges its object.
    pub(crate) node: Id,
    /// Where the value at fault stands in the text; of a missing member, its object.
    pub(crate) at: usize,
    pub(crate) wrong: Wrong,
    /// The alternative of a union by which the value was judged, where it fits none and nothing names one.
    pub(crate) taken: Option<Id>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    Type,
    /// An integer beyond 2^53 with a point or an exponent.
    Notation,
    Range,
    Length,
    Pattern,
    Enum,
    Unknown,
    Duplicate,
    Missing,
    /// An object that has not the one member which names its variant.
    Shape,
    /// The one member of an object names no variant.
    Variant,
    /// The member that tells an object's variant is missing.
    NoTag,
    /// The member that tells an object's variant tells none.
    Tag,
}

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Segment<'de> {
    pub(crate) step: Sent<'de>,
    /// Whether the schema names the member, so that its name tells nothing of what was sent.
    pub(crate) declared: bool,
    /// Whether the schema names the member and does not require it.
    pub(crate) optional: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sent<'de> {
    Member(Cow<'de, str>),
    Element(usize),
}

impl<'de> Segment<'de> {
    fn member(name: Cow<'de, str>, declared: bool, optional: bool) -> Self {
        Self {
            step: Sent::Member(name),
            declared,
            optional,
        }
    }

    fn element(index: usize) -> Self {
        Self {
            step: Sent::Element(index),
            declared: true,
            optional: false,
        }
    }

    pub(crate) fn to_step(&self) -> Step {
        match &self.step {
            Sent::Member(name) => Step::Key(name.clone().into_owned()),
            Sent::Element(index) => Step::Index(*index),
        }
    }
}

impl<'de> Findings<'de> {
    pub(crate) fn is_empty(&self) -> bool {
        self.told.is_empty() && self.more == 0
    }

    fn add(&mut self, finding: Finding<'de>) {
        // What two parts of a schema both refuse is told once.
        let same = |told: &Finding<'_>| {
            let steps = |finding: &Finding<'_>| finding.path.len();
            told.wrong == finding.wrong
                && steps(told) == steps(&finding)
                && told
                    .path
                    .iter()
                    .zip(&finding.path)
                    .all(|(one, other)| one.step == other.step)
        };
        if self.told.iter().any(same) {
            return;
        }
        self.told.push(finding);
    }
}

impl Checks {
    /// The node that lets everything pass.
    const ANY: Id = Id(usize::MAX);
    const ROOT: Id = Id(0);

    /// Compiles a published input schema; what contradicts itself in it, or is not enforced, is a sentence each.
    pub(crate) fn new(input_schema: &Value) -> (Self, Vec<String>) {
        let (nodes, problems) = compile::compile(input_schema);
        let constants = nodes.iter().filter_map(Node::constant).map(str::to_owned);
        let constants = constants.collect();
        let checks = Self {
            nodes,
            enforced: Vec::new(),
            flattened: None,
            aliases: Vec::new(),
            greedy: Vec::new(),
            constants,
            any: Node::new(""),
        };
        (checks, problems)
    }

    /// Decides which parameters are judged whenever they have been decoded: those whose schema says something that their
    /// decoder does not surely enforce.
    pub(crate) fn enforce(&mut self, parameters: &[About]) {
        self.enforced = enforce::enforced(self, parameters);
        for About { head, .. } in parameters {
            self.aliases
                .extend(head.aliases.iter().map(|alias| (*alias, head.name)));
        }
        let (flattened, own): (Vec<&About>, Vec<&About>) =
            parameters.iter().partition(|about| about.head.flatten);
        if flattened.len() > 1 {
            let greedy = flattened.iter().filter(|about| about.takes_any_name());
            self.greedy = greedy.map(|about| about.head.name).collect();
        }
        if let (false, Some(rules)) = (flattened.is_empty(), &self.node(Self::ROOT).object) {
            let names = own
                .iter()
                .flat_map(|about| std::iter::once(&about.head.name).chain(about.head.aliases));
            let others = names.map(|name| Property {
                name: (*name).to_owned(),
                node: Some(Self::ANY),
                required: false,
            });
            let mut properties: Vec<Property> = others.collect();
            let flat = rules
                .properties
                .iter()
                .filter(|property| properties.iter().all(|own| own.name != property.name));
            let flat: Vec<Property> = flat.cloned().collect();
            properties.extend(flat);
            let object = Some(Box::new(ObjectRules {
                properties,
                rest: rules.rest,
            }));
            self.nodes.push(Node {
                kinds: Kinds::OBJECT,
                object,
                ..Node::new("")
            });
            self.flattened = Some(Id(self.nodes.len() - 1));
        }
    }

    /// A sentence for each default and each example, wherever they are published, that is not what its own schema says.
    pub(crate) fn illustrations(&self, input_schema: &Value) -> Vec<String> {
        let mut problems = Vec::new();
        for Illustration { problem, .. } in self.refused(input_schema) {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        problems
    }

    /// The same of a schema that is made of parameters. What a type takes for an absent member need not be what a client
    /// may send: such a default of a field is not published.
    pub(crate) fn illustrate(&self, parameters: &[About], input_schema: &mut Value) -> Vec<String> {
        let own = |place: &str| {
            let name = place.strip_prefix("/properties/");
            let heads = parameters.iter().map(|about| &about.head);
            name.is_some_and(|name| {
                heads
                    .clone()
                    .any(|head| !head.flatten && escaped(head.name) == name)
            })
        };
        let mut problems = Vec::new();
        for illustration in self.refused(input_schema) {
            let Illustration {
                place,
                is_default,
                problem,
            } = illustration;
            if is_default && !own(place) {
                let node = input_schema.pointer_mut(place);
                if let Some(node) = node.and_then(Value::as_object_mut) {
                    node.shift_remove("default");
                }
            } else if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        problems
    }

    fn refused(&self, input_schema: &Value) -> Vec<Illustration<'_>> {
        let mut refused = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let Some(schema) = input_schema.pointer(&node.place) else {
                continue;
            };
            let default = schema.get("default").map(|value| ("default", value));
            let examples = schema.get("examples").and_then(Value::as_array);
            let examples = examples
                .into_iter()
                .flatten()
                .map(|value| ("example", value));
            for (what, value) in default.into_iter().chain(examples) {
                if self.fits(Id(index), &value.to_string()) {
                    continue;
                }
                let (place, words) = (compile::said(&node.place), schema::words(schema));
                refused.push(Illustration {
                    place: &node.place,
                    is_default: what == "default",
                    problem: format!(
                        "{place} has the {what} {value}, which its schema refuses: it takes {words}"
                    ),
                });
            }
        }
        refused
    }

    /// What judges a parameter, or a member of a flattened one.
    pub(crate) fn property(&self, name: &str) -> Option<Id> {
        let rules = self.node(Self::ROOT).object.as_ref()?;
        let named = rules
            .find(0, name)
            .and_then(|index| rules.properties.get(index)?.node);
        named.or(rules.unnamed())
    }

    /// The published name of a parameter.
    fn parameter_named<'n>(&self, name: &'n str) -> &'n str {
        let known = self.aliases.iter().find(|(alias, _)| *alias == name);
        known.map_or(name, |(_, name)| name)
    }

    /// What judges a parameter that has been decoded, if anything must. `buffered`: it was read as a value of any kind
    /// before its type was known, where arrays, unknown members and more slip past any decoder.
    #[inline]
    pub(crate) fn enforced(&self, name: &str, buffered: bool) -> Option<Id> {
        if buffered {
            return self.property(name).filter(|id| !self.is_open(*id));
        }
        let named = self.enforced.iter().find(|(enforced, _)| enforced == name);
        named.map(|(_, id)| *id)
    }

    /// Whether a text fits the whole schema, by its letter.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        Walk::new(self, text).by_the_letter().verdict(Self::ROOT)
    }

    /// Whether a value's text fits, as far as it can be told without its decoder.
    pub(crate) fn fits(&self, id: Id, text: &str) -> bool {
        Walk::new(self, text).verdict(id)
    }

    /// The same, and nothing in it may be a member that the schema knows, under another name.
    pub(crate) fn surely_fits(&self, id: Id, text: &str) -> bool {
        Walk::new(self, text).surely(id)
    }

    /// Whether a value's text fits where `null` fits no member that must be there.
    fn fits_without_nulls(&self, id: Id, text: &str) -> bool {
        Walk::new(self, text).without_nulls().verdict(id)
    }

    /// Everything that is wrong with a value's text; where the schema leaves something open, the decoder is asked.
    pub(crate) fn findings<'de>(
        &self,
        id: Id,
        text: &'de str,
        decoder: Option<&Decoder<'_>>,
    ) -> Findings<'de> {
        Walk::new(self, text).tell(id, decoder)
    }

    /// The same for the members of flattened parameters, in the text of all arguments.
    pub(crate) fn flattened<'de>(&self, text: &'de str, decoder: &Decoder<'_>) -> Findings<'de> {
        match self.flattened {
            Some(id) => self.findings(id, text, Some(decoder)),
            None => Findings::default(),
        }
    }

    /// The `null`s that stand for absent members, in the text of all arguments.
    pub(crate) fn root_nulls<'de>(&self, text: &'de str) -> Option<Nulls<'de>> {
        self.nulls(Self::ROOT, text)
    }

    /// The `null`s of flattened parameters that stand for absent members, in the text of all arguments.
    pub(crate) fn flattened_nulls<'de>(&self, text: &'de str) -> Option<Nulls<'de>> {
        self.flattened.and_then(|id| self.nulls(id, text))
    }

    /// Whether a flattened parameter takes members of any name.
    pub(crate) fn takes_any_name(&self, parameter: &str) -> bool {
        self.greedy.contains(&parameter)
    }

    /// What must stand at a place, in words; `schema` is what was compiled.
    pub(crate) fn words(&self, id: Id, schema: &Value) -> &str {
        let node = self.node(id);
        node.words.get_or_init(|| {
            let own = (id != Self::ANY)
                .then(|| schema.pointer(&node.place))
                .flatten();
            schema::words(own.unwrap_or(&Value::Null)).into()
        })
    }

    fn node(&self, id: Id) -> &Node {
        self.nodes.get(id.0).unwrap_or(&self.any)
    }

    /// Whether it lets everything pass, or every array or object.
    fn is_open(&self, id: Id) -> bool {
        let node = self.node(id);
        let any = |id: Option<Id>| id.is_none_or(|id| self.node(id).is_any());
        match (&node.array, &node.object) {
            _ if node.is_any() => true,
            (Some(rules), None) => {
                let counted = rules.min_items.is_some() || rules.max_items.is_some();
                rules.prefix.is_empty() && !rules.unique && !counted && any(rules.items)
            }
            (None, Some(rules)) => {
                let open = match rules.rest {
                    Rest::Anything => true,
                    Rest::Nothing => false,
                    Rest::Judged(id) => any(Some(id)),
                };
                rules.properties.is_empty() && open
            }
            _ => false,
        }
    }

    /// The values of the member that tells a union's alternatives apart.
    pub(crate) fn tags(&self, id: Id) -> Vec<&str> {
        match &self.node(id).union {
            Union::Tagged { branches, .. } => branches
                .iter()
                .filter_map(|(tag, _)| canonical::string(tag))
                .collect(),
            Union::Named(branches) => branches.iter().map(|(name, _)| name.as_str()).collect(),
            Union::Plain => Vec::new(),
        }
    }

    /// The strings that may stand at a place, where only some may.
    pub(crate) fn names(&self, id: Id) -> Vec<&str> {
        let node = self.node(id);
        let own = node
            .values
            .iter()
            .flatten()
            .filter_map(|value| canonical::string(value));
        let others = node
            .any_of
            .iter()
            .flat_map(|id| self.node(*id).values.iter().flatten());
        own.chain(others.filter_map(|value| canonical::string(value)))
            .collect()
    }

    /// The members that an object may have.
    pub(crate) fn members(&self, id: Id) -> Vec<&str> {
        let rules = self.node(id).object.as_ref();
        rules
            .into_iter()
            .flat_map(|rules| &rules.properties)
            .map(|property| property.name.as_str())
            .collect()
    }
}
