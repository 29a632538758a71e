//! JSON Schema's keywords on parameters and fields: which of them make sense, alone and together.

use std::iter;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprUnary, Lit, LitInt, UnOp};

use crate::errors::Errors;
use crate::parse::{Given, Keywords, nearest};

/// A keyword by its name in JSON Schema.
pub(crate) struct Keyword {
    pub(crate) name: &'static str,
    pub(crate) value: KeywordValue,
}

/// Expressions for the value.
pub(crate) enum KeywordValue {
    One(TokenStream),
    List(Vec<TokenStream>),
}

/// What JSON Schema 2020-12 knows, and validators with it.
const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

pub(super) fn keywords(keys: &Keywords, errors: &mut Errors) -> Vec<Keyword> {
    let mut found = Vec::new();
    let mut add = |name, value| found.push(Keyword { name, value });
    for (name, given) in [
        ("minimum", &keys.minimum),
        ("exclusiveMinimum", &keys.exclusive_minimum),
        ("maximum", &keys.maximum),
        ("exclusiveMaximum", &keys.exclusive_maximum),
        ("multipleOf", &keys.multiple_of),
    ] {
        if let Some(given) = given {
            is_number(given, errors);
            add(name, KeywordValue::One(value(&given.value)));
        }
    }
    if let Some(given) = &keys.multiple_of
        && let Some(number) = number(&given.value)
        && !number.is_above(Number::Int(0))
    {
        errors.at(
            &given.value,
            "`multiple_of` divides the values, write a number above 0",
        );
    }
    for (name, given) in [
        ("minLength", &keys.min_length),
        ("maxLength", &keys.max_length),
        ("minItems", &keys.min_items),
        ("maxItems", &keys.max_items),
    ] {
        if let Some(given) = given {
            is_count(given, errors);
            add(name, KeywordValue::One(value(&given.value)));
        }
    }
    for (least, most) in [
        (&keys.minimum, &keys.maximum),
        (&keys.minimum, &keys.exclusive_maximum),
        (&keys.exclusive_minimum, &keys.maximum),
        (&keys.exclusive_minimum, &keys.exclusive_maximum),
        (&keys.min_length, &keys.max_length),
        (&keys.min_items, &keys.max_items),
    ] {
        if let (Some(least), Some(most)) = (least, most) {
            in_order(least, most, errors);
        }
    }
    if let Some(pattern) = &keys.pattern {
        if pattern.value.value().is_empty() {
            errors.at(
                &pattern.value,
                "`pattern` is empty and every text fits it, write a regular expression or leave the key out",
            );
        }
        add(
            "pattern",
            KeywordValue::One(pattern.value.to_token_stream()),
        );
    }
    if let Some(format) = &keys.format {
        let name = format.value.value();
        if !FORMATS.contains(&name.as_str()) {
            let instead = match nearest(&name, FORMATS.into_iter()) {
                Some(near) => format!("write `\"{near}\"`"),
                None => format!("write one of `{}`", FORMATS.join("`, `")),
            };
            errors.at(
                &format.value,
                format!("JSON Schema has no format `{name}`, {instead}"),
            );
        }
        add("format", KeywordValue::One(format.value.to_token_stream()));
    }
    if let Some(examples) = &keys.examples {
        if examples.value.is_empty() {
            errors.at(
                &examples.key,
                "`examples` has no example, write one or leave the key out",
            );
        }
        for example in &examples.value {
            fits(keys, "example", example, errors);
        }
        let examples = examples.value.iter().map(value).collect();
        add("examples", KeywordValue::List(examples));
    }
    found
}

/// Whether a literal default is among the values that it stands in for.
pub(super) fn default_fits(keys: &Keywords, default: &Expr, errors: &mut Errors) {
    fits(keys, "default", default, errors);
}

