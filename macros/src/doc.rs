//! Doc attributes become description text, with the structure of their Markdown kept.

use std::mem;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// What a model reads about a tool or a parameter.
pub(crate) struct Description(Vec<Piece>);

enum Piece {
    Text(String),
    /// An expression whose text only the compiler knows, as in `#[doc = include_str!("add.md")]`.
    Expr(Expr),
}

impl Description {
    /// The text of all `///`, `/** */` and `#[doc = …]` among `attrs`.
    pub(crate) fn of_docs(attrs: &[Attribute]) -> Self {
        let mut lines = Vec::new();
        for attr in attrs {
            let Meta::NameValue(doc) = &attr.meta else {
                continue; // `#[doc(hidden)]`, `#[doc(alias = "…")]`
            };
            match text_of(&doc.value) {
                Some(text) => lines.extend(lines_of(&text).into_iter().map(Piece::Text)),
                None => lines.push(Piece::Expr(doc.value.clone())),
            }
        }
        Self::join(lines)
    }

    /// The value of a `description` key: a string literal, or an expression that makes a `&'static str`.
    pub(crate) fn of_expr(expr: &Expr) -> Self {
        Self(vec![match text_of(expr) {
            Some(text) => Piece::Text(text),
            None => Piece::Expr(expr.clone()),
        }])
    }

    /// One text of many lines, without the blank ones at both ends.
    fn join(mut lines: Vec<Piece>) -> Self {
        let start = lines.iter().take_while(|line| line.is_blank()).count();
        lines.drain(..start);
        while lines.pop_if(|line| line.is_blank()).is_some() {}

        let mut pieces = Vec::new();
        let mut text = String::new();
        for (place, line) in lines.into_iter().enumerate() {
            if place > 0 {
                text.push('\n');
            }
            match line {
                Piece::Text(line) => text.push_str(if line.trim().is_empty() { "" } else { &line }),
                expr @ Piece::Expr(_) => {
                    if !text.is_empty() {
                        pieces.push(Piece::Text(mem::take(&mut text)));
                    }
                    pieces.push(expr);
                }
            }
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text.trim_end().to_owned()));
        }
        Self(pieces)
    }

    /// Whether nothing is said; an expression is taken to say something.
    pub(crate) fn is_blank(&self) -> bool {
        self.0.iter().all(Piece::is_blank)
    }

    /// An expression of type `&'static str`; `private` is the runtime's module for generated code.
    pub(crate) fn to_expr(&self, private: &impl ToTokens) -> TokenStream {
        let pieces = &self.0;
        match pieces.as_slice() {
            [only] => only.to_token_stream(),
            _ => quote_spanned!(Span::mixed_site()=> #private::concat!(#(#pieces),*)),
        }
    }
}

impl Piece {
    fn is_blank(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Expr(_) => false,
        }
    }
}

impl ToTokens for Piece {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Text(text) => text.to_tokens(tokens),
            Self::Expr(expr) => expr.to_tokens(tokens),
        }
    }
}

/// The lines of one doc attribute, freed of what belongs to the comment and not to its text.
fn lines_of(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let Some((first, rest)) = text.split_once('\n') else {
        return vec![strip_space(&text).to_owned()];
    };
    let rest: Vec<_> = rest.split('\n').collect();
    let mut lines = dedent(&strip_stars(&rest));
    lines.pop_if(|line| line.trim().is_empty());
    if !first.trim().is_empty() {
        lines.insert(0, strip_space(first).to_owned());
    }
    lines
}

/// `///` and `/**` are followed by a space by custom.
fn strip_space(line: &str) -> &str {
    line.strip_prefix(' ').unwrap_or(line)
}

/// Removes the column of stars of a block comment, if each line but the last, which closes it, has one.
fn strip_stars<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let starless = |line: &&'a str| line.trim_start().strip_prefix('*');
    let closing = lines.last().is_some_and(|line| line.trim().is_empty());
    let body = lines
        .get(..lines.len() - usize::from(closing))
        .unwrap_or(lines);
    body.iter()
        .map(starless)
        .collect::<Option<Vec<_>>>()
        .unwrap_or_else(|| lines.to_vec())
}

