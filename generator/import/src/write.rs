//! The files of the spec.

use std::collections::{HashMap, HashSet};

use generator_spec::diagnostics::Diagnostic;
use generator_spec::keywords::MODULES;
use generator_spec::naming;
use generator_spec::text::counted;
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::document::Document;
use crate::entry::{add, map, some};
use crate::importer::Importer;
use crate::left_out::{LeftOut, Loss};
use crate::names::RustNames;
use crate::operations::Operations;
use crate::settle::settle;
use crate::spec::SpecFiles;
use crate::{Imported, files, text, uses};

/// The spec of a description.
pub fn spec(document: Document, name: &str, source: &str) -> Result<Imported, String> {
    let mut importer = Importer::new(&document);
    for (reference, why) in &document.lost {
        importer.lose(&document.root(), "a reference that isn't followed", format!("{reference}: {why}"));
    }
    let operations = importer.operations();
    importer.finish();
    others(&mut importer);
    let total = operations.total;
    let api = api(&mut importer, &operations, source);
    let mut files = SpecFiles { api, ..SpecFiles::default() };
    for operation in &operations.all {
        files.origins.insert(format!("operation {}", operation.name), operation.pointer.clone());
    }
    files.groups = groups(&mut importer, operations, &mut files.api);
    files.origins.extend(std::mem::take(&mut importer.origins));
    files.types = std::mem::take(&mut importer.types);
    let mut left_out = std::mem::take(&mut importer.left_out);
    drop(importer);
    let sha256 = document.sha256.clone();
    // A large one is as large as what comes now.
    drop(document);
    let api = settle(name, &mut files, &mut left_out).map_err(|errors| unsettled(source, &errors))?;
    let owners = owners(&files, &left_out);
    let described = described(&files, &owners, &left_out);
    files.comments = comments(&owners);
    // A part of the components is left out by each operation that refers to it, and is listed once.
    let mut seen = HashSet::new();
    left_out.retain(|it| seen.insert((it.pointer.clone(), it.reason.clone(), it.detail.clone())));
    let texts = if api.is_some() { files.parts() } else { Vec::new() };
    Ok(Imported {
        files: files::headed(texts),
        total,
        described,
        sha256,
        operations: distinct(&files, |_| true),
        types: files.types.len(),
        left_out,
        api,
    })
}

fn unsettled(source: &str, errors: &[Diagnostic]) -> String {
    let shown: Vec<String> = errors.iter().take(5).map(ToString::to_string).collect();
    format!("{source} has no valid spec, which is a bug of the importer:\n{}", shown.join("\n"))
}

/// Parts of a description that no operation has.
fn others(importer: &mut Importer<'_>) {
    let root = importer.doc.root();
    if let Some(at) = root.get("webhooks") {
        importer.remark(&at, "webhooks", "");
    }
    importer.list_counted();
    let reached = reached(importer.doc);
    for kind in ["schemas", "parameters", "responses", "requestBodies", "headers", "securitySchemes"] {
        for (name, at) in root.get("components").iter().flat_map(|it| it.entries_of(kind)) {
            let is_used = match kind {
                "schemas" => importer.known.contains_key(&at.key()) || reached.contains(&*at.key()),
                "securitySchemes" => {
                    importer.blocks.known.keys().any(|key| key.split(' ').any(|it| it == name))
                }
                // References of Swagger 2.0 lead to other places.
                _ => importer.doc.referred.contains(&format!("0{}", importer.doc.shown(&at))),
            };
            if !is_used {
                importer.remark(&at, "a component that no operation uses", "");
            }
        }
    }
}

/// The places that references of operations lead to, and those of these places.
fn reached(doc: &Document) -> HashSet<&str> {
    let mut found = HashSet::new();
    let mut next: Vec<&Value> = doc.root().value.get("paths").into_iter().collect();
    while let Some(value) = next.pop() {
        match value {
            Value::Array(items) => next.extend(items),
            Value::Object(map) => next.extend(map.values()),
            _ => {}
        }
        let reference = value.get("$ref").and_then(Value::as_str).filter(|it| found.insert(*it));
        next.extend(reference.and_then(|it| doc.find(it)).map(|it| it.value));
    }
    found
}

fn api(importer: &mut Importer<'_>, operations: &Operations, source: &str) -> Map<String, Value> {
    let root = importer.doc.root();
    let info = root.get("info").unwrap_or_else(|| root.with(&Value::Null));
    let said = ["summary", "description"].into_iter().filter_map(|key| info.text(key));
    let mut about: Vec<String> = said.flat_map(text::paragraphs).collect();
    about.extend(root.get("externalDocs").and_then(|it| text::link(&it)));
    about.extend(terms(&info));
    let path = importer.base_path().map(|path| path.trim_end_matches('/')).filter(|path| !path.is_empty());
    let base = path.map(|path| format!("https://{{host}}{path}"));
    let base = base.or_else(|| importer.servers.is_empty().then(|| "{base_url}".to_owned()));
    let version = info.text("version").map(|it| format!(", version {it}")).unwrap_or_default();
    let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
    let unnamed = json!([{
        "read": format!("{} without operationId.", counted(operations.unnamed, "operation")),
        "decided": "The name is made of method and path.",
        "why": "Code needs a name.",
    }]);
    map(json!({
        "title": info.text("title").and_then(text::line).unwrap_or_else(|| "API".to_owned()),
        "about": some(about),
        "base_url": base,
        "servers": some(std::mem::take(&mut importer.servers)),
        "documents": {"1": text::line(&format!("{name}{version}")).unwrap_or_else(|| "OpenAPI".to_owned())},
        "imported": {"from": source, "sha256": importer.doc.sha256},
        "encoding": {"kind": "json"},
        "auth": some(std::mem::take(&mut importer.blocks.all)),
        "notes": Some(unnamed).filter(|_| operations.unnamed > 0),
    }))
}

