//! Facts of operations, in the order of the spec language.

use std::iter;

use super::list::Facts;
use super::piece::enumerated;
use super::{Fact, Key, Origin, Piece, Value, Words, returns};
use crate::model::{
    Alias, Api, Auth, BlockPlace, Deprecation, DocumentPart, Effect, Group, Note, Operation, Path, Place,
    RequestEncoding, Returns, StatusRange, Transition, Unnamed, Version, VersionChange,
};

use Piece::{Code, Label, Prose, Text};

/// The facts about an operation.
#[must_use]
pub fn of_operation<'a>(api: &'a Api, group: &'a Group, operation: &'a Operation) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add_from(
        Key::Operation,
        api.names.into(),
        Value::Model(&operation.name),
        Words::new("", [Prose(&operation.name)], ""),
    );
    facts.named_in_rust(&operation.rust, operation.renamed);
    facts.in_group(group, &operation.part);
    facts.add(Key::Summary, Value::Model(&operation.summary), Words::prose(&operation.summary));
    facts.0.extend(
        operation.deprecated.iter().flat_map(|deprecation| of_deprecation(deprecation, Piece::Operation)),
    );
    facts.effect(operation);
    facts.method(api, operation);
    facts.path(operation);
    facts.add_each(Key::Rules, &operation.rules, |rule| Words::prose(rule));
    facts.since(operation.since.as_ref());
    facts.add_each(Key::Aliases, &operation.aliases, |alias| self::alias(operation, alias));
    facts.access(api, &operation.auth, &operation.gates);
    if operation.bearer_only {
        let value = [Code("Authorization: Bearer")];
        facts.add(Key::AuthIn, Value::Flag, Words::new("The credential is always sent as ", value, "."));
    }
    facts.add_each(Key::Server, &operation.server, |name| {
        Words::new("It is at the server ", [Code(name)], ".")
    });
    facts.add_each(Key::Permission, &operation.permission, |name| {
        Words::new("The token must have the action ", [Code(name)], ".")
    });
    facts.encoding(api, operation);
    facts.add_each(Key::DeviceSince, &operation.device_since, |version| {
        Words::new("Requires device client ", [Piece::Version(*version)], " or later.")
    });
    facts.parameters(&operation.parameters);
    facts.body(api, operation);
    facts.results(api, operation);
    facts.pages_and_waits(operation);
    facts.add_each(Key::Choices, &operation.choices, |choice| {
        let names = enumerated(choice.parameters.iter().map(|name| Code(name)), " and ");
        Words::new("Callers send ", [Text(choice.takes.in_words())].into_iter().chain(names), ".")
    });
    facts.add_each(Key::SwappedIfReversed, &operation.swapped_if_reversed, |(first, second)| {
        let value = [Code(first), Text(" and "), Code(second)];
        Words::new("The server swaps ", value, " if the first is later than the second.")
    });
    facts.add_each(Key::Matches, &operation.matches, |name| {
        Words::new("Behaves like ", [Piece::Operation(name)], ".")
    });
    facts.add_each(Key::SeeAlso, &operation.see_also, |name| {
        Words::new("See also ", [Piece::Operation(name)], ".")
    });
    facts.listed_by_api(api, &operation.name, operation.since);
    facts.open_questions(&operation.not_shown, &operation.notes);
    facts.described(&operation.part, operation.source.as_ref());
    for fact in facts.0.iter_mut().filter(|fact| fact.origin == Origin::Documented) {
        fact.origin = Origin::from_source(operation.overlaid.get(fact.key.name()));
    }
    facts.0
}

