//! The keys of the attributes: for each a line in a table with its name, the syntax of its value and where it goes.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Expr, Ident, Lit, LitBool, LitStr, Meta, Path, Token, parenthesized, token};

use super::nearest::nearest;
use crate::errors::Errors;

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
    pub(crate) timeout: Option<Given<LitStr>>,
    pub(crate) ignore_unknown: Option<Given<bool>>,
    pub(crate) lenient: Option<Given<bool>>,
    pub(crate) rename_all: Option<Given<LitStr>>,
    pub(crate) meta: Option<Given<Vec<MetaMember>>>,
    pub(crate) companion: Option<Given<Ident>>,
    pub(crate) krate: Option<Given<Path>>,
}

/// What `#[tools(…)]` says.
#[derive(Default)]
pub(crate) struct ToolsKeys {
    pub(crate) rename_all: Option<Given<LitStr>>,
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
    pub(crate) secret: Option<Given<bool>>,
    pub(crate) header: Option<Given<LitStr>>,
    pub(crate) keywords: Keywords,
}

/// What `#[schema(…)]` says on a type.
#[derive(Default)]
pub(crate) struct SchemaKeys {
    pub(crate) input: Option<Given<bool>>,
    pub(crate) output: Option<Given<bool>>,
    pub(crate) krate: Option<Given<Path>>,
}

/// What `#[schema(…)]` says on a field.
#[derive(Default)]
pub(crate) struct FieldKeys {
    pub(crate) keywords: Keywords,
}

/// Keywords of JSON Schema.
#[derive(Default)]
pub(crate) struct Keywords {
    pub(crate) minimum: Option<Given<Expr>>,
    pub(crate) maximum: Option<Given<Expr>>,
    pub(crate) exclusive_minimum: Option<Given<Expr>>,
    pub(crate) exclusive_maximum: Option<Given<Expr>>,
    pub(crate) multiple_of: Option<Given<Expr>>,
    pub(crate) min_length: Option<Given<Expr>>,
    pub(crate) max_length: Option<Given<Expr>>,
    pub(crate) pattern: Option<Given<LitStr>>,
    pub(crate) min_items: Option<Given<Expr>>,
    pub(crate) max_items: Option<Given<Expr>>,
    pub(crate) format: Option<Given<LitStr>>,
    pub(crate) examples: Option<Given<Vec<Expr>>>,
}

impl Keywords {
    /// Where any of them is written.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Ident> {
        let numbers = [
            &self.minimum,
            &self.maximum,
            &self.exclusive_minimum,
            &self.exclusive_maximum,
            &self.multiple_of,
            &self.min_length,
            &self.max_length,
            &self.min_items,
            &self.max_items,
        ];
        let texts = [&self.pattern, &self.format].into_iter().flatten();
        let numbers = numbers.into_iter().flatten().map(|given| &given.key);
        let examples = self.examples.iter().map(|given| &given.key);
        numbers.chain(texts.map(|given| &given.key)).chain(examples)
    }
}

/// What a member of `meta` must be.
pub(crate) const LITERAL: &str =
    "a member of `meta` is a piece of JSON, write a string, a number or a bool";

/// `key = literal` in `meta(…)`.
pub(crate) struct MetaMember {
    pub(crate) name: LitStr,
    pub(crate) minus: Option<Token![-]>,
    pub(crate) value: Lit,
}

/// The keys of one attribute, each with the way to read it.
pub(super) trait Keys: Default + 'static {
    const ATTRIBUTE: &'static str;
    const TABLE: &'static [Key<Self>];
}

pub(super) struct Key<K> {
    name: &'static str,
    read: fn(&mut K, &Entry<'_>) -> syn::Result<()>,
}

/// `"key": the syntax of its value => the field it goes to`
macro_rules! keys {
    ($attribute:literal, $keys:ty, { $($name:literal: $syntax:ident => $($field:ident).+,)* }) => {
        impl Keys for $keys {
            const ATTRIBUTE: &'static str = $attribute;
            const TABLE: &'static [Key<Self>] = &[$(Key {
                name: $name,
                read: |keys, entry| keys.$($field).+.put(&entry.key, entry.$syntax()?),
            }),*];
        }
    };
}

