//! The operations of a description, as they are sent.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::place::{At, Document};
use super::schemas::{All, Schemas, View};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// An operation.
pub struct Operation<'d> {
    pub name: String,
    /// The method and the path without the names of its parameters.
    pub key: String,
    pub at: At<'d>,
    /// By place and name, or the number in the path.
    pub parameters: BTreeMap<String, Parameter<'d>>,
    pub body: Option<At<'d>>,
    /// By status.
    pub responses: BTreeMap<String, At<'d>>,
    pub security: BTreeSet<String>,
}

/// A parameter.
pub struct Parameter<'d> {
    pub pointer: String,
    pub via: Option<String>,
    pub schema: All<'d>,
    pub required: bool,
    pub deprecated: bool,
    /// What a list or an object makes of it.
    pub style: String,
    /// The one value that it has.
    pub constant: Option<String>,
}

/// All operations; those that a constant tells apart, one by one.
pub fn all<'d>(document: Document<'d>, schemas: &Schemas<'d>) -> Vec<Operation<'d>> {
    let mut found = Vec::new();
    for (path, item) in document.at(&[]).into_iter().flat_map(|it| it.entries("paths")) {
        let item = document.follow(&item);
        for method in METHODS {
            let Some(at) = item.get(method) else { continue };
            let alone: Vec<At<'d>> = at.entries("x-operations").map(|(_, it)| it).collect();
            let each = if alone.is_empty() { vec![at] } else { alone };
            found
                .extend(each.into_iter().map(|at| operation(document, schemas, (method, path), (&item, at))));
        }
    }
    found
}

fn operation<'d>(
    document: Document<'d>,
    schemas: &Schemas<'d>,
    (method, path): (&str, &'d str),
    (item, at): (&At<'d>, At<'d>),
) -> Operation<'d> {
    let name = format!("{} {path}", method.to_uppercase());
    let (path, _) = path.split_once('#').unwrap_or((path, ""));
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let (template, names) = template(path);
    let mut parameters: BTreeMap<String, Parameter<'d>> = BTreeMap::new();
    for it in item.items("parameters").chain(at.items("parameters")) {
        let it = document.follow(&it);
        let of_body = ["body", "formData"].contains(&it.text("in").unwrap_or_default());
        if !of_body && it.text("name").is_some() {
            parameters.extend(spread(schemas, &it, &names));
        }
    }
    for (name, value) in
        query.split('&').filter(|it| !it.is_empty()).map(|it| it.split_once('=').unwrap_or((it, "")))
    {
        let constant = Parameter {
            pointer: at.pointer.clone(),
            via: None,
            schema: Vec::new(),
            required: true,
            deprecated: false,
            style: String::new(),
            constant: Some(value.to_owned()),
        };
        parameters.insert(format!("query {name}"), constant);
    }
    let responses = at.entries("responses").filter(|(status, _)| !status.starts_with("x-"));
    Operation {
        name,
        key: format!("{method} {template}"),
        parameters,
        body: at
            .get("requestBody")
            .map(|it| document.follow(&it))
            .filter(|it| it.entries("content").next().is_some()),
        responses: responses
            .map(|(status, it)| (status.to_ascii_uppercase(), document.follow(&it)))
            .collect(),
        security: security(document, &at),
        at,
    }
}

/// `/a/{b}` -> `/a/{}`, and the names.
fn template(path: &str) -> (String, Vec<&str>) {
    let (mut out, mut names, mut rest) = (String::new(), Vec::new(), path);
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, it)| Some((before, it.split_once('}')?)))
    {
        out += before;
        out += "{}";
        names.push(name.trim_start_matches('+'));
        rest = after;
    }
    (out + rest, names)
}

