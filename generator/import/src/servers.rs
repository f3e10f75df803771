//! Addresses of servers.

use generator_spec::naming;
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::{map, short, some};
use crate::importer::Importer;
use crate::names;

impl Importer<'_> {
    /// The name of the server that an operation is at, if it isn't at the first.
    pub fn server(&mut self, item: &At<'_>, operation: &At<'_>) -> Option<String> {
        let list = operation.get("servers").or_else(|| item.get("servers"))?;
        let name = self.servers_of(&list).into_iter().next()?;
        (self.servers.keys().next() != Some(&name)).then_some(name)
    }

    /// Reads a list of servers, and returns their names.
    pub fn servers_of(&mut self, list: &At<'_>) -> Vec<String> {
        list.items().filter_map(|server| self.server_of(&server)).collect()
    }

    fn server_of(&mut self, at: &At<'_>) -> Option<String> {
        let url = at.text("url")?.trim();
        if url.is_empty() || url.starts_with('/') {
            if url.len() > 1 && self.base_path() != Some(url) {
                self.remark(at, "the path of another server, without its host", url);
            }
            return None;
        }
        let known = self.servers.iter().find(|(_, it)| it["url"] == url);
        if let Some((name, _)) = known {
            return Some(name.clone());
        }
        let variables = at.entries_of("variables").filter(|(name, _)| url.contains(&format!("{{{name}}}")));
        let variables: Map<_, _> = variables.map(|(name, it)| (name.to_owned(), variable(&it))).collect();
        let doc = at.doc();
        let server = map(json!({"url": url, "doc": doc, "variables": some(variables)}));
        let name = self.name_of_server(doc.as_deref());
        self.rust.add(naming::constant(&format!("{name}_server")));
        self.servers.insert(name.clone(), Value::Object(server));
        Some(name)
    }

    /// The path of the first server, if the description doesn't say its host.
    pub fn base_path(&self) -> Option<&str> {
        Some(self.doc.root().items_of("servers").next()?.text("url")?.trim())
            .filter(|url| url.starts_with('/'))
    }

    /// A name of a few words of its description, or a number.
    fn name_of_server(&self, doc: Option<&str>) -> String {
        let words = doc.filter(|doc| doc.split_whitespace().count() <= 3).unwrap_or("main");
        let words = naming::field(&names::word(words, &[]));
        let words =
            if words.starts_with(|c: char| c.is_ascii_alphabetic()) { words } else { "main".to_owned() };
        let mut numbered = (2..).map(|number| format!("{words}_{number}"));
        let is_taken = |name: &String| self.servers.contains_key(name);
        if is_taken(&words) { numbered.find(|name| !is_taken(name)).unwrap_or_default() } else { words }
    }
}

/// A variable: its usual value, or a map with more.
fn variable(at: &At<'_>) -> Value {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut values: Vec<String> = at.list("enum").iter().map(text).collect();
    let default = at.value.get("default").map(text);
    let default = default.or_else(|| values.first().cloned()).unwrap_or_default();
    if !values.is_empty() && !values.contains(&default) {
        values.insert(0, default.clone());
    }
    short(map(json!({"default": default, "values": some(values), "doc": at.doc()})), "default")
}
