//! `types.rs`: opaque types, types with fields, open enums.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::aliases;
use super::operations::descriptor;
use super::operations::docs::{deprecated, meaning, member};
use super::operations::fields;
use crate::emit::File;
use crate::emit::common::doc::{Doc, Rustdoc, code};
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::spelling;
use generator_spec::facts::{self, Fact, Origin, Part, Piece, Print, ToJson as _};
use generator_spec::model::{
    Api, EnumOf, Field, ListStyle, Literal as Value, Member, Only, Scalar, Shape, Type, TypeKind, TypeRef,
    Variant,
};

/// All types of the API, in the spec's order.
pub fn emit(api: &Api) -> Vec<File> {
    let items = api.types_in_rust().flat_map(|ty| items(api, ty)).collect();
    let docs = Doc::default().markdown("The types of parameters and results.");
    vec![rust::file(api, "types.rs", api.types_source, vec![Printed::module_docs(&docs)], items)]
}

fn items(api: &Api, ty: &Type) -> Vec<Printed> {
    match &ty.kind {
        TypeKind::Alias { .. } => Vec::new(),
        TypeKind::Opaque => vec![opaque(api, ty)],
        TypeKind::Union { tag, content, members, .. } => {
            let marks: Vec<&str> = tag.iter().chain(content).map(String::as_str).collect();
            [union(api, ty, &marks, members)].into_iter().chain(conversions(api, ty, members)).collect()
        }
        TypeKind::Fields { fields, .. } => {
            let parts = [record(api, ty, fields), object(api, ty, fields), methods(api, ty, fields)];
            parts.into_iter().chain(default(ty, fields)).collect()
        }
        TypeKind::Enum { of, closed, variants } => {
            let mark = if *closed { " = closed" } else { "" };
            vec![enumeration(api, ty, *of, variants).marked(&ident(&ty.rust), mark)]
        }
    }
}

/// The facts about a type in its docs.
const TYPE: [Part; 4] = [Part::Name, Part::Deprecation, Part::Plain, Part::Source];

fn docs(api: &Api, ty: &Type) -> Doc {
    let facts = facts::of_type(api, ty);
    let is_open = |fact: &&Fact<'_>| matches!(fact.origin, Origin::Inferred | Origin::NotShown);
    let kind = facts.iter().filter(|fact| fact.key.part() == Part::Kind).filter(is_open);
    Doc::default()
        .paragraphs(Rustdoc::of(api).part(&facts, &[Part::Summary]))
        .markdown(Rustdoc::of(api).part(&facts, &TYPE).join(" "))
        .paragraphs(kind.map(|fact| Rustdoc::of(api).sentence(fact)))
}

