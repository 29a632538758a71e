//! Tokens become an `Input`: the syntax of the item and the keys of the attributes, judged no further.

use std::mem;

use proc_macro2::extra::DelimSpan;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, FnArg, Generics, Ident, Lit, LitBool, LitStr, Meta, Pat, Path, Receiver,
    Signature, Token, Type, Visibility, parenthesized, token,
};

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
}

pub(crate) enum Member {
    Tool(Box<Function>),
    /// A call of a macro, which may make anything.
    Macro {
        attrs: Vec<Attribute>,
        rest: TokenStream,
    },
    Other {
        attrs: Vec<Attribute>,
        rest: TokenStream,
    },
}

/// A value, and the key that it was given to.
pub(crate) struct Given<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

/// What `#[tool(…)]` says.
#[derive(Default)]
pub(crate) struct ToolKeys {
    pub(crate) name: Option<Given<LitStr>>,
    pub(crate) title: Option<Given<LitStr>>,
    pub(crate) description: Option<Given<Expr>>,
    pub(crate) read_only: Option<Given<bool>>,
    pub(crate) destructive: Option<Given<bool>>,
    pub(crate) idempotent: Option<Given<bool>>,
    pub(crate) open_world: Option<Given<bool>>,
    pub(crate) icon: Option<Given<LitStr>>,
    pub(crate) ignore_unknown: Option<Given<bool>>,
    pub(crate) meta: Option<Given<Vec<MetaMember>>>,
    pub(crate) companion: Option<Given<Ident>>,
    pub(crate) krate: Option<Given<Path>>,
}

/// What `#[tools(…)]` says.
#[derive(Default)]
pub(crate) struct ToolsKeys {
    pub(crate) krate: Option<Given<Path>>,
}

/// What `#[arg(…)]` says.
#[derive(Default)]
pub(crate) struct ArgKeys {
    pub(crate) name: Option<Given<LitStr>>,
    pub(crate) description: Option<Given<Expr>>,
    /// Without an expression, the type's own default.
    pub(crate) default: Option<Given<Option<Expr>>>,
    pub(crate) alias: Vec<LitStr>,
    pub(crate) flatten: Option<Given<bool>>,
}

/// `key = literal` in `meta(…)`.
pub(crate) struct MetaMember {
    pub(crate) name: LitStr,
    pub(crate) minus: Option<Token![-]>,
    pub(crate) value: Lit,
}

/// The keys of one attribute, each with the way to read it.
trait Keys: Default + 'static {
    const ATTRIBUTE: &'static str;
    const TABLE: &'static [Key<Self>];
}

struct Key<K> {
    name: &'static str,
    read: fn(&mut K, &Entry<'_>) -> syn::Result<()>,
}

const fn key<K>(name: &'static str, read: fn(&mut K, &Entry<'_>) -> syn::Result<()>) -> Key<K> {
    Key { name, read }
}

impl Keys for ToolKeys {
    const ATTRIBUTE: &'static str = "tool";
    const TABLE: &'static [Key<Self>] = &[
        key("name", |tool, entry| {
            entry.set(&mut tool.name, Entry::string)
        }),
        key("title", |tool, entry| {
            entry.set(&mut tool.title, Entry::string)
        }),
        key("description", |tool, entry| {
            entry.set(&mut tool.description, Entry::text)
        }),
        key("read_only", |tool, entry| {
            entry.set(&mut tool.read_only, Entry::flag)
        }),
        key("destructive", |tool, entry| {
            entry.set(&mut tool.destructive, Entry::flag)
        }),
        key("idempotent", |tool, entry| {
            entry.set(&mut tool.idempotent, Entry::flag)
        }),
        key("open_world", |tool, entry| {
            entry.set(&mut tool.open_world, Entry::flag)
        }),
        key("icon", |tool, entry| {
            entry.set(&mut tool.icon, Entry::string)
        }),
        key("ignore_unknown", |tool, entry| {
            entry.set(&mut tool.ignore_unknown, Entry::flag)
        }),
        key("meta", |tool, entry| {
            entry.set(&mut tool.meta, Entry::members)
        }),
        key("companion", |tool, entry| {
            entry.set(&mut tool.companion, Entry::ident)
        }),
        key("crate", |tool, entry| {
            entry.set(&mut tool.krate, Entry::path)
        }),
    ];
}

impl Keys for ToolsKeys {
    const ATTRIBUTE: &'static str = "tools";
    const TABLE: &'static [Key<Self>] = &[key("crate", |tools, entry| {
        entry.set(&mut tools.krate, Entry::path)
    })];
}

