//! Facts of operations, in the order of the spec language.

use super::list::Facts;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::{
    Alias, Api, Auth, BlockPlace, Deprecation, DocumentPart, Effect, Group, Note, Operation, Path, Place,
    RequestEncoding, ReturnKind, Returns, Transition, Unnamed, Version, VersionChange,
};

use Piece::{Code, Label, Own, Said};

/// The facts about an operation.
#[must_use]
pub fn of_operation<'a>(api: &'a Api, group: &'a Group, it: &'a Operation) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Operation, Value::Model(&it.name), Words::new("", [Said(&it.name)], ""));
    facts.named_in_rust(&it.rust, it.renamed);
    facts.in_group(group, &it.part);
    facts.add(Key::Summary, Value::Model(&it.summary), Words::said(&it.summary));
    facts.0.extend(it.deprecated.iter().flat_map(of_deprecation));
    facts.effect(it);
    facts.method(api, it);
    facts.path(it);
    facts.each(Key::Rules, &it.rules, |rule| Words::said(rule));
    facts.each(Key::Also, &it.also, |words| Words::said(words));
    facts.since(it.since.as_ref());
    facts.each(Key::Aliases, &it.aliases, |alias| self::alias(it, alias));
    facts.access(api, &it.auth, &it.gates);
    if it.bearer_only {
        let value = [Code("Authorization: Bearer")];
        facts.add(Key::AuthIn, Value::Flag, Words::new("The credential is always sent as ", value, "."));
    }
    facts.each(Key::Permission, &it.permission, |name| {
        Words::new("The token must have the action ", [Code(name)], ".")
    });
    facts.encoding(api, it);
    facts.each(Key::DeviceSince, &it.device_since, |version| {
        Words::new("Requires device client ", [Piece::Version(*version)], " or later.")
    });
    facts.parameters(&it.parameters);
    facts.returns(api, &it.returns);
    facts.each(Key::SwappedIfReversed, &it.swapped_if_reversed, |(first, second)| {
        let value = [Code(first), Own(" and "), Code(second)];
        Words::new("The server swaps ", value, " if the first is later than the second.")
    });
    facts.each(Key::Matches, &it.matches, |name| Words::new("Behaves like ", [Piece::Operation(name)], "."));
    facts.each(Key::SeeAlso, &it.see_also, |name| Words::new("See also ", [Piece::Operation(name)], "."));
    facts.by_name(api, &it.name, it.since);
    facts.open_questions(&it.not_shown, &it.notes);
    facts.described(&it.part, it.source.as_ref());
    for fact in facts.0.iter_mut().filter(|fact| fact.origin == Origin::Documented) {
        fact.origin = Origin::of(it.overlaid.get(fact.key.name()));
    }
    facts.0
}

/// The facts about an entry without a name.
#[must_use]
pub fn of_unnamed<'a>(api: &'a Api, group: &'a Group, it: &'a Unnamed) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.of(Key::Unnamed, Origin::NotShown, Value::Model(&it.place), Words::new("", [Said(&it.place)], ""));
    facts.in_group(group, &it.part);
    facts.add(Key::Summary, Value::Model(&it.summary), Words::said(&it.summary));
    facts.each(Key::Rules, &it.rules, |rule| Words::said(rule));
    facts.access(api, &it.auth, &it.gates);
    facts.of(Key::Encoding, Origin::Usual, Value::Model(&api.encoding.kind), Words::default());
    facts.parameters(&it.parameters);
    facts.returns(api, &it.returns);
    facts.open_questions(&it.not_shown, &it.notes);
    facts.described(&it.part, None);
    facts.0
}

