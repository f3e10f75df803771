//! The report of `gaps`.

use serde_json::{Map, Value, json};

use generator_spec::gaps::{Gap, GapKind, Gaps, counts};
use generator_spec::text::{counted, plain};

/// The level of detail.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Details {
    /// The number of gaps only.
    Counts,
    /// Every gap.
    All,
}

const WHOLE: &str = "the API as a whole";

/// The report for people.
#[must_use]
pub fn text(gaps: &Gaps<'_>, details: Details) -> String {
    let mut text = format!(
        "{}: {}, {}\n{}",
        gaps.api.name,
        counted(gaps.all().count(), "gap"),
        counted(gaps.ambiguities.len(), "ambiguity"),
        count_lines(gaps.all(), "  ")
    );
    text.extend(gaps.effects_of_methods().map(|said| format!("  {said}\n")));
    let groups = gaps.groups.iter().map(|group| (group.group.rust.as_str(), &group.gaps));
    let parts = std::iter::once((WHOLE, &gaps.whole)).chain(groups);
    for (title, gaps) in parts.filter(|(_, gaps)| !gaps.is_empty()) {
        text += &format!("\n  {title}: {}\n", gaps.len());
        text += &match details {
            Details::Counts => count_lines(gaps, "    "),
            Details::All => gaps.iter().map(line).collect(),
        };
    }
    if details == Details::All && !gaps.ambiguities.is_empty() {
        text += "\n  ambiguities\n";
        text.extend(gaps.ambiguities.iter().map(|(subject, note)| {
            format!(
                "    {}\n      read:    {}\n      decided: {}\n      why:     {}\n",
                plain(if subject.is_empty() { WHOLE } else { subject }),
                plain(&note.read),
                plain(&note.decided),
                plain(&note.why)
            )
        }));
    }
    text + "\n"
}

fn count_lines<'g>(gaps: impl IntoIterator<Item = &'g Gap<'g>>, indent: &str) -> String {
    let line = |(kind, count): (GapKind, usize)| format!("{indent}{count:>4}  {}\n", kind.title());
    counts(gaps).into_iter().map(line).collect()
}

fn line(gap: &Gap<'_>) -> String {
    let subject = if gap.subject.is_empty() { "-" } else { gap.subject };
    let words = gap.words.map(|words| format!(": {}", plain(words))).unwrap_or_default();
    let inferred = gap.inferred.map(|inferred| format!(" -> {inferred}")).unwrap_or_default();
    format!("    {}  {}{words}{inferred}\n", plain(subject), gap.kind.title())
}

/// The report for programs, whose shape is in `FORMATS.md`.
#[must_use]
pub fn json(gaps: &Gaps<'_>) -> Value {
    let groups = gaps.groups.iter().map(|group| {
        json!({
            "group": group.group.rust,
            "title": group.group.title,
            "counts": json_counts(&group.gaps),
            "gaps": group.gaps.iter().map(json_gap).collect::<Vec<_>>(),
        })
    });
    let ambiguities = gaps.ambiguities.iter().map(|(subject, note)| {
        json!({ "subject": subject, "read": note.read, "decided": note.decided, "why": note.why })
    });
    json!({
        "api": gaps.api.name,
        "counts": json_counts(gaps.all()),
        "whole": gaps.whole.iter().map(json_gap).collect::<Vec<_>>(),
        "groups": groups.collect::<Vec<_>>(),
        "ambiguities": ambiguities.collect::<Vec<_>>(),
        "effects_by_method": gaps.by_method,
    })
}

fn json_counts<'g>(gaps: impl IntoIterator<Item = &'g Gap<'g>>) -> Value {
    let counts = counts(gaps).into_iter().map(|(kind, count)| (kind.name().to_owned(), Value::from(count)));
    counts.collect::<Map<_, _>>().into()
}

fn json_gap(gap: &Gap<'_>) -> Value {
    json!({ "kind": gap.kind.name(), "subject": gap.subject, "words": gap.words, "inferred": gap.inferred })
}
