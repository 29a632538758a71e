//! A schema as it is judged by: one node for each place.

use std::sync::OnceLock;

use regex_lite::Regex;

use super::canonical;
use super::decimal::Decimal;
use crate::cursor::{Numeral, Shape};

/// A node's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id(pub(super) usize);

/// Kinds of JSON values, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    pub(super) const NULL: Self = Self(1);
    pub(super) const BOOLEAN: Self = Self(1 << 1);
    pub(super) const INTEGER: Self = Self(1 << 2);
    /// A number that is no integer.
    pub(super) const FRACTION: Self = Self(1 << 3);
    pub(super) const NUMBER: Self = Self::INTEGER.or(Self::FRACTION);
    pub(super) const STRING: Self = Self(1 << 4);
    pub(super) const ARRAY: Self = Self(1 << 5);
    pub(super) const OBJECT: Self = Self(1 << 6);
    pub(super) const ALL: Self = Self((1 << 7) - 1);

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the two sets share a kind.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What is said of one place. The keywords of a kind concern values of that kind alone.
pub(super) struct Node {
    /// JSON Pointer to the node's schema in the published one.
    pub(super) place: Box<str>,
    /// What a value must be, in words, once somebody asked.
    pub(super) words: OnceLock<Box<str>>,
    /// `type`.
    pub(super) kinds: Kinds,
    /// The kinds that the node as a whole lets pass, its alternatives included.
    pub(super) admits: Kinds,
    /// `enum`, each value in the form in which equal values are equal texts.
    pub(super) values: Option<Vec<String>>,
    pub(super) number: Option<Box<NumberRules>>,
    pub(super) text: Option<Box<TextRules>>,
    pub(super) array: Option<Box<ArrayRules>>,
    pub(super) object: Option<Box<ObjectRules>>,
    /// `anyOf`.
    pub(super) any_of: Vec<Id>,
    /// How the alternatives are told apart.
    pub(super) union: Union,
    /// `allOf`, and a `$ref` that does not stand alone.
    pub(super) all_of: Vec<Id>,
}

impl Node {
    pub(super) fn new(place: &str) -> Self {
        Self {
            place: place.into(),
            words: OnceLock::new(),
            kinds: Kinds::ALL,
            admits: Kinds::ALL,
            values: None,
            number: None,
            text: None,
            array: None,
            object: None,
            any_of: Vec::new(),
            union: Union::Plain,
            all_of: Vec::new(),
        }
    }

    /// Whether it lets everything pass.
    pub(super) fn is_any(&self) -> bool {
        self.kinds == Kinds::ALL && self.is_bare()
    }

    /// Whether it says nothing beyond its `type`.
    pub(super) fn is_bare(&self) -> bool {
        self.values.is_none()
            && self.number.is_none()
            && self.text.is_none()
            && self.array.is_none()
            && self.object.is_none()
            && self.any_of.is_empty()
            && self.all_of.is_empty()
    }

    /// The one string that may stand here, if only one may.
    pub(super) fn constant(&self) -> Option<&str> {
        match self.values.as_deref() {
            Some([only]) => canonical::string(only),
            _ => None,
        }
    }

    /// Whether numbers have to be integers.
    pub(super) fn wants_integer(&self) -> bool {
        !self.kinds.meets(Kinds::FRACTION)
    }
}

/// How a value's alternative is chosen.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Union {
    /// By trying them.
    Plain,
    /// By the value of a member that all objects among them have, in the form of `enum`.
    Tagged {
        member: String,
        branches: Vec<(String, Id)>,
    },
    /// By the name of the only member that each object among them has.
    Named(Vec<(String, Id)>),
}

#[derive(Default)]
pub(super) struct NumberRules {
    pub(super) minimum: Option<Bound>,
    pub(super) maximum: Option<Bound>,
    pub(super) exclusive_minimum: Option<Bound>,
    pub(super) exclusive_maximum: Option<Bound>,
    pub(super) multiple_of: Option<Bound>,
}

