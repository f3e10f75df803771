//! The descriptor of an operation: plain static data.

use quote::quote;
use syn::{Expr, parse_quote};

use super::pages;
use crate::emit::common::rust::ident;
use crate::emit::common::tree::{call, list, method, number, option, path, record, reference, text};
use generator_spec::facts::{self, Plain, Print, Words};
use generator_spec::model::{
    Alias, Api, Auth, Deprecation, Effect, Format, Group, HttpMethod, JsonKind, ListStyle, Literal,
    Operation, Parameter, Path, Place, Presence, Range, RequestEncoding, ReturnKind, Returns, Shape,
    StatusRange, TypeId, TypeKind, TypeRef, Version, Wire,
};

/// `&rt::Descriptor::new("AddLamp").group("lamps")…`, without what `new`
/// starts with.
pub fn descriptor(api: &Api, group: &Group, operation: &Operation) -> Expr {
    let returns = &operation.returns;
    let part = format!("document {}, {}", operation.part.document, operation.part.in_words());
    let notation = returns.ty.as_ref().map_or("", |ty| ty.notation.as_str());
    let descriptor = Chain::new(&["rt", "Descriptor", "new"], [text(&operation.name)])
        .add("group", [text(&group.rust)])
        .add("part", [text(&part)])
        .add_if(
            "method",
            Some(operation.http_method).filter(|it| *it != HttpMethod::Post).map(|it| text(it.name())),
        )
        .add_if("effect", Some(operation.effect).filter(|it| *it != Effect::Changes).map(effect))
        .flag("repeatable", operation.repeatable)
        .add_path(&operation.path)
        .add_if("since", operation.since.map(version))
        .add_list("aliases", operation.aliases.iter().map(alias))
        .add("auth", [auth(api, &operation.auth)])
        .add_if("also_auth", also_auth(api, &operation.auth))
        .flag("bearer_only", operation.bearer_only)
        .add_list("gates", operation.gates.iter().map(|code| text(code)))
        .flag("multipart", operation.encoding == RequestEncoding::Multipart)
        .flag("query", operation.encoding == RequestEncoding::Query)
        .flag("json", operation.encoding == RequestEncoding::Json)
        .add_if("body", operation.body.as_ref().map(|body| text(&body.content_type)))
        .flag("partial_body", operation.body.as_ref().is_some_and(|body| body.partial))
        .add_list(
            "parameters",
            operation.parameters.iter().map(|it| parameter(api, it, operation.encoding.place())),
        )
        .add("returns", [kind(returns.kind), text(notation)])
        .flag("secret_result", returns.secret)
        .add("content_type", [text(&returns.content_type)])
        .add_if("status", returns.status.map(|status| number(status.from)))
        .add_list("results", all(operation).map(described))
        .add_list("failures", operation.failures.iter().map(described))
        .add_list("headers", headers(operation))
        .add_if("pages", operation.pages.as_ref().map(pages::described))
        .add_if("waits", operation.waits.as_ref().map(pages::waits))
        .add_pair("swapped_if_reversed", operation.swapped_if_reversed.as_ref())
        .add_if("device_since", operation.device_since.map(version))
        .add_if("deprecated", operation.deprecated.as_ref().map(deprecation))
        .add_if("removed", operation.removed().map(version))
        .add_if("permission", operation.permission.as_ref().map(|it| text(it)));
    reference(descriptor.0)
}

/// The statuses of a result that has none of its own.
pub const ANY_SUCCESS: StatusRange = StatusRange { from: 200, to: 299 };

/// All results of an operation, if there are several.
pub fn all(operation: &Operation) -> impl Iterator<Item = &Returns> {
    let several = operation.results_rust.is_some();
    several.then(|| operation.successes()).into_iter().flatten()
}