impl Keys for ArgKeys {
    const ATTRIBUTE: &'static str = "arg";
    const TABLE: &'static [Key<Self>] = &[
        key("name", |arg, entry| entry.set(&mut arg.name, Entry::string)),
        key("description", |arg, entry| {
            entry.set(&mut arg.description, Entry::text)
        }),
        key("default", |arg, entry| {
            entry.set(&mut arg.default, Entry::optional_expr)
        }),
        key("alias", |arg, entry| {
            arg.alias.extend(entry.strings()?);
            Ok(())
        }),
        key("flatten", |arg, entry| {
            entry.set(&mut arg.flatten, Entry::flag)
        }),
    ];
}

/// A key that was read, and what follows it.
struct Entry<'a> {
    key: Ident,
    input: ParseStream<'a>,
}

impl Entry<'_> {
    /// Reads even a value that nobody wants, so that what follows it can be read.
    fn set<T>(
        &self,
        slot: &mut Option<Given<T>>,
        read: fn(&Self) -> syn::Result<T>,
    ) -> syn::Result<()> {
        let value = read(self)?;
        let key = self.key.clone();
        if slot.is_some() {
            let message = format!("`{key}` is given twice, keep one of them");
            return Err(syn::Error::new(key.span(), message));
        }
        *slot = Some(Given { key, value });
        Ok(())
    }

    /// `= "…"`
    fn string(&self) -> syn::Result<LitStr> {
        self.equals("\"…\"")?;
        self.value("a string literal", "= \"…\"")
    }

    /// `= "…"`, or an expression that makes such a text.
    fn text(&self) -> syn::Result<Expr> {
        self.equals("\"…\"")?;
        self.value("a text", "= \"…\"")
    }

    /// Nothing, `= true` or `= false`.
    fn flag(&self) -> syn::Result<bool> {
        if self.input.parse::<Option<Token![=]>>()?.is_none() {
            self.stands_alone("= false")?;
            return Ok(true);
        }
        let value: LitBool = self.value("`true` or `false`", "= false")?;
        Ok(value.value)
    }

    /// Nothing, or `= expression`.
    fn optional_expr(&self) -> syn::Result<Option<Expr>> {
        if self.input.parse::<Option<Token![=]>>()?.is_none() {
            self.stands_alone("= …")?;
            return Ok(None);
        }
        self.value("an expression", "= …").map(Some)
    }

    /// `= Name`
    fn ident(&self) -> syn::Result<Ident> {
        self.equals("Name")?;
        self.value("the name of a type to make", "= Name")
    }

    /// `= path::to`
    fn path(&self) -> syn::Result<Path> {
        self.equals("path::to::haft")?;
        self.input
            .call(Path::parse_mod_style)
            .map_err(|_| self.wrong_value("a path without quotes", "= path::to::haft"))
    }

    /// `= "…"` or `("…", "…")`
    fn strings(&self) -> syn::Result<Vec<LitStr>> {
        if !self.input.peek(token::Paren) {
            return self.string().map(|one| vec![one]);
        }
        let inside;
        parenthesized!(inside in self.input);
        let wrong = |input: ParseStream<'_>| {
            let message = format!(
                "`{0}` takes string literals, write `{0}(\"…\", \"…\")`",
                self.key
            );
            input.error(message)
        };
        let strings = inside
            .call(Punctuated::<LitStr, Token![,]>::parse_terminated)
            .map_err(|_| wrong(&inside))?;
        Ok(strings.into_iter().collect())
    }

    /// `(key = literal, …)`
    fn members(&self) -> syn::Result<Vec<MetaMember>> {
        if !self.input.peek(token::Paren) {
            let message = format!("`{0}` has no members, write `{0}(key = \"…\")`", self.key);
            return Err(syn::Error::new(self.key.span(), message));
        }
        let inside;
        parenthesized!(inside in self.input);
        let members = inside.parse_terminated(MetaMember::parse, Token![,])?;
        Ok(members.into_iter().collect())
    }

    fn equals(&self, example: &str) -> syn::Result<()> {
        match self.input.parse::<Option<Token![=]>>()? {
            Some(_) => Ok(()),
            None => {
                let message = format!("`{0}` has no value, write `{0} = {example}`", self.key);
                Err(syn::Error::new(self.key.span(), message))
            }
        }
    }

    fn value<T: Parse>(&self, what: &str, example: &str) -> syn::Result<T> {
        // Only a value of another kind is told in our words; the parser explains a broken one better.
        let before = self.input.cursor();
        self.input.parse().map_err(|error| {
            if self.input.cursor() == before {
                self.wrong_value(what, example)
            } else {
                error
            }
        })
    }

    fn wrong_value(&self, what: &str, example: &str) -> syn::Error {
        let message = format!("`{0}` must be {what}, write `{0} {example}`", self.key);
        if self.input.is_empty() || self.input.peek(Token![,]) {
            syn::Error::new(self.key.span(), message)
        } else {
            self.input.error(message)
        }
    }

    fn stands_alone(&self, example: &str) -> syn::Result<()> {
        if self.input.is_empty() || self.input.peek(Token![,]) {
            return Ok(());
        }
        let message = format!(
            "`{0}` takes its value after `=`, write `{0}` or `{0} {example}`",
            self.key
        );
        Err(self.input.error(message))
    }
}

