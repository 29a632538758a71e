//! What only the whole schema tells of a node: which kinds of values it lets pass, and how its alternatives are told apart.

use std::collections::HashSet;

use super::Compiler;
use crate::check::canonical;
use crate::check::node::{Id, Kinds, Node, Union};

impl Compiler<'_> {
    /// Cuts where a node leads to itself at one and the same place: as a part it asks for nothing more, as an alternative it
    /// lets nothing more pass.
    pub(super) fn cut_circles(&mut self) {
        let definitions: HashSet<Id> = self.definitions.values().copied().collect();
        let ids = (0..self.nodes.len()).map(Id);
        for start in ids.filter(|id| definitions.contains(id)) {
            let mut reached = vec![false; self.nodes.len()];
            self.cut(start, start, &mut reached);
        }
    }

    /// Removes the edges to `start` from what can be reached from it.
    fn cut(&mut self, start: Id, id: Id, reached: &mut [bool]) {
        match reached.get_mut(id.0) {
            Some(reached) if !*reached => *reached = true,
            _ => return,
        }
        let Some(node) = self.nodes.get_mut(id.0) else {
            return;
        };
        node.any_of.retain(|next| *next != start);
        node.all_of.retain(|next| *next != start);
        let next: Vec<Id> = node.any_of.iter().chain(&node.all_of).copied().collect();
        for next in next {
            self.cut(start, next, reached);
        }
    }

    /// Finds what each node as a whole lets pass. A node may contain itself: what is not shown to be refused passes.
    pub(super) fn settle_kinds(&mut self) {
        let mut settled = false;
        while !settled {
            settled = true;
            for index in 0..self.nodes.len() {
                let Some(node) = self.nodes.get(index) else {
                    continue;
                };
                let admits = self.admitted(node);
                if node.admits != admits {
                    settled = false;
                    if let Some(node) = self.nodes.get_mut(index) {
                        node.admits = admits;
                    }
                }
            }
        }
    }

    fn admitted(&self, node: &Node) -> Kinds {
        let of = |id: &Id| self.nodes.get(id.0).map_or(Kinds::ALL, |node| node.admits);
        let mut admits = node.kinds;
        if let Some(values) = &node.values {
            let kinds = values.iter().map(|value| canonical::kind(value));
            admits = admits.and(kinds.fold(Kinds::NONE, Kinds::or));
        }
        if !node.any_of.is_empty() {
            admits = admits.and(node.any_of.iter().map(of).fold(Kinds::NONE, Kinds::or));
        }
        node.all_of.iter().map(of).fold(admits, Kinds::and)
    }

    pub(super) fn settle_unions(&mut self) {
        for index in 0..self.nodes.len() {
            let union = match self.nodes.get(index) {
                Some(node) if !node.any_of.is_empty() => self.union(node),
                _ => continue,
            };
            if let Some(node) = self.nodes.get_mut(index) {
                node.union = union;
            }
        }
    }

    fn union(&self, node: &Node) -> Union {
        let objects: Vec<(Id, &Node)> = node
            .any_of
            .iter()
            .filter_map(|id| Some((*id, self.nodes.get(id.0)?)))
            .filter(|(_, branch)| branch.admits.meets(Kinds::OBJECT))
            .collect();
        self.tagged(&objects)
            .or_else(|| named(&objects))
            .unwrap_or(Union::Plain)
    }

    fn tagged(&self, objects: &[(Id, &Node)]) -> Option<Union> {
        let (_, first) = objects.first()?;
        let tag = |branch: &Node, member: &str| {
            let property = branch
                .object
                .as_ref()?
                .properties
                .iter()
                .find(|property| property.name == member)?;
            let values = self.nodes.get(property.node?.0)?.values.as_ref()?;
            match values.as_slice() {
                [only] if property.required && canonical::kind(only) == Kinds::STRING => {
                    Some(only.clone())
                }
                _ => None,
            }
        };
        first
            .object
            .as_ref()?
            .properties
            .iter()
            .find_map(|property| {
                let member = &property.name;
                let branches = objects
                    .iter()
                    .map(|(id, branch)| Some((tag(branch, member)?, *id)));
                let branches = branches.collect::<Option<Vec<_>>>()?;
                Some(Union::Tagged {
                    member: member.clone(),
                    branches,
                })
            })
    }
}

/// Closed objects of one member each, whose names differ.
fn named(objects: &[(Id, &Node)]) -> Option<Union> {
    let mut branches: Vec<(String, Id)> = Vec::new();
    for (id, branch) in objects {
        let rules = branch.object.as_ref().filter(|rules| rules.is_closed())?;
        let [only] = rules.properties.as_slice() else {
            return None;
        };
        if !only.required || branches.iter().any(|(name, _)| *name == only.name) {
            return None;
        }
        branches.push((only.name.clone(), *id));
    }
    (!branches.is_empty()).then_some(Union::Named(branches))
}
