//! Which parameters a client can fill in.

use std::collections::HashMap;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Expr, Lit, LitStr, Pat, Type};

use super::case::Case;
use super::guards;
use super::keyword::{Keyword, KeywordValue, default_fits, keywords};
use crate::doc::Description;
use crate::errors::Errors;
use crate::parse::{self, Function};
use crate::types;

/// A parameter of a tool.
pub(crate) struct Parameter<'a> {
    pub(crate) guards: Vec<TokenStream>,
    pub(crate) name: LitStr,
    pub(crate) description: Option<Description>,
    pub(crate) aliases: &'a [LitStr],
    pub(crate) default: Option<DefaultValue<'a>>,
    pub(crate) flatten: bool,
    /// What is sent is never shown.
    pub(crate) secret: bool,
    pub(crate) keywords: Vec<Keyword>,
    /// `T`, written as `T` or as `&T`.
    pub(crate) ty: Type,
    pub(crate) by_reference: bool,
}

/// What stands in for an argument that was not sent.
pub(crate) enum DefaultValue<'a> {
    OfType(Span),
    Text(&'a Expr),
    Expr(&'a Expr),
}

pub(super) fn parameters<'a>(
    function: &'a Function,
    case: Option<Case>,
    errors: &mut Errors,
) -> Vec<Parameter<'a>> {
    let parameters: Vec<_> = function
        .parameters
        .iter()
        .filter_map(|written| parameter(written, case, errors))
        .collect();
    let mut names: HashMap<String, bool> = HashMap::new();
    for parameter in &parameters {
        let guarded = !parameter.guards.is_empty();
        let own = (!parameter.flatten).then_some(&parameter.name);
        let mut ours = Vec::new();
        for name in own.into_iter().chain(parameter.aliases) {
            let text = name.value();
            if text.is_empty() {
                errors.at(
                    name,
                    "the name of an argument is empty, write one or leave the key out",
                );
            } else if ours.contains(&text) {
                errors.push(syn::Error::new(
                    name.span(),
                    format!("this argument has the name `{text}` already, remove the alias"),
                ));
            } else if names.get(&text).is_some_and(|other| !other && !guarded) {
                errors.push(syn::Error::new(
                    name.span(),
                    format!("another argument has the name `{text}`, write `#[arg(name = \"…\")]` on one of them"),
                ));
            }
            ours.push(text);
        }
        names.extend(ours.into_iter().map(|name| (name, guarded)));
    }
    parameters
}

fn parameter<'a>(
    written: &'a parse::Parameter,
    case: Option<Case>,
    errors: &mut Errors,
) -> Option<Parameter<'a>> {
    let keys = &written.keys;
    for attr in &written.conditional {
        errors.at(
            attr.path(),
            "`cfg_attr` on a parameter is not looked into, write `#[arg(…)]` by itself or `#[cfg(…)]` on two parameters",
        );
    }
    let (ty, by_reference) = parameter_type(&written.ty, errors);
    let flatten = keys.flatten.as_ref().is_some_and(|flatten| flatten.value);
    if flatten {
        only_flattened(written, errors);
    }
    let name = match (&written.pat, &keys.name) {
        (Pat::Ident(pat), given) if pat.by_ref.is_none() && pat.subpat.is_none() => given
            .as_ref()
            .map_or_else(|| Case::name(case, &pat.ident), |given| given.value.clone()),
        (pat, _) => {
            errors.at(
                pat,
                match pat {
                    Pat::Wild(_) => "a client sends each argument by its name, write a name in place of `_`",
                    _ => "a client sends each argument by its name, write a name here and take it apart in the body",
                },
            );
            return None;
        }
    };
    let description = match &keys.description {
        Some(given) => Some(Description::of_expr(&given.value)).inspect(|description| {
            if description.is_blank() {
                errors.at(
                    &given.value,
                    "`description` is blank, write what the argument means or leave the key out",
                );
            }
        }),
        None => Some(Description::of_docs(&written.docs)).filter(|docs| !docs.is_blank()),
    };
    let mut keywords = keywords(&keys.keywords, errors);
    if let Some(default) = keys.default.as_ref().and_then(|given| given.value.as_ref()) {
        default_fits(&keys.keywords, default, errors);
    }
    if let Some(header) = &keys.header {
        keywords.push(Keyword {
            name: "x-mcp-header",
            value: KeywordValue::One(header_name(&header.value, errors)),
        });
    }
    Some(Parameter {
        guards: guards(&written.attrs),
        name,
        description,
        aliases: &keys.alias,
        default: keys.default.as_ref().map(|default| match &default.value {
            None => DefaultValue::OfType(default.key.span()),
            Some(expr) if is_text(expr) => DefaultValue::Text(expr),
            Some(expr) => DefaultValue::Expr(expr),
        }),
        flatten,
        secret: keys.secret.as_ref().is_some_and(|secret| secret.value),
        keywords,
        ty,
        by_reference,
    })
}

