//! `Input` becomes `Tool`: every rule about tools, and every message that a broken one gets.

mod block;
mod case;
mod companion;
mod keyword;
mod parameter;
mod schema;
mod signature;
mod timeout;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Generics, Ident, Lit, LitInt, LitStr, Meta, Path, Type, Visibility};

use crate::doc::Description;
use crate::errors::Errors;
use crate::parse::{self, Block, Function, Given, Member, MetaMember};

use case::Case;

pub(crate) use block::is_borrowed;
pub(crate) use companion::hides_a_crate;
pub(crate) use keyword::{Keyword, KeywordValue};
pub(crate) use parameter::{DefaultValue, Parameter};
pub(crate) use schema::{Derived, Schema, derived, schema};

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
    /// In milliseconds.
    pub(crate) timeout: Option<u64>,
    pub(crate) ignore_unknown: bool,
    pub(crate) lenient: Option<bool>,
    pub(crate) meta: Vec<(&'a LitStr, TokenStream)>,
    /// Where `&self` is written.
    pub(crate) receiver: Option<Span>,
    /// Where `async` is written.
    pub(crate) asyncness: Option<Span>,
    pub(crate) parameters: Vec<Parameter<'a>>,
    pub(crate) output: Type,
}

/// A free function that is a tool, and the type that stands for it.
pub(crate) struct Companion<'a> {
    pub(crate) private: Private<'a>,
    pub(crate) vis: &'a Visibility,
    pub(crate) ident: &'a Ident,
    pub(crate) tool: Tool<'a>,
}

/// The tools of one `impl` block.
pub(crate) struct Set<'a> {
    pub(crate) private: Private<'a>,
    pub(crate) guards: Vec<TokenStream>,
    pub(crate) lints: Vec<TokenStream>,
    pub(crate) generics: &'a Generics,
    pub(crate) self_ty: &'a Type,
    pub(crate) tools: Vec<Tool<'a>>,
}

/// The runtime's module for generated code, `::haft::__private` unless `crate = …` says where haft is.
pub(crate) struct Private<'a>(Option<&'a Path>);

impl<'a> Private<'a> {
    pub(crate) fn new(krate: Option<&'a Given<Path>>) -> Self {
        Self(krate.map(|krate| &krate.value))
    }

    /// The path, shown at `place` if anything goes wrong there.
    pub(crate) fn at(&self, place: Span) -> TokenStream {
        let span = Span::mixed_site().located_at(place);
        let Some(path) = self.0 else {
            return quote_spanned!(span=> ::haft::__private);
        };
        let located = path.to_token_stream().into_iter().map(|mut token| {
            token.set_span(token.span().located_at(place));
            token
        });
        let path: TokenStream = located.collect();
        quote_spanned!(span=> #path::__private)
    }
}

impl ToTokens for Private<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.at(Span::call_site()));
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
    companion::no_path_through_companion(function, ident, errors);
    Companion {
        private: Private::new(function.keys.krate.as_ref()),
        vis: &function.vis,
        ident,
        tool: tool(function, None, errors),
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
    block::no_lifetimes(block, errors);
    let case = Case::of(block.keys.rename_all.as_ref(), errors);
    let mut tools = Vec::new();
    for member in &block.members {
        match member {
            Member::Tool(function) => tools.push(method(function, case, errors)),
            Member::Macro { call, .. } => errors.at(
                call.clone().into_iter().next(),
                "a macro call may hide tools from `#[tools]`, write it in another `impl` block",
            ),
            Member::Other(_) => {}
        }
    }
    if !block.marked {
        errors.at(
            &block.self_ty,
            "no method of this block is marked as a tool, write `#[tool]` on each one that is",
        );
    }
    block::no_name_twice(&tools, errors);
    Set {
        private: Private::new(block.keys.krate.as_ref()),
        guards: guards(&block.attrs),
        lints: lints(&block.attrs),
        generics: &block.generics,
        self_ty: &block.self_ty,
        tools,
    }
}

fn method<'a>(function: &'a Function, case: Option<Case>, errors: &mut Errors) -> Tool<'a> {
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
        signature::shared_receiver(receiver, errors);
    }
    tool(function, case, errors)
}

/// What free functions and methods have in common; `case` is that of the block.
fn tool<'a>(function: &'a Function, case: Option<Case>, errors: &mut Errors) -> Tool<'a> {
    let (keys, sig) = (&function.keys, &function.sig);
    signature::callable_signature(sig, errors);
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
        timeout: keys
            .timeout
            .as_ref()
            .map(|timeout| timeout::milliseconds(&timeout.value, errors)),
        ignore_unknown: flag(&keys.ignore_unknown).unwrap_or(false),
        lenient: flag(&keys.lenient),
        meta: keys
            .meta
            .as_ref()
            .map_or_else(Vec::new, |meta| meta_members(&meta.value, errors)),
        receiver: function.receiver.as_ref().map(Spanned::span),
        asyncness: sig.asyncness.map(|token| token.span),
        parameters: {
            let case = Case::of(keys.rename_all.as_ref(), errors).or(case);
            parameter::parameters(function, case, errors)
        },
        output: signature::output(sig, errors),
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
            .filter(char::is_ascii)
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
            "a description cannot depend on `cfg_attr`, write `#[tool(description = \"…\")]` or two methods with `#[cfg(…)]`",
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
                // Without a suffix a literal would be an `i32`, whatever its size.
                Lit::Int(number) if number.suffix().is_empty() => {
                    let suffix = if minus.is_some() { "i64" } else { "u64" };
                    let text = format!("{}{suffix}", number.base10_digits());
                    let place = Span::mixed_site().located_at(number.span());
                    let number = LitInt::new(&text, place);
                    quote!(#minus #number)
                }
                Lit::Int(_) | Lit::Float(_) => quote!(#minus #value),
                _ => {
                    errors.at(value, parse::LITERAL);
                    TokenStream::new()
                }
            };
            (name, value)
        })
        .collect()
}
