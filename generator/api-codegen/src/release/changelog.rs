//! Changelogs in the style of Keep a Changelog.

use generator_review::diff::Heading;
use semver::Version;

/// A changelog without a release.
pub const NEW: &str = "# Changelog\n\n## [Unreleased]\n";

/// Returns whether a version has its section.
pub fn has_section(changelog: &str, version: &Version) -> bool {
    let name = version.to_string();
    changelog.lines().any(|line| section(line).is_some_and(|it| it == name))
}

/// The name of the section that a line begins: `## [1.2.0] - 2026-11-22`.
fn section(line: &str) -> Option<&str> {
    let name = line.strip_prefix("## ")?.split(" - ").next()?.trim();
    Some(name.trim_start_matches('[').trim_end_matches(']'))
}

/// Turns the section "Unreleased" into that of a version: its hand-written
/// lines stay, and the entries join them.
///
/// Without such a section, the new one comes before all others.
pub fn release(changelog: &str, version: &Version, date: &str, entries: &[(Heading, Vec<String>)]) -> String {
    let lines: Vec<&str> = changelog.lines().collect();
    let is_section = |line: &&str| section(line).is_some();
    let first = lines.iter().position(is_section).unwrap_or(lines.len());
    let (before, from_first) = lines.split_at(first);
    let is_unreleased = from_first
        .first()
        .and_then(|line| section(line))
        .is_some_and(|it| it.eq_ignore_ascii_case("unreleased"));
    let (own, after) = match from_first.split_first().filter(|_| is_unreleased) {
        Some((_, rest)) => rest.split_at(rest.iter().position(is_section).unwrap_or(rest.len())),
        None => (&[][..], from_first),
    };
    let parts = [
        before.join("\n").trim_end().to_owned(),
        "## [Unreleased]".to_owned(),
        format!("## [{version}] - {date}"),
        merged(own, entries),
        after.join("\n").trim_end().to_owned(),
    ];
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n") + "\n"
}

/// Hand-written lines, with entries at the end of the part that their heading begins.
fn merged(own: &[&str], entries: &[(Heading, Vec<String>)]) -> String {
    let mut text = own.join("\n").trim().to_owned();
    for (heading, entries) in entries {
        let heading = format!("### {}", heading.name());
        let is_new = |entry: &&String| !own.contains(&entry.trim_end());
        let entries: String = entries.iter().filter(is_new).map(String::as_str).collect();
        if entries.is_empty() {
            continue;
        }
        text = match text.split_once(&format!("{heading}\n")) {
            Some((before, part)) => {
                let (part, after) = part.find("\n### ").map_or((part, ""), |at| part.split_at(at));
                format!("{before}{heading}\n{}\n{entries}{after}", part.trim_end()).trim_end().to_owned()
            }
            None => format!("{text}\n\n{heading}\n\n{entries}").trim().to_owned(),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn released(changelog: &str, entries: &[(Heading, Vec<String>)]) -> String {
        release(changelog, &Version::new(0, 2, 0), "2026-11-22", entries)
    }

    fn entries() -> [(Heading, Vec<String>); 2] {
        [
            (Heading::Added, vec!["- `LampOn`.\n".to_owned()]),
            (Heading::Removed, vec!["- **Breaking.** `LampOff`.\n".to_owned()]),
        ]
    }

    #[test]
    fn what_is_written_by_hand_stays() {
        let base = "# Changelog\n\nAbout lamps.\n\n## [Unreleased]\n\nBig news.\n\n### Added\n\n- By hand.\n\n\
                    ### Fixed\n\n- A bug.\n\n## [0.1.0] - 2026-01-01\n\n- First.\n\n[0.1.0]: x\n";
        assert_eq!(
            released(base, &entries()),
            "# Changelog\n\nAbout lamps.\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n\nBig news.\n\n### Added\n\n\
             - By hand.\n- `LampOn`.\n\n### Fixed\n\n- A bug.\n\n### Removed\n\n- **Breaking.** `LampOff`.\n\n\
             ## [0.1.0] - 2026-01-01\n\n- First.\n\n[0.1.0]: x\n"
        );
    }

    #[test]
    fn a_changelog_without_sections_gets_one() {
        let text = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n\n### Added\n\n- `LampOn`.\n";
        assert_eq!(released("# Changelog\n", &entries()[..1]), text);
        assert_eq!(released(NEW, &entries()[..1]), text);
        assert!(has_section(text, &Version::new(0, 2, 0)) && !has_section(text, &Version::new(0, 2, 1)));
    }

    /// An entry that `diff --changelog` gave before isn't repeated.
    #[test]
    fn an_entry_is_there_once() {
        let base = "## [Unreleased]\n\n### Added\n\n- `LampOn`.\n";
        assert_eq!(released(base, &entries()[..1]).matches("`LampOn`").count(), 1);
    }
}
