//! A request as a list of values, each with its place.

use std::{borrow::Cow, slice};

use zeroize::Zeroize as _;

use crate::codec::{
    json::JsonWriter,
    percent::{self, Push},
    upload::Upload,
};
use crate::core::{Encoding, ErrorKind, ListStyle, Parameter, Place, ValueKind};

/// A parameter, or a field of a credential, with its value.
pub(crate) struct Placed {
    /// Its name in the description.
    pub(crate) name: &'static str,
    /// Its description; `None` if the operation has no such parameter.
    pub(crate) parameter: Option<&'static Parameter>,
    pub(crate) place: Place,
    pub(crate) value: Value,
}

/// A value as the program gave it, before it is encoded for its place.
pub(crate) enum Value {
    Text(String),
    /// The items of a list of texts.
    List(Vec<String>),
    Json(Box<JsonWriter>),
    /// An empty text, or `null` in JSON.
    Null,
    File(Box<Upload>),
}

static EMPTY: [String; 1] = [String::new()];

impl Placed {
    /// Its name on the wire, without brackets.
    pub(crate) fn wire_name(&self) -> &'static str {
        self.parameter.map_or(self.name, Parameter::wire_name)
    }

    /// Returns whether all of it is secret.
    pub(crate) fn is_secret(&self) -> bool {
        self.parameter.is_some_and(|known| known.secret)
    }

    /// Returns whether it is secret, or JSON that may have secrets in it.
    pub(crate) fn has_secrets(&self) -> bool {
        self.is_secret()
            || matches!(&self.value, Value::Json(json) if !json.secrets.is_empty() || !json.opaque.is_empty())
    }

    /// Its texts outside JSON, each of which is sent with the name.
    pub(crate) fn texts(&self) -> Cow<'_, [String]> {
        match (&self.value, self.separator()) {
            (Value::List(items), Some(_)) if !items.is_empty() => {
                let mut text = String::new();
                for (index, item) in items.iter().enumerate() {
                    text.extend([self.before(index), item]);
                }
                vec![text].into()
            }
            _ => self.items().into(),
        }
    }

    /// The items of a list, or its only text.
    pub(crate) fn items(&self) -> &[String] {
        match &self.value {
            Value::Text(text) => slice::from_ref(text),
            Value::List(items) => items,
            Value::Json(json) => slice::from_ref(&json.text),
            Value::Null => &EMPTY,
            Value::File(_) => &[],
        }
    }

    /// Its first text; that in JSON, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        let text = self.items().first()?;
        Some(if matches!(self.value, Value::Json(_)) { text.trim_matches('"') } else { text })
    }

    /// Its JSON.
    pub(crate) fn json(&self) -> Cow<'_, str> {
        match (&self.value, self.separator()) {
            (Value::Json(json), _) => json.text.as_str().into(),
            (Value::Null, _) => "null".into(),
            (Value::List(items), None) => {
                let items: Vec<_> = items.iter().map(|item| self.text_in_json(item)).collect();
                format!("[{}]", items.join(",")).into()
            }
            (Value::List(_), Some(_)) => quoted(&self.texts().concat()).into(),
            (Value::Text(text), _) => self.text_in_json(text),
            // It is never in JSON.
            (Value::File(_), _) => "null".into(),
        }
    }

    fn text_in_json<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.parameter.map(|known| known.kind) {
            Some(ValueKind::Number | ValueKind::Boolean) => text.into(),
            Some(ValueKind::Text | ValueKind::Other) | None => quoted(text).into(),
        }
    }

    /// The fields of an object that is not JSON: their names and texts.
    pub(crate) fn object(&self) -> Option<Vec<(String, String)>> {
        let Value::Json(json) = &self.value else { return None };
        self.parameter?.fields_of(&json.text)
    }

    /// Appends it to a query or to a form.
    pub(crate) fn push_to(&self, form: &mut String, push: Push) {
        let is_reserved = self.parameter.is_some_and(|known| known.reserved);
        let push_value = if is_reserved { percent::encode_but_reserved } else { push };
        if let Some(fields) = self.object() {
            for (name, text) in &fields {
                percent::separate(form, "&");
                push(form, name);
                form.push('=');
                push_value(form, text);
            }
            return;
        }
        let is_joined = self.separator().is_some() && !self.items().is_empty();
        for text in if is_joined { &EMPTY } else { self.items() } {
            let Some((name, text)) = self.field(text) else { continue };
            percent::separate(form, "&");
            push(form, &name);
            match text {
                _ if is_joined => {
                    form.push('=');
                    self.push_items(form, push_value);
                }
                Some(text) => {
                    form.push('=');
                    push_value(form, text);
                }
                None => {}
            }
        }
    }

    /// Appends the items of a list that is joined, or its only text. A comma between items isn't encoded,
    /// unlike those in items; the same holds for what is between a name and its value.
    pub(crate) fn push_items(&self, out: &mut String, push: Push) {
        if let Some(fields) = self.object() {
            // One that isn't a text is no part of a path.
            return if let [(_, text)] = fields.as_slice() {
                push(out, text)
            };
        }
        for (index, item) in self.items().iter().enumerate() {
            match self.before(index) {
                bare @ ("" | "," | "=") => out.push_str(bare),
                separator => push(out, separator),
            }
            push(out, item);
        }
    }

    /// Checks that a server will find the items of a list and the names in an object: where nothing encodes the
    /// text between them, none has it.
    pub(crate) fn check_items(&self, encoding: Encoding) -> Result<(), ErrorKind> {
        let Some(known) = self.parameter else { return Ok(()) };
        let items = match &self.value {
            Value::List(items) => items,
            Value::Json(json) => {
                let end = known.ends_name(&json.text);
                return end.map_or(Ok(()), |end| Err(ErrorKind::FieldName { name: known.wire_name(), end }));
            }
            Value::Text(_) | Value::Null | Value::File(_) => return Ok(()),
        };
        let is_header = matches!(self.place, Place::Header { .. });
        let is_name = |index: usize| known.list == Some(ListStyle::Pairs) && index.is_multiple_of(2);
        let reserved = known.list.and_then(ListStyle::separator).filter(|_| known.reserved);
        if items.iter().enumerate().any(|(index, item)| is_name(index) && item.contains('=')) {
            return Err(ErrorKind::FieldName { name: known.wire_name(), end: "=" });
        }
        match known.bare_separator(encoding).or(reserved) {
            Some(between) if items.iter().any(|item| item.contains(between)) => {
                Err(ErrorKind::ListItem { name: self.wire_name(), between })
            }
            Some(_) if is_header && items.iter().any(|item| item.trim() != item) => {
                Err(ErrorKind::Header { name: self.wire_name().to_owned() })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// One of its texts as a field of a query or of a form. A flag is only a name, or nothing.
    pub(crate) fn field<'a>(&self, text: &'a str) -> Option<(Cow<'static, str>, Option<&'a str>)> {
        let name = self.wire_name();
        match (self.parameter, text) {
            (Some(Parameter { flag: true, .. }), "false") => None,
            (Some(Parameter { flag: true, .. }), "true") => Some((name.into(), None)),
            (Some(Parameter { list: Some(ListStyle::Brackets), .. }), _) => {
                Some((format!("{name}[]").into(), Some(text)))
            }
            _ => Some((name.into(), Some(text))),
        }
    }

    /// The texts that certainly are secrets.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = &str> {
        let whole = if self.is_secret() { self.items() } else { &[] };
        let in_json = match &self.value {
            Value::Json(json) => json.secrets.as_slice(),
            Value::Text(_) | Value::List(_) | Value::Null | Value::File(_) => &[],
        };
        whole.iter().map(String::as_str).chain(in_json.iter().map(|secret| secret.expose()))
    }

    /// A copy; `None` of a file, which can be sent only once.
    #[cfg(feature = "reqwest")]
    pub(crate) fn try_clone(&self) -> Option<Self> {
        let value = match &self.value {
            Value::Text(text) => Value::Text(text.clone()),
            Value::List(items) => Value::List(items.clone()),
            Value::Json(json) => {
                let (text, secrets, opaque) = (json.text.clone(), json.secrets.clone(), json.opaque.clone());
                Value::Json(JsonWriter { text, secrets, opaque, ..JsonWriter::default() }.into())
            }
            Value::Null => Value::Null,
            Value::File(_) => return None,
        };
        Some(Self { name: self.name, parameter: self.parameter, place: self.place, value })
    }

    /// The text before an item of a list that is joined.
    fn before(&self, index: usize) -> &'static str {
        match self.parameter.and_then(|known| known.list) {
            Some(_) if index == 0 => "",
            Some(ListStyle::Pairs) if index % 2 == 1 => "=",
            style => style.and_then(ListStyle::separator).unwrap_or_default(),
        }
    }

    /// The text between the items of a list, if they are joined.
    fn separator(&self) -> Option<&'static str> {
        self.parameter?.list?.separator()
    }
}

impl Drop for Placed {
    /// Wipes secrets.
    fn drop(&mut self) {
        if self.has_secrets() {
            match &mut self.value {
                Value::Text(text) => text.zeroize(),
                Value::List(items) => items.zeroize(),
                Value::Json(json) => json.text.zeroize(),
                Value::Null | Value::File(_) => {}
            }
        }
    }
}

/// A text in JSON.
pub(crate) fn quoted(text: &str) -> String {
    let mut json = JsonWriter::default();
    json.string(text);
    json.text
}
