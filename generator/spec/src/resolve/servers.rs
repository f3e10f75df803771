//! Addresses of servers.

use super::scope::Scope;
use crate::diagnostics::At;
use crate::load::source::{ServerSource, Shorthand};
use crate::model::{PathPiece, Server, Variable, pieces};
use crate::naming;

/// Resolves the servers in the order of the file.
pub fn resolve(scope: &Scope<'_>) -> Vec<Server> {
    let entries = scope.api().servers.iter().zip(scope.at().get("servers").items());
    entries.map(|((name, Shorthand(source)), at)| server(name, source, scope, at)).collect()
}

fn server(name: &str, source: &ServerSource, scope: &Scope<'_>, at: At<'_>) -> Server {
    let is_said = naming::constant(name).ends_with("SERVER");
    let constant = if is_said { name.to_owned() } else { format!("{name}_server") };
    let variables = source.variables.iter().map(|(name, Shorthand(it))| Variable {
        name: name.clone(),
        default: it.default.clone(),
        values: it.values.clone(),
        doc: it.doc.clone(),
    });
    let server = Server {
        name: name.to_owned(),
        rust: scope.rust.constant(&constant, "rename the server", at.key()),
        url: source.url.clone(),
        doc: source.doc.clone(),
        variables: variables.collect(),
    };
    check(&server, scope, at);
    server
}

/// The URL has a scheme and a host, and the variables that are listed.
fn check(server: &Server, scope: &Scope<'_>, at: At<'_>) {
    let at_url = at.find("url").unwrap_or(at);
    let names: Vec<&str> = pieces(&server.url)
        .filter_map(|piece| match piece {
            PathPiece::Parameter(name) | PathPiece::Rest(name) => Some(name),
            PathPiece::Fixed(_) => None,
        })
        .collect();
    let unlisted = names.iter().filter(|name| !server.variables.iter().any(|it| it.name == **name));
    for name in unlisted.clone() {
        let help = format!("add it to `variables` with a default: `{{{name}: {{default: …}}}}`");
        scope.errors.push(
            at_url.poisoned_if(at.poisons("variables")),
            format!("the URL's variable `{name}` isn't listed"),
            help,
        );
    }
    for (it, at) in server.variables.iter().zip(at.get("variables").items()) {
        if !names.contains(&it.name.as_str()) {
            let help = "remove it, or write it into the URL, in braces";
            scope.errors.push(at.key(), format!("the URL has no variable `{}`", it.name), help);
        }
        if !it.values.is_empty() && !it.values.contains(&it.default) {
            let help = "add it to `values`, or use one of them";
            scope.errors.push(
                at.find("default").unwrap_or(at),
                format!("`{}` is not a listed value", it.default),
                help,
            );
        }
    }
    let url = server.usual_url();
    let host = ["https://", "http://"].iter().find_map(|scheme| url.strip_prefix(scheme));
    let is_odd = |it: char| it.is_whitespace() || it.is_control() || "?#@{}".contains(it);
    let is_wrong = host.is_none_or(|host| host.is_empty() || host.starts_with('/') || host.contains(is_odd));
    if is_wrong && unlisted.count() == 0 {
        let help = "write `https://`, a host and a path; a user, a query and a fragment belong elsewhere";
        scope.errors.push(at_url, format!("`{url}` is not the address of a server"), help);
    }
}

/// The name of a server.
pub fn named(said: Option<(&String, At<'_>)>, scope: &Scope<'_>) -> Option<String> {
    let (name, at) = said?;
    let known = &scope.api().servers;
    if !known.contains_key(name) {
        let at = at.poisoned_if(scope.at().get("servers").poisons(name));
        let names = known.keys().map(String::as_str);
        scope.errors.unknown(at, "server", name, names, "add it to `servers` in api.yaml");
    }
    Some(name.clone())
}
