//! The trait that says who may call what, and its functions as data.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::aliases;
use crate::emit::common::doc::{Doc, code, escape};
use crate::emit::common::rust::{Printed, ident};
use generator_spec::model::{Api, Asks, AsksKind, Auth, AuthBlock, Gate};

/// The trait `Gatekeeper`. Everything in it refuses by default.
pub fn definition(api: &Api) -> Printed {
    let callers = api.callers().map(caller);
    let logins = api.owners().map(login);
    let questions = questions(api).into_iter().map(|(gate, asks)| question(api, gate, asks));
    let permission = permission_caller(api).map(|caller| {
        quote! {
            /// Returns whether the caller has a permission, given by its name
            /// in the documents. Defaults to `false`.
            fn has_permission(&self, caller: &Self::#caller, permission: &str) -> bool {
                let _ = (caller, permission);
                false
            }
        }
    });
    let not_shown = has_not_shown(api).then(|| {
        quote! {
            /// Returns whether to admit every caller to operations whose
            /// credential the documents don't specify. Defaults to `false`.
            fn lets_in_where_not_shown(&self, call: &rt::server::Call) -> bool {
                let _ = call;
                false
            }
        }
    });
    Printed::items(quote! {
        /// Decides who may call what. Methods that you don't implement refuse.
        ///
        /// Checking a credential is asynchronous and returns the caller. Gates are
        /// synchronous and see only the caller's value, so look up what they need
        /// while you check the credential. If the lookup fails, return the error:
        /// the caller is refused.
        pub trait Gatekeeper: Send + Sync + 'static {
            #(#callers)*
            #(#logins)*
            #(#questions)*
            #permission
            #not_shown
        }
    })
}

fn caller(block: &AuthBlock) -> TokenStream {
    let docs = Doc::default().text(&format!("The caller identified by the {}.", block.title)).outer();
    let name = ident(&block.caller);
    quote! {
        #docs
        type #name: Send + Sync + 'static;
    }
}

fn login(block: &AuthBlock) -> TokenStream {
    let docs = Doc::default()
        .text(&format!("Checks the {}.", block.title))
        .markdown("Comparing a [`Secret`](crate::Secret) with `==` takes constant time.")
        .markdown("# Errors\n\nIf the credential is not valid: usually [`Refusal::unauthorized`].")
        .outer();
    let (method, caller, credential) = (ident(&block.method), ident(&block.caller), ident(&block.rust));
    let message = format!("the {} is not accepted", block.title);
    quote! {
        #docs
        fn #method(&self, credential: crate::#credential, call: &rt::server::Call) -> impl Future<Output = Result<Self::#caller, rt::server::Refusal>> + Send {
            let _ = (credential, call);
            std::future::ready(Err(rt::server::Refusal::unauthorized(#message)))
        }
    }
}

fn question(api: &Api, gate: &Gate, asks: &Asks) -> TokenStream {
    let docs = Doc::default()
        .markdown(format!(
            "Returns whether {} gate {}. {}",
            passes(asks.kind),
            code(&gate.code),
            escape(&gate.doc)
        ))
        .markdown("Defaults to `false`.")
        .outer();
    let alias = aliases::of_name(&asks.method, &gate.code);
    let method = ident(&asks.method);
    let (caller, unused) = match caller_of(api, asks) {
        None => (None, quote! { call }),
        Some(caller) => (Some(quote! { caller: &Self::#caller, }), quote! { (caller, call) }),
    };
    quote! {
        #docs
        #alias
        fn #method(&self, #caller call: &rt::server::Call) -> bool {
            let _ = #unused;
            false
        }
    }
}

fn passes(kind: AsksKind) -> &'static str {
    match kind {
        AsksKind::Server => "this server passes",
        AsksKind::Anonymous => "a caller without a credential passes",
        AsksKind::Caller => "the caller passes",
        AsksKind::TopLevel => "the caller is at the top level, for",
        AsksKind::Operation => "the caller may call this operation, for",
    }
}

/// The gates that a gatekeeper decides.
pub fn questions(api: &Api) -> Vec<(&Gate, &Asks)> {
    let asked = api.gates.iter().filter_map(|gate| Some((gate, gate.asks.as_ref()?)));
    asked.collect()
}

/// The caller that a question is about.
pub fn caller_of(api: &Api, asks: &Asks) -> Option<proc_macro2::Ident> {
    api.block(asks.credential.as_ref()?).map(|block| ident(&block.caller))
}

/// The caller whose permissions are asked for, if any operation needs one.
pub fn permission_caller(api: &Api) -> Option<proc_macro2::Ident> {
    api.block(api.permission_credential.as_ref()?).map(|block| ident(&block.caller))
}

/// Returns whether the credential of an operation is not shown.
pub fn has_not_shown(api: &Api) -> bool {
    api.operations().any(|operation| operation.auth == Auth::NotShown)
}

/// The functions by which the runtime calls any gatekeeper, with callers of any type.
pub fn policy(api: &Api) -> [Printed; 2] {
    let logins = api.owners().map(|block| {
        let (name, method) = (&block.credential, ident(&block.method));
        quote! { #name => credentials.verify(|credential| self.0.#method(credential, call)) }
    });
    let verify = (api.owners().count() > 0).then(|| {
        quote! {
            fn verify<'a>(&'a self, credentials: rt::server::Credentials<'a>, call: &'a rt::server::Call) -> rt::server::Verified<'a> {
                match credentials.credential_name() {
                    #(#logins,)*
                    _ => credentials.refuse(),
                }
            }
        }
    });
    let gates = questions(api).into_iter().map(|(gate, asks)| {
        let (code, method) = (&gate.code, ident(&asks.method));
        match caller_of(api, asks) {
            None => quote! { #code => self.0.#method(call) },
            Some(caller) => {
                quote! { #code => rt::server::caller_as::<S::#caller>(caller).is_some_and(|caller| self.0.#method(caller, call)) }
            }
        }
    });
    let is_open = (!questions(api).is_empty()).then(|| {
        quote! {
            fn is_open(&self, gate: &str, caller: Option<&rt::server::AnyCaller>, call: &rt::server::Call) -> bool {
                let _ = caller;
                match gate {
                    #(#gates,)*
                    _ => false,
                }
            }
        }
    });
    let permission = permission_caller(api).map(|caller| {
        quote! {
            fn permits(&self, caller: Option<&rt::server::AnyCaller>, permission: &str) -> bool {
                rt::server::caller_as::<S::#caller>(caller).is_some_and(|caller| self.0.has_permission(caller, permission))
            }
        }
    });
    let not_shown = has_not_shown(api).then(|| {
        quote! {
            fn lets_in_where_not_shown(&self, call: &rt::server::Call) -> bool {
                self.0.lets_in_where_not_shown(call)
            }
        }
    });
    let asks_nothing = verify.is_none() && is_open.is_none() && permission.is_none() && not_shown.is_none();
    let unused = asks_nothing.then(|| quote! { #[allow(dead_code)] });
    let definition = quote! {
        #unused
        struct Policy<S>(std::sync::Arc<S>);
    };
    let implementation = quote! {
        impl<S: Gatekeeper> rt::server::Policy for Policy<S> {
            #verify
            #is_open
            #permission
            #not_shown
        }
    };
    [definition, implementation].map(Printed::items)
}
