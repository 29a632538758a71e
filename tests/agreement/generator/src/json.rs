//! JSON as it is written: numbers by their digits, members in their order, even one name twice.

use std::fmt;

use crate::number::Decimal;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it is written.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// A string.
    pub fn text(text: &str) -> Self {
        Self::String(text.to_owned())
    }

    /// Whether two values are equal as JSON Schema sees it: by what they are, not by how they are written.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => Decimal::of(one) == Decimal::of(other),
            (Self::Array(one), Self::Array(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| one.same(other))
            }
            (Self::Object(_), Self::Object(_)) => {
                let (one, other) = (self.members(), other.members());
                one.len() == other.len()
                    && one.iter().all(|(name, value)| {
                        let twin = other.iter().find(|(twin, _)| twin == name);
                        twin.is_some_and(|(_, twin)| value.same(twin))
                    })
            }
            _ => self == other,
        }
    }

    /// The members of an object, of one name the last alone; none of another value.
    pub fn members(&self) -> Vec<(&str, &Json)> {
        let Self::Object(all) = self else {
            return Vec::new();
        };
        let mut members: Vec<(&str, &Json)> = Vec::new();
        for (name, value) in all {
            match members.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => *known = value,
                None => members.push((name, value)),
            }
        }
        members
    }

    /// Whether some object in it has two members of one name.
    pub fn has_twins(&self) -> bool {
        match self {
            Self::Array(elements) => elements.iter().any(Self::has_twins),
            Self::Object(all) => {
                self.members().len() < all.len() || all.iter().any(|(_, value)| value.has_twins())
            }
            _ => false,
        }
    }

    /// Whether there is a `null` in it.
    pub fn has_null(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Array(elements) => elements.iter().any(Self::has_null),
            Self::Object(members) => members.iter().any(|(_, value)| value.has_null()),
            _ => false,
        }
    }

    /// The value with one thing less, in every way there is.
    pub fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        match self {
            Self::Array(elements) => {
                for at in 0..elements.len() {
                    let mut rest = elements.clone();
                    rest.remove(at);
                    all.push(Self::Array(rest));
                    all.extend(elements[at].smaller().into_iter().map(|smaller| {
                        let mut changed = elements.clone();
                        changed[at] = smaller;
                        Self::Array(changed)
                    }));
                }
            }
            Self::Object(members) => {
                for at in 0..members.len() {
                    let mut rest = members.clone();
                    rest.remove(at);
                    all.push(Self::Object(rest));
                    all.extend(members[at].1.smaller().into_iter().map(|smaller| {
                        let mut changed = members.clone();
                        changed[at].1 = smaller;
                        Self::Object(changed)
                    }));
                }
            }
            _ => {}
        }
        all
    }

    /// The values in it, itself first.
    pub fn nodes(&self) -> usize {
        let inside: usize = match self {
            Self::Array(elements) => elements.iter().map(Self::nodes).sum(),
            Self::Object(members) => members.iter().map(|(_, value)| value.nodes()).sum(),
            _ => 0,
        };
        inside + 1
    }

    /// The value at a place in the order of [`nodes`](Self::nodes).
    pub fn node(&mut self, mut at: usize) -> &mut Json {
        if at == 0 {
            return self;
        }
        at -= 1;
        let children: Vec<&mut Json> = match self {
            Self::Array(elements) => elements.iter_mut().collect(),
            Self::Object(members) => members.iter_mut().map(|(_, value)| value).collect(),
            _ => unreachable!("a scalar has no values inside"),
        };
        for child in children {
            let inside = child.nodes();
            if at < inside {
                return child.node(at);
            }
            at -= inside;
        }
        unreachable!("there are so many values")
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(token) => f.write_str(token),
            Self::String(text) => write_string(f, text),
            Self::Array(elements) => {
                f.write_str("[")?;
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        f.write_str(",")?;
                    }
                    element.fmt(f)?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        f.write_str(",")?;
                    }
                    write_string(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for character in text.chars() {
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            control if control < ' ' => write!(f, "\\u{:04x}", u32::from(control))?,
            plain => write!(f, "{plain}")?,
        }
    }
    f.write_str("\"")
}
