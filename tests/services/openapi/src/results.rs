//! What passes, by the version of OpenAPI, and what doesn't, by reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use generator_import::Imported;

use crate::roundtrip::{Differences, MEANT};

/// The files of a version.
#[derive(Default)]
struct Found {
    files: usize,
    imported: usize,
    emitted: usize,
    total: usize,
    operations: usize,
    described: usize,
    same: usize,
    unexplained: usize,
}

/// Files, places or operations; an example, and kinds of differences.
#[derive(Default)]
struct Count {
    files: usize,
    others: usize,
    example: String,
    kinds: BTreeSet<&'static str>,
}

/// Everything that was found.
#[derive(Default)]
pub struct Results {
    by_kind: BTreeMap<String, Found>,
    left_out: BTreeMap<String, Count>,
    differences: BTreeMap<String, Count>,
    unexplained: BTreeMap<String, Count>,
    failures: Vec<String>,
    without: usize,
    pub slow: Vec<(u128, String)>,
}

const HEAD: &str =
    "# Results\n\nWritten by `UPDATE=1 ./run`. [README.md](README.md) says what the columns are.\n\n";

/// A reason without names.
pub fn general(reason: &str) -> String {
    reason.split('`').step_by(2).collect::<Vec<_>>().join("…")
}

impl Results {
    /// Adds a file.
    pub fn add(
        &mut self,
        kind: &str,
        (path, name): (&str, &str),
        imported: Result<Imported, String>,
        differences: Option<Differences>,
    ) {
        let found = self.by_kind.entry(kind.to_owned()).or_default();
        found.files += 1;
        let imported = match imported {
            Ok(imported) => imported,
            // One is a list of strings, which is said.
            Err(error) if error.contains("is not a description") => return,
            Err(error) => return self.failures.push(format!("{path}: {error}")),
        };
        found.imported += usize::from(imported.api.is_some());
        found.emitted += usize::from(differences.is_some());
        found.total += imported.total;
        found.operations += imported.operations;
        found.described += imported.described;
        found.same += differences.as_ref().map_or(0, |it| it.same);
        found.unexplained += differences.as_ref().map_or(0, |it| it.unexplained);
        self.without += usize::from(imported.total == 0);
        if imported.api.is_none() && imported.total > 0 {
            self.failures.push(format!("{path}: nothing is left"));
        }
        let mut seen = BTreeSet::new();
        for it in &imported.left_out {
            let reason = general(&it.reason);
            let count = self.left_out.entry(reason.clone()).or_default();
            count.example = format!("{name} {} {} {}", it.pointer, it.reason, it.detail);
            count.others += 1;
            count.files += usize::from(seen.insert(reason));
        }
        for (reason, (operations, kinds)) in differences.iter().flat_map(|it| &it.reasons) {
            let count = self.differences.entry(reason.clone()).or_default();
            count.others += operations;
            count.files += 1;
            count.kinds.extend(kinds);
        }
        let mut seen = BTreeSet::new();
        for it in differences.into_iter().flat_map(|it| it.unexplained_ones) {
            let general = format!("{}: {}", it.kind, it.general);
            let count = self.unexplained.entry(general.clone()).or_default();
            count.example = format!("{name} {}", it.text);
            count.others += it.operations;
            count.files += usize::from(seen.insert(general));
        }
    }

    /// The numbers that a later run must reach, and, in the last column, not exceed.
    fn table(&self) -> String {
        let mut text = "| OpenAPI | files | imported | emitted | operations | in the spec | as described | round trip | unexplained |\n|---|---|---|---|---|---|---|---|---|\n".to_owned();
        for (kind, it) in &self.by_kind {
            let Found { files, imported, emitted, total, operations, described, same, unexplained } = it;
            let _ = writeln!(
                text,
                "| {kind} | {files} | {imported} | {emitted} | {total} | {operations} | {described} | {same} | {unexplained} |"
            );
        }
        text
    }

    /// `RESULTS.md`.
    pub fn page(&self) -> String {
        let differences = rows("operations", &self.differences, usize::MAX);
        let left_out = rows("places", &self.left_out, usize::MAX);
        format!(
            "{HEAD}{}\nDifferences of the round trip, by what was left out:\n\n{differences}\nLeft out:\n\n{left_out}",
            self.table()
        )
    }