keys! { "tool", ToolKeys, {
    "name": string => name,
    "title": string => title,
    "description": text => description,
    "read_only": flag => read_only,
    "destructive": flag => destructive,
    "idempotent": flag => idempotent,
    "open_world": flag => open_world,
    "icon": string => icon,
    "timeout": duration => timeout,
    "ignore_unknown": flag => ignore_unknown,
    "lenient": flag => lenient,
    "rename_all": string => rename_all,
    "meta": members => meta,
    "companion": ident => companion,
    "crate": path => krate,
}}

keys! { "tools", ToolsKeys, {
    "rename_all": string => rename_all,
    "crate": path => krate,
}}

keys! { "arg", ArgKeys, {
    "name": string => name,
    "description": text => description,
    "default": optional_expr => default,
    "alias": strings => alias,
    "flatten": flag => flatten,
    "secret": flag => secret,
    "header": string => header,
    "minimum": number => keywords.minimum,
    "maximum": number => keywords.maximum,
    "exclusive_minimum": number => keywords.exclusive_minimum,
    "exclusive_maximum": number => keywords.exclusive_maximum,
    "multiple_of": number => keywords.multiple_of,
    "min_length": number => keywords.min_length,
    "max_length": number => keywords.max_length,
    "pattern": string => keywords.pattern,
    "min_items": number => keywords.min_items,
    "max_items": number => keywords.max_items,
    "format": string => keywords.format,
    "examples": exprs => keywords.examples,
}}

keys! { "schema", SchemaKeys, {
    "input": flag => input,
    "output": flag => output,
    "crate": path => krate,
}}

keys! { "schema", FieldKeys, {
    "minimum": number => keywords.minimum,
    "maximum": number => keywords.maximum,
    "exclusive_minimum": number => keywords.exclusive_minimum,
    "exclusive_maximum": number => keywords.exclusive_maximum,
    "multiple_of": number => keywords.multiple_of,
    "min_length": number => keywords.min_length,
    "max_length": number => keywords.max_length,
    "pattern": string => keywords.pattern,
    "min_items": number => keywords.min_items,
    "max_items": number => keywords.max_items,
    "format": string => keywords.format,
    "examples": exprs => keywords.examples,
}}

/// Where the value of a key goes.
trait Place<T> {
    fn put(&mut self, key: &Ident, value: T) -> syn::Result<()>;
}

/// A key that is given once.
impl<T> Place<T> for Option<Given<T>> {
    fn put(&mut self, key: &Ident, value: T) -> syn::Result<()> {
        let key = key.clone();
        if self.is_some() {
            let message = format!("`{key}` is given twice, keep one of them");
            return Err(syn::Error::new(key.span(), message));
        }
        *self = Some(Given { key, value });
        Ok(())
    }
}

/// A key that adds to what is there.
impl<T> Place<Self> for Vec<T> {
    fn put(&mut self, _: &Ident, value: Self) -> syn::Result<()> {
        self.extend(value);
        Ok(())
    }
}

/// A key that was read, and what follows it.
pub(super) struct Entry<'a> {
    key: Ident,
    input: ParseStream<'a>,
}

