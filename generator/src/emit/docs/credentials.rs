//! Authentication blocks on the first page of an API.

use super::index::{Index, Place};
use super::markdown::{anchor, code, enumerated, fence, list, text};
use super::page::Table;
use super::{curl, parameters};
use crate::model::{AuthBlock, BlockPlace, Scheme, Status};

const HERE: Place = Place::Top;

/// Each block with its parameters and schemes.
pub fn blocks(index: &Index<'_>) -> Vec<String> {
    index.api.blocks.iter().flat_map(|block| self::block(index, block)).filter(|it| !it.is_empty()).collect()
}

fn block(index: &Index<'_>, block: &AuthBlock) -> Vec<String> {
    let mut blocks = vec![
        anchor(&block.constant),
        format!("### {}", text(&block.title)),
        list(block.rules.iter().map(|rule| index.prose(HERE, rule))),
        carried(index, block),
        parameters::table(index, HERE, &block.parameters),
        schemes(block),
        example(index, block),
    ];
    blocks.extend(block.notes.iter().map(|it| index.note(HERE, it)));
    blocks
}

fn carried(index: &Index<'_>, block: &AuthBlock) -> String {
    let place = match &block.place {
        BlockPlace::Form => "In the form, beside the operation's parameters.".to_owned(),
        BlockPlace::Header(prefix) => {
            format!("In headers, named {} and the parameter's name.", code(prefix))
        }
    };
    let same = if block.is_own_credential() {
        String::new()
    } else {
        format!(" The same credential as in {}.", index.block_link(HERE, &block.credential))
    };
    let bearer = block.bearer.as_ref();
    let bearer = bearer.map(|name| format!(" `Authorization: Bearer` can carry {} instead.", code(name)));
    format!("{place}{same}{}", bearer.unwrap_or_default())
}

fn schemes(block: &AuthBlock) -> String {
    let rows = block.schemes.iter().map(|it| scheme(block, it));
    let table = Table::new(["Scheme", "Takes", "In Rust"]).rows(rows).print();
    match block.status {
        Status::Inferred if !table.is_empty() => {
            format!(
                "{table}\n\n⚠ Which parameters a scheme needs is **inferred**: the documents do not show it."
            )
        }
        Status::Inferred | Status::Documented | Status::Elsewhere => table,
    }
}

fn scheme(block: &AuthBlock, scheme: &Scheme) -> [String; 3] {
    let takes: Vec<String> = scheme.takes.iter().map(|name| code(name)).collect();
    [
        scheme.value.as_ref().map(|value| code(value)).unwrap_or_default(),
        enumerated(&takes, "and"),
        code(&format!("{}::{}", block.rust, scheme.rust)),
    ]
}

fn example(index: &Index<'_>, block: &AuthBlock) -> String {
    let options = curl::credential(index.api, block, index.api.encoding.kind);
    if options.is_empty() {
        return String::new();
    }
    format!("As options of `curl`:\n\n{}", fence("sh", &options.join(" \\\n")))
}
