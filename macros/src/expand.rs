//! A tool becomes the tokens that define it; nothing can go wrong any more.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Fields, ItemEnum, LitStr, Variant, Visibility, parse_quote_spanned};

use crate::model::{
    Companion, DefaultValue, Derived, Keyword, KeywordValue, Parameter, Private, Schema, Set, Tool,
};
use crate::parse::{ShapeItem, words};

/// The type that stands for a free function.
///
/// ```text
/// // Input
/// /// Add two integers.
/// #[tool]
/// pub fn add(
///     /// The first addend.
///     a: i64,
///     #[arg(default = 1)] b: i64,
/// ) -> Result<i64, &'static str> { … }
///
/// // Output, after the function
/// #[doc(hidden)]
/// pub struct add {}
/// impl Define for add {
///     fn define() -> Definition {
///         Definition { name: "add", …, body: |invocation| … }
///     }
/// }
/// ```
///
/// All names in the output are paths through `::haft::__private`, and all calls that take a reference are written as
/// functions: no trait of the user's with a method of the same name can come between.
pub(crate) fn companion(companion: &Companion<'_>) -> TokenStream {
    let Companion {
        private,
        vis,
        ident,
        tool,
    } = companion;
    let (guards, lints) = (&tool.guards, &tool.lints);
    let ident = companion_ident(ident);
    let companion = companion_type(guards, vis, &ident);
    let definition = definition(tool, &tool.ident.to_token_stream(), private);
    quote_spanned! {Span::mixed_site()=>
        #companion
        #(#guards)*
        #(#lints)*
        #[automatically_derived]
        impl #private::Define for #ident {
            fn define() -> #private::Definition {
                #definition
            }
        }
    }
}

/// As a name that a macro made it escapes the lints on names of types.
pub(crate) fn companion_ident(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(at(ident.span()));
    ident
}

