//! The ways to send a credential that OpenAPI has a keyword for.

use super::json::Object;
use generator_spec::model::{AuthBlock, Parameter, Place, Presence};

/// The ways to send a block's credential: the schemes that each needs, with the names that they should
/// have.
pub fn ways(block: &AuthBlock) -> Vec<Vec<(String, Object)>> {
    let about = || [block.title.as_str()].into_iter().chain(block.rules.iter().map(String::as_str));
    let http = |scheme: &str| Object::default().with("type", "http").with("scheme", scheme);
    let bearer =
        block.bearer.as_ref().map(|_| vec![(block.name.clone(), http("bearer").description(about()))]);
    let own_name = if bearer.is_some() { format!("{}_key", block.name) } else { block.name.clone() };
    let keys = api_keys(block);
    let in_authorization = block.http_scheme();
    let is_one = keys.len() == 1 && in_authorization.is_none();
    let name = |it: &Parameter| if is_one { own_name.clone() } else { format!("{own_name}_{}", it.name) };
    let keys = keys.into_iter().map(|(place, it)| (name(it), key(block, place, it).description(about())));
    let in_authorization =
        in_authorization.map(|scheme| (own_name.clone(), http(scheme).description(about())));
    let own: Vec<_> = in_authorization.into_iter().chain(keys).collect();
    [own].into_iter().filter(|own| !own.is_empty()).chain(bearer).collect()
}

fn key(block: &AuthBlock, place: &str, it: &Parameter) -> Object {
    Object::default().with("type", "apiKey").with("in", place).with("name", block.sent_name(it))
}

/// The ways to send it in a call: some are sent in the bearer header only.
pub fn ways_of(block: &AuthBlock, is_bearer_only: bool) -> Vec<Vec<(String, Object)>> {
    let mut ways = ways(block);
    if is_bearer_only && block.bearer.is_some() {
        ways.drain(..ways.len() - 1);
    }
    ways
}

/// The parameters of a block that OpenAPI can call API keys, each with its place. Several headers of
/// which some may be absent are parameters instead.
pub fn api_keys(block: &AuthBlock) -> Vec<(&'static str, &Parameter)> {
    let key = |it| Some((key_place(it)?, it));
    let keys: Option<Vec<_>> = block.outside_authorization().map(key).collect();
    let is_required = |it: &Parameter| it.presence == Presence::Required && it.constant.is_none();
    let is_whole = block.http_scheme().is_some() || block.parameters.iter().all(is_required);
    let keys =
        keys.filter(|keys| is_whole || keys.len() == 1 || keys.iter().any(|(place, _)| *place != "header"));
    keys.unwrap_or_default()
}

/// The place of an API key.
pub fn key_place(it: &Parameter) -> Option<&'static str> {
    match it.place {
        Place::Header => Some("header"),
        Place::Query => Some("query"),
        Place::Cookie => Some("cookie"),
        Place::Path | Place::PathRest | Place::Form | Place::Part | Place::Field | Place::Body => None,
    }
}

/// The parameters of a block that are sent in headers, unless they are a scheme.
pub fn in_headers(block: &AuthBlock) -> &[Parameter] {
    if block.prefix().is_some() && api_keys(block).is_empty() { &block.parameters } else { &[] }
}
