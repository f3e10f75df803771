//! `cargo probe` and generated servers whose paths are not where they are
//! inferred to be.

use std::collections::{HashMap, HashSet};

use api_runtime::server::HttpStatus;
use axum::Router;
use axum::body::{Body, to_bytes};
use backup_server_api::BackupServer;
use generator_learn::probe::{Heard, Plan, Reply, Server, Stop, Verdict, probe};
use generator_spec::model::{Api, Auth, Operation, Path};
use http::{Request, header};
use tokio::runtime::Runtime;
use tower_service::Service as _;

use crate::support::fake_server::{FakeServer, Served as _};
use tests::random::Random;

const NONCE: &str = "no-such-path-7f3a";

/// A router that is asked, and what it was asked.
struct Asked {
    runtime: Runtime,
    router: Router,
    paths: Vec<String>,
    /// After so many requests the user has enough.
    patience: usize,
}

impl Asked {
    fn new(router: Router) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Self { runtime, router, paths: Vec::new(), patience: usize::MAX }
    }
}

impl Server for Asked {
    fn ask(&mut self, path: &str) -> Heard {
        if self.paths.len() == self.patience {
            return Heard::Interrupted;
        }
        self.paths.push(path.to_owned());
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let response = self.router.call(request.body(Body::empty()).unwrap());
        self.runtime.block_on(async {
            let (head, body) = response.await.unwrap().into_parts();
            let content_type = head.headers.get(header::CONTENT_TYPE);
            Heard::Reply(Reply {
                status: head.status.as_u16(),
                content_type: content_type.map(|value| value.to_str().unwrap().to_owned()),
                body: to_bytes(body, usize::MAX).await.unwrap().to_vec(),
            })
        })
    }

    fn progress(&mut self, done: usize, of: usize) {
        assert!(done <= of);
    }
}

fn api() -> Api {
    tests::read("../spec").into_iter().find(|api| api.name == "backup-server").unwrap()
}

/// The paths of the operations: moved ones elsewhere, lost ones nowhere that could be guessed.
struct Simulated {
    moved: HashMap<String, String>,
    lost: HashSet<String>,
}

impl Simulated {
    fn new(api: &Api, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let taken: HashSet<&str> = api.operations().filter_map(|it| it.path.text()).collect();
        let mut simulated = Self { moved: HashMap::new(), lost: HashSet::new() };
        for operation in api.operations() {
            let Path::Inferred(path) = &operation.path else { continue };
            match random.below(4) {
                0 => {
                    let moved = random.moved(path);
                    let used = || simulated.moved.values().any(|path| *path == moved);
                    if !taken.contains(moved.as_str()) && moved != *path && !used() {
                        simulated.moved.insert(operation.name.clone(), moved);
                    }
                }
                1 if random.below(5) == 0 => {
                    simulated.lost.insert(operation.name.clone());
                }
                _ => {}
            }
        }
        simulated
    }

    fn router(&self, fake: &FakeServer, status: HttpStatus) -> Router {
        let mut builder = BackupServer::builder(fake.clone()).http_status(status);
        for (operation, path) in &self.moved {
            builder = builder.path(operation, path);
        }
        for operation in &self.lost {
            builder = builder.path(operation, &format!("/gone/{operation}"));
        }
        builder.into_router().unwrap()
    }

    fn verdict<'v>(&'v self, operation: &Operation) -> &'v str {
        let moved = self.moved.get(&operation.name).map(String::as_str);
        moved.unwrap_or(if self.lost.contains(&operation.name) { "missing" } else { "confirmed" })
    }
}

