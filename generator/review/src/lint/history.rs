//! Versions and deprecation.

use super::{Findings, Rule, Severity, Subject};
use generator_spec::model::Version;

pub const ALIAS_AGE: Rule = Rule {
    name: "alias-age",
    severity: Severity::Warning,
    reason: "An alias is another path of an operation. If it exists in an earlier server version than the \
             path itself, clients that are set to that version use the alias, which is right if the alias \
             used to be the path. Usually, though, two versions were swapped in the transcription: look \
             them up, and allow it if the documents say so.",
    check: alias_age,
};

pub const REPLACEMENT: Rule = Rule {
    name: "deprecated-without-replacement",
    severity: Severity::Warning,
    reason: "The compiler warns users of a deprecated operation, and they need to know what to use \
             instead. Name the `replacement`, or allow it if the documents name none.",
    check: replacement,
};

fn alias_age(subject: &Subject<'_>, findings: &mut Findings) {
    for (row, at) in subject.rows() {
        let Some(own) = row.since.as_deref().and_then(Version::parse) else { continue };
        for (alias, at) in row.aliases.iter().zip(at.get("aliases").items()) {
            if alias.since.as_deref().and_then(Version::parse).is_some_and(|since| since < own) {
                let title = format!("the alias `{}` is older than its primary path", alias.path);
                let help = format!("the path exists since {own}: look up both versions in the documents");
                findings.push(at.get("since"), title, help);
            }
        }
    }
}

fn replacement(subject: &Subject<'_>, findings: &mut Findings) {
    let defaults = subject.defaults().map(|(defaults, at)| (defaults.deprecated.as_ref(), at));
    let rows = subject.rows().map(|(row, at)| (row.deprecated.as_ref(), at));
    for (deprecated, at) in defaults.chain(rows) {
        if deprecated.is_some_and(|deprecation| deprecation.replacement.is_none()) {
            let title = "deprecated without a replacement";
            findings.push(at.get("deprecated").key(), title, "write `{replacement: Name}`, or allow it");
        }
    }
}
