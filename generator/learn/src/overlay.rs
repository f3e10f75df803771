//! A draft as the text of an overlay, in the canonical layout.
//!
//! Every text is quoted here; the formatter takes the quotes off that YAML doesn't need.

use std::fmt::Write;

use serde_json::Value;

use super::draft::{
    Draft, Fact, FieldDraft, NewOperation, OperationDraft, ParameterDraft, ReturnsDraft, TypeDraft,
};
use crate::diagnostics::Fault;
use crate::model::Envelope;
use crate::{facts, fmt};

impl Draft {
    /// The overlay's text.
    ///
    /// # Errors
    /// If a name can't be written as YAML.
    pub fn yaml(&self) -> Result<String, Fault> {
        let mut text = Text::default();
        text.line(0, &format!("overlay: {}", quoted(&self.name)), "");
        text.line(0, &format!("api: {}", quoted(&self.api)), "");
        text.line(0, &format!("source: {}", quoted(&self.source)), "");
        text.section("operations:", !self.operations.is_empty());
        for (name, operation) in &self.operations {
            text.operation(name, operation);
        }
        text.section("unnamed:", !self.unnamed.is_empty());
        for (place, Fact { value, seen }) in &self.unnamed {
            text.line(1, &format!("{}:", quoted(place)), seen);
            text.line(2, &format!("operation: {}", quoted(&value.name)), "");
            text.line(2, &format!("path: {}", quoted(&value.path)), "");
            if let Some(method) = &value.method {
                text.line(2, &format!("method: {}", quoted(method)), "");
            }
            text.returns(2, value.returns.as_ref());
        }
        text.section("types:", !self.types.is_empty());
        self.types.iter().for_each(|(name, ty)| text.ty(1, name, ty));
        text.section("auth:", !self.prefixes.is_empty());
        for (block, Fact { value, seen }) in &self.prefixes {
            text.line(1, &format!("{}: {{prefix: {}}}", quoted(block), quoted(value)), seen);
        }
        if let Some(Fact { value, seen }) = &self.message {
            let [ty, status, words] = [&value.ty, &value.status, &value.text].map(|it| quoted(it));
            text.section(
                &format!("message: {{type: {ty}, status: {status}, text: {words}}}  # {seen}"),
                true,
            );
        }
        text.envelope(self.envelope.as_ref());
        let has_additions = !self.new_types.is_empty() || !self.new_operations.is_empty();
        text.section("add:", has_additions);
        if !self.new_types.is_empty() {
            text.line(1, "types:", "");
            self.new_types.iter().for_each(|(name, ty)| text.ty(2, name, ty));
        }
        text.new_operations(self);
        fmt::format("overlay", &text.0)
    }
}

#[derive(Default)]
struct Text(String);

impl Text {
    /// A line, and the comment on it.
    fn line(&mut self, depth: usize, line: &str, seen: &str) {
        let comment = if seen.is_empty() { String::new() } else { format!("  # {seen}") };
        // A text takes any text.
        let _ = writeln!(self.0, "{}{line}{comment}", "  ".repeat(depth));
    }

    fn section(&mut self, line: &str, is_there: bool) {
        if is_there {
            let _ = writeln!(self.0, "\n{line}");
        }
    }

    fn envelope(&mut self, envelope: Option<&Fact<Envelope>>) {
        let Some(Fact { value: Envelope { name, status, ok, error, code, data }, seen }) = envelope else {
            return;
        };
        let [name, status, ok, error, code, data] =
            [name, status, ok, error, code, data].map(|it| quoted(it));
        let roles = format!("status: {status}, ok: {ok}, error: {error}, code: {code}, data: {data}");
        self.section(&format!("envelope: {{type: {name}, {roles}}}  # {seen}"), true);
    }

