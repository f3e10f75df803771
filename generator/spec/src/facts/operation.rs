//! Facts of operations, in the order of the spec language.

use super::list::Facts;
use super::piece::enumerated;
use super::{Fact, Key, Origin, Piece, Value, Words, returns};
use crate::model::{
    Alias, Api, Auth, BlockPlace, Deprecation, DocumentPart, Effect, Group, Note, Operation, PageStep, Pages,
    Parameter, Path, Place, Presence, RequestEncoding, Returns, StatusRange, Transition, Type, Unnamed,
    Version, VersionChange, Waits, Wire,
};

use Piece::{Code, Label, Own, Said};

/// The facts about an operation.
#[must_use]
pub fn of_operation<'a>(api: &'a Api, group: &'a Group, it: &'a Operation) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.of(Key::Operation, api.names.into(), Value::Model(&it.name), Words::new("", [Said(&it.name)], ""));
    facts.named_in_rust(&it.rust, it.renamed);
    facts.in_group(group, &it.part);
    facts.add(Key::Summary, Value::Model(&it.summary), Words::said(&it.summary));
    facts.0.extend(it.deprecated.iter().flat_map(|it| of_deprecation(it, Piece::Operation)));
    facts.effect(it);
    facts.method(api, it);
    facts.path(it);
    facts.each(Key::Rules, &it.rules, |rule| Words::said(rule));
    facts.since(it.since.as_ref());
    facts.each(Key::Aliases, &it.aliases, |alias| self::alias(it, alias));
    facts.access(api, &it.auth, &it.gates);
    if it.bearer_only {
        let value = [Code("Authorization: Bearer")];
        facts.add(Key::AuthIn, Value::Flag, Words::new("The credential is always sent as ", value, "."));
    }
    facts.each(Key::Server, &it.server, |name| Words::new("It is at the server ", [Code(name)], "."));
    facts.each(Key::Permission, &it.permission, |name| {
        Words::new("The token must have the action ", [Code(name)], ".")
    });
    facts.encoding(api, it);
    facts.each(Key::DeviceSince, &it.device_since, |version| {
        Words::new("Requires device client ", [Piece::Version(*version)], " or later.")
    });
    facts.parameters(&it.parameters);
    facts.body(api, it);
    facts.results(api, it);
    facts.goes_on(it);
    facts.each(Key::Choices, &it.choices, |choice| {
        let names = enumerated(choice.parameters.iter().map(|name| Code(name)), " and ");
        Words::new("Callers send ", [Own(choice.takes.in_words())].into_iter().chain(names), ".")
    });
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
    facts.0.extend(of_returns(api, &it.returns));
    facts.open_questions(&it.not_shown, &it.notes);
    facts.described(&it.part, None);
    facts.0
}

