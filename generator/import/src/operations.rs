//! Paths -> operations.

use std::collections::{HashMap, HashSet};

use generator_spec::naming;
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::contents::Kind;
use crate::entry::{add, deprecated, map, some, yes};
use crate::importer::Importer;
use crate::names;
use crate::parameters::Parameters;
use crate::paths::{template, variable};
use crate::text;

/// The methods of operations.
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "head", "patch", "options", "trace"];

/// Those of requests that usually have no body.
const WITHOUT_BODY: [&str; 5] = ["get", "head", "delete", "options", "trace"];

/// An operation, and the tag of its group.
pub struct Imported {
    pub tag: String,
    pub name: String,
    pub value: Map<String, Value>,
    /// The place in the description.
    pub pointer: String,
}

/// All operations of a description, and how many it has.
pub struct Operations {
    pub all: Vec<Imported>,
    pub total: usize,
    /// Operations that got their names from here.
    pub unnamed: usize,
}

impl Importer<'_> {
    /// Reads all operations.
    pub fn operations(&mut self) -> Operations {
        let root = self.doc.root();
        root.get("servers").into_iter().for_each(|servers| drop(self.servers_of(&servers)));
        let mut out = Operations { all: Vec::new(), total: 0, unnamed: 0 };
        let mut found = Vec::new();
        for (path, item) in root.entries_of("paths") {
            let Some(item) = self.doc.follow(&item).filter(|_| path.starts_with('/')) else {
                if !path.starts_with("x-") {
                    self.lose(&item, "a path that doesn't begin with `/`", path);
                }
                continue;
            };
            let query = item.get("query").map(|it| ("query", it));
            for (method, operation) in item.entries_of("additionalOperations").chain(query) {
                out.total += 1;
                self.lose(&operation, "an operation with a method that the language hasn't", method);
            }
            let known = item.entries().filter(|(method, _)| METHODS.contains(method));
            for (method, at) in known {
                out.total += 1;
                let each: &[_] = if self.is_two(&at) { &[Some(false), Some(true)] } else { &[None] };
                let found_as = |is_form| Found { path, method, item: item.clone(), at: at.clone(), is_form };
                found.extend(each.iter().copied().map(found_as));
            }
        }
        let names = names_of(&found, &mut out.unnamed);
        out.all = found.iter().zip(&names).map(|(found, name)| self.operation(found, name)).collect();
        out
    }

    fn operation(&mut self, found: &Found<'_>, name: &str) -> Imported {
        let Found { path, method, item, at, is_form } = found;
        self.is_form = *is_form;
        let needed = self.needed(at.get("security").or(self.doc.root().get("security")));
        let before = self.left_out.len();
        let words = naming::type_name(name);
        let rust = self.rust.take(name, "call");
        let (summary, mut rules) = said(at, path, method);
        let (effect, repeatable) = match *method {
            "get" | "head" => ("reads", false),
            "delete" => ("destroys", true),
            "put" => ("changes", true),
            _ => ("changes", false),
        };
        let all = self.all_parameters(item, at);
        // What begins with `?` is always sent; `#` only tells operations apart, by a parameter that says it, too.
        let path = path.split('#').next().unwrap_or_default();
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let constants: Vec<_> = query.split('&').filter(|it| !it.is_empty()).collect();
        let (path, renamed) = template(path, &all);
        let mut out = map(json!({
            "operation": name,
            "rust": rust,
            "summary": summary,
            "rules": some(&rules),
            "inferred_effect": effect,
            "repeatable": yes(repeatable),
            "path": format!("{} {path}", method.to_uppercase()),
        }));
        out.extend(self.credential(&needed));
        add(&mut out, json!({"server": self.server(item, at)}));
        self.requested(at, &all, (&renamed, &constants), (method, &words), &mut out);
        let returns = self.returns(at, method, &words);
        let deprecated = deprecated(at.flag("deprecated"));
        add(&mut out, json!({"returns": returns, "pages": pages(at), "deprecated": deprecated}));
        if at.has("callbacks") {
            self.remark(at, "callbacks", "");
        }
        add(&mut out, json!({"notes": some(self.notes(before))}));
        rules.extend(needed.rule());
        add(&mut out, json!({"rules": some(rules)}));
        let tag = at.list("tags").first().and_then(Value::as_str).unwrap_or_default();
        Imported { tag: tag.to_owned(), name: name.to_owned(), value: out, pointer: self.doc.shown(at) }
    }

    /// The parameters and the body.
    fn requested(
        &mut self,
        at: &At<'_>,
        all: &[At<'_>],
        (renamed, constants): (&HashMap<String, String>, &[&str]),
        (method, words): (&str, &str),
        out: &mut Map<String, Value>,
    ) {
        let body = at.get("requestBody");
        let kind = body.as_ref().and_then(|body| self.body_kind(body));
        let is_form = matches!(kind, Some(Kind::Form | Kind::Multipart));
        let is_odd = is_form && WITHOUT_BODY.contains(&method);
        // Without a body, those of a POST would be in its JSON.
        let usual = !is_form && (kind.is_some() || WITHOUT_BODY.contains(&method));
        let mut parameters = Parameters::new(!usual, is_odd);
        let in_query = all.iter().filter(|it| it.text("in") == Some("query"));
        parameters.in_query = in_query.filter_map(|it| Some(it.text("name")?.to_owned())).collect();
        let is_path =
            |it: &At<'_>, name: &str| it.text("in") == Some("path") && it.text("name") == Some(name);
        let is_variable =
            |it: &str| variable(it).is_some_and(|(_, name)| all.iter().any(|it| is_path(it, name)));
        constants.iter().filter(|it| !is_variable(it)).for_each(|it| parameters.constant(it));
        all.iter().for_each(|it| self.placed(it, (renamed, constants), words, &mut parameters));
        for (name, ours) in renamed {
            if !parameters.all.contains_key(ours) {
                self.lose(at, "a parameter of a path that isn't described", name.clone());
                parameters.all.insert(ours.clone(), json!("string"));
            }
        }
        let mut request = Map::new();
        if let Some(body) = &body {
            self.body(body, words, &mut request, &mut parameters);
        }
        let encoding = request.shift_remove("encoding");
        add(out, json!({"encoding": encoding, "parameters": some(parameters.all)}));
        out.extend(request);
    }

    /// A parameter at its place. One of the path may be after its question mark.
    fn placed(
        &mut self,
        at: &At<'_>,
        (renamed, constants): (&HashMap<String, String>, &[&str]),
        words: &str,
        out: &mut Parameters,
    ) {
        let name = at.text("name").unwrap_or_default();
        let sent_as = constants.iter().find_map(|it| variable(it).filter(|(_, it)| *it == name));
        match (at.text("in"), renamed.get(name), sent_as) {
            (Some("path"), Some(name), _) => self.parameter(at, Some(name), words, out),
            (Some("path"), None, Some((sent_as, _))) => {
                let mut value = at.value.clone();
                (value["in"], value["name"]) = (json!("query"), json!(sent_as));
                self.parameter(&at.with(&value), None, words, out);
            }
            (Some("path"), None, None) => {
                self.remark(at, "a parameter of a path that isn't in the path", name);
            }
            _ => self.parameter(at, None, words, out),
        }
    }

    /// The results and failures by status.
    fn returns(&mut self, at: &At<'_>, method: &str, words: &str) -> Value {
        let mut all = Map::new();
        let mut default = None;
        for (status, response) in at.entries_of("responses").filter(|(status, _)| !status.starts_with("x-")) {
            let Some(response) = self.doc.follow(&response) else {
                self.lose(&response, "a response that isn't there", status);
                continue;
            };
            let key = status.to_ascii_lowercase();
            if !is_status(&key) {
                self.lose(&response, "a response with a status that the language hasn't", status);
                continue;
            }
            let label = if key == "200" { "result".to_owned() } else { format!("{key} result") };
            let has_body = method != "head" && !matches!(key.as_str(), "204" | "205" | "304");
            let result = self.result(&response, &format!("{words} {label}"), has_body);
            match key.as_str() {
                "default" => default = Some(result),
                _ => drop(all.insert(key, result)),
            }
        }
        let has_success = all.keys().any(|key| key.starts_with(['2', '3']));
        match (default, has_success) {
            // Without a success, it is that, too.
            (Some(result), _) => drop(all.insert("default".to_owned(), result)),
            (None, false) => drop(all.insert("2xx".to_owned(), json!("not_shown"))),
            (None, true) => {}
        }
        Value::Object(all)
    }

    /// Notes of what is left out of an operation since then.
    fn notes(&self, before: usize) -> Vec<Value> {
        let here = self.left_out[before..].iter().filter(|it| it.pointer.contains("#/paths/"));
        let mut seen = HashSet::new();
        here.filter(|it| seen.insert((&it.reason, &it.detail))).map(|it| it.note("")).collect()
    }
}

