//! The request struct of an operation and its impls.

use quote::quote;
use syn::{Expr, Field, Fields, ImplItem, ImplItemConst, Item, ItemStruct, Stmt, parse_quote};

use super::{descriptor, docs};
use crate::emit::common::doc::{Doc, Rustdoc, code};
use crate::emit::common::rust::{Printed, ident};
use crate::emit::common::spelling::{self, Argument};
use crate::emit::common::tree::{
    self, Receiver, argument, function, implementation, method, mutable, of_self, path, receiver, reference,
    signature, text, ty,
};
use crate::emit::crates::aliases;
use crate::model::{Api, Group, Operation, Parameter, Presence, Wire};

/// The items of one operation.
pub fn items(api: &Api, group: &Group, operation: &Operation) -> [Printed; 5] {
    [
        request(api, group, operation),
        constructor(api, operation),
        description(api, group, operation),
        encode(operation),
        decode(operation),
    ]
}

fn request(api: &Api, group: &Group, operation: &Operation) -> Printed {
    let name = ident(&operation.rust);
    let deprecated = operation.deprecated.as_ref().map(|deprecation| {
        let note = docs::deprecation(api, deprecation);
        quote! { #[deprecated(note = #note)] }
    });
    let derives = match Derives::of(operation) {
        Derives::Debug => quote! { Debug },
        Derives::Value => quote! { Clone, Debug, PartialEq },
        Derives::ValueWithDefault => quote! { Clone, Debug, Default, PartialEq },
    };
    let mut item: ItemStruct = parse_quote! {
        #deprecated
        #[derive(#derives)]
        #[non_exhaustive]
        pub struct #name {}
    };
    if let Fields::Named(fields) = &mut item.fields {
        let words = Rustdoc::of_operation(api, operation);
        fields.named.extend(operation.parameters.iter().map(|parameter| field(api, words, parameter)));
    }
    let docs = docs::operation(api, group, operation).aliases(aliases::of_operation(api, operation));
    Printed::documented(&docs, Item::Struct(item))
}

/// What a request derives.
#[derive(PartialEq)]
enum Derives {
    /// `Debug` only: a stream cannot be cloned.
    Debug,
    /// What a value does.
    Value,
    /// That, and a default, where nothing is required.
    ValueWithDefault,
}

impl Derives {
    fn of(operation: &Operation) -> Self {
        let has = |wanted: fn(&Parameter) -> bool| operation.parameters.iter().any(wanted);
        if has(|parameter| parameter.wire == Wire::File) {
            Self::Debug
        } else if has(|parameter| parameter.presence == Presence::Required) {
            Self::Value
        } else {
            Self::ValueWithDefault
        }
    }
}

/// The field of a parameter.
pub fn field(api: &Api, words: Rustdoc<'_>, parameter: &Parameter) -> Field {
    let docs = docs::parameter(api, words, parameter).outer().into_iter();
    tree::field(
        docs.chain(aliases::of_name(&parameter.rust, &parameter.name)),
        &parameter.rust,
        spelling::parameter_field(api, parameter),
    )
}

fn constructor(api: &Api, operation: &Operation) -> Printed {
    let optional = operation.parameters.iter().filter(|parameter| parameter.presence == Presence::Optional);
    let setters = optional.map(|parameter| setter(api, parameter, &parameter.rust));
    let items = std::iter::once(new(api, operation)).chain(setters);
    Printed::item(implementation(Vec::new(), None, &operation.rust, items))
}

fn new(api: &Api, operation: &Operation) -> ImplItem {
    let required: Vec<&Parameter> =
        operation.parameters.iter().filter(|parameter| parameter.presence == Presence::Required).collect();
    let docs = Doc::default().markdown(match required.is_empty() {
        true => "A request.",
        false => "A request with the required parameters.",
    });
    let inputs = required.iter().map(|parameter| {
        let ty = if parameter.nullable {
            tree::into(spelling::option(spelling::parameter(api, parameter)))
        } else {
            spelling::argument(api, parameter, &parameter.rust).ty
        };
        argument(Some(&parameter.rust), ty)
    });
    let signature = signature("new", inputs, Some(ty(&["Self"])));
    let made = if Derives::of(operation) == Derives::ValueWithDefault {
        tree::call(&["Self", "default"], [])
    } else {
        tree::record(&["Self"], operation.parameters.iter().map(|it| initial(api, it)))
    };
    tree::maker(docs.outer(), signature, vec![Stmt::Expr(made, None)])
}

/// A field in `new`, of the argument of that name if it is required.
fn initial<'a>(api: &Api, parameter: &'a Parameter) -> (&'a str, Expr) {
    let value = match parameter.presence {
        Presence::Optional => path(&["None"]),
        Presence::Required if parameter.nullable => method(tree::variable(&parameter.rust), "into", []),
        Presence::Required => spelling::argument(api, parameter, &parameter.rust).value,
    };
    (&parameter.rust, value)
}

