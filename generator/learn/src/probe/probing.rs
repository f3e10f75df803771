//! Asks a server and compares its responses.

use std::collections::{BTreeSet, HashMap};

use super::candidates::{candidates, folder};
use super::outcome::{Finding, Outcome, Stop, Verdict};
use super::plan::Plan;
use super::reply::{Kind, Reply};
use generator_spec::model::{Operation, Path};

/// Requests without a response in a row, after which the server is left alone.
const MOST_SILENT: usize = 3;

/// Documented paths that are compared with impossible ones, at most.
const MOST_DOCUMENTED: usize = 3;

/// A server that can be asked.
pub trait Server {
    /// Sends an empty POST without credentials to a path, and follows no
    /// redirect.
    fn ask(&mut self, path: &str) -> Heard;

    /// So many operations of so many are decided.
    fn progress(&mut self, done: usize, of: usize);
}

/// The result of a request.
#[derive(Clone, Debug)]
pub enum Heard {
    /// A response.
    Reply(Reply),
    /// None, for this reason.
    Nothing(String),
    /// The user wishes to stop.
    Interrupted,
}

/// Asks a server which paths of a plan exist, with at most so many guesses for
/// each inferred one. `nonce` is a word that no path contains.
pub fn probe<'a>(plan: Plan<'a>, server: &mut impl Server, nonce: &str, guesses: usize) -> Outcome<'a> {
    let mut findings = Vec::new();
    let mut probing = Probing {
        plan: &plan,
        server,
        nonce,
        requests: 0,
        silent: 0,
        reason: String::new(),
        missing: None,
        texts_differ: false,
        beside: HashMap::new(),
        verdicts: HashMap::new(),
        folders: BTreeSet::new(),
    };
    let stop = probing.run(guesses, &mut findings).err();
    let requests = probing.requests;
    Outcome { plan, findings, stop, requests }
}

struct Probing<'p, 'a, S> {
    plan: &'p Plan<'a>,
    server: &'p mut S,
    nonce: &'p str,
    requests: usize,
    /// Requests without a response in a row, and the last reason.
    silent: usize,
    reason: String,
    /// The response to a path that can't exist.
    missing: Option<Kind>,
    /// The texts of responses differ without a reason, so they are not compared.
    texts_differ: bool,
    /// The response to a path that can't exist, by folder.
    beside: HashMap<String, Option<Kind>>,
    /// No path is asked twice.
    verdicts: HashMap<String, Verdict>,
    /// The folders of paths that exist.
    folders: BTreeSet<String>,
}

