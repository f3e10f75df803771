//! The words that users meet: one for each thing, and one spelling.
//!
//! CONTRIBUTING.md has the table. Code and names of items may have other words, and so
//! may what the documents themselves write.

use std::fs;
use std::path::Path;

/// Words that texts must not contain, in lower case; `*` stands for the rest of a word.
const AVOIDED: &[&str] = &[
    "answer*",
    "at a terminal",
    "behaviour*",
    "colour*",
    "command-line program*",
    "everybody",
    "everyone",
    "fault*",
    "favour*",
    "judgement*",
    "licence*",
    "program for the terminal",
    "programs for the terminal",
    "recognise*",
    "test double*",
    "the row says",
    "travel*",
];

/// Words of the documents.
const OF_THE_DOCUMENTS: &[&str] = &["favourite", "favourited", "setfavourite"];

/// Files whose lines are prose but for code, and how a line of prose begins in them.
const TEXTS: &[(&str, &[&str], &[&str])] = &[
    ("../README.md", &[], &[""]),
    ("../ARCHITECTURE.md", &[], &[""]),
    ("../CONTRIBUTING.md", &[], &[""]),
    ("../generator", &["md"], &[""]),
    ("services/spector/README.md", &[], &[""]),
    ("services/spector/RESULTS.md", &[], &[""]),
    ("services/syncthing/README.md", &[], &[""]),
    ("../BENCHMARKS.md", &[], &[""]),
    ("../CHANGELOG.md", &[], &[""]),
    ("../FORMATS.md", &[], &[""]),
    ("../spec", &["md", "yaml"], &[""]),
    ("../generated", &["md", "http"], &[""]),
    ("../generated", &["rs"], &["///", "//!"]),
    ("../generator", &["rs"], &["//"]),
    ("../xtask", &["rs"], &["//"]),
    ("../generator/learn/src", &["rs"], &[""]),
    ("../generator/fmt/src", &["rs"], &[""]),
    ("../generator/review/src", &["rs"], &[""]),
    ("../generator/spec/src", &["rs"], &[""]),
    ("../generator/api-codegen/src", &["rs"], &[""]),
    ("generator", &["rs"], &["//"]),
    ("http", &["rs"], &["//"]),
    ("snapshots/bad", &["snap"], &["error:", "  = help:", " = help:", "   = help:"]),
];

/// Folders of Rust whose docs are checked.
const DOCUMENTED: &[&str] = &["../generated", "../generator", "../xtask", "generator", "http", "examples"];

/// Words that don't begin docs: an item's begin with a noun, a function's with a verb.
const OPENINGS: &[&str] = &["How", "What", "Where", "Whether", "Which", "Who"];

/// The files of these kinds in a folder and below it, or the file itself.
fn files(path: &Path, kinds: &[&str], to: &mut Vec<std::path::PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder");
        entries.for_each(|entry| files(&entry.expect("an entry").path(), kinds, to));
    } else if kinds.is_empty() || path.extension().is_some_and(|it| kinds.iter().any(|kind| it == *kind)) {
        to.push(path.to_owned());
    }
}

/// A line without code, in lower case.
fn prose(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("…").to_lowercase()
}

/// The first word of a line that is to be avoided.
fn avoided(line: &str) -> Option<&'static str> {
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let is_there = |avoided: &str| match avoided.strip_suffix('*') {
        Some(stem) => {
            let stem: Vec<&str> = stem.split(' ').collect();
            words.windows(stem.len()).any(|words| {
                let (last, rest) = words.split_last().expect("a word");
                !OF_THE_DOCUMENTS.contains(last)
                    && rest == &stem[..rest.len()]
                    && last.starts_with(stem[rest.len()])
            })
        }
        None => {
            let avoided: Vec<&str> = avoided.split(' ').collect();
            words.windows(avoided.len()).any(|words| words == avoided)
        }
    };
    AVOIDED.iter().copied().find(|it| is_there(it))
}

/// The lines of a text that have a word to avoid.
fn found(text: &str, starts: &[&str], is_code: impl Fn(&str) -> bool) -> Vec<String> {
    let mut is_block = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().trim_start_matches(['/', '!', ' ']).starts_with("```");
        is_block ^= is_fence;
        !is_block && !is_fence && starts.iter().any(|start| line.trim_start().starts_with(start.trim_start()))
    });
    let lines = lines.filter(|line| !is_code(line));
    lines.filter_map(|line| avoided(&prose(line)).map(|word| format!("{word}: {}", line.trim()))).collect()
}

