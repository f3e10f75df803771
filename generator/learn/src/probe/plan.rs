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
    /// All others, each with the reason.
    pub left_out: Vec<(&'a Operation, String)>,
    /// The paths and aliases of all operations.
    taken: HashSet<&'a str>,
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
                Some(reason) => left_out.push((operation, reason)),
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

/// Why an operation is not asked about.
fn reason(operation: &Operation, spoken: &HashMap<String, Vec<&Operation>>) -> Option<String> {
    let reason = match (&operation.auth, operation.path.text()) {
        (Auth::Optional(_), _) => "its credentials are optional",
        (Auth::None, _) => "it takes no credentials",
        (Auth::NotShown, _) => "its credentials are not shown",
        // `probe` sends nothing else.
        (Auth::Required(_), _) if operation.http_method != HttpMethod::Post => "it is not a POST",
        (Auth::Required(_), None) => "it has only aliases",
        (Auth::Required(_), Some(path)) => {
            // A wrong guess could reach the other one.
            let mut like = spoken.get(&squashed(path)).into_iter().flatten();
            let other = like.find(|other| other.name != operation.name)?;
            return Some(format!("its path has the letters of {}", other.name));
        }
    };
    Some(reason.to_owned())
}