#[test]
fn every_moved_boundary_is_found_and_nothing_is_done() {
    let api = api();
    for seed in 0..50 {
        let simulated = Simulated::new(&api, seed);
        let fake = FakeServer::default();
        let status = if seed % 2 == 0 { HttpStatus::Mirrors } else { HttpStatus::AlwaysOk };
        let mut server = Asked::new(simulated.router(&fake, status));
        let outcome = probe(Plan::new(&api), &mut server, NONCE, 24);
        assert_eq!(outcome.stop, None, "seed {seed}");
        assert_eq!(outcome.findings.len(), outcome.plan.targets.len());
        for finding in &outcome.findings {
            let found = match &finding.verdict {
                Verdict::Confirmed(_) => "confirmed",
                Verdict::Moved { path, .. } => path,
                Verdict::Missing => "missing",
                Verdict::Unclear(reason) => reason,
            };
            assert_eq!(
                found,
                simulated.verdict(finding.operation),
                "seed {seed}: {}",
                finding.operation.name
            );
        }
        assert!(fake.heard().is_empty(), "seed {seed}: a handler was reached");
        let open: HashSet<&str> = open_paths(&api, &simulated).collect();
        let touched: Vec<&String> = server.paths.iter().filter(|path| open.contains(path.as_str())).collect();
        assert!(touched.is_empty(), "seed {seed}: {touched:?}");
        let once: HashSet<&String> = server.paths.iter().collect();
        assert_eq!(once.len(), server.paths.len(), "seed {seed}: a path was asked twice");
        let (least, most) = outcome.plan.requests(24);
        assert!((least..=most).contains(&server.paths.len()));
    }
}

/// The paths of the operations that don't demand credentials.
fn open_paths<'a>(api: &'a Api, simulated: &'a Simulated) -> impl Iterator<Item = &'a str> {
    let open = api.operations().filter(|operation| !matches!(operation.auth, Auth::Required(_)));
    open.flat_map(|operation| {
        let aliases = operation.aliases.iter().map(|alias| alias.path.as_str());
        let moved = simulated.moved.get(&operation.name).map(String::as_str);
        aliases.chain(operation.path.text()).chain(moved)
    })
}

#[test]
fn the_overlay_sets_what_was_found_and_nothing_else() {
    let api = api();
    let simulated = Simulated::new(&api, 7);
    let router = simulated.router(&FakeServer::default(), HttpStatus::Mirrors);
    let outcome = probe(Plan::new(&api), &mut Asked::new(router), NONCE, 24);
    let mut draft = outcome.draft(&api);
    (draft.name, draft.source) = ("probed".to_owned(), "A server.".to_owned());
    let folder = tests::TempDir::new();
    let overlay = folder.write("probed.yaml", draft.yaml());
    let spec = generator_spec::Spec::open_with("../spec".as_ref(), &[overlay]);
    let spec = spec
        .unwrap_or_else(|errors| panic!("{}", generator_spec::diagnostics::render(errors, tests::plain())));
    let probed = spec.apis.iter().find(|it| it.name == api.name).unwrap();
    for (before, after) in api.operations().zip(probed.operations()) {
        let is_asked = outcome.plan.targets.iter().any(|it| it.name == before.name);
        let expected = match &before.path {
            Path::Inferred(path) if is_asked && !simulated.lost.contains(&before.name) => Path::Elsewhere {
                path: simulated.moved.get(&before.name).unwrap_or(path).clone(),
                source: "A server.".to_owned(),
            },
            other => other.clone(),
        };
        assert_eq!(after.path, expected, "{}", before.name);
    }
    let text = folder.read("probed.yaml");
    assert!(text.contains("# an empty POST is refused with HTTP 401"), "{text}");
    let again = probe(
        Plan::new(probed),
        &mut Asked::new(simulated.router(&FakeServer::default(), HttpStatus::Mirrors)),
        NONCE,
        24,
    );
    assert!(again.draft(&api).is_empty(), "what an overlay says is not said again");
}

#[test]
fn what_was_found_before_an_interruption_is_kept() {
    let api = api();
    let simulated = Simulated { moved: HashMap::new(), lost: HashSet::new() };
    for patience in [0, 2, 3, 30] {
        let mut server = Asked::new(simulated.router(&FakeServer::default(), HttpStatus::Mirrors));
        server.patience = patience;
        let outcome = probe(Plan::new(&api), &mut server, NONCE, 24);
        assert_eq!(outcome.stop, Some(Stop::Interrupted));
        assert_eq!(server.paths.len(), patience);
        assert_eq!(outcome.findings.is_empty(), patience < 30);
    }
}
