//! Operations that share a path and a method: OpenAPI has one there, which can be any of them. What each is
//! alone is in `x-operations`.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::json::Object;
use super::servers;
use crate::emit::common::doc::{code, escape};
use generator_spec::model::{Api, Operation};

/// Number of operations whose summaries are still short together.
const SHORT: usize = 4;

/// The one operation; one that is alone stays as it is.
pub fn of(api: &Api, mut all: Vec<(&Operation, Object)>) -> Object {
    if let [_] = all.as_slice() {
        return all.remove(0).1;
    }
    let texts = all.iter().map(|(it, object)| {
        let needs = it.choosing().map(|it| match &it.constant {
            Some(value) => format!("{} is {}", code(it.wire_name()), code(value)),
            None => format!("{} is sent", code(it.wire_name())),
        });
        let needs = needs.collect::<Vec<_>>().join(", ");
        let needs = if needs.is_empty() { "otherwise" } else { &needs };
        let id = object.get("operationId").and_then(Value::as_str).unwrap_or_default();
        format!("- {needs}: {}. {}", code(id), escape(&it.summary))
    });
    let about = format!("One of several operations:\n\n{}", texts.collect::<Vec<_>>().join("\n"));
    let objects: Vec<Object> = all.iter().map(|(_, object)| object.clone()).collect();
    let ids = objects
        .iter()
        .filter_map(|it| Some((it.get("operationId")?.as_str()?.to_owned(), it.clone().into())));
    let each = |key: &str| objects.iter().map(|it| it.get(key).cloned()).collect::<Vec<_>>();
    let summaries: Vec<&str> = all.iter().map(|(it, _)| it.summary.as_str()).collect();
    let summary = match summaries.len() {
        ..=SHORT => summaries.join(" "),
        count => format!("One of {count} operations."),
    };
    Object::default()
        .maybe("operationId", objects.first().and_then(|it| it.get("operationId").cloned()))
        .with("tags", distinct(each("tags").into_iter().flatten().flat_map(items)))
        .with("summary", summary)
        .paragraphs(vec![about])
        .flag("deprecated", each("deprecated").iter().all(Option::is_some))
        .with("x-operations", ids.collect::<Object>())
        .filled("servers", servers(api, each("servers")))
        .filled("security", security(each("security")))
        .filled("parameters", parameters(&each("parameters")))
        .maybe("requestBody", body(each("requestBody")))
        .with("responses", responses(&each("responses")))
}

fn items(list: Value) -> Vec<Value> {
    list.as_array().cloned().unwrap_or_default()
}

fn distinct(all: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut found = Vec::new();
    for it in all {
        if !found.contains(&it) {
            found.push(it);
        }
    }
    found
}

/// One of several schemas.
fn any_of(schemas: impl IntoIterator<Item = Value>) -> Value {
    let mut all = distinct(schemas);
    let constants: Option<Vec<Value>> = all.iter().map(|it| it.get("const").cloned()).collect();
    match (all.len(), constants) {
        (1, _) => all.remove(0),
        (_, Some(constants)) if all.iter().all(|it| it.get("type") == all[0].get("type")) => {
            Object::default().maybe("type", all[0].get("type").cloned()).with("enum", constants).into()
        }
        _ => json!({ "anyOf": all }),
    }
}

/// The servers of all, if some are at their own.
fn servers(api: &Api, all: Vec<Option<Value>>) -> Vec<Value> {
    let is_usual = all.iter().all(Option::is_none);
    let all = all.into_iter().flat_map(|it| it.map_or_else(|| servers::servers(api), items));
    if is_usual { Vec::new() } else { distinct(all) }
}

/// One credential of any; `{}` if an operation needs none.
fn security(all: Vec<Option<Value>>) -> Vec<Value> {
    let is_none = all.iter().all(Option::is_none);
    let all = all.into_iter().flat_map(|it| it.map_or_else(|| vec![json!({})], items));
    if is_none { Vec::new() } else { distinct(all) }
}

/// Those of all, by place and name; required are those that all require.
fn parameters(all: &[Option<Value>]) -> Vec<Value> {
    let mut found = IndexMap::<String, Vec<Value>>::new();
    for parameter in all.iter().flatten().cloned().flat_map(items) {
        let key = ["$ref", "in", "name"]
            .map(|key| parameter.get(key).map(ToString::to_string))
            .map(Option::unwrap_or_default);
        found.entry(key.concat()).or_default().push(parameter);
    }
    let merged = found.into_values().map(|same| {
        let is_required = same.len() == all.len() && same.iter().all(|it| it["required"] == true);
        let mut one = same[0].clone();
        if one.get("$ref").is_none() {
            one["required"] = is_required.into();
            one["schema"] = any_of(same.iter().map(|it| it["schema"].clone()));
        }
        one
    });
    merged.collect()
}

/// A body of any of them.
fn body(all: Vec<Option<Value>>) -> Option<Object> {
    let is_required = all.iter().all(|it| it.as_ref().is_some_and(|it| it["required"] == true));
    let bodies: Vec<Value> = all.into_iter().flatten().collect();
    (!bodies.is_empty()).then(|| {
        let content = content(bodies.iter().map(|it| it.get("content")));
        Object::default().flag("required", is_required).with("content", content)
    })
}

/// The content of any of them, by its type.
fn content<'a>(all: impl Iterator<Item = Option<&'a Value>>) -> Object {
    let mut types = IndexMap::<&str, Vec<&Value>>::new();
    for (kind, media) in all.flatten().filter_map(Value::as_object).flatten() {
        types.entry(kind).or_default().push(media);
    }
    let types = types.into_iter().map(|(kind, media)| {
        let encoding = media.iter().filter_map(|it| it.get("encoding")?.as_object()).flatten();
        let encoding: Object = encoding.map(|(name, it)| (name.clone(), it.clone())).collect();
        let schema = any_of(media.iter().map(|it| it["schema"].clone()));
        (kind.to_owned(), Object::default().with("schema", schema).filled("encoding", encoding).into())
    });
    types.collect()
}

/// The responses of any of them, by status.
fn responses(all: &[Option<Value>]) -> Object {
    let mut statuses = IndexMap::<&str, Vec<Value>>::new();
    for (status, response) in all.iter().flatten().filter_map(Value::as_object).flatten() {
        let same = statuses.entry(status).or_default();
        if !same.contains(response) {
            same.push(response.clone());
        }
    }
    statuses.into_iter().map(|(status, same)| (status.to_owned(), response(same))).collect()
}

fn response(mut same: Vec<Value>) -> Value {
    if same.len() == 1 || same.iter().any(|it| it.get("$ref").is_some()) {
        return same.remove(0);
    }
    let texts = distinct(same.iter().filter_map(|it| it.get("description").cloned()));
    let texts: Vec<String> = texts.iter().filter_map(|it| Some(it.as_str()?.to_owned())).collect();
    let headers = same.iter().filter_map(|it| it.get("headers")?.as_object()).flatten();
    let headers = headers.map(|(name, header)| {
        let is_everywhere = same.iter().all(|it| it["headers"][name]["required"] == true);
        let mut header = header.clone();
        header["required"] = is_everywhere.into();
        (name.clone(), header)
    });
    Object::default()
        .paragraphs(texts)
        .filled("headers", headers.collect::<Object>())
        .filled("content", content(same.iter().map(|it| it.get("content"))))
        .into()
}
