//! Facts of an API, its authentication blocks, gates and constants.

use super::list::Facts;
use super::piece::enumerated;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::{
    Api, AsksKind, Auth, AuthBlock, BlockPlace, Constant, Gate, Group, RequestEncoding, Server, Status,
};

use Piece::{Code, Own, Said};

/// The facts about a whole API.
#[must_use]
pub fn of_api(api: &Api) -> Vec<Fact<'_>> {
    let mut facts = Facts::default();
    facts.detail(Key::Name, Value::Model(&api.name));
    facts.add(Key::Title, Value::Model(&api.title), Words::said(&api.title));
    facts.detail(Key::CrateVersion, Value::Model(&api.crate_version));
    facts.each(Key::About, &api.about, |text| Words::said(text));
    facts.detail(Key::BaseUrl, Value::Model(&api.base_url));
    facts.each(Key::Servers, &api.servers, server);
    facts.detail(Key::Documents, Value::Model(&api.documents));
    facts.each(Key::Imported, &api.imported, |it| Words::new("Written from ", [Code(&it.from)], "."));
    if api.names == Status::Inferred {
        let words = Words::own("The documents don't name operations and types: the names are ours.");
        facts.of(Key::Names, Origin::NotShown, Value::Word(api.names.name()), words);
    }
    facts.each(Key::Method, &api.method, |method| {
        let differs = api.operations().any(|it| it.http_method != *method);
        let after = if differs { ", unless its operation says otherwise." } else { "." };
        Words::new("Every request is a ", [Code(method.name())], after)
    });
    let words = match api.usual_encoding() {
        RequestEncoding::Query | RequestEncoding::Body => in_query("The parameters"),
        encoding @ (RequestEncoding::Form | RequestEncoding::Multipart | RequestEncoding::Json) => {
            Words::new("The parameters are sent as ", [Code(self::encoding(encoding).1)], ".")
        }
    };
    facts.of(Key::Encoding, api.encoding.status.into(), Value::Model(&api.encoding), words);
    facts.each(Key::Overlays, &api.overlays, |it| {
        Words::new("Overlay ", [Code(&it.name)], ": ").and([Said(&it.source)])
    });
    facts.message(api);
    facts.envelope(api);
    facts.each(Key::Synonyms, &api.synonyms, |_| Words::default());
    facts.each(Key::PathConvention, &api.convention, |_| Words::default());
    facts.each(Key::EffectConvention, &api.effect_convention, |_| Words::default());
    facts.each(Key::Resources, &api.resources, |_| Words::default());
    facts.each(Key::States, &api.states, |_| Words::default());
    facts.each(Key::Limits, &api.limits, |it| {
        Words::new("", [Piece::Operation(&it.applies_to), Own(": "), Said(&it.limit)], "")
    });
    facts.each(Key::VersionChanges, &api.version_changes, |_| Words::default());
    facts.detail(Key::Topics, Value::Model(&api.topics));
    for it in &api.not_shown {
        facts.of(Key::NotShown, Origin::NotShown, Value::Model(it), Words::said(&it.what));
    }
    facts.open_questions(&[], &api.notes);
    facts.0
}

/// An address, its variables and its purpose.
fn server(it: &Server) -> Words<'_> {
    let variables = it.variables.iter().flat_map(|variable| {
        let others = variable.values.iter().filter(|value| **value != variable.default);
        let others = others.flat_map(|value| [Own(" or "), Code(value)]);
        [Own(", "), Code(&variable.name), Own(" is "), Code(&variable.default)].into_iter().chain(others)
    });
    let words =
        Words::new("Server ", [Code(&it.name), Own(": "), Code(&it.url)].into_iter().chain(variables), ".");
    match &it.doc {
        Some(doc) => words.and([Own(" "), Said(doc)]),
        None => words,
    }
}

