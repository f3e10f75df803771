//! A program's own rules for hiding and keeping values.

use std::sync::Arc;

use crate::debug::shows;

use super::{Exchange, names::plain};

type Edit = Arc<dyn Fn(&mut Exchange) + Send + Sync>;

/// Your own rules for what a cassette hides, in addition to its defaults, and what it keeps.
///
/// Recorder and replayer need the same one: a replayer hides the secrets of a
/// request before it compares it with what was recorded.
///
/// ```no_run
/// use api_runtime::cassette::{Recorder, Redaction, Replayer};
/// # use api_runtime::{BoxError, Transport};
///
/// # fn clients(transport: impl Transport) -> Result<(), BoxError> {
/// let redaction = Redaction::new()
///     .hide(["Comment"])
///     .keep(["LicenseKey"])
///     .edit(|exchange| {
///         if let Some(headers) = exchange.response_headers() {
///             headers.retain(|(name, _)| name != "server");
///         }
///     });
/// let recorder = Recorder::create("tests/users.jsonl", transport)?.redact(redaction.clone());
/// let replayer = Replayer::open("tests/users.jsonl")?.redact(redaction);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
pub struct Redaction {
    hidden: Vec<String>,
    kept: Vec<String>,
    edit: Option<Edit>,
}

impl Redaction {
    /// Creates rules that hide no more than the defaults do.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Hides everything with one of these names: parameters, headers, and fields of
    /// JSON with everything in them. Upper and lower case, `_` and `-` make no
    /// difference.
    #[must_use]
    pub fn hide(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.hidden.extend(names.into_iter().map(|name| plain(name.as_ref())));
        self
    }

    /// Keeps everything with one of these names, although it looks secret. Secrets
    /// that the API's description marks stay hidden.
    #[must_use]
    pub fn keep(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.kept.extend(names.into_iter().map(|name| plain(name.as_ref())));
        self
    }

    /// Changes every exchange before it is written, after its secrets are
    /// hidden. A replayer calls it with requests that have no response.
    #[must_use]
    pub fn edit(mut self, edit: impl Fn(&mut Exchange) + Send + Sync + 'static) -> Self {
        self.edit = Some(Arc::new(edit));
        self
    }

    pub(super) fn hides(&self, name: &str) -> bool {
        !self.hidden.is_empty() && self.hidden.contains(&plain(name))
    }

    pub(super) fn keeps(&self, name: &str) -> bool {
        !self.kept.is_empty() && self.kept.contains(&plain(name))
    }

    pub(super) fn apply(&self, exchange: &mut Exchange) {
        if let Some(edit) = &self.edit {
            edit(exchange);
        }
    }
}

shows!(Redaction, |it| Redaction { hidden: it.hidden, kept: it.kept });
