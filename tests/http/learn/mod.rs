//! `learn` with simulated servers, which differ from the documents as real ones do. The
//! generated clients drive every operation of a simulated server, the traffic is recorded,
//! and `learn` must find every difference that it shows, and invent none.

mod added;
mod compiled;
mod facts;
mod fake_server;
mod made;
mod parameters;
mod play;
mod renames;
mod server;
mod truth;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use account_portal_api::AccountPortal;
use backup_server_api::BackupServer;
use generator_learn::recordings::{Evidence, Vocabulary};
use generator_learn::report::Section;
use generator_learn::{Learned, fit, learn, vocabulary};
use generator_spec::Spec;
use generator_spec::model::Api;
use tests::sample::{self, sample};
use tests::{TempDir, parallel};

use crate::support::cases::TestApi;
use crate::support::sample::CANARY;

use self::facts::{Class, Facts, Tally};
use self::server::Simulated;

/// The number of simulated servers of each API.
const SERVERS: u64 = 30;

/// Names of the servers that a user accepts: nothing shows that they aren't values.
const ACCEPTED: &str = "2fa dry inspect quux Subject9 telemetry-0 telemetry-1 licence-pool-0 licence-pool-1 \
                        zebra marker handle";

/// The spec and the words that are known.
static SPEC: LazyLock<(Spec, Vocabulary)> = LazyLock::new(|| {
    let spec = Spec::open(Path::new("../spec")).expect("no error");
    let mut known = vocabulary(&spec);
    ACCEPTED.split(' ').for_each(|word| known.add_name(word));
    (spec, known)
});

fn api<A: TestApi>() -> &'static Api {
    SPEC.0.apis.iter().find(|api| api.name == A::DESCRIPTOR.name).expect("the API")
}

fn learned(api: &Api, har: &str) -> Learned {
    let mut evidence = Evidence::new(SPEC.1.clone(), BTreeSet::new());
    evidence.add(&mut har.as_bytes()).expect("it is an archive");
    let source = SPEC.0.sources.iter().find(|source| source.name == api.name).expect("its files");
    learn(api, source, &evidence)
}

/// A simulated server, its recording, and what was learned of it.
struct Told {
    simulated: Simulated,
    har: String,
    learned: Learned,
    /// Operations whose paths have other words that nothing decides.
    undecided: BTreeSet<String>,
}

async fn told<A: TestApi>(seed: u64) -> Told {
    let api = api::<A>();
    let (simulated, har) = play::record::<A>(api, Simulated::new(api, seed), seed).await;
    let mut learned = learned(api, &har);
    learned.draft.name = format!("simulated-{seed}");
    learned.draft.source = "A simulated server.".to_owned();
    let render = |errors| generator_spec::diagnostics::render(errors, tests::plain());
    let folder = alone(api);
    let (_, taken) = fit(&mut learned.draft, folder.path(), &[]).map_err(render).expect("no error");
    let found = facts::of_draft(api, &learned.draft);
    let renamed =
        simulated.truth(api, &BTreeSet::new()).into_iter().filter(|(class, _)| *class == Class::RenamedPath);
    let missed = renamed.filter(|fact| !found.contains(fact));
    let undecided = missed.filter_map(|(_, fact)| Some(fact.split_once(' ')?.0.to_owned())).collect();
    assert_eq!(taken.len(), simulated.unwritable(&undecided), "{taken:?}");
    Told { simulated, har, learned, undecided }
}

/// A folder with the spec of one API: reading the others, too, takes longer and says nothing more.
fn alone(api: &Api) -> TempDir {
    let folder = TempDir::new();
    let spec = Path::new("../spec").join(&api.name);
    tests::copy_specs(&spec, &folder.path().join(&api.name), str::to_owned);
    folder
}

/// The facts of a simulated server, those that were found, and the mistakes, in words.
struct Checked {
    truth: Facts,
    found: Facts,
    undecided: usize,
    wrong: String,
}

/// Learns from a simulated server.
fn check<A: TestApi>(seed: u64) -> Checked {
    let api = api::<A>();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let Told { simulated, har, learned, undecided } = runtime.block_on(told::<A>(seed));
    let (truth, found) = (simulated.truth(api, &undecided), facts::of_draft(api, &learned.draft));
    let lines = |facts: Vec<&(Class, String)>| -> String {
        facts.into_iter().map(|(class, fact)| format!("  {class:?} {fact}\n")).collect()
    };
    let missed = lines(truth.difference(&found).collect());
    let invented = lines(found.difference(&truth).collect());
    let mut wrong = String::new();
    if !missed.is_empty() || !invented.is_empty() {
        let doubts =
            [Section::Ambiguous, Section::Contradictions].map(|it| learned.report.lines(it).join("\n  "));
        wrong = format!(
            "{} {seed}\nmissed:\n{missed}invented:\n{invented}doubts:\n  {}\n",
            api.name,
            doubts.join("\n  ")
        );
    }
    let yaml = learned.draft.yaml();
    let texts = [&*yaml, &learned.report.text()].concat();
    assert!(!texts.contains(CANARY) && !texts.contains("ädmin"), "{yaml}");
    if seed == 0 {
        assert_eq!(self::learned(api, &har).report.text(), learned.report.text());
    }
    Checked { truth, found, undecided: undecided.len(), wrong }
}

fn servers() -> u64 {
    std::env::var("SERVERS").ok().and_then(|count| count.parse().ok()).unwrap_or(SERVERS)
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

#[test]
fn every_difference_is_found_and_none_is_invented() {
    let seeds = sample("simulated servers", (0..servers()).collect(), 2);
    let checked = parallel::map(&seeds, |seed| [check::<BackupServer>(*seed), check::<AccountPortal>(*seed)]);
    let mut tallies: BTreeMap<Class, Tally> = BTreeMap::new();
    let mut wrong = String::new();
    for it in checked.into_iter().flatten() {
        tallies.entry(Class::RenamedPath).or_default().missed += it.undecided;
        facts::tally(&it.truth, &it.found, &mut tallies);
        wrong += &it.wrong;
    }
    print(&tallies);
    assert!(wrong.is_empty(), "{wrong}");
    if !sample::is_off() {
        return;
    }
    // Each class of differences is there.
    assert_eq!(tallies.len(), 14, "{:?}", tallies.keys());
    // What too few paths have in common is not decided.
    let Tally { true_and_found, missed, .. } = tallies[&Class::RenamedPath];
    assert!(true_and_found > 4 * missed, "{true_and_found} of {}", true_and_found + missed);
}