/// The facts about a deprecation.
#[must_use]
pub fn of_deprecation<'a>(it: &'a Deprecation, named: impl Fn(&'a str) -> Piece<'a>) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Deprecated, Value::Flag, Words::default().and([Label("Deprecated.")]));
    facts.each(Key::Replacement, &it.replacement, |name| Words::new("Use ", [named(name)], " instead."));
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
    vec![returns::fact(api, it, Key::Returns, "Returns ")]
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
        let before = if origin == Origin::Inferred { "Path: " } else { "" };
        let words = Words::new(before, [Piece::Request(it.http_method.name(), path)], "").and(hint);
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
        if api.method.is_none() {
            let words = Words::new("", [Code(it.http_method.name())], "");
            self.add(Key::Verb, Value::Model(&it.http_method), words);
        }
        let words = Words::new("The HTTP method is ", [Code(it.http_method.name())], ".");
        self.of(Key::Method, origin, Value::Model(&it.http_method), words);
    }

    fn encoding(&mut self, api: &'a Api, it: &'a Operation) {
        let source = it.overlaid.get(Key::Encoding.name());
        let credential = credential_in_query(api, it);
        let has_query = it.parameters.iter().any(|it| it.place == Place::Query);
        let is_empty = it.encoding == RequestEncoding::Query && !has_query && credential.is_none();
        let has_body = it.encoding == RequestEncoding::Body;
        let is_usual = it.encoding == api.usual_encoding() || is_empty || has_body;
        let origin = if is_usual { Origin::Usual } else { Origin::of(source) };
        let (word, media) = super::api::encoding(it.encoding);
        let words = match it.encoding {
            RequestEncoding::Form | RequestEncoding::Multipart => {
                Words::new("The request is ", [Code(media)], ".")
            }
            RequestEncoding::Json => Words::new(
                "The body is a JSON object (",
                [Code(media)],
                ") of the parameters that have no other place.",
            ),
            RequestEncoding::Body => Words::default(),
            RequestEncoding::Query => {
                let is_other = it.parameters.iter().any(|it| it.place != Place::Query);
                super::api::in_query(if is_other { "Other parameters" } else { "The parameters" })
                    .and(credential)
            }
        };
        self.of(Key::Encoding, origin, Value::Word(word), words);
    }

    /// The results and the failures.
    fn results(&mut self, api: &'a Api, it: &'a Operation) {
        self.0.extend(of_returns(api, &it.returns));
        self.0.extend(it.more_returns.iter().map(|it| returns::fact(api, it, Key::AlsoReturns, "Returns ")));
        let mut failures: Vec<&Returns> = it.failures.iter().collect();
        failures.sort_by_key(|it| it.status == Some(StatusRange::FAILURES));
        self.0.extend(failures.iter().map(|it| returns::fact(api, it, Key::Failures, "Fails with ")));
    }

    /// A body that is one value.
    fn body(&mut self, api: &'a Api, it: &'a Operation) {
        let mut bodies = it.parameters.iter().filter(|it| it.place == Place::Body);
        let Some((body, parameter)) = it.body.as_ref().zip(bodies.next()) else { return };
        let what = body_kind(api, parameter);
        let null = parameter.nullable.then_some(Own(" or null"));
        let all = [&body.content_type].into_iter().chain(&body.more_content_types).map(|it| Code(it));
        let own = if parameter.content.is_some() { 1 } else { usize::MAX };
        let media = enumerated(all.take(own).collect::<Vec<_>>().into_iter(), " or ");
        let others = bodies.filter_map(|it| Some((it, it.content.as_ref()?))).flat_map(|(it, content)| {
            [Own(", or "), body_kind(api, it), Own(" as "), Code(&content.content_type)]
        });
        let optional =
            (parameter.presence == Presence::Optional).then_some(Own("; the body may be left out"));
        let value = [what].into_iter().chain(null).chain([Own(" as ")]).chain(media);
        let value = value.chain(others).chain(optional);
        self.add(Key::Body, Value::Model(body), Words::new("The body is ", value, "."));
        for parameter in it.parameters.iter().filter(|it| it.place == Place::Body) {
            let (is_partial, media) = match &parameter.content {
                Some(own) => (own.partial, vec![Own(" as "), Code(&own.content_type)]),
                None => (body.partial, Vec::new()),
            };
            if is_partial {
                let words = [Own("Any field of the body")].into_iter().chain(media);
                self.add(Key::Partial, Value::Flag, Words::new("", words, " may be left out."));
            }
        }
    }

    /// Pages, and the time that an operation may take.
    fn goes_on(&mut self, it: &'a Operation) {
        self.each(Key::Pages, &it.pages, |pages| Words::new("Paginated by ", self::pages(pages), "."));
        self.each(Key::Waits, &it.waits, |waits| {
            let value = match waits {
                Waits::Parameter(name) => vec![Own("as many seconds as "), Code(name), Own(" says")],
                Waits::Seconds(seconds) => vec![Piece::Number(*seconds), Own(" seconds")],
            };
            Words::new("The server may take ", value, " before it responds.")
        });
    }

    /// Adds the facts that api.yaml has under the operation's name.
    fn by_name(&mut self, api: &'a Api, name: &'a str, since: Option<Version>) {
        self.each(Key::VersionChanges, api.changes_of(name), |VersionChange { version, change, .. }| {
            let since = since.filter(|since| version < since);
            let came = since
                .into_iter()
                .flat_map(|since| [Own(" (this operation came in "), Piece::Version(since), Own(")")]);
            let value = [Piece::Version(*version)].into_iter().chain(came).chain([Own(": "), Said(change)]);
            Words::new("Changed in server ", value, "")
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

/// The way from one page to the next, in words.
fn pages(it: &Pages) -> Vec<Piece<'_>> {
    let step = match &it.step {
        PageStep::Page { parameter, first } => {
            vec![Code(parameter), Own(" (from "), Piece::Number(*first), Own(")")]
        }
        PageStep::Offset(parameter) => vec![Code(parameter), Own(", the number of items before the page")],
        PageStep::Cursor { parameter, next } => {
            let start = [Code(parameter), Own(", which is ")];
            start.into_iter().chain(path(next)).chain([Own(" of the page before")]).collect()
        }
        PageStep::CursorHeader { parameter, header } => {
            vec![Code(parameter), Own(", which is the header "), Code(header), Own(" of the page before")]
        }
        PageStep::Url(next) => [Own("the URL of the next page in ")].into_iter().chain(path(next)).collect(),
        PageStep::Link(relation) => {
            vec![
                Own("the header "),
                Code("Link"),
                Own(", whose relation "),
                Code(relation),
                Own(" is the URL of the next page"),
            ]
        }
    };
    let size = it.size.iter().flat_map(|name| [Own(", up to "), Code(name), Own(" items each")]);
    let items = (!it.items.is_empty()).then_some(Own("; the items are in "));
    let total = (!it.total.is_empty()).then_some(Own("; the number of all items is in "));
    let step = step.into_iter().chain(size).chain(items).chain(path(&it.items));
    step.chain(total).chain(path(&it.total)).collect()
}

/// A field and those around it: `data.items`.
fn path(fields: &[String]) -> impl Iterator<Item = Piece<'_>> {
    fields
        .iter()
        .enumerate()
        .flat_map(|(index, name)| [(index > 0).then_some(Own(".")), Some(Code(name))].into_iter().flatten())
}

/// The kind of a body, in a word.
fn body_kind<'a>(api: &'a Api, parameter: &'a Parameter) -> Piece<'a> {
    match parameter.wire {
        Wire::File => Own("bytes"),
        Wire::Text => Own("text"),
        // A partial body has a type of its own, which the documents don't have.
        Wire::Json | Wire::List => match whole(api, parameter) {
            Some(ty) => Piece::Type(&ty.name, Some(ty)),
            None => Piece::of(api, &parameter.ty),
        },
    }
}

/// The type of which a partial body has some of the fields.
fn whole<'a>(api: &'a Api, parameter: &Parameter) -> Option<&'a Type> {
    let part_of = api.ty(parameter.ty.shape.named()?)?.part_of.as_ref()?;
    api.types.iter().find(|ty| ty.name == *part_of)
}
