//! The trait that says who may call what, and its functions as data.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::super::aliases;
use crate::emit::common::doc::{Doc, code};
use crate::emit::common::rust::{Printed, ident};
use crate::model::{Api, Asks, Auth, AuthBlock, Gate};

/// The trait `Gatekeeper`. Everything in it refuses by default.
pub fn definition(api: &Api) -> Printed {
    let callers = api.owners().map(caller);
    let logins = api.owners().map(login);
    let questions = questions(api).into_iter().map(|(gate, asks)| question(api, gate, asks));
    let permission = permission_caller(api).map(|caller| {
        quote! {
            /// Whether a caller has a permission, by its name in the documents.
            fn has_permission(&self, caller: &Self::#caller, permission: &str) -> bool {
                let _ = (caller, permission);
                false
            }
        }
    });
    let not_shown = has_not_shown(api).then(|| {
        quote! {
            /// Whether anybody may call the operations whose credential the
            /// documents don't show.
            fn lets_in_where_not_shown(&self, call: &rt::server::Call) -> bool {
                let _ = call;
                false
            }
        }
    });
    Printed::item(parse_quote! {
        /// Who may call what. Methods that are not implemented refuse.
        ///
        /// Credentials are checked asynchronously and return a caller. Gates are
        /// synchronous: they decide from what the caller holds, so look it up
        /// when you check the credential. That can fail, and then nobody gets in.
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
    let docs = Doc::default().text(&format!("The caller that the {} identifies.", block.title)).outer();
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
    let docs = Doc::default().text(&gate.doc).markdown(format!("Gate {}.", code(&gate.code))).outer();
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

/// Gates that ask something that a gatekeeper can answer.
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

/// Whether the credential of an operation is not shown.
pub fn has_not_shown(api: &Api) -> bool {
    api.operations().any(|operation| operation.auth == Auth::NotShown)
}

/// The functions of a gatekeeper as a table.
pub fn functions(api: &Api) -> Printed {
    let logins = api.owners().map(|block| {
        let (constant, method) = (ident(&block.constant), ident(&block.method));
        quote! {
            rt::server::Login {
                block: &crate::auth::#constant,
                verify: |server, credentials, call| rt::server::Verified::new(async move { server.#method(credentials.read()?, call).await }),
            }
        }
    });
    let questions = questions(api).into_iter().map(|(gate, asks)| {
        let (code, method) = (&gate.code, ident(&asks.method));
        match caller_of(api, asks) {
            None => quote! { rt::server::Question { code: #code, ask: |server, _, call| server.#method(call) } },
            Some(caller) => {
                quote! {
                    rt::server::Question {
                        code: #code,
                        ask: |server, caller, call| rt::server::caller_as::<S::#caller>(caller).is_some_and(|caller| server.#method(caller, call)),
                    }
                }
            }
        }
    });
    let permission = match permission_caller(api) {
        None => quote! { None },
        Some(caller) => {
            quote! {
                Some(|server, caller, name| rt::server::caller_as::<S::#caller>(Some(caller)).is_some_and(|caller| server.has_permission(caller, name)))
            }
        }
    };
    let not_shown = if has_not_shown(api) {
        quote! { |server, call| server.lets_in_where_not_shown(call) }
    } else {
        quote! { |_, _| false }
    };
    Printed::item(parse_quote! {
        pub(crate) fn keeper<S: Gatekeeper>() -> rt::server::Keeper<S> {
            rt::server::Keeper {
                logins: const { &[#(#logins),*] },
                questions: const { &[#(#questions),*] },
                permission: #permission,
                not_shown: #not_shown,
            }
        }
    })
}
