//! Characters that nobody sees, or that reorder others, in every kind of text.

use std::path::Path;

use generator_spec::Spec;
use generator_spec::text::is_hidden;
use regex_syntax::hir::{Class, HirKind};
use tests::TempDir;

use crate::mutations::{accepted, corpus, rejected};

/// The hidden characters, by Unicode's own tables.
fn hidden() -> Vec<char> {
    let properties = r"[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]";
    let pattern = regex_syntax::parse(properties).expect("a pattern");
    let HirKind::Class(Class::Unicode(class)) = pattern.kind() else { panic!("{pattern:?}") };
    class.iter().flat_map(|range| range.start()..=range.end()).collect()
}

/// The fixture with a text in every kind of place, with another text, which is YAML.
fn hostile(yaml: &str, guide: &str) -> TempDir {
    let folder = TempDir::new();
    let fixture = Path::new("data/fixtures/hostile-text");
    let change = |text: &str| {
        let start = text.find("\"a `b`").expect("the text");
        let evil = &text[start..=start + text[start..].find("{#z}\"").expect("its end") + "{#z}".len()];
        text.replace(evil, yaml)
    };
    tests::copy_specs(fixture, &folder.path().join("spec"), change);
    folder.write("spec/lamps/guides/9-more.md", format!("# {guide}\n\nMore {guide}.\n"));
    folder
}

#[test]
fn the_table_is_that_of_unicode() {
    let hidden = hidden();
    assert!(hidden.len() > 4000, "{}", hidden.len());
    let missed: Vec<char> = hidden.into_iter().filter(|c| !is_hidden(*c)).collect();
    assert_eq!(missed, Vec::<char>::new());
    let seen: Vec<char> = "aé ß\u{a0}ا漢⚠🏽\u{301}".chars().filter(|c| is_hidden(*c)).collect();
    assert_eq!(seen, Vec::<char>::new());
}

/// In files, `export`, `explain`, reports and diagnostics.
#[test]
fn nothing_hides() {
    let is_tag =
        |c: &char| *c > '\u{e0000}' && !['\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{e01ef}'].contains(c);
    let text: String = std::iter::once('x').chain(hidden().into_iter().filter(|c| !is_tag(c))).collect();
    // A key of YAML has at most 1024 characters.
    let escape = |c: char| match u32::from(c) {
        code @ ..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    };
    let escapes: String = text.chars().map(escape).collect();
    let base = corpus::all().remove(0);
    let escaped = hostile(&format!("\"{escapes}\""), &text);
    let spec = Spec::open(&escaped.path().join("spec")).expect("it is a spec");
    assert_eq!(spec.apis[0].title, text);
    accepted(&base, &spec, escaped.path());
    for yaml in [format!("\"{text}\""), text.clone()] {
        let raw = hostile(&yaml, &text);
        match Spec::open(&raw.path().join("spec")) {
            Ok(spec) => accepted(&base, &spec, raw.path()),
            Err(errors) => rejected(&errors),
        }
    }
}
