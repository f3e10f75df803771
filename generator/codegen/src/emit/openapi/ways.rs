//! The ways to send a credential that OpenAPI has a keyword for.

use super::json::Object;
use generator_spec::model::{AuthBlock, BlockPlace, Parameter, Place, Presence};

/// The ways to send a block's credential: the schemes that each needs, with the names that they should
/// have.
pub fn ways(block: &AuthBlock) -> Vec<Vec<(String, Object)>> {
    let about = || [block.title.as_str()].into_iter().chain(block.rules.iter().map(String::as_str));
    let http = |scheme: &str| Object::default().with("type", "http").with("scheme", scheme);
    let bearer =
        block.bearer.as_ref().map(|_| vec![(block.name.clone(), http("bearer").description(about()))]);
    let own_name = if bearer.is_some() { format!("{}_key", block.name) } else { block.name.clone() };
    let own = match (&block.place, api_keys(block)) {
        (BlockPlace::Basic, _) => vec![(own_name, http("basic").description(about()))],
        (BlockPlace::Bearer, _) => vec![(own_name, http("bearer").description(about()))],
        (_, keys) => {
            let is_one = keys.len() == 1;
            let name =
                |it: &Parameter| if is_one { own_name.clone() } else { format!("{own_name}_{}", it.name) };
            keys.into_iter()
                .map(|(place, it)| (name(it), key(block, place, it).description(about())))
                .collect()
        }
    };
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
    let keys: Option<Vec<_>> = block.parameters.iter().map(key).collect();
    let is_whole =
        block.parameters.iter().all(|it| it.presence == Presence::Required && it.constant.is_none());
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
