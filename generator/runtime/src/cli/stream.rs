//! JSON that is passed on while it arrives, whatever its size.

use std::mem;

use super::problem::Problem;
use crate::core::EnvelopeShape;

/// Maximum length of a name or a status of an envelope that is compared, in bytes.
const LONGEST: usize = 256;

/// Scans JSON byte by byte: finds its end, and the status and the data of an envelope.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    envelope: Option<EnvelopeShape>,
    depth: usize,
    string: bool,
    escaped: bool,
    /// The field of the envelope that the value belongs to; `None` before the colon.
    field: Option<Field>,
    name: Vec<u8>,
    status: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Status,
    Data,
    Other,
}

impl Scanner {
    /// A scanner of an envelope, or of any JSON.
    pub(super) fn new(envelope: Option<EnvelopeShape>) -> Self {
        Self { envelope, ..Self::default() }
    }

    /// Returns the part of the next bytes that is passed on.
    pub(super) fn pass(&mut self, bytes: &[u8]) -> Vec<u8> {
        bytes.iter().copied().filter(|byte| self.step(*byte)).collect()
    }

    /// Checks the JSON that was passed on.
    ///
    /// # Errors
    /// If the JSON has no end, or an envelope is an error.
    pub(super) fn check(&self) -> Result<(), Problem> {
        let status = serde_json::from_slice::<&str>(self.status.trim_ascii()).ok();
        if self.depth > 0 || self.string {
            return Err(Problem::Local("the response ended in the middle of its JSON".to_owned()));
        }
        match self.envelope {
            Some(shape) if status != Some(shape.ok) => {
                Err(Problem::Local(format!("the response has no `{}: {}`", shape.status, shape.ok)))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether a byte is passed on.
    fn step(&mut self, byte: u8) -> bool {
        let before = self.depth;
        let outer = before == 1 && !self.string;
        match byte {
            _ if mem::take(&mut self.escaped) => {}
            b'\\' if self.string => self.escaped = true,
            b'"' => self.string = !self.string,
            _ if self.string => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        let Some(shape) = self.envelope else { return true };
        match (self.field, byte) {
            _ if before == 0 || self.depth == 0 => false,
            (None, b':') if outer => {
                self.field = Some(self.named(shape));
                self.name.clear();
                false
            }
            (Some(_), b',') if outer => {
                self.field = None;
                false
            }
            (field, _) => self.keep(field, byte),
        }
    }

    fn named(&self, shape: EnvelopeShape) -> Field {
        match serde_json::from_slice::<String>(&self.name) {
            Ok(name) if name == shape.data => Field::Data,
            Ok(name) if name == shape.status => Field::Status,
            _ => Field::Other,
        }
    }

    fn keep(&mut self, field: Option<Field>, byte: u8) -> bool {
        let kept = match field {
            None => &mut self.name,
            Some(Field::Status) => &mut self.status,
            Some(other) => return other == Field::Data,
        };
        if kept.len() < LONGEST {
            kept.push(byte);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: EnvelopeShape =
        EnvelopeShape { status: "status", ok: "ok", error: "error", code: "code", data: "data" };

    /// The text that is passed on if it arrives in pieces of this size.
    fn passed(json: &str, envelope: Option<EnvelopeShape>, size: usize) -> (String, bool) {
        let mut scanner = Scanner::new(envelope);
        let all: Vec<u8> = json.as_bytes().chunks(size).flat_map(|piece| scanner.pass(piece)).collect();
        (String::from_utf8(all).unwrap(), scanner.check().is_ok())
    }

    #[test]
    fn json_is_passed_on_and_an_envelope_is_opened() {
        let list = "[1,{\"a\":\"]\\\"}\"}]\n";
        let data = "[{\"data\":{\"x\":\"a,b}:\\\"\"}, \"status\":\"error\"},1]";
        let ok = [
            format!("{{\"status\":\"ok\",\"code\":200,\"data\":{data}}}"),
            format!(" {{ \"data\":{data}, \"other\": [\"data\", {{\"data\":1}}], \"status\" : \"ok\" }}"),
            format!("{{\"d\\u0061ta\":{data},\"status\":\"ok\"}}\n"),
        ];
        let cut = &list[..list.len() - 2];
        let any = [(list, true), (cut, false), ("\"a", false), ("1", true)];
        let any = any.map(|(json, complete)| (json.to_owned(), None, json, complete));
        let enveloped = ok.map(|json| (json, Some(SHAPE), data, true));
        for (json, envelope, expected, complete) in any.into_iter().chain(enveloped) {
            for size in [1, 7, 1000] {
                assert_eq!(passed(&json, envelope, size), (expected.to_owned(), complete), "{json}");
            }
        }
        for json in ["{\"data\":1,\"status\":\"error\"}", "{\"status\":\"ok\",\"data\":[1"] {
            assert!(!passed(json, Some(SHAPE), 9).1, "{json}");
        }
    }
}
