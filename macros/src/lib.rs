//! The attributes of [haft](https://docs.rs/haft): `#[tool]`, `#[tools]`, `#[arg]` and `#[schema]`.
//!
//! Use them through `haft`. The examples here need it and are not run, since it needs this crate; those in its own
//! documentation are.

mod doc;
mod errors;
mod expand;
mod fallback;
mod model;
mod parse;
mod types;

use proc_macro::TokenStream;
use proc_macro2::{Span, TokenStream as Tokens};
use quote::quote;

use crate::errors::Errors;

/// Makes a function a tool that a language model can call.
///
/// The function stays as it is written. Beside it appears a type of the same name, hidden from the documentation, which
/// stands for the tool when a server is built: types and functions have names of their own, so one `use` brings both.
///
/// ```ignore
/// use haft::{Server, tool};
///
/// /// Add two integers.
/// #[tool(title = "Addition", read_only)]
/// fn add(
///     /// The first addend.
///     a: i64,
///     /// The second addend.
///     #[arg(default = 1)]
///     b: i64,
/// ) -> Result<i64, &'static str> {
///     a.checked_add(b).ok_or("the sum does not fit in 64 bits")
/// }
///
/// let server = Server::builder("calculator", "1.0.0").tool::<add>().build()?;
/// assert_eq!(add(1, 2), Ok(3));
/// ```
///
/// In an `impl` block under [`#[tools]`](macro@tools) it marks a method, without being imported.
///
/// # Keys
///
/// | key | meaning | if it is not there |
/// |---|---|---|
/// | `name = "…"` | the name on the wire: 1 to 128 of `A-Z a-z 0-9 _ - .` | the function's name |
/// | `title = "…"` | a name for people | none |
/// | `description = "…"` | what a model reads to choose the tool; also an expression, such as `include_str!("add.md")` | the doc comment |
/// | `read_only` | it changes nothing around it | not said |
/// | `destructive` | it may destroy something; not together with `read_only` | not said |
/// | `idempotent` | a second call with the same arguments changes nothing more | not said |
/// | `open_world` | it deals with a world beyond the server, such as the web | not said |
/// | `icon = "…"` | the address of an image, `https://…` or `data:…` | none |
/// | `timeout = "30s"` | how long a call may take: an integer and `ms`, `s` or `m` | the server's limit, if it has one |
/// | `ignore_unknown` | arguments that it does not know are ignored | they are refused |
/// | `lenient` | arguments in odd forms are put right, such as `"5"` for an integer | as the server says |
/// | `rename_all = "camelCase"` | the names of its arguments, in one of serde's cases; `#[arg(name = "…")]` wins | as the parameters are named |
/// | `meta(key = literal, "any.key/too" = literal)` | members of the tool's `_meta` | none |
/// | `companion = Name` | the name of the type that stands for it; on free functions alone | the function's name |
/// | `crate = path` | where haft is, if not at `::haft`; on free functions alone | `::haft` |
///
/// The keys without a value may be given one: `destructive = false` says that it is not.
///
/// # The description
///
/// A tool needs one: it is all that a model chooses by. It is the doc comment, as Markdown: one space after `///` is
/// removed, blank lines and indentation stay. `#[doc = include_str!("add.md")]` may stand among its lines. With
/// `description = "…"` the doc comment is for readers of the code alone.
///
/// # Parameters
///
/// | written | decoded from |
/// |---|---|
/// | `T` that implements `Deserialize` and `JsonSchema` | what they say; `Option<T>` may be left out |
/// | `&T` | the same, lent for the call |
/// | `&str` | a string, not copied where the request can lend it |
/// | `&[T]`, `&Path` | an array, a string |
/// | `Call` or `&Call` | nothing: the server supplies it, and no client sees it |
///
/// No type is known by its name: aliases work. `mut n: u32` is `n`, `r#type: &str` is `type`. [`#[arg]`](macro@arg) and a
/// doc comment say more about a parameter; `#[cfg]` takes it away together with its argument.
///
/// # What is refused
///
/// Generic functions and `impl Trait`, since a tool has one schema; `unsafe` and `extern` functions; patterns in place of
/// names; `&mut T`, and references inside of other types, which have nothing to borrow from. Each mistake is an error where
/// it stands that says what to write instead, all of them at once, and the function itself still compiles.
///
/// A future must be [`Send`]. Where the compiler says that something in one is "not general enough", a closure makes futures
/// of what is lent to it: let them own it, as in `texts.into_iter().map(async |text| …)`, or make the futures before the
/// first `.await`. A function that no server registers gets the compiler's warning that it is never used.
///
/// # Names that clash
///
/// The type that stands for a tool hides a crate or module of the same name: in `fn uuid()`, write `::uuid::Uuid`, or name
/// the type otherwise.
///
/// ```ignore
/// /// Make an identifier.
/// #[tool(companion = MakeUuid)]
/// fn uuid() -> String {
///     uuid::Uuid::new_v4().to_string()
/// }
///
/// Server::builder("identifiers", "1.0.0").tool::<MakeUuid>()
/// ```
#[proc_macro_attribute]
pub fn tool(keys: TokenStream, item: TokenStream) -> TokenStream {
    of_function(keys.into(), &item.into()).into()
}

