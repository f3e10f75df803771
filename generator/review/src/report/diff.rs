//! The report of `diff`: on a terminal, on a pull request, for programs, as a
//! changelog.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::diff::{AUDIENCES, Change, Heading, Side, Step};
use generator_spec::diagnostics::{Color, annotation};
use generator_spec::text::{code, path};

/// The changes of one API, the worst first.
struct Section<'a> {
    api: &'a str,
    /// Breaking changes, other changes, and texts.
    parts: [Vec<&'a Change>; 3],
}

impl<'a> Section<'a> {
    /// One for each API that changed.
    fn all(changes: &'a [Change]) -> Vec<Self> {
        changes.chunk_by(|a, b| a.api == b.api).map(Self::of).collect()
    }

    fn of(changes: &'a [Change]) -> Self {
        let (texts, facts): (Vec<_>, Vec<_>) =
            changes.iter().partition(|change| change.rule.heading == Heading::Documentation);
        let (breaking, others) = facts.into_iter().partition(|change| change.is_breaking());
        let api = changes.first().map_or("", |change| change.api.as_str());
        Self { api, parts: [breaking, others, texts] }
    }

    fn changes(&self) -> impl Iterator<Item = &'a Change> {
        self.parts.iter().flatten().copied()
    }

    fn step(&self) -> Step {
        self.changes().map(|change| change.step()).max().unwrap_or(Step::Patch)
    }

    /// `2 breaking, 1 other, 3 documentation-only`
    fn counts(&self) -> String {
        let parts = self.parts.iter().zip(["breaking", "other", "documentation-only"]);
        parts
            .filter(|(changes, _)| !changes.is_empty())
            .map(|(changes, what)| format!("{} {what}", changes.len()))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// `file:line`
fn position(change: &Change) -> Option<String> {
    change.place.as_ref().map(|place| format!("{}:{}", path(&place.path), place.line))
}

/// ` Breaks server code, other HTTP clients.`; empty if it breaks no one.
fn breaks(change: &Change) -> String {
    let broken = change.broken();
    if broken.is_empty() { String::new() } else { format!(" Breaks {broken}.") }
}

/// Changes for people, the worst first.
#[must_use]
pub fn text(changes: &[Change], color: Color) -> String {
    if changes.is_empty() {
        return "The specs mean the same.\n".to_owned();
    }
    let paint = |label: &str, style: &str| match (style, color) {
        ("", _) | (_, Color::Never) => label.to_owned(),
        (style, Color::Always) => format!("\x1b[{style}m{label}\x1b[0m"),
    };
    let section = |section: &Section<'_>| {
        let head = format!("{}: {} ({})", section.api, section.step().name(), section.counts());
        let labels = [("breaking", "1;31"), ("   other", "32"), ("    text", "")];
        let parts = section.parts.iter().zip(labels).flat_map(|(changes, (label, style))| {
            changes.iter().map(move |change| line(&paint(label, style), change))
        });
        paint(&head, "1") + "\n" + &parts.collect::<String>()
    };
    Section::all(changes).iter().map(section).collect::<Vec<_>>().join("\n")
}

fn line(label: &str, change: &Change) -> String {
    let broken = change.broken();
    let broken = if broken.is_empty() { String::new() } else { format!("; breaks {broken}") };
    let position = position(change).unwrap_or_default();
    format!("  {label}  {}\n            {position} ({}{broken})\n", change.sentence(), change.rule.id)
}

/// Changes as workflow commands of GitHub Actions: warnings for what breaks,
/// notices for the rest. What was removed has no line.
#[must_use]
pub fn github(changes: &[Change]) -> String {
    let annotation = |change: &Change| {
        let level = if change.is_breaking() { "warning" } else { "notice" };
        let place = change.place.as_ref().filter(|place| place.side == Side::Head);
        let title = format!("{} {}", change.api, change.rule.id);
        let message = format!("{}.{}", change.sentence(), breaks(change));
        annotation(level, place.map(|place| (place.path.as_str(), place.line)), &title, &message)
    };
    changes.iter().map(annotation).collect()
}

