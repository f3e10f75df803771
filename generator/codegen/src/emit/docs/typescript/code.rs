//! Objects and names as TypeScript.

use serde_json::Value;

/// An object: its entries, each on a line of its own.
#[derive(Default)]
pub struct Object(Vec<String>);

impl Object {
    /// Adds everything of another object.
    pub fn spread(mut self, other: Option<String>) -> Self {
        self.0.extend(other.map(|other| format!("...{other}")));
        self
    }

    /// Adds a property.
    pub fn with(mut self, name: &str, code: impl AsRef<str>) -> Self {
        let name = if is_identifier(name) { name.to_owned() } else { quoted(name) };
        self.0.push(format!("{name}: {}", code.as_ref()));
        self
    }

    /// Adds a property, unless its object has none.
    pub fn filled(self, name: &str, object: &Self) -> Self {
        if object.0.is_empty() { self } else { self.with(name, object.print()) }
    }

    /// The object, or nothing if it has no property. All of another object is that object.
    pub fn print(&self) -> String {
        match self.0.as_slice() {
            [] => String::new(),
            [only] if only.starts_with("...") => only.replacen("...", "", 1),
            entries => {
                let lines = entries.iter().map(|entry| format!("  {},\n", entry.replace('\n', "\n  ")));
                format!("{{\n{}}}", lines.collect::<String>())
            }
        }
    }
}

/// A text as a literal.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A property of a value.
pub fn member(of: &str, name: &str) -> String {
    if is_identifier(name) { format!("{of}.{name}") } else { format!("{of}[{}]", quoted(name)) }
}

/// A property of a value that may not have any.
pub fn member_if_any(of: &str, name: &str) -> String {
    if is_identifier(name) { format!("{of}?.{name}") } else { format!("{of}?.[{}]", quoted(name)) }
}

fn is_identifier(name: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_ascii_digit())
}