/// `<crate::AddLampHeaders as rt::Headers>::PARAMETERS`, of each result with headers.
fn headers(operation: &Operation) -> impl Iterator<Item = Expr> {
    operation.successes().filter_map(|it| it.headers_rust.as_deref()).map(|name| {
        let name = ident(name);
        parse_quote! { <crate::#name as rt::Headers>::PARAMETERS }
    })
}

/// `rt::StatusResult { … }`
fn described(returns: &Returns) -> Expr {
    let StatusRange { from, to } = returns.status.unwrap_or(ANY_SUCCESS);
    let notation = returns.ty.as_ref().map_or("", |ty| ty.notation.as_str());
    let fields = [
        ("from", number(from)),
        ("to", number(to)),
        ("kind", kind(returns.kind)),
        ("type_name", text(notation)),
        ("content_type", text(&returns.content_type)),
    ];
    record(&["rt", "StatusResult"], fields)
}

/// `rt::Parameter::optional("Level", "int").since(…)`; its place only if it isn't the usual one.
pub fn parameter(api: &Api, parameter: &Parameter, usual: Place) -> Expr {
    let presence = match parameter.presence {
        Presence::Required => "required",
        Presence::Optional => "optional",
    };
    let required_when = parameter.required_when.as_ref().map(|condition| {
        let values = list(condition.values.iter().map(|value| text(value)));
        record(&["rt", "RequiredWhen"], [("parameter", text(&condition.parameter)), ("values", values)])
    });
    let new = [text(&parameter.name), text(&parameter.ty.notation)];
    let kind = value_kind(&parameter.ty.shape).map(|kind| path(&["rt", "ValueKind", kind]));
    let place = Some(parameter.place).filter(|place| *place != usual).map(place);
    let parameter = Chain::new(&["rt", "Parameter", presence], new)
        .add_if("place", place)
        .add_if("sent_as", parameter.sent_as.as_ref().map(|name| text(name)))
        .add_if("list", parameter.list.map(list_style))
        .flag("flag", parameter.flag)
        .add_if("kind", kind)
        .add_if("items", items(&parameter.ty).map(text))
        .flag("json", parameter.wire == Wire::Json)
        .flag("file", parameter.wire == Wire::File)
        .flag("nullable", parameter.nullable)
        .flag("secret", parameter.secret)
        .flag("one_time", parameter.one_time)
        .flag("new_password", parameter.new_password)
        .flag("subject", parameter.subject)
        .flag("top_level_only", parameter.top_level_only)
        .add_if("since", parameter.since.map(version))
        .add_if("default", parameter.default.as_ref().map(|default| text(&default.text())))
        .add_if("constant", parameter.constant.as_ref().map(|value| text(value)))
        .add_list("values", values(api, parameter.values).iter().map(|value| text(value)))
        .add_if("format", parameter.format.as_ref().map(format))
        .add_if("format_in_words", parameter.format.as_ref().map(in_words))
        .add_if("range", range(&parameter.range))
        .add_if("required_when", required_when);
    parameter.0
}

fn place(place: Place) -> Expr {
    let plain = |name| path(&["rt", "Place", name]);
    match place {
        Place::Path | Place::PathRest => plain("Path"),
        Place::Query => plain("Query"),
        Place::Header => record(&["rt", "Place", "Header"], [("prefix", text(""))]),
        Place::Cookie => plain("Cookie"),
        Place::Form | Place::Part | Place::Field => plain("Form"),
        Place::Body => plain("Body"),
    }
}

pub fn list_style(style: ListStyle) -> Expr {
    let variant = match style {
        ListStyle::Repeated => "Repeated",
        ListStyle::Brackets => "Brackets",
        ListStyle::Comma => "Comma",
        ListStyle::Space => "Space",
        ListStyle::Pipe => "Pipe",
        ListStyle::Newline => "Newline",
    };
    path(&["rt", "ListStyle", variant])
}

/// `rt::Range { min: Some(1.0), ..rt::Range::NONE }`, if there is a limit.
pub fn range(range: &Range) -> Option<Expr> {
    let Range { min, max, min_length, max_length, pattern } = range;
    let float = |value: &Literal| {
        let value: f64 = value.text().parse().unwrap_or_default();
        parse_quote! { #value }
    };
    let limits: [(&str, Option<Expr>); 5] = [
        ("min", min.as_ref().map(float)),
        ("max", max.as_ref().map(float)),
        ("min_length", min_length.map(number)),
        ("max_length", max_length.map(number)),
        ("pattern", pattern.as_ref().map(|it| text(it))),
    ];
    let set: Vec<_> =
        limits.into_iter().filter_map(|(name, value)| Some((ident(name), option(Some(value?))))).collect();
    let (names, values): (Vec<_>, Vec<_>) = set.into_iter().unzip();
    let all = names.len() == 5;
    let rest = (!all).then(|| quote! { ..rt::Range::NONE });
    (!names.is_empty()).then(|| parse_quote! { rt::Range { #(#names: #values,)* #rest } })
}

/// The kind of a value or of the items of a list, unless it is text.
pub fn value_kind(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::Scalar(scalar) => match scalar.row().json {
            JsonKind::String => None,
            JsonKind::Integer | JsonKind::Number => Some("Number"),
            JsonKind::Boolean => Some("Boolean"),
            JsonKind::Any | JsonKind::Object | JsonKind::Null => Some("Other"),
        },
        Shape::List(item) if !matches!(**item, Shape::List(_)) => value_kind(item),
        Shape::Nullable(inner) => value_kind(inner),
        Shape::List(_) | Shape::Map(_) | Shape::Named(_) => Some("Other"),
    }
}

/// The notation of the items of a list.
pub fn items(ty: &TypeRef) -> Option<&str> {
    let (_, rest) = ty.notation.split_once('<').filter(|_| matches!(ty.shape, Shape::List(_)))?;
    rest.strip_suffix('>')
}

/// Calls, each on what the one before gives.
pub struct Chain(pub Expr);

impl Chain {
    pub fn new<const N: usize>(function: &[&str], arguments: [Expr; N]) -> Self {
        Self(call(function, arguments))
    }

    fn add<const N: usize>(self, name: &str, arguments: [Expr; N]) -> Self {
        Self(method(self.0, name, arguments))
    }

    pub fn add_if(self, name: &str, argument: Option<Expr>) -> Self {
        match argument {
            Some(argument) => self.add(name, [argument]),
            None => self,
        }
    }

    pub fn flag(self, name: &str, is_set: bool) -> Self {
        if is_set { self.add(name, []) } else { self }
    }

    /// A list, where it is not empty.
    pub fn add_list(self, name: &str, items: impl Iterator<Item = Expr>) -> Self {
        let mut items = items.peekable();
        let list = items.peek().is_some().then(|| list(items));
        self.add_if(name, list)
    }

    fn add_pair(self, name: &str, pair: Option<&(String, String)>) -> Self {
        match pair {
            Some((first, second)) => self.add(name, [text(first), text(second)]),
            None => self,
        }
    }

    fn add_path(self, path: &Path) -> Self {
        match path {
            Path::Documented(path) => self.add("documented_path", [text(path)]),
            Path::Inferred(path) => self.add("inferred_path", [text(path)]),
            Path::Elsewhere { path, .. } => self.add("elsewhere_path", [text(path)]),
            Path::AliasOnly => self,
        }
    }
}

pub fn version(Version(major, minor, patch): Version) -> Expr {
    call(&["rt", "Version", "new"], [major, minor, patch].map(number))
}

fn alias(alias: &Alias) -> Expr {
    Chain::new(&["rt", "Alias", "new"], [text(&alias.path)])
        .add_if("name", alias.name.as_ref().map(|name| text(name)))
        .add_if("since", alias.since.map(version))
        .0
}

fn auth(api: &Api, auth: &Auth) -> Expr {
    let of_block = |kind: &str, name: &str| {
        let constant = api.block(name).map_or("", |block| &block.constant);
        call(&["rt", "Auth", kind], [reference(path(&["crate", "auth", constant]))])
    };
    match auth {
        Auth::Required(name) => of_block("Required", name),
        Auth::Optional(name) => of_block("Optional", name),
        Auth::None => path(&["rt", "Auth", "None"]),
        Auth::NotShown => path(&["rt", "Auth", "NotShown"]),
    }
}

/// The blocks that can be sent instead of the one of an operation.
fn also_auth(api: &Api, auth: &Auth) -> Option<Expr> {
    let blocks = api.block_of(auth)?.alternatives.iter().filter_map(|name| api.block(name));
    let all: Vec<Expr> = blocks.map(|it| path(&["crate", "auth", &it.constant])).collect();
    (!all.is_empty()).then(|| parse_quote! { const { &[#(&#all),*] } })
}

/// The listed values of a type, as a form has them.
pub fn values(api: &Api, ty: Option<TypeId>) -> Vec<String> {
    match ty.and_then(|id| api.ty(id)).map(|ty| &ty.kind) {
        Some(TypeKind::Enum { variants, .. }) => variants.iter().map(|it| it.value.text()).collect(),
        Some(TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Union { .. }) | None => Vec::new(),
    }
}

fn format(format: &Format) -> Expr {
    match format {
        Format::SixDigits => path(&["rt", "Format", "SixDigits"]),
        Format::Password { min_length, uppercase, lowercase, digit } => {
            let min_length = number(*min_length);
            parse_quote! {
                rt::Format::Password { min_length: #min_length, uppercase: #uppercase, lowercase: #lowercase, digit: #digit }
            }
        }
    }
}

/// The words that the docs have, for errors.
fn in_words(format: &Format) -> Expr {
    text(&Plain.text(&Words::new("", facts::format(format), "")))
}

fn effect(effect: Effect) -> Expr {
    let variant = match effect {
        Effect::Reads => "Reads",
        Effect::Changes => "Changes",
        Effect::Destroys => "Destroys",
    };
    path(&["rt", "Effect", variant])
}

/// `rt::ReturnKind::Json`
pub fn kind(kind: ReturnKind) -> Expr {
    let plain = |name| path(&["rt", "ReturnKind", name]);
    match kind {
        ReturnKind::Message => plain("Message"),
        ReturnKind::Json => plain("Json"),
        ReturnKind::Envelope => plain("Envelope"),
        ReturnKind::Text => plain("Text"),
        ReturnKind::Bytes => plain("Bytes"),
        ReturnKind::Redirect(status) => call(&["rt", "ReturnKind", "Redirect"], [number(status)]),
        ReturnKind::Described => plain("Described"),
        ReturnKind::Nothing => plain("Nothing"),
    }
}

fn deprecation(Deprecation { replacement, removed_after, .. }: &Deprecation) -> Expr {
    let text = |value: &Option<String>| option(value.as_ref().map(|value| text(value)));
    let fields = [("replacement", text(replacement)), ("removed_after", text(removed_after))];
    record(&["rt", "Deprecation"], fields)
}
