//! The content types that are sent and taken.

use super::{Operation, Parameter, Place, Returns, Wire};

impl Operation {
    /// The content types of a result. Before ranges alone is the one that is sent, if it is in them.
    #[must_use]
    pub fn types_of_result<'a>(&'a self, it: &'a Returns) -> Vec<&'a str> {
        let beside = |other: &&Returns| it.by_content && other.by_content && other.status == it.status;
        let beside = self.results().filter(beside).map(|other| other.content_type.as_str());
        sent(it.kind.usual_content_type(), listed(&it.content_type, &it.more_content_types), beside)
    }

    /// Those of the body, or of one of several.
    #[must_use]
    pub fn types_of_body<'a>(&'a self, it: &'a Parameter) -> Vec<&'a str> {
        let usual = match it.wire {
            Wire::File => "application/octet-stream",
            Wire::Text => "text/plain",
            Wire::Json | Wire::List => "application/json",
        };
        let beside = self.bodies().filter_map(|it| it.content.as_ref()).map(|it| it.content_type.as_str());
        let own = match (&it.content, &self.body) {
            (Some(content), _) => listed(&content.content_type, &content.more_content_types),
            (None, Some(body)) => listed(&body.content_type, &body.more_content_types),
            (None, None) => Vec::new(),
        };
        sent(usual, own, beside)
    }

    /// The parameters that can be the whole body: one, or one per content type.
    pub fn bodies(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|it| it.place == Place::Body)
    }
}

fn listed<'a>(first: &'a str, more: &'a [String]) -> Vec<&'a str> {
    [first].into_iter().chain(more.iter().map(String::as_str)).collect()
}

/// The listed types, and before ranges alone the usual one, unless something beside has it.
fn sent<'a>(
    usual: &'static str,
    listed: Vec<&'a str>,
    mut beside: impl Iterator<Item = &'a str>,
) -> Vec<&'a str> {
    let is_sent = listed.iter().all(|it| it.contains('*'))
        && listed.iter().any(|it| includes(it, usual))
        && !beside.any(|it| essence(it).eq_ignore_ascii_case(usual));
    is_sent.then_some(usual).into_iter().chain(listed).collect()
}

/// Returns whether a content type is another one, or a range such as `text/*` that has it.
#[must_use]
pub fn includes(range: &str, content_type: &str) -> bool {
    let (range, content_type) =
        (essence(range).to_ascii_lowercase(), essence(content_type).to_ascii_lowercase());
    match range.strip_suffix('*') {
        Some("" | "*/") => true,
        Some(start) => content_type.starts_with(start),
        None => content_type == range,
    }
}

/// A content type without its parameters.
#[must_use]
pub fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}
