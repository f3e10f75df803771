//! A request as the arguments of curl.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use http::{
    HeaderMap, HeaderValue, Method,
    header::{ACCEPT_ENCODING, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, USER_AGENT},
};

use crate::cli::{marks::Marks, values::STDIN};
use crate::client::dynamic;
use crate::codec::values::{Placed, Value};
use crate::codec::{percent, redact::SentValues};
use crate::core::{
    ApiDescriptor, BYTES, Body, Descriptor, Effect, Encoding, ListStyle, Parameter, Place, text::inert,
};

/// The command, argument by argument.
pub(super) struct Command<'a> {
    marks: &'a Marks,
    arguments: Vec<String>,
    /// Variables whose values are inserted into a URL.
    in_url: BTreeSet<&'a str>,
    /// Variables whose values are inserted into a text of JSON.
    in_json: BTreeSet<&'a str>,
}

impl<'a> Command<'a> {
    /// The command that sends a request. Marks in it become variables, and files are named by their
    /// paths.
    pub(super) fn new(
        request: http::Request<Body>,
        sent: &SentValues,
        api: &ApiDescriptor,
        operation: &Descriptor,
        marks: &'a Marks,
    ) -> Self {
        let (in_url, in_json) = (BTreeSet::new(), BTreeSet::new());
        let mut line = Self { marks, arguments: Vec::new(), in_url, in_json };
        let (head, body) = request.into_parts();
        let has_body = head.headers.contains_key(CONTENT_TYPE);
        let uri = head.uri.to_string();
        // With a body, curl has no other place for the query.
        let (url, query) = uri.split_once('?').filter(|_| !has_body).unwrap_or((&uri, ""));
        // With `--request HEAD`, curl would wait for a body.
        let method =
            if head.method == Method::HEAD { "--head" } else { &format!("--request {}", head.method) };
        line.add_to_url(&format!("curl {method}"), url);
        let has_fields = match operation.encoding {
            Encoding::Form => true,
            // curl has no option for a form without parts.
            Encoding::Multipart | Encoding::Body => sent.all().any(is_field(operation)),
            Encoding::Query | Encoding::Json => false,
        };
        let content_type = head.headers.get(CONTENT_TYPE).map(text_of).unwrap_or_default();
        line.headers(&head.headers, sent, api, has_fields);
        if !query.is_empty() {
            line.arguments.push("--get".to_owned());
            for placed in sent.all().filter(|placed| placed.place.is_in_query(operation.encoding)) {
                line.fields(placed);
            }
        } else if has_fields {
            let is_multipart = content_type.starts_with("multipart/");
            line.form(sent, operation, is_multipart, body.size() == Some(0));
        } else if has_body {
            line.body(sent, body);
        }
        line
    }

    fn headers(&mut self, headers: &HeaderMap, sent: &SentValues, api: &ApiDescriptor, has_fields: bool) {
        let has_body = headers.contains_key(CONTENT_TYPE);
        for (name, value) in headers {
            let value = text_of(value);
            match *name {
                AUTHORIZATION if value.starts_with("Basic ") => self.add("--user", &user(sent)),
                // The client's default would not be true of curl.
                USER_AGENT if value == dynamic::default_agent(api) => {}
                // curl doesn't ask for an encoding, either.
                ACCEPT_ENCODING if value == "identity" => {}
                // curl knows the length of a body, and sets the content type of a form.
                CONTENT_LENGTH if has_body => {}
                CONTENT_TYPE if has_fields && is_of_form(&value) => {}
                // With a colon, curl would remove the header.
                _ if value.is_empty() => self.add("--header", &format!("{name};")),
                _ => self.add("--header", &format!("{name}: {value}")),
            }
        }
    }

