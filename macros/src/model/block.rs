//! What only a whole `impl` block can do wrong.

use syn::{GenericParam, Type};

use super::Tool;
use crate::errors::Errors;
use crate::parse::Block;
use crate::types;

/// Two tools that a `#[cfg]` may keep apart are left to the server's builder.
pub(super) fn no_name_twice(tools: &[Tool<'_>], errors: &mut Errors) {
    for (place, tool) in tools.iter().enumerate() {
        let name = tool.name.value();
        let twice = tools.iter().enumerate().any(|(other_place, other)| {
            other_place != place
                && other.name.value() == name
                && other.guards.is_empty()
                && tool.guards.is_empty()
        });
        if twice {
            errors.push(syn::Error::new(
                tool.name.span(),
                format!(
                    "two tools have the name `{name}`, write `#[tool(name = \"…\")]` on one of them"
                ),
            ));
        }
    }
}

/// A server keeps the state for as long as it runs.
pub(super) fn no_lifetimes(block: &Block, errors: &mut Errors) {
    const MESSAGE: &str =
        "a server keeps this type for as long as it runs, write a type that owns what it holds";
    let named = block
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Lifetime(param) => Some(&param.lifetime),
            _ => None,
        });
    let mut told = false;
    for lifetime in named {
        told = true;
        errors.at(lifetime, MESSAGE);
    }
    if !told && has_elided_lifetime(&block.self_ty) {
        errors.at(&block.self_ty, MESSAGE);
    }
}

/// Whether the block's type is borrowed in a way that its text shows.
pub(crate) fn is_borrowed(block: &Block) -> bool {
    let lifetime = |param: &GenericParam| matches!(param, GenericParam::Lifetime(_));
    block.generics.params.iter().any(lifetime) || has_elided_lifetime(&block.self_ty)
}

fn has_elided_lifetime(ty: &Type) -> bool {
    let mut named = ty.clone();
    types::make_static(&mut named);
    types::show(&named) != types::show(ty)
}