/// The facts about an entry without a name.
#[must_use]
pub fn of_unnamed<'a>(api: &'a Api, group: &'a Group, unnamed: &'a Unnamed) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add_from(
        Key::Unnamed,
        Origin::NotShown,
        Value::Model(&unnamed.place),
        Words::new("", [Prose(&unnamed.place)], ""),
    );
    facts.in_group(group, &unnamed.part);
    facts.add(Key::Summary, Value::Model(&unnamed.summary), Words::prose(&unnamed.summary));
    facts.add_each(Key::Rules, &unnamed.rules, |rule| Words::prose(rule));
    facts.access(api, &unnamed.auth, &unnamed.gates);
    facts.add_from(Key::Encoding, Origin::Usual, Value::Model(&api.encoding.kind), Words::default());
    facts.parameters(&unnamed.parameters);
    facts.0.extend(of_returns(api, &unnamed.returns));
    facts.0.extend(returns::holds(api, &unnamed.returns));
    facts.open_questions(&unnamed.not_shown, &unnamed.notes);
    facts.described(&unnamed.part, None);
    facts.0
}

/// The facts about a deprecation.
#[must_use]
pub fn of_deprecation<'a>(
    deprecation: &'a Deprecation,
    named: impl Fn(&'a str) -> Piece<'a>,
) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Deprecated, Value::Flag, Words::default().and([Label("Deprecated.")]));
    facts.add_each(Key::Replacement, &deprecation.replacement, |name| {
        Words::new("Use ", [named(name)], " instead.")
    });
    facts.add_each(Key::DeprecatedSince, &deprecation.since, |version| {
        Words::new("It is deprecated since server ", [Prose(version)], ".")
    });
    facts.add_each(Key::RemovedAfter, &deprecation.removed_after, |month| {
        Words::new("The documents announce its removal after ", [Prose(month)], ".")
    });
    facts.add_each(Key::RemovedIn, &deprecation.removed, |version| {
        Words::new("It was removed in server ", [Prose(version)], ".")
    });
    facts.0
}

/// The facts about a result.
#[must_use]
pub fn of_returns<'a>(api: &'a Api, returns: &'a Returns) -> Vec<Fact<'a>> {
    vec![returns::fact(api, returns, Key::Returns, "Returns ")]
}

impl<'a> Facts<'a> {
    fn in_group(&mut self, group: &'a Group, part: &'a DocumentPart) {
        self.add(Key::Group, Value::Model(&group.rust), Words::new("", [Code(&group.rust)], ""));
        self.detail(Key::Document, Value::Model(&part.document));
        self.detail(Key::InPart, Value::Model(&part.name));
    }

    fn effect(&mut self, operation: &'a Operation) {
        let origin = operation.effect_status.map_or(Origin::Usual, Origin::from);
        let after = match operation.effect {
            Effect::Reads | Effect::Changes => ".",
            Effect::Destroys => ". The API can't simply undo it.",
        };
        let words = Words::new("Effect: ", [Text(operation.effect.name())], after);
        self.add_from(Key::Effect, origin, Value::Word(operation.effect.name()), words);
        self.detail(
            Key::EffectStatus,
            operation.effect_status.map_or(Value::Nothing, |status| Value::Word(status.name())),
        );
        if operation.repeatable {
            let origin = match operation.effect {
                _ if operation.overlaid.contains_key(Key::Repeatable.name()) => Origin::Documented,
                Effect::Reads => Origin::Usual,
                Effect::Changes | Effect::Destroys => Origin::Inferred,
            };
            let words = Words::new("Safe to repeat", [], ".");
            self.add_from(Key::Repeatable, origin, Value::Flag, words);
        }
    }

    fn path(&mut self, operation: &'a Operation) {
        self.detail(Key::PathStatus, Value::Word(operation.path.status()));
        let (path, origin) = match &operation.path {
            Path::Documented(path) => (path, Origin::Documented),
            Path::Inferred(path) => (path, Origin::Inferred),
            Path::Elsewhere { path, source } => {
                self.detail(Key::PathSource, Value::Model(source));
                (path, Origin::Elsewhere(source))
            }
            Path::AliasOnly => {
                let used = operation
                    .aliases
                    .first()
                    .map(|alias| Piece::Request(operation.http_method.name(), &alias.path));
                let used = used.into_iter().flat_map(|path| [Text(" The client uses "), path, Text(".")]);
                let value = [Text("only aliases")];
                let words = Words::new("The documents list ", value, " for this operation.").and(used);
                return self.add_from(Key::Path, Origin::NotShown, Value::Nothing, words);
            }
        };
        let alias = operation.aliases.first().filter(|_| origin == Origin::Inferred);
        let hint = alias.into_iter().flat_map(|alias| {
            [
                Text(". The documented path is the alias "),
                Code(&alias.path),
                Text("; "),
                Code("ClientBuilder::prefer_alias"),
                Text(" makes the client use it."),
            ]
        });
        let before = if origin == Origin::Inferred { "Path: " } else { "" };
        let words = Words::new(before, [Piece::Request(operation.http_method.name(), path)], "").and(hint);
        self.add_from(Key::Path, origin, Value::Model(path), words);
    }

