//! Facts that the documents don't show, and what is used instead.
//!
//! The one place that decides what a gap is: the book and `cargo xtask gaps`
//! print it.

mod coverage;

pub use self::coverage::Coverage;

use crate::facts::{self, Fact, Key, Origin, Piece};
use crate::model::{Api, Group, Note, Operation, Row, Status};
use crate::text::{counted, named};

named! {
    /// Kinds of gaps.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum GapKind {
        /// No path is shown; the convention gives one.
        Path = "path",
        /// The effect of an operation is inferred.
        Effect = "effect",
        /// Only aliases are shown, and no other path is known.
        AliasOnly = "alias_only",
        /// Nothing is said about the result.
        Returns = "returns",
        /// The result is described in words only.
        ReturnsInWords = "returns_in_words",
        /// Nothing is said about the credential.
        Auth = "auth",
        /// A row has no name.
        Unnamed = "unnamed",
        /// A type's fields are not shown.
        Opaque = "opaque",
        /// A type's fields are inferred.
        Fields = "fields",
        /// A list of values has no name.
        UnnamedType = "unnamed_type",
        /// Operations and types have no names.
        Names = "names",
        /// The request encoding is inferred.
        Encoding = "encoding",
        /// The parameters of a credential's schemes are inferred.
        Schemes = "schemes",
        /// Anything else that the spec says.
        Said = "said",
    }
}

impl GapKind {
    /// The kind in words.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Path => "inferred path",
            Self::Effect => "inferred effect",
            Self::AliasOnly => "only alias paths",
            Self::Returns => "result not described",
            Self::ReturnsInWords => "result described only in words",
            Self::Auth => "credential not shown",
            Self::Unnamed => "unnamed operation (no code generated)",
            Self::Opaque => "fields of a type not shown",
            Self::Fields => "inferred fields of a type",
            Self::UnnamedType => "type without a name in the documents",
            Self::Names => "names of operations and types",
            Self::Encoding => "inferred request encoding",
            Self::Schemes => "inferred parameters of an authentication scheme",
            Self::Said => "other",
        }
    }
}

/// One thing that the documents don't show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap<'a> {
    /// The kind of gap.
    pub kind: GapKind,
    /// Of what: an operation, the place of a row, a type, a block; empty for
    /// the API as a whole.
    pub subject: &'a str,
    /// The spec's words for it.
    pub words: Option<&'a str>,
    /// The value that is used instead.
    pub inferred: Option<&'a str>,
}

/// The gaps of one group.
#[derive(Clone, Debug)]
pub struct GroupGaps<'a> {
    /// The group.
    pub group: &'a Group,
    /// Its gaps, in the order of its rows.
    pub gaps: Vec<Gap<'a>>,
}

/// The gaps of an API.
#[derive(Clone, Debug)]
pub struct Gaps<'a> {
    /// The API.
    pub api: &'a Api,
    /// Those of the API as a whole and of its types.
    pub whole: Vec<Gap<'a>>,
    /// Those of its operations.
    pub groups: Vec<GroupGaps<'a>>,
    /// Ambiguities: of what, and the decision.
    pub ambiguities: Vec<(&'a str, &'a Note)>,
    /// The number of operations whose HTTP method says their effect: nobody needs to ask about these.
    pub by_method: usize,
}

/// The gaps of an API.
#[must_use]
pub fn gaps(api: &Api) -> Gaps<'_> {
    let groups = api.groups.iter().map(|group| {
        let gaps = group.rows.iter().flat_map(|row| match row {
            Row::Named(it) => {
                let mut gaps = of(&it.name, &facts::of_operation(api, group, it));
                gaps.retain(|gap| gap.kind != GapKind::Effect || !has_effect_of_method(api, it));
                gaps
            }
            Row::Unnamed(it) => of(&it.place, &facts::of_unnamed(api, group, it)),
        });
        GroupGaps { group, gaps: gaps.collect() }
    });
    let by_method = api.operations().filter(|it| has_effect_of_method(api, it)).count();
    Gaps { api, whole: whole(api), groups: groups.collect(), ambiguities: ambiguities(api), by_method }
}

/// Returns whether an effect is inferred from the HTTP method alone.
fn has_effect_of_method(api: &Api, it: &Operation) -> bool {
    let is_of_method = || {
        let rule = api.effect_convention.as_ref().and_then(|rules| rules.rule(&it.rust, it.http_method));
        rule.is_some_and(|rule| rule.words.is_empty() && rule.effect == it.effect)
    };
    it.effect_status == Some(Status::Inferred) && is_of_method()
}