impl NumberRules {
    pub(super) fn admit(&self, numeral: &Numeral<'_>) -> bool {
        let side = |bound: &Option<Bound>, holds: fn(std::cmp::Ordering) -> bool| {
            bound
                .as_ref()
                .is_none_or(|bound| holds(bound.compare(numeral)))
        };
        side(&self.minimum, std::cmp::Ordering::is_ge)
            && side(&self.maximum, std::cmp::Ordering::is_le)
            && side(&self.exclusive_minimum, std::cmp::Ordering::is_gt)
            && side(&self.exclusive_maximum, std::cmp::Ordering::is_lt)
            && self.multiple_of.as_ref().is_none_or(|step| {
                let multiple = Decimal::new(numeral.text).is_multiple_of(step.decimal());
                multiple.unwrap_or(true)
            })
    }
}

/// A number in a schema.
#[derive(Debug)]
pub(super) struct Bound {
    pub(super) text: String,
    /// Its value, where that is a small integer: most are, and then most numbers need no look at their digits.
    small: Option<i128>,
}

impl Bound {
    pub(super) fn new(text: String) -> Self {
        let small = text.parse::<i64>().ok().map(Into::into);
        Self { text, small }
    }

    pub(super) fn decimal(&self) -> Decimal<'_> {
        Decimal::new(&self.text)
    }

    /// How a number compares with this one.
    fn compare(&self, numeral: &Numeral<'_>) -> std::cmp::Ordering {
        if let (Some(small), Shape::Integer(magnitude)) = (self.small, numeral.shape) {
            let magnitude = i128::from(magnitude);
            let value = if numeral.negative {
                -magnitude
            } else {
                magnitude
            };
            return value.cmp(&small);
        }
        Decimal::new(numeral.text).compare(self.decimal())
    }
}

#[derive(Default)]
pub(super) struct TextRules {
    /// In Unicode scalar values.
    pub(super) min_length: Option<usize>,
    pub(super) max_length: Option<usize>,
    pub(super) pattern: Option<Regex>,
}

impl TextRules {
    pub(super) fn admits_length(&self, text: &str) -> bool {
        if self.min_length.is_none() && self.max_length.is_none() {
            return true;
        }
        let length = text.chars().count();
        self.min_length.is_none_or(|least| length >= least)
            && self.max_length.is_none_or(|most| length <= most)
    }

    pub(super) fn matches(&self, text: &str) -> bool {
        self.pattern
            .as_ref()
            .is_none_or(|pattern| pattern.is_match(text))
    }
}

#[derive(Default)]
pub(super) struct ArrayRules {
    pub(super) prefix: Vec<Id>,
    pub(super) items: Option<Id>,
    pub(super) min_items: Option<usize>,
    pub(super) max_items: Option<usize>,
    pub(super) unique: bool,
}

impl ArrayRules {
    pub(super) fn element(&self, index: usize) -> Option<Id> {
        self.prefix.get(index).copied().or(self.items)
    }

    pub(super) fn admits_length(&self, length: usize) -> bool {
        self.min_items.is_none_or(|least| length >= least)
            && self.max_items.is_none_or(|most| length <= most)
    }
}

#[derive(Default)]
pub(super) struct ObjectRules {
    pub(super) properties: Vec<Property>,
    pub(super) rest: Rest,
}

/// A member that is named in `properties` or in `required`.
#[derive(Clone)]
pub(super) struct Property {
    pub(super) name: String,
    /// None: it is judged as a member that is not named.
    pub(super) node: Option<Id>,
    pub(super) required: bool,
}

/// `additionalProperties`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Rest {
    #[default]
    Anything,
    Nothing,
    Judged(Id),
}

impl ObjectRules {
    /// The index of the property of that name: most clients send members in the order in which the schema lists them.
    pub(super) fn find(&self, guess: usize, name: &str) -> Option<usize> {
        if self
            .properties
            .get(guess)
            .is_some_and(|property| property.name == name)
        {
            return Some(guess);
        }
        self.properties
            .iter()
            .position(|property| property.name == name)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.rest == Rest::Nothing
    }

    /// What judges a member that is not named.
    pub(super) fn unnamed(&self) -> Option<Id> {
        match self.rest {
            Rest::Judged(id) => Some(id),
            Rest::Anything | Rest::Nothing => None,
        }
    }
}