fn header_name(name: &LitStr, errors: &mut Errors) -> TokenStream {
    let text = name.value();
    let allowed =
        |letter: char| letter.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(letter);
    if text.is_empty() || !text.chars().all(allowed) {
        errors.at(
            name,
            "`header` is the end of a header's name, write letters, digits and `-`, such as `header = \"Region\"`",
        );
    }
    name.to_token_stream()
}

fn is_text(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Str(_)),
        Expr::Group(group) => is_text(&group.expr),
        _ => false,
    }
}

/// The members of a flattened struct carry their own names, texts and defaults.
fn only_flattened(written: &parse::Parameter, errors: &mut Errors) {
    let keys = &written.keys;
    let named = [
        keys.name.as_ref().map(|given| &given.key),
        keys.description.as_ref().map(|given| &given.key),
        keys.default.as_ref().map(|given| &given.key),
    ];
    let header = keys.header.as_ref().map(|given| &given.key);
    let named = named.into_iter().flatten().chain(header);
    for key in named.chain(keys.keywords.keys()) {
        errors.at(
            key,
            format!(
                "`flatten` takes the struct's members for arguments, write `{key}` on the members"
            ),
        );
    }
    if let Some(alias) = keys.alias.first() {
        errors.at(
            alias,
            "`flatten` takes the struct's members for arguments, write `alias` on the members",
        );
    }
}

/// `T` for a parameter of type `T` or `&T`, and whether it is the latter.
fn parameter_type(written: &Type, errors: &mut Errors) -> (Type, bool) {
    let outer = types::bare(written);
    let (mut ty, by_reference) = match outer {
        Type::Reference(reference) => {
            let owned = types::show(&types::owned(outer));
            let elem = types::show(&reference.elem);
            if let Some(mutability) = &reference.mutability {
                errors.at(
                    mutability,
                    format!("an argument belongs to the call, write `mut` before the name and `{owned}` as its type"),
                );
            } else if let Some(lifetime) = reference
                .lifetime
                .as_ref()
                .filter(|lifetime| lifetime.ident != "_")
            {
                errors.at(
                    lifetime,
                    format!("an argument lives as long as the call, write `&{elem}`"),
                );
            }
            (types::bare(&reference.elem).clone(), true)
        }
        _ => (outer.clone(), false),
    };
    match &ty {
        Type::TraitObject(object) => errors.at(
            object,
            "nothing can be decoded into a trait object, write a type that implements the trait",
        ),
        unsized_ty if !by_reference && types::is_unsized(unsized_ty) => errors.at(
            unsized_ty,
            format!(
                "`{0}` has no size of its own, write `&{0}`",
                types::show(unsized_ty)
            ),
        ),
        _ => {}
    }
    let mut told = false;
    for part in types::written_in(&ty) {
        match part {
            Type::Reference(reference) if !told => {
                told = true;
                let mut instead = types::show(&types::owned(&ty));
                if by_reference {
                    instead = match types::bare(&ty) {
                        Type::Reference(_) => types::show(&innermost(&ty)),
                        Type::Slice(slice) => {
                            format!("[{}]", types::show(&types::owned(&slice.elem)))
                        }
                        _ => instead,
                    };
                    instead.insert(0, '&');
                }
                errors.at(
                    reference,
                    format!("a reference inside an argument has nothing to borrow from, write `{instead}`"),
                );
            }
            Type::ImplTrait(hidden) => errors.at(
                hidden,
                "`impl Trait` hides what is to be decoded, write the type",
            ),
            _ => {}
        }
    }
    types::make_static(&mut ty);
    (ty, by_reference)
}

fn innermost(ty: &Type) -> Type {
    match types::bare(ty) {
        Type::Reference(reference) => innermost(&reference.elem),
        ty => ty.clone(),
    }
}