/// The facts about a deprecation.
#[must_use]
pub fn of_deprecation(it: &Deprecation) -> Vec<Fact<'_>> {
    let mut facts = Facts::default();
    facts.add(Key::Deprecated, Value::Flag, Words::default().and([Label("Deprecated.")]));
    facts.each(Key::Replacement, &it.replacement, |name| {
        Words::new("Use ", [Piece::Operation(name)], " instead.")
    });
    facts.each(Key::DeprecatedSince, &it.since, |version| {
        Words::new("It is deprecated since server ", [Said(version)], ".")
    });
    facts.each(Key::RemovedAfter, &it.removed_after, |month| {
        Words::new("The documents announce its removal after ", [Said(month)], ".")
    });
    facts.each(Key::RemovedIn, &it.removed, |version| {
        Words::new("It was removed in server ", [Said(version)], ".")
    });
    facts.0
}

/// The facts about a result.
#[must_use]
pub fn of_returns<'a>(api: &'a Api, it: &'a Returns) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.returns(api, it);
    facts.0
}

impl<'a> Facts<'a> {
    fn in_group(&mut self, group: &'a Group, part: &'a DocumentPart) {
        self.add(Key::Group, Value::Model(&group.rust), Words::new("", [Code(&group.rust)], ""));
        self.detail(Key::Document, Value::Model(&part.document));
        self.detail(Key::InPart, Value::Model(&part.name));
    }

    fn effect(&mut self, it: &'a Operation) {
        let origin = it.effect_status.map_or(Origin::Usual, Origin::from);
        let after = match it.effect {
            Effect::Reads | Effect::Changes => ".",
            Effect::Destroys => ". The API can't simply undo it.",
        };
        let words = Words::new("Effect: ", [Own(it.effect.name())], after);
        self.of(Key::Effect, origin, Value::Word(it.effect.name()), words);
        self.detail(Key::EffectStatus, it.effect_status.map_or(Value::Nothing, |it| Value::Word(it.name())));
        if it.repeatable {
            let origin = match it.effect {
                _ if it.overlaid.contains_key(Key::Repeatable.name()) => Origin::Documented,
                Effect::Reads => Origin::Usual,
                Effect::Changes | Effect::Destroys => Origin::Inferred,
            };
            let words = Words::new("Safe to repeat", [], ".");
            self.of(Key::Repeatable, origin, Value::Flag, words);
        }
    }

    fn path(&mut self, it: &'a Operation) {
        self.detail(Key::PathStatus, Value::Word(it.path.status()));
        let (path, origin) = match &it.path {
            Path::Documented(path) => (path, Origin::Documented),
            Path::Inferred(path) => (path, Origin::Inferred),
            Path::Elsewhere { path, source } => {
                self.detail(Key::PathSource, Value::Model(source));
                (path, Origin::Elsewhere(source))
            }
            Path::AliasOnly => {
                let used = it.aliases.first().map(|alias| Piece::Request(it.http_method.name(), &alias.path));
                let used = used.into_iter().flat_map(|path| [Own(" The client uses "), path, Own(".")]);
                let value = [Own("only aliases")];
                let words = Words::new("The documents list ", value, " for this operation.").and(used);
                return self.of(Key::Path, Origin::NotShown, Value::Nothing, words);
            }
        };
        let alias = it.aliases.first().filter(|_| origin == Origin::Inferred);
        let hint = alias.into_iter().flat_map(|alias| {
            [
                Own(". The documented path is the alias "),
                Code(&alias.path),
                Own("; "),
                Code("ClientBuilder::prefer_alias"),
                Own(" makes the client use it."),
            ]
        });
        let words = Words::new("", [Piece::Request(it.http_method.name(), path)], "").and(hint);
        self.of(Key::Path, origin, Value::Model(path), words);
    }

