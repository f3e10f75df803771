//! Decides what a file has of an exchange: in a cassette all but secrets, in a recording no value.

use std::collections::BTreeSet;

use serde_json::{Number, value::RawValue};

use super::{
    file::{Content, Kind, RecordedRequest, Text},
    secrets::{SENT, Secrets},
    suspect::{is_suspect, looks_secret},
    types::{Said, Words},
};
use crate::codec::values::quoted;
use crate::codec::{JsonReader, json::Tape, outcome};
use crate::core::{ApiDescriptor, Descriptor, Encoding, PageStep, Parameter, Place, ReturnKind, ValueKind};

/// A text of a recording.
const TEXT: &str = "x";

/// The rules for the values of an exchange, and the state that they need.
pub(super) struct Mask<'a> {
    pub(super) words: &'a Words,
    pub(super) operation: &'static Descriptor,
    pub(super) kind: Kind,
    pub(super) secrets: &'a mut Secrets,
    /// The URL of the request.
    pub(super) url: &'a http::Uri,
    pub(super) is_response: bool,
    /// The names of the fields around a value.
    pub(super) path: Vec<String>,
    /// The places of texts that may be secrets.
    pub(super) suspects: BTreeSet<String>,
}

impl<'a> Mask<'a> {
    pub(super) fn new(
        words: &'a Words,
        operation: &'static Descriptor,
        kind: Kind,
        secrets: &'a mut Secrets,
        url: &'a http::Uri,
    ) -> Self {
        let (path, suspects) = (Vec::new(), BTreeSet::new());
        Self { words, operation, kind, secrets, url, is_response: false, path, suspects }
    }

    pub(super) fn request(&mut self, request: &RecordedRequest) -> RecordedRequest {
        self.is_response = false;
        let mut out = request.clone();
        out.headers.iter_mut().for_each(|(_, text)| SENT.clone_into(text));
        if !self.operation.paths().any(|path| path == out.path) {
            out.path =
                if self.kind == Kind::Cassette { self.secrets.clean(&out.path) } else { "/path".to_owned() };
        }
        for (name, text) in &mut out.form {
            *text = self.parameter(name, text);
            *name = self.name(name, false);
        }
        for file in &mut out.files {
            match self.kind {
                Kind::Cassette => file.name = self.secrets.clean(&file.name),
                Kind::Recording => {
                    TEXT.clone_into(&mut file.name);
                    file.media_type = self.media_type(&file.media_type);
                }
            }
        }
        out
    }

    fn parameter(&mut self, name: &str, text: &str) -> String {
        if let Some(field) = self.words.credential(self.operation, name) {
            let is_said = field.constant == Some(text) || field.values.contains(&text);
            return if is_said { text } else { SENT }.to_owned();
        }
        let known = self.operation.parameters.iter().find(|it| it.name == name);
        // What the spec says itself tells operations apart.
        if known.is_some_and(|it| it.constant == Some(text.trim_matches('"'))) {
            return text.to_owned();
        }
        let said = known.map(Said::parameter).unwrap_or_default();
        if known.is_some_and(|known| is_json(known, self.operation))
            && let Some(json) = self.json_text(text, &said)
        {
            return json;
        }
        match known.map(|known| known.kind) {
            Some(ValueKind::Boolean | ValueKind::Number) | None if self.kind == Kind::Recording => {
                scalar(text)
            }
            _ => self.text(&said, name, known.map(|it| it.values).unwrap_or_default(), text),
        }
    }

    /// A name of a parameter or of a field.
    fn name(&mut self, name: &str, is_secret: bool) -> String {
        match self.kind {
            _ if name.is_empty() || self.words.names.contains(name) => name.to_owned(),
            Kind::Recording => self.secrets.name(name),
            Kind::Cassette if is_secret => self.secret(name),
            Kind::Cassette => self.secrets.clean(name),
        }
    }

    fn secret(&mut self, text: &str) -> String {
        if self.is_response { self.secrets.received(text) } else { self.secrets.sent(text) }
    }

