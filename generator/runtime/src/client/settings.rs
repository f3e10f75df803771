//! Settings that apply to all requests of a client.

use std::{collections::HashMap, sync::Arc, time::Duration};

use http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, PROXY_AUTHORIZATION, USER_AGENT},
};

use super::{base::Base, retry::Retry};
use crate::codec::redact;
use crate::core::defaults::{MAX_BODY, READ_TIMEOUT};
use crate::core::{Descriptor, ErrorKind, Secret, Version};

/// The settings. Its headers are marked as sensitive: `Debug` only shows their
/// names.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(super) base: Base,
    /// The base URLs of other servers, by their names.
    pub(super) servers: HashMap<&'static str, Base>,
    pub(super) headers: HeaderMap,
    /// Values of headers that the caller set, which may be secrets.
    pub(super) header_secrets: Arc<[Secret]>,
    pub(super) timeout: Option<Duration>,
    pub(super) read_timeout: Option<Duration>,
    pub(super) retry: Retry,
    pub(super) server_version: Option<Version>,
    /// Paths that the caller set, by operation name.
    pub(super) paths: HashMap<String, String>,
    pub(super) prefer_alias: bool,
    pub(super) max_body: usize,
    /// The content type of bodies.
    pub(super) content_type: Option<HeaderValue>,
    /// True if only operations that read are sent.
    pub(super) read_only: bool,
}

impl Settings {
    pub(super) fn new(base: Base) -> Self {
        Self {
            base,
            servers: HashMap::new(),
            headers: HeaderMap::new(),
            header_secrets: Arc::default(),
            timeout: None,
            read_timeout: Some(READ_TIMEOUT),
            retry: Retry::never(),
            server_version: None,
            paths: HashMap::new(),
            prefer_alias: false,
            max_body: MAX_BODY,
            content_type: None,
            read_only: false,
        }
    }
}

impl Settings {
    /// The base URL of an operation.
    pub(super) fn base_of(&self, operation: &Descriptor) -> &Base {
        operation.server.and_then(|name| self.servers.get(name)).unwrap_or(&self.base)
    }
}

/// A header that the caller sets.
pub(super) fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), ErrorKind> {
    let header = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(value).ok());
    let (name, mut value) = header.ok_or_else(|| ErrorKind::Header { name: name.to_owned() })?;
    // `Debug` of a request must not show it: it may be a secret.
    value.set_sensitive(true);
    Ok((name, value))
}

/// Values of headers that are redacted if the server repeats them.
pub(super) fn header_secrets(headers: &HeaderMap) -> Vec<Secret> {
    let mut secrets = Vec::new();
    for (name, value) in headers {
        if [USER_AGENT, CONTENT_TYPE, CONTENT_LENGTH].contains(name) {
            continue;
        }
        let text = std::str::from_utf8(value.as_bytes()).unwrap_or_default();
        secrets.push(text);
        if [AUTHORIZATION, PROXY_AUTHORIZATION].contains(name) {
            // A server may repeat the token without its scheme.
            secrets.extend(text.split_once(' ').map(|(_, token)| token.trim()));
        }
    }
    secrets.retain(|text| redact::is_long_enough(text));
    secrets.into_iter().map(Secret::from).collect()
}
