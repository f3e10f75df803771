//! `auth.rs`: a credential type per authentication block.

use proc_macro2::TokenStream;
use quote::quote;

use super::aliases;
use super::operations::{descriptor, fields, request};
use crate::emit::File;
use crate::emit::common::doc::{Doc, Rustdoc, code};
use crate::emit::common::rust::{self, Printed, ident, option};
use crate::emit::common::spelling;
use generator_spec::facts::{self, Part, Print};
use generator_spec::model::{Api, AuthBlock, BlockPlace, Parameter, Place, Presence, Scheme, Status};

/// The credentials of the API.
pub fn emit(api: &Api) -> Vec<File> {
    let items = api.blocks.iter().flat_map(|block| items(api, block)).collect();
    let docs = Doc::default().markdown("Credentials.");
    vec![rust::file(api, "auth.rs", "api.yaml", vec![Printed::module_docs(&docs)], items)]
}

fn items(api: &Api, block: &AuthBlock) -> Vec<Printed> {
    let mut items = vec![block_data(api, block)];
    if block.is_own_credential() {
        items.extend([credential(api, block), constructors(api, block), encode(api, block), decode(block)]);
    }
    items
}

fn block_docs(api: &Api, block: &AuthBlock) -> Doc {
    let facts = facts::of_block(api, block);
    let part = |part| Rustdoc::of(api).part(&facts, &[part]);
    let doc = Doc::default().text(&format!("{}.", block.title.trim_end_matches('.')));
    doc.markdown_list(part(Part::Text)).paragraphs(part(Part::Note))
}

