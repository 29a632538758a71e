//! What stands in for a broken tool, so that the user sees the mistake and not its consequences.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::expand;
use crate::model::{self, Private, companion_ident, guards};
use crate::parse::{Block, Function, Shape};

/// An item of the wrong kind, as it was.
pub(crate) fn item(item: &TokenStream, errors: &syn::Error) -> TokenStream {
    let errors = errors.to_compile_error();
    quote!(#item #errors)
}

/// The type without its constraints, but with the traits that others expect of it.
pub(crate) fn schema(shape: &Shape, errors: &syn::Error) -> TokenStream {
    let errors = errors.to_compile_error();
    let (derives, item) = (expand::derives(&model::derived(shape)), &shape.item);
    quote!(#derives #item #errors)
}

/// The function as it was, and a companion that claims to define a tool.
pub(crate) fn companion(function: &Function, errors: &syn::Error) -> TokenStream {
    let errors = errors.to_compile_error();
    let name = companion_ident(function);
    // In an `impl` block there is no place for a type.
    let has_place = function.receiver.is_none() && !model::hides_a_crate(function, name);
    let stub = has_place.then(|| {
        let private = Private::new(function.keys.krate.as_ref());
        let (guards, ident) = (guards(&function.attrs), expand::companion_ident(name));
        let companion = expand::companion_type(&guards, &function.vis, &ident);
        quote_spanned! {Span::mixed_site()=>
            #companion
            #(#guards)*
            impl #private::Define for #ident {
                fn define() -> #private::Definition {
                    loop {}
                }
            }
        }
    });
    quote!(#function #stub #errors)
}

/// The block as it was, and a claim that its type has tools.
pub(crate) fn set(block: &Block, errors: &syn::Error) -> TokenStream {
    let errors = errors.to_compile_error();
    let stub = (block.of_trait.is_none() && !model::is_borrowed(block)).then(|| {
        let private = Private::new(block.keys.krate.as_ref());
        let guards = guards(&block.attrs);
        let (generics, self_ty) = (&block.generics, &block.self_ty);
        let where_clause = &generics.where_clause;
        quote_spanned! {Span::mixed_site()=>
            #(#guards)*
            impl #generics #private::DefineAll for #self_ty #where_clause {
                fn define_all() -> #private::Vec<#private::Definition> {
                    loop {}
                }
            }
        }
    });
    quote!(#block #stub #errors)
}