/// Gathers the methods of a type that are tools; the type is their state.
///
/// Stands on an inherent `impl` block, once for a type. A method with [`#[tool]`](macro@tool) on it is a tool, written like
/// a free one, with `&self` or without; the others stay ordinary.
///
/// ```ignore
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use haft::{Server, tools};
///
/// struct Counter(AtomicU64);
///
/// #[tools]
/// impl Counter {
///     /// Count up.
///     #[tool]
///     fn count(
///         &self,
///         /// How far.
///         #[arg(default = 1)]
///         by: u32,
///     ) -> u64 {
///         self.add(by.into())
///     }
///
///     fn add(&self, by: u64) -> u64 {
///         self.0.fetch_add(by, Ordering::Relaxed) + by
///     }
/// }
///
/// let server = Server::builder("counter", "1.0.0").tools(Counter(AtomicU64::new(0))).build()?;
/// ```
///
/// Calls run at the same time and share the state: it is `Send`, `Sync` and `'static`, and what changes in it is in a
/// `Mutex` or an atomic; `&mut self` is refused. Generic types are welcome: the block's parameters and its `where` clause
/// are kept.
///
/// `#[cfg]` on a method takes the tool away with it. A macro call in the block is refused, since nobody could see the tools
/// that it makes.
///
/// # Keys
///
/// | key | meaning | if it is not there |
/// |---|---|---|
/// | `rename_all = "camelCase"` | as on a tool, for all tools of the block that say nothing else | as the parameters are named |
/// | `crate = path` | where haft is | `::haft` |
#[proc_macro_attribute]
pub fn tools(keys: TokenStream, item: TokenStream) -> TokenStream {
    of_block(keys.into(), &item.into()).into()
}

