//! What can be read off the syntax of a type: references, lifetimes, and how to say it in a message.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{
    GenericArgument, Lifetime, Path, PathArguments, Token, Type, TypeParamBound, TypePath,
    TypeReference,
};

/// The type within invisible groups (which `macro_rules!` makes) and parentheses.
pub(crate) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        ty => ty,
    }
}

/// Whether it is `str` or `[T]`, which live behind a reference.
pub(crate) fn is_unsized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    }
}

/// Every type written in `ty`, itself first.
pub(crate) fn written_in(ty: &Type) -> Vec<Type> {
    let mut ty = ty.clone();
    let mut found = vec![ty.clone()];
    for part in parts(&mut ty) {
        found.extend(written_in(part));
    }
    found
}

/// Names the lifetimes that a signature may leave out, for where they cannot be left out.
pub(crate) fn make_static(ty: &mut Type) {
    let name = |lifetime: &mut Lifetime| {
        if lifetime.ident == "_" {
            *lifetime = Lifetime::new("'static", lifetime.span());
        }
    };
    match ty {
        Type::Reference(TypeReference {
            and_token,
            lifetime,
            ..
        }) => {
            let span = and_token.span;
            name(lifetime.get_or_insert_with(|| Lifetime::new("'_", span)));
        }
        Type::Path(TypePath { path, .. }) => lifetimes(path).for_each(name),
        Type::TraitObject(object) => bounds(&mut object.bounds)
            .flat_map(lifetimes)
            .for_each(name),
        _ => {}
    }
    parts(ty).into_iter().for_each(make_static);
}

/// `ty` with the owned counterpart of each reference in it, to be shown.
pub(crate) fn owned(ty: &Type) -> Type {
    let mut ty = match ty {
        Type::Reference(TypeReference { elem, .. }) => match bare(elem) {
            Type::Slice(slice) => {
                let elem = owned(&slice.elem);
                Type::Verbatim(quote!(Vec<#elem>))
            }
            Type::Path(path) if path.path.is_ident("str") => Type::Verbatim(quote!(String)),
            Type::Path(path)
                if path
                    .path
                    .segments
                    .last()
                    .is_some_and(|last| last.ident == "Path") =>
            {
                Type::Verbatim(quote!(PathBuf))
            }
            elem => owned(elem),
        },
        ty => ty.clone(),
    };
    for part in parts(&mut ty) {
        *part = owned(part);
    }
    ty
}

/// The types directly inside; not those of `fn(…)` and `Fn(…)`, whose elided lifetimes are their own.
fn parts(ty: &mut Type) -> Vec<&mut Type> {
    match ty {
        Type::Array(array) => vec![&mut array.elem],
        Type::Group(group) => vec![&mut group.elem],
        Type::Paren(paren) => vec![&mut paren.elem],
        Type::Ptr(pointer) => vec![&mut pointer.elem],
        Type::Reference(reference) => vec![&mut reference.elem],
        Type::Slice(slice) => vec![&mut slice.elem],
        Type::Tuple(tuple) => tuple.elems.iter_mut().collect(),
        Type::Path(TypePath { qself, path, .. }) => {
            let qself = qself.iter_mut().map(|qself| &mut *qself.ty);
            qself.chain(arguments(path).filter_map(type_in)).collect()
        }
        Type::TraitObject(object) => of_bounds(&mut object.bounds),
        Type::ImplTrait(hidden) => of_bounds(&mut hidden.bounds),
        _ => Vec::new(),
    }
}

fn of_bounds(all: &mut Punctuated<TypeParamBound, Token![+]>) -> Vec<&mut Type> {
    bounds(all)
        .flat_map(arguments)
        .filter_map(type_in)
        .collect()
}

fn bounds(bounds: &mut Punctuated<TypeParamBound, Token![+]>) -> impl Iterator<Item = &mut Path> {
    bounds.iter_mut().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => Some(&mut bound.path),
        _ => None,
    })
}

fn arguments(path: &mut Path) -> impl Iterator<Item = &mut GenericArgument> {
    let angled = |arguments| match arguments {
        &mut PathArguments::AngleBracketed(ref mut angled) => Some(angled.args.iter_mut()),
        _ => None,
    };
    path.segments
        .iter_mut()
        .filter_map(move |segment| angled(&mut segment.arguments))
        .flatten()
}

fn lifetimes(path: &mut Path) -> impl Iterator<Item = &mut Lifetime> {
    arguments(path).filter_map(|argument| match argument {
        GenericArgument::Lifetime(lifetime) => Some(lifetime),
        _ => None,
    })
}

fn type_in(argument: &mut GenericArgument) -> Option<&mut Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        GenericArgument::AssocType(assoc) => Some(&mut assoc.ty),
        _ => None,
    }
}

/// A type as a person would write it.
pub(crate) fn show(ty: &Type) -> String {
    let mut text = String::new();
    write(ty.to_token_stream(), &mut text);
    text
}

fn write(tokens: TokenStream, text: &mut String) {
    let mut after_word = false;
    for token in tokens {
        let is_word = matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
        let is_array =
            matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket);
        if after_word && (is_word || is_array) {
            text.push(' ');
        }
        after_word = is_word;
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                write(group.stream(), text);
                text.push_str(close);
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                '>' if text.ends_with(" -") => text.push_str("> "),
                sign @ (',' | ';') => text.extend([sign, ' ']),
                sign @ ('=' | '+') => text.extend([' ', sign, ' ']),
                '-' => text.push_str(" -"),
                sign => text.push(sign),
            },
            token => text.push_str(&token.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::{Type, parse_str};

    use super::{make_static, owned, show};

    fn ty(source: &str) -> Type {
        parse_str(source).unwrap()
    }

    #[test]
    fn elided_lifetimes_become_static() {
        for (written, named) in [
            ("&str", "&'static str"),
            ("Cow<'_, str>", "Cow<'static, str>"),
            ("Cow<'a, str>", "Cow<'a, str>"),
            (
                "Result<&[u8], Box<dyn Error + '_>>",
                "Result<&'static [u8], Box<dyn Error + '_>>",
            ),
            ("(&str, [&u8; 2])", "(&'static str, [&'static u8; 2])"),
            ("fn(&str) -> &str", "fn(&str) -> &str"),
            ("Box<dyn Fn(&str) -> &str>", "Box<dyn Fn(&str) -> &str>"),
            ("<&str as Of<'_>>::T", "<&'static str as Of<'static>>::T"),
            (
                "impl Iterator<Item = &str>",
                "impl Iterator<Item = &'static str>",
            ),
        ] {
            let mut ty = ty(written);
            make_static(&mut ty);
            assert_eq!(show(&ty), named);
        }
    }

    #[test]
    fn owned_counterparts() {
        for (borrowed, counterpart) in [
            ("Option<&str>", "Option<String>"),
            ("Vec<&'static std::path::Path>", "Vec<PathBuf>"),
            ("Vec<&[&str]>", "Vec<Vec<String>>"),
            ("(&Issue, u8)", "(Issue, u8)"),
            ("&&&str", "String"),
            ("&[u8; 4]", "[u8; 4]"),
        ] {
            assert_eq!(show(&owned(&ty(borrowed))), counterpart);
        }
    }
}
