//! The operations to ask about. An operation that a request without credentials might reach is
//! never among them.

use std::collections::{HashMap, HashSet};

use crate::squashed;
use generator_spec::model::{Api, Auth, HttpMethod, Operation, Path};

/// The operations to ask about and the others.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The API.
    pub api: &'a Api,
    /// The operations that are asked about, in the order of the spec.
    pub targets: Vec<&'a Operation>,
    /// All others.
    pub left_out: Vec<LeftOut<'a>>,
    /// The paths and aliases of all operations.
    taken: HashSet<&'a str>,
}

/// An operation that is not asked about.
#[derive(Clone, Debug)]
pub struct LeftOut<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// Why.
    pub reason: Reason,
}

/// Why an operation is not asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its credentials are optional.
    Optional,
    /// It takes none.
    None,
    /// The documents don't show whether it takes any.
    NotShown,
    /// It is not a POST: `probe` sends nothing else.
    Method,
    /// It has no path of its own.
    NoPath,
    /// Its path has the same letters as one of this operation, which a wrong
    /// guess could reach.
    Like(String),
}

impl Reason {
    /// The reason in a few words.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Optional => "its credentials are optional".to_owned(),
            Self::None => "it takes no credentials".to_owned(),
            Self::NotShown => "its credentials are not shown".to_owned(),
            Self::Method => "it is not a POST".to_owned(),
            Self::NoPath => "it has only aliases".to_owned(),
            Self::Like(other) => format!("its path has the letters of {other}"),
        }
    }
}

impl<'a> Plan<'a> {
    /// The plan for an API.
    #[must_use]
    pub fn new(api: &'a Api) -> Self {
        let spoken = spoken(api);
        let (mut targets, mut left_out) = (Vec::new(), Vec::new());
        for operation in api.operations() {
            match reason(operation, &spoken) {
                None => targets.push(operation),
                Some(reason) => left_out.push(LeftOut { operation, reason }),
            }
        }
        let taken = api.operations().flat_map(Operation::paths).collect();
        Self { api, targets, left_out, taken }
    }

    /// The documented paths among those that are asked.
    #[must_use]
    pub fn documented(&self) -> Vec<&'a Operation> {
        let documented = |operation: &&&Operation| matches!(operation.path, Path::Documented(_));
        self.targets.iter().filter(documented).copied().collect()
    }

    /// Returns the least number of requests, unless it stops early, and the greatest, with so many
    /// guesses for each inferred path.
    #[must_use]
    pub fn requests(&self, guesses: usize) -> (usize, usize) {
        let inferred = self.targets.iter().filter(|it| matches!(it.path, Path::Inferred(_))).count();
        // Each response may need one more request, to an impossible path beside it.
        (self.targets.len() + 2, 2 * (self.targets.len() + inferred * guesses + 1))
    }

    /// Returns whether a path belongs to some operation.
    pub(super) fn is_taken(&self, path: &str) -> bool {
        self.taken.contains(path)
    }
}

/// The operations by the letters of their paths and aliases, and of the path that
/// their names would yield.
fn spoken(api: &Api) -> HashMap<String, Vec<&Operation>> {
    let mut spoken: HashMap<String, Vec<&Operation>> = HashMap::new();
    for operation in api.operations() {
        let inferred = api.convention.as_ref().map(|convention| convention.infer(&operation.name));
        let all = operation.paths().map(squashed).chain(inferred.as_deref().map(squashed));
        for letters in all.collect::<HashSet<_>>() {
            spoken.entry(letters).or_default().push(operation);
        }
    }
    spoken
}

fn reason(operation: &Operation, spoken: &HashMap<String, Vec<&Operation>>) -> Option<Reason> {
    match operation.auth {
        Auth::Required(_) => {}
        Auth::Optional(_) => return Some(Reason::Optional),
        Auth::None => return Some(Reason::None),
        Auth::NotShown => return Some(Reason::NotShown),
    }
    if operation.http_method != HttpMethod::Post {
        return Some(Reason::Method);
    }
    let Some(path) = operation.path.text() else { return Some(Reason::NoPath) };
    let mut like = spoken.get(&squashed(path)).into_iter().flatten();
    let other = like.find(|other| other.name != operation.name)?;
    Some(Reason::Like(other.name.clone()))
}
