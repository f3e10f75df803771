//! Imports all descriptions of a folder, loads their specs, and emits everything of them.
//!
//! `openapi-runner FOLDER RESULTS`. README.md has the variables.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use generator_codegen::Selection;
use generator_import::LeftOut;

/// The stack of a thread: types are in each other.
const STACK: usize = 256 << 20;

#[derive(Default)]
struct Found {
    files: usize,
    imported: usize,
    without: usize,
    emitted: usize,
    total: usize,
    operations: usize,
    described: usize,
    besides_formats: usize,
}

#[derive(Default)]
struct Results {
    by_kind: BTreeMap<String, Found>,
    reasons: BTreeMap<String, (usize, usize, String)>,
    failures: Vec<String>,
    slow: Vec<(u128, String)>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, committed] = &args[..] else { panic!("usage: openapi-runner FOLDER RESULTS") };
    let every: usize = number("EVERY").unwrap_or(1);
    let emits = std::env::var("EMIT").is_ok_and(|it| it != "0") || std::env::var("EMIT").is_err();
    let mut files = Vec::new();
    collect(Path::new(folder), &mut files);
    files.sort();
    if let Ok(name) = std::env::var("FILE") {
        files.retain(|path| path.to_string_lossy().contains(&name));
    }
    let files: Vec<PathBuf> = files.into_iter().step_by(every).collect();
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Results::default()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let work = || {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    one(path, emits, &results);
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread starts");
        }
    });
    let all = results.into_inner().expect("no thread panics");
    report(&all);
    if every > 1 || std::env::var("FILE").is_ok() {
        return;
    }
    let table = table(&all);
    if std::env::var("UPDATE").is_ok() {
        fs::write(committed, format!("{HEAD}{table}\n{}", reasons(&all, 200))).expect("RESULTS.md");
    }
    compare(&fs::read_to_string(committed).unwrap_or_default(), &table, &all.failures);
}

const HEAD: &str =
    "# Results\n\nWritten by `UPDATE=1 ./run`. [README.md](README.md) says what the columns are.\n\n";

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// Fails if a number is less than the committed one.
fn compare(committed: &str, table: &str, failures: &[String]) {
    let rows = |text: &str| -> BTreeMap<String, Vec<usize>> {
        let cells = text
            .lines()
            .filter(|line| line.starts_with("| "))
            .map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
        cells
            .map(|all| (all[1].to_owned(), all[2..].iter().filter_map(|it| it.parse().ok()).collect()))
            .collect()
    };
    let (committed, _) = committed.split_once("Left out:").unwrap_or((committed, ""));
    let now = rows(table);
    // A file of which nothing is left isn't imported, which the table counts.
    let mut is_less = failures.iter().any(|it| !it.ends_with("nothing is left"));
    for (kind, numbers) in rows(committed) {
        let found = now.get(&kind).cloned().unwrap_or_default();
        if numbers.iter().zip(found.iter().chain(std::iter::repeat(&0))).any(|(before, now)| now < before) {
            eprintln!("{kind}: {found:?} is less than the committed {numbers:?}");
            is_less = true;
        }
    }
    if is_less {
        std::process::exit(1);
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "json") {
            files.push(path);
        }
    }
}