impl<'a> Gaps<'a> {
    /// A sentence on the effects that are no gaps.
    #[must_use]
    pub fn effects_of_methods(&self) -> Option<String> {
        let count = self.by_method;
        (count > 0).then(|| format!("Not counted: {} inferred from HTTP methods.", counted(count, "effect")))
    }

    /// Every gap.
    pub fn all(&self) -> impl Iterator<Item = &Gap<'a>> {
        self.whole.iter().chain(self.groups.iter().flat_map(|group| &group.gaps))
    }
}

/// Counts the gaps of each kind that occurs.
#[must_use]
pub fn counts<'g>(gaps: impl IntoIterator<Item = &'g Gap<'g>>) -> Vec<(GapKind, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for gap in gaps {
        *counts.entry(gap.kind).or_default() += 1;
    }
    counts.into_iter().collect()
}

/// The inferred facts about a subject and those that are not shown.
fn of<'a>(subject: &'a str, facts: &[Fact<'a>]) -> Vec<Gap<'a>> {
    let open = facts.iter().filter_map(|fact| Some((kind(fact)?, fact)));
    let gap = open.map(|(kind, fact)| {
        let (mut words, mut inferred) = (None, None);
        for piece in fact.words.pieces() {
            match piece {
                Piece::Prose(text) if kind != GapKind::Unnamed => words = Some(*text),
                Piece::Request(_, path) => inferred = Some(*path),
                _ => {}
            }
        }
        if let (GapKind::Effect, [Piece::Text(effect)]) = (kind, fact.words.value()) {
            inferred = Some(effect);
        }
        Gap { kind, subject, words, inferred }
    });
    gap.collect()
}

/// Returns the kind of gap that a fact is, if it is one.
fn kind(fact: &Fact<'_>) -> Option<GapKind> {
    let is_inferred = match fact.origin {
        Origin::Inferred => true,
        Origin::NotShown => false,
        Origin::Documented | Origin::Elsewhere(_) | Origin::Usual => return None,
    };
    let says = |piece: &Piece<'_>| matches!(piece, Piece::Prose(_));
    match fact.key {
        Key::Path if is_inferred => Some(GapKind::Path),
        Key::Path => Some(GapKind::AliasOnly),
        Key::Effect => Some(GapKind::Effect),
        Key::Returns if fact.words.pieces().iter().any(says) => Some(GapKind::ReturnsInWords),
        Key::Returns => Some(GapKind::Returns),
        Key::Auth => Some(GapKind::Auth),
        Key::Unnamed => Some(GapKind::Unnamed),
        Key::Kind if is_inferred => Some(GapKind::Fields),
        Key::Kind => Some(GapKind::Opaque),
        Key::NamedByDocuments => Some(GapKind::UnnamedType),
        Key::Names => Some(GapKind::Names),
        Key::Encoding => Some(GapKind::Encoding),
        Key::Schemes => Some(GapKind::Schemes),
        Key::NotShown => Some(GapKind::Said),
        _ => None,
    }
}

fn whole(api: &Api) -> Vec<Gap<'_>> {
    let (said, encoding): (Vec<_>, Vec<_>) =
        of("", &facts::of_api(api)).into_iter().partition(|gap| gap.kind == GapKind::Said);
    // One gap for all schemes of a block.
    let schemes = api.blocks.iter().filter_map(|block| of(&block.title, &facts::of_block(api, block)).pop());
    let types = api.types.iter().flat_map(|ty| {
        let gaps = of(&ty.name, &facts::of_type(api, ty)).into_iter();
        gaps.map(|gap| Gap { words: ty.doc.as_deref(), ..gap })
    });
    encoding.into_iter().chain(schemes).chain(said).chain(types).collect()
}

/// The ambiguities of an API: of what, and the decision.
#[must_use]
pub fn ambiguities(api: &Api) -> Vec<(&str, &Note)> {
    fn of<'a>(subject: &'a str, notes: &'a [Note]) -> impl Iterator<Item = (&'a str, &'a Note)> {
        notes.iter().map(move |note| (subject, note))
    }
    let rows = api.groups.iter().flat_map(|group| &group.rows);
    let rows = rows.flat_map(|row| match row {
        Row::Named(it) => of(&it.name, &it.notes),
        Row::Unnamed(it) => of(&it.place, &it.notes),
    });
    let blocks = api.blocks.iter().flat_map(|block| of(&block.title, &block.notes));
    of("", &api.notes).chain(blocks).chain(rows).collect()
}
