//! Authentication blocks on the first page of an API.

use super::index::{Index, PageFolder};
use super::operation::quoted;
use super::{curl, parameters};
use crate::emit::common::markdown::{self, anchor, code, enumerated, fence, table, text};
use generator_spec::facts::{self, Part, Print};
use generator_spec::model::{AuthBlock, Scheme, Status};

const HERE: PageFolder = PageFolder::Top;

/// Each block with its parameters and schemes.
pub fn blocks(index: &Index<'_>) -> String {
    markdown::blocks(index.api.blocks.iter().flat_map(|block| self::block(index, block)))
}

fn block(index: &Index<'_>, block: &AuthBlock) -> Vec<String> {
    let words = index.words(HERE);
    let facts = facts::of_block(index.api, block);
    let mut blocks = vec![
        anchor(&block.constant),
        format!("### {}", text(&block.title)),
        words.paragraph(&facts, &[Part::Text]),
        words.paragraph(&facts, &[Part::Plain]),
        parameters::table(index, HERE, &block.parameters),
        schemes(block),
        example(index, block),
    ];
    blocks.extend(words.part(&facts, &[Part::Note]).into_iter().map(quoted));
    blocks
}

fn schemes(block: &AuthBlock) -> String {
    let rows = block.schemes.iter().map(|scheme| self::scheme(block, scheme));
    let table = table(["Scheme", "Takes", "In Rust"], rows);
    match block.status {
        Status::Inferred if !table.is_empty() => {
            format!("{table}\n\nThe parameters of each scheme are inferred.")
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
    let options = curl::credential(index.api, block);
    if options.is_empty() {
        return String::new();
    }
    format!("As options of `curl`:\n\n{}", fence("sh", &options.join(" \\\n")))
}