    fn access(&mut self, api: &'a Api, auth: &'a Auth, gates: &'a [String]) {
        let block = api.block_of(auth).map(Piece::Credential);
        let (origin, value) = match auth {
            Auth::Required(name) => (Origin::Documented, [block.unwrap_or(Said(name)), Own("")]),
            Auth::Optional(name) => (Origin::Documented, [block.unwrap_or(Said(name)), Own(", optional")]),
            Auth::None => (Origin::Documented, [Own("none"), Own("")]),
            Auth::NotShown => (Origin::NotShown, [Own("not shown"), Own("")]),
        };
        let after = match auth {
            Auth::NotShown => " in the documents. The client sends the one it has, if any.",
            Auth::Required(_) | Auth::Optional(_) | Auth::None => ".",
        };
        self.of(Key::Auth, origin, Value::Model(auth), Words::new("Credentials: ", value, after));
        self.each(Key::Gates, gates, |code| {
            let meaning = api.gate(code).map(|gate| Said(gate.doc.trim_end_matches('.')));
            Words::new("(gate ", [Piece::Gate(code)], ").")
                .after(meaning.into_iter().flat_map(|it| [it, Own(" ")]))
        });
    }

    fn method(&mut self, api: &'a Api, it: &'a Operation) {
        let origin = match it.overlaid.get(Key::Method.name()) {
            Some(source) => Origin::Elsewhere(source),
            None if api.method.is_none_or(|usual| usual == it.http_method) => Origin::Usual,
            None => Origin::Documented,
        };
        let words = Words::new("The HTTP method is ", [Code(it.http_method.name())], ".");
        self.of(Key::Method, origin, Value::Model(&it.http_method), words);
    }

    fn encoding(&mut self, api: &'a Api, it: &'a Operation) {
        let source = it.overlaid.get(Key::Encoding.name());
        let credential = credential_in_query(api, it);
        let has_query = it.parameters.iter().any(|it| it.place == Place::Query);
        let is_empty = it.encoding == RequestEncoding::Query && !has_query && credential.is_none();
        let is_usual = it.encoding == api.usual_encoding() || is_empty;
        let origin = if is_usual { Origin::Usual } else { Origin::of(source) };
        let (word, media) = super::api::encoding(it.encoding);
        let words = match it.encoding {
            RequestEncoding::Form | RequestEncoding::Multipart | RequestEncoding::Json => {
                Words::new("The request is ", [Code(media)], ".")
            }
            RequestEncoding::Body => Words::default(),
            RequestEncoding::Query => super::api::in_query().and(credential),
        };
        self.of(Key::Encoding, origin, Value::Word(word), words);
    }

