//! The counts of what the documents don't show agree with the text of the spec.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use generator_review::report::{self, gaps::Details};
use generator_spec::gaps::{self, Coverage, GapKind, Gaps};

/// Counts the lines of an API's YAML files that satisfy a test.
fn lines(folder: &str, is_wanted: fn(&str) -> bool) -> usize {
    let mut names = tests::names_in(folder);
    names.retain(|name| name.ends_with(".yaml"));
    let texts = names.iter().map(|name| fs::read_to_string(Path::new(folder).join(name)).expect("a file"));
    texts.map(|text| text.lines().filter(|line| is_wanted(line.trim_start())).count()).sum()
}

fn count(gaps: &Gaps<'_>, kind: GapKind) -> usize {
    gaps.all().filter(|gap| gap.kind == kind).count()
}

#[test]
fn the_counts_are_those_of_the_spec() {
    for api in &tests::read("../spec") {
        let gaps = gaps::gaps(api);
        let operations = format!("../spec/{}/operations", api.name);
        let inferred = lines(&operations, |line| line.starts_with("inferred_path:"));
        assert_eq!(count(&gaps, GapKind::Path), inferred, "{}", api.name);
        let unnamed = lines(&operations, |line| line.starts_with("- unnamed:"));
        assert_eq!(count(&gaps, GapKind::Unnamed), unnamed, "{}", api.name);
        let types = format!("../spec/{}", api.name);
        let opaque = lines(&types, |line| line.ends_with(": opaque") || line.contains(": {opaque: "));
        assert_eq!(count(&gaps, GapKind::Opaque), opaque, "{}", api.name);
        let notes =
            |folder| lines(folder, |line| line.starts_with("- read:") || line.starts_with("- {read:"));
        assert_eq!(gaps.ambiguities.len(), notes(&operations) + notes(&types), "{}", api.name);
    }
}

/// One line per kind and group: a spec change that opens or closes a gap shows
/// here.
#[test]
fn the_counts_of_every_group() {
    let mut text = String::new();
    for api in &tests::read("../spec") {
        let gaps = gaps::gaps(api);
        let whole = ("(whole)", &gaps.whole);
        let groups = gaps.groups.iter().map(|it| (it.group.rust.as_str(), &it.gaps));
        for (title, gaps) in std::iter::once(whole).chain(groups) {
            for (kind, count) in gaps::counts(gaps) {
                writeln!(text, "{} {title} {} {count}", api.name, kind.name()).expect("a line");
            }
        }
        writeln!(text, "{} ambiguities {}", api.name, gaps.ambiguities.len()).expect("a line");
    }
    tests::snapshot("real", "gaps", &text);
}

/// The pages print what the function finds.
#[test]
fn the_pages_have_every_gap() {
    let apis = tests::read("../spec");
    let files = tests::emitted_of("../spec");
    for api in &apis {
        let folder = format!("docs/src/{}/not-shown", api.name);
        let pages: Vec<_> = files.iter().filter(|file| file.path.starts_with(&folder)).collect();
        let lines = pages.iter().flat_map(|page| page.text.lines());
        let rows = lines.filter(|line| line.starts_with("| ") && !line.starts_with("| ---")).count();
        let gaps = gaps::gaps(api);
        let kinds = gaps::counts(gaps.all()).len();
        // A table of the kinds and one of each.
        assert_eq!(rows, gaps.all().count() + kinds + kinds + 1, "{}", api.name);
    }
}

/// People decide by these numbers.
#[test]
fn the_readme_says_how_much_is_documented() {
    let apis = tests::read("../spec");
    let of = |name: &str| Coverage::of(apis.iter().find(|api| api.name == name).expect("an API"));
    let [server, portal] = ["backup-server", "account-portal"].map(of);
    let rows = |it: Coverage| {
        [
            ("paths", it.paths, it.operations),
            ("results with a known type", it.results, it.operations),
            ("results whose type has inferred fields", it.inferred_results, it.operations),
            ("operations that only read", it.reads - it.inferred_reads, it.reads),
        ]
    };
    for ((title, some, all), (_, own, of)) in rows(server).into_iter().zip(rows(portal)) {
        let end = format!("| {some} of {all} | {own} of {of} |");
        let row =
            include_str!("../../README.md").lines().find(|line| line.starts_with(&format!("| {title}")));
        assert!(row.is_some_and(|row| row.ends_with(&end)), "{row:?} must end with {end}");
    }
}

#[test]
fn the_pages_say_how_much_is_documented() {
    let files = tests::emitted_of("../spec");
    let said = "177 are inferred from the pattern of the others.";
    for path in ["docs/src/backup-server/index.md", "backup-server/src/lib.rs", "backup-server/README.md"] {
        let file = files.iter().find(|file| file.path == path).expect("a file");
        assert!(file.text.contains(said) && file.text.contains("cargo xtask learn"), "{path}");
    }
}

/// That a GET reads needs no question: one line has the number.
#[test]
fn effects_of_methods_are_no_gaps() {
    let rooms = crate::lesson::rooms();
    let apis = tests::read(&format!("{}/spec", rooms.text()));
    let gaps = gaps::gaps(&apis[0]);
    assert!(gaps.by_method > 0);
    assert_eq!(count(&gaps, GapKind::Effect), 0);
    let said = format!("  {}\n", gaps.effects_of_methods().expect("a sentence"));
    assert!(report::gaps::text(&gaps, Details::All).contains(&said), "{said}");
}

/// A name is not what says that a GET reads.
#[test]
fn the_pages_say_what_effects_are_inferred_from() {
    let effects = |spec: &str| Coverage::of(&tests::read(spec)[0]).sentences()[2].clone();
    let rooms = crate::lesson::rooms();
    let said = effects(&format!("{}/spec", rooms.text()));
    assert!(said.ends_with("are inferred from their HTTP methods."), "{said}");
    let said = effects("../spec");
    assert!(said.ends_with("are inferred from their names."), "{said}");
}
