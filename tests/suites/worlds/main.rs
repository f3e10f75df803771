//! Worlds: servers that differ from the documents as real ones do. The
//! generated clients drive every operation of a world, the traffic is recorded,
//! and `learn` must find every difference that it shows, and invent none.

// Clippy takes the helpers of tests for library code.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

mod added;
mod client;
mod compiled;
mod crosscheck;
mod double;
mod facts;
mod made;
mod parameters;
mod play;
#[path = "../end_to_end/sample.rs"]
#[allow(dead_code)]
mod sample;
#[path = "../end_to_end/spec.rs"]
#[allow(dead_code)]
mod spec;
mod truth;
mod world;

use std::collections::BTreeMap;

use account_portal_api::AccountPortal;
use backup_server_api::BackupServer;
use generator::Spec;
use generator::evidence::Evidence;
use generator::learn::draft::OperationDraft;
use generator::learn::report::Section;
use generator::learn::{Learned, learn};
use generator::model::Api;

use self::client::WorldApi;
use self::facts::{Class, Tally};
use self::world::World;

/// Worlds of each API.
const WORLDS: u64 = 25;

fn spec() -> Spec {
    Spec::open(std::path::Path::new("../spec")).expect("no fault")
}

fn learned(spec: &Spec, api: &Api, har: &str) -> Learned {
    let mut evidence = Evidence::default();
    evidence.add(&mut har.as_bytes()).expect("it is an archive");
    let source = spec.sources.iter().find(|source| source.name == api.name).expect("its files");
    learn(api, source, api, &evidence)
}

/// A world, its recording, and what was learned of it.
struct Told {
    world: World,
    har: String,
    learned: Learned,
}

async fn told<A: WorldApi>(spec: &Spec, api: &Api, seed: u64) -> Told {
    let (world, har) = play::record::<A>(api, World::new(api, seed), seed).await;
    let mut learned = learned(spec, api, &har);
    learned.draft.name = format!("world-{seed}");
    learned.draft.source = "A world.".to_owned();
    Told { world, har, learned }
}

/// Learns from worlds; returns what is wrong.
async fn check<A: WorldApi>(tallies: &mut BTreeMap<Class, Tally>) -> String {
    let mut wrong = String::new();
    let spec = spec();
    let api = spec.apis.iter().find(|api| api.name == A::DESCRIPTOR.name).expect("the API");
    for seed in 0..worlds() {
        let Told { world, har, learned } = told::<A>(&spec, api, seed).await;
        let (truth, found) = (world.truth(api), facts::of_draft(api, &learned.draft));
        facts::tally(&truth, &found, tallies);
        let lines = |facts: Vec<&(Class, String)>| -> String {
            facts.into_iter().map(|(class, fact)| format!("  {class:?} {fact}\n")).collect()
        };
        let missed = lines(truth.difference(&found).collect());
        let invented = lines(found.difference(&truth).collect());
        if !missed.is_empty() || !invented.is_empty() {
            let doubts =
                [Section::Ambiguous, Section::Contradictions].map(|it| learned.report.lines(it).join("\n  "));
            wrong += &format!(
                "{} {seed}\nmissed:\n{missed}invented:\n{invented}doubts:\n  {}\n",
                api.name,
                doubts.join("\n  ")
            );
        }
        let yaml = learned.draft.yaml().expect("it is YAML");
        assert!(![&*yaml, &learned.report.text()].concat().contains("CaNaRy"), "{yaml}");
        wrong += &crosscheck::wrong(api, &world, &yaml)
            .unwrap_or_else(|fault| format!("{} {seed}\n{fault}\n", api.name));
        let again = self::learned(&spec, api, &har);
        assert_eq!(again.report.text(), learned.report.text());
    }
    wrong
}

fn worlds() -> u64 {
    std::env::var("WORLDS").ok().and_then(|count| count.parse().ok()).unwrap_or(WORLDS)
}

fn print(tallies: &BTreeMap<Class, Tally>) {
    println!(
        "{:14} {:>6} {:>7} {:>8} {:>10} {:>7}",
        "class", "found", "missed", "invented", "precision", "recall"
    );
    for (class, Tally { true_and_found, missed, invented }) in tallies {
        let of = |all: usize| *true_and_found as f64 / all.max(1) as f64;
        println!(
            "{:14} {true_and_found:>6} {missed:>7} {invented:>8} {:>10.4} {:>7.4}",
            format!("{class:?}"),
            of(true_and_found + invented),
            of(true_and_found + missed)
        );
    }
}

#[tokio::test]
async fn every_difference_is_found_and_none_is_invented() {
    let mut tallies = BTreeMap::new();
    let wrong =
        [check::<BackupServer>(&mut tallies).await, check::<AccountPortal>(&mut tallies).await].concat();
    print(&tallies);
    assert!(wrong.is_empty(), "{wrong}");
    // Each class of differences is there.
    assert_eq!(tallies.len(), 17, "{:?}", tallies.keys());
}

/// The comparison itself: without a fact, the spec is not the world.
#[tokio::test]
async fn a_missing_fact_is_noticed() {
    let spec = spec();
    let api = spec.apis.iter().find(|api| api.name == "backup-server").expect("the API");
    let Told { world, mut learned, .. } = told::<BackupServer>(&spec, api, 0).await;
    let wrong =
        |learned: &Learned| crosscheck::wrong(api, &world, &learned.draft.yaml().expect("it is YAML"));
    assert_eq!(wrong(&learned), Ok(String::new()));
    let changes = |it: &(&String, &OperationDraft)| !it.1.parameters.is_empty();
    let (name, _) = learned.draft.operations.iter().find(changes).expect("a change");
    let name = name.clone();
    learned.draft.operations[&name].parameters.clear();
    let wrong = wrong(&learned).expect("it fits");
    assert!(wrong.starts_with(&format!("{name}: ")) && wrong.lines().count() == 1, "{wrong}");
}
