//! Tokens become an `Input`: the syntax of the item and the keys of the attributes, judged no further.

mod keys;
mod nearest;
mod shape;

use std::mem;

use proc_macro2::extra::DelimSpan;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, quote};
use syn::parse::{ParseStream, Parser};
use syn::{
    Attribute, FnArg, Generics, Meta, Pat, Path, Receiver, Signature, Token, Type, Visibility,
    token,
};

pub(crate) use self::keys::{ArgKeys, Given, Keywords, LITERAL, MetaMember, ToolKeys, ToolsKeys};
use self::keys::{read_attribute, read_keys};
pub(crate) use self::nearest::nearest;
pub(crate) use self::shape::{Shape, ShapeItem, leaves_none_out, schema, words};
use crate::errors::Errors;

/// A function with `#[tool]` on it.
pub(crate) struct Function {
    pub(crate) keys: ToolKeys,
    /// All but `#[tool]`.
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    /// As written, but without what only we understand on the parameters.
    pub(crate) sig: Signature,
    /// Not looked into: an unfinished body must not take the tool away while it is being typed.
    pub(crate) body: Group,
    pub(crate) receiver: Option<Receiver>,
    pub(crate) parameters: Vec<Parameter>,
}

pub(crate) struct Parameter {
    pub(crate) keys: ArgKeys,
    pub(crate) docs: Vec<Attribute>,
    /// Each `#[cfg_attr(…)]`, which may hide any of the others.
    pub(crate) conditional: Vec<Attribute>,
    /// What stays on the parameter.
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
}

/// An `impl` block with `#[tools]` on it.
pub(crate) struct Block {
    pub(crate) keys: ToolsKeys,
    /// All before the braces, as written.
    head: TokenStream,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) generics: Generics,
    /// `Trait for`, which makes it no block for tools.
    pub(crate) of_trait: Option<Type>,
    pub(crate) self_ty: Type,
    brace: DelimSpan,
    inner_attrs: Vec<Attribute>,
    pub(crate) members: Vec<Member>,
    /// Whether any member has `#[tool]` on it, rightly or not.
    pub(crate) marked: bool,
}

pub(crate) enum Member {
    Tool(Box<Function>),
    /// A call of a macro, which may make anything.
    Macro {
        attrs: Vec<Attribute>,
        call: TokenStream,
    },
    Other(TokenStream),
}

/// Whether `attr` is written with this name, alone or at the end of a path.
pub(crate) fn is_named(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

/// The condition of a `#[cfg_attr(…)]` and the attributes that hang on it, each with its path.
pub(crate) fn cfg_attr(attr: &Attribute) -> Option<(TokenStream, Vec<(Path, TokenStream)>)> {
    let Meta::List(list) = &attr.meta else {
        return None;
    };
    if !attr.path().is_ident("cfg_attr") {
        return None;
    }
    let part = |input: ParseStream<'_>| {
        let mut part = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            part.append(input.parse::<TokenTree>()?);
        }
        input.parse::<Option<Token![,]>>()?;
        syn::Result::Ok(part)
    };
    let parts = |input: ParseStream<'_>| {
        let condition = part(input)?;
        let mut attrs = Vec::new();
        while !input.is_empty() {
            let path = input.fork().call(Path::parse_mod_style)?;
            attrs.push((path, part(input)?));
        }
        Ok((condition, attrs))
    };
    parts.parse2(list.tokens.clone()).ok()
}

/// `#[tool(keys)] item`
pub(crate) fn tool(keys: TokenStream, item: TokenStream, errors: &mut Errors) -> Option<Function> {
    let parse = |input: ParseStream<'_>| {
        let mut given = ToolKeys::default();
        read_keys(&mut given, keys, errors);
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        Function::parse(given, attrs, vis, input, errors)
    };
    let result = parse.parse2(item);
    errors.keep(result)
}

/// `#[tools(keys)] item`
pub(crate) fn tools(keys: TokenStream, item: TokenStream, errors: &mut Errors) -> Option<Block> {
    let mut given = ToolsKeys::default();
    read_keys(&mut given, keys, errors);
    let result = Block::parse(given, item, errors);
    errors.keep(result)
}

