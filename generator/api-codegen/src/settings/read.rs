//! The text of `codegen.toml` as settings: all errors at once, each with its place and a remedy.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use generator_spec::diagnostics::{Diagnostic, Errors, SpecFile, did_you_mean};
use generator_spec::text::any_of;
use semver::VersionReq;
use toml_edit::{Document, Item, TableLike, TomlError, Value};

use super::{CrateSettings, LANGUAGE, Runtime, Settings};
use crate::standalone::{Naming, runtime_version};

/// The keys of the file, each with its meaning.
pub const KEYS: [(&str, &str); 8] = [
    ("language", "Version of the spec language [default: 1]"),
    ("spec", "Folder of the specs [default: spec]"),
    ("output", "Folder that codegen writes [default: generated]"),
    ("targets", "Kinds of output: crate, docs, openapi, surface [default: all]"),
    ("overlays", "Overlays that every command applies"),
    ("runtime", "Source of the crates' runtime: copied, a version, git [default: copied]"),
    ("license", "License of the crates"),
    ("crates", "Name and version of the crate of an API"),
];

/// The values of `targets`, with the names of the targets that they stand for.
const TARGETS: [(&str, &[&str]); 4] = [
    ("crate", &["manifest", "package", "api", "auth", "types", "operations", "server", "cli"]),
    ("docs", &["docs", "book"]),
    ("openapi", &["openapi"]),
    ("surface", &["surface"]),
];

/// Reads the settings of a repository.
pub fn read(root: PathBuf, file: SpecFile) -> Result<Settings, Errors> {
    let reader = Reader { root: root.clone(), file: Arc::new(file), errors: Errors::default() };
    let mut settings = Settings { file: reader.file.clone(), ..Settings::of(root) };
    match Document::parse(reader.file.text.as_str()) {
        Ok(document) => reader.settings(document.as_table(), &mut settings),
        Err(error) => {
            let span = error.span().unwrap_or_default();
            let title = error.message().lines().collect::<Vec<_>>().join(", ");
            let help = "correct the TOML: `key = \"value\"` lines, and `[table]` lines after them".to_owned();
            reader.errors.add(Diagnostic { file: Some(reader.file.clone()), span, title, help });
        }
    }
    if reader.errors.is_empty() { Ok(settings) } else { Err(reader.errors) }
}

/// The folder of the specs and the overlays in the settings of a revision. Other settings are not
/// checked: they may be for another version of this program.
pub fn inputs(text: &str) -> Result<(String, Vec<String>), TomlError> {
    let document = Document::parse(text)?;
    let spec = document.get("spec").and_then(Item::as_str).unwrap_or("spec");
    let overlays = document.get("overlays").and_then(Item::as_array).into_iter().flatten();
    let overlays = overlays.filter_map(Value::as_str).map(str::to_owned);
    Ok((spec.trim_end_matches('/').to_owned(), overlays.collect()))
}

/// A value, with the name of its key and its place.
struct Entry<'a> {
    key: &'a str,
    span: Range<usize>,
    item: &'a Item,
}

impl<'a> Entry<'a> {
    fn text(&self) -> Option<&'a str> {
        self.item.as_str()
    }
}

struct Reader {
    root: PathBuf,
    file: Arc<SpecFile>,
    errors: Errors,
}

