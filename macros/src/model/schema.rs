//! Which traits `#[schema]` derives for a type, and what it adds for them to see.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::{Fields, Ident, LitStr, Path};

use super::Private;
use super::keyword::{Keyword, keywords};
use crate::errors::Errors;
use crate::parse::{Shape, ShapeItem, leaves_none_out, words};

/// A type that keeps every rule.
pub(crate) struct Schema<'a> {
    pub(crate) shape: &'a Shape,
    pub(crate) derived: Derived,
    pub(crate) private: Private<'a>,
    /// For each field in its turn.
    pub(crate) keywords: Vec<Vec<Keyword>>,
    /// The same: whether it is an `Option` that is never written as `null`.
    pub(crate) never_null: Vec<bool>,
}

/// What stands before the attributes of the type.
pub(crate) struct Derived {
    /// Paths to the traits.
    pub(crate) traits: Vec<TokenStream>,
    /// `crate = "::haft::serde"` and such, for serde and for schemars.
    pub(crate) serde: Vec<TokenStream>,
    pub(crate) schemars: Vec<TokenStream>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    In,
    Out,
    Both,
}

pub(crate) fn schema<'a>(shape: &'a Shape, errors: &mut Errors) -> Schema<'a> {
    let keys = &shape.keys;
    if let (Some(input), Some(output)) = (&keys.input, &keys.output)
        && input.value
        && output.value
    {
        errors.at(
            &output.key,
            "a type that goes both ways needs no key, write `#[schema]`",
        );
    }
    let way = way(shape);
    for word in derives(shape) {
        if way.traits().iter().any(|name| word == name) {
            errors.at(
                &word,
                format!("`#[schema]` derives `{word}` by itself, remove it here"),
            );
        }
    }
    let keywords = shape
        .fields
        .iter()
        .map(|keys| keywords(&keys.keywords, errors))
        .collect();
    Schema {
        shape,
        derived: derived(shape),
        private: Private::new(shape.keys.krate.as_ref()),
        keywords,
        never_null: shape.item.fields().map(leaves_none_out).collect(),
    }
}

/// What can be derived whatever else is wrong with the type.
pub(crate) fn derived(shape: &Shape) -> Derived {
    let way = way(shape);
    let haft = haft(shape.keys.krate.as_ref().map(|krate| &krate.value));
    let span = Span::mixed_site();
    let (by_user, serde_keys) = (derives(shape), words(shape.item.attrs(), "serde"));
    let says = |keys: &[Ident], name: &str| keys.iter().any(|key| key == name);
    let traits = way.traits().iter().filter(|name| !says(&by_user, name));
    let traits = traits.map(|name| {
        let ident = format_ident!("{name}", span = span);
        let of = format_ident!(
            "{}",
            if *name == "JsonSchema" {
                "schemars"
            } else {
                "serde"
            },
            span = span
        );
        quote_spanned!(span=> #haft::#of::#ident)
    });
    let at = |module: &str| {
        let path = format!("{}::{module}", haft.to_string().replace(' ', ""));
        let path = LitStr::new(&path, span);
        quote_spanned!(span=> crate = #path)
    };
    let mut serde = Vec::new();
    if !says(&serde_keys, "crate") {
        serde.push(at("serde"));
    }
    if way != Way::Out
        && !says(&serde_keys, "deny_unknown_fields")
        && can_be_closed(shape, &serde_keys)
    {
        serde.push(quote_spanned!(span=> deny_unknown_fields));
    }
    if matches!(shape.item, ShapeItem::Enum(_)) && !says(&serde_keys, "rename_all") {
        serde.push(quote_spanned!(span=> rename_all = "snake_case"));
    }
    let mut schemars = Vec::new();
    if !says(&words(shape.item.attrs(), "schemars"), "crate") {
        schemars.push(at("schemars"));
    }
    Derived {
        traits: traits.collect(),
        serde,
        schemars,
    }
}

impl Way {
    fn traits(self) -> &'static [&'static str] {
        match self {
            Self::In => &["Deserialize", "JsonSchema"],
            Self::Out => &["Serialize", "JsonSchema"],
            Self::Both => &["Serialize", "Deserialize", "JsonSchema"],
        }
    }
}

fn way(shape: &Shape) -> Way {
    let is =
        |flag: &Option<crate::parse::Given<bool>>| flag.as_ref().is_some_and(|flag| flag.value);
    match (is(&shape.keys.input), is(&shape.keys.output)) {
        (true, false) => Way::In,
        (false, true) => Way::Out,
        _ => Way::Both,
    }
}

fn derives(shape: &Shape) -> Vec<Ident> {
    words(shape.item.attrs(), "derive")
}

fn haft(krate: Option<&Path>) -> TokenStream {
    match krate {
        Some(path) => path.to_token_stream(),
        None => quote_spanned!(Span::mixed_site()=> ::haft),
    }
}

/// Whether it has members of its own, and serde can tell which are not among them.
fn can_be_closed(shape: &Shape, serde_keys: &[Ident]) -> bool {
    let says = |name: &str| serde_keys.iter().any(|key| key == name);
    let has_members = match &shape.item {
        ShapeItem::Struct(item) => matches!(item.fields, Fields::Named(_)),
        ShapeItem::Enum(item) => {
            let mut variants = item.variants.iter();
            says("tag") || variants.any(|variant| matches!(variant.fields, Fields::Named(_)))
        }
    };
    let stands_for_another = ["transparent", "from", "try_from"].into_iter().any(says);
    let flattens = || {
        let mut keys = shape
            .item
            .fields()
            .flat_map(|field| words(&field.attrs, "serde"));
        keys.any(|key| key == "flatten")
    };
    has_members && !stands_for_another && !flattens()
}
