//! The answer of an entry.

use super::Entry;
use super::members::{MEMBER, items, members, number, text};
use crate::recordings::body::Body;
use crate::recordings::json::{Json, Kind, Result};
use crate::recordings::shape::LONGEST_NAME;

/// `content` of a response.
#[derive(Default)]
pub struct Content {
    pub mime: String,
    pub body: Body,
    pub size: Option<i64>,
    pub is_base64: bool,
    pub is_redirect: bool,
}

impl Entry<'_> {
    pub fn response(&mut self, json: &mut Json<'_>) -> Result<()> {
        members(json, &mut |json, name| {
            match name {
                "status" => {
                    let status = number(json)?.and_then(|it| u16::try_from(it).ok());
                    self.exchange.status = status.unwrap_or_default();
                }
                "redirectURL" => self.content.is_redirect |= !text(json, 1)?.text.is_empty(),
                "headers" => items(json, |json| self.response_header(json))?,
                "content" => self.content(json)?,
                _ => json.skip()?,
            }
            Ok(())
        })
    }

    fn response_header(&mut self, json: &mut Json<'_>) -> Result<()> {
        let (mut key, mut value) = (String::new(), String::new());
        members(json, &mut |json, name| {
            match name {
                "name" => key = text(json, MEMBER)?.text,
                "value" => value = text(json, LONGEST_NAME)?.text,
                _ => json.skip()?,
            }
            Ok(())
        })?;
        self.content.is_redirect |= key.eq_ignore_ascii_case("location");
        if key.eq_ignore_ascii_case("content-type") && self.content.mime.is_empty() {
            self.content.mime = value;
        }
        Ok(())
    }

    fn content(&mut self, json: &mut Json<'_>) -> Result<()> {
        members(json, &mut |json, name| {
            match name {
                "mimeType" => {
                    let mime = text(json, LONGEST_NAME)?.text;
                    if mime.contains('/') && mime != "x-unknown" {
                        self.content.mime = mime;
                    }
                }
                "encoding" => {
                    self.content.is_base64 = text(json, MEMBER)?.text.eq_ignore_ascii_case("base64")
                }
                "size" => self.content.size = number(json)?,
                "text" if json.kind()? == Kind::Text => self.content.body = Body::read(json, &mut self.keep)?,
                _ => json.skip()?,
            }
            Ok(())
        })
    }
}

/// Type and subtype, if they are plain; of the parameters only `charset=utf-8`.
pub fn content_type(text: &str) -> Option<String> {
    let mut parts = text.split(';').map(str::trim);
    let essence = parts.next()?.to_ascii_lowercase();
    let is_plain = |text: &str| {
        (1..=80).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
    };
    let (kind, subtype) = essence.split_once('/')?;
    let is_utf8 = |text: &str| {
        text.eq_ignore_ascii_case("charset=utf-8") || text.eq_ignore_ascii_case("charset=\"utf-8\"")
    };
    let charset = if kind == "text" && parts.any(is_utf8) { ";charset=UTF-8" } else { "" };
    (is_plain(kind) && is_plain(subtype)).then(|| format!("{essence}{charset}"))
}
