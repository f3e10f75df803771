//! The operations of a description, as they are sent.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::place::{At, Document};
use super::schemas::{All, Schemas, Shape, View};

pub const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// An operation.
pub struct Operation<'d> {
    pub name: String,
    /// Its own name, in letters and digits.
    pub id: String,
    /// The method and the path without the names of its parameters.
    pub key: String,
    pub at: At<'d>,
    /// By place and name, or the number in the path.
    pub parameters: BTreeMap<String, Parameter<'d>>,
    /// Parameters as they are written, by place and name.
    pub written: BTreeMap<String, At<'d>>,
    pub body: Option<At<'d>>,
    /// By status.
    pub responses: BTreeMap<String, At<'d>>,
    pub security: BTreeSet<String>,
    /// The places of the schemes that it needs.
    pub schemes: Vec<String>,
}

/// A parameter.
pub struct Parameter<'d> {
    pub at: At<'d>,
    pub schema: All<'d>,
    pub required: bool,
    /// What a list or an object makes of it.
    pub style: String,
    /// The one value that it has.
    pub constant: Option<String>,
}

/// A path as it is sent: only visible ASCII.
fn escaped(path: &str) -> String {
    let escape = |c: char| match c {
        '{' | '}' => c.to_string(),
        c if c.is_ascii_graphic() && !"\"<>\\^`|".contains(c) => c.to_string(),
        c => c.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect(),
    };
    path.chars().map(escape).collect()
}

/// All operations; those with the same method and path one by one, unless they are one elsewhere.
pub fn all<'d>(
    document: Document<'d>,
    schemas: &Schemas<'d>,
    is_one: impl Fn(&str) -> bool,
) -> Vec<Operation<'d>> {
    let mut found = Vec::new();
    for (path, item) in document.at(&[]).into_iter().flat_map(|it| it.entries("paths")) {
        let item = document.follow(&item);
        for method in METHODS {
            let Some(at) = item.get(method) else { continue };
            let alone: Vec<At<'d>> = at.entries("x-operations").map(|(_, it)| it).collect();
            let read = |at| operation(document, schemas, (method, path), (&item, at));
            let whole = read(at);
            match alone.is_empty() || is_one(&whole.key) {
                true => found.push(whole),
                false => found.extend(alone.into_iter().map(read)),
            }
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
    let mut written = BTreeMap::new();
    let mut alone = BTreeMap::new();
    for it in item.items("parameters").chain(at.items("parameters")) {
        let it = document.follow(&it);
        let of_body = ["body", "formData"].contains(&it.text("in").unwrap_or_default());
        if let (false, Some(name)) = (of_body, it.text("name")) {
            written.insert(format!("{} {name}", it.text("in").unwrap_or_default()), it.clone());
            for (key, parameter) in spread(schemas, &it, &names) {
                let is_alone = self::key(it.text("in").unwrap_or_default(), name, &names) == key;
                if is_alone { &mut alone } else { &mut parameters }.insert(key, parameter);
            }
        }
    }
    // One of that name goes before a field of an object.
    parameters.extend(alone);
    let constants = query.split('&').filter(|it| !it.is_empty());
    for (name, value) in constants.map(|it| it.split_once('=').unwrap_or((it, ""))) {
        // Or a parameter.
        if let Some(parameter) = parameters.remove(&format!("path {}", value.trim_matches(['{', '}']))) {
            parameters.insert(format!("query {name}"), parameter);
            continue;
        }
        let (at, constant) = (at.clone(), Some(value.to_owned()));
        let constant = Parameter { at, schema: Vec::new(), required: true, style: String::new(), constant };
        parameters.insert(format!("query {name}"), constant);
    }
    let responses = at.entries("responses").filter(|(status, _)| !status.starts_with("x-"));
    Operation {
        name,
        id: at.text("operationId").unwrap_or_default().chars().filter(char::is_ascii_alphanumeric).collect(),
        key: format!("{method} {}", escaped(&template)),
        parameters,
        written,
        body: at
            .get("requestBody")
            .map(|it| document.follow(&it))
            .filter(|it| it.entries("content").next().is_some()),
        responses: responses
            .map(|(status, it)| (status.to_ascii_uppercase(), document.follow(&it)))
            .collect(),
        security: security(document, &at),
        schemes: requirements(document, &at)
            .flat_map(Map::keys)
            .filter_map(|name| Some(schemes(document)?.get(name)?.pointer))
            .collect(),
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
        at: At { pointer: pointer.to_owned(), ..at.clone() },
        constant: constant(&schemas.view(&schema)),
        schema,
        required,
        style,
    };
    // OpenAPI doesn't say what this style makes of a list: it is as good as always this.
    if let ([list], true) = (&view.shapes[..], style.starts_with("deepObject"))
        && list.ty == "array"
        && schemas.view(&list.items).shapes.iter().all(Shape::is_scalar)
    {
        let name = format!("{name}[]");
        return vec![(
            key(place, &name, names),
            parameter(&at.pointer, schema, required, "form true".to_owned()),
        )];
    }
    let is_spread = ["deepObject true", "deepObject false", "form true"].contains(&style.as_str());
    let has_fields = |it: &Shape<'_>| it.ty == "object" && !it.fields.is_empty();
    let shape = match &view.shapes[..] {
        [shape] if is_spread && has_fields(shape) => shape,
        _ => return vec![(key(place, name, names), parameter(&at.pointer, schema, required, style))],
    };
    let fields = shape.fields.iter().map(|(field, all)| {
        let wire = if style == "form true" { (*field).to_owned() } else { format!("{name}[{field}]") };
        let pointer = all.first().map_or(&at.pointer, |it| &it.pointer);
        let own = list_style(place, &schemas.view(all));
        let required = required && shape.required.contains(field);
        (key(place, &wire, names), parameter(pointer, all.clone(), required, own))
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
pub fn constant(view: &View<'_>) -> Option<String> {
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
    if let Some((kind, _)) = at.entries("content").next().filter(|(kind, _)| *kind != "*/*") {
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

fn schemes(document: Document<'_>) -> Option<At<'_>> {
    document.at(&["components", "securitySchemes"]).or_else(|| document.at(&["securityDefinitions"]))
}

fn requirements<'d>(document: Document<'d>, at: &At<'d>) -> impl Iterator<Item = &'d Map<String, Value>> {
    let all = at.get("security").or_else(|| document.at(&["security"]));
    all.and_then(|it| it.value.as_array()).into_iter().flatten().filter_map(Value::as_object)
}

/// The alternatives; each is what is sent. A token of OAuth or OpenID Connect is a bearer.
fn security(document: Document<'_>, at: &At<'_>) -> BTreeSet<String> {
    let schemes = schemes(document);
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
            "basic" => "basic".to_owned(),
            other => format!("{other} {name}"),
        }
    };
    let mut found: BTreeSet<String> = requirements(document, at)
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

/// Returns whether constants that tell operations apart have the values that the source has.
pub fn fits(theirs: &Operation<'_>, ours: &Operation<'_>) -> bool {
    ours.parameters.iter().all(|(key, it)| {
        let other = theirs.parameters.get(key).map(|it| &it.constant);
        other.is_none_or(|other| it.constant.is_none() || it.constant == *other)
    })
}

/// Returns whether the content at a place is JSON, or a form that is sent.
pub fn is_structured(place: &str) -> bool {
    let kind = place.rsplit('/').next().unwrap_or_default().split(';').next().unwrap_or_default();
    kind.ends_with("json") && !kind.ends_with("ndjson")
        || kind.contains("form") && !place.contains("/responses/")
}
