//! What a companion type hides from its function: a crate or module of the same name.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;

use crate::errors::Errors;
use crate::parse::Function;

/// In `fn uuid() { uuid::Uuid::new_v4() }` the companion stands before the crate.
pub(super) fn no_path_through_companion(
    function: &Function,
    companion: &Ident,
    errors: &mut Errors,
) {
    for place in places(function, companion) {
        errors.at(
            &place,
            format!(
                "`{companion}` is the type that stands for this tool, write `::{companion}` for the crate or name the type with `companion = …`"
            ),
        );
    }
}

/// Whether the function cannot be compiled beside its companion.
pub(crate) fn hides_a_crate(function: &Function, companion: &Ident) -> bool {
    !places(function, companion).is_empty()
}

fn places(function: &Function, companion: &Ident) -> Vec<Ident> {
    let defaults = function.parameters.iter().filter_map(|parameter| {
        let default = parameter.keys.default.as_ref()?;
        default.value.as_ref().map(ToTokens::to_token_stream)
    });
    let signature = function.sig.to_token_stream();
    let body = function.body.stream();
    let all = [signature, body].into_iter().chain(defaults);
    all.flat_map(|tokens| paths_through(companion, tokens))
        .collect()
}

/// Each place where a path begins with `first`.
fn paths_through(first: &Ident, tokens: TokenStream) -> Vec<Ident> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let is = |place: Option<usize>, sign: char| {
        let token = place.and_then(|place| tokens.get(place));
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
    };
    let mut found = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let (before, two_before) = (place.checked_sub(1), place.checked_sub(2));
        let within = is(before, '$')
            || is(before, '.') && !is(two_before, '.')
            || is(before, ':') && is(two_before, ':');
        let opens =
            is(Some(place + 1), ':') && is(Some(place + 2), ':') && !is(Some(place + 3), '<');
        match token {
            TokenTree::Ident(ident) if ident == first && opens && !within => {
                found.push(ident.clone());
            }
            // The names in `use a::{b, c}` begin no path of their own.
            TokenTree::Group(group) if !within => {
                found.extend(paths_through(first, group.stream()));
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use quote::format_ident;

    use super::paths_through;

    #[test]
    fn paths_through_the_companion_are_found() {
        for (body, count) in [
            ("uuid::Uuid::new_v4()", 1),
            ("a(Box::new(uuid::Uuid::nil()))", 1),
            ("format!(\"{}\", uuid::Uuid::nil())", 1),
            ("use uuid::Uuid; x", 1),
            ("T { ..uuid::default() }", 1),
            ("let a: uuid::Uuid = x", 1),
            ("::uuid::Uuid::new_v4()", 0),
            ("crate::uuid::new()", 0),
            ("use crate::{uuid::A, b::uuid::C}", 0),
            ("uuid(1)", 0),
            ("uuid::<u8>(1)", 0),
            ("let f = |uuid:&u8| uuid", 0),
            ("x.uuid::<u8>()", 0),
            ("r#uuid::a()", 0),
        ] {
            let found = paths_through(&format_ident!("uuid"), body.parse().unwrap());
            assert_eq!(found.len(), count, "{body}");
        }
    }
}
