//! Mutated specs: whatever the files say, nothing panics, hangs or writes
//! elsewhere, and what is accepted becomes Rust that parses.
//!
//! `MUTATIONS=20000 SEED=7 cargo test -p tests --test generator -- mutations` is a longer
//! run, as `.ci/nightly` does with a new seed each night; a failure prints how to repeat it, and
//! where its spec is.

mod corpus;
mod hidden;
mod mutate;

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use generator_codegen::Selection;
use generator_codegen::write::{Accept, write};
use generator_review::report;
use generator_spec::Spec;
use generator_spec::diagnostics::{self, Color, Errors};
use tests::{TempDir, sample};

use self::corpus::Corpus;
use tests::random::Random;

/// Each takes some milliseconds, a real spec that is accepted a second or two.
const LIMIT: Duration = Duration::from_secs(600);

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn no_mutation_breaks_the_generator() {
    let usual = if sample::is_off() { 500 } else { 120 };
    let (seed, from, count) = (sample::seed(), number("FROM", 0), number("MUTATIONS", usual));
    let corpora = corpus::all();
    let next = AtomicU64::new(from);
    let failures = Mutex::new(Vec::new());
    let accepted = AtomicU64::new(0);
    let work = |watch: &Watch| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= from + count {
                return;
            }
            let folder = TempDir::new();
            watch.start(number, folder.path());
            let run = || mutation(&corpora, seed, number, folder.path());
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
                Ok(is_accepted) => drop(accepted.fetch_add(u64::from(is_accepted), Ordering::Relaxed)),
                Err(_) => {
                    failures.lock().expect("a list").push(repeat(seed, number, folder.path()));
                    std::mem::forget(folder);
                }
            }
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let watches: Vec<Watch> = (0..workers).map(|_| Watch::default()).collect();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let workers: Vec<_> = watches.iter().map(|watch| scope.spawn(move || work(watch))).collect();
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(100));
                watches.iter().for_each(|watch| watch.check(seed));
            }
        });
        workers.into_iter().for_each(|worker| drop(worker.join()));
        is_done.store(true, Ordering::Relaxed);
    });
    let failures = failures.into_inner().expect("a list");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let accepted = accepted.into_inner();
    println!("{count} mutations of seed {seed}: {accepted} accepted");
    assert!(count < 500 || accepted > count / 20, "too few are accepted to say anything: {accepted}");
}

fn repeat(seed: u64, number: u64, folder: &Path) -> String {
    let command = "cargo test -p tests --test generator -- mutations";
    format!("{}: `SEED={seed} FROM={number} MUTATIONS=1 {command}`", folder.display())
}

/// The current work of a worker and its start.
#[derive(Default)]
struct Watch(Mutex<Option<(u64, PathBuf, Instant)>>);

impl Watch {
    fn start(&self, number: u64, folder: &Path) {
        *self.0.lock().expect("a watch") = Some((number, folder.to_owned(), Instant::now()));
    }

    /// A hang can't be caught: it ends the run.
    fn check(&self, seed: u64) {
        let watch = self.0.lock().expect("a watch");
        if let Some((number, folder, _)) = watch.as_ref().filter(|(_, _, start)| start.elapsed() > LIMIT) {
            eprintln!("hangs: {}", repeat(seed, *number, folder));
            std::process::exit(1);
        }
    }
}

/// Makes a mutation and tries everything with it; returns whether it was accepted.
fn mutation(corpora: &[Corpus], seed: u64, number: u64, folder: &Path) -> bool {
    let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
    let corpus = corpus::pick(corpora, &mut random);
    let files = mutate::mutated(corpus, corpora, &mut random);
    let overlays = corpus::write(&files, folder);
    let before = corpus::tree(folder);
    let is_accepted = match Spec::open_with(&folder.join("spec"), &overlays) {
        Ok(spec) => {
            accepted(corpus, &spec, folder);
            true
        }
        Err(errors) => {
            rejected(&errors);
            false
        }
    };
    let is_mutated = |file: &&corpus::File| file.0.ends_with(".yaml") && !corpus.files.contains(file);
    files.iter().filter(is_mutated).for_each(|(name, _)| format(&folder.join(name)));
    let after: Vec<PathBuf> =
        corpus::tree(folder).into_iter().filter(|path| !path.starts_with(folder.join("out"))).collect();
    assert_eq!(before, after, "files outside of the output changed");
    is_accepted
}

/// Every report can be made, and controls nothing.
fn rejected(errors: &Errors) {
    assert!(!errors.is_empty());
    let report = diagnostics::render(errors.clone(), Color::Never);
    assert!(is_harmless(&report), "{report:?}");
    assert!(!diagnostics::render(errors.clone(), Color::Always).is_empty());
    let github = diagnostics::github(&errors.clone().findings());
    assert!(is_harmless(&github), "{github:?}");
    assert!(is_harmless(&report::json(diagnostics::json(&errors.clone().findings()))));
}

fn is_harmless(text: &str) -> bool {
    text.split('\n').all(|line| generator_spec::text::inert(line) == line)
}

fn accepted(corpus: &Corpus, spec: &Spec, folder: &Path) {
    let out = folder.join("out");
    let (outputs, known) = generator_codegen::emit(&spec.apis, "", &Selection::default());
    write(&out, &outputs, &known, Accept::Ours, &|_| {}).expect("the outputs can be written");
    for path in corpus::tree(&out) {
        let text = fs::read_to_string(&path).expect("UTF-8");
        if is_new(&path, &text) {
            check(&path, &text);
        }
    }
    for api in &spec.apis {
        assert!(is_harmless(&report::json(generator_review::export::export(api))));
        generator_spec::gaps::gaps(api).all().for_each(drop);
        let name = api.operations().next().map(|operation| operation.name.clone()).unwrap_or_default();
        for explanation in generator_review::explain::explain(spec, &name) {
            assert!(is_harmless(&report::json(explanation.to_json())));
        }
    }
    drop(generator_review::lint::lint(spec, None));
    drop(generator_review::diff::diff(&corpus.spec, spec));
    drop(generator_review::diff::diff(spec, &corpus.spec));
}

/// Returns whether no mutation before has written such a file: most of a spec stays as it was.
fn is_new(path: &Path, text: &str) -> bool {
    static SEEN: LazyLock<Mutex<HashSet<u64>>> = LazyLock::new(Mutex::default);
    let mut hasher = DefaultHasher::new();
    (path.extension(), text).hash(&mut hasher);
    SEEN.lock().expect("a set").insert(hasher.finish())
}

fn check(path: &Path, text: &str) {
    let shown = path.display();
    assert!(is_harmless(text), "{shown} holds a control or a hidden character");
    match path.extension().and_then(|it| it.to_str()) {
        Some("rs") => drop(syn::parse_file(text).unwrap_or_else(|error| panic!("{shown}: {error}"))),
        Some("json") => {
            let value: Result<serde_json::Value, _> = serde_json::from_str(text);
            value.unwrap_or_else(|error| panic!("{shown}: {error}"));
        }
        _ => {}
    }
}

/// A file that can be formatted stays as it is when it is formatted again.
fn format(path: &Path) {
    let Ok(text) = generator_spec::load::read(path) else { return };
    if let Ok(formatted) = generator_fmt::format("FILE", &text) {
        let again = generator_fmt::format("FILE", &formatted).expect("it was formatted");
        assert_eq!(again, formatted, "{}", path.display());
    }
}