impl Parse for MetaMember {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = if input.peek(LitStr) {
            input.parse()?
        } else {
            let name = input
                .call(Ident::parse_any)
                .map_err(|_| input.error("`meta` takes members, write `meta(key = \"…\")`"))?;
            LitStr::new(&name.unraw().to_string(), name.span())
        };
        if !input.peek(Token![=]) {
            let message = format!("`{}` has no value, write `= \"…\"` after it", name.value());
            return Err(syn::Error::new(name.span(), message));
        }
        input.parse::<Token![=]>()?;
        Ok(Self {
            name,
            minus: input.parse()?,
            value: input.parse().map_err(|_| {
                input.error(
                    "a member of `meta` must be a literal, write a string, a number or a bool",
                )
            })?,
        })
    }
}

/// Reads `tokens` as keys of `K`, telling all that is wrong with them.
fn read_keys<K: Keys>(keys: &mut K, tokens: TokenStream, errors: &mut Errors) {
    let read = |input: ParseStream<'_>| {
        while !input.is_empty() {
            if !input.peek(Ident::peek_any) {
                let example = K::TABLE.first().map_or("", |key| key.name);
                return Err(input.error(format!(
                    "`#[{}]` takes keys such as `{example}`, write a key here",
                    K::ATTRIBUTE
                )));
            }
            let entry = Entry {
                key: input.call(Ident::parse_any)?,
                input,
            };
            let known = K::TABLE.iter().find(|known| entry.key == known.name);
            let result = match known {
                Some(known) => (known.read)(keys, &entry),
                None => Err(unknown_key::<K>(&entry.key)),
            };
            if let Err(error) = result {
                errors.push(error);
                skip_value(input)?;
            }
            if input.is_empty() {
                break;
            }
            if input.parse::<Option<Token![,]>>()?.is_none() {
                return Err(input.error(format!(
                    "the value of `{}` has ended, write `,` before what follows",
                    entry.key
                )));
            }
        }
        Ok(())
    };
    let result = read.parse2(tokens);
    errors.keep(result);
}

fn skip_value(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

fn unknown_key<K: Keys>(key: &Ident) -> syn::Error {
    let names = || K::TABLE.iter().map(|key| key.name);
    let meant = nearest(&key.to_string(), names())
        .map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
    let list: Vec<_> = names().map(|name| format!("`{name}`")).collect();
    let message = format!(
        "`#[{}]` has no key `{key}`{meant} (its keys are {})",
        K::ATTRIBUTE,
        list.join(", ")
    );
    syn::Error::new(key.span(), message)
}

/// The name that was meant by `written`, if one is near: a slip or two, another style, or more or less of the word.
fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let written = plain(written);
    let rate = |name: &'a str| {
        let plain = plain(name);
        let part =
            written.len() >= 3 && (plain.starts_with(&written) || written.starts_with(&plain));
        let slips = if part { 1 } else { distance(&written, &plain) };
        (slips <= plain.len().div_ceil(3).min(2)).then_some((slips, name))
    };
    names.filter_map(rate).min().map(|(_, name)| name)
}

/// How many letters must be added, removed, replaced or swapped with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut two_back: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    let mut before = None;
    for (row, letter) in left.chars().enumerate() {
        let mut line = vec![row + 1];
        let mut other_before = None;
        for (column, &other) in right.iter().enumerate() {
            let at =
                |line: &[usize], column: usize| line.get(column).copied().unwrap_or(usize::MAX - 1);
            let mut cost = (at(&above, column) + usize::from(letter != other))
                .min(at(&above, column + 1) + 1)
                .min(at(&line, column) + 1);
            if before == Some(other) && other_before == Some(letter) {
                cost = cost.min(at(&two_back, column.wrapping_sub(1)) + 1);
            }
            line.push(cost);
            other_before = Some(other);
        }
        two_back = mem::replace(&mut above, line);
        before = Some(letter);
    }
    above.last().copied().unwrap_or(0)
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

/// The keys in `#[tool(…)]` or `#[arg(…)]`, as an attribute that no compiler has unwrapped.
fn read_attribute<K: Keys>(keys: &mut K, attr: Attribute, errors: &mut Errors) {
    match attr.meta {
        Meta::Path(_) => {}
        Meta::List(list) => read_keys(keys, list.tokens, errors),
        Meta::NameValue(pair) => errors.at(
            &pair.value,
            format!(
                "`#[{0}]` takes keys in parentheses, write `#[{0}(…)]`",
                K::ATTRIBUTE
            ),
        ),
    }
}

