//! Which signatures a server can call.

use quote::quote;
use syn::{GenericParam, Lifetime, Receiver, ReceiverKind, ReturnType, Safety, Signature, Type};

use crate::errors::Errors;
use crate::types;

/// Only `&self` and its long form: the state outlives the call, and other calls use it meanwhile.
pub(super) fn shared_receiver(receiver: &Receiver, errors: &mut Errors) {
    let message = match &receiver.kind {
        ReceiverKind::Reference(_, lifetime, None) if is_elided(lifetime.as_ref()) => return,
        ReceiverKind::Typed(_, ty) => match types::bare(ty) {
            Type::Reference(reference)
                if is_elided(reference.lifetime.as_ref())
                    && reference.mutability.is_none()
                    && matches!(types::bare(&reference.elem), Type::Path(path) if path.path.is_ident("Self")) =>
            {
                return;
            }
            _ => "a tool borrows its state for a call, write `&self`",
        },
        ReceiverKind::Reference(_, _, Some(_)) => {
            "calls run at the same time and share the state, write `&self` and put what changes in a `Mutex` or an atomic"
        }
        ReceiverKind::Reference(..) => "the state is borrowed for one call, write `&self`",
        _ => {
            "a tool must leave its state to later calls, write `&self` and put what changes in a `Mutex` or an atomic"
        }
    };
    errors.at(receiver, message);
}

fn is_elided(lifetime: Option<&Lifetime>) -> bool {
    lifetime.is_none_or(|lifetime| lifetime.ident == "_")
}

/// Whether a server can call it with nothing but decoded arguments.
pub(super) fn callable_signature(sig: &Signature, errors: &mut Errors) {
    if let Safety::Unsafe(token) = &sig.safety {
        errors.at(
            token,
            "no client can keep the promises of an `unsafe fn`, write a safe function around it",
        );
    }
    if let Some(abi) = &sig.abi {
        errors.at(
            abi,
            "a tool is called from Rust, write a `fn` without `extern`",
        );
    }
    if let Some(variadic) = &sig.variadic {
        errors.at(
            variadic,
            "every argument of a tool has a name, write parameters for them",
        );
    }
    for param in &sig.generics.params {
        match param {
            GenericParam::Lifetime(lifetime) => errors.at(
                lifetime,
                "an argument lives as long as the call, write `&str` or `&T` without a named lifetime",
            ),
            GenericParam::Type(param) => errors.at(
                &param.ident,
                format!("a client sends values and no types, write a type in place of `{}`", param.ident),
            ),
            GenericParam::Const(param) => errors.at(
                &param.ident,
                format!("a client sends values and no types, write a number in place of `{}`", param.ident),
            ),
        }
    }
}

pub(super) fn output(sig: &Signature, errors: &mut Errors) -> Type {
    let mut ty = match &sig.output {
        ReturnType::Type(_, ty) => (**ty).clone(),
        ReturnType::Default => Type::Verbatim(quote!(())),
    };
    if let Type::Never(never) = types::bare(&ty) {
        errors.at(
            never,
            "a tool that never returns gives no answer, write the type of its result",
        );
    }
    for hidden in types::written_in(&ty) {
        if let Type::ImplTrait(hidden) = hidden {
            errors.at(
                hidden,
                "`impl Trait` hides what is sent to the client, write the type",
            );
        }
    }
    types::make_static(&mut ty);
    ty
}