/// Changes as Markdown, for a comment on a pull request: by API, the worst first.
/// Everything from a spec is in code style, where nothing is markup.
#[must_use]
pub fn markdown(changes: &[Change]) -> String {
    let mut text = "## API changes\n\n".to_owned();
    if changes.is_empty() {
        text.push_str("No changes: the specs mean the same.\n");
    }
    for section in Section::all(changes) {
        let (api, step) = (code(section.api), section.step().name());
        let _ = writeln!(text, "### {api}\n\nVersion bump: **{step}** ({}).\n", section.counts());
        let parts = [(" open", "Breaking"), (" open", "Other changes"), ("", "Documentation")];
        for (changes, (state, title)) in
            section.parts.iter().zip(parts).filter(|(changes, _)| !changes.is_empty())
        {
            let items: String = changes.iter().map(|change| item(change)).collect();
            let title = format!("{title}: {}", changes.len());
            let _ = write!(text, "<details{state}><summary>{title}</summary>\n\n{items}\n</details>\n\n");
        }
    }
    text
}

fn item(change: &Change) -> String {
    let has_note = !change.rule.note.is_empty() && change.rule.heading != Heading::Documentation;
    let note = if has_note { format!(" *{}*", change.rule.note) } else { String::new() };
    let position = position(change).map(|position| format!(" {}", code(&position))).unwrap_or_default();
    format!("- {}.{}{note} ({}){position}\n", change.sentence(), breaks(change), code(change.rule.id))
}

/// Headings of Keep a Changelog, in the order of the sections.
const HEADINGS: [Heading; 4] = [Heading::Added, Heading::Changed, Heading::Deprecated, Heading::Removed];

/// A section of a changelog, ready to paste, with the headings of Keep a Changelog.
/// Texts are only counted.
#[must_use]
pub fn changelog(changes: &[Change]) -> String {
    let mut text = "## [Unreleased]\n".to_owned();
    let sections = Section::all(changes);
    for heading in HEADINGS {
        let entries: Vec<String> = sections.iter().flat_map(|section| entries(section, heading)).collect();
        if !entries.is_empty() {
            let _ = write!(text, "\n### {}\n\n{}", heading.name(), entries.concat());
        }
    }
    text
}

fn entries(section: &Section<'_>, heading: Heading) -> Vec<String> {
    let api = code(section.api);
    let listed = section.changes().filter(|change| change.rule.heading == heading).map(|change| {
        let breaking = if change.is_breaking() { "**Breaking.** " } else { "" };
        format!("- {breaking}{api}, {}.\n", change.sentence())
    });
    let [_, _, texts] = &section.parts;
    let texts = (heading == Heading::Changed && !texts.is_empty())
        .then(|| format!("- {api}: texts only ({}).\n", texts.len()));
    listed.chain(texts).collect()
}

/// Changes as a JSON list, one object per API that changed: `api`, `step`
/// (`patch`, `minor`, `major`), `changes`, the worst first.
///
/// A change: `rule`, `what` (about all changes of that rule), `words` (about
/// this one), `note`, `breaking`, `step`, `effects` (on `callers`, `client`,
/// `implementors`, `http`: `same`, `gains`, `breaks`), `subject`
/// (`{kind, name}`), `member`, `before`, `after`, `file`, `line` and `in`
/// (`base` or `head`: the spec with that line). What is unknown is `null`.
#[must_use]
pub fn json(changes: &[Change]) -> Value {
    let section = |section: &Section<'_>| {
        json!({
            "api": section.api,
            "step": section.step().name(),
            "changes": section.changes().map(json_change).collect::<Vec<_>>(),
        })
    };
    Section::all(changes).iter().map(section).collect()
}

fn json_change(change: &Change) -> Value {
    let effects: Map<String, Value> = AUDIENCES
        .into_iter()
        .zip(change.effects())
        .map(|(name, effect)| (name.to_owned(), effect.name().into()))
        .collect();
    let place = change.place.as_ref();
    json!({
        "rule": change.rule.id,
        "what": change.rule.what,
        "words": change.words(),
        "note": Some(change.rule.note).filter(|note| !note.is_empty()),
        "breaking": change.is_breaking(),
        "step": change.step().name(),
        "effects": effects,
        "subject": {"kind": change.subject.kind.name(), "name": change.subject.name},
        "member": change.member,
        "before": change.before,
        "after": change.after,
        "file": place.map(|place| place.path.as_str()),
        "line": place.map(|place| place.line),
        "in": place.map(|place| place.side.name()),
    })
}