fn dedent(lines: &[&str]) -> Vec<String> {
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let common = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(indent)
        .min()
        .unwrap_or(0);
    lines
        .iter()
        .map(|line| line.get(common..).unwrap_or("").to_owned())
        .collect()
}

/// The text of a string literal, also of one that a `macro_rules!` fragment wraps in an invisible group.
fn text_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        Expr::Group(group) => text_of(&group.expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;
    use syn::{Attribute, parse::Parser};

    use super::Description;

    fn expression(attrs: TokenStream) -> String {
        let attrs = Attribute::parse_outer.parse2(attrs).unwrap();
        let expression = Description::of_docs(&attrs).to_expr(&quote!(private));
        expression.to_string()
    }

    fn text(attrs: TokenStream) -> String {
        let expression = expression(attrs);
        let literal: syn::LitStr = syn::parse_str(&expression).expect(&expression);
        literal.value()
    }

    fn source(source: &str) -> String {
        text(source.parse().unwrap())
    }

    #[test]
    fn markdown_structure_is_kept() {
        let described = source(
            r#"
/// Runs a "query".
///
/// - first
///   - nested `a\b`
///
/// ```sql
///     SELECT 1;
/// ```
"#,
        );
        assert_eq!(
            described,
            "Runs a \"query\".\n\n- first\n  - nested `a\\b`\n\n```sql\n    SELECT 1;\n```"
        );
    }

    #[test]
    fn blank_lines_at_the_ends_are_trimmed() {
        assert_eq!(source("///\n///  \n/// a\n///   \n/// b\n///\n"), "a\n\nb");
    }

    #[test]
    fn only_one_space_is_stripped() {
        assert_eq!(source("///a\n///  b\n///\tc"), "a\n b\n\tc");
    }

    #[test]
    fn block_comment_is_dedented() {
        let described = source("/** First.\n\n        Second.\n          - third\n    */");
        assert_eq!(described, "First.\n\nSecond.\n  - third");
    }

    #[test]
    fn stars_of_a_block_comment_are_removed() {
        let described =
            source("/**\n     * First.\n     *\n     * * item\n     *   - nested\n     */");
        assert_eq!(described, "First.\n\n* item\n  - nested");
    }

    #[test]
    fn list_of_stars_is_not_a_margin() {
        assert_eq!(
            source("/**\n  Items:\n  * a\n  * b\n*/"),
            "Items:\n* a\n* b"
        );
    }

    #[test]
    fn one_line_block_comment() {
        assert_eq!(source("/** Adds. */"), "Adds.");
    }

    #[test]
    fn carriage_returns_are_normalised() {
        assert_eq!(text(quote!(#[doc = "a\r\nb\r\n\r\nc"])), "a\nb\n\nc");
    }

    #[test]
    fn lists_in_doc_are_ignored() {
        assert_eq!(
            text(quote!(#[doc(hidden)] #[doc = " a"] #[doc(alias = "plus")])),
            "a"
        );
    }

    #[test]
    fn expression_alone_stands_as_it_is() {
        assert_eq!(
            expression(quote!(#[doc = include_str!("add.md")])),
            quote!(include_str!("add.md")).to_string()
        );
    }

    #[test]
    fn expressions_are_joined_with_the_lines_around() {
        assert_eq!(
            expression(quote!(
                #[doc = ""]
                #[doc = " a"]
                #[doc = ""]
                #[doc = include_str!("b.md")]
                #[doc = concat!("c", "d")]
                #[doc = " e"]
                #[doc = " f"]
                #[doc = ""]
            )),
            quote!(private::concat!(
                "a\n\n",
                include_str!("b.md"),
                "\n",
                concat!("c", "d"),
                "\ne\nf"
            ))
            .to_string()
        );
    }

    #[test]
    fn nothing_said_is_blank() {
        for attrs in [quote!(), quote!(#[doc = "  "]), quote!(#[doc(hidden)])] {
            let attrs = Attribute::parse_outer.parse2(attrs).unwrap();
            assert!(Description::of_docs(&attrs).is_blank());
        }
    }
}
