//! Decides which headers of a response a file has, and where the next page is.

use http::{HeaderMap, Uri};
use url::Url;

use super::{
    file::{Kind, Text},
    mask::Mask,
    secrets::SENT,
};
use crate::client::link::link;
use crate::codec::percent;
use crate::core::{PageStep, Parameter, essence, types_of};

/// The headers that a cassette has, besides those of the API's description.
const HEADERS: &str = "accept-ranges allow content-disposition content-encoding content-language content-range \
    content-type etag expires last-modified link location retry-after";

/// Headers that are credentials.
const CREDENTIALS: [&str; 2] = ["set-cookie", "www-authenticate"];

/// Media types that a recording has, besides those of the API's description.
const TYPES: &str = "application/gzip application/json application/pdf application/xml application/zip \
    image/jpeg image/png image/svg+xml text/csv text/html text/plain text/xml";

/// The type of anything else.
const BYTES: &str = "application/octet-stream";

impl Mask<'_> {
    /// The headers of a response.
    pub(super) fn headers(&mut self, headers: &HeaderMap) -> Vec<(String, Text)> {
        self.is_response = true;
        let all = headers.iter().filter_map(|(name, value)| {
            let text = String::from_utf8_lossy(value.as_bytes());
            Some((name.to_string(), Text::Whole(self.header(name.as_str(), &text)?)))
        });
        all.collect()
    }

    fn header(&mut self, name: &str, text: &str) -> Option<String> {
        let known = self.declared(name);
        if CREDENTIALS.contains(&name) || known.is_none() && !has(HEADERS, name) && !self.is_cursor(name) {
            return None;
        }
        let is_secret =
            known.is_some_and(|it| it.secret) || self.operation.secret_result && name == "location";
        match self.kind {
            Kind::Recording if name == "content-type" => Some(self.media_type(text)),
            Kind::Recording => (known.is_some() || name == "location").then(|| "x".to_owned()),
            Kind::Cassette if is_secret => Some(self.secrets.received(text)),
            Kind::Cassette if name == "link" => Some(self.link(text)),
            Kind::Cassette if name == "location" => Some(self.without_secrets(text)),
            Kind::Cassette => Some(self.secrets.clean(text)),
        }
    }

    /// A header that a result has by the API's description.
    fn declared(&self, name: &str) -> Option<&'static Parameter> {
        let mut all = self.operation.headers.iter().flat_map(|of_result| of_result.iter());
        all.find(|it| it.is_header(name))
    }

    /// Returns whether a header says where the next page is.
    fn is_cursor(&self, name: &str) -> bool {
        let step = self.operation.pages.map(|pages| pages.step);
        matches!(step, Some(PageStep::CursorHeader { header, .. }) if header.eq_ignore_ascii_case(name))
    }

    /// The header `Link`: of a list, only the link to the next page.
    fn link(&mut self, text: &str) -> String {
        let Some(PageStep::Link(relation)) = self.operation.pages.map(|pages| pages.step) else {
            return self.secrets.clean(text);
        };
        let next = link(text, relation).and_then(|target| self.next_page(target));
        next.map_or_else(|| self.secrets.clean(text), |next| format!("<{next}>; rel=\"{relation}\""))
    }

    /// The URL of the next page, relative to that of the request, which another server replays.
    pub(super) fn next_page(&mut self, url: &str) -> Option<String> {
        let next = relative(self.url, url).unwrap_or_else(|| url.to_owned());
        Some(self.without_secrets(&next))
    }

    /// A URL without the credential and the secrets of its query.
    fn without_secrets(&self, url: &str) -> String {
        let Some((address, query)) = url.split_once('?') else { return self.secrets.clean(url) };
        let pairs = query.split('&').map(|pair| {
            let (name, _) = pair.split_once('=').unwrap_or((pair, ""));
            let decoded = percent::decode(name.as_bytes()).unwrap_or_default();
            if self.is_secret_in_query(&decoded) {
                format!("{name}={SENT}")
            } else {
                self.secrets.clean(pair)
            }
        });
        let pairs = pairs.collect::<Vec<_>>().join("&");
        format!("{}?{pairs}", self.secrets.clean(address))
    }

    fn is_secret_in_query(&self, name: &str) -> bool {
        let mut credential = self.words.blocks(self.operation).flat_map(|block| block.parameters);
        let mut secret = self.operation.parameters.iter().filter(|known| known.secret);
        credential.any(|it| it.wire_name() == name) || secret.any(|it| it.wire_name() == name)
    }

    /// A media type that is known, or the nearest one.
    pub(super) fn media_type(&self, text: &str) -> String {
        let ty = essence(text).to_ascii_lowercase();
        let types = self.words.api.operations.iter().flat_map(|it| types_of(it.content_type));
        let mut known = types.map(essence);
        let ty = match () {
            () if has(TYPES, &ty) || known.any(|it| it == ty) => &*ty,
            () if ty.ends_with("+json") => "application/json",
            () if ty.starts_with("text/") => "text/plain",
            () => BYTES,
        };
        let is_utf8 = text.to_ascii_lowercase().contains("charset=utf-8");
        if is_utf8 { format!("{ty}; charset=utf-8") } else { ty.to_owned() }
    }
}

/// A URL of the same server, relative to that of a page.
fn relative(page: &Uri, url: &str) -> Option<String> {
    let page = Url::parse(&page.to_string()).ok()?;
    let next = page.join(url).ok().filter(|next| next.origin() == page.origin())?;
    page.make_relative(&next)
}

fn has(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|it| it == word)
}
