//! Decides what is kept of headers and media types.

use super::{
    exchange::Text,
    placeholders::Kind,
    rules::{Fate, Map, Rules, Value},
};
use crate::client::link::link;
use crate::codec::{FormReader, download::file_name, percent};
use crate::core::{ListStyle, PageStep, Parameter, template::can_match, types_of};

/// Headers of responses whose names are kept.
const HEADERS: &str = "accept-ranges age allow cache-control content-disposition content-encoding \
    content-language content-range content-type etag expires last-modified link location pragma \
    retry-after server set-cookie vary www-authenticate";

/// The name of any other header.
const OTHER: &str = "x-other";

/// Headers that are credentials.
const CREDENTIALS: [&str; 2] = ["set-cookie", "www-authenticate"];

/// Media types that are kept, besides those of the API's description.
const TYPES: &str = "application/gzip application/json application/pdf application/xml application/zip \
    image/jpeg image/png image/svg+xml text/csv text/html text/plain text/xml";

/// The type of anything else.
const BYTES: &str = "application/octet-stream";

impl Rules<'_> {
    /// A header of a response.
    pub(super) fn header(&self, name: &str, value: Text, map: &mut Map<'_>) -> (String, Text) {
        let Text::Whole(text) = value else { return (name.to_owned(), value) };
        if let Some(known) = self.declared(name) {
            return (name.to_owned(), Text::Whole(self.of_type(known, name, &text, map)));
        }
        if let Some(next) = self.next_page(name, &text, map) {
            return (name.to_owned(), Text::Whole(next));
        }
        let is_kept = self.kept.has(name);
        let shown = if is_kept || has(HEADERS, name) { name } else { OTHER };
        let hidden = |map: &mut Map<'_>, name: &str, text: &str| match self.operation.secret_result {
            true => map(Value { name, kind: Kind::Text, fate: Fate::Secret }, text),
            false => self.value(name, text, map),
        };
        let value = match name {
            _ if CREDENTIALS.contains(&name) => Text::length(text.len()),
            "location" => Text::Whole(hidden(map, name, &text)),
            _ if is_kept => Text::Whole(map(Value { name, kind: Kind::Text, fate: Fate::Cleaned }, &text)),
            "content-type" => Text::Whole(self.media_type(&text)),
            "retry-after" if text.len() < 6 && text.bytes().all(|it| it.is_ascii_digit()) => {
                Text::Whole(text)
            }
            "content-disposition" => match file_name(&text) {
                Some(file) => Text::Whole(format!("attachment; filename=\"{}\"", hidden(map, "file", &file))),
                None => Text::length(text.len()),
            },
            _ => Text::length(text.len()),
        };
        (shown.to_owned(), value)
    }

    /// A header that a result has by the API's description.
    fn declared(&self, name: &str) -> Option<&'static Parameter> {
        let mut all = self.operation.headers.iter().flat_map(|of_result| of_result.iter());
        let is_own = |it: &&Parameter| it.wire_name().eq_ignore_ascii_case(name);
        all.find(is_own).filter(|_| !CREDENTIALS.contains(&name))
    }

    /// A header that says where the next page of a list is: its values are those of parameters.
    fn next_page(&self, name: &str, text: &str, map: &mut Map<'_>) -> Option<String> {
        match self.operation.pages?.step {
            PageStep::CursorHeader { parameter, header } if header.eq_ignore_ascii_case(name) => {
                Some(self.parameter(parameter, text, map))
            }
            PageStep::Link(relation) if name == "link" => self.link(link(text, relation)?, relation, map),
            PageStep::Link(_)
            | PageStep::CursorHeader { .. }
            | PageStep::Page { .. }
            | PageStep::Offset(_)
            | PageStep::Cursor { .. }
            | PageStep::Url(_) => None,
        }
    }

    /// A link to the operation's own path, which the replayed request has already.
    fn link(&self, target: &str, relation: &str, map: &mut Map<'_>) -> Option<String> {
        let (address, query) = target.split_once('?')?;
        let mut ends = address.match_indices('/').filter_map(|(start, _)| address.get(start..));
        let is_own = |end| self.operation.paths().any(|path| can_match(path, end));
        (address.is_empty() || ends.any(is_own)).then_some(())?;
        let (mut pairs, mut before) = (String::new(), None);
        for (name, text) in FormReader::of_form(query.as_bytes(), self.operation.parameters).pairs() {
            let is_item = self.known(name).is_some_and(|known| known.list == Some(ListStyle::Comma));
            let (shown, text) = self.pair(name, text, map);
            if is_item && before == Some(name) {
                pairs.push(',');
            } else {
                percent::separate(&mut pairs, "&");
                percent::encode_in_query(&mut pairs, &shown);
                pairs.push('=');
            }
            percent::encode_in_query(&mut pairs, &text);
            before = Some(name);
        }
        Some(format!("<?{pairs}>; rel=\"{relation}\""))
    }

    /// The parameter of a pair of a query.
    fn known(&self, name: &str) -> Option<&'static Parameter> {
        let is_it = |it: &&Parameter| [name, name.trim_end_matches("[]")].contains(&it.wire_name());
        self.operation.parameters.iter().find(is_it)
    }

    /// A pair of a query: the name on the wire, and the values as the request of the page has them.
    fn pair(&self, name: &str, text: &str, map: &mut Map<'_>) -> (String, String) {
        let Some(known) = self.known(name) else {
            return (self.name(name, false, map).0, self.parameter(name, text, map));
        };
        let mut value = |text: &str| self.parameter(known.name, text, map);
        let text = match known.bare_separator(self.operation.encoding) {
            Some(between) => text.split(between).map(value).collect::<Vec<_>>().join(between),
            None => value(text),
        };
        (name.to_owned(), text)
    }

    /// A media type that is known, or the nearest one.
    pub(super) fn media_type(&self, text: &str) -> String {
        if self.kept.all() {
            return text.to_owned();
        }
        let essence = |text: &str| text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let (lower, ty) = (text.to_ascii_lowercase(), essence(text));
        let is_known = has(TYPES, &ty)
            || self
                .words
                .api
                .operations
                .iter()
                .flat_map(|it| types_of(it.content_type))
                .any(|it| essence(it) == ty);
        let ty = match () {
            () if is_known => &*ty,
            () if ty.ends_with("+json") => "application/json",
            () if ty.starts_with("text/") => "text/plain",
            () => BYTES,
        };
        if lower.contains("charset=utf-8") { format!("{ty}; charset=utf-8") } else { ty.to_owned() }
    }
}

fn has(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|it| it == word)
}