/// A parameter by its place and name; the fields of an object are parameters of their own.
fn spread<'d>(schemas: &Schemas<'d>, at: &At<'d>, names: &[&str]) -> Vec<(String, Parameter<'d>)> {
    let (name, place) = (at.text("name").unwrap_or_default(), at.text("in").unwrap_or_default());
    let place = place.to_owned();
    // OpenAPI says that these headers are no parameters.
    if place == "header"
        && ["accept", "content-type", "authorization"].contains(&name.to_ascii_lowercase().as_str())
    {
        return Vec::new();
    }
    let mut schema: All<'d> = schema_of(at).into_iter().collect();
    let view = schemas.view(&schema);
    let mut style = style(at, &view);
    // JSON as a text.
    if let Some((kind, own)) =
        schema.first().and_then(|it| Some((it.text("contentMediaType")?, it.get("contentSchema")?)))
    {
        (schema, style) = (vec![own], kind.to_owned());
    }
    let required = at.flag("required") || place == "path";
    let parameter = |pointer: &str, schema: All<'d>, required: bool, style: String| Parameter {
        pointer: pointer.to_owned(),
        via: at.via.clone(),
        constant: constant(&schemas.view(&schema)),
        schema,
        required,
        deprecated: at.flag("deprecated"),
        style,
    };
    let [shape] = &view.shapes[..] else {
        return vec![(key(&place, name, names), parameter(&at.pointer, schema, required, style))];
    };
    let is_spread = shape.ty == "object"
        && !shape.fields.is_empty()
        && matches!(style.as_str(), "deepObject true" | "deepObject false" | "form true");
    if !is_spread {
        return vec![(key(&place, name, names), parameter(&at.pointer, schema, required, style))];
    }
    let fields = shape.fields.iter().map(|(field, all)| {
        let wire = if style == "form true" { (*field).to_owned() } else { format!("{name}[{field}]") };
        let pointer = all.first().map_or(&at.pointer, |it| &it.pointer);
        let own = list_style(&place, &schemas.view(all));
        (
            key(&place, &wire, names),
            parameter(pointer, all.clone(), required && shape.required.contains(field), own),
        )
    });
    fields.collect()
}

fn key(place: &str, name: &str, names: &[&str]) -> String {
    match place {
        "path" => format!(
            "path {}",
            names.iter().position(|it| *it == name).map_or_else(|| name.to_owned(), |it| it.to_string())
        ),
        "header" => format!("header {}", name.to_ascii_lowercase()),
        _ => format!("{place} {name}"),
    }
}

/// The one value that there is.
fn constant(view: &View<'_>) -> Option<String> {
    match &view.shapes[..] {
        [one] if one.values.len() == 1 && !view.open => one.values.first().cloned(),
        _ => None,
    }
}

/// The schema of a parameter or a header; in Swagger 2.0, it is one itself.
pub fn schema_of<'d>(at: &At<'d>) -> Option<At<'d>> {
    let content = at.entries("content").next();
    content
        .and_then(|(_, it)| it.get("schema"))
        .or_else(|| at.get("schema"))
        .or_else(|| at.text("type").map(|_| at.clone()))
}

fn list_style(place: &str, view: &View<'_>) -> String {
    let usual = if matches!(place, "query" | "cookie") { "form true" } else { "simple false" };
    if view.shapes.iter().any(|it| matches!(it.ty, "array" | "object")) {
        usual.to_owned()
    } else {
        String::new()
    }
}

fn style(at: &At<'_>, view: &View<'_>) -> String {
    if let Some((kind, _)) = at.entries("content").next() {
        return kind.to_owned();
    }
    let usual = list_style(at.text("in").unwrap_or_default(), view);
    let Some((style, _)) = usual.split_once(' ') else { return usual };
    let style = match at.text("collectionFormat") {
        None => at.text("style").unwrap_or(style),
        Some("multi") => return "form true".to_owned(),
        Some("ssv") => "spaceDelimited",
        Some("pipes") => "pipeDelimited",
        Some(_) => return format!("{style} false"),
    };
    let explode = at.value["explode"].as_bool().unwrap_or(style == "form" && at.value.get("type").is_none());
    format!("{style} {explode}")
}

