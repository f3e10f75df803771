//! Proves every row of the table of changes: `diff` reports its edit of `base`,
//! and a recorded caller and a recorded implementor compile against the crate of
//! the edited spec, or don't, as its row says.

mod exact;
mod groups;
mod programs;
mod rows;
mod wire;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use generator_review::diff::{Change, Effect, Rule, diff, rules};
use generator_review::report::diff as report;
use generator_spec::Spec;
use tests::TempDir;

use self::groups::Group;
use self::rows::{Edit, Row};

const BASE: &str = "data/changes";

/// A row, and what is reported of its edits.
struct Case {
    rule: &'static Rule,
    edits: &'static [Edit],
    changes: Vec<Change>,
}

impl Case {
    fn of((id, edits): &'static Row, base: &Spec) -> Self {
        let head = edited(*edits, id);
        let rule = rules().find(|rule| rule.id == *id).unwrap_or_else(|| panic!("there is no row `{id}`"));
        Self { rule, edits, changes: diff(base, &head) }
    }

    /// The change that is of this kind.
    fn change(&self) -> Option<&Change> {
        self.changes.iter().find(|change| *change.rule == *self.rule)
    }

    fn report(&self) -> String {
        report::text(&self.changes, tests::plain())
    }
}

/// The spec `base` after edits.
fn edited<'e>(edits: impl IntoIterator<Item = &'e Edit>, id: &str) -> Spec {
    after(edits).unwrap_or_else(|said| panic!("{id}: {said}"))
}

/// The spec `base` after edits, if each finds its place, and what they make is a spec.
fn after<'e>(edits: impl IntoIterator<Item = &'e Edit>) -> Result<Spec, String> {
    let folder = TempDir::new();
    tests::copy_specs(Path::new(BASE), folder.path(), str::to_owned);
    edits.into_iter().try_for_each(|edit| apply(edit, folder.path()))?;
    Spec::open(folder.path()).map_err(|errors| generator_spec::diagnostics::render(errors, tests::plain()))
}

static SPEC: LazyLock<Spec> = LazyLock::new(|| edited([], "base"));

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| rows::all().map(|row| Case::of(row, &SPEC)).collect());

fn apply(edit: &Edit, folder: &Path) -> Result<(), String> {
    match edit {
        Edit::Replace(file, from, to) => {
            let path = folder.join(file);
            let text = fs::read_to_string(&path).expect("the file can be read");
            if text.matches(from).count() != 1 {
                return Err(format!("{from:?} is not exactly once in {file}"));
            }
            fs::write(&path, text.replace(from, to)).expect("the file can be written");
        }
        Edit::Add(file, text) => {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            fs::write(path, text).expect("the file can be written");
        }
        Edit::Remove(path) if folder.join(path).is_dir() => {
            fs::remove_dir_all(folder.join(path)).expect("the folder can be removed");
        }
        Edit::Remove(path) => fs::remove_file(folder.join(path)).expect("the file can be removed"),
    }
    Ok(())
}

#[test]
fn every_row_has_its_pair() {
    let rows: Vec<&str> = rules().map(|rule| rule.id).collect();
    let pairs: BTreeSet<&str> = rows::all().map(|(id, _)| *id).collect();
    assert_eq!(rows.iter().copied().collect::<BTreeSet<_>>(), pairs);
    assert_eq!(rows.len(), pairs.len(), "two rows have the same name");
}

#[test]
fn a_spec_does_not_differ_from_itself() {
    assert!(diff(&SPEC, &SPEC).is_empty());
}