    fn text(&mut self, said: &Said, name: &str, listed: &[&str], text: &str) -> String {
        match self.kind {
            _ if text.is_empty() => String::new(),
            // Which of them it is stays a value.
            Kind::Recording if listed.contains(&text) => listed.first().unwrap_or(&TEXT).to_string(),
            Kind::Recording => TEXT.to_owned(),
            Kind::Cassette if said.is_secret => self.secret(text),
            Kind::Cassette => {
                if !said.is_described && is_suspect(name, text) {
                    self.suspects.insert(self.place());
                }
                self.secrets.clean(text)
            }
        }
    }

    /// The operation, and the names of fields in it.
    fn place(&self) -> String {
        let names = self.path.iter().map(|name| if looks_secret(name) { "*" } else { name });
        let names = names.collect::<Vec<_>>().join(".");
        [self.operation.name, &names].join(if names.is_empty() { "" } else { ": " })
    }

    /// JSON without spaces. `None` if the text isn't JSON, or is nested too deeply.
    fn json_text(&mut self, text: &str, said: &Said) -> Option<String> {
        let (tape, mut out) = (Tape::of(text).ok()?, String::new());
        self.json(JsonReader::new(text, &tape), said, &[], &mut out)?;
        Some(out)
    }

    fn json(&mut self, from: JsonReader<'_>, said: &Said, listed: &[&str], out: &mut String) -> Option<()> {
        let said = &self.words.known(said, from);
        let is_recording = self.kind == Kind::Recording;
        match from.first() {
            b'{' => self.object(from, said, out)?,
            b'[' => {
                out.push('[');
                for (index, item) in from.items()?.enumerate() {
                    out.push_str(if index == 0 { "" } else { "," });
                    self.json(item, &Words::item(said), listed, out)?;
                }
                out.push(']');
            }
            _ if is_recording && (self.is_status(from) || self.is_constant(from)) => {
                out.push_str(from.as_str())
            }
            b'"' => {
                let text = from.text_or_json();
                let name = self.path.last().cloned().unwrap_or_default();
                let next = if self.is_next_page() { self.next_page(&text) } else { None };
                let new = next.unwrap_or_else(|| self.text(said, &name, listed, &text));
                match new == text {
                    true => out.push_str(from.as_str()),
                    false => out.push_str(&quoted(&new)),
                }
            }
            b'n' => out.push_str("null"),
            _ if is_recording => out.push_str(&scalar(from.as_str())),
            b't' | b'f' => out.push_str(from.as_str()),
            _ if said.is_secret || self.secrets.clean(from.as_str()) != from.as_str() => out.push('0'),
            _ => out.push_str(from.as_str()),
        }
        Some(())
    }

    fn object(&mut self, from: JsonReader<'_>, said: &Said, out: &mut String) -> Option<()> {
        out.push('{');
        for (index, (name, value)) in from.fields()?.enumerate() {
            let name = name.text_or_json();
            out.push_str(if index == 0 { "" } else { "," });
            out.push_str(&quoted(&self.name(&name, said.is_secret)));
            out.push(':');
            let is_data = self.is_in_envelope() && self.words.api.envelope.is_some_and(|it| it.data == name);
            let field = if is_data { said.clone() } else { self.words.field(said, from, &name) };
            let listed = self.words.listed(if is_data { self.operation.name } else { &name });
            self.path.push(name.into_owned());
            let done = self.json(value, &field, listed, out);
            self.path.pop();
            done?;
        }
        out.push('}');
        Some(())
    }

    fn is_in_envelope(&self) -> bool {
        self.is_response && self.path.is_empty() && self.operation.returns == ReturnKind::Envelope
    }

    /// Returns whether the spec says the value itself, to tell operations apart.
    fn is_constant(&self, value: JsonReader<'_>) -> bool {
        let ([name], false) = (&*self.path, self.is_response) else { return false };
        let fields = self.operation.marks.iter();
        let constants = fields.filter(|it| it.wire_name() == name).filter_map(|it| it.constant);
        constants.into_iter().any(|it| it == value.text_or_json())
    }