/// The content of a body or a response, by its type.
pub fn contents<'d>(at: &At<'d>) -> BTreeMap<String, At<'d>> {
    let bare = |kind: &str| {
        let kind: String = kind.to_ascii_lowercase().split_whitespace().collect();
        kind.trim_end_matches(";charset=utf-8").to_owned()
    };
    at.entries("content").map(|(kind, it)| (bare(kind), it)).collect()
}

/// The alternatives; each is what is sent. A token of OAuth or OpenID Connect is a bearer.
fn security(document: Document<'_>, at: &At<'_>) -> BTreeSet<String> {
    let all = at.get("security").or_else(|| document.at(&["security"]));
    let schemes =
        document.at(&["components", "securitySchemes"]).or_else(|| document.at(&["securityDefinitions"]));
    let sent = |name: &str| {
        let scheme = schemes.as_ref().and_then(|it| it.get(name)).map(|it| document.follow(&it));
        let text = |key: &str| scheme.as_ref().and_then(|it| it.text(key)).unwrap_or_default().to_owned();
        match text("type").as_str() {
            "apiKey" => format!(
                "{} {}",
                text("in"),
                if text("in") == "header" { text("name").to_lowercase() } else { text("name") }
            ),
            "http" => text("scheme").to_lowercase(),
            "oauth2" | "openIdConnect" => "bearer".to_owned(),
            other => format!("{other} {name}"),
        }
    };
    let requirements =
        all.as_ref().and_then(|it| it.value.as_array()).into_iter().flatten().filter_map(Value::as_object);
    let mut found: BTreeSet<String> = requirements
        .map(|it| {
            it.keys()
                .map(|name| sent(name))
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect::<Vec<_>>()
                .join(" and ")
        })
        .collect();
    if found.is_empty() {
        found.insert(String::new());
    }
    found
}

/// Gives a description in Swagger 2.0 bodies and contents, as 3.0 has them.
pub fn modernize(root: &mut Value) {
    if root.get("swagger").is_none() {
        return;
    }
    let whole = root.clone();
    let items = root["paths"].as_object_mut().into_iter().flatten();
    for operation in items
        .flat_map(|(_, it)| it.as_object_mut().into_iter().flatten())
        .filter(|(key, _)| METHODS.contains(&key.as_str()))
    {
        let operation = operation.1;
        let list = |key: &str| {
            operation.get(key).or(whole.get(key)).and_then(Value::as_array).cloned().unwrap_or_default()
        };
        let (produces, consumes) = (list("produces"), list("consumes"));
        let content = |kinds: &[Value], usual: &str, schema: &Value| {
            let kinds = if kinds.is_empty() { vec![json!(usual)] } else { kinds.to_vec() };
            let kinds = kinds.iter().filter_map(Value::as_str);
            Value::Object(kinds.map(|kind| (kind.to_owned(), json!({ "schema": schema }))).collect())
        };
        for (_, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if let Some(schema) = response.get("schema").cloned() {
                response["content"] = content(&produces, "application/json", &schema);
            }
        }
        let all: Vec<Value> = operation["parameters"].as_array().into_iter().flatten().cloned().collect();
        let of = |place: &'static str| all.iter().filter(move |it| it["in"] == place);
        if let Some(body) = of("body").next() {
            operation["requestBody"] = json!({"required": body["required"], "content": content(&consumes, "application/json", &body["schema"])});
        } else if of("formData").next().is_some() {
            let fields: Map<String, Value> =
                of("formData").filter_map(|it| Some((it["name"].as_str()?.to_owned(), it.clone()))).collect();
            let required: Vec<&Value> =
                of("formData").filter(|it| it["required"] == true).map(|it| &it["name"]).collect();
            let schema = json!({"type": "object", "properties": fields, "required": required});
            let forms: Vec<Value> =
                consumes.into_iter().filter(|it| it.as_str().is_some_and(|it| it.contains("form"))).collect();
            operation["requestBody"] = json!({"required": !required.is_empty(), "content": content(&forms, "application/x-www-form-urlencoded", &schema)});
        }
    }
}
