//! Facts of an API, its authentication blocks, gates and constants.

use super::list::Facts;
use super::piece::enumerated;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::{
    Api, AsksKind, Auth, AuthBlock, BlockPlace, Constant, Gate, Group, RequestEncoding, Server, Status,
};

use Piece::{Code, Prose, Text};

/// The facts about a whole API.
#[must_use]
pub fn of_api(api: &Api) -> Vec<Fact<'_>> {
    let mut facts = Facts::default();
    facts.detail(Key::Name, Value::Model(&api.name));
    facts.add(Key::Title, Value::Model(&api.title), Words::prose(&api.title));
    facts.detail(Key::CrateVersion, Value::Model(&api.crate_version));
    facts.add_each(Key::About, &api.about, |text| Words::prose(text));
    facts.detail(Key::BaseUrl, Value::Model(&api.base_url));
    facts.add_each(Key::Servers, &api.servers, server);
    facts.detail(Key::Documents, Value::Model(&api.documents));
    facts.add_each(Key::Imported, &api.imported, |import| {
        Words::new("Written from ", [Code(&import.from)], ".")
    });
    if api.names == Status::Inferred {
        let words = Words::text("The documents don't name operations and types: the names are ours.");
        facts.add_from(Key::Names, Origin::NotShown, Value::Word(api.names.name()), words);
    }
    facts.add_each(Key::Method, &api.method, |method| {
        let differs = api.operations().any(|operation| operation.http_method != *method);
        let after = if differs { ", unless its operation says otherwise." } else { "." };
        Words::new("Every request is a ", [Code(method.name())], after)
    });
    let words = match api.usual_encoding() {
        RequestEncoding::Query | RequestEncoding::Body => in_query(api, "The parameters"),
        RequestEncoding::Json => {
            Words::new("Bodies are ", [Code("application/json")], ", unless an operation says otherwise.")
        }
        encoding @ (RequestEncoding::Form | RequestEncoding::Multipart) => {
            Words::new("The parameters are sent as ", [Code(self::encoding(encoding).1)], ".")
        }
    };
    facts.add_from(Key::Encoding, api.encoding.status.into(), Value::Model(&api.encoding), words);
    facts.add_each(Key::Overlays, &api.overlays, |overlay| {
        Words::new("Overlay ", [Code(&overlay.name)], ": ").and([Prose(&overlay.source)])
    });
    facts.message(api);
    facts.envelope(api);
    facts.add_each(Key::Synonyms, &api.synonyms, |_| Words::default());
    facts.add_each(Key::PathConvention, &api.convention, |_| Words::default());
    facts.add_each(Key::EffectConvention, &api.effect_convention, |_| Words::default());
    facts.add_each(Key::Resources, &api.resources, |_| Words::default());
    facts.add_each(Key::States, &api.states, |_| Words::default());
    facts.add_each(Key::Limits, &api.limits, |limit| {
        Words::new("", [Piece::Operation(&limit.applies_to), Text(": "), Prose(&limit.limit)], "")
    });
    facts.add_each(Key::VersionChanges, &api.version_changes, |_| Words::default());
    facts.detail(Key::Topics, Value::Model(&api.topics));
    for question in &api.not_shown {
        facts.add_from(Key::NotShown, Origin::NotShown, Value::Model(question), Words::prose(&question.what));
    }
    facts.open_questions(&[], &api.notes);
    facts.0
}

/// A server's address, its variables and its purpose.
fn server(server: &Server) -> Words<'_> {
    let variables = server.variables.iter().flat_map(|variable| {
        let others = variable
            .values
            .iter()
            .filter(|value| **value != variable.default)
            .flat_map(|value| [Text(" or "), Code(value)]);
        [Text(", "), Code(&variable.name), Text(" is "), Code(&variable.default)].into_iter().chain(others)
    });
    let words = Words::new(
        "Server ",
        [Code(&server.name), Text(": "), Code(&server.url)].into_iter().chain(variables),
        ".",
    );
    match &server.doc {
        Some(doc) => words.and([Text(" "), Prose(doc)]),
        None => words,
    }
}

impl<'a> Facts<'a> {
    fn message(&mut self, api: &'a Api) {
        let Some(message) = &api.message else { return };
        let origin = if message.is_inferred(api) { Origin::Inferred } else { Origin::Documented };
        let ty = api.ty(message.type_id).map_or(Text(""), Piece::named);
        let text = [Text(" its text in "), Code(&message.text)];
        let words = match &message.status {
            Some(status) => Words::new(
                "A message is a ",
                [ty, Text(" with its status in "), Code(status), Text(" and")].into_iter().chain(text),
                ". A status of 400 or higher means failure, whatever the HTTP status.",
            ),
            None => Words::new("A message is a ", [ty, Text(" with")].into_iter().chain(text), "."),
        };
        self.add_from(Key::Message, origin, Value::Message(api, message), words);
    }

    fn envelope(&mut self, api: &'a Api) {
        self.add_each(Key::Envelope, &api.envelope, |envelope| {
            let state = [
                Code(&envelope.status),
                Text(" is "),
                Code(&envelope.ok),
                Text(" or "),
                Code(&envelope.error),
            ];
            let rest = [
                Text(", "),
                Code(&envelope.code),
                Text(" the HTTP status, "),
                Code(&envelope.data),
                Text(" the result"),
            ];
            let value = [Code(&envelope.name), Text(": ")].into_iter().chain(state).chain(rest);
            let before = "Unless the operation says otherwise, results are wrapped in the envelope ";
            Words::new(before, value, ", or the message of a failure.")
        });
    }
}