    /// Returns whether a value says whether a call failed.
    fn is_status(&self, value: JsonReader<'_>) -> bool {
        let ([name], true) = (&*self.path, self.is_response) else { return false };
        let is_code = || value.as_str().parse().is_ok_and(|code: u16| (100..600).contains(&code));
        let is_one_of = |all: [&str; 2]| value.text().is_some_and(|text| all.contains(&&*text));
        let ApiDescriptor { message, envelope, .. } = self.words.api;
        message.is_some_and(|it| Some(&**name) == it.status && is_code())
            || envelope.is_some_and(|it| {
                (name == it.code && is_code()) || (name == it.status && is_one_of([it.ok, it.error]))
            })
    }

    /// The body of a response.
    pub(super) fn body(&mut self, status: u16, body: &[u8]) -> Content {
        self.is_response = true;
        let Ok(text) = std::str::from_utf8(body) else { return Content::Bytes(self.bytes(status, body)) };
        let json = text.strip_prefix('\u{feff}').unwrap_or(text);
        let tape = Tape::of(json).ok();
        let from = tape.as_ref().map(|tape| JsonReader::new(json, tape));
        let is_failure = status >= 400 || from.is_some_and(|it| outcome::says_failure(self.words.api, it));
        let said = self.words.result(self.operation, status, is_failure);
        let (listed, mut out) = (self.words.listed(self.operation.name), String::new());
        if from.and_then(|from| self.json(from, &said, listed, &mut out)).is_some()
            && let Ok(json) = RawValue::from_string(out)
        {
            return Content::Json(json);
        }
        Content::Text(match self.kind {
            Kind::Cassette if said.is_secret => Text::Whole(self.secrets.received(text)),
            Kind::Cassette if !self.words.can_have_secrets(&said) => {
                Text::Whole(self.text(&said, "", &[], text))
            }
            Kind::Cassette | Kind::Recording => Text::length(text.len()),
        })
    }

    /// Bytes, if they are no secret and have none.
    pub(super) fn bytes(&self, status: u16, bytes: &[u8]) -> Text {
        let text = String::from_utf8_lossy(bytes);
        let said = self.words.result(self.operation, status, status >= 400);
        match self.kind == Kind::Cassette
            && !self.words.can_have_secrets(&said)
            && self.secrets.clean(&text) == text
        {
            true => Text::Whole(bytes.iter().map(|byte| char::from(*byte)).collect()),
            false => Text::length(bytes.len()),
        }
    }

    fn is_next_page(&self) -> bool {
        let Some(PageStep::Url(names)) = self.operation.pages.map(|pages| pages.step) else { return false };
        let is_in_data = self.operation.returns == ReturnKind::Envelope;
        let path = self.path.get(usize::from(is_in_data)..).unwrap_or_default();
        self.is_response && self.kind == Kind::Cassette && path.iter().eq(names.iter())
    }
}

/// Returns whether the text of a parameter is JSON.
pub(super) fn is_json(known: &Parameter, operation: &Descriptor) -> bool {
    known.json
        || known.place == Place::Body
        || (known.place == Place::Form && operation.encoding == Encoding::Json)
}