/// Sets an optional parameter.
pub fn setter(api: &Api, parameter: &Parameter, method: &str) -> ImplItem {
    let given = spelling::argument(api, parameter, "value");
    setter_of(&parameter.name, &parameter.rust, method, given)
}

/// Sets a field that is an `Option`; `name` is what the documents call it.
pub fn setter_of(name: &str, field: &str, method: &str, Argument { ty: given, value }: Argument) -> ImplItem {
    let docs = Doc::default().markdown(format!("Sets {}.", code(name)));
    let inputs = [receiver(Receiver::Changed), argument(Some("value"), given)];
    let set = tree::assignment(of_self(field), tree::option(Some(value)));
    let body = vec![set, Stmt::Expr(path(&["self"]), None)];
    tree::maker(docs.outer(), signature(method, inputs, Some(ty(&["Self"]))), body)
}

fn description(api: &Api, group: &Group, operation: &Operation) -> Printed {
    let mut constant: ImplItemConst = parse_quote! { const DESCRIPTOR: &'static rt::Descriptor = HERE; };
    constant.expr = descriptor::descriptor(api, group, operation);
    let items = [
        tree::associated("Api", ty(&["crate", &api.rust.marker])),
        tree::associated("Returns", spelling::returns(api, &operation.returns)),
        ImplItem::Const(constant),
    ];
    Printed::item(implementation(Vec::new(), Some(&["rt", "Operation"]), &operation.rust, items))
}

fn encode(operation: &Operation) -> Printed {
    let form = argument(form_name(operation), mutable(ty(&["rt", "FormWriter"])));
    let signature = signature("encode", [receiver(Receiver::Owned), form], None);
    let encode = function(signature, operation.parameters.iter().map(put).collect());
    Printed::item(implementation(Vec::new(), Some(&["rt", "Encode"]), &operation.rust, [encode]))
}

/// `form.put("TargetUser", &self.target_user);`
pub fn put(parameter: &Parameter) -> Stmt {
    let field = of_self(&parameter.rust);
    let is_nullable = parameter.presence == Presence::Required && parameter.nullable;
    let (put, value) = match parameter.wire {
        Wire::File => ("put_file", field),
        Wire::Text if is_nullable => ("put_nullable", as_given(parameter, field)),
        Wire::Text => ("put", as_given(parameter, field)),
        Wire::Json => ("put_json", as_given(parameter, field)),
    };
    put_as(put, parameter, value)
}

/// The same with another value.
pub fn put_as(put: &str, parameter: &Parameter, value: Expr) -> Stmt {
    tree::statement(method(path(&["form"]), put, [text(&parameter.name), value]))
}

/// A field by reference, whether or not it is an `Option`.
fn as_given(parameter: &Parameter, field: Expr) -> Expr {
    if spelling::is_option(parameter) { method(field, "as_ref", []) } else { reference(field) }
}

fn decode(operation: &Operation) -> Printed {
    decoder(&operation.rust, form_name(operation), operation.parameters.iter().map(take))
}

/// `impl rt::Decode for AdminAddUser { … }`, of the fields.
pub fn decoder<'a>(name: &str, form: Option<&str>, fields: impl Iterator<Item = (&'a str, Expr)>) -> Printed {
    let form = argument(form, mutable(ty(&["rt", "FormReader"])));
    let made = Stmt::Expr(tree::record(&["Self"], fields), None);
    let decode = function(signature("decode", [form], Some(ty(&["Self"]))), vec![made]);
    let server = parse_quote! { #[cfg(any(feature = "cli", feature = "server"))] };
    Printed::item(implementation(vec![server], Some(&["rt", "Decode"]), name, [decode]))
}

/// The form's name, where anything is put into it or taken out.
fn form_name(operation: &Operation) -> Option<&'static str> {
    (!operation.parameters.is_empty()).then_some("form")
}

/// `target_user: form.take("TargetUser")`
pub fn take(parameter: &Parameter) -> (&str, Expr) {
    let take = match (parameter.wire, parameter.presence) {
        (Wire::File, _) => "take_file",
        (Wire::Text, Presence::Required) if parameter.nullable => "take_nullable",
        (Wire::Text, Presence::Required) => "take",
        (Wire::Text, Presence::Optional) => "take_optional",
        (Wire::Json, Presence::Required) => "take_json",
        (Wire::Json, Presence::Optional) => "take_json_optional",
    };
    (&parameter.rust, method(path(&["form"]), take, [text(&parameter.name)]))
}
