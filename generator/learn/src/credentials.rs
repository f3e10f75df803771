//! Parameters of credentials, which are not parameters of operations.

use std::collections::BTreeSet;

use crate::recordings::Exchanges;

use generator_spec::model::{Api, AuthBlock, BlockPlace, Operation, Parameter};

/// The names that the credential of an operation has among its parameters.
pub fn names<'a>(api: &'a Api, operation: &Operation) -> BTreeSet<&'a str> {
    let own = api.block_of(&operation.auth).map(|block| block.credential.as_str());
    // An operation whose credential is not shown may have any.
    form_names(api, |block| own.is_none_or(|own| own == block.credential))
}

/// The names that credentials have in forms, queries and cookies.
pub fn form_names(api: &Api, is_own: impl Fn(&AuthBlock) -> bool) -> BTreeSet<&str> {
    let is_named = |block: &AuthBlock| match block.place {
        BlockPlace::Form | BlockPlace::Query | BlockPlace::Cookie => true,
        BlockPlace::Header(_) | BlockPlace::Basic | BlockPlace::Bearer => false,
    };
    let blocks = api.blocks.iter().filter(|block| is_named(block) && is_own(block));
    blocks.flat_map(|block| &block.parameters).map(Parameter::wire_name).collect()
}

/// Returns whether requests carry a credential: a parameter of one, or a header.
pub fn has_credential(api: &Api, part: &Exchanges) -> bool {
    let names = form_names(api, |_| true);
    let of_block = |header: &str, block: &AuthBlock| match block.prefix() {
        Some("") => block.parameters.iter().any(|it| block.sent_name(it).eq_ignore_ascii_case(header)),
        Some(prefix) => header.starts_with(&prefix.to_ascii_lowercase()),
        None => block.place == BlockPlace::Cookie && header == "cookie",
    };
    let is_credential = |header: &String| {
        let header = header.to_ascii_lowercase();
        header == "authorization" || api.blocks.iter().any(|block| of_block(&header, block))
    };
    let mut parameters = part.parameters.keys().chain(part.query.keys());
    parameters.any(|name| names.contains(name.as_str())) || part.headers.iter().any(is_credential)
}
