//! The request struct of an operation and its impls.

use syn::{
    Attribute, Expr, Field, FnArg, ImplItem, ImplItemConst, ImplItemFn, Item, ItemStruct, Stmt, Type,
    parse_quote,
};

use super::{descriptor, docs, pages};
use crate::emit::common::doc::{Doc, Rustdoc, code};
use crate::emit::common::rust::{Printed, ident};
use crate::emit::common::spelling::{self, Argument};
use crate::emit::common::tree::{
    self, implementation, like, method, of_self, path, reference, text, ty, variable,
};
use crate::emit::crates::aliases;
use generator_spec::facts;
use generator_spec::model::{Api, Group, Operation, Parameter, Place, Presence, Scalar, Shape, Wire};

/// The items of the request of an operation.
pub fn items(api: &Api, group: &Group, operation: &Operation) -> Vec<Printed> {
    let fields = Fields { name: &operation.rust, parameters: &operation.parameters, what: "a request" };
    let own = [
        request(api, group, operation),
        fields.constructor(api, Rustdoc::of_operation(api, operation)),
        description(api, group, operation),
        fields.encode(),
        fields.decode(vec![for_servers()]),
    ];
    own.into_iter().chain(pages::implementation(api, operation)).collect()
}

fn request(api: &Api, group: &Group, operation: &Operation) -> Printed {
    let fields = Fields { name: &operation.rust, parameters: &operation.parameters, what: "a request" };
    let mut item = fields.structure(api, Rustdoc::of_operation(api, operation));
    if let (Item::Struct(item), Some(deprecation)) = (&mut item, &operation.deprecated) {
        let note = docs::deprecation(api, deprecation);
        item.attrs.insert(0, parse_quote! { #[deprecated(note = #note)] });
    }
    let docs = docs::operation(api, group, operation).aliases(aliases::of_operation(operation));
    Printed::documented(&docs, item)
}

/// A struct whose fields are parameters.
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    /// Its Rust name.
    pub name: &'a str,
    /// The parameters.
    pub parameters: &'a [Parameter],
    /// The words for what its constructor creates.
    pub what: &'static str,
}

impl<'a> Fields<'a> {
    /// The parameters that are fields: a constant is only sent.
    fn held(self) -> impl Iterator<Item = &'a Parameter> {
        self.parameters.iter().filter(|it| it.constant.is_none())
    }

    /// The struct.
    pub fn structure(self, api: &Api, words: Rustdoc<'_>) -> Item {
        let name = ident(self.name);
        let derives = self.derives().iter().map(|name| ident(name));
        let mut item: ItemStruct = parse_quote! {
            #[derive(#(#derives),*)]
            #[non_exhaustive]
            pub struct #name {}
        };
        if let syn::Fields::Named(fields) = &mut item.fields {
            fields.named.extend(self.held().map(|parameter| field(api, words, parameter)));
        }
        Item::Struct(item)
    }

    /// The traits that it derives: a stream cannot be cloned, and what is required has no default.
    fn derives(self) -> &'static [&'static str] {
        let has = |wanted: fn(&Parameter) -> bool| self.held().any(wanted);
        if has(|parameter| parameter.wire == Wire::File) {
            &["Debug"]
        } else if has(|parameter| parameter.presence == Presence::Required) {
            &["Clone", "Debug", "PartialEq"]
        } else {
            &["Clone", "Debug", "Default", "PartialEq"]
        }
    }

    /// Its constructor and its setters.
    pub fn constructor(self, api: &Api, words: Rustdoc<'_>) -> Printed {
        let optional = self.held().filter(|parameter| parameter.presence == Presence::Optional);
        let setters = optional.map(|parameter| setter(api, parameter, &parameter.rust));
        let items = std::iter::once(self.creator(api, words)).chain(setters);
        Printed::item(implementation(Vec::new(), None, self.name, items))
    }

    fn creator(self, api: &Api, words: Rustdoc<'_>) -> ImplItem {
        let required: Vec<&Parameter> =
            self.held().filter(|parameter| parameter.presence == Presence::Required).collect();
        let described = required.iter().filter(|it| it.doc.is_some());
        let meanings = described.map(|it| (it, docs::meaning(words, &facts::of_parameter(api, it))));
        let docs = Doc::default()
            .markdown(match required.is_empty() {
                true => format!("Creates {}.", self.what),
                false => format!("Creates {} with the required parameters.", self.what),
            })
            .markdown_list(meanings.map(|(it, meaning)| format!("{}:{meaning}", code(&it.rust))));
        let inputs = required.iter().map(|parameter| match parameter.nullable {
            true => (&*parameter.rust, tree::into(spelling::option(spelling::parameter(api, parameter)))),
            false => (&*parameter.rust, spelling::argument(api, parameter, &parameter.rust).ty),
        });
        let made = if self.derives().contains(&"Default") {
            tree::call(&["Self", "default"], [])
        } else {
            tree::record(&["Self"], self.held().map(|it| initial(api, it)))
        };
        maker("new", &docs, inputs, made)
    }

    /// `impl rt::Encode for AddLamp { … }`
    pub fn encode(self) -> Printed {
        let mut encode = match self.parameters.is_empty() {
            true => like!(ImplItemFn, fn encode(self, _: &mut rt::FormWriter) {}),
            false => like!(ImplItemFn, fn encode(self, form: &mut rt::FormWriter) {}),
        };
        encode.block.stmts = self.parameters.iter().map(put_any).collect();
        let encode = [ImplItem::Fn(encode)];
        Printed::item(implementation(Vec::new(), Some(&["rt", "Encode"]), self.name, encode))
    }

    /// `impl rt::Decode for AddLamp { … }`
    pub fn decode(self, attributes: Vec<Attribute>) -> Printed {
        let decode = match self.held().next().is_none() {
            true => like!(ImplItemFn, fn decode(_: &mut rt::FormReader) -> Self {}),
            false => like!(ImplItemFn, fn decode(form: &mut rt::FormReader) -> Self {}),
        };
        decoder(self.name, decode, self.held().map(take), attributes)
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

/// A public function that makes a value of these arguments.
pub fn maker<'a>(
    name: &str,
    docs: &Doc,
    inputs: impl Iterator<Item = (&'a str, Type)>,
    made: Expr,
) -> ImplItem {
    let mut maker = like!(
        ImplItemFn,
        #[must_use]
        pub fn new() -> Self {}
    );
    maker.attrs.splice(..0, docs.outer());
    maker.sig.ident = ident(name);
    maker.sig.inputs = inputs.map(|(name, ty)| tree::argument(name, ty)).collect();
    maker.block.stmts.push(Stmt::Expr(made, None));
    ImplItem::Fn(maker)
}

/// A field in `new`, of the argument of that name if it is required.
fn initial<'a>(api: &Api, parameter: &'a Parameter) -> (&'a str, Expr) {
    let value = match parameter.presence {
        Presence::Optional => path(&["None"]),
        Presence::Required if parameter.nullable => method(variable(&parameter.rust), "into", []),
        Presence::Required => spelling::argument(api, parameter, &parameter.rust).value,
    };
    (&parameter.rust, value)
}

