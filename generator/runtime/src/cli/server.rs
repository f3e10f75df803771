//! The base URL of a server, to compare and to show.

use http::Uri;

use super::problem::Problem;
use crate::core::{ApiDescriptor, ServerUrl, text::Inert};

/// Returns whether two base URLs certainly name the same server.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    canonical(one) == canonical(other)
}

/// The canonical spelling of a base URL.
pub(super) fn canonical(url: &str) -> String {
    let Ok(uri) = url.parse::<Uri>() else { return url.to_owned() };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return url.to_owned() };
    let default_port = if scheme == "https" { ":443" } else { ":80" };
    let lower = authority.as_str().to_ascii_lowercase();
    let host = lower.strip_suffix(default_port).unwrap_or(&lower);
    format!("{scheme}://{host}{}", uri.path().trim_end_matches('/'))
}

/// A base URL without a user and a password, which are refused later, and must not be shown.
pub(super) fn shown(url: &str) -> &str {
    url.rsplit_once('@').map_or(url, |(_, host)| host)
}

/// The URL that a user names: by a URL, or by a server of the API with values of variables, such as
/// `production,region=us`. Each value counts for all servers that have the variable, so the server of an
/// operation, `own`, gets its values, too.
///
/// # Errors
/// If the API has no such server, variable or value.
pub(super) fn resolve(named: &str, own: Option<&str>, servers: &[ServerUrl]) -> Result<String, Problem> {
    if is_url(named) || servers.is_empty() {
        return Ok(named.to_owned());
    }
    let mut pieces = named.split(',').map(str::trim);
    let name = pieces.next().unwrap_or_default();
    let find = |name: &str| servers.iter().find(|server| server.name == name);
    let server = find(name).ok_or_else(|| {
        let known = names(servers.iter());
        Problem::Usage(format!("unknown server `{}`: expected a URL, {known}", Inert(name)))
    })?;
    let server = own.and_then(find).unwrap_or(server);
    let has = |server: &ServerUrl, name: &str| server.variables.iter().any(|variable| variable.name == name);
    let values = pieces.map(|piece| piece.split_once('=').unwrap_or((piece, "")));
    let values =
        values.filter(|(name, _)| has(server, name) || !servers.iter().any(|other| has(other, name)));
    server.url_with(values).map_err(|error| Problem::Usage(Inert(&error.to_string()).to_string()))
}

/// The servers that a program can call without being told: all but those of single operations.
pub(super) fn usual(api: &ApiDescriptor, servers: &'static [ServerUrl]) -> Vec<&'static ServerUrl> {
    let own = |server: &&ServerUrl| api.operations.iter().any(|it| it.server == Some(server.name));
    servers.iter().filter(|server| !own(server)).collect()
}

/// The names of servers, as a choice.
pub(super) fn names<'s>(servers: impl IntoIterator<Item = &'s ServerUrl>) -> String {
    let names: Vec<String> = servers.into_iter().map(|server| format!("`{}`", server.name)).collect();
    names.join(" or ")
}

/// Returns whether a text is a URL, and not the name of a server.
pub(super) fn is_url(text: &str) -> bool {
    text.contains("://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_has_several_spellings() {
        for other in ["HTTPS://A.Example", "https://a.example/", "https://a.example:443"] {
            assert!(is_same("https://a.example", other), "{other}");
        }
        for other in
            ["http://a.example", "https://a.example:8443", "https://a.example/v2", "https://b.example", "x"]
        {
            assert!(!is_same("https://a.example", other), "{other}");
        }
    }
}
