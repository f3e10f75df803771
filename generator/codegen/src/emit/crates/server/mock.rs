//! `mock.rs`: a server for tests.

use proc_macro2::TokenStream;
use quote::quote;

use super::gatekeeper::{caller_of, has_not_shown, permission_caller, questions};
use crate::emit::File;
use crate::emit::common::doc::Doc;
use crate::emit::common::rust::{self, Printed, ident};
use generator_spec::model::{Api, Asks, AuthBlock, Gate};

/// The mock of an API and its gates.
pub fn file(api: &Api) -> File {
    let docs = Doc::default()
        .markdown("A fake server for testing programs that use this crate: see [`Mock`](rt::mock::Mock), and [`cassette`](crate::cassette) for recorded exchanges.")
        .markdown("Needs the feature `mock`.");
    let exports = Printed::items(quote! {
        pub use api_runtime::mock::{Caller, Expectation, InOrder, InProcess, Served, Times, Unmet};
    });
    let head = vec![Printed::module_docs(&docs), exports];
    rust::file(api, "mock.rs", "api.yaml", head, vec![mock(api), mocked(api), gates(api)])
}

fn mock(api: &Api) -> Printed {
    let marker = ident(&api.rust.marker);
    let docs = Doc::default().text(&format!("A fake {} server, for tests.", api.title));
    Printed::documented(&docs, quote! { pub type Mock = rt::mock::Mock<crate::#marker>; })
}

fn mocked(api: &Api) -> Printed {
    let marker = ident(&api.rust.marker);
    Printed::items(quote! {
        impl rt::mock::Mocked for crate::#marker {
            fn builder(gates: rt::mock::Gates) -> rt::server::Builder<rt::mock::Gates> {
                crate::server::builder(gates)
            }
        }
    })
}

/// The gatekeeper of a mock: a caller is its credential.
fn gates(api: &Api) -> Printed {
    let callers = api.callers().map(|block| {
        let (caller, ty) = (ident(&block.caller), caller_type(api, block));
        quote! { type #caller = #ty; }
    });
    let logins = api.owners().map(|block| login(api, block));
    let questions = questions(api).into_iter().map(|(gate, asks)| question(api, gate, asks));
    let permission = permission_caller(api).map(|caller| {
        quote! {
            fn has_permission(&self, _: &Self::#caller, permission: &str) -> bool {
                self.permits(permission)
            }
        }
    });
    let not_shown = has_not_shown(api).then(|| {
        quote! {
            fn lets_in_where_not_shown(&self, _: &rt::server::Call) -> bool {
                true
            }
        }
    });
    Printed::items(quote! {
        impl crate::server::Gatekeeper for rt::mock::Gates {
            #(#callers)*
            #(#logins)*
            #(#questions)*
            #permission
            #not_shown
        }
    })
}

/// The caller is its credential, unless there are several.
fn caller_type(api: &Api, block: &AuthBlock) -> TokenStream {
    let is_shared = api.owners().filter(|other| other.caller == block.caller).count() > 1;
    let credential = ident(&block.rust);
    if is_shared {
        quote! { () }
    } else {
        quote! { crate::#credential }
    }
}

fn login(api: &Api, block: &AuthBlock) -> TokenStream {
    let (method, credential) = (ident(&block.method), ident(&block.rust));
    let caller = caller_type(api, block);
    let dropped = (caller.to_string() == "()").then(|| quote! { .map(drop) });
    quote! {
        async fn #method(&self, credential: crate::#credential, _: &rt::server::Call) -> Result<#caller, rt::server::Refusal> {
            self.accept(credential)#dropped
        }
    }
}

fn question(api: &Api, gate: &Gate, asks: &Asks) -> TokenStream {
    let (method, code) = (ident(&asks.method), &gate.code);
    let caller = caller_of(api, asks).map(|caller| quote! { _: &Self::#caller, });
    quote! {
        fn #method(&self, #caller _: &rt::server::Call) -> bool {
            self.is_open(#code)
        }
    }
}