impl Function {
    /// What follows the attributes and the visibility.
    fn parse(
        keys: ToolKeys,
        attrs: Vec<Attribute>,
        vis: Visibility,
        input: ParseStream<'_>,
        errors: &mut Errors,
    ) -> syn::Result<Self> {
        if !begins_with(input, "fn") {
            return Err(not_a_function(input));
        }
        let mut sig: Signature = input.parse()?;
        if input.peek(Token![;]) {
            let message = format!(
                "`{}` has no body to run, write `#[tool]` on a function that has one",
                sig.ident
            );
            return Err(syn::Error::new(sig.ident.span(), message));
        }
        let body = input.parse()?;

        let mut receiver = None;
        let mut parameters = Vec::new();
        for input in &mut sig.inputs {
            match input {
                FnArg::Receiver(found) => receiver = Some(found.clone()),
                FnArg::Typed(typed) => {
                    let mut keys = ArgKeys::default();
                    let (mut docs, mut conditional) = (Vec::new(), Vec::new());
                    for attr in mem::take(&mut typed.attrs) {
                        if is_named(attr.path(), "arg") {
                            read_attribute(&mut keys, attr, errors);
                        } else if attr.path().is_ident("doc") {
                            docs.push(attr);
                        } else if attr.path().is_ident("cfg_attr") {
                            conditional.push(attr);
                        } else {
                            typed.attrs.push(attr);
                        }
                    }
                    parameters.push(Parameter {
                        keys,
                        docs,
                        conditional,
                        attrs: typed.attrs.clone(),
                        pat: (*typed.pat).clone(),
                        ty: (*typed.ty).clone(),
                    });
                }
            }
        }
        Ok(Self {
            keys,
            attrs,
            vis,
            sig,
            body,
            receiver,
            parameters,
        })
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.vis.to_tokens(tokens);
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

impl Block {
    fn parse(keys: ToolsKeys, item: TokenStream, errors: &mut Errors) -> syn::Result<Self> {
        let head = |input: ParseStream<'_>| {
            let attrs = input.call(Attribute::parse_outer)?;
            let _: Visibility = input.parse()?;
            if !begins_with(input, "impl") {
                return Err(not_a_block(input));
            }
            while input.parse::<Option<Token![impl]>>()?.is_none() {
                input.parse::<TokenTree>()?;
            }
            let mut generics: Generics = input.parse()?;
            input.parse::<Option<Token![!]>>()?;
            let mut self_ty = input.parse()?;
            let mut of_trait = None;
            if input.parse::<Option<Token![for]>>()?.is_some() {
                of_trait = Some(self_ty);
                self_ty = input.parse()?;
            }
            generics.where_clause = input.parse()?;
            let body: Group = input.parse()?;
            Ok((attrs, generics, of_trait, self_ty, body))
        };
        let (attrs, generics, of_trait, self_ty, body) = head.parse2(item.clone())?;
        let mut marked = false;
        let members = |input: ParseStream<'_>| {
            let inner_attrs = input.call(Attribute::parse_inner)?;
            let mut members = Vec::new();
            while !input.is_empty() {
                members.push(Member::parse(input, &mut marked, errors)?);
            }
            Ok((inner_attrs, members))
        };
        let (inner_attrs, members) = members.parse2(body.stream())?;
        let mut head: Vec<_> = item.into_iter().collect();
        head.pop();
        Ok(Self {
            keys,
            head: head.into_iter().collect(),
            attrs,
            generics,
            of_trait,
            self_ty,
            brace: body.delim_span(),
            inner_attrs,
            members,
            marked,
        })
    }
}

impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.head.clone());
        token::Brace { span: self.brace }.surround(tokens, |tokens| {
            tokens.append_all(&self.inner_attrs);
            tokens.append_all(&self.members);
        });
    }
}

