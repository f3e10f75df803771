//! Responses of a server and what is compared of them.

use serde_json::Value;

use generator_spec::model::Api;

/// The number of bytes of a response's body that are looked at.
pub const MOST_BODY: usize = 64 * 1024;

/// A response to an empty POST.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The content type.
    pub content_type: Option<String>,
    /// The beginning of the body, at most [`MOST_BODY`].
    pub body: Vec<u8>,
}

/// The part of a response that is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    pub status: u16,
    content_type: String,
    /// The status in a message or an envelope.
    said: Option<Said>,
    /// The body, without what differs from path to path.
    pub text: String,
}

/// A body's own statement about success.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    Fine,
    Refused(Option<i64>),
}

impl Kind {
    pub fn new(api: &Api, path: &str, reply: &Reply) -> Self {
        let content_type = reply.content_type.as_deref().unwrap_or_default();
        let content_type = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let body = reply.body.get(..MOST_BODY).unwrap_or(&reply.body);
        Self { status: reply.status, content_type, said: said(api, body), text: normal(path, body) }
    }

    /// Returns whether the server seems to have carried something out.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status) && !matches!(self.said, Some(Said::Refused(_)))
    }
}

fn said(api: &Api, body: &[u8]) -> Option<Said> {
    let Ok(Value::Object(fields)) = serde_json::from_slice(body) else { return None };
    let number = |field: &str| fields.get(field).and_then(Value::as_i64);
    if let Some(status) = api.message.as_ref().and_then(|message| number(&message.status)) {
        return Some(if status >= 400 { Said::Refused(Some(status)) } else { Said::Fine });
    }
    let envelope = api.envelope.as_ref()?;
    let status = fields.get(&envelope.status)?.as_str()?;
    Some(if status == envelope.error { Said::Refused(number(&envelope.code)) } else { Said::Fine })
}

/// The text without the path, which error pages repeat, and without numbers,
/// which are times and ids.
fn normal(path: &str, body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let mut normal = String::with_capacity(text.len());
    for character in text.replace(path, "").chars() {
        if !character.is_ascii_digit() {
            normal.push(character);
        } else if !normal.ends_with('0') {
            normal.push('0');
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_without_the_path_and_without_numbers() {
        let of = |path: &str, body: &str| normal(path, body.as_bytes());
        assert_eq!(of("/x/list", "no /x/list at 12:30, id 7"), "no  at 0:0, id 0");
        assert_eq!(of("/x/list", "no /x/list"), of("/x/a", "no /x/a"));
        assert_ne!(of("/x/a", "a path"), of("/x/b", "b path"), "a short word is not the path");
    }
}