impl Reader {
    fn settings(&self, table: &dyn TableLike, settings: &mut Settings) {
        table.get("language").iter().for_each(|item| self.language(item));
        if !self.errors.is_empty() {
            // The other settings may be for a newer program.
            return;
        }
        for entry in self.entries(table, &KEYS.map(|(name, _)| name)) {
            let span = entry.span.clone();
            match entry.key {
                "language" => {}
                "spec" => settings.spec = self.path(entry.text(), span),
                "output" => settings.output = self.path(entry.text(), span),
                "targets" => {
                    let values = self.list(&entry).into_iter();
                    settings.targets = values.flat_map(|value| self.target(value)).copied().collect();
                }
                "overlays" => {
                    let values = self.list(&entry).into_iter();
                    let path = |value: &Value| {
                        let span = value.span().unwrap_or_default();
                        (self.path(value.as_str(), span.clone()), span)
                    };
                    settings.overlays = values.map(path).collect();
                }
                "runtime" => settings.runtime = self.runtime(&entry),
                "license" => settings.license = self.license(&entry),
                _ => settings.crates = self.crates(&entry),
            }
        }
        let [spec, output] = [&settings.spec, &settings.output].map(Path::new);
        if self.errors.is_empty() && (spec.starts_with(output) || output.starts_with(spec)) {
            let place = table.get("output").or_else(|| table.get("spec")).and_then(Item::span);
            let title = "specs and output can't be in one folder";
            self.refuse(place.unwrap_or_default(), title, "name two folders, side by side");
        }
    }

    fn refuse(&self, span: Range<usize>, title: impl Into<String>, help: impl Into<String>) {
        let (title, help) = (title.into(), help.into());
        self.errors.add(Diagnostic { file: Some(self.file.clone()), span, title, help });
    }

    fn unfit(&self, span: Range<usize>, expected: &str) {
        self.refuse(span, "a value of another kind is needed here", format!("write {expected}"));
    }

