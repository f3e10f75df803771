//! A request as the arguments of curl.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use http::{
    HeaderValue, Method,
    header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, USER_AGENT},
};

use super::marks::{Marked, Marks};
use crate::cli::values::STDIN;
use crate::codec::percent;
use crate::core::{Body, Effect, base64, text::inert};

/// The content type that curl sets itself.
const FORM: &str = "application/x-www-form-urlencoded";

/// The beginning of the other one.
const MULTIPART: &str = "multipart/form-data; boundary=";

/// The command, argument by argument.
pub(super) struct Command<'a> {
    marks: &'a Marks,
    arguments: Vec<String>,
}

impl<'a> Command<'a> {
    /// The command that sends a request, whose marks stand for variables and files.
    pub(super) fn of(request: http::Request<Body>, marks: &'a Marks) -> Self {
        let mut line = Self { marks, arguments: Vec::new() };
        let (head, body) = request.into_parts();
        let content = head.headers.get(CONTENT_TYPE).map(text_of);
        let uri = head.uri.to_string();
        // With a body, curl has no other place for the query.
        let (url, query) = uri.split_once('?').filter(|_| content.is_none()).unwrap_or((&uri, ""));
        // With `--request HEAD`, curl would wait for a body.
        let method =
            if head.method == Method::HEAD { "--head" } else { &format!("--request {}", head.method) };
        line.add(&format!("curl {method}"), url);
        for (name, value) in &head.headers {
            let value = text_of(value);
            let basic = value.strip_prefix("Basic ").filter(|_| name == AUTHORIZATION);
            let user = basic.and_then(|basic| String::from_utf8(base64::decode(basic)?).ok());
            match user {
                Some(user) => line.add("--user", &user),
                // Both have their own, unless the user sets one.
                None if name == USER_AGENT && marks.next(&value).is_none() => {}
                // curl knows the length of a body.
                None if name == CONTENT_LENGTH && content.is_some() => {}
                None if name == CONTENT_TYPE && (value == FORM || value.starts_with(MULTIPART)) => {}
                None => line.add("--header", &format!("{name}: {value}")),
            }
        }
        let body = whole(body);
        match content.as_deref() {
            None if query.is_empty() => {}
            None => {
                line.arguments.push("--get".to_owned());
                line.fields(query);
            }
            Some(FORM) if body.is_empty() => line.add("--data", ""),
            Some(FORM) => line.fields(&body),
            Some(content) => match (content.strip_prefix(MULTIPART), marks.as_file(&body)) {
                (Some(boundary), _) => line.parts(&body, boundary),
                (None, Some(path)) => line.add("--data-binary", &format!("@{path}")),
                (None, None) => line.add("--data-raw", &body),
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
            word.extend([r#""${"#, name, r#"}""#]);
            rest = after;
        }
        if !rest.is_empty() || word.is_empty() {
            word.push_str(&quoted(rest));
        }
        self.arguments.push(format!("{option} {word}"));
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

    /// The parts of a multipart form.
    fn parts(&mut self, body: &str, boundary: &str) {
        for part in body.split(&format!("--{boundary}")) {
            let part =
                part.strip_prefix("\r\n").and_then(|part| part.strip_suffix("\r\n")?.split_once("\r\n\r\n"));
            // The beginning and the end are no parts.
            let Some((head, content)) = part else { continue };
            let name =
                head.split("name=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
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
    }

    /// The command as a text, with its effect and its variables.
    pub(super) fn finish(self, effect: Effect) -> String {
        let command = self.arguments.join(" \\\n  ");
        let is_used = |name: &&str| command.contains(&format!(r#""${{{name}}}""#));
        let variables: BTreeSet<&str> = self.marks.variables().filter(is_used).collect();
        let variables: Vec<&str> = variables.into_iter().collect();
        let first = match variables.as_slice() {
            [] => String::new(),
            variables => format!("# Set these variables first: {}\n", variables.join(", ")),
        };
        format!("# Effect: {effect}\n{first}{command}\n")
    }
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