    fn access(&mut self, api: &'a Api, auth: &'a Auth, gates: &'a [String]) {
        let block = api.block_of(auth).map(Piece::Credential);
        let (origin, value) = match auth {
            Auth::Required(name) => (Origin::Documented, [block.unwrap_or(Prose(name)), Text("")]),
            Auth::Optional(name) => (Origin::Documented, [block.unwrap_or(Prose(name)), Text(", optional")]),
            Auth::None => (Origin::Documented, [Text("none"), Text("")]),
            Auth::NotShown => (Origin::NotShown, [Text("not shown"), Text("")]),
        };
        let after = match auth {
            Auth::NotShown => " in the documents. The client sends the one it has, if any.",
            Auth::Required(_) | Auth::Optional(_) | Auth::None => ".",
        };
        self.add_from(Key::Auth, origin, Value::Model(auth), Words::new("Credentials: ", value, after));
        self.add_each(Key::Gates, gates, |code| {
            let meaning = api.gate(code).map(|gate| Prose(gate.doc.trim_end_matches('.')));
            Words::new("(gate ", [Piece::Gate(code)], ").")
                .after(meaning.into_iter().flat_map(|meaning| [meaning, Text(" ")]))
        });
    }

    fn method(&mut self, api: &'a Api, operation: &'a Operation) {
        let origin = match operation.overlaid.get(Key::Method.name()) {
            Some(source) => Origin::Elsewhere(source),
            None if api.method.is_none_or(|usual| usual == operation.http_method) => Origin::Usual,
            None => Origin::Documented,
        };
        if api.method.is_none() {
            let words = Words::new("", [Code(operation.http_method.name())], "");
            self.add(Key::Verb, Value::Model(&operation.http_method), words);
        }
        let words = Words::new("The HTTP method is ", [Code(operation.http_method.name())], ".");
        self.add_from(Key::Method, origin, Value::Model(&operation.http_method), words);
    }

    fn encoding(&mut self, api: &'a Api, operation: &'a Operation) {
        let source = operation.overlaid.get(Key::Encoding.name());
        let credential = credential_in_query(api, operation);
        let has_query = operation.parameters.iter().any(|parameter| parameter.place == Place::Query);
        let is_empty = operation.encoding == RequestEncoding::Query && !has_query && credential.is_none();
        let has_body = operation.encoding == RequestEncoding::Body;
        let is_usual = operation.encoding == api.usual_encoding() || is_empty || has_body;
        let origin = if is_usual { Origin::Usual } else { Origin::from_source(source) };
        let (word, media) = super::api::encoding(operation.encoding);
        let words = match operation.encoding {
            RequestEncoding::Form | RequestEncoding::Multipart => {
                Words::new("The request is ", [Code(media)], ".")
            }
            RequestEncoding::Json => Words::new(
                "The body is a JSON object (",
                [Code(media)],
                ") of the parameters that have no other place.",
            ),
            RequestEncoding::Body if !has_query => Words::default(),
            RequestEncoding::Query | RequestEncoding::Body => {
                let is_other = operation.parameters.iter().any(|parameter| parameter.place != Place::Query);
                super::api::in_query(api, if is_other { "Other parameters" } else { "The parameters" })
                    .and(credential)
            }
        };
        self.add_from(Key::Encoding, origin, Value::Word(word), words);
    }

