//! Summaries: one sentence, verb first.

use super::fix::Edit;
use super::{Findings, Rule, Severity, Subject};
use generator_spec::naming;
use generator_spec::program;

pub const VERB: Rule = Rule {
    name: "summary-verb",
    severity: Severity::Warning,
    reason: "A summary says what the operation does, starting with a verb in the third person: `Lists \
             users.` That way the summaries on a page read as a list, and the docs of a method read like \
             those of the standard library.",
    check: verb,
};

pub const FULL_STOP: Rule = Rule {
    name: "summary-full-stop",
    severity: Severity::Warning,
    reason: "A summary is a sentence, so it ends with a full stop, like the rules that are printed \
             below it. `--fix` adds it.",
    check: full_stop,
};

pub const EFFECT: Rule = Rule {
    name: "effect-summary",
    severity: Severity::Warning,
    reason: "A summary that says \"Deletes\" beside an effect that isn't `destroys` is wrong, or the effect \
             is: clients retry, read-only clients send, and the CLI doesn't ask before what destroys \
             something. The verbs are the words of `effect_convention`.",
    check: effect,
};

/// Words that end in `s` but are not verbs.
const NO_VERBS: &[&str] = &["Always", "Details", "Its", "Perhaps", "Settings", "Various"];

fn verb(subject: &Subject<'_>, findings: &mut Findings) {
    for (row, at) in subject.rows() {
        if !starts_with_verb(&row.summary) {
            let title = "the summary does not start with a verb";
            findings.push(at.get("summary"), title, "say what the operation does: `Lists users.`");
        }
    }
}

fn starts_with_verb(summary: &str) -> bool {
    let mut words = summary.split(' ').map(|word| word.trim_end_matches([',', ';', ':', '.']));
    let Some(first) = words.next().filter(|word| word.starts_with(char::is_uppercase)) else { return false };
    let word = if first.ends_with("ly") { words.next().unwrap_or_default() } else { first };
    let is_noun = ["ss", "us", "is"].iter().any(|end| word.ends_with(end)) || NO_VERBS.contains(&word);
    word.ends_with('s') && !is_noun
}

fn effect(subject: &Subject<'_>, findings: &mut Findings) {
    let rules = subject.api.effect_convention.iter().flat_map(|convention| &convention.rules);
    let effects: Vec<_> =
        rules.flat_map(|rule| rule.words.iter().map(|word| (naming::stem(word), rule.effect))).collect();
    for (_, operation, at) in subject.operations() {
        let verb = operation.summary.split(' ').next().unwrap_or_default();
        let lowercase = verb.to_lowercase();
        let effect = effects.iter().find(|(stem, _)| naming::stem(&lowercase) == *stem);
        let Some((_, effect)) = effect.filter(|(_, effect)| *effect > operation.effect) else { continue };
        let title = format!("the summary says \"{verb}\", and the effect is `{}`", operation.effect.name());
        let help = format!("write `effect: {}`, or other words", effect.name());
        findings.push(at.get("summary"), title, help);
    }
}

fn full_stop(subject: &Subject<'_>, findings: &mut Findings) {
    // An empty summary has no verb either, which is reported.
    let is_open = |text: &str| !text.is_empty() && !text.ends_with(['.', '?', '!']);
    for (row, at) in subject.rows().filter(|(row, _)| is_open(row.summary.trim_end())) {
        let at = at.get("summary");
        let fix = Edit::append(at, &row.summary, ".");
        let help = format!("add it, or run `{} lint --fix`", program::name());
        findings.fixable(at, "the summary does not end with a full stop", help, fix);
    }
}
