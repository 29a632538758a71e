//! `Input` becomes `Tool`: every rule about tools, and every message that a broken one gets.

use std::collections::HashMap;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, GenericParam, Generics, Ident, Lit, LitStr, Meta, Pat, Path, Receiver,
    ReceiverKind, ReturnType, Safety, Signature, Type, Visibility,
};

use crate::doc::Description;
use crate::errors::Errors;
use crate::parse::{self, Block, Function, Given, Member, MetaMember, is_named};
use crate::types;

/// A tool that keeps every rule.
pub(crate) struct Tool<'a> {
    /// The `#[cfg(…)]` that guard all that is generated for it.
    pub(crate) guards: Vec<TokenStream>,
    pub(crate) lints: Vec<TokenStream>,
    pub(crate) ident: &'a Ident,
    pub(crate) name: LitStr,
    pub(crate) title: Option<&'a LitStr>,
    pub(crate) description: Description,
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
    pub(crate) icon: Option<&'a LitStr>,
    pub(crate) ignore_unknown: bool,
    pub(crate) meta: Vec<(&'a LitStr, TokenStream)>,
    /// Where `&self` is written.
    pub(crate) receiver: Option<Span>,
    /// Where `async` is written.
    pub(crate) asyncness: Option<Span>,
    pub(crate) parameters: Vec<Parameter<'a>>,
    pub(crate) output: Type,
}

/// A parameter of a tool.
pub(crate) struct Parameter<'a> {
    pub(crate) guards: Vec<TokenStream>,
    pub(crate) name: LitStr,
    pub(crate) description: Option<Description>,
    pub(crate) aliases: &'a [LitStr],
    pub(crate) default: Option<DefaultValue<'a>>,
    pub(crate) flatten: bool,
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

/// A free function that is a tool, and the type that stands for it.
pub(crate) struct Companion<'a> {
    pub(crate) private: TokenStream,
    pub(crate) vis: &'a Visibility,
    pub(crate) ident: &'a Ident,
    pub(crate) tool: Tool<'a>,
}

/// The tools of one `impl` block.
pub(crate) struct Set<'a> {
    pub(crate) private: TokenStream,
    pub(crate) guards: Vec<TokenStream>,
    pub(crate) lints: Vec<TokenStream>,
    pub(crate) generics: &'a Generics,
    pub(crate) self_ty: &'a Type,
    pub(crate) tools: Vec<Tool<'a>>,
}