    /// Adds an option and its value, with variables in place of marks.
    pub(super) fn add(&mut self, option: &str, value: &str) {
        let (mut word, mut rest) = (String::new(), value);
        while let Some((before, name, after)) = self.marks.next(rest) {
            if !before.is_empty() {
                word.push_str(&quoted(before));
            }
            if before.ends_with('"') && after.starts_with('"') {
                self.in_json.insert(name);
            }
            word.extend([r#""${"#, name, r#"}""#]);
            rest = after;
        }
        if !rest.is_empty() || word.is_empty() {
            word.push_str(&quoted(rest));
        }
        self.arguments.push(format!("{option} {word}"));
    }

    /// Adds an option and its value, parts of which are percent-encoded.
    fn add_to_url(&mut self, option: &str, value: &str) {
        let mut rest = value;
        while let Some((_, name, after)) = self.marks.next(rest) {
            self.in_url.insert(name);
            rest = after;
        }
        self.add(option, value);
    }

    /// Adds a value as fields of a form or a query. curl encodes the values of fields, but not the items
    /// of a list.
    fn fields(&mut self, placed: &Placed) {
        let is_plain = |known: &Parameter| {
            known.reserved || placed.items().len() > 1 && known.list == Some(ListStyle::Comma)
        };
        if placed.parameter.is_some_and(is_plain) {
            let mut field = String::new();
            placed.push_to(&mut field, percent::encode_in_query);
            return self.add_to_url("--data", &field);
        }
        if let Some(fields) = placed.object() {
            for (name, text) in &fields {
                let mut field = String::new();
                percent::encode_into(&mut field, name);
                self.add("--data-urlencode", &format!("{field}={text}"));
            }
            return;
        }
        if placed.parameter.is_some_and(|known| known.object.is_some()) {
            // It is a variable for the whole object.
            return self.add_to_url("--data", &placed.json());
        }
        for text in &*placed.texts() {
            let Some((name, text)) = placed.field(text) else { continue };
            let mut field = String::new();
            percent::encode_into(&mut field, &name);
            match text {
                Some(text) => self.add("--data-urlencode", &format!("{field}={text}")),
                None => self.add("--data", &field),
            }
        }
    }

    fn form(&mut self, sent: &SentValues, operation: &Descriptor, is_multipart: bool, is_empty: bool) {
        let is_field = is_field(operation);
        if is_multipart {
            // JSON in a credential is sent as a text.
            sent.credential.iter().filter(|placed| is_field(placed)).for_each(|placed| self.texts(placed));
            sent.values.iter().filter(|placed| is_field(placed)).for_each(|placed| self.part(placed));
        } else if is_empty {
            self.add("--data", "");
        } else {
            sent.all().filter(|placed| is_field(placed)).for_each(|placed| self.fields(placed));
        }
    }

    /// Adds a value as parts of a multipart form.
    fn part(&mut self, placed: &Placed) {
        let escaped = |text: &str| text.replace('\\', r"\\").replace('"', "\\\"");
        let name = placed.wire_name();
        match &placed.value {
            Value::File(upload) => {
                let kind = upload.media_type().unwrap_or(BYTES);
                let renamed = if upload.file_name() == STDIN { ";filename=stdin" } else { "" };
                let path = escaped(upload.file_name());
                self.add("--form", &format!("{name}=@\"{path}\";type={kind}{renamed}"));
            }
            Value::Json(_) if let Some(fields) = placed.object() => {
                fields.iter().for_each(|(name, text)| self.add("--form-string", &format!("{name}={text}")));
            }
            // Not with a variable in it, whose value may have quotes.
            Value::Json(json) if self.marks.next(&json.text).is_none() => {
                let json = escaped(&json.text);
                self.add("--form", &format!("{name}=\"{json}\";type=application/json"));
            }
            Value::Text(_) | Value::List(_) | Value::Json(_) | Value::Null => self.texts(placed),
        }
    }

    fn texts(&mut self, placed: &Placed) {
        let name = placed.wire_name();
        placed.texts().iter().for_each(|text| self.add("--form-string", &format!("{name}={text}")));
    }

    fn body(&mut self, sent: &SentValues, body: Body) {
        let file = sent.values.iter().find_map(|placed| match &placed.value {
            Value::File(upload) => Some(upload),
            Value::Text(_) | Value::List(_) | Value::Json(_) | Value::Null => None,
        });
        match file {
            Some(upload) => self.add("--data-binary", &format!("@{}", upload.file_name())),
            None => self.add("--data-raw", &body_text(body)),
        }
    }

    /// The command as a text, with its effect and its variables.
    pub(super) fn finish(self, effect: Effect) -> String {
        let command = self.arguments.join(" \\\n  ");
        let is_used = |name: &&str| command.contains(&format!(r#""${{{name}}}""#));
        let variables: BTreeSet<&str> = self.marks.variables().filter(is_used).collect();
        let lists = [
            ("Set these variables first", variables),
            ("Percent-encode", self.in_url),
            ("Escape as in a JSON string", self.in_json),
        ];
        let lists: String = lists
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| format!("# {what}: {}\n", names.into_iter().collect::<Vec<_>>().join(", ")))
            .collect();
        format!("# Effect: {effect}\n{lists}{command}\n")
    }
}

/// Returns whether a value is a field of a form, or the whole form.
fn is_field(operation: &Descriptor) -> impl Fn(&Placed) -> bool {
    let is_whole = operation.encoding == Encoding::Body;
    move |placed| match placed.place {
        Place::Body => {
            let is_form = placed.parameter.is_some_and(|known| known.object.is_some());
            is_form && placed.object().is_none_or(|fields| !fields.is_empty())
        }
        place => place == Place::Form && !is_whole,
    }
}

/// Returns whether curl sets this content type for a form.
fn is_of_form(content_type: &str) -> bool {
    content_type == "application/x-www-form-urlencoded" || content_type.starts_with("multipart/form-data;")
}

/// The user and the password of `Authorization: Basic`.
fn user(sent: &SentValues) -> String {
    let fields = sent.credential.iter().filter(|placed| placed.place == Place::Basic);
    fields.take(2).map(|placed| placed.texts().concat()).collect::<Vec<_>>().join(":")
}

fn text_of(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}

/// The text of a body, which is in memory.
fn body_text(mut body: Body) -> String {
    let mut bytes = Vec::new();
    while let Some(Some(Ok(piece))) = body.piece().now_or_never() {
        bytes.extend_from_slice(&piece);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text in quotes for a shell. Characters that would control the terminal are escaped in the form
/// that bash, zsh and ksh read.
pub(in crate::cli) fn quoted(text: &str) -> String {
    if text.chars().all(|character| inert(character) == character) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let escape = |character: char| match character {
        '\'' | '\\' => format!("\\{character}"),
        '\n' => "\\n".to_owned(),
        plain if inert(plain) == plain => plain.to_string(),
        control => control.to_string().bytes().map(|byte| format!("\\x{byte:02x}")).collect(),
    };
    format!("$'{}'", text.chars().map(escape).collect::<String>())
}
