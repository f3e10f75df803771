//! Servers as the documents describe them, and as they might really be.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use generator_spec::model::{Api, Operation, Path, RequestEncoding, ReturnKind, TypeId, TypeKind};

use crate::learn::added::Added;
use crate::learn::made::{Made, Nulls};
use crate::learn::parameters;
use crate::learn::renames::{self, Rename};
use tests::random::Random;

/// A simulated server.
pub struct Simulated {
    pub operations: Vec<Real>,
    /// Operations that the spec lacks: their paths, parameters and results.
    pub new: Vec<New>,
    /// The types that the documents don't show.
    pub opaque: BTreeMap<TypeId, Made>,
    /// True if the HTTP status of a failure is 200.
    pub hides_failures: bool,
}

/// An operation as the simulated server has it.
pub struct Real {
    pub name: String,
    pub path: String,
    pub method: &'static str,
    pub encoding: RequestEncoding,
    /// The changes of parameters.
    pub changes: HashMap<String, Change>,
    pub added: Vec<Added>,
    pub returns: Answer,
}

pub enum Change {
    Renamed(String),
    Dropped,
    /// Absent from some requests.
    Optional,
    /// A bool that is written `0` or `1`.
    Bit,
    /// A string that is JSON.
    Json(Made),
    /// The same, where the spec language takes nothing but a string.
    Unwritable(Made),
}

/// The response to an operation.
pub enum Answer {
    /// The response of the spec.
    AsDocumented,
    Message,
    Json(Made),
    Text,
    Bytes,
    Redirect,
}

impl Real {
    fn made(&mut self) -> impl Iterator<Item = &mut Made> {
        let changes = self.changes.values_mut().filter_map(|change| match change {
            Change::Json(made) => Some(made),
            Change::Renamed(_) | Change::Dropped | Change::Optional | Change::Bit | Change::Unwritable(_) => {
                None
            }
        });
        let returns = match &mut self.returns {
            Answer::Json(made) => Some(made),
            Answer::AsDocumented | Answer::Message | Answer::Text | Answer::Bytes | Answer::Redirect => None,
        };
        changes.chain(self.added.iter_mut().map(|it| &mut it.ty)).chain(returns)
    }
}

pub struct New {
    pub path: String,
    pub added: Vec<Added>,
    pub returns: Made,
}

impl Simulated {
    pub fn new(api: &Api, seed: u64) -> Self {
        let random = &mut Random::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ api.name.len() as u64);
        let renames = renames::any(api, random);
        let mut paths: BTreeSet<String> = BTreeSet::new();
        let operations =
            api.operations().map(|operation| real(operation, &renames, &mut paths, random)).collect();
        let opaque = api.types.iter().enumerate().filter(|(_, ty)| matches!(ty.kind, TypeKind::Opaque));
        let opaque = opaque.map(|(id, _)| (TypeId(id), Made::object(random, 1, false))).collect();
        let mut simulated = Self {
            operations,
            new: (0..1 + random.below(2)).map(|index| new_operation(api, index, random)).collect(),
            opaque,
            hides_failures: random.percent(50),
        };
        let mut nulls = Nulls::new();
        simulated.made().for_each(|made| made.nulls(&mut nulls));
        simulated.made().for_each(|made| made.unify(&nulls));
        simulated
    }

    /// All invented types.
    fn made(&mut self) -> impl Iterator<Item = &mut Made> {
        let operations = self.operations.iter_mut().flat_map(Real::made);
        let new = self
            .new
            .iter_mut()
            .flat_map(|it| it.added.iter_mut().map(|it| &mut it.ty).chain([&mut it.returns]));
        operations.chain(new).chain(self.opaque.values_mut())
    }

    /// The number of differences that the spec language has no words for, except for undecided
    /// operations.
    pub fn unwritable(&self, undecided: &BTreeSet<String>) -> usize {
        let decided = self.operations.iter().filter(|real| !undecided.contains(&real.name));
        let changes = decided.flat_map(|real| real.changes.values());
        changes.filter(|change| matches!(change, Change::Unwritable(_))).count()
    }

    pub fn real(&self, name: &str) -> &Real {
        self.operations.iter().find(|it| it.name == name).unwrap()
    }
}

fn real(
    operation: &Operation,
    renames: &[Rename],
    paths: &mut BTreeSet<String>,
    random: &mut Random,
) -> Real {
    let mut path = sent_path(operation).to_owned();
    if matches!(operation.path, Path::Inferred(_)) {
        path = renames.iter().fold(path, |path, rename| rename.applied(&path));
        if random.percent(25) {
            path = random.moved(&path);
        }
    }
    let squashed: String = path.replace(['/', '-', '_'], "");
    if !paths.insert(squashed) {
        // Two operations of the same words are for a test of their own.
        path = sent_path(operation).to_owned();
    }
    let is_form = operation.encoding == RequestEncoding::Form;
    let has_secret = operation.parameters.iter().any(|it| it.secret);
    let method = if is_form && !has_secret && random.percent(6) { "GET" } else { "POST" };
    let is_multipart = is_form && method == "POST" && random.percent(6);
    let encoding = if is_multipart { RequestEncoding::Multipart } else { operation.encoding };
    let mut changes = HashMap::new();
    let mut added = Vec::new();
    if is_form {
        parameters::change(operation, &mut changes, &mut added, random);
    }
    let is_open = operation.returns.kind == ReturnKind::Described && operation.returns.ty.is_none();
    let returns = match random.below(20) {
        _ if !is_open => Answer::AsDocumented,
        0 => Answer::Text,
        1 => Answer::Bytes,
        2 => Answer::Redirect,
        3..=10 if operation.auth.block() != Some("token") => Answer::Message,
        _ => Answer::Json(Made::any(random, 0, true)),
    };
    Real { name: operation.name.clone(), path, method, encoding, changes, added, returns }
}

fn new_operation(api: &Api, index: usize, random: &mut Random) -> New {
    let first = api.operations().find_map(|it| it.path.text()).unwrap_or("/api/v1/x");
    let root: Vec<&str> = first.split('/').take(3).collect();
    let mut added: Vec<Added> = Vec::new();
    for _ in 0..random.below(3) {
        let new = Added::any(random);
        if !added.iter().any(|it| it.name == new.name) {
            added.push(new);
        }
    }
    let returns = Made::object(random, 0, true);
    New {
        path: format!("{}/{}-{index}/inspect", root.join("/"), random.one(&["telemetry", "licence-pool"])),
        added,
        returns,
    }
}

/// The path that clients use.
fn sent_path(operation: &Operation) -> &str {
    let alias = || operation.aliases.first().map(|alias| alias.path.as_str());
    operation.path.text().or_else(alias).unwrap()
}