fn one(path: &Path, emits: bool, results: &Mutex<Results>) {
    let text = fs::read_to_string(path).expect("the file is there");
    let kind = kind(&text);
    let started = Instant::now();
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let imported = generator_import::import(&text, "imported", &name, path.parent());
    let mut emitted = false;
    if let Ok(imported) = &imported
        && std::env::var("FILE").is_ok()
        && let Ok(out) = std::env::var("OUT")
    {
        for (file, text) in &imported.files {
            let place = Path::new(&out).join("imported").join(file);
            fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
            fs::write(place, text).expect("a file");
        }
    }
    if let Ok(Some(api)) = imported.as_ref().map(|it| it.api.as_ref())
        && emits
    {
        let apis = std::slice::from_ref(api);
        let (outputs, _) = generator_codegen::emit(apis, "", &Selection::default());
        emitted =
            outputs.into_iter().flat_map(|it| it.parts).map(|part| part.files().len()).sum::<usize>() > 0;
    }
    let took = started.elapsed().as_millis();
    let mut all = results.lock().expect("no thread panics");
    let found = all.by_kind.entry(kind).or_default();
    found.files += 1;
    match imported {
        Ok(imported) => {
            found.imported += usize::from(imported.api.is_some());
            found.without += usize::from(imported.total == 0);
            found.emitted += usize::from(emitted);
            found.total += imported.total;
            found.operations += imported.operations;
            found.described += imported.described;
            found.besides_formats += imported.besides_formats;
            if imported.api.is_none() && imported.total > 0 {
                all.failures.push(format!("{}: nothing is left", path.display()));
            }
            note(&mut all, &name, &imported.left_out);
        }
        // One is a list of strings, which is said.
        Err(error) if error.contains("is not a description") => {}
        Err(error) => all.failures.push(format!("{}: {error}", path.display())),
    }
    if took > 10_000 {
        eprintln!("{name}: {took} ms");
    }
    all.slow.push((took, name));
}

fn note(all: &mut Results, name: &str, left: &[LeftOut]) {
    let mut seen = std::collections::BTreeSet::new();
    for it in left {
        let reason = general(&it.reason);
        let entry = all.reasons.entry(reason.clone()).or_insert((
            0,
            0,
            format!("{name} {} {} {}", it.pointer, it.reason, it.detail),
        ));
        entry.1 += 1;
        entry.0 += usize::from(seen.insert(reason));
    }
}

/// A reason without names.
fn general(reason: &str) -> String {
    reason.split('`').step_by(2).collect::<Vec<_>>().join("…")
}

/// The version of a description.
fn kind(text: &str) -> String {
    let start = text.get(..text.len().min(4000)).unwrap_or(text);
    let version = |key: &str| {
        let (_, rest) = start.split_once(&format!("\"{key}\":"))?;
        rest.trim_start().trim_start_matches('"').get(..3).map(str::to_owned)
    };
    version("swagger").or_else(|| version("openapi")).unwrap_or_else(|| "other".to_owned())
}

fn table(all: &Results) -> String {
    let mut text = "| OpenAPI | files | imported | emitted | operations | in the spec | as described | as described, or as text or bytes |\n|---|---|---|---|---|---|---|---|\n".to_owned();
    for (kind, it) in &all.by_kind {
        let Found { files, imported, without: _, emitted, total, operations, described, besides_formats } = it;
        let _ = writeln!(
            text,
            "| {kind} | {files} | {imported} | {emitted} | {total} | {operations} | {described} | {besides_formats} |"
        );
    }
    text
}

/// What is left out, by reason.
fn reasons(all: &Results, most: usize) -> String {
    let mut reasons: Vec<_> = all.reasons.iter().collect();
    reasons.sort_by_key(|(_, (files, places, _))| std::cmp::Reverse((*files, *places)));
    let mut text = "Left out:\n\n| files | places | reason |\n|---|---|---|\n".to_owned();
    for (reason, (files, places, _)) in reasons.into_iter().take(most) {
        let _ = writeln!(text, "| {files} | {places} | {reason} |");
    }
    text
}

fn report(all: &Results) {
    println!("{}", table(all));
    let without: usize = all.by_kind.values().map(|it| it.without).sum();
    println!("{without} files have no operations\n");
    println!("{}", reasons(all, number("REASONS").unwrap_or(20)));
    if number("REASONS").is_some() {
        all.reasons.values().for_each(|(files, _, example)| {
            println!("{files} {}", example.chars().take(200).collect::<String>())
        });
    }
    let mut slow = all.slow.clone();
    slow.sort();
    slow.iter().rev().take(5).for_each(|(took, name)| println!("{took} ms {name}"));
    println!("{} ms in all", slow.iter().map(|(took, _)| took).sum::<u128>());
    println!("{} failures", all.failures.len());
    all.failures
        .iter()
        .take(25)
        .for_each(|it| println!("failed: {}", it.chars().take(700).collect::<String>()));
}