/// The runtime's module for generated code.
pub(crate) fn private(krate: Option<&Given<Path>>) -> TokenStream {
    let span = Span::mixed_site();
    match krate {
        Some(Given { value: path, .. }) => quote_spanned!(span=> #path::__private),
        None => quote_spanned!(span=> ::haft::__private),
    }
}

/// The name of the type that stands for a free function.
pub(crate) fn companion_ident(function: &Function) -> &Ident {
    let given = function.keys.companion.as_ref();
    given.map_or(&function.sig.ident, |given| &given.value)
}

/// The `#[cfg(…)]` among `attrs`, also those in a `#[cfg_attr(…)]`.
pub(crate) fn guards(attrs: &[Attribute]) -> Vec<TokenStream> {
    let conditional = |attr: &Attribute| {
        let (condition, attrs) = parse::cfg_attr(attr)?;
        let cfgs = attrs.iter().filter(|(path, _)| path.is_ident("cfg"));
        let cfgs: Vec<_> = cfgs.map(|(_, cfg)| cfg).collect();
        (!cfgs.is_empty()).then(|| quote!(#[cfg_attr(#condition, #(#cfgs),*)]))
    };
    attrs
        .iter()
        .filter_map(|attr| {
            if attr.path().is_ident("cfg") {
                Some(attr.to_token_stream())
            } else {
                conditional(attr)
            }
        })
        .collect()
}

/// What the user allows in a function is allowed where its types and defaults are written once more, and so is a call
/// of a deprecated one.
fn lints(attrs: &[Attribute]) -> Vec<TokenStream> {
    let allowed = |attr: &Attribute| match &attr.meta {
        Meta::List(list) if list.path.is_ident("allow") || list.path.is_ident("expect") => {
            let lints = &list.tokens;
            Some(quote!(#[allow(#lints)]))
        }
        meta if meta.path().is_ident("deprecated") => Some(quote!(#[allow(deprecated)])),
        _ => None,
    };
    attrs.iter().filter_map(allowed).collect()
}

/// The tool in a free function.
pub(crate) fn companion<'a>(function: &'a Function, errors: &mut Errors) -> Companion<'a> {
    let ident = companion_ident(function);
    if let Some(receiver) = &function.receiver {
        errors.at(
            receiver,
            "a function with `self` is a method, write `#[tools]` on the `impl` block around it",
        );
    }
    no_path_through_companion(function, ident, errors);
    Companion {
        private: private(function.keys.krate.as_ref()),
        vis: &function.vis,
        ident,
        tool: tool(function, errors),
    }
}

/// The tools in an `impl` block.
pub(crate) fn set<'a>(block: &'a Block, errors: &mut Errors) -> Set<'a> {
    if let Some(of_trait) = &block.of_trait {
        errors.at(
            of_trait,
            "`#[tools]` gathers a type's own methods, write `impl Type` without a trait",
        );
    }
    no_lifetimes(block, errors);
    let mut tools = Vec::new();
    for member in &block.members {
        match member {
            Member::Tool(function) => tools.push(method(function, errors)),
            Member::Macro { rest, .. } => errors.at(
                rest.clone().into_iter().next(),
                "a macro call may hide tools from `#[tools]`, write it in another `impl` block",
            ),
            Member::Other { attrs, .. } => no_conditional_mark(attrs, errors),
        }
    }
    if tools.is_empty() {
        errors.at(
            &block.self_ty,
            "no method of this block is marked as a tool, write `#[tool]` on each one that is",
        );
    }
    no_name_twice(&tools, errors);
    Set {
        private: private(block.keys.krate.as_ref()),
        guards: guards(&block.attrs),
        lints: lints(&block.attrs),
        generics: &block.generics,
        self_ty: &block.self_ty,
        tools,
    }
}

fn method<'a>(function: &'a Function, errors: &mut Errors) -> Tool<'a> {
    if let Some(companion) = &function.keys.companion {
        errors.at(
            &companion.key,
            "a method needs no companion type, write `companion` on free functions alone",
        );
    }
    if let Some(krate) = &function.keys.krate {
        errors.at(
            &krate.key,
            "`crate` holds for the whole block, write `#[tools(crate = …)]`",
        );
    }
    if let Some(receiver) = &function.receiver {
        shared_receiver(receiver, errors);
    }
    no_conditional_mark(&function.attrs, errors);
    tool(function, errors)
}

/// What free functions and methods have in common.
fn tool<'a>(function: &'a Function, errors: &mut Errors) -> Tool<'a> {
    let (keys, sig) = (&function.keys, &function.sig);
    callable_signature(sig, errors);
    if let (Some(read_only), Some(destructive)) = (&keys.read_only, &keys.destructive)
        && read_only.value
        && destructive.value
    {
        errors.at(
            &destructive.key,
            "a `read_only` tool changes nothing and so is not `destructive`, keep one of them",
        );
    }
    let flag = |given: &Option<Given<bool>>| given.as_ref().map(|given| given.value);
    Tool {
        guards: guards(&function.attrs),
        lints: lints(&function.attrs),
        ident: &sig.ident,
        name: tool_name(function, errors),
        title: keys.title.as_ref().map(|title| {
            if title.value.value().trim().is_empty() {
                errors.at(&title.value, "`title` is blank, write a title or leave the key out");
            }
            &title.value
        }),
        description: tool_description(function, errors),
        read_only: flag(&keys.read_only),
        destructive: flag(&keys.destructive),
        idempotent: flag(&keys.idempotent),
        open_world: flag(&keys.open_world),
        icon: keys.icon.as_ref().map(|icon| {
            let url = icon.value.value();
            if !(url.starts_with("https://") || url.starts_with("data:")) {
                errors.at(
                    &icon.value,
                    "`icon` is no address that every client loads, write one that starts with `https://` or `data:`",
                );
            }
            &icon.value
        }),
        ignore_unknown: flag(&keys.ignore_unknown).unwrap_or(false),
        meta: keys
            .meta
            .as_ref()
            .map_or_else(Vec::new, |meta| meta_members(&meta.value, errors)),
        receiver: function.receiver.as_ref().map(Spanned::span),
        asyncness: sig.asyncness.map(|token| token.span),
        parameters: parameters(function, errors),
        output: output(sig, errors),
    }
}

fn tool_name(function: &Function, errors: &mut Errors) -> LitStr {
    let name = function.keys.name.as_ref().map_or_else(
        || of_ident(&function.sig.ident),
        |given| given.value.clone(),
    );
    let text = name.value();
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    if text.is_empty() || text.len() > 128 || !text.chars().all(allowed) {
        let better: String = text
            .chars()
            .filter(|letter| letter.is_ascii())
            .map(|letter| if allowed(letter) { letter } else { '_' })
            .take(128)
            .collect();
        let better = if better.is_empty() { "…" } else { &better };
        errors.push(syn::Error::new(
            name.span(),
            format!(
                "the name of a tool is 1 to 128 of `A-Z`, `a-z`, `0-9`, `_`, `-` and `.`, write `name = \"{better}\"`"
            ),
        ));
    }
    name
}