/// Whether a literal is what the other keywords say; `what` it is, in a word.
fn fits(keys: &Keywords, what: &str, literal: &Expr, errors: &mut Errors) {
    let bounds = [
        (&keys.minimum, true),
        (&keys.exclusive_minimum, true),
        (&keys.maximum, false),
        (&keys.exclusive_maximum, false),
    ];
    let length = text(literal).and_then(|text| i128::try_from(text.chars().count()).ok());
    let lengths = [(&keys.min_length, true), (&keys.max_length, false)];
    let of_number = bounds.into_iter().zip(iter::repeat(number(literal)));
    let of_length = lengths
        .into_iter()
        .zip(iter::repeat(length.map(Number::Int)));
    for ((given, is_least), value) in of_number.chain(of_length) {
        let (Some(given), Some(value)) = (given, value) else {
            continue;
        };
        let Some(bound) = number(&given.value) else {
            continue;
        };
        let fits = match (is_least, is_exclusive(&given.key)) {
            (true, false) => !bound.is_above(value),
            (true, true) => value.is_above(bound),
            (false, false) => !value.is_above(bound),
            (false, true) => bound.is_above(value),
        };
        if !fits {
            let key = &given.key;
            errors.at(
                literal,
                format!("the {what} does not fit `{key}`, write another {what} or another `{key}`"),
            );
        }
    }
    if let (Some(Number::Int(value)), Some(step)) = (number(literal), &keys.multiple_of)
        && let Some(Number::Int(step)) = number(&step.value)
        && value.checked_rem(step).is_some_and(|rest| rest != 0)
    {
        errors.at(
            literal,
            format!(
                "the {what} does not fit `multiple_of`, write another {what} or another `multiple_of`"
            ),
        );
    }
}

/// The text of a literal.
fn text(expr: &Expr) -> Option<String> {
    match literal(expr)? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

fn is_number(given: &Given<Expr>, errors: &mut Errors) {
    if let Some(Expr::Lit(literal)) = literal(&given.value)
        && !matches!(literal.lit, Lit::Int(_) | Lit::Float(_))
    {
        errors.at(
            literal,
            format!("`{0}` must be a number, write `{0} = 1`", given.key),
        );
    }
}

fn is_count(given: &Given<Expr>, errors: &mut Errors) {
    let is_wrong = match (number(&given.value), literal(&given.value)) {
        (Some(Number::Int(count)), _) => count < 0,
        (number, literal) => number.is_some() || literal.is_some(),
    };
    if is_wrong {
        errors.at(
            &given.value,
            format!(
                "`{0}` is a count, write `{0} = 1` or another integer from 0",
                given.key
            ),
        );
    }
}

fn in_order(least: &Given<Expr>, most: &Given<Expr>, errors: &mut Errors) {
    let (Some(low), Some(high)) = (number(&least.value), number(&most.value)) else {
        return;
    };
    let is_exclusive = is_exclusive(&least.key) || is_exclusive(&most.key);
    if low.is_above(high) || is_exclusive && !high.is_above(low) {
        let (than, bound) = if is_exclusive {
            ("above", least.value.to_token_stream())
        } else {
            ("of at least", least.value.to_token_stream())
        };
        let bound = bound.to_string().replace(' ', "");
        errors.at(
            &most.value,
            format!(
                "no value fits `{}` and this `{}`, write a number {than} {bound} here",
                least.key, most.key
            ),
        );
    }
}

fn is_exclusive(key: &Ident) -> bool {
    key.to_string().starts_with("exclusive")
}

/// A literal number, as exact as it is written.
#[derive(Clone, Copy)]
enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    fn is_above(self, other: Self) -> bool {
        match (self, other) {
            (Self::Int(one), Self::Int(other)) => one > other,
            (one, other) => one.as_float() > other.as_float(),
        }
    }

    #[allow(clippy::cast_precision_loss)] // Nobody bounds a fraction by an integer of 17 digits.
    fn as_float(self) -> f64 {
        match self {
            Self::Int(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

fn number(expr: &Expr) -> Option<Number> {
    match expr {
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => match number(expr)? {
            Number::Int(number) => number.checked_neg().map(Number::Int),
            Number::Float(number) => Some(Number::Float(-number)),
        },
        expr => match literal(expr)? {
            Expr::Lit(ExprLit {
                lit: Lit::Int(number),
                ..
            }) => number.base10_parse().ok().map(Number::Int),
            Expr::Lit(ExprLit {
                lit: Lit::Float(number),
                ..
            }) => number.base10_parse().ok().map(Number::Float),
            _ => None,
        },
    }
}

/// The literal that `expr` is, if it is one.
fn literal(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Lit(_) => Some(expr),
        Expr::Group(group) => literal(&group.expr),
        Expr::Paren(paren) => literal(&paren.expr),
        _ => None,
    }
}

/// Without a suffix a literal would be an `i32`, whatever its size.
fn value(expr: &Expr) -> TokenStream {
    let Some(Number::Int(number)) = number(expr) else {
        return match literal(expr) {
            Some(literal) => literal.to_token_stream(),
            None => quote!((#expr)),
        };
    };
    let suffix = if i64::try_from(number).is_ok() {
        "i64"
    } else {
        "u64"
    };
    let place = Span::mixed_site().located_at(expr.span());
    let digits = LitInt::new(&format!("{}{suffix}", number.unsigned_abs()), place);
    if number < 0 {
        quote!(-#digits)
    } else {
        digits.to_token_stream()
    }
}