/// Says more about a parameter of a tool.
///
/// Stands on a parameter of a function under [`#[tool]`](macro@tool), which takes it away: it is never imported.
///
/// ```ignore
/// use std::path::Path;
///
/// use haft::tool;
///
/// /// Read a UTF-8 text file.
/// #[tool(read_only)]
/// fn read_file(
///     /// Path relative to the root.
///     #[arg(alias = "file")]
///     path: &Path,
///     /// Read at most this many lines.
///     #[arg(name = "maxLines", default = 2_000)]
///     lines: usize,
/// ) -> std::io::Result<String> {
///     let text = std::fs::read_to_string(path)?;
///     Ok(text.lines().take(lines).collect::<Vec<_>>().join("\n"))
/// }
/// ```
///
/// # Keys
///
/// | key | meaning | if it is not there |
/// |---|---|---|
/// | `name = "…"` | the name on the wire | the parameter's name |
/// | `description = "…"` | what a model reads about it; also an expression | the doc comment |
/// | `default` | the type's own default stands in for an argument that is not sent | it must be sent, unless its type can do without |
/// | `default = expr` | so does this value; a string literal is converted `.into()` the type | |
/// | `alias = "…"`, `alias("…", "…")` | further names that are accepted and not published; may be repeated | none |
/// | `flatten` | the members of this struct are arguments of the tool, with the names, texts and defaults that the struct gives them | the struct is one argument |
/// | `secret` | what is sent is never shown, not even in a fault | it is, shortened |
/// | `header = "…"` | a client over HTTP repeats it in the header `Mcp-Param-…`, for those on the way who read no body | it does not |
/// | `minimum`, `maximum`, `exclusive_minimum`, `exclusive_maximum`, `multiple_of` | which numbers it may be | as its type says |
/// | `min_length`, `max_length` | how many characters a text may have | any |
/// | `pattern = "…"` | a regular expression that a text must match somewhere | none |
/// | `min_items`, `max_items` | how many elements an array may have | any |
/// | `format = "…"` | what a text is, for the reader: a name that JSON Schema has, such as `"date-time"` | none |
/// | `examples(…, …)` | values to show | none |
///
/// A default is published in the schema if its type serialises. For `&str` it is a `Cow<str>`, for `&[T]` a `Vec<T>`, for
/// `&Path` a `PathBuf`.
#[proc_macro_attribute]
pub fn arg(_: TokenStream, item: TokenStream) -> TokenStream {
    let errors = syn::Error::new(
        Span::call_site(),
        "`#[arg]` says more about a parameter of a tool, write it on a parameter of a `#[tool]` function",
    );
    fallback::item(&item.into(), &errors).into()
}

/// Makes a struct or an enum a type that arguments and results may have.
///
/// It derives serde's and schemars's traits through haft, which is then the only line needed in `Cargo.toml`.
///
/// ```ignore
/// use haft::{Json, schema, tool};
///
/// /// How urgent an issue is.
/// #[schema]
/// #[derive(Default)]
/// enum Priority {
///     Low,
///     #[default]
///     Medium,
///     High,
/// }
///
/// /// An issue.
/// #[schema]
/// struct Issue {
///     /// What it is about.
///     #[schema(min_length = 1)]
///     title: String,
///     #[serde(default)]
///     priority: Priority,
/// }
///
/// /// Open an issue.
/// #[tool]
/// fn open(issue: Issue) -> Json<Issue> {
///     Json(issue)
/// }
/// ```
///
/// A struct refuses members that it does not know, unless a field of it is under `#[serde(flatten)]`, or it is for
/// results alone. The variants of an enum are named in `snake_case`. An attribute of serde's own on the type wins:
/// `#[serde(rename_all = "camelCase")]`. Attributes of serde and schemars stand below this one.
///
/// # Keys
///
/// | key | meaning | if it is not there |
/// |---|---|---|
/// | `input` | for arguments alone: no `Serialize` | for both |
/// | `output` | for results alone: no `Deserialize`, and nothing is refused | for both |
/// | `crate = path` | where haft is | `::haft` |
///
/// # Keys on a field
///
/// | key | meaning |
/// |---|---|
/// | `minimum`, `maximum`, `exclusive_minimum`, `exclusive_maximum`, `multiple_of` | which numbers it may be |
/// | `min_length`, `max_length` | how many characters a text may have |
/// | `pattern = "…"` | a regular expression that a text must match somewhere |
/// | `min_items`, `max_items` | how many elements an array may have |
/// | `format = "…"` | what a text is, for the reader: a name that JSON Schema has, such as `"date-time"` |
/// | `examples(…, …)` | values to show |
///
/// Numbers and examples are literals or other expressions. Literals that contradict each other do not compile.
#[proc_macro_attribute]
pub fn schema(keys: TokenStream, item: TokenStream) -> TokenStream {
    of_type(keys.into(), &item.into()).into()
}

