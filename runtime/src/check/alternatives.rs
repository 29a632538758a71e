//! Which alternatives of a union can judge an array or an object, by what stands in its text.

use std::borrow::Cow;

use super::node::{Id, Kinds, Node, Union};
use super::{Checks, canonical};
use crate::cursor::{Cursor, Next, Syntax};

impl Checks {
    /// The alternatives of a node that may judge an array or an object, whose text this is.
    pub(super) fn alternatives(
        &self,
        node: &Node,
        next: Next,
        text: &str,
    ) -> Result<Vec<Id>, Syntax> {
        let kind = if next == Next::Array {
            Kinds::ARRAY
        } else {
            Kinds::OBJECT
        };
        let of = |branches: &[(String, Id)], name: &str| {
            let named = branches.iter().filter(|(known, _)| known == name);
            named.map(|(_, id)| *id).collect()
        };
        Ok(match (&node.union, next) {
            (Union::Tagged { member, branches }, Next::Object) => {
                let tag = find(text, |name| name == member)?;
                tag.map_or_else(Vec::new, |(_, value)| {
                    of(branches, &canonical::of_text(value))
                })
            }
            (Union::Named(branches), Next::Object) => {
                let only = find(text, |_| true)?;
                only.map_or_else(Vec::new, |(name, _)| of(branches, &name))
            }
            _ => {
                let admits = |id: &&Id| self.node(**id).admits.meets(kind);
                node.any_of.iter().filter(admits).copied().collect()
            }
        })
    }
}

/// The first member of an object with a fitting name.
fn find(text: &str, fits: impl Fn(&str) -> bool) -> Result<Option<(Cow<'_, str>, &str)>, Syntax> {
    let mut cursor = Cursor::new(text);
    cursor.object()?;
    let mut first = true;
    while let Some(key) = cursor.key(first)? {
        first = false;
        let value = cursor.skip()?;
        if fits(&key) {
            return Ok(Some((key, value)));
        }
    }
    Ok(None)
}

/// Where the name of a member begins, behind what stands before it.
pub(super) fn name_start(text: &str, before: usize) -> usize {
    let rest = text.get(before..).unwrap_or_default();
    before + rest.find('"').unwrap_or_default()
}
