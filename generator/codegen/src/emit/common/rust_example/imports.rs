//! The names that an example imports.

use std::collections::BTreeSet;

use super::WIDTH;

/// Names that an example uses.
#[derive(Default)]
pub struct Imports {
    /// Names of the crate.
    own: BTreeSet<String>,
    /// Names of the crate's module `server`.
    server: BTreeSet<String>,
    /// Traits and types of the standard library.
    std: BTreeSet<&'static str>,
}

impl Imports {
    /// Adds a name of the crate.
    pub fn used(&mut self, name: &str) {
        self.own.insert(name.to_owned());
    }

    /// Adds a name of the crate's module `server`, and returns its spelling. All names of the crate must
    /// have been added, since one of them may be the same.
    pub fn of_server(&mut self, name: &str) -> String {
        if self.own.contains(name) {
            self.used("server");
            return format!("server::{name}");
        }
        self.server.insert(name.to_owned());
        name.to_owned()
    }

    /// Adds a path of the standard library.
    pub fn used_of_std(&mut self, path: &'static str) {
        self.std.insert(path);
    }

    /// Adds the names of another example.
    pub fn extend(&mut self, other: &Self) {
        self.own.extend(other.own.iter().cloned());
        self.server.extend(other.server.iter().cloned());
        self.std.extend(&other.std);
    }

    /// Adds the types in a type, or their modules.
    pub fn used_in(&mut self, ty: &str) {
        let words = ty.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':'));
        for word in words.filter(|word| !word.is_empty()) {
            match word.split("::").next().unwrap_or(word) {
                "BTreeMap" => self.used_of_std("std::collections::BTreeMap"),
                "Vec" | "String" | "Option" | "bool" | "i64" => {}
                own => self.used(own),
            }
        }
    }

    /// The imports, the standard library's first.
    pub fn print(&self, library: &str) -> String {
        let std: String = self.std.iter().map(|path| format!("use {path};\n")).collect();
        let std = if std.is_empty() { std } else { std + "\n" };
        let server = format!("{library}::server");
        let own = [(&*server, &self.server), (library, &self.own)].map(|(path, names)| import(path, names));
        let lines: Vec<String> = own.into_iter().flatten().collect();
        std + &lines.join("\n")
    }
}

fn import(path: &str, names: &BTreeSet<String>) -> Option<String> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let line = match names.as_slice() {
        [] => return None,
        [only] => return Some(format!("use {path}::{only};")),
        names => format!("use {path}::{{{}}};", names.join(", ")),
    };
    let lines = || format!("use {path}::{{\n    {},\n}};", names.join(",\n    "));
    Some(if line.len() > WIDTH { lines() } else { line })
}
