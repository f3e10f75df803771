//! `api.rs`: the API's marker, its client and its operations as a list.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use super::operations::descriptor::Chain;
use super::types::literal;
use crate::emit::File;
use crate::emit::common::doc::{Doc, code, escape};
use crate::emit::common::rust::{self, Printed, ident, option};
use generator_spec::model::{
    Api, AsksKind, Constant, Envelope, Field, Gate, Literal, Message, Server, Type, TypeKind, TypeRef,
    Variable,
};

/// The items that belong to the API as a whole.
pub fn emit(api: &Api) -> File {
    let mut items = marker(api);
    items.extend(client(api));
    items.extend(api.constants.iter().map(constant));
    items.extend(api.servers.iter().map(server));
    items.extend(operations(api));
    // The list of operations mentions the deprecated ones.
    let allow = rust::allow_deprecated(api.operations());
    let head = vec![Printed::module_docs(&Doc::default().markdown("The API as a whole.")), allow];
    rust::file(api, "api.rs", "api.yaml", head, items)
}

fn marker(api: &Api) -> Vec<Printed> {
    let docs = Doc::default().text(&format!("{}.", api.title.trim_end_matches('.')));
    let marker = ident(&api.rust.marker);
    let (name, title) = (&api.name, &api.title);
    let message = api.message.as_ref().map(|Message { status, text, .. }| {
        let status = option(status.as_ref());
        quote! { rt::MessageShape { status: #status, text: #text } }
    });
    let envelope = api.envelope.as_ref().map(|Envelope { name: _, status, ok, error, code, data }| {
        quote! { rt::EnvelopeShape { status: #status, ok: #ok, error: #error, code: #code, data: #data } }
    });
    let (message, envelope) = (option(message), option(envelope));
    let gates = api.gates.iter().map(gate);
    let types = api.types_in_rust().filter(|ty| has_inside(ty)).map(|ty| type_shape(api, ty));
    let listed = listed(api).into_iter().map(|(name, values)| {
        let values = values.into_iter();
        quote! { (#name, &[#(#values),*]) }
    });
    let definition = quote! {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct #marker;
    };
    let servers = api.servers.iter().map(|it| ident(&it.rust));
    let servers = (!api.servers.is_empty()).then(|| {
        quote! { const SERVERS: &'static [rt::ServerUrl] = &[#(#servers),*]; }
    });
    let description = quote! {
        impl rt::Api for #marker {
            const DESCRIPTOR: &'static rt::ApiDescriptor = &rt::ApiDescriptor {
                name: #name,
                title: #title,
                crate_version: env!("CARGO_PKG_VERSION"),
                message: #message,
                envelope: #envelope,
                gates: &[#(#gates),*],
                types: &[#(#types),*],
                listed: &[#(#listed),*],
                operations: OPERATIONS,
            };
            #servers
        }
    };
    vec![Printed::documented(&docs, definition), Printed::items(description)]
}

/// Returns whether a type has values of other types in it.
fn has_inside(ty: &Type) -> bool {
    match ty.kind {
        TypeKind::Fields { .. } | TypeKind::Union { .. } => true,
        TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Alias { .. } => false,
    }
}

/// `rt::TypeShape::new("Lamp").fields(&["id"])…`
fn type_shape(api: &Api, ty: &Type) -> TokenStream {
    let name = &ty.name;
    let shape = Chain(quote! { rt::TypeShape::new(#name) });
    let is_inside = |ty: &&TypeRef| ty.shape.named().and_then(|id| api.ty(id)).is_some_and(has_inside);
    match &ty.kind {
        TypeKind::Fields { fields, additional, .. } => {
            let secret = fields.iter().filter(|field| field.secret).map(Field::wire_name);
            let inner = fields.iter().filter(|field| is_inside(&&field.ty)).map(|field| {
                let (name, notation) = (field.wire_name(), field.ty.expanded(&api.types));
                quote! { (#name, #notation) }
            });
            shape
                .add_list("fields", fields.iter().map(Field::wire_name))
                .add_list("secret", secret)
                .add_list("inner", inner)
                .add_if("additional", additional.as_ref().filter(is_inside).map(|ty| ty.expanded(&api.types)))
                .0
        }
        TypeKind::Union { tag, content, members, .. } => {
            let members = members.iter().map(|member| {
                let value = member.value.as_deref().unwrap_or_default();
                let notation = member.ty.expanded(&api.types);
                quote! { (#value, #notation) }
            });
            let shape = shape.add_list("members", members);
            shape.add_if("tag", tag.as_ref()).add_if("content", content.as_ref()).0
        }
        TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Alias { .. } => shape.0,
    }
}

/// The listed values of fields and results, by the name of the field or the operation.
fn listed(api: &Api) -> BTreeMap<&str, BTreeSet<String>> {
    let named = |ty: &TypeRef| ty.shape.named();
    let fields =
        api.types_in_rust().flat_map(Type::fields).map(|field| (field.wire_name(), named(&field.ty)));
    let results = api.operations().map(|operation| (&*operation.name, &operation.returns));
    let results = results.map(|(name, it)| (name, it.values.or_else(|| it.ty.as_ref().and_then(named))));
    let mut listed = BTreeMap::<_, BTreeSet<String>>::new();
    for (name, id) in fields.chain(results) {
        if let Some(TypeKind::Enum { variants, .. }) = id.and_then(|id| api.ty(id)).map(|ty| &ty.kind) {
            listed.entry(name).or_default().extend(variants.iter().map(|variant| variant.value.text()));
        }
    }
    listed
}

fn gate(gate: &Gate) -> TokenStream {
    let asks = gate.asks.as_ref().map(|asks| match asks.kind {
        AsksKind::Server => quote! { rt::Asks::Server },
        AsksKind::Anonymous => quote! { rt::Asks::Anonymous },
        AsksKind::Caller => quote! { rt::Asks::Caller },
        AsksKind::TopLevel => quote! { rt::Asks::TopLevel },
        AsksKind::Operation => quote! { rt::Asks::Operation },
    });
    let Gate { code, doc, auth, .. } = gate;
    let (credential, asks) = (auth.is_some(), option(asks));
    quote! { rt::Gate { code: #code, doc: #doc, credential: #credential, asks: #asks } }
}

fn client(api: &Api) -> [Printed; 2] {
    let marker = ident(&api.rust.marker);
    let docs = Doc::default()
        .text(&format!(
            "A client of the {}: it sends operations to a server.",
            api.title.trim_end_matches('.')
        ))
        .markdown("The [crate's docs](crate) show a first call; `builder` takes settings.")
        .markdown("Needs the feature `client`, which is on by default.");
    let client = quote! {
        #[cfg(feature = "client")]
        pub type Client<T = rt::Reqwest> = rt::Client<#marker, T>;
    };
    let blocking = quote! {
        /// A [`Client`](crate::Client) for synchronous code: it blocks the calling
        /// thread until the response arrives.
        ///
        /// Needs the feature `blocking`.
        #[cfg(feature = "blocking")]
        pub type BlockingClient<T = rt::Reqwest> = rt::blocking::Client<#marker, T>;
    };
    [Printed::documented(&docs, client), Printed::items(blocking)]
}

fn constant(constant: &Constant) -> Printed {
    let name = ident(&constant.rust);
    let docs = Doc::default()
        .paragraphs(constant.doc.as_deref().map(escape))
        .markdown(format!("{} in the documents.", code(&constant.name)));
    let value = literal(&constant.value);
    let ty = match constant.value {
        Literal::Bool(_) => quote! { bool },
        Literal::Int(_) => quote! { i64 },
        Literal::Float(_) => quote! { f64 },
        Literal::Text(_) => quote! { &str },
    };
    Printed::documented(&docs, quote! { pub const #name: #ty = #value; })
}

fn server(it: &Server) -> Printed {
    let Server { name, url, variables, .. } = it;
    let rust = ident(&it.rust);
    let docs = Doc::default().paragraphs(it.doc.as_deref().map(escape)).markdown(format!("{}.", code(url)));
    let meanings =
        variables.iter().filter_map(|it| Some(format!("{}: {}", code(&it.name), escape(it.doc.as_ref()?))));
    let docs = docs.markdown_list(meanings);
    let variables = variables.iter().map(|it| {
        let Variable { name, default, values, .. } = it;
        quote! { rt::UrlVariable { name: #name, default: #default, values: &[#(#values),*] } }
    });
    let item = quote! {
        pub const #rust: rt::ServerUrl =
            rt::ServerUrl { name: #name, url: #url, variables: &[#(#variables),*] };
    };
    Printed::documented(&docs, item)
}

fn operations(api: &Api) -> [Printed; 2] {
    let names: Vec<_> = api.operations().map(|operation| ident(&operation.rust)).collect();
    let table = quote! {
        /// All operations, in the order of the documents.
        pub static OPERATIONS: &[&rt::Descriptor] =
            &[#(<crate::#names as rt::Operation>::DESCRIPTOR),*];
    };
    let names = names.iter().map(|name| format!("            {name},\n")).collect::<String>();
    let for_each = format!(
        "/// Calls a macro with the name of every operation's type, in the order
/// of the documents: for tables, and for tests of all operations.
#[macro_export]
macro_rules! for_each_operation {{
    ($callback:ident) => {{
        $callback! {{
{names}        }}
    }};
}}"
    );
    [Printed::items(table), Printed::text(&for_each)]
}