fn of_ident(ident: &Ident) -> LitStr {
    LitStr::new(&ident.unraw().to_string(), ident.span())
}

fn tool_description(function: &Function, errors: &mut Errors) -> Description {
    let ident = &function.sig.ident;
    if let Some(given) = &function.keys.description {
        let description = Description::of_expr(&given.value);
        if description.is_blank() {
            errors.at(
                &given.value,
                "`description` is blank and a model chooses by this text, write what the tool does",
            );
        }
        return description;
    }
    let hidden = function.attrs.iter().filter(|attr| {
        parse::cfg_attr(attr)
            .is_some_and(|(_, attrs)| attrs.iter().any(|(path, _)| path.is_ident("doc")))
    });
    let mut any_hidden = false;
    for attr in hidden {
        any_hidden = true;
        errors.at(
            attr.path(),
            "a description cannot depend on `cfg_attr`, write `#[tool(description = \"…\")]` or two functions with `#[cfg(…)]`",
        );
    }
    let description = Description::of_docs(&doc_attrs(&function.attrs));
    if description.is_blank() && !any_hidden {
        errors.at(
            ident,
            format!(
                "`{ident}` has no description and a model chooses by this text, write a doc comment or `description = \"…\"`"
            ),
        );
    }
    description
}

fn doc_attrs(attrs: &[Attribute]) -> Vec<Attribute> {
    let docs = attrs.iter().filter(|attr| attr.path().is_ident("doc"));
    docs.cloned().collect()
}

