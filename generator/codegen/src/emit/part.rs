//! Work items of an emitter.

use std::borrow::Cow;
use std::slice::from_ref;

use super::File;
use generator_spec::model::{Api, Group};
use generator_spec::text::visible;

/// A share of a target's work. Parts run one after the other on each core, so a
/// run holds only a few files at once.
pub struct Part<'a> {
    /// The number of operations that it prints: the longest parts come first.
    pub(crate) size: usize,
    emit: Box<dyn Fn() -> Vec<File> + Send + Sync + 'a>,
}

impl<'a> Part<'a> {
    /// Files that print every operation of some APIs.
    pub fn of(apis: &'a [Api], emit: impl Fn() -> Vec<File> + Send + Sync + 'a) -> Self {
        let size = apis.iter().map(|api| api.operations().count()).sum();
        Self { size, emit: Box::new(emit) }
    }

    /// The files of each group, and those of the API as a whole.
    pub fn per_group(
        api: &'a Api,
        whole: impl Fn() -> Vec<File> + Send + Sync + 'a,
        emit: impl Fn(&'a Group) -> Vec<File> + Clone + Send + Sync + 'a,
    ) -> Vec<Self> {
        let groups = api.groups.iter().map(|group| {
            let emit = emit.clone();
            Self { size: group.operations().count(), emit: Box::new(move || emit(group)) }
        });
        groups.chain([Self::of(from_ref(api), whole)]).collect()
    }

    /// Its files, without hidden characters.
    #[must_use]
    pub fn files(&self) -> Vec<File> {
        let mut files = (self.emit)();
        for File { text, .. } in &mut files {
            if let Cow::Owned(visible) = visible(text) {
                *text = visible;
            }
        }
        files
    }
}