/// An operation of a description.
struct Found<'v> {
    path: &'v str,
    method: &'v str,
    /// The place of the path.
    item: At<'v>,
    at: At<'v>,
    /// Of an operation that is two, whether it is the one with the form.
    is_form: Option<bool>,
}

impl Found<'_> {
    /// The name of the function that it is, and its own.
    fn ids(&self) -> Option<(String, String)> {
        let id = self.at.text("operationId").filter(|id| id.contains(|c: char| c.is_ascii_alphanumeric()))?;
        let function = names::function(id, self.path, self.method).unwrap_or(id);
        let end = if self.is_form == Some(true) { "Form" } else { "" };
        Some((names::word(function, &[]) + end, names::word(id, &[]) + end))
    }
}

/// The names of operations: of their functions, where no other has it.
fn names_of(found: &[Found<'_>], unnamed: &mut usize) -> Vec<String> {
    let ids: Vec<Option<(String, String)>> = found.iter().map(Found::ids).collect();
    let mut uses = HashMap::new();
    for (function, id) in ids.iter().flatten() {
        *uses.entry(function.to_ascii_lowercase()).or_insert(0) += 1;
        *uses.entry(id.to_ascii_lowercase()).or_insert(0) += usize::from(function != id);
    }
    *unnamed = ids.iter().filter(|id| id.is_none()).count();
    let mut taken = HashSet::new();
    let name = |(found, id): (&Found<'_>, &Option<(String, String)>)| {
        let wanted = match id {
            Some((function, _)) if uses[&function.to_ascii_lowercase()] == 1 => function.clone(),
            Some((_, id)) => id.clone(),
            None => names::camel(&format!("{} {}", found.method, found.path)),
        };
        let start = if wanted.starts_with(|c: char| c.is_ascii_digit()) { "n" } else { "" };
        names::unique(&format!("{start}{wanted}"), &mut taken)
    };
    found.iter().zip(&ids).map(name).collect()
}

fn is_status(key: &str) -> bool {
    key == "default"
        || key.len() == 3
            && key.starts_with(['2', '3', '4', '5'])
            && (key.ends_with("xx") || key.bytes().all(|b| b.is_ascii_digit()))
}

/// Azure's key for lists in pages.
fn pages(at: &At<'_>) -> Option<Value> {
    let pages = at.get("x-ms-pageable")?;
    let next = pages.text("nextLinkName").filter(|it| !it.is_empty())?;
    Some(json!({"next_url": next, "items": pages.text("itemName").unwrap_or("value")}))
}

/// A sentence, and what else is said.
fn said(at: &At<'_>, path: &str, method: &str) -> (String, Vec<String>) {
    let mut rules = at.text("description").map(text::paragraphs).unwrap_or_default();
    let summary = at.text("summary").and_then(text::line);
    let summary = summary.unwrap_or_else(|| {
        if rules.is_empty() {
            return format!("{} {path}", method.to_uppercase());
        }
        let (first, rest) = text::sentence(&rules.remove(0));
        if !rest.is_empty() {
            rules.insert(0, rest);
        }
        first
    });
    rules.retain(|rule| *rule != summary);
    rules.extend(at.get("externalDocs").and_then(|it| text::link(&it)));
    let end = if summary.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    (format!("{summary}{end}"), rules)
}