/// `#[tool(keys)] item`
pub(crate) fn tool(keys: TokenStream, item: TokenStream, errors: &mut Errors) -> Option<Function> {
    let parse = |input: ParseStream<'_>| {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let mut function = Function::parse(attrs, vis, input, errors)?;
        read_keys(&mut function.keys, keys, errors);
        Ok(function)
    };
    let result = parse.parse2(item);
    errors.keep(result)
}

/// `#[tools(keys)] item`
pub(crate) fn tools(keys: TokenStream, item: TokenStream, errors: &mut Errors) -> Option<Block> {
    let result = Block::parse(item, errors);
    let mut block = errors.keep(result)?;
    read_keys(&mut block.keys, keys, errors);
    Some(block)
}

impl Function {
    /// What follows the attributes and the visibility.
    fn parse(
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
                    let mut docs = Vec::new();
                    for attr in mem::take(&mut typed.attrs) {
                        if is_named(attr.path(), "arg") {
                            read_attribute(&mut keys, attr, errors);
                        } else if attr.path().is_ident("doc") {
                            docs.push(attr);
                        } else {
                            typed.attrs.push(attr);
                        }
                    }
                    parameters.push(Parameter {
                        keys,
                        docs,
                        attrs: typed.attrs.clone(),
                        pat: (*typed.pat).clone(),
                        ty: (*typed.ty).clone(),
                    });
                }
            }
        }
        Ok(Self {
            keys: ToolKeys::default(),
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
    fn parse(item: TokenStream, errors: &mut Errors) -> syn::Result<Self> {
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
        let members = |input: ParseStream<'_>| {
            let inner_attrs = input.call(Attribute::parse_inner)?;
            let mut members = Vec::new();
            while !input.is_empty() {
                members.push(Member::parse(input, errors)?);
            }
            Ok((inner_attrs, members))
        };
        let (inner_attrs, members) = members.parse2(body.stream())?;
        let mut head: Vec<_> = item.into_iter().collect();
        head.pop();
        Ok(Self {
            keys: ToolsKeys::default(),
            head: head.into_iter().collect(),
            attrs,
            generics,
            of_trait,
            self_ty,
            brace: body.delim_span(),
            inner_attrs,
            members,
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
    fn parse(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Self> {
        let (marks, attrs): (Vec<_>, Vec<_>) = input
            .call(Attribute::parse_outer)?
            .into_iter()
            .partition(|attr| is_named(attr.path(), "tool"));
        let mut marks = marks.into_iter();
        let mark = marks.next();
        for again in marks {
            errors.at(again.path(), "`#[tool]` is given twice, keep one of them");
        }
        let vis = input.parse()?;
        if begins_with(input, "fn") {
            if let Some(mark) = mark {
                let mut function = Function::parse(attrs, vis, input, errors)?;
                read_attribute(&mut function.keys, mark, errors);
                return Ok(Self::Tool(Box::new(function)));
            }
            let sig: Signature = input.parse()?;
            let body: Group = input.parse()?;
            let rest = quote!(#vis #sig #body);
            return Ok(Self::Other { attrs, rest });
        }
        if mark.is_some() {
            errors.push(not_a_function(input));
        }
        let is_macro = is_macro_call(input);
        let mut rest = vis.into_token_stream();
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
        Ok(if is_macro {
            Self::Macro { attrs, rest }
        } else {
            Self::Other { attrs, rest }
        })
    }
}

impl ToTokens for Member {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Tool(function) => function.to_tokens(tokens),
            Self::Macro { attrs, rest } | Self::Other { attrs, rest } => {
                tokens.append_all(attrs);
                tokens.extend(rest.clone());
            }
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

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    const KEYS: [&str; 6] = [
        "name",
        "title",
        "description",
        "read_only",
        "alias",
        "crate",
    ];

    #[test]
    fn slips_are_counted() {
        for (left, right, slips) in [
            ("", "", 0),
            ("title", "title", 0),
            ("titel", "title", 1),
            ("tittle", "title", 1),
            ("tile", "title", 1),
            ("ttiel", "title", 2),
            ("name", "", 4),
        ] {
            assert_eq!(distance(left, right), slips, "{left} {right}");
        }
    }

    #[test]
    fn nearest_key_is_suggested() {
        for (written, meant) in [
            ("titel", Some("title")),
            ("desc", Some("description")),
            ("readOnlyHint", Some("read_only")),
            ("readonly", Some("read_only")),
            ("aliases", Some("alias")),
            ("nmae", Some("name")),
            ("krate", Some("crate")),
            ("rename", Some("name")),
            ("x", None),
        ] {
            assert_eq!(nearest(written, KEYS.into_iter()), meant, "{written}");
        }
    }
}
