//! A struct or an enum with `#[schema]` on it.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Field, Ident, Item, Lit, Meta, Token, parse2};

use super::keys::{FieldKeys, SchemaKeys, read_attribute, read_keys};
use super::{cfg_attr, is_named};
use crate::errors::Errors;

pub(crate) struct Shape {
    pub(crate) keys: SchemaKeys,
    /// As written, but without what only we understand.
    pub(crate) item: ShapeItem,
    /// What is said of each field, in the order of [`ShapeItem::fields`].
    pub(crate) fields: Vec<FieldKeys>,
}

#[derive(Clone)]
pub(crate) enum ShapeItem {
    Struct(syn::ItemStruct),
    Enum(syn::ItemEnum),
}

impl ShapeItem {
    pub(crate) fn attrs(&self) -> &[Attribute] {
        match self {
            Self::Struct(item) => &item.attrs,
            Self::Enum(item) => &item.attrs,
        }
    }

    pub(crate) fn attrs_mut(&mut self) -> &mut Vec<Attribute> {
        match self {
            Self::Struct(item) => &mut item.attrs,
            Self::Enum(item) => &mut item.attrs,
        }
    }

    pub(crate) fn fields(&self) -> Box<dyn Iterator<Item = &Field> + '_> {
        match self {
            Self::Struct(item) => Box::new(item.fields.iter()),
            Self::Enum(item) => Box::new(
                item.variants
                    .iter()
                    .flat_map(|variant| variant.fields.iter()),
            ),
        }
    }

    pub(crate) fn fields_mut(&mut self) -> Box<dyn Iterator<Item = &mut Field> + '_> {
        match self {
            Self::Struct(item) => Box::new(item.fields.iter_mut()),
            Self::Enum(item) => {
                let variants = item.variants.iter_mut();
                Box::new(variants.flat_map(|variant| variant.fields.iter_mut()))
            }
        }
    }
}

impl ToTokens for ShapeItem {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Struct(item) => item.to_tokens(tokens),
            Self::Enum(item) => item.to_tokens(tokens),
        }
    }
}

/// `#[schema(keys)] item`
pub(crate) fn schema(keys: TokenStream, item: TokenStream, errors: &mut Errors) -> Option<Shape> {
    let mut given = SchemaKeys::default();
    read_keys(&mut given, keys, errors);
    let mut item = match errors.keep(parse2(item))? {
        Item::Struct(item) => ShapeItem::Struct(item),
        Item::Enum(item) => ShapeItem::Enum(item),
        other => {
            errors.at(
                keyword(other.to_token_stream()),
                "`#[schema]` describes the values of a type, write it on a `struct` or an `enum`",
            );
            return None;
        }
    };
    for attr in taken(item.attrs_mut(), errors) {
        errors.at(
            attr.path(),
            "`#[schema]` is given twice, keep one of them with the keys of both",
        );
    }
    if let ShapeItem::Enum(item) = &mut item {
        for variant in &mut item.variants {
            for attr in taken(&mut variant.attrs, errors) {
                errors.at(
                    attr.path(),
                    "a variant has no keywords of its own, write `#[schema(…)]` on a field in it",
                );
            }
        }
    }
    let mut fields = Vec::new();
    for field in item.fields_mut() {
        let mut keys = FieldKeys::default();
        for attr in taken(&mut field.attrs, errors) {
            read_attribute(&mut keys, attr, errors);
        }
        fields.push(keys);
    }
    Some(Shape {
        keys: given,
        item,
        fields,
    })
}

/// The first token after the attributes.
fn keyword(item: TokenStream) -> Option<TokenTree> {
    let is_sign =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '#');
    let mut tokens = item.into_iter();
    let mut token = tokens.next();
    while token.as_ref().is_some_and(is_sign) {
        tokens.next();
        token = tokens.next();
    }
    token
}

/// Takes `#[schema]` out of `attrs`.
fn taken(attrs: &mut Vec<Attribute>, errors: &mut Errors) -> Vec<Attribute> {
    let is_ours = |attr: &mut Attribute| is_named(attr.path(), "schema");
    let ours: Vec<_> = attrs.extract_if(.., is_ours).collect();
    attrs.retain(|attr| {
        let hidden = cfg_attr(attr).and_then(|(_, attrs)| {
            let mut paths = attrs.into_iter().map(|(path, _)| path);
            paths.find(|path| is_named(path, "schema"))
        });
        if let Some(hidden) = &hidden {
            errors.at(
                hidden,
                "`#[schema]` does not look into `cfg_attr`, write `#[schema(…)]` by itself",
            );
        }
        hidden.is_none()
    });
    ours
}

/// Whether serde leaves a field out that is `None`: what is written is never `null`.
pub(crate) fn leaves_none_out(field: &Field) -> bool {
    let names_it = |meta: &Meta| {
        let Meta::NameValue(pair) = meta else {
            return false;
        };
        let Expr::Lit(literal) = &pair.value else {
            return false;
        };
        let Lit::Str(path) = &literal.lit else {
            return false;
        };
        let path = path.value();
        let (ty, method) = path.rsplit_once("::").unwrap_or_default();
        let last = ty.rsplit("::").next();
        pair.path.is_ident("skip_serializing_if") && last == Some("Option") && method == "is_none"
    };
    let metas = |attr: &Attribute| {
        let list = attr.meta.require_list().ok()?;
        let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
        list.parse_args_with(parser).ok()
    };
    let serde = field
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("serde"));
    serde
        .filter_map(metas)
        .flatten()
        .any(|meta| names_it(&meta))
}

/// The words that open each part of the lists in `#[name(…)]`, also in those that hang on a `#[cfg_attr(…)]`: the keys
/// of serde's attributes, or the derives.
pub(crate) fn words(attrs: &[Attribute], name: &str) -> Vec<Ident> {
    let mut words = Vec::new();
    for attr in attrs {
        let hidden = cfg_attr(attr).map_or_else(Vec::new, |(_, attrs)| {
            let metas = attrs.into_iter().map(|(_, attr)| parse2::<Meta>(attr));
            metas.filter_map(Result::ok).collect()
        });
        for meta in hidden.iter().chain([&attr.meta]) {
            if let Meta::List(list) = meta
                && list.path.is_ident(name)
            {
                words.extend(in_list(&list.tokens));
            }
        }
    }
    words
}

/// The last word of the path that opens each part of a list: `a` and `d` in `a = "b", c::d(e, f)`.
fn in_list(tokens: &TokenStream) -> Vec<Ident> {
    let mut found = Vec::new();
    let mut word = None;
    let mut in_path = true;
    for token in tokens.clone() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                found.extend(word.take());
                in_path = true;
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Ident(ident) if in_path => word = Some(ident),
            _ => in_path = false,
        }
    }
    found.extend(word);
    found
}
