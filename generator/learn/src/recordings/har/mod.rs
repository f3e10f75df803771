//! HTTP Archive 1.2, read entry by entry. Members that are missing, or of
//! another type than the format says, are passed over.

mod members;
mod parameters;
mod response;

use self::members::{MEMBER, items, members, number, text};
use self::parameters::{add, fields, file, form};
use self::response::{Content, content_type};
use crate::recordings::body::Body;
use crate::recordings::exchange::{Answer, Encoding, Exchange, Parameters};
use crate::recordings::json::{Broken, Json, Kind, Result, Text, Why};
use crate::recordings::multipart;
use crate::recordings::names::Names;
use crate::recordings::shape::{Keep, LONGEST_NAME, Room};
use crate::recordings::url;

/// Bytes of an address that are read.
const LONGEST_URL: usize = 256 * 1024;
/// Bytes of a path that can be an operation's.
const LONGEST_PATH: usize = 1000;
/// Bytes of a form that are read.
const LONGEST_FORM: usize = 8 * 1024 * 1024;
/// Headers of a request that are kept.
const MOST_HEADERS: usize = 200;
/// Places that are kept of one exchange.
const MOST_PLACES: usize = 20_000;

/// Reads an archive, and passes on each exchange when it was read as a whole.
/// Its names are those that `names` keeps.
///
/// # Errors
/// If it is not JSON, or ends early: what was read until then has been passed on.
pub fn read(json: &mut Json<'_>, names: &mut Names, mut each: impl FnMut(Exchange)) -> Result<()> {
    let mut has_entries = false;
    let at = json.at();
    members(json, &mut |json, name| match name {
        "log" => members(json, &mut |json, name| match name {
            "entries" if json.kind()? == Kind::List => {
                has_entries = true;
                json.list(|json| {
                    each(Entry::read(json, names)?);
                    Ok(())
                })
            }
            _ => json.skip(),
        }),
        _ => json.skip(),
    })?;
    match has_entries {
        true if json.ends()? => Ok(()),
        true => json.expected("the end of the archive"),
        false => Err(Broken { at, why: Why::Expected("an HTTP Archive: `{\"log\": {\"entries\": [`") }),
    }
}

/// An entry that is being read.
struct Entry<'k> {
    keep: Keep<'k>,
    url: Text,
    posted: Posted,
    content: Content,
    exchange: Exchange,
}

/// `postData`
#[derive(Default)]
struct Posted {
    mime: String,
    text: Option<Text>,
    params: Parameters,
    /// There was a body, whether it was recorded or not.
    is_there: bool,
}

impl<'k> Entry<'k> {
    fn read(json: &mut Json<'_>, names: &'k mut Names) -> Result<Exchange> {
        let mut entry = Self {
            keep: Keep { names, room: Room::new(MOST_PLACES) },
            url: Text::default(),
            posted: Posted::default(),
            content: Content::default(),
            exchange: Exchange::default(),
        };
        members(json, &mut |json, name| match name {
            "request" => entry.request(json),
            "response" => entry.response(json),
            _ => json.skip(),
        })?;
        Ok(entry.finish())
    }

    fn request(&mut self, json: &mut Json<'_>) -> Result<()> {
        members(json, &mut |json, name| {
            match name {
                "method" => self.exchange.method = text(json, MEMBER)?.text.to_ascii_uppercase(),
                "url" => self.url = text(json, LONGEST_URL)?,
                "headers" => items(json, |json| self.header(json))?,
                "postData" => self.post_data(json)?,
                "bodySize" => self.posted.is_there |= number(json)?.is_some_and(|size| size > 0),
                _ => json.skip()?,
            }
            Ok(())
        })
    }

    /// Only the name of a header is kept. HTTP/2 begins its own with a colon.
    fn header(&mut self, json: &mut Json<'_>) -> Result<()> {
        let (mut key, mut value) = (Text::default(), Text::default());
        members(json, &mut |json, name| {
            match name {
                "name" => key = text(json, LONGEST_NAME)?,
                "value" => value = text(json, MEMBER)?,
                _ => json.skip()?,
            }
            Ok(())
        })?;
        let is_length = key.text.eq_ignore_ascii_case("content-length");
        self.posted.is_there |= is_length && value.text.parse().is_ok_and(|length: u64| length > 0);
        if !key.is_cut && !key.text.starts_with(':') && self.exchange.headers.len() < MOST_HEADERS {
            self.exchange.headers.extend(self.keep.names.header(&key.text));
        }
        Ok(())
    }

