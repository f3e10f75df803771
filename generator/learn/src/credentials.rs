//! Parameters of credentials, which are not parameters of operations.

use std::collections::BTreeSet;

use crate::recordings::Exchanges;

use generator_spec::model::{Api, AuthBlock, BlockPlace, Operation};

/// The names that the credential of an operation has in a form.
pub fn names<'a>(api: &'a Api, operation: &Operation) -> BTreeSet<&'a str> {
    let own = api.block_of(&operation.auth).map(|block| block.credential.as_str());
    // An operation whose credential is not shown may have any.
    form_names(api, |block| own.is_none_or(|own| own == block.credential))
}

/// The names that credentials have in a form.
pub fn form_names(api: &Api, is_own: impl Fn(&AuthBlock) -> bool) -> BTreeSet<&str> {
    let blocks = api.blocks.iter().filter(|block| block.place == BlockPlace::Form && is_own(block));
    blocks.flat_map(|block| &block.parameters).map(|parameter| parameter.name.as_str()).collect()
}

/// Returns whether requests carry a credential: a parameter of one, or a header.
pub fn has_credential(api: &Api, part: &Exchanges) -> bool {
    let names = form_names(api, |_| true);
    let prefixes: Vec<String> =
        api.blocks.iter().filter_map(|block| block.prefix().map(str::to_ascii_lowercase)).collect();
    let is_credential = |header: &String| {
        let header = header.to_ascii_lowercase();
        header == "authorization" || prefixes.iter().any(|prefix| header.starts_with(prefix))
    };
    part.parameters.keys().any(|name| names.contains(name.as_str())) || part.headers.iter().any(is_credential)
}