/// With braces, so that it takes no name among the values, where the function has it.
pub(crate) fn companion_type(
    guards: &[TokenStream],
    vis: &Visibility,
    ident: &Ident,
) -> TokenStream {
    let companion = quote_spanned!(ident.span()=> struct #ident {});
    quote_spanned! {Span::mixed_site()=>
        #(#guards)*
        #[doc(hidden)]
        #vis #companion
    }
}

/// The tools of an `impl` block.
///
/// ```text
/// // Input
/// #[tools]
/// impl<S: Store> Files<S> {
///     /// Read a file.
///     #[tool]
///     fn read(&self, path: &Path) -> String { … }
/// }
///
/// // Output, after the block
/// impl<S: Store> DefineAll for Files<S> {
///     fn define_all() -> Vec<Definition> {
///         Vec::from([Definition { name: "read", …, body: |invocation| … }])
///     }
/// }
/// ```
pub(crate) fn set(set: &Set<'_>) -> TokenStream {
    let Set {
        private,
        guards,
        lints,
        generics,
        self_ty,
        tools,
    } = set;
    let span = Span::mixed_site();
    let definitions = tools.iter().map(|tool| {
        let (guards, lints, method) = (&tool.guards, &tool.lints, tool.ident);
        let function = quote_spanned!(span=> Self::#method);
        let definition = definition(tool, &function, private);
        quote!(#(#guards)* #(#lints)* #definition)
    });
    let where_clause = &generics.where_clause;
    let private_there = private.at(self_ty.span());
    let head = quote_spanned! {at(self_ty.span())=>
        impl #generics #private_there::DefineAll for #self_ty #where_clause
    };
    quote_spanned! {span=>
        #(#guards)*
        #(#lints)*
        #[automatically_derived]
        #head {
            fn define_all() -> #private::Vec<#private::Definition> {
                #private::Vec::from([#(#definitions),*])
            }
        }
    }
}

/// ```text
/// Definition {
///     name: "add",
///     title: None,
///     …
///     output: output::<Result<i64, &'static str>>,
///     aborts: false,
///     body: |invocation| { … },
/// }
/// ```
fn definition(tool: &Tool<'_>, function: &TokenStream, private: &Private<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let text = |text: Option<&LitStr>| match text {
        Some(text) => quote_spanned!(span=> #private::Some(#text)),
        None => quote_spanned!(span=> #private::None),
    };
    let flag = |flag: Option<bool>| match flag {
        Some(flag) => quote_spanned!(span=> #private::Some(#flag)),
        None => quote_spanned!(span=> #private::None),
    };
    let meta = if tool.meta.is_empty() {
        quote_spanned!(span=> #private::None)
    } else {
        let members = tool
            .meta
            .iter()
            .map(|(name, value)| quote_spanned!(span=> (#name, #private::Into::into(#value))));
        quote_spanned!(span=> #private::meta([#(#members),*]))
    };
    let Tool {
        name,
        ignore_unknown,
        ..
    } = tool;
    let (title, icon) = (text(tool.title), text(tool.icon));
    let description = tool.description.to_expr(private);
    let (read_only, destructive) = (flag(tool.read_only), flag(tool.destructive));
    let (idempotent, open_world) = (flag(tool.idempotent), flag(tool.open_world));
    let timeout = match tool.timeout {
        Some(milliseconds) => {
            quote_spanned!(span=> #private::Some(#private::Duration::from_millis(#milliseconds)))
        }
        None => quote_spanned!(span=> #private::None),
    };
    let lenient = flag(tool.lenient);
    let output = &tool.output;
    // The one place that asks whether the type can be returned.
    let place = output.span();
    let private_there = private.at(place);
    let schema = quote_spanned!(at(place)=> #private_there::output::<#output>);
    let body = body(tool, function, private);
    quote_spanned! {span=>
        #private::Definition {
            name: #name,
            title: #title,
            description: #description,
            read_only: #read_only,
            destructive: #destructive,
            idempotent: #idempotent,
            open_world: #open_world,
            icon: #icon,
            meta: || #meta,
            ignore_unknown: #ignore_unknown,
            lenient: #lenient,
            timeout: #timeout,
            output: #schema,
            #[cfg(panic = "abort")]
            aborts: true,
            #[cfg(not(panic = "abort"))]
            aborts: false,
            body: |invocation| { #body },
        }
    }
}

/// ```text
/// let mut s0 = const { &parameter::<i64, _, _>("a").description("The first addend.") }.slot();
/// let mut s1 = const { &parameter::<i64, _, _>("b").default(|| 1).published(|value| …) }.slot();
/// if !Invocation::decode(invocation, &mut [&mut s0, &mut s1]) { return; }
/// let Some(a0) = Slot::take(&mut s0) else { return };
/// let Some(a1) = Slot::take(&mut s1) else { return };
/// Invocation::run(invocation, || {
///     let result = add(a0, a1);
///     { use tier::*; (&&&&&&Tier::of(&result)).haft_tier().lower(result) }
/// })
/// ```
fn body(tool: &Tool<'_>, function: &TokenStream, private: &Private<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let is_async = tool.asyncness.is_some();
    let passages: Vec<_> = tool
        .parameters
        .iter()
        .enumerate()
        .map(|(place, parameter)| Passage::new(place, parameter, is_async, private))
        .collect();
    let slots = passages.iter().map(|passage| &passage.slot);
    let borrowed = passages.iter().map(|passage| &passage.borrowed);
    let taken = passages.iter().map(|passage| &passage.taken);
    let passed = passages.iter().map(|passage| &passage.passed);
    let (state, receiver) = state(tool, private).unzip();
    let call = quote_spanned!(span=> #function(#receiver #(#passed),*));
    let run = run(tool, &call, private);
    quote_spanned! {span=>
        #(#slots)*
        if !#private::Invocation::decode(invocation, &mut [#(#borrowed),*]) {
            return;
        }
        #(#taken)*
        #state
        #run
    }
}

/// The way of one argument from the call to the function.
struct Passage {
    /// `let mut s0 = const { … }.slot();`
    slot: TokenStream,
    /// `&mut s0`
    borrowed: TokenStream,
    /// `let Some(a0) = Slot::take(&mut s0) else { return };`
    taken: TokenStream,
    /// `a0`, or `Lent::lend(&a0)`
    passed: TokenStream,
}

impl Passage {
    fn new(place: usize, parameter: &Parameter<'_>, is_async: bool, private: &Private<'_>) -> Self {
        let span = Span::mixed_site();
        let slot = format_ident!("s{place}", span = span);
        let value = format_ident!("a{place}", span = span);
        let guards = &parameter.guards;
        let described = described(parameter, private);
        let (take, passed) = if parameter.by_reference {
            // A future outlives the text that a slot may borrow from.
            let take = if is_async {
                quote_spanned!(span=> Lent::own)
            } else {
                quote_spanned!(span=> Lent::take)
            };
            (take, quote_spanned!(span=> #private::Lent::lend(&#value)))
        } else {
            let take = quote_spanned!(span=> Slot::take);
            (take, value.to_token_stream())
        };
        Self {
            slot: quote_spanned! {span=>
                #(#guards)*
                let mut #slot = const { &#described }.slot();
            },
            borrowed: quote_spanned!(span=> #(#guards)* &mut #slot),
            taken: quote_spanned! {span=>
                #(#guards)*
                let #private::Some(#value) = #private::#take(&mut #slot) else { return };
            },
            passed: quote_spanned!(span=> #(#guards)* #passed),
        }
    }
}

/// `let Some(this) = Invocation::state::<Self>(invocation) else { return };` and the `this,` that is passed; for an
/// `async fn`, `shared` and `&this,`
fn state(tool: &Tool<'_>, private: &Private<'_>) -> Option<(TokenStream, TokenStream)> {
    let written = tool.receiver?;
    let (private, span) = (private.at(written), at(written));
    let (state, receiver) = match tool.asyncness {
        Some(_) => (quote_spanned!(span=> shared), quote_spanned!(span=> &this,)),
        None => (quote_spanned!(span=> state), quote_spanned!(span=> this,)),
    };
    let taken = quote_spanned! {span=>
        let #private::Some(this) = #private::Invocation::#state::<Self>(invocation) else { return };
    };
    Some((taken, receiver))
}

/// `Invocation::run(invocation, || …)`, or `Invocation::future(invocation, async move { … })`
fn run(tool: &Tool<'_>, call: &TokenStream, private: &Private<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let lower = quote_spanned!(span=> {
        use #private::tier::*;
        (&&&&&&#private::tier::Tier::of(&result)).haft_tier().lower(result)
    });
    match tool.asyncness {
        // Where the future is found not to be `Send`, the `async` of the function is shown.
        Some(written) => {
            let private = private.at(written);
            quote_spanned! {at(written)=>
                #private::Invocation::future(invocation, async move {
                    let result = #call.await;
                    #lower
                })
            }
        }
        None => quote_spanned! {span=>
            #private::Invocation::run(invocation, || {
                let result = #call;
                #lower
            })
        },
    }
}

/// `parameter::<i64, _, _>("b").description("…").alias(&["…"]).default(|| 1).published(|value| …)`
fn described(parameter: &Parameter<'_>, private: &Private<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let Parameter {
        name, ty, aliases, ..
    } = parameter;
    // The one place that asks whether the type can be a parameter.
    let place = ty.span();
    let private_there = private.at(place);
    let mut described = quote_spanned!(at(place)=> #private_there::parameter::<#ty, _, _>(#name));
    if let Some(description) = &parameter.description {
        let text = description.to_expr(private);
        described.extend(quote_spanned!(span=> .description(#text)));
    }
    if !aliases.is_empty() {
        described.extend(quote_spanned!(span=> .alias(&[#(#aliases),*])));
    }
    if let Some(default) = &parameter.default {
        let value = match default {
            DefaultValue::OfType(key) => {
                let private = private.at(*key);
                quote_spanned!(at(*key)=> #private::Default::default())
            }
            DefaultValue::Text(text) => {
                let private = private.at(text.span());
                quote_spanned!(at(text.span())=> #private::Into::into(#text))
            }
            DefaultValue::Expr(expr) => expr.to_token_stream(),
        };
        described.extend(quote_spanned! {span=>
            .default(|| #value)
            .published(|value| {
                use #private::published::*;
                (&&#private::published::Published(value)).haft_json()
            })
        });
    }
    if !parameter.keywords.is_empty() {
        let keywords = parameter.keywords.iter().map(|Keyword { name, value }| {
            let value = match value {
                KeywordValue::One(value) => quote_spanned!(span=> #private::Value::from(#value)),
                KeywordValue::List(values) => quote_spanned! {span=>
                    #private::Value::Array(#private::Vec::from([#(#private::json(&#values)),*]))
                },
            };
            quote_spanned!(span=> (#name, || #value))
        });
        described.extend(quote_spanned!(span=> .keywords(&[#(#keywords),*])));
    }
    if parameter.secret {
        described.extend(quote_spanned!(span=> .secret()));
    }
    if parameter.flatten {
        described.extend(quote_spanned!(span=> .flatten()));
    }
    described
}

/// A struct or an enum with the attributes that serde and schemars read.
///
/// ```text
/// // Input
/// #[schema]
/// struct Page {
///     #[schema(minimum = 1)]
///     size: u32,
/// }
///
/// // Output
/// #[derive(::haft::serde::Serialize, ::haft::serde::Deserialize, ::haft::schemars::JsonSchema)]
/// #[serde(crate = "::haft::serde", deny_unknown_fields)]
/// #[schemars(crate = "::haft::schemars")]
/// struct Page {
///     #[schemars(extend("minimum" = 1i64))]
///     size: u32,
/// }
/// ```
pub(crate) fn schema(schema: &Schema<'_>) -> TokenStream {
    let mut item = schema.shape.item.clone();
    let private = &schema.private;
    let said = schema.keywords.iter().zip(&schema.never_null);
    for (field, (keywords, never_null)) in item.fields_mut().zip(said) {
        if *never_null {
            let span = Span::mixed_site();
            let attribute =
                parse_quote_spanned!(span=> #[schemars(transform = #private::never_null)]);
            field.attrs.push(attribute);
        }
        if !keywords.is_empty() {
            field.attrs.push(extended(keywords));
        }
    }
    if let ShapeItem::Enum(item) = &mut item {
        keep_in_order(item);
    }
    let derived = derives(&schema.derived);
    quote!(#derived #item)
}

/// Of an enum of names, schemars publishes the names of which nothing is said before the others. A title, which never is
/// published, is something that is said.
fn keep_in_order(item: &mut ItemEnum) {
    let is_silent = |variant: &Variant| {
        let said = ["doc", "deprecated", "schemars"];
        let says = |attr: &Attribute| said.iter().any(|name| attr.path().is_ident(name));
        !variant.attrs.iter().any(says)
    };
    let are_names = item
        .variants
        .iter()
        .all(|variant| matches!(variant.fields, Fields::Unit));
    let tagged = words(&item.attrs, "serde")
        .iter()
        .any(|word| word == "tag" || word == "untagged");
    if !are_names || tagged || item.variants.iter().all(is_silent) {
        return;
    }
    let span = Span::mixed_site();
    for variant in item
        .variants
        .iter_mut()
        .filter(|variant| is_silent(variant))
    {
        let title = parse_quote_spanned!(span=> #[schemars(title = "silent")]);
        variant.attrs.push(title);
    }
}

/// Before all other attributes: one of serde's own must not stand before its derive.
pub(crate) fn derives(derived: &Derived) -> TokenStream {
    let Derived {
        traits,
        serde,
        schemars,
    } = derived;
    let span = Span::mixed_site();
    let serde = (!serde.is_empty()).then(|| quote_spanned!(span=> #[serde(#(#serde),*)]));
    let schemars =
        (!schemars.is_empty()).then(|| quote_spanned!(span=> #[schemars(#(#schemars),*)]));
    quote_spanned!(span=> #[derive(#(#traits),*)] #serde #schemars)
}

/// `#[schemars(extend("minimum" = 1i64, …))]`
fn extended(keywords: &[Keyword]) -> Attribute {
    let span = Span::mixed_site();
    let members = keywords.iter().map(|Keyword { name, value }| {
        let value = match value {
            KeywordValue::One(value) => value.clone(),
            KeywordValue::List(values) => quote_spanned!(span=> [#(#values),*]),
        };
        quote_spanned!(span=> #name = #value)
    });
    parse_quote_spanned!(span=> #[schemars(extend(#(#members),*))])
}

/// The names of the macro, shown where the user wrote what they are about.
fn at(place: Span) -> Span {
    Span::mixed_site().located_at(place)
}
