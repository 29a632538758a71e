//! The attributes of [haft](https://docs.rs/haft): `#[tool]`, `#[tools]` and `#[arg]`.

mod doc;
mod errors;
mod expand;
mod fallback;
mod model;
mod parse;
mod types;

use proc_macro::TokenStream;
use quote::quote;

use crate::errors::Errors;

/// A tool.
#[proc_macro_attribute]
pub fn tool(keys: TokenStream, item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    let mut errors = Errors::new();
    let function = parse::tool(keys.into(), item.clone(), &mut errors);
    let companion = function
        .as_ref()
        .map(|function| model::companion(function, &mut errors));
    match (errors.finish(companion), &function) {
        (Ok(companion), _) => {
            let generated = expand::companion(&companion);
            quote!(#function #generated)
        }
        (Err(errors), Some(function)) => fallback::companion(function, &errors),
        (Err(errors), None) => fallback::item(&item, &errors),
    }
    .into()
}

/// Tools.
#[proc_macro_attribute]
pub fn tools(keys: TokenStream, item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    let mut errors = Errors::new();
    let block = parse::tools(keys.into(), item.clone(), &mut errors);
    let set = block.as_ref().map(|block| model::set(block, &mut errors));
    match (errors.finish(set), &block) {
        (Ok(set), _) => {
            let generated = expand::set(&set);
            quote!(#block #generated)
        }
        (Err(errors), Some(block)) => fallback::set(block, &errors),
        (Err(errors), None) => fallback::item(&item, &errors),
    }
    .into()
}

/// An argument.
#[proc_macro_attribute]
pub fn arg(_: TokenStream, item: TokenStream) -> TokenStream {
    let errors = syn::Error::new(
        proc_macro2::Span::call_site(),
        "`#[arg]` says more about a parameter of a tool, write it on a parameter of a `#[tool]` function",
    );
    fallback::item(&item.into(), &errors).into()
}