/// Tokens, [parsed](parse), [judged](model) and [expanded](expand).
fn of_function(keys: Tokens, item: &Tokens) -> Tokens {
    let mut errors = Errors::new();
    let function = parse::tool(keys, item.clone(), &mut errors);
    let companion = function
        .as_ref()
        .map(|function| model::companion(function, &mut errors));
    match (errors.finish(companion), &function) {
        (Ok(companion), _) => {
            let generated = expand::companion(&companion);
            quote!(#function #generated)
        }
        (Err(errors), Some(function)) => fallback::companion(function, &errors),
        (Err(errors), None) => fallback::item(item, &errors),
    }
}

fn of_block(keys: Tokens, item: &Tokens) -> Tokens {
    let mut errors = Errors::new();
    let block = parse::tools(keys, item.clone(), &mut errors);
    let set = block.as_ref().map(|block| model::set(block, &mut errors));
    match (errors.finish(set), &block) {
        (Ok(set), _) => {
            let generated = expand::set(&set);
            quote!(#block #generated)
        }
        (Err(errors), Some(block)) => fallback::set(block, &errors),
        (Err(errors), None) => fallback::item(item, &errors),
    }
}

fn of_type(keys: Tokens, item: &Tokens) -> Tokens {
    let mut errors = Errors::new();
    let shape = parse::schema(keys, item.clone(), &mut errors);
    let schema = shape
        .as_ref()
        .map(|shape| model::schema(shape, &mut errors));
    match (errors.finish(schema), &shape) {
        (Ok(schema), _) => expand::schema(&schema),
        (Err(errors), Some(shape)) => fallback::schema(shape, &errors),
        (Err(errors), None) => fallback::item(item, &errors),
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Group, TokenStream, TokenTree};
    use quote::quote;

    use super::{of_block, of_function, of_type};

    /// `tokens` with each of them removed, doubled, and replaced, at every depth.
    fn broken(tokens: &TokenStream) -> Vec<TokenStream> {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut all = Vec::new();
        for (place, token) in tokens.iter().enumerate() {
            let mut replaced_by = |middle: TokenStream| {
                let before = tokens[..place].iter().cloned();
                let after = tokens[place + 1..].iter().cloned();
                all.push(before.chain(middle).chain(after).collect());
            };
            replaced_by(quote!());
            replaced_by(quote!(#token #token));
            for other in [
                quote!(,),
                quote!(=),
                quote!(a),
                quote!("b"),
                quote!((&c)),
                quote!({}),
            ] {
                replaced_by(other);
            }
            if let TokenTree::Group(group) = token {
                for inside in broken(&group.stream()) {
                    let group = Group::new(group.delimiter(), inside);
                    replaced_by(quote!(#group));
                }
            }
        }
        all
    }

    #[test]
    fn nothing_makes_the_attributes_panic() {
        let keys = quote!(
            name = "a",
            read_only,
            rename_all = "camelCase",
            timeout = "3s",
            meta(b = -1, "c" = "d"),
            crate = e::f
        );
        let function = quote! {
            /// Text.
            #[cfg_attr(a, doc = "b", cfg(c))]
            #[deprecated]
            pub async fn f<'a>(&self, #[arg(default = -1, alias("b", "c"), minimum = -2, pattern = "d", examples(1, e), secret)] mut x: &[Option<&'a str>],
                #[arg(flatten)] (y, z): impl A<dyn B + 'a>) -> Result<Cow<'_, str>, f::E<{ 1 }>> where A: B {
                f::g()
            }
        };
        for keys in broken(&keys) {
            of_function(keys, &function);
        }
        for function in broken(&function) {
            of_function(keys.clone(), &function);
        }
        let block = quote! {
            #[allow(a)]
            unsafe impl<T: A> !B<T> for C<'_, T> where T: D {
                #![b]
                const E: u8 = { 1 };
                /// Text.
                #[tool(title = "g", companion = H)]
                fn h(self: &Self, a: &str) {}
                i! {}
                j::k!();
            }
        };
        for block in broken(&block) {
            of_block(quote!(crate = a), &block);
        }
        let ty = quote! {
            /// Text.
            #[derive(A, b::C)]
            #[serde(rename_all = "b", bound(a = "c"))]
            pub enum D<'a, T: A> {
                #[serde(rename = "e")]
                F {
                    #[cfg_attr(a, serde(flatten))]
                    #[schema(minimum = -1, maximum = 2.5, examples(a::b(1), "c"), format = "date")]
                    g: Option<&'a T>,
                },
                H(#[schema(pattern = "i", min_length = J, max_length = 1_0)] u8),
            }
        };
        for ty in broken(&ty) {
            of_type(quote!(input, crate = a), &ty);
        }
    }
}