/// The facts about a group.
#[must_use]
pub fn of_group(group: &Group) -> Vec<Fact<'_>> {
    let mut facts = Facts::default();
    facts.detail(Key::Name, Value::Model(&group.rust));
    facts.add(Key::Title, Value::Model(&group.title), Words::prose(&group.title));
    facts.add_each(Key::About, &group.about, |text| Words::prose(text));
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

/// The sentence that parameters are sent in the query, which is usual for REST.
pub fn in_query<'a>(api: &Api, which: &'static str) -> Words<'a> {
    let after = match api.usual_encoding() {
        RequestEncoding::Json => " of the URL.",
        _ => " of the URL, which servers and proxies may log.",
    };
    Words::new(" are sent in the ", [Text("query")], after).after([Text(which)])
}

/// The facts about an authentication block.
#[must_use]
pub fn of_block<'a>(api: &'a Api, block: &'a AuthBlock) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Name, Value::Model(&block.name), Words::new("", [Code(&block.name)], ""));
    facts.add(Key::Title, Value::Model(&block.title), Words::prose(&block.title));
    facts.add_each(Key::Rules, &block.rules, |rule| Words::prose(rule));
    let words = match &block.place {
        BlockPlace::Form => Words::new("Sent in the ", [Text("form")], ", with the operation's parameters."),
        BlockPlace::Header(prefix) if prefix.is_empty() => {
            Words::new("Sent in ", [Text("headers")], " with the parameters' names.")
        }
        BlockPlace::Header(prefix) => {
            Words::new("Sent in ", [Text("headers "), Code(prefix)], " followed by the parameter's name.")
        }
        BlockPlace::Query => {
            Words::new("Sent in the ", [Text("query")], " of the URL, which servers and proxies may log.")
        }
        BlockPlace::Cookie => Words::new("Sent in ", [Text("cookies")], " with the parameters' names."),
        BlockPlace::Basic => Words::new("Sent in the header ", [Code("Authorization: Basic")], "."),
        BlockPlace::Bearer => Words::new("Sent in the header ", [Code("Authorization: Bearer")], "."),
    };
    facts.add(Key::In, Value::Word(block.place.name()), words);
    if let BlockPlace::Header(prefix) = &block.place {
        facts.detail(Key::Prefix, Value::Model(prefix));
    }
    let owner = api.block(&block.credential).filter(|_| !block.is_own_credential());
    let words = owner.map(|owner| Words::new("The same credential as in ", [Piece::Credential(owner)], "."));
    let origin = if owner.is_some() { Origin::Documented } else { Origin::Usual };
    facts.add_from(Key::Credential, origin, Value::Model(&block.credential), words.unwrap_or_default());
    let alternatives = block.alternatives.iter().filter_map(|name| api.block(name));
    for other in alternatives {
        let words = Words::new("Callers can send the ", [Piece::Credential(other)], " instead.");
        facts.add(Key::Alternatives, Value::Model(&other.name), words);
    }
    facts.add_each(Key::Bearer, &block.bearer, |name| {
        Words::new("A bearer header can carry ", [Code(name)], " instead.")
    });
    facts.add_each(Key::Scheme, &block.scheme, |_| Words::default());
    let statuses = block.refused_with.iter().map(|status| Piece::Number(u32::from(*status)));
    let words = Words::new(
        "If it is no longer valid, calls are refused with status ",
        enumerated(statuses, " or "),
        ".",
    );
    facts.add_from(
        Key::RefusedWith,
        block.refused_with_status.into(),
        Value::Model(&block.refused_with),
        words,
    );
    let sentence = "It is checked before anything is done, so a refused call had no effect.";
    facts.flag(Key::CheckedFirst, block.checked_first, sentence);
    facts.parameters(&block.parameters);
    for scheme in &block.schemes {
        let takes = enumerated(scheme.takes.iter().map(|name| Code(name)), ", ");
        let words = Words::new("", [Code(&scheme.rust), Text(" takes ")].into_iter().chain(takes), "");
        facts.add_from(Key::Schemes, block.status.into(), Value::Model(scheme), words);
    }
    facts.status(block.status);
    facts.open_questions(&[], &block.notes);
    facts.0
}

/// The facts about a gate.
#[must_use]
pub fn of_gate<'a>(api: &'a Api, gate: &'a Gate) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Code, Value::Model(&gate.code), Words::new("", [Code(&gate.code)], ""));
    facts.add(Key::Doc, Value::Model(&gate.doc), Words::prose(&gate.doc));
    facts.add_each(Key::Auth, &gate.auth, |auth| {
        let block = api.block_of(auth).map_or(Text("none"), Piece::Credential);
        let optional = matches!(auth, Auth::Optional(_)).then_some(Text(", optional"));
        Words::new("Needs ", [block].into_iter().chain(optional), ".")
    });
    facts.add_each(Key::Asks, &gate.asks, |asks| {
        Words::new("Asks ", [Text(asked(asks.kind)), Text(" ("), Code(&asks.method), Text(")")], ".")
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
pub fn of_constant(constant: &Constant) -> Vec<Fact<'_>> {
    let mut facts = Facts::default();
    facts.add(Key::Name, Value::Model(&constant.name), Words::new("", [Code(&constant.name)], ""));
    facts.named_in_rust(&constant.rust, false);
    facts.add(Key::Type, Value::Model(&constant.ty), Words::new("", [Code(&constant.ty.notation)], ""));
    facts.add(
        Key::Value,
        Value::Model(&constant.value),
        Words::new("", [Piece::Literal(&constant.value)], ""),
    );
    facts.add_each(Key::Doc, &constant.doc, |doc| Words::prose(doc));
    facts.0
}