/// A change is reported by its own row, with its line, and with no other change
/// that breaks a caller or an implementor that this one does not.
#[test]
fn every_change_is_reported() {
    let wrong: Vec<String> = CASES.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn wrong(case: &Case) -> Option<String> {
    let found = case.change();
    let is_placed = found.is_some_and(|change| change.place.is_some());
    // Callers and implementors.
    let is_alone = [0, 2].into_iter().all(|audience| {
        let effect = |change: &Change| change.effects()[audience];
        let worst = case.changes.iter().map(effect).max();
        (worst == Some(Effect::Breaks)) == (found.map(effect) == Some(Effect::Breaks))
    });
    (!is_placed || !is_alone).then(|| format!("{}: what is reported is\n{}", case.rule.id, case.report()))
}

#[test]
fn every_change_has_its_words() {
    let line = |case: &Case| {
        let change = case.change().expect("the change is reported");
        format!("{}\n    {}", case.rule.id, change.sentence())
    };
    let lines: Vec<String> = CASES.iter().map(line).collect();
    tests::snapshot("changes", "words", &lines.join("\n"));
}

/// The edit of a row changes as little else as possible.
#[test]
fn what_is_reported_besides() {
    let beside = |case: &Case| {
        let others = case.changes.iter().map(|change| change.rule.id).filter(|id| *id != case.rule.id);
        let others: Vec<&str> = others.collect();
        (!others.is_empty()).then(|| format!("{}: {}", case.rule.id, others.join(" ")))
    };
    let lines: Vec<String> = CASES.iter().filter_map(beside).collect();
    tests::snapshot("changes", "beside", &lines.join("\n"));
}

const HOSTILE: Row = (
    "default-changed",
    &[
        Edit::Replace(
            "lamps/operations/1-lamps.yaml",
            "Delay: {type: int?, default: 5,",
            "Delay: {type: string?, default: '`</details> @all | ::error::100% <b> \u{202e}',",
        ),
        Edit::Replace("lamps/operations/1-lamps.yaml", "      Pause: int?\n", ""),
        Edit::Replace(
            "lamps/operations/1-lamps.yaml",
            "deprecated: {replacement: LampLight}",
            "deprecated: {replacement: LampOpen}",
        ),
        Edit::Replace("lamps/api.yaml", "about: [Lamps can be lit.]", "about: [A lamp can be lit.]"),
    ],
);

/// No text of a spec is markup, a command or color.
#[test]
fn reports() {
    let case = Case::of(&HOSTILE, &SPEC);
    let mut changes = case.changes;
    for place in changes.iter_mut().filter_map(|change| change.place.as_mut()) {
        place.path = place.path.rsplit("lamps/").next().unwrap_or_default().to_owned();
    }
    let reports = [
        ("text", report::text(&changes, tests::plain())),
        ("markdown", report::markdown(&changes)),
        ("github", report::github(&changes)),
        ("changelog", report::changelog(&changes)),
        ("json", format!("{:#}", report::json(&changes[1..2]))),
    ];
    let reports = reports.map(|(name, text)| format!("==> {name} <==\n{text}"));
    tests::snapshot("changes", "reports", &reports.join("\n"));
}

const DESTROYING: Row = (
    "operation-destroys",
    &[
        Edit::Replace("lamps/operations/1-lamps.yaml", "      Pause: int?\n", ""),
        Edit::Replace("lamps/operations/1-lamps.yaml", "    effect: changes\n", "    effect: destroys\n"),
    ],
);

/// It is listed before changes that break more and come earlier in the spec.
#[test]
fn what_now_destroys_something_comes_first() {
    let ids: Vec<&str> = Case::of(&DESTROYING, &SPEC).changes.iter().map(|change| change.rule.id).collect();
    assert_eq!(ids, ["operation-destroys", "parameter-removed"]);
}

#[test]
fn what_compiles_agrees() {
    let cases = tests::sample::sample("kinds of changes", CASES.iter().collect(), 3);
    let groups = groups::of(&cases);
    let base = [("base".to_owned(), &*SPEC)];
    let specs: Vec<_> = groups.iter().map(|group| (group.name(), &group.head)).chain(base).collect();
    let breaks: BTreeSet<String> = groups.iter().flat_map(Group::breaks).collect();
    let failing: BTreeMap<String, String> = programs::failing(&specs).into_iter().collect();
    let compile: Vec<&String> = breaks.iter().filter(|name| !failing.contains_key(*name)).collect();
    assert!(compile.is_empty(), "the table is wrong: these compile: {compile:#?}");
    let fail = failing.into_iter().filter(|(name, _)| !breaks.contains(name));
    let fail: Vec<String> = fail.map(|(name, said)| format!("{name}: {said}")).collect();
    let groups: String = groups.iter().map(Group::list).collect();
    assert!(
        fail.is_empty(),
        "the table is wrong: a program does not compile\n{}\n{groups}",
        fail.join("\n\n")
    );
}
