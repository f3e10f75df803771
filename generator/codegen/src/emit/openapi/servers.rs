//! The addresses of an API, and those of single operations.

use serde_json::{Value, json};

use super::json::Object;
use crate::emit::common::doc::code;
use generator_spec::model::{Api, Server};

/// The addresses, or what the documents call the address.
pub fn servers(api: &Api) -> Vec<Value> {
    match &*api.servers {
        [] => vec![server(api).into()],
        servers => servers.iter().map(|it| address(it).into()).collect(),
    }
}

/// An address, with its variables.
pub fn address(it: &Server) -> Object {
    let variables = it.variables.iter().map(|it| {
        let variable = Object::default().with("default", it.default.as_str());
        let variable = variable.filled("enum", json!(it.values)).maybe("description", it.doc.as_deref());
        (it.name.clone(), variable.into())
    });
    Object::default()
        .with("url", it.url.as_str())
        .maybe("description", it.doc.as_deref())
        .filled("variables", variables.collect::<Object>())
}

/// A placeholder for the whole address is an address: few tools accept a
/// variable there. Within an address it is a variable; other braces are escaped.
fn server(api: &Api) -> Object {
    const ABOUT: &str = "The documents do not give an address.";
    let url = api.base_url.as_str();
    let Some(names) = placeholders(url) else {
        return Object::default().with("url", url.replace('{', "%7B").replace('}', "%7D"));
    };
    if names.iter().any(|name| name.len() + 2 == url.len()) {
        let about = format!("A placeholder for {}: set the address of your server. {ABOUT}", code(url));
        return Object::default().with("url", "http://localhost").with("description", about);
    }
    let variable = json!({ "default": "localhost", "description": ABOUT });
    let variables = names.into_iter().map(|name| (name.to_owned(), variable.clone()));
    Object::default().with("url", url).filled("variables", variables.collect::<Object>())
}

/// The names in braces, unless there are braces without a name.
fn placeholders(url: &str) -> Option<Vec<&str>> {
    let mut pieces = url.split('{');
    let before = pieces.next().filter(|it| !it.contains('}'));
    before?;
    let names = pieces.map(|piece| {
        let (name, after) = piece.split_once('}')?;
        (!name.is_empty() && !after.contains('}')).then_some(name)
    });
    names.collect()
}
