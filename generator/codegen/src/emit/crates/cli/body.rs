//! The fields of bodies, which are options of commands.

use std::collections::BTreeSet;

use syn::{Expr, parse_quote};

use super::words::Words;
use crate::emit::common::rust::{Printed, ident};
use crate::emit::common::tree::{call, list, path, text};
use crate::emit::crates::operations::descriptor::{self, Chain};
use generator_spec::facts::{self, Key, ToJson as _};
use generator_spec::model::{Api, EnumOf, Field, Operation, Place, Shape, Type, TypeKind};
use generator_spec::naming;

/// The type of an operation's body, if its fields are known.
pub fn of<'a>(api: &'a Api, operation: &Operation) -> Option<&'a Type> {
    let body = operation.parameters.iter().find(|it| it.place == Place::Body)?;
    let Shape::Named(id) = body.ty.shape else { return None };
    api.ty(id).filter(|ty| fields(ty).next().is_some())
}

/// `command.body::<crate::Lamp>()`
pub fn method(command: Expr, ty: &Type) -> Expr {
    let ty = ident(&ty.rust);
    parse_quote! { #command.body::<crate::#ty>() }
}

/// The fields that a request can have.
fn fields(ty: &Type) -> impl Iterator<Item = &Field> {
    ty.fields().iter().filter(|field| field.in_requests())
}

/// A table for each type that is a body.
pub fn tables(api: &Api) -> Vec<Printed> {
    let bodies: BTreeSet<&str> =
        api.operations().filter_map(|operation| of(api, operation)).map(|ty| ty.rust.as_str()).collect();
    api.types.iter().filter(|ty| bodies.contains(ty.rust.as_str())).map(|ty| table(api, ty)).collect()
}

fn table(api: &Api, ty: &Type) -> Printed {
    let name = ident(&ty.rust);
    let all = list(fields(ty).map(|it| field(api, it)));
    let helps = fields(ty).map(|field| {
        // A partial body requires none.
        let facts = facts::of_field(api, field).into_iter().filter(|fact| fact.key != Key::Required);
        Words(api).help(&field.name, &naming::option(&field.rust), facts.collect())
    });
    let fields = call(&["rt", "cli", "Fields", "new"], [all, list(helps)]);
    Printed::item(parse_quote! {
        impl rt::cli::Body for crate::#name {
            const FIELDS: rt::cli::Fields = #fields;
        }
    })
}

/// `rt::Parameter::required("name", "string").json()`
fn field(api: &Api, field: &Field) -> Expr {
    let presence = if field.required { "required" } else { "optional" };
    let listed = field.ty.shape.named().filter(|_| !matches!(field.ty.shape, Shape::Map(_)));
    let values = descriptor::values(api, listed);
    let kind = if is_text(api, &field.ty.shape) { None } else { descriptor::value_kind(&field.ty.shape) };
    Chain::new(&["rt", "Parameter", presence], [text(&field.name), text(&field.ty.notation)])
        .add_if("sent_as", field.sent_as.as_ref().map(|name| text(name)))
        .add_if("list", field.list.map(descriptor::list_style))
        .add_if("kind", kind.map(|kind| path(&["rt", "ValueKind", kind])))
        .add_if("items", descriptor::items(&field.ty).map(text))
        .flag("json", field.list.is_none())
        .flag("nullable", field.nullable)
        .flag("secret", field.secret)
        .add_if("since", field.since.map(descriptor::version))
        .add_if("constant", field.constant.as_ref().map(|value| text(&value.to_json().to_string())))
        .add_list("values", values.iter().map(|value| text(value)))
        .0
}

/// Returns whether a value, or the item of a list, is one of listed texts.
fn is_text(api: &Api, shape: &Shape) -> bool {
    match shape {
        Shape::Named(id) => {
            api.ty(*id).is_some_and(|ty| matches!(ty.kind, TypeKind::Enum { of: EnumOf::String, .. }))
        }
        Shape::Nullable(inner) | Shape::List(inner) => is_text(api, inner),
        Shape::Scalar(_) | Shape::Map(_) => false,
    }
}