fn block_data(api: &Api, block: &AuthBlock) -> Printed {
    let constant = ident(&block.constant);
    let (name, title, credential) = (&block.name, &block.title, &block.credential);
    let place = match &block.place {
        BlockPlace::Form => quote! { rt::Place::Form },
        BlockPlace::Header(prefix) => quote! { rt::Place::Header { prefix: #prefix } },
        BlockPlace::Query => quote! { rt::Place::Query },
        BlockPlace::Cookie => quote! { rt::Place::Cookie },
        BlockPlace::Basic => quote! { rt::Place::Basic },
        BlockPlace::Bearer => quote! { rt::Place::Bearer },
    };
    let usual = |it: &Parameter| match &block.place {
        BlockPlace::Form => Place::Form,
        BlockPlace::Basic | BlockPlace::Bearer if it.moved => Place::Form,
        BlockPlace::Header(_) | BlockPlace::Basic | BlockPlace::Bearer => Place::Header,
        BlockPlace::Query => Place::Query,
        BlockPlace::Cookie => Place::Cookie,
    };
    let bearer = option(block.bearer.as_ref());
    let (refused_with, checked_first) = (&block.refused_with, block.checked_first);
    let parameters = block.parameters.iter().map(|it| descriptor::parameter(api, it, usual(it)));
    let item = quote! {
        pub static #constant: rt::AuthBlock = rt::AuthBlock {
            name: #name,
            title: #title,
            credential: #credential,
            place: #place,
            bearer: #bearer,
            refused_with: &[#(#refused_with),*],
            checked_first: #checked_first,
            parameters: &[#(#parameters),*],
        };
    };
    Printed::documented(&block_docs(api, block), item)
}

/// The parameters that a credential holds: all but constants.
fn held(block: &AuthBlock) -> impl Iterator<Item = &Parameter> {
    block.parameters.iter().filter(|parameter| parameter.constant.is_none())
}

fn credential(api: &Api, block: &AuthBlock) -> Printed {
    let name = ident(&block.rust);
    let fields = held(block).map(|parameter| request::field(api, Rustdoc::of(api), parameter));
    let carrier = block.bearer.as_ref().map(|_| {
        quote! {
            /// The place where the credential is sent.
            pub carrier: rt::Carrier,
        }
    });
    let item = quote! {
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct #name {
            #(#fields,)*
            #carrier
        }
    };
    Printed::documented(&block_docs(api, block), item)
}

fn constructors(api: &Api, block: &AuthBlock) -> Printed {
    let name = ident(&block.rust);
    let schemes = block.schemes.iter().map(|scheme| self::scheme(api, block, scheme));
    let any = block.scheme.as_ref().map(|_| any_scheme(api, block));
    let bearer = block.bearer.as_ref().map(|_| {
        quote! {
            /// Sends the credential in the header `Authorization: Bearer`.
            #[must_use]
            pub fn in_bearer_header(mut self) -> Self {
                self.carrier = rt::Carrier::Bearer;
                self
            }
        }
    });
    let optional = held(block).filter(|parameter| parameter.presence == Presence::Optional);
    let setters = optional.map(|it| request::setter(api, it, &format!("with_{}", it.rust)));
    Printed::items(quote! {
        impl #name {
            #(#schemes)*
            #any
            #bearer
            #(#setters)*
        }
    })
}

fn scheme(api: &Api, block: &AuthBlock, scheme: &Scheme) -> TokenStream {
    let doc = match (&scheme.value, block.status) {
        (None, _) => "Creates a credential.".to_owned(),
        (Some(value), Status::Documented | Status::Elsewhere) => {
            format!("Creates a credential of the scheme {}.", code(value))
        }
        (Some(value), Status::Inferred) => {
            format!(
                "Creates a credential of the scheme {}. *The fields that it needs are inferred.*",
                code(value)
            )
        }
    };
    let taken: Vec<_> = held(block).filter(|parameter| scheme.takes.contains(&parameter.name)).collect();
    constructor(api, block, &scheme.rust, &doc, &taken, scheme.value.as_deref())
}

/// A constructor for the schemes that have none of their own.
fn any_scheme(api: &Api, block: &AuthBlock) -> TokenStream {
    let required: Vec<_> = held(block).filter(|it| it.presence == Presence::Required).collect();
    let doc = "Creates a credential of any scheme. Set what the scheme needs with the `with_` methods.";
    constructor(api, block, "new", doc, &required, None)
}

fn constructor(
    api: &Api,
    block: &AuthBlock,
    name: &str,
    doc: &str,
    taken: &[&Parameter],
    scheme: Option<&str>,
) -> TokenStream {
    let docs = Doc::default().markdown(doc).outer();
    // rustdoc's search finds `session key` by it.
    let alias = aliases::of_name(name, &name.replace('_', " "));
    let name = ident(name);
    let argument = |parameter: &Parameter| spelling::argument(api, parameter, &parameter.rust);
    let inputs = taken.iter().map(|it| fields::input(&it.rust, argument(it).ty));
    let fields = held(block).map(|parameter| {
        let is_taken = taken.iter().any(|other| other.name == parameter.name);
        let given = match scheme.filter(|_| Some(&parameter.name) == block.scheme.as_ref()) {
            Some(scheme) => Some(quote! { #scheme.into() }),
            None => is_taken.then(|| argument(parameter).value),
        };
        let value = match given {
            Some(given) if !spelling::is_option(parameter) => given,
            given => option(given),
        };
        fields::initial(&parameter.rust, value)
    });
    let carrier = carrier(block);
    quote! {
        #docs
        #[must_use]
        #alias
        pub fn #name(#(#inputs),*) -> Self {
            Self { #(#fields,)* #carrier }
        }
    }
}

/// The field for what carries the credential, where it can be sent in two ways.
fn carrier(block: &AuthBlock) -> Option<TokenStream> {
    block.bearer.as_ref().map(|_| quote! { carrier: rt::Carrier::Block })
}

fn encode(api: &Api, block: &AuthBlock) -> Printed {
    let name = ident(&block.rust);
    let marker = ident(&api.rust.marker);
    let constant = ident(&block.constant);
    let puts = block.parameters.iter().map(|parameter| match &parameter.constant {
        Some(value) => request::put_constant(parameter, value),
        None => request::put(parameter),
    });
    let carrier = block.bearer.as_ref().map(|_| {
        quote! {
            fn carrier(&self) -> rt::Carrier {
                self.carrier
            }
        }
    });
    Printed::items(quote! {
        impl rt::Credential for #name {
            type Api = crate::#marker;
            const BLOCK: &'static rt::AuthBlock = &#constant;

            fn encode(&self, form: &mut rt::FormWriter) {
                #(#puts)*
            }

            #carrier
        }
    })
}

fn decode(block: &AuthBlock) -> Printed {
    let fields = held(block).map(request::take).chain(carrier(block));
    request::decoder(&block.rust, fields.collect(), fields::for_servers())
}
