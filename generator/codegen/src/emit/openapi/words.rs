//! Facts as the descriptions that pages and generated clients show. Tools
//! ignore most keywords and all `x-` keys, so what callers have to know is also
//! in words.

use crate::emit::common::doc::{Rustdoc, code, escape};
use generator_spec::facts::{self, Fact, Key, Origin, Part, Piece, Print};
use generator_spec::model::{Api, Deprecation, Parameter, Place, Status, Wire};

/// Facts of operations with a keyword, and gates: the introduction says what they mean.
const OPERATION: &[Key] = &[Key::Method, Key::Since, Key::Aliases, Key::Gates, Key::Encoding];

/// Facts of parameters with a keyword.
const PARAMETER: &[Key] = &[Key::Default, Key::Values, Key::Constant, Key::Secret];

/// Facts in Markdown without links.
#[derive(Clone, Copy)]
pub struct Words<'a>(pub &'a Api);

impl Words<'_> {
    /// The paragraphs about an operation, whatever its path.
    pub fn operation(self, facts: &[Fact<'_>]) -> Vec<String> {
        let texts = self.sentences(facts, |it| it.key.part() == Part::Text);
        let deprecation =
            self.sentences(facts, |it| it.key.part() == Part::Deprecation && it.key != Key::Deprecated);
        let known = self.rules(facts, OPERATION);
        let known = known.into_iter().chain(gates(facts)).map(|it| format!("- {it}")).collect::<Vec<_>>();
        let paragraphs = [deprecation.join(" "), known.join("\n")].into_iter();
        texts.into_iter().chain(paragraphs.filter(|it| !it.is_empty())).collect()
    }

    /// The paragraphs about a parameter.
    pub fn parameter(self, it: &Parameter, facts: &[Fact<'_>]) -> Vec<String> {
        let doc = it.doc.as_deref().map(escape);
        let is_text = it.wire == Wire::Json && it.place != Place::Field && it.object.is_none();
        let json = is_text.then(|| format!("{} as JSON text.", code(&it.ty.notation)));
        let is_empty = it.nullable && it.wire != Wire::Json;
        let null = is_empty.then(|| "Null is sent as an empty value.".to_owned());
        let known = self.rules(facts, PARAMETER);
        let deprecation = self.deprecation(it.deprecated.as_ref());
        doc.into_iter().chain(deprecation).chain(json).chain(null).chain(known).collect()
    }

    /// The sentences about a deprecation that tools don't show.
    pub fn deprecation(self, deprecated: Option<&Deprecation>) -> Option<String> {
        let facts = facts::of_deprecation(deprecated?, Piece::Code);
        let known = self.sentences(&facts, |it| it.key != Key::Deprecated).join(" ");
        (!known.is_empty()).then_some(known)
    }

    /// The introduction: what the API is, how credentials are sent, what gates
    /// mean, and how to recognize a failure.
    pub fn introduction(self) -> Vec<String> {
        let api = self.0;
        let texts = api.about.iter().chain(&api.encoding.rules).map(|it| escape(it));
        let mut paragraphs: Vec<String> = texts.collect();
        let responses = facts::of_api(api);
        let responses = self.sentences(&responses, |it| matches!(it.key, Key::Message | Key::Envelope));
        section("Responses", responses, &mut paragraphs);
        let blocks = api.blocks.iter().flat_map(|block| {
            let facts = facts::of_block(api, block);
            let shown = self.sentences(&facts, |it| {
                matches!(it.key, Key::Rules | Key::In | Key::Bearer | Key::RefusedWith | Key::CheckedFirst)
            });
            let title = format!("{}, {}:", escape(&block.title), code(&block.name));
            std::iter::once(title).chain(shown)
        });
        section("Credentials", blocks.collect(), &mut paragraphs);
        let gates = api.gates.iter().map(|gate| format!("- {}: {}", code(&gate.code), escape(&gate.doc)));
        let gates = gates.collect::<Vec<_>>().join("\n");
        section("Gates", Some(gates).into_iter().filter(|it| !it.is_empty()).collect(), &mut paragraphs);
        paragraphs
    }

    /// Rules for callers, except for these.
    fn rules(self, facts: &[Fact<'_>], others: &[Key]) -> Vec<String> {
        self.sentences(facts, |it| it.key.part() == Part::Plain && !others.contains(&it.key))
    }

    fn sentences(self, facts: &[Fact<'_>], is_shown: impl Fn(&Fact<'_>) -> bool) -> Vec<String> {
        let shown = facts.iter().filter(|it| it.is_for_people() && is_shown(it));
        shown.map(|it| self.sentence(it)).collect()
    }
}

/// The codes; the introduction says what they mean.
fn gates(facts: &[Fact<'_>]) -> Option<String> {
    let codes = facts.iter().filter(|it| it.key == Key::Gates).map(|it| code(&it.short()));
    let codes = codes.collect::<Vec<_>>();
    (!codes.is_empty()).then(|| format!("Gates: {}.", codes.join(", ")))
}

/// The mark of a path's origin.
pub fn path_status(status: Status) -> Option<&'static str> {
    match status {
        Status::Documented => None,
        Status::Inferred => Some("The path is inferred; the documents don't show it."),
        Status::Elsewhere => Some("The path is from an overlay, not from the documents."),
    }
}

fn section(title: &str, texts: Vec<String>, to: &mut Vec<String>) {
    if !texts.is_empty() {
        to.push(format!("## {title}"));
        to.extend(texts);
    }
}

impl Print for Words<'_> {
    fn piece(&self, piece: Piece<'_>, to: &mut String) {
        match piece {
            Piece::Prose(text) => to.push_str(&escape(text)),
            Piece::Operation(name) => to.push_str(&code(name)),
            Piece::Type(notation, _) => to.push_str(&code(notation)),
            Piece::Credential(block) => to.push_str(&escape(&block.title)),
            piece => Rustdoc::of(self.0).piece(piece, to),
        }
    }

    fn close(&self, origin: Origin<'_>, to: &mut String) {
        Rustdoc::of(self.0).close(origin, to);
    }
}
