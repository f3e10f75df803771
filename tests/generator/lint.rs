//! One small spec per lint rule: what it finds, what is allowed, what `--fix` does.
//!
//! To add one: a folder `lint/<rule>/` that breaks the rule, and says once that
//! it may, and `INSTA_UPDATE=always cargo test -p tests --test generator -- lint`.

use std::fs;
use std::path::{Path, PathBuf};

use generator_review::lint::{self, Edit, Lint, RULES};
use generator_spec::Spec;
use generator_spec::diagnostics::{self, Finding};

fn open(folder: &Path) -> Spec {
    Spec::open(folder).unwrap_or_else(|errors| panic!("{}", diagnostics::render(errors, tests::plain())))
}

fn lint(folder: &Path) -> Vec<Lint> {
    lint::lint(&open(folder), None)
}

fn findings(found: &[Lint]) -> Vec<Finding> {
    found.iter().map(|lint| lint.finding.clone()).collect()
}

/// The files after the fixes.
fn fixed(found: &[Lint]) -> Vec<(String, String)> {
    let edits: Vec<Edit> = found.iter().filter_map(|lint| lint.fix.clone()).collect();
    lint::apply(&edits).into_iter().map(|(file, text)| (file.path.clone(), text)).collect()
}

#[test]
fn every_rule_has_its_fixture() {
    let mut rules: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
    rules.sort_unstable();
    assert_eq!(rules, tests::names_in("data/lint"));
}

#[test]
fn every_rule_finds_what_it_is_for_and_nothing_else() {
    for rule in RULES {
        let found = lint(&Path::new("data/lint").join(rule.name));
        assert!(!found.is_empty(), "{}", rule.name);
        for Lint { finding, .. } in &found {
            assert_eq!(
                (finding.rule, finding.severity),
                (Some(rule.name), rule.severity),
                "{}",
                finding.diagnostic
            );
        }
        let mut text = diagnostics::render_findings(&findings(&found), tests::plain());
        for (path, fixed) in fixed(&found) {
            text.push_str(&format!("\n\n==> {path}, fixed <==\n{fixed}"));
        }
        tests::snapshot("lint", rule.name, &text);
    }
}

/// Without its allowances each fixture has more to find.
#[test]
fn an_allowance_hides_a_finding() {
    for rule in RULES.iter().filter(|rule| rule.name != "malformed-allow") {
        let (copy, before) = (tests::TempDir::new(), lint(&Path::new("data/lint").join(rule.name)).len());
        tests::copy_specs(&Path::new("data/lint").join(rule.name), copy.path(), |text| {
            text.replace("# lint: allow", "# it is so:")
        });
        let after = lint(copy.path());
        match rule.name {
            "unused-allow" => assert_eq!(after.len(), 1),
            _ => assert!(after.len() > before, "{}", rule.name),
        }
    }
}

/// Nobody here writes the words, names and layout of what a program wrote.
#[test]
fn what_is_imported_is_not_ours_to_change() {
    let rules =
        ["name-case", "unmarked-secret", "summary-verb", "key-order", "undocumented-type", "gate-order"];
    for rule in rules {
        let copy = tests::TempDir::new();
        tests::copy_specs(&Path::new("data/lint").join(rule), copy.path(), |text| {
            text.replace("\ndocuments:", "\nimported: {from: a.json, sha256: 0b}\ndocuments:")
        });
        let found = lint(copy.path()).iter().any(|lint| lint.finding.rule == Some(rule));
        assert_eq!(found, rule == "gate-order", "{rule}");
    }
}

/// One reason can hold for a file, or for all files of an API.
#[test]
fn an_allowance_can_be_wider_than_an_entry() {
    for (file, word) in [("operations/1-lamps.yaml", "allow-in-file"), ("api.yaml", "allow-in-api")] {
        let copy = tests::TempDir::new();
        tests::copy_specs(Path::new("data/lint/summary-verb"), copy.path(), |text| {
            text.replace("# lint: allow", "# it is so:")
        });
        assert_eq!(lint(copy.path()).len(), 2);
        let path = copy.path().join("lamps").join(file);
        let text = fs::read_to_string(&path).expect("the file can be read");
        let allowed = format!("# lint: {word} summary-verb: the document writes titles\n{text}");
        fs::write(path, allowed).expect("the file can be written");
        assert_eq!(lint(copy.path()).len(), 0, "{word}");
    }
}

/// A second run finds nothing that was fixed, and fixes keep the layout.
#[test]
fn a_fix_removes_its_finding() {
    for rule in RULES {
        let copy = tests::TempDir::new();
        tests::copy_specs(&Path::new("data/lint").join(rule.name), copy.path(), str::to_owned);
        let found = lint(copy.path());
        for (path, text) in fixed(&found) {
            assert_eq!(generator_fmt::format(&path, &text).expect("YAML"), text, "{path}");
            fs::write(path, text).expect("the file can be written");
        }
        let left = found.iter().filter(|lint| lint.fix.is_none()).count();
        assert_eq!(lint(copy.path()).len(), left, "{}", rule.name);
    }
}

/// A text without words gets no full stop: it would be after the quotes.
#[test]
fn a_fix_leaves_a_spec_that_can_be_read() {
    let copy = tests::TempDir::new();
    tests::copy_specs(Path::new("data/lint/summary-full-stop"), copy.path(), |text| {
        text.replace("summary: Turns a lamp on", "summary: \"\"")
    });
    for (path, text) in fixed(&lint(copy.path())) {
        fs::write(path, text).expect("the file can be written");
    }
    let rules: Vec<_> = lint(copy.path()).iter().map(|lint| lint.finding.rule).collect();
    assert_eq!(rules, [Some("summary-verb")]);
}

/// With the line breaks of Windows, and spaces at the ends of lines.
#[test]
fn a_fix_removes_whole_lines() {
    let copy = tests::TempDir::new();
    tests::copy_specs(Path::new("data/lint/unused-allow"), copy.path(), |text| text.replace('\n', " \r\n"));
    let fixes = fixed(&lint(copy.path()));
    assert_eq!(fixes.len(), 1);
    for (path, text) in fixes {
        let text = text.replace(" \r\n", "\n");
        assert_eq!(generator_fmt::format(&path, &text).expect("YAML"), text);
    }
}

#[test]
fn the_specs_are_clean() {
    let found = findings(&lint(Path::new("../spec")));
    assert!(found.is_empty(), "{}", diagnostics::render_findings(&found, tests::plain()));
}

/// A finding in an overlay has its place there; a fix in an overlay does not make an allowance of
/// the spec unused.
#[test]
fn an_overlay_is_checked_too() {
    let overlays =
        ["data/overlays/paths-and-types.yaml", "data/overlays/more-operations.yaml"].map(PathBuf::from);
    let spec = Spec::open_with(Path::new("../spec"), &overlays).expect("a sound spec");
    let found = findings(&lint::lint(&spec, None));
    assert!(!found.is_empty());
    for finding in found {
        let path = finding.diagnostic.file.as_ref().map(|file| file.path.as_str()).unwrap_or_default();
        assert!(path.starts_with("data/overlays/"), "{}", finding.diagnostic);
    }
}

#[test]
fn a_rule_is_named_and_explained() {
    for rule in RULES {
        let is_kebab = rule.name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert!(is_kebab, "{}", rule.name);
        assert!(rule.reason.len() > 100 && rule.reason.ends_with('.'), "{}: {}", rule.name, rule.reason);
        assert!(!rule.reason.contains("  "), "{}: {}", rule.name, rule.reason);
    }
}