    /// What to print; with examples if that many reasons are wanted.
    pub fn report(&self, reasons: Option<usize>) -> String {
        let most = reasons.unwrap_or(20);
        let mut text = format!("{}\n{} files have no operations\n\n", self.table(), self.without);
        text += &rows("places", &self.left_out, most);
        text += &rows("operations", &self.differences, most);
        if reasons.is_some() {
            for it in self.left_out.values() {
                let _ = writeln!(text, "{} {}", it.files, short(&it.example, 200));
            }
        }
        if reasons.is_some() {
            for (reason, it) in &self.differences {
                let _ = writeln!(text, "{reason}: {:?}", it.kinds);
            }
        }
        for (kind, it) in most_first(&self.unexplained).into_iter().take(most) {
            let example = short(&it.example, 500);
            let _ = writeln!(
                text,
                "unexplained: {} files, {} operations, {kind}\n  {example}",
                it.files, it.others
            );
        }
        let mut slow = self.slow.clone();
        slow.sort();
        for (took, name) in slow.iter().rev().take(5) {
            let _ = writeln!(text, "{took} ms {name}");
        }
        let _ = writeln!(text, "{} ms in all", slow.iter().map(|(took, _)| took).sum::<u128>());
        let _ = writeln!(text, "{} failures", self.failures.len());
        for it in self.failures.iter().take(25) {
            let _ = writeln!(text, "failed: {}", short(it, 700));
        }
        text
    }

    /// What is less than committed, or unexplained and more.
    pub fn worse_than(&self, committed: &str) -> Vec<String> {
        // A file of which nothing is left isn't imported, which the table counts.
        let mut worse: Vec<String> =
            self.failures.iter().filter(|it| !it.ends_with("nothing is left")).cloned().collect();
        let now = numbers(&self.table());
        for (kind, before) in numbers(committed) {
            let found = now.get(&kind).cloned().unwrap_or_default();
            let is_worse = before.iter().enumerate().any(|(index, before)| {
                let now = found.get(index).copied().unwrap_or_default();
                if index == UNEXPLAINED { now > *before } else { now < *before }
            });
            if is_worse {
                worse.push(format!("{kind}: {found:?} is worse than the committed {before:?}"));
            }
        }
        worse
    }
}

/// The column of which more is worse.
const UNEXPLAINED: usize = 7;

/// The numbers of a table's rows, up to the text after it.
fn numbers(text: &str) -> BTreeMap<String, Vec<usize>> {
    let rows = text.lines().skip_while(|line| !line.starts_with("| OpenAPI")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = rows.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    cells.map(|all| (all[1].to_owned(), all[2..].iter().filter_map(|it| it.parse().ok()).collect())).collect()
}

/// Reasons, the most files first.
fn rows(others: &str, counts: &BTreeMap<String, Count>, most: usize) -> String {
    let mut text = format!("| files | {others} | reason |\n|---|---|---|\n");
    for (reason, Count { files, others, .. }) in most_first(counts).into_iter().take(most) {
        let _ = writeln!(text, "| {files} | {others} | {reason} |");
    }
    text
}

fn most_first(counts: &BTreeMap<String, Count>) -> Vec<(&String, &Count)> {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|(reason, it)| {
        (MEANT.contains(&reason.as_str()), std::cmp::Reverse((it.files, it.others)))
    });
    counts
}

fn short(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::{Found, Results};

    fn results(change: impl Fn(&mut Found)) -> Results {
        let mut found = Found {
            files: 3,
            imported: 3,
            emitted: 3,
            total: 40,
            operations: 39,
            described: 38,
            same: 37,
            unexplained: 2,
        };
        change(&mut found);
        Results { by_kind: [("3.1".to_owned(), found)].into(), ..Results::default() }
    }

    #[test]
    fn a_worse_number_fails() {
        let committed = results(|_| {}).page();
        let is_worse = |change: fn(&mut Found)| !results(change).worse_than(&committed).is_empty();
        assert!(!is_worse(|_| {}));
        assert!(!is_worse(|it| (it.described, it.same, it.unexplained) = (39, 39, 0)));
        assert!(is_worse(|it| it.imported -= 1));
        assert!(is_worse(|it| it.emitted -= 1));
        assert!(is_worse(|it| it.operations -= 1));
        assert!(is_worse(|it| it.described -= 1));
        assert!(is_worse(|it| it.same -= 1));
        assert!(is_worse(|it| it.unexplained += 1));
        assert!(!Results::default().worse_than(&committed).is_empty());
    }
}