    /// Adds the results and the failures.
    fn results(&mut self, api: &'a Api, operation: &'a Operation) {
        self.0.extend(of_returns(api, &operation.returns));
        self.0.extend(
            operation
                .more_returns
                .iter()
                .map(|returns| returns::fact(api, returns, Key::AlsoReturns, "Returns ")),
        );
        let mut failures: Vec<&Returns> = operation.failures.iter().collect();
        failures.sort_by_key(|failure| failure.status == Some(StatusRange::FAILURES));
        self.0
            .extend(failures.iter().map(|failure| returns::fact(api, failure, Key::Failures, "Fails with ")));
        let all = operation.successes().chain(failures);
        self.0.extend(all.filter_map(|returns| returns::holds(api, returns)));
    }

    /// Adds the facts that api.yaml has under the operation's name.
    fn listed_by_api(&mut self, api: &'a Api, name: &'a str, since: Option<Version>) {
        self.add_each(
            Key::VersionChanges,
            api.changes_of(name),
            |VersionChange { version, change, .. }| {
                let added_later = since.filter(|since| version < since);
                let added = added_later
                    .into_iter()
                    .flat_map(|since| [Text(" (this operation came in "), Piece::Version(since), Text(")")]);
                let value =
                    [Piece::Version(*version)].into_iter().chain(added).chain([Text(": "), Prose(change)]);
                Words::new("Changed in server ", value, "")
            },
        );
        self.add_each(Key::Limits, api.limits_of(name), |limit| {
            Words::new("Limit: ", [Prose(&limit.limit)], "")
        });
        self.add_each(Key::States, api.transitions_of(name), transition);
    }

    /// Adds the questions that the documents leave open.
    pub fn open_questions(&mut self, not_shown: &'a [String], notes: &'a [Note]) {
        for what in not_shown {
            let words = Words::new("Not shown in the documents: ", [Prose(what)], "");
            self.add_from(Key::NotShown, Origin::NotShown, Value::Model(what), words);
        }
        self.add_each(Key::Notes, notes, note);
    }

    /// Adds the place in the documents that describes the operation.
    fn described(&mut self, part: &'a DocumentPart, source: Option<&'a String>) {
        match source {
            Some(source) => self.added(source),
            None => {
                let (before, name, after) = part.in_pieces();
                let name = [Text(", "), Text(before), Prose(name), Text(after)];
                let place = [Text("Source: document "), Piece::Number(part.document)].into_iter().chain(name);
                let words = Words::new("", place, ".");
                self.add(Key::Source, Value::Nothing, words);
            }
        }
    }
}

/// The hint that the credential of an operation is sent in its query, unless a header carries it.
fn credential_in_query<'a>(api: &Api, operation: &Operation) -> Option<Piece<'a>> {
    let block = api
        .block_of(&operation.auth)
        .filter(|block| block.place == BlockPlace::Form && !operation.bearer_only)?;
    Some(Text(match block.bearer {
        None => " So is the credential.",
        Some(_) => " So is the credential, unless the bearer header carries it.",
    }))
}

/// An ambiguity and its decision.
pub fn note(Note { read, decided, why }: &Note) -> Words<'_> {
    let read = [Label("Ambiguous."), Text(" "), Prose(read)];
    let decision = [Text(" "), Label("Decided:"), Text(" "), Prose(decided)];
    let reason = [Text(" "), Label("Why:"), Text(" "), Prose(why)];
    Words::new("", read.into_iter().chain(decision).chain(reason), "")
}

fn alias<'a>(operation: &Operation, Alias { path, name, since }: &'a Alias) -> Words<'a> {
    let name = name.iter().flat_map(|name| [Text(" ("), Prose(name), Text(")")]);
    let since = since.iter().flat_map(|version| [Text(", since server "), Piece::Version(*version)]);
    let request = Piece::Request(operation.http_method.name(), path);
    Words::new("Alias ", iter::once(request).chain(name).chain(since), ".")
}

fn transition(transition: &Transition) -> Words<'_> {
    let [state, next] =
        [&transition.state, &transition.next].map(|state| state.as_deref().map_or(Text("?"), Prose));
    Words::new("", [Prose(&transition.subject), Text(": "), state, Text(" -> "), next], "")
}