impl<'a, S: Server> Probing<'_, 'a, S> {
    fn run(&mut self, guesses: usize, findings: &mut Vec<Finding<'a>>) -> Result<(), Stop> {
        self.learn_missing()?;
        let (mut open, total) = (Vec::new(), self.plan.targets.len());
        for operation in &self.plan.targets {
            let path = operation.path.text().unwrap_or_default();
            let verdict = self.verdict(path)?;
            if let Verdict::Confirmed(_) = verdict {
                self.folders.insert(folder(path).to_owned());
            }
            if verdict == Verdict::Missing && matches!(operation.path, Path::Inferred(_)) {
                open.push(findings.len());
            }
            findings.push(Finding { operation, verdict });
            self.server.progress(findings.len() - open.len(), total);
        }
        for (done, index) in open.iter().enumerate() {
            if let Some(finding) = findings.get_mut(*index) {
                finding.verdict = self.moved(finding.operation, guesses)?;
            }
            self.server.progress(total - open.len() + done + 1, total);
        }
        Ok(())
    }

    /// Learns the response to paths that can't exist, and that a documented one
    /// gets another response.
    fn learn_missing(&mut self) -> Result<(), Stop> {
        let documented = self.plan.documented();
        let paths: Vec<&str> = documented.iter().filter_map(|operation| operation.path.text()).collect();
        let first = paths.first().ok_or(Stop::NothingDocumented)?;
        let missing = self.impossible(folder(first), "one")?;
        let again = self.impossible(folder(first), "other")?;
        let (Some(mut missing), Some(again)) = (missing, again) else {
            return Err(Stop::Silent(self.reason.clone()));
        };
        if missing != again {
            self.texts_differ = true;
            missing.text.clear();
        }
        let status = missing.status;
        self.beside.insert(folder(first).to_owned(), Some(missing.clone()));
        self.missing = Some(missing);
        for path in paths.into_iter().take(MOST_DOCUMENTED) {
            if let Verdict::Confirmed(_) = self.verdict(path)? {
                return Ok(());
            }
        }
        Err(Stop::Alike(status))
    }

    /// Finds out whether a path exists.
    fn verdict(&mut self, path: &str) -> Result<Verdict, Stop> {
        if let Some(known) = self.verdicts.get(path) {
            return Ok(known.clone());
        }
        let verdict = self.compared(path)?;
        self.verdicts.insert(path.to_owned(), verdict.clone());
        Ok(verdict)
    }

    fn compared(&mut self, path: &str) -> Result<Verdict, Stop> {
        let Some(kind) = self.ask(path)? else { return Ok(Verdict::Unclear("no response".to_owned())) };
        if self.missing.as_ref() == Some(&kind) {
            return Ok(Verdict::Missing);
        }
        let status = kind.status;
        if kind.is_success() {
            return Err(Stop::LetIn { path: path.to_owned(), status });
        }
        match status {
            404 | 410 => return Ok(Verdict::Missing),
            300..400 => return Ok(Verdict::Unclear(format!("a redirect (HTTP {status})"))),
            408 | 425 | 429 | 500.. => return Ok(Verdict::Unclear(format!("HTTP {status}"))),
            _ => {}
        }
        let folder = folder(path);
        Ok(match self.beside(folder)? {
            None => Verdict::Unclear(format!("no response to an impossible path in {folder}")),
            Some(beside) if beside == kind => {
                Verdict::Unclear(format!("everything in {folder} gets the same response (HTTP {status})"))
            }
            Some(_) => Verdict::Confirmed(status),
        })
    }

    /// The first of the paths that an operation may have instead.
    fn moved(&mut self, operation: &Operation, guesses: usize) -> Result<Verdict, Stop> {
        let path = operation.path.text().unwrap_or_default();
        let prefix = self.plan.api.convention.as_ref().map_or("/", |convention| &convention.prefix);
        let mut unclear = None;
        for path in candidates(path, prefix, &self.folders, guesses) {
            if self.plan.is_taken(&path) {
                continue;
            }
            match self.verdict(&path)? {
                Verdict::Confirmed(status) => {
                    self.folders.insert(folder(&path).to_owned());
                    return Ok(Verdict::Moved { path, status });
                }
                Verdict::Unclear(reason) => unclear = unclear.or(Some(format!("{path}: {reason}"))),
                Verdict::Moved { .. } | Verdict::Missing => {}
            }
        }
        Ok(unclear.map_or(Verdict::Missing, Verdict::Unclear))
    }

    fn beside(&mut self, folder: &str) -> Result<Option<Kind>, Stop> {
        if let Some(known) = self.beside.get(folder) {
            return Ok(known.clone());
        }
        let kind = self.impossible(folder, "one")?;
        self.beside.insert(folder.to_owned(), kind.clone());
        Ok(kind)
    }

    /// Asks about a path that can't exist. Two differ in their letters: a server
    /// that repeats a part of the path responds to them with different texts.
    fn impossible(&mut self, folder: &str, word: &str) -> Result<Option<Kind>, Stop> {
        self.ask(&format!("{folder}{}-{word}", self.nonce))
    }

    fn ask(&mut self, path: &str) -> Result<Option<Kind>, Stop> {
        self.requests += 1;
        match self.server.ask(path) {
            Heard::Interrupted => Err(Stop::Interrupted),
            Heard::Nothing(reason) if self.silent + 1 == MOST_SILENT => Err(Stop::Silent(reason)),
            Heard::Nothing(reason) => {
                self.silent += 1;
                self.reason = reason;
                Ok(None)
            }
            Heard::Reply(reply) => {
                self.silent = 0;
                let mut kind = Kind::new(self.plan.api, path, &reply);
                if self.texts_differ {
                    kind.text.clear();
                }
                Ok(Some(kind))
            }
        }
    }
}