impl Entry<'_> {
    /// `= "…"`
    fn string(&self) -> syn::Result<LitStr> {
        self.equals("\"…\"")?;
        self.value("a string literal", "= \"…\"")
    }

    /// `= "30s"`
    fn duration(&self) -> syn::Result<LitStr> {
        self.equals("\"30s\"")?;
        self.value("a string literal", "= \"30s\"")
    }

    /// `= "…"`, or an expression that makes such a text.
    fn text(&self) -> syn::Result<Expr> {
        self.equals("\"…\"")?;
        self.expr("a text", "= \"…\"")
    }

    /// `= 1`, or an expression that makes a number.
    fn number(&self) -> syn::Result<Expr> {
        self.equals("1")?;
        self.expr("a number", "= 1")
    }

    /// `(expression, …)`
    fn exprs(&self) -> syn::Result<Vec<Expr>> {
        if !self.input.peek(token::Paren) {
            let message = format!("`{0}` takes a list, write `{0}(…, …)`", self.key);
            return Err(syn::Error::new(self.key.span(), message));
        }
        self.list(Expr::parse)
    }

    /// Nothing, `= true` or `= false`.
    fn flag(&self) -> syn::Result<bool> {
        if self.stands_alone("= false")? {
            return Ok(true);
        }
        let value: LitBool = self.value("`true` or `false`", "= false")?;
        Ok(value.value)
    }

    /// Nothing, or `= expression`.
    fn optional_expr(&self) -> syn::Result<Option<Expr>> {
        if self.stands_alone("= …")? {
            return Ok(None);
        }
        self.expr("an expression", "= …").map(Some)
    }

    /// `= Name`
    fn ident(&self) -> syn::Result<Ident> {
        self.equals("Name")?;
        self.value("the name of a type to make", "= Name")
    }

    /// `= path::to`
    fn path(&self) -> syn::Result<Path> {
        self.equals("path::to::haft")?;
        let wrong = self.wrong_value("a path without quotes", "= path::to::haft");
        self.input.call(Path::parse_mod_style).map_err(|_| wrong)
    }

    /// `= "…"` or `("…", "…")`
    fn strings(&self) -> syn::Result<Vec<LitStr>> {
        if !self.input.peek(token::Paren) {
            return self.string().map(|one| vec![one]);
        }
        let wrong = |input: ParseStream<'_>| {
            let message = format!(
                "`{0}` takes string literals, write `{0}(\"…\", \"…\")`",
                self.key
            );
            input.error(message)
        };
        self.list(|input| {
            let wrong = wrong(input);
            input.parse().map_err(|_| wrong)
        })
    }

    /// `(key = literal, …)`
    fn members(&self) -> syn::Result<Vec<MetaMember>> {
        if !self.input.peek(token::Paren) {
            let message = format!("`{0}` has no members, write `{0}(key = \"…\")`", self.key);
            return Err(syn::Error::new(self.key.span(), message));
        }
        self.list(MetaMember::parse)
    }

    /// `(item, …)`
    fn list<T>(&self, item: impl Fn(ParseStream<'_>) -> syn::Result<T>) -> syn::Result<Vec<T>> {
        let inside;
        parenthesized!(inside in self.input);
        let items = list(&inside, item);
        // What is left after an error would be told as a second one.
        inside.parse::<TokenStream>()?;
        items
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
        let wrong = self.wrong_value(what, example);
        self.input.parse().map_err(|_| wrong)
    }

    /// The parser explains a broken expression better than we.
    fn expr(&self, what: &str, example: &str) -> syn::Result<Expr> {
        if self.at_end() {
            return Err(self.wrong_value(what, example));
        }
        self.input.parse()
    }

    fn wrong_value(&self, what: &str, example: &str) -> syn::Error {
        let message = format!("`{0}` must be {what}, write `{0} {example}`", self.key);
        if self.at_end() {
            syn::Error::new(self.key.span(), message)
        } else {
            self.input.error(message)
        }
    }

    fn at_end(&self) -> bool {
        self.input.is_empty() || self.input.peek(Token![,])
    }

    /// Whether no value follows; one in another syntax is refused.
    fn stands_alone(&self, example: &str) -> syn::Result<bool> {
        if self.input.peek(token::Paren) {
            let message = format!(
                "`{0}` takes its value after `=`, write `{0}` or `{0} {example}`",
                self.key
            );
            return Err(self.input.error(message));
        }
        Ok(self.input.parse::<Option<Token![=]>>()?.is_none())
    }
}

fn list<T>(
    input: ParseStream<'_>,
    item: impl Fn(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<Vec<T>> {
    let mut items = Vec::new();
    while !input.is_empty() {
        items.push(item(input)?);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(items)
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
        let minus = input.parse()?;
        let wrong = input.error(LITERAL);
        Ok(Self {
            name,
            minus,
            value: input.parse().map_err(|_| wrong)?,
        })
    }
}

/// Reads `tokens` as keys of `K`, telling all that is wrong with them.
pub(super) fn read_keys<K: Keys>(keys: &mut K, tokens: TokenStream, errors: &mut Errors) {
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

/// The keys in `#[tool(…)]` or `#[arg(…)]`, as an attribute that no compiler has unwrapped.
pub(super) fn read_attribute<K: Keys>(keys: &mut K, attr: Attribute, errors: &mut Errors) {
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
