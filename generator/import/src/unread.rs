//! What a description says that no step reads, and keys by which only their number counts.

use generator_spec::text::counted;

use crate::document::At;
use crate::importer::Importer;
use crate::left_out::{LeftOut, Loss};

/// Keys that say something that the language hasn't.
const UNREAD: &[(&str, &str)] = &[
    ("example", "examples"),
    ("externalDocs", "a link to other documentation"),
    ("examples", "examples"),
    ("links", "links to other operations"),
    ("xml", "names in XML"),
];

/// Keys that some step reads.
const READ: [&str; 7] = [
    "x-enum-varnames",
    "x-enumNames",
    "x-enumDeprecated",
    "x-ms-enum",
    "x-ms-discriminator-value",
    "x-ms-pageable",
    "x-nullable",
];

/// Keys of maps whose keys are names.
const OF_NAMES: [&str; 14] = [
    "$defs",
    "callbacks",
    "content",
    "definitions",
    "encoding",
    "headers",
    "mapping",
    "parameters",
    "patternProperties",
    "properties",
    "requestBodies",
    "schemas",
    "scopes",
    "variables",
];

impl Importer<'_> {
    /// Notes one of many things of a kind: the list has the first place, and their number.
    pub fn count(&mut self, at: &At<'_>, reason: &'static str, detail: &str) {
        let place = self.doc.shown(at);
        self.counted.entry((reason, detail.to_owned())).or_insert((place, 0)).1 += 1;
    }

    /// Lists what was counted.
    pub fn list_counted(&mut self) {
        self.find_unread(&self.doc.root(), false);
        for ((reason, detail), (pointer, places)) in std::mem::take(&mut self.counted) {
            let places = counted(places, "place");
            let detail = if detail.is_empty() { places } else { format!("{detail}, {places}") };
            self.left_out.push(LeftOut { pointer, reason: reason.to_owned(), detail, loss: Loss::Words });
        }
    }

    fn find_unread(&mut self, at: &At<'_>, has_names: bool) {
        let is_api = at.pointer.is_empty();
        let is_operation = at.pointer.starts_with("/paths/") && at.pointer.matches('/').count() == 3;
        for (key, value) in at.entries() {
            let unread = UNREAD.iter().find(|(it, _)| *it == key && !has_names);
            let unread = unread.filter(|_| key != "externalDocs" || !is_api && !is_operation);
            if let Some((_, reason)) = unread {
                self.count(&value, reason, "");
            } else if key.starts_with("x-") && !has_names && !READ.contains(&key) {
                self.count(&value, "a key of a vendor", key);
            } else if has_names || !["default", "enum", "const"].contains(&key) {
                self.find_unread(&value, !has_names && OF_NAMES.contains(&key));
            }
        }
        at.items().for_each(|it| self.find_unread(&it, false));
    }
}
