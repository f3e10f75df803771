//! Objects and names as TypeScript, laid out as Prettier does.

use serde_json::Value;

/// The widest line.
const WIDTH: usize = 80;

/// An object.
#[derive(Default)]
pub struct Object(Vec<Entry>);

enum Entry {
    Spread(String),
    Code(String, String),
    Object(String, Object),
}

impl Object {
    /// With all that another object has.
    pub fn spread(mut self, other: Option<String>) -> Self {
        self.0.extend(other.map(Entry::Spread));
        self
    }

    /// With a property.
    pub fn with(mut self, name: &str, code: String) -> Self {
        self.0.push(Entry::Code(key(name), code));
        self
    }

    /// With a property, if it has a value.
    pub fn maybe(self, name: &str, code: Option<&str>) -> Self {
        match code {
            Some(code) => self.with(name, code.to_owned()),
            None => self,
        }
    }

    /// With a property, unless the object has none.
    pub fn filled(mut self, name: &str, object: Self) -> Self {
        if !object.is_empty() {
            self.0.push(Entry::Object(key(name), object));
        }
        self
    }

    /// With the properties of both.
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Whether it has no property.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The object between two pieces of a line.
    pub fn print_after(&self, before: &str, after: &str) -> String {
        format!("{before}{}{after}", self.print(0, before.len() + after.len()))
    }

    /// `taken` is how much of the line the rest of it needs.
    fn print(&self, indent: usize, taken: usize) -> String {
        let one_line = self.one_line();
        if taken + one_line.len() <= WIDTH {
            return one_line;
        }
        let inner = indent + 2;
        let entries = self.0.iter().map(|entry| format!("{:inner$}{},\n", "", entry.print(inner)));
        format!("{{\n{}{:indent$}}}", entries.collect::<String>(), "")
    }

    fn one_line(&self) -> String {
        match self.0.as_slice() {
            [] => "{}".to_owned(),
            // All of another object is that object.
            [Entry::Spread(other)] => other.clone(),
            entries => {
                let entries: Vec<String> = entries.iter().map(Entry::one_line).collect();
                format!("{{ {} }}", entries.join(", "))
            }
        }
    }
}

impl Entry {
    fn print(&self, indent: usize) -> String {
        match self {
            Self::Object(name, object) => {
                format!("{name}: {}", object.print(indent, indent + name.len() + ": ,".len()))
            }
            Self::Spread(_) | Self::Code(..) => self.one_line(),
        }
    }

    fn one_line(&self) -> String {
        match self {
            Self::Spread(other) => format!("...{other}"),
            Self::Code(name, code) => format!("{name}: {code}"),
            Self::Object(name, object) => format!("{name}: {}", object.one_line()),
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

fn key(name: &str) -> String {
    if is_identifier(name) { name.to_owned() } else { quoted(name) }
}

fn is_identifier(name: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_ascii_digit())
}