/// A text of the same kind.
fn scalar(text: &str) -> String {
    let of_kind = match text {
        "" => "",
        "true" | "false" => "false",
        _ if text.parse::<i64>().is_ok() => "0",
        _ => match serde_json::from_str::<Number>(text).map(|number| number.as_f64()) {
            // `1.0` is an integer where the spec has one.
            Ok(Some(whole)) if whole.fract() == 0.0 && whole.abs() < 9e18 => "0.0",
            Ok(_) => "0.5",
            Err(_) => TEXT,
        },
    };
    of_kind.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::TypeShape;

    /// Two types have a `current`: one that is a secret, and one that is an object. So have two types of
    /// a union, which a tag tells apart.
    #[test]
    fn a_secret_is_a_field_of_a_type() {
        static API: ApiDescriptor = ApiDescriptor {
            types: &[
                TypeShape::new("Login")
                    .fields(&["current", "next"])
                    .secret(&["current"])
                    .inner(&[("next", "Login")]),
                TypeShape::new("Theme").fields(&["current", "any"]),
                TypeShape::new("All")
                    .fields(&["logins", "theme"])
                    .inner(&[("logins", "Dictionary<string, List<Login>>"), ("theme", "Theme")])
                    .additional("Either or null"),
                TypeShape::new("Either").members(&[("l", "Login"), ("t", "Theme")]).tag("kind"),
                TypeShape::new("Boxed").members(&[("l", "Login"), ("t", "Theme")]).tag("kind").content("it"),
            ],
            operations: &[&GET],
            ..ApiDescriptor::EMPTY
        };
        static GET: Descriptor = Descriptor::new("Get").returns(ReturnKind::Json, "All");
        static BOXED: Descriptor = Descriptor::new("Boxed").returns(ReturnKind::Json, "List<Boxed>");
        let (words, mut secrets, url) = (Words::of(&API), Secrets::default(), http::Uri::default());
        let mut masked = |operation, kind, json: &str| {
            let mut mask = Mask::new(&words, operation, kind, &mut secrets, &url);
            let Content::Json(json) = mask.body(200, json.as_bytes()) else { panic!("no JSON") };
            json.get().to_owned()
        };
        let theme = r#"{"current":{"name":"red","current":"blue"},"any":[1.50,"\u00e9",true,null]}"#;
        for (operation, json, expected) in [
            (&GET, format!(r#"{{"theme":{theme}}}"#), format!(r#"{{"theme":{theme}}}"#)),
            (
                &GET,
                r#"{"logins": {"a": [{"current": "s3cret", "next": {"current": 7}}]}, "b": "s3cret", "c": "no s3cret"}"#.to_owned(),
                r#"{"logins":{"a":[{"current":"secret-1","next":{"current":0}}]},"b":"secret-1","c":"no secret-1"}"#.to_owned(),
            ),
            (
                &GET,
                format!(r#"{{"x":{{"kind":"l","current":{{"a":"red"}}}},"y":{{"kind":"t","current":{theme}}},"z":null}}"#),
                format!(r#"{{"x":{{"kind":"l","current":{{"secret-2":"secret-3"}}}},"y":{{"kind":"t","current":{theme}}},"z":null}}"#),
            ),
            (
                &BOXED,
                format!(r#"[{{"kind":"l","it":{{"current":"pin"}}}},{{"kind":"t","it":{theme}}}]"#),
                format!(r#"[{{"kind":"l","it":{{"current":"secret-4"}}}},{{"kind":"t","it":{theme}}}]"#),
            ),
        ] {
            assert_eq!(masked(operation, Kind::Cassette, &json), expected);
            let shape = masked(operation, Kind::Recording, &json);
            assert!(!["red", "blue", "1.50", "s3cret", "true", "kind"].iter().any(|it| shape.contains(it)), "{shape}");
        }
    }

    /// Such as `admin`, which is a role of other users as well.
    #[test]
    fn a_secret_that_could_be_a_word_is_only_replaced_at_its_place() {
        let mut secrets = Secrets::default();
        let shown = ["admin", "1234", "Tr0ub4dor&3"].map(|secret| secrets.received(secret));
        assert_eq!(shown, ["secret-1", "secret-2", "secret-3"]);
        for (text, clean) in [
            ("admin", "admin"),
            ("1234", "secret-2"),
            ("in 1234", "in 1234"),
            ("wrong: Tr0ub4dor%263", "wrong: secret-3"),
        ] {
            assert_eq!(secrets.clean(text), clean);
        }
        assert_eq!(Secrets::after("secret-3 secret-12, field-4").received("x"), "secret-13");
    }
}
