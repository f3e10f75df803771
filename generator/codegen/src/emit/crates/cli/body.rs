//! The fields of bodies, which are options of commands.

use std::{collections::BTreeSet, iter};

use proc_macro2::TokenStream;
use quote::quote;

use super::words::Words;
use crate::emit::common::rust::{Printed, ident};
use crate::emit::crates::operations::descriptor::{self, Chain};
use generator_spec::facts::{self, Key, ToJson as _};
use generator_spec::model::{Api, Field, Member, Operation, Parameter, Shape, Type, TypeKind, plain_text};
use generator_spec::naming;
use generator_spec::text::plain;

/// The type of an operation's body, if its fields are known.
pub fn of<'a>(api: &'a Api, operation: &Operation) -> Option<&'a Type> {
    let body = operation.bodies().next()?;
    let Shape::Named(id) = body.ty.shape else { return None };
    api.ty(id).filter(|ty| fields(ty).next().is_some())
}

/// `.body::<crate::Lamp>()`
pub fn method(ty: &Type) -> TokenStream {
    let ty = ident(&ty.rust);
    quote! { .body::<crate::#ty>() }
}

/// The fields that a request can have.
fn fields(ty: &Type) -> impl Iterator<Item = &Field> {
    ty.fields().iter().filter(|field| field.in_requests())
}

/// The types of a body that is a union, each with its fields.
pub fn alternatives(api: &Api, parameter: &Parameter) -> Vec<String> {
    let Shape::Named(id) = parameter.ty.shape else { return Vec::new() };
    let Some(TypeKind::Union { tag, content, members, .. }) = api.ty(id).map(|ty| &ty.kind) else {
        return Vec::new();
    };
    let start = match tag {
        Some(tag) => format!("One of these, by `{tag}`:"),
        None => "One of these:".to_owned(),
    };
    let member = |member: &Member| {
        let fields = member_fields(api, member, tag.as_deref());
        plain(&match (tag, content, &member.value) {
            (Some(tag), Some(content), Some(value)) => format!("- {tag}: {value}, {content}: {{{fields}}}"),
            (Some(tag), None, Some(value)) => format!("- {tag}: {value}, {fields}"),
            _ => format!("- {}: {fields}", member.ty.notation),
        })
    };
    iter::once(start).chain(members.iter().map(member)).collect()
}

/// `day: date, reason?: Reason`
fn member_fields(api: &Api, member: &Member, tag: Option<&str>) -> String {
    let Some(ty) = member.ty.shape.named().and_then(|id| api.ty(id)) else {
        return member.ty.notation.clone();
    };
    let fields = fields(ty).filter(|field| Some(field.name.as_str()) != tag).map(|field| {
        let mark = if field.required { "" } else { "?" };
        format!("{}{mark}: {}", field.sent_as.as_ref().unwrap_or(&field.name), field.ty.notation)
    });
    fields.collect::<Vec<_>>().join(", ")
}

/// A table for each type that is a body.
pub fn tables(api: &Api) -> Vec<Printed> {
    let bodies: BTreeSet<&str> =
        api.operations().filter_map(|operation| of(api, operation)).map(|ty| ty.rust.as_str()).collect();
    api.types_in_rust().filter(|ty| bodies.contains(ty.rust.as_str())).map(|ty| table(api, ty)).collect()
}

fn table(api: &Api, ty: &Type) -> Printed {
    let name = ident(&ty.rust);
    let all = fields(ty).map(|it| field(api, it));
    let helps = fields(ty).map(|field| {
        // A partial body requires none.
        let facts = facts::of_field(api, field).into_iter().filter(|fact| fact.key != Key::Required);
        Words(api).help(&field.name, &naming::option(&field.rust), facts.collect())
    });
    Printed::items(quote! {
        impl rt::cli::Body for crate::#name {
            const FIELDS: rt::cli::Fields = rt::cli::Fields::new(&[#(#all),*], &[#(#helps),*]);
        }
    })
}

/// `rt::Parameter::required("name", "string").json()`
fn field(api: &Api, field: &Field) -> TokenStream {
    let presence = ident(if field.required { "required" } else { "optional" });
    let (name, notation) = (&field.name, field.ty.expanded(&api.types));
    let listed = field.ty.shape.named().filter(|_| !matches!(field.ty.shape, Shape::Map(_)));
    Chain(quote! { rt::Parameter::#presence(#name, #notation) })
        .add_if("sent_as", field.sent_as.as_ref())
        .add_if("list", field.list.map(descriptor::list_style))
        .add_if("kind", descriptor::value_kind(api, &field.ty.shape))
        .add_if("items", descriptor::items(api, &field.ty))
        .flag("json", field.list.is_none())
        .flag("nullable", field.nullable)
        .flag("secret", field.secret)
        .add_if("since", field.since.map(descriptor::version))
        .add_if("default", field.default.as_ref().filter(|_| !field.required).map(plain_text))
        .add_if("constant", field.constant.as_ref().map(|value| value.to_json().to_string()))
        .add_list("values", descriptor::values(api, listed))
        .0
}