impl Member {
    fn parse(input: ParseStream<'_>, marked: &mut bool, errors: &mut Errors) -> syn::Result<Self> {
        let mut attrs = input.call(Attribute::parse_outer)?;
        let mark = take_mark(&mut attrs, marked, errors);
        let is_macro = is_macro_call(input);
        let vis = input.parse()?;
        if let Some(mark) = mark {
            if begins_with(input, "fn") {
                let mut keys = ToolKeys::default();
                read_attribute(&mut keys, mark, errors);
                let function = Function::parse(keys, attrs, vis, input, errors)?;
                return Ok(Self::Tool(Box::new(function)));
            }
            errors.push(not_a_function(input));
        }
        if is_macro {
            let call = rest_of_item(input, true)?;
            return Ok(Self::Macro { attrs, call });
        }
        let rest = if begins_with(input, "fn") {
            let sig: Signature = input.parse()?;
            let body: Group = input.parse()?;
            quote!(#sig #body)
        } else {
            rest_of_item(input, false)?
        };
        Ok(Self::Other(quote!(#(#attrs)* #vis #rest)))
    }
}

/// Takes `#[tool]` out of the attributes of a member, and what would have become one if anybody had looked.
fn take_mark(
    attrs: &mut Vec<Attribute>,
    marked: &mut bool,
    errors: &mut Errors,
) -> Option<Attribute> {
    let mut mark = None;
    attrs.retain(|attr| {
        if is_named(attr.path(), "tool") {
            if mark.is_some() {
                errors.at(attr.path(), "`#[tool]` is given twice, keep one of them");
            } else {
                mark = Some(attr.clone());
            }
            *marked = true;
            return false;
        }
        let hidden = cfg_attr(attr).and_then(|(_, attrs)| {
            let mut paths = attrs.into_iter().map(|(path, _)| path);
            paths.find(|path| is_named(path, "tool"))
        });
        if let Some(hidden) = &hidden {
            errors.at(
                hidden,
                "`#[tools]` does not look into `cfg_attr`, write `#[cfg(…)]` and `#[tool]` on the method",
            );
            *marked = true;
        }
        hidden.is_none()
    });
    mark
}

/// The tokens up to `;`, or up to the braces that end a call of a macro as well.
fn rest_of_item(input: ParseStream<'_>, is_macro: bool) -> syn::Result<TokenStream> {
    let mut rest = TokenStream::new();
    while !input.is_empty() {
        let token: TokenTree = input.parse()?;
        let ends = match &token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => {
                is_macro && group.delimiter() == Delimiter::Brace && !input.peek(Token![;])
            }
            _ => false,
        };
        rest.append(token);
        if ends {
            break;
        }
    }
    Ok(rest)
}

impl ToTokens for Member {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Tool(function) => function.to_tokens(tokens),
            Self::Macro { attrs, call } => {
                tokens.append_all(attrs);
                tokens.extend(call.clone());
            }
            Self::Other(item) => tokens.extend(item.clone()),
        }
    }
}

/// Whether the words that open an item, such as `const unsafe extern "C" fn`, lead to `keyword`.
fn begins_with(input: ParseStream<'_>, keyword: &str) -> bool {
    let mut cursor = input.cursor();
    while let Some((token, next)) = cursor.token_tree() {
        match token {
            TokenTree::Ident(word) if word == keyword => return true,
            TokenTree::Ident(_) | TokenTree::Literal(_) => cursor = next,
            _ => return false,
        }
    }
    false
}

/// Whether a path and `!` come next.
fn is_macro_call(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.call(Path::parse_mod_style).is_ok() && ahead.peek(Token![!])
}

fn not_a_function(input: ParseStream<'_>) -> syn::Error {
    input.error(if begins_with(input, "impl") {
        "an `impl` block is no tool, write `#[tools]` on it and `#[tool]` on its methods"
    } else {
        "only a function can be a tool, write `#[tool]` on a `fn`"
    })
}

fn not_a_block(input: ParseStream<'_>) -> syn::Error {
    input.error(if begins_with(input, "fn") {
        "`#[tools]` gathers the tools of an `impl` block, write `#[tool]` on a function"
    } else {
        "`#[tools]` gathers the methods of a type, write it on an `impl` block"
    })
}
