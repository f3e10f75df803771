//! Allowances: `# lint: allow RULE: reason`, on the first line of an entry or
//! above it, for every finding in that entry; `allow-in-file` for the whole file,
//! and `allow-in-api`, in api.yaml, for all files of the API.

use std::cell::Cell;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::fix::Edit;
use super::{Findings, Lint, RULES, Rule, Severity, Subject};
use generator_spec::diagnostics::{Diagnostic, SpecFile, did_you_mean};
use generator_spec::load::events::comments;
use generator_spec::program;

pub const MALFORMED: Rule = Rule {
    name: "malformed-allow",
    severity: Severity::Error,
    reason: "An allowance is written `# lint: allow RULE: reason`; with `allow-in-file`, it holds for the \
             file, and in api.yaml, `allow-in-api` holds for the API. The reason tells the next reader that \
             someone looked into it. Without a reason, or with an unknown rule, the comment allows \
             nothing.",
    check: |_, _| {},
};

pub const UNUSED: Rule = Rule {
    name: "unused-allow",
    severity: Severity::Warning,
    reason: "An allowance that allows nothing is out of date, and would hide the next finding in its \
             place. Remove it; `--fix` does.",
    check: |_, _| {},
};

const MARK: &str = "# lint:";

/// A comment that begins with this word is meant as an allowance, even if it is malformed.
const WORD: &str = "lint:";

/// The part of a spec in which findings are allowed.
enum Scope {
    Api,
    File,
    /// In an entry, which has these lines, from 0.
    Lines(RangeInclusive<usize>),
}

struct Allowance {
    file: Arc<SpecFile>,
    /// Bytes of the comment.
    comment: Range<usize>,
    scope: Scope,
    rule: &'static str,
    is_used: Cell<bool>,
}

/// Removes findings that are allowed, and adds those about the allowances themselves.
pub fn sift(subject: &Subject<'_>, mut found: Vec<Lint>) -> Vec<Lint> {
    let mut malformed = Findings { rule: &MALFORMED, found: Vec::new() };
    let mut files: Vec<&Arc<SpecFile>> = subject.source.files().collect();
    // What an overlay sets is found in the overlay.
    files.extend(found.iter().filter_map(|lint| lint.finding.diagnostic.file.as_ref()));
    files.sort_by_key(|file| &file.path);
    files.dedup_by_key(|file| &file.path);
    files.retain(|file| file.text.contains(WORD));
    let allowances: Vec<Allowance> = files.into_iter().flat_map(|file| read(file, &mut malformed)).collect();
    found.retain(|lint| !allowances.iter().any(|allowance| allowance.allows(lint)));
    let mut unused = Findings { rule: &UNUSED, found: Vec::new() };
    // An overlay can fix a finding that the spec without it has to allow.
    let is_plain = subject.source.overlays.is_empty();
    for allowance in allowances.iter().filter(|allowance| is_plain && !allowance.is_used.get()) {
        allowance.report(&mut unused);
    }
    found.into_iter().chain(malformed.found).chain(unused.found).collect()
}

impl Allowance {
    fn allows(&self, lint: &Lint) -> bool {
        let diagnostic = &lint.finding.diagnostic;
        let is_here = || diagnostic.file.as_ref().is_some_and(|file| file.path == self.file.path);
        let allows = lint.finding.rule == Some(self.rule)
            && match &self.scope {
                Scope::Api => true,
                Scope::File => is_here(),
                Scope::Lines(lines) => is_here() && lines.contains(&(diagnostic.position().0 - 1)),
            };
        self.is_used.set(self.is_used.get() || allows);
        allows
    }

    fn report(&self, findings: &mut Findings) {
        let diagnostic = Diagnostic {
            file: Some(self.file.clone()),
            span: self.comment.clone(),
            title: format!("unused allowance: `{}` finds nothing here", self.rule),
            help: format!("remove it, or run `{} lint --fix`", program::name()),
        };
        findings.add(diagnostic, Some(self.removal()));
    }

    /// Removes the comment, and its line if it is alone there.
    fn removal(&self) -> Edit {
        let Range { start, end } = self.comment;
        let before = self.file.text[..start].trim_end_matches(' ');
        let rest = &self.file.text[end..];
        let is_alone = before.is_empty() || before.ends_with('\n');
        // With spaces after it, and a line break of one character or two.
        let line_end = if is_alone { rest.split_inclusive('\n').next().map_or(0, str::len) } else { 0 };
        Edit { file: self.file.clone(), range: before.len()..end + line_end, text: String::new() }
    }
}

fn read(file: &Arc<SpecFile>, malformed: &mut Findings) -> Vec<Allowance> {
    let lines: Vec<&str> = file.text.lines().collect();
    let is_meant = |comment: &str| comment.trim_start_matches(['#', ' ']).starts_with(WORD);
    let found =
        comments(&file.text).into_iter().filter_map(|span| Some((file.text.get(span.clone())?, span)));
    let allowances =
        found.filter(|(comment, _)| is_meant(comment)).filter_map(|(comment, span)| {
            match parse(file, comment) {
                Ok((word, rule)) => {
                    let scope = match word {
                        "allow-in-api" => Scope::Api,
                        "allow-in-file" => Scope::File,
                        _ => Scope::Lines(entry(&lines, file.line(span.start).0)),
                    };
                    let is_used = Cell::new(false);
                    Some(Allowance { file: file.clone(), comment: span, scope, rule, is_used })
                }
                Err((title, help)) => {
                    malformed.add(Diagnostic { file: Some(file.clone()), span, title, help }, None);
                    None
                }
            }
        });
    allowances.collect()
}

/// Parses an allowance: the word for its scope, and its rule. The error is a title and a remedy.
fn parse<'a>(file: &SpecFile, comment: &'a str) -> Result<(&'a str, &'static str), (String, String)> {
    let form = || "write `# lint: allow RULE: reason`, or `allow-in-file` or `allow-in-api`".to_owned();
    let rest = comment.strip_prefix(MARK).and_then(|rest| rest.trim().split_once(' '));
    let rest = rest.filter(|(word, _)| ["allow", "allow-in-file", "allow-in-api"].contains(word));
    let (word, rest) = rest.ok_or_else(|| ("malformed allowance".to_owned(), form()))?;
    let (name, reason) = rest.split_once(':').unwrap_or((rest, ""));
    let names = RULES.iter().map(|rule| rule.name);
    let rule = RULES.iter().find(|rule| rule.name == name.trim()).ok_or_else(|| {
        (format!("unknown rule `{}`", name.trim()), did_you_mean(name.trim(), names, form()))
    })?;
    if reason.trim().is_empty() {
        return Err((format!("missing reason for allowing `{}`", rule.name), form()));
    }
    if word == "allow-in-api" && !file.path.ends_with("api.yaml") {
        let title = "`allow-in-api` is not in api.yaml".to_owned();
        return Err((
            title,
            "move it there, where a reader looks for it, or write `allow-in-file`".to_owned(),
        ));
    }
    Ok((word, rule.name))
}

/// The lines of the entry that a comment on `line` belongs to.
fn entry(lines: &[&str], line: usize) -> RangeInclusive<usize> {
    let is_empty = |text: &str| text.trim().is_empty() || text.trim_start().starts_with('#');
    let rest = || lines.iter().enumerate().skip(line).filter(|(_, text)| !is_empty(text));
    let Some((first, text)) = rest().next() else { return line..=line };
    let indent = |text: &str| text.len() - text.trim_start().len();
    let inside = rest().skip(1).take_while(|(_, next)| indent(next) > indent(text));
    first..=inside.last().map_or(first, |(last, _)| last)
}