fn meta_members<'a>(
    members: &'a [MetaMember],
    errors: &mut Errors,
) -> Vec<(&'a LitStr, TokenStream)> {
    let mut seen = Vec::new();
    for member in members {
        let name = member.name.value();
        if seen.contains(&name) {
            errors.at(
                &member.name,
                format!("`meta` has two members `{name}`, keep one of them"),
            );
        }
        seen.push(name);
    }
    members
        .iter()
        .map(|member| {
            let MetaMember { name, minus, value } = member;
            let value = match value {
                Lit::Str(_) | Lit::Bool(_) if minus.is_none() => quote!(#value),
                Lit::Float(_) => quote!(#minus #value),
                // Without a suffix a literal would be an `i32`, whatever its size.
                Lit::Int(number) if number.suffix().is_empty() => {
                    let suffix = if minus.is_some() { "i64" } else { "u64" };
                    let text = format!("{}{suffix}", number.base10_digits());
                    let place = Span::mixed_site().located_at(number.span());
                    let number = syn::LitInt::new(&text, place);
                    quote!(#minus #number)
                }
                Lit::Int(_) => quote!(#minus #value),
                _ => {
                    errors.at(
                        value,
                        "a member of `meta` is a piece of JSON, write a string, a number or a bool",
                    );
                    TokenStream::new()
                }
            };
            (name, value)
        })
        .collect()
}

/// Only `&self` and its long form: the state outlives the call, and other calls use it meanwhile.
fn shared_receiver(receiver: &Receiver, errors: &mut Errors) {
    let message = match &receiver.kind {
        ReceiverKind::Reference(_, lifetime, None) if is_elided(lifetime.as_ref()) => return,
        ReceiverKind::Typed(_, ty) => match types::bare(ty) {
            Type::Reference(reference)
                if is_elided(reference.lifetime.as_ref())
                    && reference.mutability.is_none()
                    && matches!(types::bare(&reference.elem), Type::Path(path) if path.path.is_ident("Self")) =>
            {
                return;
            }
            _ => "a tool borrows its state for a call, write `&self`",
        },
        ReceiverKind::Reference(_, _, Some(_)) => {
            "calls run at the same time and share the state, write `&self` and put what changes in a `Mutex` or an atomic"
        }
        ReceiverKind::Reference(..) => "the state is borrowed for one call, write `&self`",
        _ => {
            "a tool must leave its state to later calls, write `&self` and put what changes in a `Mutex` or an atomic"
        }
    };
    errors.at(receiver, message);
}

fn is_elided(lifetime: Option<&syn::Lifetime>) -> bool {
    lifetime.is_none_or(|lifetime| lifetime.ident == "_")
}

/// Whether a server can call it with nothing but decoded arguments.
fn callable_signature(sig: &Signature, errors: &mut Errors) {
    if let Safety::Unsafe(token) = &sig.safety {
        errors.at(
            token,
            "no client can keep the promises of an `unsafe fn`, write a safe function around it",
        );
    }
    if let Some(abi) = &sig.abi {
        errors.at(
            abi,
            "a tool is called from Rust, write a `fn` without `extern`",
        );
    }
    if let Some(variadic) = &sig.variadic {
        errors.at(
            variadic,
            "every argument of a tool has a name, write parameters for them",
        );
    }
    for param in &sig.generics.params {
        match param {
            GenericParam::Lifetime(lifetime) => errors.at(
                lifetime,
                "an argument lives as long as the call, write `&str` or `&T` without a named lifetime",
            ),
            GenericParam::Type(param) => errors.at(
                &param.ident,
                format!("a client sends values and no types, write a type in place of `{}`", param.ident),
            ),
            GenericParam::Const(param) => errors.at(
                &param.ident,
                format!("a client sends values and no types, write a number in place of `{}`", param.ident),
            ),
        }
    }
}

fn output(sig: &Signature, errors: &mut Errors) -> Type {
    let mut ty = match &sig.output {
        ReturnType::Type(_, ty) => (**ty).clone(),
        ReturnType::Default => Type::Verbatim(quote!(())),
    };
    for hidden in types::written_in(&ty) {
        if let Type::ImplTrait(hidden) = hidden {
            errors.at(
                hidden,
                "`impl Trait` hides what is sent to the client, write the type",
            );
        }
    }
    types::make_static(&mut ty);
    ty
}

fn parameters<'a>(function: &'a Function, errors: &mut Errors) -> Vec<Parameter<'a>> {
    let parameters: Vec<_> = function
        .parameters
        .iter()
        .filter_map(|written| parameter(written, errors))
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

fn parameter<'a>(written: &'a parse::Parameter, errors: &mut Errors) -> Option<Parameter<'a>> {
    let keys = &written.keys;
    for attr in &written.attrs {
        if attr.path().is_ident("cfg_attr") {
            errors.at(
                attr.path(),
                "`cfg_attr` on a parameter is not looked into, write `#[arg(…)]` by itself or `#[cfg(…)]` on two parameters",
            );
        }
    }
    let (ty, by_reference) = parameter_type(&written.ty, errors);
    let flatten = keys.flatten.as_ref().is_some_and(|flatten| flatten.value);
    if flatten {
        only_flattened(written, errors);
    }
    let name = match (&written.pat, &keys.name) {
        (Pat::Ident(pat), given) if pat.by_ref.is_none() && pat.subpat.is_none() => given
            .as_ref()
            .map_or_else(|| of_ident(&pat.ident), |given| given.value.clone()),
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
        ty,
        by_reference,
    })
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
    for key in named.into_iter().flatten() {
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

/// Two tools that a `#[cfg]` may keep apart are left to the server's builder.
fn no_name_twice(tools: &[Tool<'_>], errors: &mut Errors) {
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

fn no_conditional_mark(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs {
        for (path, _) in parse::cfg_attr(attr)
            .into_iter()
            .flat_map(|(_, attrs)| attrs)
        {
            if is_named(&path, "tool") {
                errors.at(
                    path,
                    "`#[tools]` does not look into `cfg_attr`, write `#[cfg(…)]` and `#[tool]` on the method",
                );
            }
        }
    }
}

/// A server keeps the state for as long as it runs.
fn no_lifetimes(block: &Block, errors: &mut Errors) {
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

/// In `fn uuid() { uuid::Uuid::new_v4() }` the companion stands before the crate.
fn no_path_through_companion(function: &Function, companion: &Ident, errors: &mut Errors) {
    let defaults = function.parameters.iter().filter_map(|parameter| {
        let default = parameter.keys.default.as_ref()?;
        default.value.as_ref().map(ToTokens::to_token_stream)
    });
    let signature = function.sig.to_token_stream();
    let body = function.body.stream();
    for tokens in [signature, body].into_iter().chain(defaults) {
        for place in paths_through(companion, tokens) {
            errors.at(
                &place,
                format!(
                    "`{companion}` is the type that stands for this tool, write `::{companion}` for the crate or name the type with `companion = …`"
                ),
            );
        }
    }
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
                found.push(ident.clone())
            }
            // The names in `use a::{b, c}` begin no path of their own.
            TokenTree::Group(group) if !within => {
                found.extend(paths_through(first, group.stream()))
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
