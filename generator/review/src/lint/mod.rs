//! Style and consistency beyond correctness: `cargo xtask lint`.
//!
//! A rule is a line in [`RULES`] and a function in the module of its family.
//! To add one: both, and a fixture in `tests/data/lint/`. A spec that is wrong, such as by a path
//! that breaks the convention, is an error of `resolve` instead.

mod allow;
mod fix;
mod gates;
mod groups;
mod history;
mod layout;
mod limits;
mod names;
mod notes;
mod secrets;
mod subject;
mod texts;
mod types;

pub use self::fix::{Edit, apply};

use self::subject::Subject;
use generator_spec::Spec;
use generator_spec::diagnostics::{At, Diagnostic, Finding, Severity};
use generator_spec::parallel;

/// A lint rule.
#[derive(Debug)]
pub struct Rule {
    /// Its name, in kebab case.
    pub name: &'static str,
    /// The severity of a violation.
    pub severity: Severity,
    /// Why it exists: a paragraph.
    pub reason: &'static str,
    /// Checks one API. What is wrong with allowances is found when they are applied.
    check: fn(&Subject<'_>, &mut Findings),
}

/// All rules.
pub const RULES: &[Rule] = &[
    names::CASE,
    names::SPELLING,
    texts::VERB,
    texts::FULL_STOP,
    texts::EFFECT,
    secrets::UNMARKED,
    secrets::IN_QUERY,
    history::ALIAS_AGE,
    history::REPLACEMENT,
    gates::ORDER,
    groups::STRANGER,
    types::UNUSED,
    types::UNDOCUMENTED,
    limits::PATTERN,
    notes::EMPTY,
    layout::ORDER,
    allow::MALFORMED,
    allow::UNUSED,
];

/// Rules that don't hold for an imported spec: its author can't change the names and texts.
const NOT_FOR_IMPORTED: &[&str] = &[
    names::CASE.name,
    names::SPELLING.name,
    texts::VERB.name,
    texts::FULL_STOP.name,
    texts::EFFECT.name,
    secrets::UNMARKED.name,
    groups::STRANGER.name,
    types::UNUSED.name,
    types::UNDOCUMENTED.name,
    limits::PATTERN.name,
    history::REPLACEMENT.name,
    layout::ORDER.name,
];

/// A finding, and its fix if that needs no decision.
#[derive(Clone, Debug)]
pub struct Lint {
    /// The finding.
    pub finding: Finding,
    /// Its fix.
    pub fix: Option<Edit>,
}

/// The findings of one rule.
struct Findings {
    rule: &'static Rule,
    found: Vec<Lint>,
}

impl Findings {
    fn push(&mut self, at: At<'_>, title: impl Into<String>, help: impl Into<String>) {
        self.fixable(at, title, help, None);
    }

    fn fixable(&mut self, at: At<'_>, title: impl Into<String>, help: impl Into<String>, fix: Option<Edit>) {
        let file = Some(at.file().clone());
        self.add(Diagnostic { file, span: at.span(), title: title.into(), help: help.into() }, fix);
    }

    fn add(&mut self, diagnostic: Diagnostic, fix: Option<Edit>) {
        let Rule { name, severity, .. } = self.rule;
        self.found.push(Lint { finding: Finding { diagnostic, severity: *severity, rule: Some(name) }, fix });
    }
}

/// Checks one API of a spec, or all if none is named. The findings are in the order of files and lines.
#[must_use]
pub fn lint(spec: &Spec, api: Option<&str>) -> Vec<Lint> {
    let pairs = spec.sources.iter().zip(&spec.apis);
    let wanted: Vec<_> = pairs.filter(|(source, _)| api.is_none_or(|api| source.name == api)).collect();
    let mut found: Vec<Lint> = parallel::map(&wanted, |(source, api)| lint_api(&Subject { source, api }))
        .into_iter()
        .flatten()
        .collect();
    let key = |lint: &Lint| {
        let Finding { diagnostic, rule, .. } = &lint.finding;
        (diagnostic.file.as_ref().map(|file| file.path.clone()), diagnostic.span.start, *rule)
    };
    found.sort_by_cached_key(key);
    // A set of parameters is reported once, not for each operation that uses it.
    found.dedup_by(|one, other| {
        key(one) == key(other) && one.finding.diagnostic.title == other.finding.diagnostic.title
    });
    found
}

fn lint_api(subject: &Subject<'_>) -> Vec<Lint> {
    let is_imported = subject.api.imported.is_some();
    let rules = RULES.iter().filter(|rule| !is_imported || !NOT_FOR_IMPORTED.contains(&rule.name));
    let found = rules.flat_map(|rule| {
        let mut findings = Findings { rule, found: Vec::new() };
        (rule.check)(subject, &mut findings);
        findings.found
    });
    allow::sift(subject, found.collect())
}