impl<'a> Facts<'a> {
    fn message(&mut self, api: &'a Api) {
        let Some(it) = &api.message else { return };
        let origin = if it.is_inferred(api) { Origin::Inferred } else { Origin::Documented };
        let ty = api.ty(it.type_id).map_or(Own(""), Piece::named);
        let text = [Own(" its text in "), Code(&it.text)];
        let words = match &it.status {
            Some(status) => Words::new(
                "A message is a ",
                [ty, Own(" with its status in "), Code(status), Own(" and")].into_iter().chain(text),
                ". A status of 400 or higher means failure, whatever the HTTP status.",
            ),
            None => Words::new("A message is a ", [ty, Own(" with")].into_iter().chain(text), "."),
        };
        self.of(Key::Message, origin, Value::Message(api, it), words);
    }

    fn envelope(&mut self, api: &'a Api) {
        self.each(Key::Envelope, &api.envelope, |it| {
            let state = [Code(&it.status), Own(" is "), Code(&it.ok), Own(" or "), Code(&it.error)];
            let rest =
                [Own(", "), Code(&it.code), Own(" the HTTP status, "), Code(&it.data), Own(" the result")];
            let value = [Code(&it.name), Own(": ")].into_iter().chain(state).chain(rest);
            let before = "Unless the operation says otherwise, results are wrapped in the envelope ";
            Words::new(before, value, ", or the message of a failure.")
        });
    }
}

/// The facts about a group.
#[must_use]
pub fn of_group(it: &Group) -> Vec<Fact<'_>> {
    let mut facts = Facts::default();
    facts.detail(Key::Name, Value::Model(&it.rust));
    facts.add(Key::Title, Value::Model(&it.title), Words::said(&it.title));
    facts.each(Key::About, &it.about, |text| Words::said(text));
    facts.0
}

/// The name of an encoding and its media type.
pub fn encoding(encoding: RequestEncoding) -> (&'static str, &'static str) {
    match encoding {
        RequestEncoding::Form => ("form", "application/x-www-form-urlencoded"),
        RequestEncoding::Multipart => ("multipart", "multipart/form-data"),
        RequestEncoding::Query => ("query", "application/x-www-form-urlencoded"),
        RequestEncoding::Json => ("json", "application/json"),
        RequestEncoding::Body => ("body", "application/x-www-form-urlencoded"),
    }
}

/// The sentence that parameters are sent in the query.
pub fn in_query<'a>(which: &'static str) -> Words<'a> {
    let value = [Own("query")];
    let words = Words::new(" are sent in the ", value, " of the URL, which servers and proxies may log.");
    words.after([Own(which)])
}

