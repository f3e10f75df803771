//! Finds out which refusals show that a path exists: those that differ from the server's response at
//! paths that it can't have.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher as _,
};

use http::header::CONTENT_TYPE;

use super::report::is_absent;
use crate::client::{Client, Transport};
use crate::codec::Api;
use crate::core::{Descriptor, Failure, essence, template::can_match};

/// The responses to paths that can't exist, by folder.
pub(super) struct Paths {
    /// A word that no path contains.
    nonce: String,
    by_folder: HashMap<String, Option<Kind>>,
}

/// The part of a refusal that is compared.
#[derive(Clone, PartialEq)]
struct Kind {
    statuses: Vec<i64>,
    content_type: String,
    /// The body without the path and numbers; `None` if it differs all the same.
    text: Option<String>,
}

impl Default for Paths {
    fn default() -> Self {
        let nonce = format!("no-such-path-{:x}", RandomState::new().hash_one(0));
        Self { nonce, by_folder: HashMap::new() }
    }
}

impl Paths {
    /// Returns whether the server refuses an operation like a path that can't exist.
    pub(super) async fn is_alike<A: Api, T: Transport>(
        &mut self,
        client: &Client<A, T>,
        operation: &'static Descriptor,
        failure: &Failure,
    ) -> bool {
        let all = A::DESCRIPTOR.operations;
        let Some(path) = client.path_of(operation).filter(|_| !is_absent(failure)) else { return false };
        if !self.is_impossible_beside(operation, all) {
            return false;
        }
        let folder = path.rfind('/').and_then(|end| path.get(..=end)).unwrap_or("/");
        if !self.by_folder.contains_key(folder) {
            let kind = self.impossible(client, operation, folder).await;
            self.by_folder.insert(folder.to_owned(), kind);
        }
        let Some(impossible) = self.by_folder.get(folder).and_then(Option::as_ref) else { return false };
        let mut kind = Kind::new(&path, failure);
        kind.text = kind.text.filter(|_| impossible.text.is_some());
        kind == *impossible
    }

    /// Returns whether no operation with the same method can have a path with the nonce in the folder of
    /// this operation.
    fn is_impossible_beside(&self, operation: &Descriptor, all: &[&Descriptor]) -> bool {
        let Some((folder, _)) = operation.path.and_then(|path| path.rsplit_once('/')) else { return false };
        let tried = format!("{folder}/{}", self.nonce);
        let others = all.iter().filter(|other| other.method == operation.method);
        !others.flat_map(|other| other.paths()).any(|path| can_match(path, &tried))
    }

    /// The refusal at paths that can't exist. Two paths are tried, since a server may repeat a part of
    /// the path: then their texts differ, and aren't compared.
    async fn impossible<A: Api, T: Transport>(
        &self,
        client: &Client<A, T>,
        operation: &'static Descriptor,
        folder: &str,
    ) -> Option<Kind> {
        let mut kinds = Vec::new();
        for word in ["one", "other"] {
            let path = format!("{folder}{}-{word}", self.nonce);
            let error = client.unfitting_at(operation, &path).await.err()?;
            kinds.push(Kind::new(&path, error.failure()?));
        }
        let is_steady = kinds.windows(2).all(|pair| matches!(pair, [one, other] if one.text == other.text));
        let kind = kinds.pop()?;
        Some(Kind { text: kind.text.filter(|_| is_steady), ..kind })
    }
}

impl Kind {
    fn new(path: &str, failure: &Failure) -> Self {
        let content_type = failure.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        Self {
            statuses: failure.statuses().collect(),
            content_type: essence(content_type.unwrap_or_default()).to_ascii_lowercase(),
            text: Some(normal(path, failure.body())),
        }
    }
}

/// The text without the path, which error pages repeat, and without digits, which are times and ids.
fn normal(path: &str, body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body).replace(path, "");
    text.chars().filter(|character| !character.is_ascii_digit()).collect()
}

/// Returns whether no other operation has a path with the same letters and digits. The same path with
/// another method doesn't count.
pub(super) fn is_distinct(operation: &Descriptor, all: &[&Descriptor]) -> bool {
    let Some(own) = operation.path else { return false };
    let others = all.iter().filter(|other| other.name != operation.name);
    let is_other = |other: &Descriptor, path: &str| path == own && other.method != operation.method;
    others
        .flat_map(|other| other.paths().map(move |path| (other, path)))
        .all(|(other, path)| is_other(other, path) || squashed(path) != squashed(own))
}

fn squashed(path: &str) -> String {
    path.chars().filter(char::is_ascii_alphanumeric).map(|character| character.to_ascii_lowercase()).collect()
}