    /// The entries of a table whose keys are known.
    fn entries<'a>(&self, table: &'a dyn TableLike, known: &[&str]) -> Vec<Entry<'a>> {
        let entries = table.iter().map(|(key, item)| {
            let span = item.span().or_else(|| table.key(key)?.span()).unwrap_or_default();
            Entry { key, span, item }
        });
        let (found, unknown): (Vec<_>, Vec<_>) = entries.partition(|entry| known.contains(&entry.key));
        for Entry { key, span, .. } in unknown {
            let span = table.key(key).and_then(|key| key.span()).unwrap_or(span);
            let expected = format!("expected {}", any_of(known.iter().copied()));
            self.refuse(
                span,
                format!("unknown key `{key}`"),
                did_you_mean(key, known.iter().copied(), expected),
            );
        }
        found
    }

    fn list<'a>(&self, entry: &Entry<'a>) -> Vec<&'a Value> {
        let array = entry.item.as_array();
        if array.is_none() {
            self.unfit(entry.span.clone(), "a list of texts, `[\"…\", \"…\"]`");
        }
        array.into_iter().flat_map(|array| array.iter()).collect()
    }

    fn language(&self, item: &Item) {
        let span = item.span().unwrap_or_default();
        match item.as_integer() {
            Some(1..=LANGUAGE) => {}
            Some(number) if number > LANGUAGE => self.refuse(
                span,
                format!("these specs need spec language {number}; this program reads {LANGUAGE}"),
                "install a newer program, as you installed this one",
            ),
            Some(_) | None => self.unfit(span, &format!("`{LANGUAGE}`")),
        }
    }

    /// A path of the repository, below its root and without links.
    fn path(&self, text: Option<&str>, span: Range<usize>) -> String {
        let Some(text) = text else {
            self.unfit(span, "a path as a text, such as `\"spec\"`");
            return String::new();
        };
        let path = Path::new(text.trim_end_matches('/'));
        let is_below = path.components().all(|component| matches!(component, Component::Normal(_)));
        if text.is_empty() || !is_below || text.contains('\\') {
            let help = "name a folder or file below `codegen.toml`, with `/` between names, without `..`";
            self.refuse(span, format!("`{text}` is not a path inside this repository"), help);
            return String::new();
        }
        let links = path.ancestors().filter(|place| {
            std::fs::symlink_metadata(self.root.join(place)).is_ok_and(|metadata| metadata.is_symlink())
        });
        if let Some(link) = links.last().filter(|link| !link.as_os_str().is_empty()) {
            let title = format!("`{text}` goes through the link `{}`", link.display());
            self.refuse(span, title, "name the place itself: a link can lead out of the repository");
        }
        text.trim_end_matches('/').to_owned()
    }

    fn target(&self, value: &Value) -> &'static [&'static str] {
        let names = TARGETS.map(|(name, _)| name);
        let span = value.span().unwrap_or_default();
        let Some(text) = value.as_str() else {
            self.unfit(span, &any_of(names));
            return &[];
        };
        let found = TARGETS.iter().find(|(name, _)| *name == text).map(|(_, targets)| *targets);
        found.unwrap_or_else(|| {
            let help = did_you_mean(text, names, format!("expected {}", any_of(names)));
            self.refuse(span, format!("unknown target `{text}`"), help);
            &[]
        })
    }

    fn runtime(&self, entry: &Entry<'_>) -> Runtime {
        const EXPECTED: &str =
            "`\"copied\"`, a version such as `\"0.1\"`, or `{ git = \"https://…\", tag = \"…\" }`";
        if let Some(table) = entry.item.as_table_like() {
            return self.git(table, entry, EXPECTED);
        }
        match (entry.text(), entry.text().map(VersionReq::parse)) {
            (Some("copied"), _) => Runtime::Copied,
            (Some("workspace"), _) => Runtime::Workspace,
            (Some(_), Some(Ok(version))) => {
                let own = runtime_version();
                if own.as_ref().is_ok_and(|own| !version.matches(own)) {
                    let own = own.map(|own| own.to_string()).unwrap_or_default();
                    let title = format!("the crates of this program need the runtime {own}");
                    self.refuse(
                        entry.span.clone(),
                        title,
                        format!("write `\"{own}\"`, or install another program"),
                    );
                }
                Runtime::Version(version)
            }
            (_, _) => {
                self.unfit(entry.span.clone(), EXPECTED);
                Runtime::Copied
            }
        }
    }

    fn license(&self, entry: &Entry<'_>) -> Option<String> {
        let text = entry.text().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.unfit(entry.span.clone(), "an SPDX expression, such as `\"MIT OR Apache-2.0\"`");
        }
        text.map(str::to_owned)
    }

    /// The keys of a git dependency.
    fn git(&self, table: &dyn TableLike, entry: &Entry<'_>, expected: &str) -> Runtime {
        let entries = self.entries(table, &["git", "branch", "tag", "rev"]).into_iter();
        let keys: Vec<(String, Option<String>)> =
            entries.map(|entry| (entry.key.to_owned(), entry.text().map(str::to_owned))).collect();
        if !table.contains_key("git") || keys.len() > 2 || keys.iter().any(|(_, value)| value.is_none()) {
            self.unfit(entry.span.clone(), expected);
        }
        Runtime::Git(keys.into_iter().filter_map(|(key, value)| Some((key, value?))).collect())
    }

    fn crates(&self, entry: &Entry<'_>) -> Vec<CrateSettings> {
        let Some(apis) = entry.item.as_table_like() else {
            self.unfit(entry.span.clone(), "a table for each crate: `[crates.NAME-OF-API]`");
            return Vec::new();
        };
        let crates = apis.iter().filter_map(|(api, item)| {
            let span = apis.key(api).and_then(|key| key.span()).unwrap_or_default();
            let Some(table) = item.as_table_like() else {
                self.unfit(span, "a table with `name` or `version`");
                return None;
            };
            Some(CrateSettings { api: api.to_owned(), naming: self.naming(table), span })
        });
        crates.collect()
    }

    fn naming(&self, table: &dyn TableLike) -> Naming {
        let mut naming = Naming::default();
        for entry in self.entries(table, &["name", "version"]) {
            let Some(text) = entry.text() else {
                self.unfit(entry.span, "a text");
                continue;
            };
            let (name, version) = if entry.key == "name" { (Some(text), None) } else { (None, Some(text)) };
            let own = Naming { name: name.map(str::to_owned), version: version.map(str::to_owned) };
            if let Err((title, help)) = own.check() {
                self.refuse(entry.span, title, help);
            }
            naming = Naming { name: own.name.or(naming.name), version: own.version.or(naming.version) };
        }
        naming
    }
}