/// The facts about an authentication block.
#[must_use]
pub fn of_block<'a>(api: &'a Api, it: &'a AuthBlock) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Name, Value::Model(&it.name), Words::new("", [Code(&it.name)], ""));
    facts.add(Key::Title, Value::Model(&it.title), Words::said(&it.title));
    facts.each(Key::Rules, &it.rules, |rule| Words::said(rule));
    let words = match &it.place {
        BlockPlace::Form => Words::new("Sent in the ", [Own("form")], ", with the operation's parameters."),
        BlockPlace::Header(prefix) if prefix.is_empty() => {
            Words::new("Sent in ", [Own("headers")], " with the parameters' names.")
        }
        BlockPlace::Header(prefix) => {
            Words::new("Sent in ", [Own("headers "), Code(prefix)], " followed by the parameter's name.")
        }
        BlockPlace::Query => {
            Words::new("Sent in the ", [Own("query")], " of the URL, which servers and proxies may log.")
        }
        BlockPlace::Cookie => Words::new("Sent in ", [Own("cookies")], " with the parameters' names."),
        BlockPlace::Basic => Words::new("Sent in the header ", [Code("Authorization: Basic")], "."),
        BlockPlace::Bearer => Words::new("Sent in the header ", [Code("Authorization: Bearer")], "."),
    };
    facts.add(Key::In, Value::Word(it.place.name()), words);
    if let BlockPlace::Header(prefix) = &it.place {
        facts.detail(Key::Prefix, Value::Model(prefix));
    }
    let owner = api.block(&it.credential).filter(|_| !it.is_own_credential());
    let words = owner.map(|owner| Words::new("The same credential as in ", [Piece::Credential(owner)], "."));
    let origin = if owner.is_some() { Origin::Documented } else { Origin::Usual };
    facts.of(Key::Credential, origin, Value::Model(&it.credential), words.unwrap_or_default());
    let alternatives = it.alternatives.iter().filter_map(|name| api.block(name));
    for other in alternatives {
        let words = Words::new("Callers can send the ", [Piece::Credential(other)], " instead.");
        facts.add(Key::Alternatives, Value::Model(&other.name), words);
    }
    facts.each(Key::Bearer, &it.bearer, |name| {
        Words::new("A bearer header can carry ", [Code(name)], " instead.")
    });
    facts.each(Key::Scheme, &it.scheme, |_| Words::default());
    let statuses = it.refused_with.iter().map(|status| Piece::Number(u32::from(*status)));
    let words = Words::new(
        "If it is no longer valid, calls are refused with status ",
        enumerated(statuses, " or "),
        ".",
    );
    facts.of(Key::RefusedWith, it.refused_with_status.into(), Value::Model(&it.refused_with), words);
    let sentence = "It is checked before anything is done, so a refused call had no effect.";
    facts.flag(Key::CheckedFirst, it.checked_first, sentence);
    facts.parameters(&it.parameters);
    for scheme in &it.schemes {
        let takes = enumerated(scheme.takes.iter().map(|name| Code(name)), ", ");
        let words = Words::new("", [Code(&scheme.rust), Own(" takes ")].into_iter().chain(takes), "");
        facts.of(Key::Schemes, it.status.into(), Value::Model(scheme), words);
    }
    facts.status(it.status);
    facts.open_questions(&[], &it.notes);
    facts.0
}

/// The facts about a gate.
#[must_use]
pub fn of_gate<'a>(api: &'a Api, it: &'a Gate) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Code, Value::Model(&it.code), Words::new("", [Code(&it.code)], ""));
    facts.add(Key::Doc, Value::Model(&it.doc), Words::said(&it.doc));
    facts.each(Key::Auth, &it.auth, |auth| {
        let block = api.block_of(auth).map_or(Own("none"), Piece::Credential);
        let optional = matches!(auth, Auth::Optional(_)).then_some(Own(", optional"));
        Words::new("Needs ", [block].into_iter().chain(optional), ".")
    });
    facts.each(Key::Asks, &it.asks, |asks| {
        Words::new("Asks ", [Own(asked(asks.kind)), Own(" ("), Code(&asks.method), Own(")")], ".")
    });
    facts.0
}

/// The question that a gate asks.
#[must_use]
pub fn asked(kind: AsksKind) -> &'static str {
    match kind {
        AsksKind::Server => "the server",
        AsksKind::Anonymous => "the server if no credential is sent",
        AsksKind::Caller => "the caller",
        AsksKind::TopLevel => "whether the caller is at the top level",
        AsksKind::Operation => "the caller, for each operation",
    }
}

/// The facts about a constant.
#[must_use]
pub fn of_constant(it: &Constant) -> Vec<Fact<'_>> {
    let mut facts = Facts::default();
    facts.add(Key::Name, Value::Model(&it.name), Words::new("", [Code(&it.name)], ""));
    facts.named_in_rust(&it.rust, false);
    facts.add(Key::Type, Value::Model(&it.ty), Words::new("", [Code(&it.ty.notation)], ""));
    facts.add(Key::Value, Value::Model(&it.value), Words::new("", [Piece::Literal(&it.value)], ""));
    facts.each(Key::Doc, &it.doc, |doc| Words::said(doc));
    facts.0
}