/// The people behind an API, and its terms.
fn terms(info: &At<'_>) -> Vec<String> {
    let all = |start: &str, keys: &[&str]| {
        let at = info.get(start)?;
        let parts = keys.iter().filter_map(|key| text::line(at.text(key)?));
        Some(parts.collect::<Vec<_>>().join(", ")).filter(|it| !it.is_empty())
    };
    let contact = all("contact", &["name", "email", "url"]).map(|it| format!("Contact: {it}"));
    let license = all("license", &["name", "identifier", "url"]).map(|it| format!("License: {it}"));
    let terms = info.text("termsOfService").and_then(text::line).map(|it| format!("Terms of service: {it}"));
    contact.into_iter().chain(license).chain(terms).collect()
}

/// A file for each tag.
fn groups(
    importer: &mut Importer<'_>,
    operations: Operations,
    api: &mut Map<String, Value>,
) -> Vec<(String, Map<String, Value>)> {
    let mut by_tag: Vec<(String, Vec<Value>)> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    for operation in operations.all {
        let position = *index.entry(operation.tag.clone()).or_insert(by_tag.len());
        if position == by_tag.len() {
            by_tag.push((operation.tag, Vec::new()));
        }
        by_tag[position].1.push(Value::Object(operation.value));
    }
    add(api, json!({"gates": some(&importer.blocks.gates)}));
    let mut names = RustNames::new(MODULES);
    let mut listed = Map::new();
    let mut files = Vec::new();
    let is_alone = by_tag.len() == 1;
    let usual = if is_alone { ("All operations", "main") } else { ("Other operations", "other") };
    for (number, (tag, rows)) in by_tag.into_iter().enumerate() {
        let title = text::line(&tag).unwrap_or_else(|| usual.0.to_owned());
        let words = if tag.is_empty() { usual.1 } else { &title };
        let wanted = naming::field(&crate::names::word(words, &[]));
        let group = names.take(&wanted, "group").unwrap_or(wanted);
        let tags = importer.doc.root().items_of("tags");
        let about = tags.filter(|it| it.text("name") == Some(&tag)).find_map(|it| it.doc());
        listed.extend(about.map(|about| (group.clone(), json!({"title": title, "about": about}))));
        let file = json!({"document": 1, "part": title, "title": title, "group": group, "operations": rows});
        let slug: String = group.replace('_', "-").chars().take(60).collect();
        files.push((
            format!("operations/{}-{slug}.yaml", number + 1),
            file.as_object().cloned().unwrap_or_default(),
        ));
    }
    add(api, json!({"groups": some(listed)}));
    files
}

/// The comments before types, about what is left out of them.
fn comments(owners: &[(&LeftOut, String)]) -> HashMap<String, Vec<String>> {
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for (it, owner) in owners {
        let detail = if it.detail.is_empty() { String::new() } else { format!(" ({})", it.detail) };
        let line = format!("Left out: {}{detail}", it.reason);
        let line: String = line.chars().filter(|c| !c.is_control()).take(150).collect();
        let lines = found.entry(owner.clone()).or_default();
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    found
}

/// The parts that are left out of types, each with the name of the type.
fn owners<'l>(files: &SpecFiles, left: &'l [LeftOut]) -> Vec<(&'l LeftOut, String)> {
    let by_pointer: HashMap<&str, &String> =
        files.types.keys().filter_map(|name| Some((files.origins.get(name)?.as_str(), name))).collect();
    let owner = |it: &'l LeftOut| {
        let mut pointer = it.pointer.as_str();
        loop {
            if let Some(name) = by_pointer.get(pointer) {
                return Some((it, (*name).clone()));
            }
            pointer = pointer.rsplit_once('/')?.0;
        }
    };
    left.iter().filter_map(owner).collect()
}

/// The number of operations that are described as they are: neither they nor their types have less.
fn described(files: &SpecFiles, owners: &[(&LeftOut, String)], left: &[LeftOut]) -> usize {
    let lossy =
        left.iter().filter(|it| it.loss == Loss::Part).filter_map(|it| operation_pointer(&it.pointer));
    let lossy: HashSet<&str> = lossy.collect();
    let types = owners.iter().filter(|(it, _)| it.loss == Loss::Part).map(|(_, name)| name.as_str());
    let types = uses::reaching(&files.types, types.collect());
    let is_sound = |operation: &&Value| {
        let name = operation.get("operation").and_then(Value::as_str).unwrap_or_default();
        let pointer = files.origins.get(&format!("operation {name}"));
        let mut used = Vec::new();
        uses::named(operation, &files.types, &mut used);
        pointer.is_none_or(|it| !lossy.contains(it.as_str())) && !used.iter().any(|it| types.contains(it))
    };
    distinct(files, is_sound)
}

/// The number of operations of the description: one that takes a form with files or something else is two.
fn distinct(files: &SpecFiles, is_counted: impl FnMut(&&Value) -> bool) -> usize {
    let name = |it: &Value| format!("operation {}", it["operation"].as_str().unwrap_or_default());
    let places =
        files.operations().filter(is_counted).map(|it| (files.origins.get(&name(it)), it["path"].as_str()));
    places.collect::<HashSet<_>>().len()
}

/// `#/paths/~1a/get` of a place in it.
fn operation_pointer(pointer: &str) -> Option<&str> {
    let rest = pointer.strip_prefix("#/paths/")?;
    let path = rest.find('/')?;
    let method = rest[path + 1..].find('/').map_or(rest.len(), |at| path + 1 + at);
    Some(&pointer[.."#/paths/".len() + method])
}