/// Sets an optional parameter.
pub fn setter(api: &Api, parameter: &Parameter, method: &str) -> ImplItem {
    let given = spelling::argument(api, parameter, "value");
    let meaning = docs::meaning(Rustdoc::of(api), &facts::of_parameter(api, parameter));
    setter_of((&parameter.name, &meaning), &parameter.rust, method, given)
}

/// Sets a field that is an `Option`; `name` is what the documents call it.
pub fn setter_of(
    (name, meaning): (&str, &str),
    field: &str,
    method: &str,
    Argument { ty: given, value }: Argument,
) -> ImplItem {
    let docs = Doc::default().markdown(format!("Sets {}.{meaning}", code(name)));
    let mut setter = like!(
        ImplItemFn,
        #[must_use]
        pub fn set(mut self, value: ()) -> Self {
            self
        }
    );
    setter.attrs.splice(..0, docs.outer());
    setter.sig.ident = ident(method);
    if let Some(FnArg::Typed(argument)) = setter.sig.inputs.last_mut() {
        *argument.ty = given;
    }
    setter.block.stmts.insert(0, tree::assignment(of_self(field), tree::option(Some(value))));
    ImplItem::Fn(setter)
}

fn description(api: &Api, group: &Group, operation: &Operation) -> Printed {
    let mut constant: ImplItemConst = parse_quote! { const DESCRIPTOR: &'static rt::Descriptor = HERE; };
    constant.expr = descriptor::descriptor(api, group, operation);
    let items = [
        tree::associated("Api", ty(&["crate", &api.rust.marker])),
        tree::associated("Returns", spelling::returns_of(api, operation)),
        ImplItem::Const(constant),
    ];
    Printed::item(implementation(Vec::new(), Some(&["rt", "Operation"]), &operation.rust, items))
}

/// `form.put("LampRoom", &self.lamp_room);`
pub fn put(parameter: &Parameter) -> Stmt {
    let field = of_self(&parameter.rust);
    let is_nullable = parameter.presence == Presence::Required && parameter.nullable;
    let (put, value) = match parameter.wire {
        Wire::File => return put_file(parameter, field),
        Wire::Text if is_nullable => ("put_nullable", as_given(parameter, field)),
        Wire::Text => ("put", as_given(parameter, field)),
        // Null is written, too.
        Wire::Json if is_nullable => ("put_json", tree::option(Some(reference(field)))),
        Wire::Json => ("put_json", as_given(parameter, field)),
        Wire::List => ("put_list", as_given(parameter, field)),
    };
    put_as(put, parameter, value)
}

/// `form.put_files("LampPictures", self.lamp_pictures);`
fn put_file(parameter: &Parameter, field: Expr) -> Stmt {
    match (&parameter.ty.shape, parameter.presence) {
        (Shape::List(_), Presence::Optional) => {
            let all = method(method(field, "into_iter", []), "flatten", []);
            put_as("put_files", parameter, all)
        }
        (Shape::List(_), Presence::Required) | (_, Presence::Optional) => {
            put_as("put_files", parameter, field)
        }
        (_, Presence::Required) => put_as("put_file", parameter, field),
    }
}

/// The same, of a constant or of a field.
fn put_any(parameter: &Parameter) -> Stmt {
    let Some(constant) = &parameter.constant else { return put(parameter) };
    if parameter.place != Place::Field {
        return put_as("put", parameter, text(constant));
    }
    let is_text = parameter.ty.shape == Shape::Scalar(Scalar::String);
    let json = if is_text { serde_json::Value::from(&**constant).to_string() } else { constant.clone() };
    put_as("put_json", parameter, parse_quote! { &#json.parse::<rt::Json>().unwrap_or_default() })
}

/// The same with another value.
pub fn put_as(put: &str, parameter: &Parameter, value: Expr) -> Stmt {
    tree::statement(method(path(&["form"]), put, [text(&parameter.name), value]))
}

/// A field by reference, whether or not it is an `Option`.
fn as_given(parameter: &Parameter, field: Expr) -> Expr {
    if spelling::is_option(parameter) { method(field, "as_ref", []) } else { reference(field) }
}

/// The condition of what only servers and the CLI need.
pub fn for_servers() -> Attribute {
    like!(Attribute, #[cfg(any(feature = "cli", feature = "server"))])
}

/// `impl rt::Decode for AddLamp { … }`, of the fields.
pub fn decoder<'a>(
    name: &str,
    mut decode: ImplItemFn,
    fields: impl Iterator<Item = (&'a str, Expr)>,
    attributes: Vec<Attribute>,
) -> Printed {
    decode.block.stmts.push(Stmt::Expr(tree::record(&["Self"], fields), None));
    Printed::item(implementation(attributes, Some(&["rt", "Decode"]), name, [ImplItem::Fn(decode)]))
}

/// `lamp_room: form.take("LampRoom")`
pub fn take(parameter: &Parameter) -> (&str, Expr) {
    let has_many = matches!(parameter.ty.shape, Shape::List(_));
    let take = match (parameter.wire, parameter.presence) {
        (Wire::File, Presence::Required) if has_many => "take_files",
        (Wire::File, Presence::Optional) if has_many => "take_files_optional",
        (Wire::File, Presence::Required) => "take_file",
        (Wire::File, Presence::Optional) => "take_file_optional",
        (Wire::Text, Presence::Required) if parameter.nullable => "take_nullable",
        (Wire::Text, Presence::Required) => "take",
        (Wire::Text, Presence::Optional) => "take_optional",
        (Wire::Json, Presence::Required) => "take_json",
        (Wire::Json, Presence::Optional) => "take_json_optional",
        (Wire::List, Presence::Required) => "take_list",
        (Wire::List, Presence::Optional) => "take_list_optional",
    };
    (&parameter.rust, method(path(&["form"]), take, [text(&parameter.name)]))
}