    fn returns(&mut self, api: &'a Api, it: &'a Returns) {
        let ty = it.ty.as_ref().map(|ty| Piece::of(api, ty));
        let media = [Own(" as "), Code(&it.content_type)];
        let of = |what| [Own(what)].into_iter().chain(ty).chain(media);
        let of: Vec<Piece<'a>> = match it.kind {
            ReturnKind::Message => of("the message ").collect(),
            ReturnKind::Json => of("").collect(),
            ReturnKind::Envelope if it.ty.as_ref().is_some_and(|ty| ty.notation == "null") => {
                let data = api.envelope.iter().flat_map(|it| [Own(" ("), Code(&it.data), Own(" is null)")]);
                [Own("nothing")].into_iter().chain(data).collect()
            }
            ReturnKind::Envelope => {
                let envelope = api.envelope.as_ref().map(Piece::Envelope);
                ty.into_iter().chain([Own(", wrapped in ")]).chain(envelope).chain(media).collect()
            }
            ReturnKind::Text => [Own("text")].into_iter().chain(media).collect(),
            ReturnKind::Bytes => [Own("a file")].into_iter().chain(media).collect(),
            ReturnKind::Redirect(status) => {
                vec![Own("the target of a redirect (HTTP "), Piece::Number(status.into()), Own(")")]
            }
            ReturnKind::Described => vec![Own("JSON")],
            ReturnKind::Nothing => vec![Own("nothing")],
        };
        let listed = it.values.and_then(|id| api.ty(id)).map(|ty| [Own(", one of "), Piece::named(ty)]);
        let after = match (it.kind, &it.doc) {
            (ReturnKind::Described, Some(_)) => " (fields undocumented):",
            (ReturnKind::Described, None) => " (undocumented).",
            _ => ".",
        };
        let is_described = it.kind == ReturnKind::Described;
        let secret = it.secret.then_some(Own("a secret: ")).filter(|_| !is_described);
        let treated = (it.secret && is_described).then_some(Own(" to treat as a secret"));
        let value = secret.into_iter().chain(of).chain(listed.into_iter().flatten()).chain(treated);
        let words = Words::new("Returns ", value, after);
        let doc = it.doc.as_deref().map(|doc| [Own(" "), Said(doc)]);
        let origin = match (&it.source, it.kind) {
            (Some(source), _) => Origin::Elsewhere(source),
            (None, ReturnKind::Described) => Origin::NotShown,
            (None, _) => Origin::Documented,
        };
        self.of(Key::Returns, origin, Value::Returns(api, it), words.and(doc.into_iter().flatten()));
    }

    /// Adds the facts that api.yaml has under the operation's name.
    fn by_name(&mut self, api: &'a Api, name: &'a str, since: Option<Version>) {
        self.each(Key::VersionChanges, api.changes_of(name), |VersionChange { version, change, .. }| {
            let is_older = since.is_some_and(|since| *version < since);
            let after = if is_older { ", before it was added: " } else { ": " };
            Words::new("Changed in server ", [Piece::Version(*version), Own(after), Said(change)], "")
        });
        self.each(Key::Limits, api.limits_of(name), |it| Words::new("Limit: ", [Said(&it.limit)], ""));
        self.each(Key::States, api.transitions_of(name), transition);
    }

    /// Adds the questions that the documents leave open.
    pub fn open_questions(&mut self, not_shown: &'a [String], notes: &'a [Note]) {
        for what in not_shown {
            let words = Words::new("Not shown in the documents: ", [Said(what)], "");
            self.of(Key::NotShown, Origin::NotShown, Value::Model(what), words);
        }
        self.each(Key::Notes, notes, note);
    }

    /// Adds the place in the documents that describes the operation.
    fn described(&mut self, part: &'a DocumentPart, source: Option<&'a String>) {
        match source {
            Some(source) => self.added(source),
            None => {
                let (before, name, after) = part.in_pieces();
                let name = [Own(", "), Own(before), Said(name), Own(after)];
                let place = [Own("Source: document "), Piece::Number(part.document)].into_iter().chain(name);
                let words = Words::new("", place, ".");
                self.add(Key::Source, Value::Nothing, words);
            }
        }
    }
}

/// A hint that the credential of an operation is sent in its query, unless a header carries it.
fn credential_in_query<'a>(api: &Api, it: &Operation) -> Option<Piece<'a>> {
    let block = api.block_of(&it.auth);
    let block = block.filter(|block| block.place == BlockPlace::Form && !it.bearer_only)?;
    Some(Own(match block.bearer {
        None => " So is the credential.",
        Some(_) => " So is the credential, unless the bearer header carries it.",
    }))
}

/// An ambiguity and its decision.
pub fn note(Note { read, decided, why }: &Note) -> Words<'_> {
    let read = [Label("Ambiguous."), Own(" "), Said(read)];
    let decision = [Own(" "), Label("Decided:"), Own(" "), Said(decided)];
    let reason = [Own(" "), Label("Why:"), Own(" "), Said(why)];
    Words::new("", read.into_iter().chain(decision).chain(reason), "")
}

fn alias<'a>(it: &Operation, Alias { path, name, since }: &'a Alias) -> Words<'a> {
    let name = name.as_deref().map(|name| [Own(" ("), Said(name), Own(")")]);
    let since = since.map(|version| [Own(", since server "), Piece::Version(version)]);
    let value = [Piece::Request(it.http_method.name(), path)].into_iter();
    Words::new("Alias ", value.chain(name.into_iter().flatten()).chain(since.into_iter().flatten()), ".")
}

fn transition(it: &Transition) -> Words<'_> {
    let [state, next] = [&it.state, &it.next].map(|state| state.as_deref().map_or(Own("?"), Said));
    Words::new("", [Said(&it.subject), Own(": "), state, Own(" -> "), next], "")
}