/// The first lines of docs that begin with such a word.
fn opened(text: &str) -> Vec<&str> {
    let docs = |line: &str| line.starts_with("///") || line.starts_with("//!");
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let firsts = (0..lines.len()).filter(|at| docs(lines[*at]) && (*at == 0 || !docs(lines[at - 1])));
    let is_opening = |line: &&str| line.split(' ').nth(1).is_some_and(|word| OPENINGS.contains(&word));
    firsts.map(|at| lines[at]).filter(is_opening).collect()
}

/// The first lines of public functions' docs that don't begin with a verb.
fn without_verb(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let functions =
        (0..lines.len()).filter(|at| lines[*at].strip_prefix("pub ").is_some_and(|it| it.contains("fn ")));
    let docs = functions.filter_map(|at| {
        let above = lines[..at].iter().rev().skip_while(|line| line.starts_with("#["));
        above.take_while(|line| line.starts_with("///")).last()
    });
    let is_verb =
        |line: &&str| line.split(' ').nth(1).is_some_and(|word| word.trim_end_matches(',').ends_with('s'));
    docs.copied().filter(|line| !is_verb(line)).collect()
}

/// The lines that a search finds in the Rust files of some folders.
fn found_in(folders: &[&str], find: fn(&str) -> Vec<&str>) -> String {
    let mut all = Vec::new();
    folders.iter().for_each(|folder| files(Path::new(folder), &["rs"], &mut all));
    let found = all.iter().map(|file| {
        let text = fs::read_to_string(file).expect("a text");
        find(&text).iter().map(|line| format!("{}: {line}\n", file.display())).collect::<String>()
    });
    found.collect()
}

/// In code, only literals and comments are prose.
fn is_rust(line: &str) -> bool {
    let line = line.trim();
    !line.starts_with("//")
        && (line.contains("fn ")
            || line.contains("::")
            || line.contains(['(', '=', '{'])
            || line.ends_with([';', ',']))
}

#[test]
fn texts_have_one_word_for_each_thing() {
    let mut all = Vec::new();
    for (place, kinds, starts) in TEXTS {
        let mut found_in = Vec::new();
        files(Path::new(place), kinds, &mut found_in);
        assert!(!found_in.is_empty(), "{place}");
        for file in found_in {
            let text = fs::read_to_string(&file).expect("a text");
            // The table of words to avoid.
            let text = text.split("\n| write | instead of |\n").map(|part| match part.split_once("\n\n") {
                Some((_, after)) if !text.starts_with(part) => after,
                _ => part,
            });
            let text = text.collect::<Vec<_>>().join("\n");
            // A list of words of others, in any spelling.
            let is_list = file.ends_with("vocabulary.rs") || file.ends_with("keywords.rs");
            let is_rust_file = file.extension().is_some_and(|it| it == "rs");
            let is_code = |line: &str| is_list || is_rust_file && starts == &[""] && is_rust(line);
            all.extend(found(&text, starts, is_code).iter().map(|it| format!("{}: {it}", file.display())));
        }
    }
    assert!(all.is_empty(), "see \"Words\" in CONTRIBUTING.md:\n{}", all.join("\n"));
}

#[test]
fn docs_begin_with_a_noun_or_a_verb() {
    assert_eq!(found_in(DOCUMENTED, opened), "", "see \"Words\" in CONTRIBUTING.md");
    assert_eq!(opened("/// What it is.\n/// Where.\n\n//! Whatever.\n"), ["/// What it is."]);
}

#[test]
fn docs_of_public_functions_begin_with_a_verb() {
    let found = found_in(&["../generated", "../generator/runtime/src"], without_verb);
    assert_eq!(found, "", "see \"Words\" in CONTRIBUTING.md");
    assert_eq!(without_verb("/// The name.\n/// It is.\n#[must_use]\npub fn name() {}\n"), ["/// The name."]);
}

#[test]
fn a_word_to_avoid_is_found_in_prose_only() {
    for line in ["It answers at once.", "All faults.", "A Program for the terminal", "Its colours"] {
        assert!(avoided(&prose(line)).is_some(), "{line}");
    }
    for line in ["`answers`", "the default", "LicenseSetFavourite", "a program, for the terminal"] {
        assert!(avoided(&prose(line)).is_none(), "{line}");
    }
}
