use super::*;

fn of(files: &[(&str, &str)]) -> BTreeSet<String> {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    public_api(&Source { manifest: String::new(), files }).unwrap_or_default()
}

/// The lines of one file, as text.
fn lines(text: &str) -> String {
    of(&[("lib.rs", text)]).into_iter().collect::<Vec<_>>().join("\n")
}

fn difference(base: &str, head: &str) -> (Vec<String>, Vec<String>) {
    let all = |text| of(&[("lib.rs", text)]);
    let Difference { gone, new } = Difference::between(&all(base), &all(head));
    (gone, new)
}

#[test]
fn only_what_is_public_counts() {
    let inner = "pub struct Lamp { pub watts: u8, secret: u8 }\npub(crate) struct Own;\nimpl Own { pub fn f(&self) {} }\n\
                 impl Lamp { pub fn new(watts: u8) -> Self { Self { watts, secret: 0 } } fn own(&self) {} }\npub struct Hidden;";
    let root =
        "mod lamp;\npub use lamp::Lamp;\n#[cfg(test)]\npub mod tests {}\n#[cfg(doc)]\npub mod guide {}";
    let found: Vec<String> = of(&[("lib.rs", root), ("lamp.rs", inner)]).into_iter().collect();
    assert_eq!(
        found,
        ["field crate::Lamp::watts: u8", "fn crate::Lamp::new(u8) -> Self", "struct crate::Lamp { .. }"]
    );
}

/// A private module that has the name of a function beside it, and uses that go round in circles.
#[test]
fn names_are_followed() {
    let root = "pub mod server { mod jobs { pub trait Jobs { fn run(&self); } pub fn jobs() {} }\n\
                pub use self::jobs::{Jobs, jobs}; }\npub use a::*;\nmod a { pub use crate::b::*; }\nmod b { pub use crate::a::*; pub const X: u8 = 1; }";
    assert_eq!(
        lines(root),
        "const crate::X: u8\nfn crate::server::jobs()\nmod crate::server\ntrait crate::server::Jobs { fn run(&self) }"
    );
}

#[test]
fn moving_code_changes_nothing() {
    let base = "use std::fmt::Display;\nmod a { pub struct A; }\npub use a::A;\npub fn f(a: A, d: &dyn Display) -> A { a }";
    let head = "mod b { pub struct A; }\npub use b::A;\npub fn f(other: crate::b::A, d: &dyn std::fmt::Display) -> A { other }";
    assert_eq!(difference(base, head), (Vec::new(), Vec::new()));
}

#[test]
fn what_breaks_programs_takes_a_line_away() {
    for (base, head) in [
        ("pub fn f() {}", "pub(crate) fn f() {}"),
        ("pub fn f(a: u8) {}", "pub fn f(a: u16) {}"),
        ("pub struct A { pub x: u8 }", "pub struct A { pub x: u8, pub y: u8 }"),
        ("pub enum A { B }", "pub enum A { B, C }"),
        ("pub trait T { fn f(&self); }", "pub trait T { fn f(&self); fn g(&self); }"),
        ("#[derive(Clone)] pub struct A;", "pub struct A;"),
        ("pub struct A; impl From<u8> for A { }", "pub struct A;"),
        ("pub struct A;", "#[cfg(feature = \"x\")] pub struct A;"),
        ("pub mod m { pub struct A; }", "mod m { pub struct A; } pub use m::A;"),
        ("pub use std::fmt::Display;", ""),
        ("#[macro_export] macro_rules! m { () => {}; }", "macro_rules! m { () => {}; }"),
        (
            "pub struct A; impl Iterator for A { type Item = u8; }",
            "pub struct A; impl Iterator for A { type Item = u16; }",
        ),
    ] {
        assert!(!difference(base, head).0.is_empty(), "{base} -> {head}");
    }
}

#[test]
fn what_only_adds_takes_no_line_away() {
    for (base, head) in [
        ("pub fn f(a: u8) {}", "pub fn f(b: u8) {} pub fn g() {}"),
        (
            "#[non_exhaustive] pub struct A { pub x: u8 }",
            "#[non_exhaustive] pub struct A { pub x: u8, pub y: u8 }",
        ),
        ("#[non_exhaustive] pub enum A { B }", "#[non_exhaustive] pub enum A { B, C }"),
        ("pub trait T { fn f(&self); }", "pub trait T { fn f(&self); fn g(&self) {} }"),
        ("x::open! { pub enum A { B = \"b\" } }", "x::open! { pub enum A { B = \"b\", C = \"c\" } }"),
        (
            "x::made! { pub struct A { a: u8 = 1; } }",
            "x::made! { /// New.\n pub struct A { a: u8 = 1; #[doc = \"b\"] b: u8 = 1; } }",
        ),
    ] {
        let (gone, new) = difference(base, head);
        assert_eq!(gone, Vec::<String>::new(), "{base} -> {head}");
        assert!(!new.is_empty(), "{base} -> {head}");
    }
}

#[test]
fn features_count() {
    let manifest = "[features]\ndefault = [\"a\", \"b\"]\n# About a.\na = [\"dep:x\"]\nb = []\n\n[dependencies]\nx = [\"1\"]\n";
    let found: Vec<String> = features(manifest).into_iter().collect();
    assert_eq!(found, ["default feature a", "default feature b", "feature a", "feature b"]);
}

#[test]
fn what_is_not_rust_is_named() {
    let files = BTreeMap::from([("lib.rs".to_owned(), "mod a;".to_owned())]);
    let missing = public_api(&Source { manifest: String::new(), files: files.clone() });
    assert_eq!(missing, Err("src/a/mod.rs is missing".to_owned()));
    let broken = files.into_iter().chain([("a.rs".to_owned(), "fn".to_owned())]).collect();
    let broken = public_api(&Source { manifest: String::new(), files: broken });
    assert!(broken.is_err_and(|error| error.starts_with("src/a.rs: ")));
}
