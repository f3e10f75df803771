//! The descriptor of an operation: plain static data.

use indexmap::IndexMap;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::pages;
use crate::emit::common::rust::{ident, number, option};
use generator_spec::facts::{self, Plain, Print, Words};
use generator_spec::model::{
    Alias, Api, Auth, Choice, Deprecation, Effect, EnumOf, Fill, Format, Group, HttpMethod, JsonKind, Limits,
    ListStyle, Literal, ObjectStyle, Operation, Parameter, Path, Place, Presence, Range, RequestEncoding,
    ReturnKind, Returns, Shape, StatusRange, Takes, Type, TypeId, TypeKind, TypeRef, Version, Wire,
    plain_text,
};

/// `&rt::Descriptor::new("AddLamp").group("lamps")…`, without what `new`
/// starts with.
pub fn descriptor(api: &Api, group: &Group, operation: &Operation) -> TokenStream {
    let returns = &operation.returns;
    let (name, body) = (&operation.name, operation.body.as_ref());
    let part = format!("document {}, {}", operation.part.document, operation.part.in_words());
    let (kind, notation) = (kind(returns.kind), notation(api, returns));
    let usual = operation.encoding.place();
    let method = Some(operation.http_method).filter(|it| *it != HttpMethod::Post);
    let swapped = operation.swapped_if_reversed.as_ref();
    let descriptor = Chain(quote! { rt::Descriptor::new(#name) })
        .add("group", &group.rust)
        .add("part", &part)
        .add_if("method", method.map(HttpMethod::name))
        .add_if("effect", Some(operation.effect).filter(|it| *it != Effect::Changes).map(effect))
        .flag("repeatable", operation.repeatable)
        .add_path(&operation.path)
        .add_if("since", operation.since.map(version))
        .add_list("aliases", operation.aliases.iter().map(alias))
        .add("auth", auth(api, &operation.auth))
        .add_if("also_auth", also_auth(api, &operation.auth))
        .flag("bearer_only", operation.bearer_only)
        .add_if("server", operation.server.as_ref())
        .add_list("gates", &operation.gates)
        .flag("multipart", operation.encoding == RequestEncoding::Multipart)
        .flag("query", operation.encoding == RequestEncoding::Query)
        .flag("json", operation.encoding == RequestEncoding::Json)
        .add_if("body", body.map(|_| types(operation.bodies().flat_map(|it| operation.types_of_body(it)))))
        .flag("partial_body", body.is_some_and(|body| body.partial))
        .add_list("parameters", operation.parameters.iter().map(|it| sent(api, operation, it, usual)))
        .add_list("marks", operation.marks.iter().map(|it| parameter(api, it, Place::Field)))
        .add("returns", quote! { #kind, #notation })
        .flag("secret_result", has_secret(operation))
        .add("content_type", types(operation.types_of_result(returns)))
        .add_if("status", returns.status.map(|status| number(status.from)))
        .add_list("results", all(operation).map(|it| described(api, operation, it)))
        .add_list("failures", operation.failures.iter().map(|it| described(api, operation, it)))
        .add_list("headers", headers(operation))
        .add_if("pages", operation.pages.as_ref().map(pages::described))
        .add_if("waits", operation.waits.as_ref().map(pages::waits))
        .add_list("choices", operation.choices.iter().map(choice))
        .add_if("swapped_if_reversed", swapped.map(|(first, second)| quote! { #first, #second }))
        .add_if("device_since", operation.device_since.map(version))
        .add_if("deprecated", operation.deprecated.as_ref().map(deprecation))
        .add_if("removed", operation.removed().map(version))
        .add_if("permission", operation.permission.as_ref())
        .0;
    quote! { &#descriptor }
}

fn fill(fill: Fill) -> TokenStream {
    match fill {
        Fill::Uuid => quote! { rt::Fill::Uuid },
    }
}

/// `rt::Choice { … }`
fn choice(choice: &Choice) -> TokenStream {
    let names = &choice.parameters;
    let takes = match choice.takes {
        Takes::ExactlyOne => quote! { ExactlyOne },
        Takes::AtLeastOne => quote! { AtLeastOne },
        Takes::AtMostOne => quote! { AtMostOne },
    };
    quote! { rt::Choice { takes: rt::Takes::#takes, parameters: &[#(#names),*] } }
}

/// Content types, separated by commas.
fn types<'a>(all: impl IntoIterator<Item = &'a str>) -> String {
    all.into_iter().collect::<Vec<_>>().join(", ")
}

fn notation(api: &Api, returns: &Returns) -> String {
    returns.ty.as_ref().map(|ty| ty.expanded(&api.types)).unwrap_or_default()
}

/// Returns whether recordings hide results: the fields of a type say it of JSON, and of what is beside it.
fn has_secret(operation: &Operation) -> bool {
    let is_said = |it: &Returns| {
        let mut others = operation.successes().filter(|other| other.kind == ReturnKind::Json);
        others.any(|other| other.status == it.status && other.ty == it.holds)
    };
    operation.successes().any(|it| it.secret && !is_said(it))
}

/// The statuses of a result that has none of its own.
const ANY_SUCCESS: StatusRange = StatusRange { from: 200, to: 299 };

/// All results of an operation, if there are several.
pub fn all(operation: &Operation) -> impl Iterator<Item = &Returns> {
    let several = operation.results_rust.is_some();
    several.then(|| operation.successes()).into_iter().flatten()
}

/// The structs of headers, by name: results of one status share theirs.
pub fn with_headers(operation: &Operation) -> IndexMap<&String, &Returns> {
    operation.successes().filter_map(|it| Some((it.headers_rust.as_ref()?, it))).collect()
}

/// `<crate::AddLampHeaders as rt::Headers>::PARAMETERS`, of each result with headers.
fn headers(operation: &Operation) -> impl Iterator<Item = TokenStream> {
    with_headers(operation).into_keys().map(|name| {
        let name = ident(name);
        quote! { <crate::#name as rt::Headers>::PARAMETERS }
    })
}

/// `rt::StatusResult { … }`
fn described(api: &Api, operation: &Operation, returns: &Returns) -> TokenStream {
    let StatusRange { from, to } = returns.status.unwrap_or(ANY_SUCCESS);
    let (from, to, kind) = (number(from), number(to), kind(returns.kind));
    let notation = notation(api, returns);
    let content_type = types(operation.types_of_result(returns));
    quote! {
        rt::StatusResult {
            from: #from,
            to: #to,
            kind: #kind,
            type_name: #notation,
            content_type: #content_type,
        }
    }
}

/// A parameter; one of several bodies has its content types.
fn sent(api: &Api, operation: &Operation, it: &Parameter, usual: Place) -> TokenStream {
    let types = it.content.as_ref().map(|_| types(operation.types_of_body(it)));
    Chain(parameter(api, it, usual)).add_if("content_type", types).0
}

/// `rt::Parameter::optional("Level", "int").since(…)`; its place only if it isn't the usual one.
pub fn parameter(api: &Api, parameter: &Parameter, usual: Place) -> TokenStream {
    // Which one of several bodies is required, only their enum says.
    let presence = ident(match parameter.presence {
        Presence::Required if parameter.content.is_none() => "required",
        Presence::Required | Presence::Optional => "optional",
    });
    let (name, notation) = (&parameter.name, parameter.ty.expanded(&api.types));
    let required_when = parameter.required_when.as_ref().map(|condition| {
        let (parameter, values) = (&condition.parameter, &condition.values);
        quote! { rt::RequiredWhen { parameter: #parameter, values: &[#(#values),*] } }
    });
    let place = Some(parameter.place).filter(|place| *place != usual).map(place);
    Chain(quote! { rt::Parameter::#presence(#name, #notation) })
        .add_if("place", place)
        .add_if("sent_as", parameter.sent_as.as_ref())
        .add_if("list", parameter.list.map(list_style))
        .add_if(
            if parameter.object.is_some_and(ObjectStyle::is_joined) { "list" } else { "object" },
            parameter.object.map(object_style),
        )
        .flag("flag", parameter.flag)
        .flag("reserved", parameter.reserved)
        .add_if("kind", value_kind(api, &parameter.ty.shape))
        .add_if("items", items(api, &parameter.ty))
        .flag("json", parameter.wire == Wire::Json)
        .flag("file", parameter.wire == Wire::File)
        .flag("nullable", parameter.nullable)
        .flag("secret", parameter.secret)
        .flag("one_time", parameter.one_time)
        .flag("new_password", parameter.new_password)
        .flag("subject", parameter.subject)
        .flag("top_level_only", parameter.top_level_only)
        .add_if("since", parameter.since.map(version))
        .add_if("default", parameter.default.as_ref().map(plain_text))
        .add_if("constant", parameter.constant.as_ref())
        .flag("chooses", parameter.chooses)
        .add_list("values", values(api, parameter.values))
        .add_if("format", parameter.format.as_ref().map(format))
        .add_if("format_in_words", parameter.format.as_ref().map(in_words))
        .add_if("range", range(&parameter.limits()))
        .add_if("fill", parameter.fill.map(fill))
        .add_if("required_when", required_when)
        .0
}

fn place(place: Place) -> TokenStream {
    match place {
        Place::Path | Place::PathRest => quote! { rt::Place::Path },
        Place::Query => quote! { rt::Place::Query },
        Place::Header => quote! { rt::Place::Header { prefix: "" } },
        Place::Cookie => quote! { rt::Place::Cookie },
        Place::Form | Place::Part | Place::Field => quote! { rt::Place::Form },
        Place::Body => quote! { rt::Place::Body },
    }
}

pub fn list_style(style: ListStyle) -> TokenStream {
    match style {
        ListStyle::Repeated => quote! { rt::ListStyle::Repeated },
        ListStyle::Brackets => quote! { rt::ListStyle::Brackets },
        ListStyle::Comma => quote! { rt::ListStyle::Comma },
        ListStyle::Space => quote! { rt::ListStyle::Space },
        ListStyle::Pipe => quote! { rt::ListStyle::Pipe },
        ListStyle::Newline => quote! { rt::ListStyle::Newline },
    }
}

fn object_style(style: ObjectStyle) -> TokenStream {
    match style {
        ObjectStyle::Fields => quote! { rt::ObjectStyle::Fields },
        ObjectStyle::Brackets => quote! { rt::ObjectStyle::Brackets },
        ObjectStyle::Dots => quote! { rt::ObjectStyle::Dots },
        // JSON as a list: of its names and values.
        ObjectStyle::Commas => quote! { rt::ListStyle::Comma },
        ObjectStyle::Pairs => quote! { rt::ListStyle::Pairs },
    }
}

/// `rt::Range { min: Some("1"), ..rt::Range::NONE }`, if there is a limit.
pub fn range(limits: &Limits) -> Option<TokenStream> {
    Some(self::limits(limits)?.parse().expect("an expression"))
}

/// The same as text.
pub fn limits(Limits { range, inner, keys, .. }: &Limits) -> Option<String> {
    let Range { min, max, exclusive_min, exclusive_max, multiple_of, min_length, max_length, .. } = range;
    let Range { min_items, max_items, unique, pattern, .. } = range;
    let text = |it: &str| quote! { #it }.to_string();
    let number = |it: &Literal| text(&it.text());
    let inside = |it: &Limits| Some(format!("&{}", limits(it)?));
    let some = [
        ("min", min.as_ref().or(exclusive_min.as_ref()).map(number)),
        ("max", max.as_ref().or(exclusive_max.as_ref()).map(number)),
        ("multiple_of", multiple_of.as_ref().map(number)),
        ("min_length", min_length.or(*min_items).map(|it| it.to_string())),
        ("max_length", max_length.or(*max_items).map(|it| it.to_string())),
        ("pattern", pattern.as_deref().map(text)),
        ("items", inner.as_deref().and_then(inside)),
        ("keys", keys.as_deref().and_then(inside)),
    ];
    let marks = [
        ("exclusive_min", exclusive_min.is_some()),
        ("exclusive_max", exclusive_max.is_some()),
        ("unique", *unique),
    ];
    let some = some.into_iter().filter_map(|(name, value)| Some(format!("{name}: Some({})", value?)));
    let marks = marks.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| format!("{name}: true"));
    let set: Vec<String> = some.chain(marks).collect();
    (!set.is_empty()).then(|| format!("rt::Range {{ {}, ..rt::Range::NONE }}", set.join(", ")))
}

/// The kind of a value or of the items of a list, unless it is text, or one of listed texts.
pub fn value_kind(api: &Api, shape: &Shape) -> Option<TokenStream> {
    match shape {
        Shape::Scalar(scalar) => match scalar.row().json {
            JsonKind::String => None,
            JsonKind::Integer | JsonKind::Number => Some(quote! { rt::ValueKind::Number }),
            JsonKind::Boolean => Some(quote! { rt::ValueKind::Boolean }),
            JsonKind::Any | JsonKind::Object | JsonKind::Null => Some(quote! { rt::ValueKind::Other }),
        },
        Shape::List(item) if !matches!(**item, Shape::List(_)) => value_kind(api, item),
        Shape::Nullable(inner) => value_kind(api, inner),
        Shape::Named(id) if api.ty(*id).is_some_and(is_text) => None,
        Shape::List(_) | Shape::Map(_) | Shape::Named(_) => Some(quote! { rt::ValueKind::Other }),
    }
}

/// Returns whether a type lists texts.
fn is_text(ty: &Type) -> bool {
    matches!(ty.kind, TypeKind::Enum { of: EnumOf::String, .. })
}

/// The notation of the items of a list.
pub fn items(api: &Api, ty: &TypeRef) -> Option<String> {
    Some(ty.items(&api.types)?.expanded(&api.types))
}

/// Calls, each on what the one before gives.
pub struct Chain(pub TokenStream);

impl Chain {
    fn add(mut self, name: &str, arguments: impl ToTokens) -> Self {
        let name = ident(name);
        self.0.extend(quote! { .#name(#arguments) });
        self
    }

    pub fn add_if(self, name: &str, arguments: Option<impl ToTokens>) -> Self {
        match arguments {
            Some(arguments) => self.add(name, arguments),
            None => self,
        }
    }

    pub fn flag(self, name: &str, is_set: bool) -> Self {
        self.add_if(name, is_set.then(TokenStream::new))
    }

    /// A list, where it is not empty.
    pub fn add_list(self, name: &str, items: impl IntoIterator<Item = impl ToTokens>) -> Self {
        let mut items = items.into_iter().peekable();
        let is_there = items.peek().is_some();
        self.add_if(name, is_there.then(|| quote! { &[#(#items),*] }))
    }

    fn add_path(self, path: &Path) -> Self {
        match path {
            Path::Documented(path) => self.add("documented_path", path),
            Path::Inferred(path) => self.add("inferred_path", path),
            Path::Elsewhere { path, .. } => self.add("elsewhere_path", path),
            Path::AliasOnly => self,
        }
    }
}

pub fn version(Version(major, minor, patch): Version) -> TokenStream {
    let numbers = [major, minor, patch].map(number);
    quote! { rt::Version::new(#(#numbers),*) }
}

fn alias(Alias { path, name, since, .. }: &Alias) -> TokenStream {
    Chain(quote! { rt::Alias::new(#path) })
        .add_if("name", name.as_ref())
        .add_if("since", since.map(version))
        .0
}

fn auth(api: &Api, auth: &Auth) -> TokenStream {
    let constant = api.block_of(auth).map(|block| ident(&block.constant));
    match auth {
        Auth::Required(_) => quote! { rt::Auth::Required(&crate::auth::#constant) },
        Auth::Optional(_) => quote! { rt::Auth::Optional(&crate::auth::#constant) },
        Auth::None => quote! { rt::Auth::None },
        Auth::NotShown => quote! { rt::Auth::NotShown },
    }
}

/// The blocks that can be sent instead of the one of an operation.
fn also_auth(api: &Api, auth: &Auth) -> Option<TokenStream> {
    let blocks = api.block_of(auth)?.alternatives.iter().filter_map(|name| api.block(name));
    let all: Vec<_> = blocks.map(|it| ident(&it.constant)).collect();
    (!all.is_empty()).then(|| quote! { const { &[#(&crate::auth::#all),*] } })
}

/// The listed values of a type, as a form has them.
pub fn values(api: &Api, ty: Option<TypeId>) -> Vec<String> {
    match ty.and_then(|id| api.ty(id)).map(|ty| &ty.kind) {
        Some(TypeKind::Enum { variants, .. }) => variants.iter().map(|it| it.value.text()).collect(),
        Some(
            TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. },
        )
        | None => Vec::new(),
    }
}

fn format(format: &Format) -> TokenStream {
    match format {
        Format::SixDigits => quote! { rt::Format::SixDigits },
        Format::Password { min_length, uppercase, lowercase, digit } => {
            let min_length = number(*min_length);
            quote! {
                rt::Format::Password { min_length: #min_length, uppercase: #uppercase, lowercase: #lowercase, digit: #digit }
            }
        }
    }
}

/// The words that the docs have, for errors.
fn in_words(format: &Format) -> String {
    Plain.text(&Words::new("", facts::format(format), ""))
}

fn effect(effect: Effect) -> TokenStream {
    match effect {
        Effect::Reads => quote! { rt::Effect::Reads },
        Effect::Changes => quote! { rt::Effect::Changes },
        Effect::Destroys => quote! { rt::Effect::Destroys },
    }
}

fn kind(kind: ReturnKind) -> TokenStream {
    match kind {
        ReturnKind::Message => quote! { rt::ReturnKind::Message },
        ReturnKind::Json => quote! { rt::ReturnKind::Json },
        ReturnKind::Envelope => quote! { rt::ReturnKind::Envelope },
        ReturnKind::Text => quote! { rt::ReturnKind::Text },
        ReturnKind::Bytes => quote! { rt::ReturnKind::Bytes },
        ReturnKind::Redirect(status) => {
            let status = number(status);
            quote! { rt::ReturnKind::Redirect(#status) }
        }
        ReturnKind::Described => quote! { rt::ReturnKind::Described },
        ReturnKind::Nothing => quote! { rt::ReturnKind::Nothing },
    }
}

fn deprecation(Deprecation { replacement, removed_after, .. }: &Deprecation) -> TokenStream {
    let (replacement, removed_after) = (option(replacement.as_ref()), option(removed_after.as_ref()));
    quote! { rt::Deprecation { replacement: #replacement, removed_after: #removed_after } }
}