    fn post_data(&mut self, json: &mut Json<'_>) -> Result<()> {
        members(json, &mut |json, name| {
            match name {
                "mimeType" => self.posted.mime = text(json, LONGEST_NAME)?.text,
                "text" => self.posted.text = Some(text(json, LONGEST_FORM)?),
                "params" => items(json, |json| self.param(json))?,
                _ => json.skip()?,
            }
            Ok(())
        })
    }

    fn param(&mut self, json: &mut Json<'_>) -> Result<()> {
        let (mut key, mut value, mut is_file) = (Text::default(), Text::default(), false);
        members(json, &mut |json, name| {
            match name {
                "name" => key = text(json, LONGEST_NAME)?,
                "value" => value = text(json, LONGEST_FORM)?,
                "fileName" => is_file = !text(json, MEMBER)?.text.is_empty(),
                _ => json.skip()?,
            }
            Ok(())
        })?;
        match is_file {
            true => file(&mut self.posted.params, &key.text, &mut self.keep),
            false => add(&mut self.posted.params, &key.text, &value.text, &mut self.keep),
        }
        Ok(())
    }

    fn finish(mut self) -> Exchange {
        let (path, query) = url::split(&self.url.text);
        form(&mut self.exchange.query, query, &mut self.keep);
        self.exchange.path =
            if path.len() > LONGEST_PATH { String::new() } else { self.keep.names.path(path) };
        self.exchange.is_cut = self.url.is_cut;
        self.sent();
        let content_type = content_type(&self.content.mime);
        let is_json = content_type.as_deref().is_some_and(|it| it.contains("json"));
        let is_text = content_type.as_deref().is_some_and(|it| it.starts_with("text/") || it.contains("xml"));
        let content_type = content_type.filter(|it| self.keep.names.knows_type(it));
        let Content { body, size, is_base64, is_redirect, .. } = self.content;
        self.exchange.answer = match body {
            _ if is_redirect && (300..400).contains(&self.exchange.status) => Answer::Redirect,
            Body::Absent if size == Some(0) => Answer::Empty,
            Body::Absent => Answer::NotRecorded,
            Body::Empty if size.is_some_and(|size| size > 0) => Answer::NotRecorded,
            Body::Empty => Answer::Empty,
            body => match body.shape(is_base64, is_json, &mut self.keep) {
                Some(shape) => Answer::Json(Box::new(shape)),
                None if is_text => Answer::Text,
                None => Answer::Bytes,
            },
        };
        self.exchange.content_type = content_type;
        self.exchange.refused = self.keep.room.refused;
        self.exchange
    }

    /// What the body of the request says.
    fn sent(&mut self) {
        let Posted { mime, text, params, is_there } = std::mem::take(&mut self.posted);
        let Text { text, is_cut } = text.unwrap_or_default();
        let Exchange { method, body, encoding, .. } = &mut self.exchange;
        let is_mime = |wanted: &str| mime.trim_start().to_ascii_lowercase().starts_with(wanted);
        *encoding = if text.is_empty() && params.is_empty() {
            Encoding::Empty
        } else if is_mime("multipart/") {
            Encoding::Multipart
        } else if is_mime("application/json") {
            Encoding::Json
        } else if text.contains('=') && mime.is_empty() || is_mime("application/x-www-form") {
            Encoding::Form
        } else {
            Encoding::Other
        };
        match encoding {
            Encoding::Form => form(body, &text, &mut self.keep),
            Encoding::Multipart => {
                for part in multipart::parts(&mime, &text) {
                    match part.is_file {
                        true => file(body, part.name, &mut self.keep),
                        false => add(body, part.name, part.content, &mut self.keep),
                    }
                }
            }
            Encoding::Json => fields(body, &text, &mut self.keep),
            Encoding::Empty | Encoding::Other => {}
        }
        if body.is_empty() {
            *body = params;
        }
        // Browsers don't record the files of a form, nor the form around them.
        let has_body = !matches!(&**method, "GET" | "DELETE");
        let is_form = is_mime("multipart/");
        let is_none = is_form && multipart::is_empty(&text);
        let is_lost = has_body && body.is_empty() && !is_none && (is_there || is_form);
        self.exchange.is_cut |= is_cut || is_lost;
    }
}
