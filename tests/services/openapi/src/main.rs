//! Imports all descriptions of a folder, loads their specs, emits everything of them, and compares the
//! descriptions that are written of them with their sources.
//!
//! `openapi-runner FOLDER RESULTS`. README.md has the variables.

mod results;
mod roundtrip;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use generator_codegen::Selection;
use generator_import::Imported;
use generator_spec::model::Api;

use self::results::{Results, general};
use self::roundtrip::Differences;

/// The stack of a thread: types are in each other.
const STACK: usize = 256 << 20;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, committed] = &args[..] else { panic!("usage: openapi-runner FOLDER RESULTS") };
    let every = number("EVERY").unwrap_or(1);
    let mut files = Vec::new();
    collect(Path::new(folder), &mut files);
    files.sort();
    if let Some(name) = text("FILE") {
        files.retain(|path| path.to_string_lossy().contains(&name));
    }
    let files: Vec<PathBuf> = files.into_iter().step_by(every).collect();
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Results::default()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let work = || {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    one(path, &results);
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread starts");
        }
    });
    let all = results.into_inner().expect("no thread panics");
    println!("{}", all.report(number("REASONS")));
    if every > 1 || text("FILE").is_some() {
        return;
    }
    if text("UPDATE").is_some() {
        fs::write(committed, all.page()).expect("RESULTS.md");
    }
    let worse = all.worse_than(&fs::read_to_string(committed).unwrap_or_default());
    worse.iter().for_each(|it| eprintln!("{it}"));
    std::process::exit(i32::from(!worse.is_empty()));
}

fn text(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn number(name: &str) -> Option<usize> {
    text(name)?.parse().ok()
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

fn one(path: &Path, results: &Mutex<Results>) {
    let source = fs::read_to_string(path).expect("the file is there");
    let started = Instant::now();
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let imported = generator_import::import(&source, "imported", &name, path.parent());
    let mut differences = None;
    if let Ok(imported) = &imported {
        if let (true, Some(out)) = (text("FILE").is_some(), text("OUT")) {
            save(imported, Path::new(&out));
        }
        if text("EMIT").is_none_or(|it| it != "0") {
            differences = imported.api.as_ref().and_then(|api| round_trip(&source, api, imported));
        }
    }
    let took = started.elapsed().as_millis();
    let mut all = results.lock().expect("no thread panics");
    all.add(&kind(&source), (&path.display().to_string(), &name), imported, differences);
    if took > 10_000 {
        eprintln!("{name}: {took} ms");
    }
    all.slow.push((took, name));
}

fn save(imported: &Imported, out: &Path) {
    let left = imported.left_out.iter().map(|it| format!("{}: {} {}\n", it.pointer, it.reason, it.detail));
    fs::create_dir_all(out).expect("a folder");
    fs::write(out.join("left-out.txt"), left.collect::<String>()).expect("a file");
    for (file, text) in &imported.files {
        let place = out.join("imported").join(file);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::write(place, text).expect("a file");
    }
}

/// Emits everything, and compares the description that is part of it.
fn round_trip(source: &str, api: &Api, imported: &Imported) -> Option<Differences> {
    let (outputs, _) = generator_codegen::emit(std::slice::from_ref(api), "", &Selection::default());
    let mut written = None;
    for part in outputs.into_iter().flat_map(|it| it.parts) {
        let found = part.files().into_iter().find(|it| it.path == "openapi/imported.json");
        written = written.or(found);
    }
    let written = written?.text;
    if let (true, Some(out)) = (text("FILE").is_some(), text("OUT")) {
        fs::write(Path::new(&out).join("imported.json"), &written).expect("a file");
    }
    let mut source = serde_json::from_str(source).ok()?;
    let written = serde_json::from_str(&written).expect("JSON");
    Some(roundtrip::differences(&mut source, &written, &imported.left_out))
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