/// The alias of a type, and its deprecation.
fn attributes(api: &Api, ty: &Type) -> TokenStream {
    let alias = aliases::of_name(&ty.rust, &ty.name);
    let deprecated = deprecated(api, ty.deprecated.as_ref(), Piece::Code);
    quote! { #alias #deprecated }
}

fn opaque(api: &Api, ty: &Type) -> Printed {
    let name = ident(&ty.rust);
    let docs = docs(api, ty).outer();
    let alias = attributes(api, ty);
    let item = quote! {
        #docs
        #alias
        pub struct #name;
    };
    Printed::in_macro("opaque_type", item)
}

fn record(api: &Api, ty: &Type, fields: &[Field]) -> Printed {
    let name = ident(&ty.rust);
    let fields = fields.iter().map(|field| {
        let docs = member(Rustdoc::of(api), &facts::of_field(api, field)).outer();
        let alias = aliases::of_name(&field.rust, &field.name);
        let (name, ty) = (ident(&field.rust), spelling::field(api, field));
        let deprecated = deprecated(api, field.deprecated.as_ref(), Piece::Code);
        quote! { #docs #alias #deprecated pub #name: #ty }
    });
    let alias = attributes(api, ty);
    let item = quote! {
        #alias
        #[derive(Clone)]
        #[non_exhaustive]
        pub struct #name {
            #(#fields,)*
            /// Fields that this crate does not know, kept as received.
            pub extra: rt::Extra,
        }
    };
    Printed::documented(&docs(api, ty), item)
}

/// The table of the names; the macro makes everything else of it.
fn object(api: &Api, ty: &Type, fields: &[Field]) -> Printed {
    let row = |it: &Field| {
        format!("        {}: {}{},\n", ident(&it.rust), Literal::string(it.wire_name()), mark(it))
    };
    let rows: String = fields.iter().map(row).collect();
    let no_default = if ty.has_constructor() { ": !Default" } else { "" };
    let (name, others) = (ident(&ty.rust), others(api, ty));
    Printed::text(&format!("rt::object! {{\n    {name}{no_default}{others} {{\n{rows}    }}\n}}"))
}

/// The other fields that a server takes: ` = closed`, or ` = others(i64, rt::Range { … })`. In a part of a
/// type, values of types with fields may be parts, too.
fn others(api: &Api, ty: &Type) -> String {
    let TypeKind::Fields { additional, closed, .. } = &ty.kind else { return String::new() };
    let is_checked = |it: &&TypeRef| {
        let is_any = matches!(it.shape, Shape::Scalar(Scalar::Any));
        !is_any && (ty.part_of.is_none() || it.shape.named().is_none())
    };
    match additional.as_ref().filter(is_checked) {
        Some(other) => {
            let limits = descriptor::limits(&other.limits).map(|it| format!(", {it}")).unwrap_or_default();
            let shape = match &other.shape {
                // Null removes a field.
                shape if ty.part_of.is_some() => Shape::Nullable(Box::new(shape.clone())),
                shape => shape.clone(),
            };
            format!(" = others({}{limits})", spelling::shape(api, &shape).to_string().replace(' ', ""))
        }
        None if *closed => " = closed".to_owned(),
        None => String::new(),
    }
}

/// The mark of what a server checks of a field: ` (required)`, ` (optional, rt::Range { … })`, and
/// ` (optional, rt::Range { … }, ',')` if it is a list that is one text; before it, the one direction
/// in which it is sent: ` (read required)`, and first of all the default: ` (or "5" optional)`.
fn mark(field: &Field) -> String {
    let (is_sent, only) = match field.only {
        None => (true, ""),
        Some(Only::Read) => (!field.is_option, "read "),
        Some(Only::Write) => (true, "write "),
    };
    let presence = match (field.required && is_sent, field.nullable) {
        _ if field.is_kept && !field.required => "kept",
        (false, _) => "optional",
        (true, false) => "required",
        (true, true) => "nullable",
    };
    let default = field.wire_default().filter(|_| !field.required);
    let default = default.map(|it| format!("or {} ", Literal::string(&it.to_string())));
    let only = default.unwrap_or_default() + only;
    let constant = field.constant.as_ref().map(|it| Literal::string(&it.to_json().to_string()));
    let between = field.list.and_then(ListStyle::between).map(|it| format!(", {}", Literal::character(it)));
    match (constant, descriptor::limits(&field.limits())) {
        (Some(constant), _) => format!(" ({only}{presence} = {constant})"),
        (None, Some(limits)) => format!(" ({only}{presence}, {limits}{})", between.unwrap_or_default()),
        (None, None) if presence == "optional" && only.is_empty() => String::new(),
        (None, None) => format!(" ({only}{presence})"),
    }
}

/// The constructor, if something is required, and the setters of the rest.
fn methods(api: &Api, ty: &Type, fields: &[Field]) -> Printed {
    let (name, creator) = (ident(&ty.rust), ty.has_constructor().then(|| creator(api, fields)));
    let set = || fields.iter().filter(|field| field.is_option && !field.is_argument);
    let null_setters = set().filter_map(|field| Some(null_setter(api, field, &field.null_setter()?)));
    let setters = set().map(|field| {
        let given = spelling::field_argument(api, field, "value");
        let deprecated = deprecated(api, field.deprecated.as_ref(), Piece::Code);
        fields::setter_of(&field.name, (&field.rust, &field.rust), given, deprecated)
    });
    Printed::items(quote! {
        impl #name {
            #creator
            #(#setters)*
            #(#null_setters)*
        }
    })
}

