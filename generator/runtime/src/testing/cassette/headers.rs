//! Decides what is kept of headers and media types.

use super::{
    exchange::Text,
    placeholders::Kind,
    rules::{Fate, Map, Rules, Value},
};
use crate::codec::download::file_name;

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

    /// A media type that is known, or the nearest one.
    pub(super) fn media_type(&self, text: &str) -> String {
        if self.kept.all() {
            return text.to_owned();
        }
        let essence = |text: &str| text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let (lower, ty) = (text.to_ascii_lowercase(), essence(text));
        let is_known =
            has(TYPES, &ty) || self.words.api.operations.iter().any(|it| essence(it.content_type) == ty);
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
