//! A request as the arguments of curl.

use std::collections::BTreeSet;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use futures_util::FutureExt as _;
use http::{
    HeaderValue, Method,
    header::{ACCEPT_ENCODING, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, USER_AGENT},
};

use super::marks::{Marked, Marks};
use crate::cli::values::STDIN;
use crate::client::dynamic;
use crate::codec::percent;
use crate::core::{ApiDescriptor, Body, Descriptor, Effect, Encoding, text::inert};

/// The beginning of the content type of a multipart form.
const MULTIPART: &str = "multipart/form-data; boundary=";

/// The command, argument by argument.
pub(super) struct Command<'a> {
    marks: &'a Marks,
    arguments: Vec<String>,
    /// Variables whose values are inserted into a URL or a cookie.
    in_url: BTreeSet<&'a str>,
    /// Variables whose values are inserted into a text of JSON.
    in_json: BTreeSet<&'a str>,
}

impl<'a> Command<'a> {
    /// The command that sends a request of an operation, whose marks stand for variables and files.
    pub(super) fn of(
        request: http::Request<Body>,
        api: &ApiDescriptor,
        operation: &Descriptor,
        marks: &'a Marks,
    ) -> Self {
        let (in_url, in_json) = (BTreeSet::new(), BTreeSet::new());
        let mut line = Self { marks, arguments: Vec::new(), in_url, in_json };
        let (head, body) = request.into_parts();
        let content = head.headers.get(CONTENT_TYPE).map(text_of);
        let uri = head.uri.to_string();
        // With a body, curl has no other place for the query.
        let (url, query) = uri.split_once('?').filter(|_| content.is_none()).unwrap_or((&uri, ""));
        // With `--request HEAD`, curl would wait for a body.
        let method =
            if head.method == Method::HEAD { "--head" } else { &format!("--request {}", head.method) };
        line.add_to_url(&format!("curl {method}"), url);
        let body = whole(body);
        let boundary = content.as_deref().and_then(|content| content.strip_prefix(MULTIPART));
        let parts = match (operation.encoding, boundary) {
            (Encoding::Multipart, Some(boundary)) => parts(&body, boundary),
            _ => Vec::new(),
        };
        let is_form = operation.encoding == Encoding::Form;
        for (name, value) in &head.headers {
            let value = text_of(value);
            let basic = value.strip_prefix("Basic ").filter(|_| name == AUTHORIZATION);
            let user = basic.and_then(|basic| String::from_utf8(STANDARD.decode(basic).ok()?).ok());
            match user {
                Some(user) => line.add("--user", &user),
                // The client's own would not be true of curl.
                None if name == USER_AGENT && value == dynamic::default_agent(api) => {}
                // curl asks for no encoding, either.
                None if name == ACCEPT_ENCODING && value == "identity" => {}
                // curl knows the length of a body, and sets the content type of a form.
                None if name == CONTENT_LENGTH && content.is_some() => {}
                None if name == CONTENT_TYPE && (is_form || !parts.is_empty()) => {}
                None if name == COOKIE
                    && marks.next(&value).is_some_and(|(before, ..)| !before.is_empty()) =>
                {
                    line.add_to_url("--header", &format!("{name}: {value}"));
                }
                // With a colon, curl would remove the header.
                None if value.is_empty() => line.add("--header", &format!("{name};")),
                None => line.add("--header", &format!("{name}: {value}")),
            }
        }
        match content {
            None if query.is_empty() => {}
            None => {
                line.arguments.push("--get".to_owned());
                line.fields(query);
            }
            Some(_) if is_form && body.is_empty() => line.add("--data", ""),
            Some(_) if is_form => line.fields(&body),
            Some(_) if !parts.is_empty() => parts.into_iter().for_each(|part| line.part(part)),
            Some(_) => match marks.as_file(&body) {
                Some(path) => line.add("--data-binary", &format!("@{path}")),
                None => line.add("--data-raw", &body),
            },
        }
        line
    }

    /// Adds an option and its value, with variables in place of marks.
    pub(super) fn add(&mut self, option: &str, value: &str) {
        let (mut word, mut rest) = (String::new(), value);
        while let Some((before, Marked::Variable(name), after)) = self.marks.next(rest) {
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
        while let Some((_, Marked::Variable(name), after)) = self.marks.next(rest) {
            self.in_url.insert(name);
            rest = after;
        }
        self.add(option, value);
    }

    /// The fields of a form or a query, decoded: curl encodes their values.
    fn fields(&mut self, form: &str) {
        for field in form.split('&') {
            let decoded = field
                .split_once('=')
                .and_then(|(name, value)| Some((name, percent::decode(value.as_bytes())?)));
            match decoded {
                Some((name, value)) => self.add("--data-urlencode", &format!("{name}={value}")),
                None => self.add("--data", field),
            }
        }
    }

    /// A part of a multipart form: its head and its content.
    fn part(&mut self, (head, content): (&str, &str)) {
        let name = head.split("name=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let kind = head.split_once("Content-Type: ").map(|(_, kind)| format!(";type={kind}"));
        let escaped = |text: &str| text.replace('\\', r"\\").replace('"', "\\\"");
        match (self.marks.as_file(content), kind) {
            (Some(path), kind) => {
                let renamed = if path == STDIN { ";filename=stdin" } else { "" };
                let kind = kind.unwrap_or_default();
                self.add("--form", &format!("{name}=@\"{}\"{kind}{renamed}", escaped(path)));
            }
            // A variable may have quotes.
            (None, Some(kind)) if self.marks.next(content).is_none() => {
                self.add("--form", &format!("{name}=\"{}\"{kind}", escaped(content)));
            }
            (None, _) => self.add("--form-string", &format!("{name}={content}")),
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
        let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
        let lists: String = lists
            .map(|(what, names)| format!("# {what}: {}\n", names.into_iter().collect::<Vec<_>>().join(", ")))
            .collect();
        format!("# Effect: {effect}\n{lists}{command}\n")
    }
}

/// The parts of a multipart form: their heads and their contents.
fn parts<'t>(body: &'t str, boundary: &str) -> Vec<(&'t str, &'t str)> {
    // The beginning and the end are no parts.
    let part = |text: &'t str| text.strip_prefix("\r\n")?.strip_suffix("\r\n")?.split_once("\r\n\r\n");
    body.split(&format!("--{boundary}")).filter_map(part).collect()
}

fn text_of(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}

/// The text of a body, which is in memory: a file is only its mark.
fn whole(mut body: Body) -> String {
    let mut bytes = Vec::new();
    while let Some(Some(Ok(piece))) = body.piece().now_or_never() {
        bytes.extend_from_slice(&piece);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text that a shell takes as it is. What would control the terminal is
/// escaped, as bash, zsh and ksh read it.
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