fn creator(api: &Api, fields: &[Field]) -> TokenStream {
    let required = || fields.iter().filter(|field| field.is_argument);
    let described = required().filter(|field| field.doc.is_some());
    let meaning = |it: &Field| meaning(Rustdoc::of(api), &facts::of_field(api, it));
    let docs = Doc::default()
        .markdown("Creates a value with the required fields.")
        .markdown_list(described.map(|it| format!("{}:{}", code(&it.rust), meaning(it))))
        .outer();
    let inputs = required().map(|it| fields::input(&it.rust, spelling::required_field(api, it).ty));
    let values = fields.iter().map(|it| {
        fields::initial(
            &it.rust,
            match &it.constant {
                _ if it.is_argument => spelling::required_field(api, it).value,
                Some(constant) if !it.is_option => owned(constant, &it.ty.shape),
                _ => quote! { None },
            },
        )
    });
    quote! {
        #docs
        #[must_use]
        pub fn new(#(#inputs),*) -> Self {
            Self { #(#values,)* extra: rt::Extra::default() }
        }
    }
}

/// The value that a field always has.
fn owned(constant: &Value, shape: &Shape) -> TokenStream {
    let value = literal(constant);
    match shape {
        Shape::Scalar(Scalar::Any) => quote! { rt::json!(#value).into() },
        Shape::Scalar(scalar) if !scalar.row().is_converted => value,
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) | Shape::Named(_) => {
            quote! { #value.into() }
        }
    }
}

/// The default of a type whose required fields always have the same values.
fn default(ty: &Type, fields: &[Field]) -> Option<Printed> {
    let is_known = ty.has_constructor() && !fields.iter().any(|field| field.is_argument);
    let name = ident(&ty.rust);
    is_known.then(|| {
        Printed::items(quote! {
            impl Default for #name {
                fn default() -> Self {
                    Self::new()
                }
            }
        })
    })
}

/// Sets a field to `null`, which isn't the same as not setting it.
fn null_setter(api: &Api, field: &Field, method: &str) -> TokenStream {
    let (name, method, json) = (ident(&field.rust), ident(method), field.wire_name());
    let docs = Doc::default().markdown(format!("Sets {} to `null`.", code(&field.name))).outer();
    let deprecated = deprecated(api, field.deprecated.as_ref(), Piece::Code);
    quote! {
        #docs
        #deprecated
        #[must_use]
        pub fn #method(mut self) -> Self {
            self.#name = None;
            self.extra.insert(#json, rt::Json::default());
            self
        }
    }
}

/// A union: by the tag, if it has one, and perhaps with its content in a field; otherwise by
/// the shapes.
fn union(api: &Api, ty: &Type, marks: &[&str], members: &[Member]) -> Printed {
    let name = ident(&ty.rust);
    let docs = docs(api, ty).markdown("A value that fits none of these is kept as `Other`.").outer();
    let alias = attributes(api, ty);
    let members = members.iter().map(|it| {
        let (variant, held) = (ident(&it.rust), spelling::shape(api, &it.ty.shape));
        let limits = descriptor::range(&it.ty.limits);
        let value = match (&it.value, limits) {
            (Some(value), Some(limits)) => Some(quote! { = #value.limits(#limits) }),
            (Some(value), None) => Some(quote! { = #value }),
            (None, limits) => limits.map(|limits| quote! { = #limits }),
        };
        let docs = Doc::default().markdown(code(it.value.as_deref().unwrap_or(&it.ty.notation))).outer();
        quote! { #docs #variant(#held) #value }
    });
    let item = quote! {
        #docs
        #alias
        pub enum #name {
            #(#members,)*
        }
    };
    let literals: Vec<String> = marks.iter().map(|it| Literal::string(it).to_string()).collect();
    let (is_closed, is_first) = match ty.kind {
        TypeKind::Union { closed, is_first, .. } => (closed, is_first),
        TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Enum { .. } | TypeKind::Alias { .. } => {
            (false, false)
        }
    };
    let closed = if is_closed { "; closed" } else { "" };
    let (macro_name, mark) = match (literals.as_slice(), is_closed, is_first) {
        ([], false, false) => return Printed::in_macro("union", item),
        ([], true, false) => ("union", " = closed".to_owned()),
        ([], _, true) => ("union", format!(" = first{closed}")),
        (marks, ..) => ("tagged_union", format!(" = {}{closed}", marks.join(", "))),
    };
    Printed::in_macro(macro_name, item).marked(&name, &mark)
}

/// `From` for each member whose type only one variant has; any JSON is `Other`.
fn conversions(api: &Api, ty: &Type, members: &[Member]) -> Vec<Printed> {
    let held: Vec<String> = members.iter().map(|it| spelling::shape(api, &it.ty.shape).to_string()).collect();
    let is_own = |ty: &String| ty != "rt :: Json" && held.iter().filter(|it| *it == ty).count() == 1;
    let own = members.iter().zip(&held).filter(|(_, held)| is_own(held));
    let conversions = own.flat_map(|(it, _)| {
        let is_text = it.ty.shape == Shape::Scalar(Scalar::String);
        let text = is_text.then(|| conversion(ty, it, quote! { &str }, quote! { value.into() }));
        let held = spelling::shape(api, &it.ty.shape);
        [conversion(ty, it, held, quote! { value })].into_iter().chain(text)
    });
    conversions.collect()
}

fn conversion(ty: &Type, member: &Member, from: TokenStream, value: TokenStream) -> Printed {
    let (name, variant) = (ident(&ty.rust), ident(&member.rust));
    Printed::items(quote! {
        impl From<#from> for #name {
            fn from(value: #from) -> Self {
                Self::#variant(#value)
            }
        }
    })
}

fn enumeration(api: &Api, ty: &Type, of: EnumOf, variants: &[Variant]) -> Printed {
    let name = ident(&ty.rust);
    let docs = docs(api, ty).markdown("A value that is not listed is kept as `Other`.").outer();
    let own = attributes(api, ty);
    let macro_name = match of {
        EnumOf::String => "open_enum",
        EnumOf::Number if ty.has_fractions() => "open_fraction_enum",
        EnumOf::Number => "open_number_enum",
        EnumOf::Int => "open_int_enum",
    };
    let variants = variants.iter().map(|variant| {
        let name = ident(&variant.rust);
        let text = code(&variant.value.text());
        let docs = match &variant.constant {
            Some(constant) => Doc::default().markdown(format!("{}: {text}", code(constant))),
            None => Doc::default().markdown(text),
        };
        let docs = docs.outer();
        let alias = variant.constant.as_ref().and_then(|constant| aliases::of_name(&variant.rust, constant));
        let value = match variant.value {
            Value::Int(value) if ty.has_fractions() => literal(&Value::Float(value as f64)),
            Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Text(_) => literal(&variant.value),
        };
        let deprecated = deprecated(api, variant.deprecated.as_ref(), Piece::Code);
        quote! { #docs #alias #deprecated #name = #value }
    });
    let item = quote! {
        #docs
        #own
        pub enum #name {
            #(#variants,)*
        }
    };
    Printed::in_macro(macro_name, item)
}

/// A literal of Rust.
pub fn literal(literal: &Value) -> TokenStream {
    match literal {
        Value::Bool(value) => quote! { #value },
        Value::Int(value) => {
            let value = Literal::i64_unsuffixed(*value);
            quote! { #value }
        }
        Value::Float(value) => {
            let value = Literal::f64_unsuffixed(*value);
            quote! { #value }
        }
        Value::Text(value) => quote! { #value },
    }
}
