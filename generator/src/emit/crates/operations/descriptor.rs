//! The descriptor of an operation: plain static data.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::common::file::part;
use crate::emit::common::rust::ident;
use crate::model::{
    Alias, Api, Auth, Deprecation, Format, Group, Operation, Parameter, Path, Presence, RequestEncoding,
    ReturnKind, Returns, TypeKind, Version, Wire,
};

/// `Descriptor::new("AdminAddUser").group("users")…`
pub fn descriptor(api: &Api, group: &Group, operation: &Operation) -> TokenStream {
    let (name, module) = (&operation.name, &group.rust);
    let part = format!("document {}, {}", group.document, part(group));
    // What `Descriptor::new` starts with need not be said.
    let method =
        Some(&api.method).filter(|method| *method != "POST").map(|method| quote! { .method(#method) });
    let path = path(&operation.path);
    let since = operation.since.map(since);
    let aliases = list("aliases", operation.aliases.iter().map(alias));
    let auth = auth(api, &operation.auth);
    let bearer_only = operation.bearer_only.then(|| quote! { .bearer_only() });
    let gates = list("gates", operation.gates.iter().map(|code| quote! { #code }));
    let encoding = (operation.encoding == RequestEncoding::Multipart).then(|| quote! { .multipart() });
    let parameters = list("parameters", operation.parameters.iter().map(|it| parameter(api, it)));
    let returns = returns(&operation.returns);
    let swapped = operation.swapped_if_reversed.as_ref().map(|(first, second)| {
        quote! { .swapped_if_reversed(#first, #second) }
    });
    let device_since = operation.device_since.map(|version| {
        let version = self::version(version);
        quote! { .device_since(#version) }
    });
    let deprecated = operation.deprecated.as_ref().map(deprecation);
    let permission = operation.permission.as_ref().map(|name| quote! { .permission(#name) });
    quote! {
        Descriptor::new(#name)
            .group(#module)
            .part(#part)
            #method
            #path
            #since
            #aliases
            #auth
            #bearer_only
            #gates
            #encoding
            #parameters
            #returns
            #swapped
            #device_since
            #deprecated
            #permission
    }
}

/// `.gates(&["AA"])`, or nothing where the list is empty.
fn list(method: &str, items: impl Iterator<Item = TokenStream>) -> Option<TokenStream> {
    let items: Vec<TokenStream> = items.collect();
    let method = ident(method);
    (!items.is_empty()).then(|| quote! { .#method(&[#(#items),*]) })
}

fn version(version: Version) -> TokenStream {
    let Version(major, minor, patch) = version;
    let [major, minor, patch] = [major, minor, patch].map(proc_macro2::Literal::u16_unsuffixed);
    quote! { Version::new(#major, #minor, #patch) }
}

fn since(version: Version) -> TokenStream {
    let version = self::version(version);
    quote! { .since(#version) }
}

fn path(path: &Path) -> Option<TokenStream> {
    match path {
        Path::Documented(path) => Some(quote! { .documented_path(#path) }),
        Path::Inferred(path) => Some(quote! { .inferred_path(#path) }),
        Path::Elsewhere { path, .. } => Some(quote! { .elsewhere_path(#path) }),
        Path::AliasOnly => None,
    }
}

fn alias(alias: &Alias) -> TokenStream {
    let path = &alias.path;
    let name = alias.name.as_ref().map(|name| quote! { .name(#name) });
    let since = alias.since.map(since);
    quote! { Alias::new(#path) #name #since }
}

fn auth(api: &Api, auth: &Auth) -> TokenStream {
    let block = |name: &str| {
        let constant = api.block(name).map(|block| ident(&block.constant));
        quote! { &auth::#constant }
    };
    match auth {
        Auth::Required(name) => {
            let block = block(name);
            quote! { .auth(Auth::Required(#block)) }
        }
        Auth::Optional(name) => {
            let block = block(name);
            quote! { .auth(Auth::Optional(#block)) }
        }
        Auth::None => quote! { .auth(Auth::None) },
        Auth::NotShown => quote! { .auth(Auth::NotShown) },
    }
}

/// `Parameter::optional("StoreRecoveryCode", "int").since(…)`
pub fn parameter(api: &Api, parameter: &Parameter) -> TokenStream {
    let (name, notation) = (&parameter.name, &parameter.ty.notation);
    let presence = match parameter.presence {
        Presence::Required => quote! { required },
        Presence::Optional => quote! { optional },
    };
    let flags = [
        (parameter.wire == Wire::Json, "json"),
        (parameter.wire == Wire::File, "file"),
        (parameter.nullable, "nullable"),
        (parameter.secret, "secret"),
        (parameter.one_time, "one_time"),
        (parameter.top_level_only, "top_level_only"),
    ];
    let flags = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, method)| ident(method));
    let since = parameter.since.map(since);
    let default = parameter.default.as_ref().map(|default| {
        let text = default.text();
        quote! { .default(#text) }
    });
    let constant = parameter.constant.as_ref().map(|value| quote! { .constant(#value) });
    let values = list("values", values(api, parameter).into_iter().map(|value| quote! { #value }));
    let format = parameter.format.as_ref().map(format);
    let required_when = parameter.required_when.as_ref().map(|condition| {
        let (parameter, values) = (&condition.parameter, &condition.values);
        quote! { .required_when(RequiredWhen { parameter: #parameter, values: &[#(#values),*] }) }
    });
    quote! {
        Parameter::#presence(#name, #notation) #(.#flags())* #since #default #constant #values #format #required_when
    }
}

/// The listed values of a parameter, as they stand in a form.
fn values(api: &Api, parameter: &Parameter) -> Vec<String> {
    let listed = parameter.values.and_then(|id| api.ty(id)).map(|ty| &ty.kind);
    match listed {
        Some(TypeKind::Enum { variants, .. }) => {
            variants.iter().map(|variant| variant.value.text()).collect()
        }
        Some(TypeKind::Opaque | TypeKind::Fields { .. }) | None => Vec::new(),
    }
}

fn format(format: &Format) -> TokenStream {
    match format {
        Format::SixDigits => quote! { .format(Format::SixDigits) },
        Format::Password { min_length, uppercase, lowercase, digit } => {
            let min_length = proc_macro2::Literal::u32_unsuffixed(*min_length);
            quote! {
                .format(Format::Password {
                    min_length: #min_length,
                    uppercase: #uppercase,
                    lowercase: #lowercase,
                    digit: #digit,
                })
            }
        }
    }
}

fn returns(returns: &Returns) -> TokenStream {
    let kind = match returns.kind {
        ReturnKind::Message => quote! { Message },
        ReturnKind::Json => quote! { Json },
        ReturnKind::Envelope => quote! { Envelope },
        ReturnKind::Text => quote! { Text },
        ReturnKind::Bytes => quote! { Bytes },
        ReturnKind::Redirect(status) => {
            let status = proc_macro2::Literal::u16_unsuffixed(status);
            quote! { Redirect(#status) }
        }
        ReturnKind::Described => quote! { Described },
    };
    let notation = returns.ty.as_ref().map_or("", |ty| ty.notation.as_str());
    let content_type = &returns.content_type;
    quote! { .returns(ReturnKind::#kind, #notation).content_type(#content_type) }
}

fn deprecation(deprecation: &Deprecation) -> TokenStream {
    let option = |text: &Option<String>| match text {
        Some(text) => quote! { Some(#text) },
        None => quote! { None },
    };
    let (replacement, removed_after) = (option(&deprecation.replacement), option(&deprecation.removed_after));
    quote! { .deprecated(Deprecation { replacement: #replacement, removed_after: #removed_after }) }
}
