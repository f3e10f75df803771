//! The spelling of names.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::{Findings, Rule, Severity, Subject};
use generator_spec::diagnostics::At;
use generator_spec::load::source::{BlockPlace, PlaceSource};

pub const CASE: Rule = Rule {
    name: "name-case",
    severity: Severity::Warning,
    reason: "Where nine in ten names of one kind (operations, parameters, fields, types) use one case, a \
             name in another is usually a transcription error: look it up in the documents. If they write \
             it that way, keep it, and add an allowance that says it was looked up. A name is reported \
             where it comes first. Names of headers have a case of their own.",
    check: case,
};

pub const SPELLING: Rule = Rule {
    name: "name-spelling",
    severity: Severity::Warning,
    reason: "Two names that differ only in capitals or underscores (`UserId`, `UserID`) are one name \
             spelled in two ways. The wire distinguishes the spellings, so one of them is usually an error \
             that a server would reject. If the documents use both spellings, keep both and add an \
             allowance. The rarer spelling is reported.",
    check: spelling,
};

type Named<'a> = (&'a str, At<'a>);

/// The names of an API by kind, each with its place.
fn kinds<'a>(subject: &Subject<'a>) -> [(&'static str, Vec<Named<'a>>); 4] {
    let operations =
        subject.rows().filter_map(|(row, at)| Some((row.operation.as_deref()?, at.get("operation"))));
    let blocks = subject.blocks().filter(|(block, _)| block.place == BlockPlace::Header);
    let headers: HashSet<_> = blocks.flat_map(|(block, _)| block.parameters.keys()).collect();
    let parameters = subject.parameters().filter(|(name, parameter, _)| {
        parameter.place != Some(PlaceSource::Header) && !headers.iter().any(|header| header == name)
    });
    [
        ("operation", operations.collect()),
        ("parameter", parameters.map(|(name, _, at)| (name, at.key())).collect()),
        ("field", subject.fields().map(|(name, _, at)| (name, at.key())).collect()),
        ("type", subject.types().map(|(name, at)| (name, at.key())).collect()),
    ]
}

/// The way in which the words of a name are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    Pascal,
    Snake,
    Camel,
    Kebab,
    Shouting,
}

impl Case {
    const ALL: [Self; 5] = [Self::Pascal, Self::Snake, Self::Camel, Self::Kebab, Self::Shouting];

    fn has(self, name: &str) -> bool {
        let starts = |is_first: fn(char) -> bool| name.starts_with(is_first);
        let lower = |c: char| c.is_ascii_lowercase();
        let upper = |c: char| c.is_ascii_uppercase();
        let all = |also: char, is_letter: fn(char) -> bool| {
            name.chars().all(|c| is_letter(c) || c.is_ascii_digit() || c == also)
        };
        let is_joined = name.chars().all(|c| c.is_ascii_alphanumeric());
        match self {
            Self::Pascal => starts(upper) && is_joined,
            Self::Camel => starts(lower) && is_joined,
            Self::Snake => starts(lower) && all('_', lower),
            Self::Kebab => starts(lower) && all('-', lower),
            Self::Shouting => starts(upper) && all('_', upper),
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Pascal => "PascalCase",
            Self::Snake => "snake_case",
            Self::Camel => "camelCase",
            Self::Kebab => "kebab-case",
            Self::Shouting => "SHOUTING_CASE",
        }
    }

    /// The case that nine in ten names have.
    fn prevailing(names: &[Named<'_>]) -> Option<Self> {
        let counts = Self::ALL.map(|case| (case, names.iter().filter(|(name, _)| case.has(name)).count()));
        let (case, count) = counts.into_iter().rev().max_by_key(|(_, count)| *count)?;
        (count * 10 >= names.len() * 9).then_some(case)
    }
}

fn case(subject: &Subject<'_>, findings: &mut Findings) {
    for (kind, mut names) in kinds(subject) {
        let mut seen = HashSet::new();
        names.retain(|(name, _)| seen.insert(*name));
        let Some(prevailing) = Case::prevailing(&names) else { continue };
        for (name, at) in names.iter().filter(|(name, _)| !prevailing.has(name)) {
            let title = format!("the {kind} `{name}` is not in {}", prevailing.title());
            let help = format!("nine in ten {kind}s of this API are: look it up in the documents");
            findings.push(*at, title, help);
        }
    }
}

fn spelling(subject: &Subject<'_>, findings: &mut Findings) {
    for (kind, names) in kinds(subject) {
        let usual = usual(&names);
        for (name, at) in &names {
            if let Some(usual) = usual.get(&folded(name)).filter(|usual| *usual != name) {
                let title = format!("the {kind} `{name}` is spelled `{usual}` elsewhere");
                findings.push(*at, title, "look it up in the documents: only one spelling works on the wire");
            }
        }
    }
}

/// The most frequent spelling of each name; of equally frequent ones, the first.
fn usual<'a>(names: &[Named<'a>]) -> HashMap<String, &'a str> {
    let mut counts: IndexMap<&str, usize> = IndexMap::new();
    for (name, _) in names {
        *counts.entry(name).or_default() += 1;
    }
    counts.sort_by(|_, a, _, b| b.cmp(a));
    let mut usual = HashMap::new();
    for name in counts.into_keys() {
        usual.entry(folded(name)).or_insert(name);
    }
    usual
}

fn folded(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}