    fn operation(&mut self, name: &str, operation: &OperationDraft) {
        let OperationDraft { path, method, encoding, parameters, returns } = operation;
        self.line(1, &format!("{}:", quoted(name)), "");
        if let Some(Fact { value, seen }) = path {
            self.line(2, &format!("path: {}", quoted(value)), seen);
        }
        if let Some(Fact { value, seen }) = method {
            self.line(2, &format!("method: {}", quoted(value)), seen);
        }
        if let Some(Fact { value, seen }) = encoding {
            self.line(2, &format!("encoding: {}", facts::encoding(*value).0), seen);
        }
        if !parameters.is_empty() {
            self.line(2, "parameters:", "");
        }
        for (name, Fact { value, seen }) in parameters {
            self.line(3, &format!("{}: {}", quoted(name), parameter(value)), seen);
        }
        self.returns(2, returns.as_ref());
    }

    fn returns(&mut self, depth: usize, returns: Option<&Fact<ReturnsDraft>>) {
        if let Some(Fact { value, seen }) = returns {
            self.line(depth, &format!("returns: {}", returned(value)), seen);
        }
    }

    fn ty(&mut self, depth: usize, name: &str, ty: &TypeDraft) {
        self.line(depth, &format!("{}:", quoted(name)), &ty.seen);
        self.line(depth + 1, "fields:", "");
        for (field, Fact { value: FieldDraft { notation, rust }, seen }) in &ty.fields {
            let field_type = match rust {
                None => quoted(notation),
                Some(rust) => format!("{{type: {}, rust: {}}}", quoted(notation), quoted(rust)),
            };
            let value = if ty.adds { format!("{{add: {field_type}}}") } else { field_type };
            self.line(depth + 2, &format!("{}: {value}", quoted(field)), seen);
        }
    }

    fn new_operations(&mut self, draft: &Draft) {
        if !draft.new_operations.is_empty() {
            self.line(1, "operations:", "");
        }
        for (group, operations) in &draft.new_operations {
            self.line(2, &format!("- group: {}", quoted(group)), "");
            self.line(3, "rows:", "");
            for (index, Fact { value, seen }) in operations.iter().enumerate() {
                if index > 0 {
                    self.0.push('\n');
                }
                self.row(value, seen);
            }
        }
    }

    fn row(&mut self, operation: &NewOperation, seen: &str) {
        let NewOperation { name, path, method, encoding, has_credential, without, parameters, returns } =
            operation;
        self.line(4, &format!("- operation: {}", quoted(name)), seen);
        self.line(5, "summary: Does what the documents do not describe.", "");
        self.line(5, &format!("path: {}", quoted(path)), "");
        if !has_credential {
            self.line(5, "gates: []", "");
            self.line(5, "auth: not_shown", "");
        }
        if let Some(method) = method {
            self.line(5, &format!("method: {}", quoted(method)), "");
        }
        if let Some(encoding) = encoding {
            self.line(5, &format!("encoding: {}", facts::encoding(*encoding).0), "");
        }
        if !without.is_empty() {
            let names: Vec<String> = without.iter().map(|name| quoted(name)).collect();
            self.line(5, &format!("without: [{}]", names.join(", ")), "");
        }
        if !parameters.is_empty() {
            self.line(5, "parameters:", "");
        }
        for (name, Fact { value, seen }) in parameters {
            self.line(6, &format!("{}: {}", quoted(name), quoted(value)), seen);
        }
        match returns {
            Some(_) => self.returns(5, returns.as_ref()),
            None => self.line(5, "returns: not_shown", ""),
        }
    }
}

fn parameter(change: &ParameterDraft) -> String {
    match change {
        ParameterDraft::Add(ty) => format!("{{add: {}}}", quoted(ty)),
        ParameterDraft::Drop => "drop".to_owned(),
        ParameterDraft::Rename(name) => format!("{{rename: {}}}", quoted(name)),
        ParameterDraft::Optional => "{optional: true}".to_owned(),
        ParameterDraft::Type(ty) => quoted(ty),
    }
}

fn returned(returns: &ReturnsDraft) -> String {
    match returns {
        ReturnsDraft::Message => "message".to_owned(),
        ReturnsDraft::Kind { kind, of, content_type } => {
            let of = if *kind == "redirect" { of.clone() } else { quoted(of) };
            let content_type = content_type.as_ref().map(|ty| format!(", content_type: {}", quoted(ty)));
            format!("{{{kind}: {of}{}}}", content_type.unwrap_or_default())
        }
    }
}

/// A JSON text is a YAML text.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
