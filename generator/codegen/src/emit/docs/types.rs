//! The page of types, with who uses them.

use super::index::{Index, Place, Uses, block_link, id};
use super::markdown::{anchor, code, enumerated, text};
use super::page::Page;
use crate::emit::common::table::Table;
use generator_spec::facts::{self, Fact, Key, Origin, Part};
use generator_spec::model::{Type, TypeId, TypeKind, Variant};

const HERE: Place = Place::Top;

pub fn page(index: &Index<'_>, page: Page) -> Page {
    let head = "Fields and values that are not listed here are kept. The documents do not say which fields are always present, so any may be absent.";
    let types = index.api.types.iter().enumerate();
    page.block(head).blocks(types.flat_map(|(id, ty)| section(index, TypeId(id), ty)))
}

fn section(index: &Index<'_>, type_id: TypeId, ty: &Type) -> Vec<String> {
    let words = index.words(HERE);
    let facts = facts::of_type(ty);
    let rust = if ty.rust == ty.name { String::new() } else { format!("{} in Rust.", code(&ty.rust)) };
    let mut blocks = vec![anchor(id(&ty.name, &ty.rust)), format!("## {}", text(&ty.name))];
    blocks.extend(words.part(&facts, &[Part::Summary, Part::Plain, Part::Source]));
    let is_open = |fact: &&Fact<'_>| matches!(fact.origin, Origin::Inferred | Origin::NotShown);
    let kind = facts.iter().filter(|fact| fact.key.part() == Part::Kind).filter(is_open);
    blocks.extend([rust].into_iter().chain(kind.map(|fact| words.unmarked(fact))));
    blocks.push(contents(index, ty));
    let uses = index.uses(type_id);
    let is_closed = ty.is_enum() && !uses.part_of.is_empty();
    blocks.extend(is_closed.then(|| "A credential with another value is rejected.".to_owned()));
    blocks.push(used(index, uses));
    blocks
}

fn contents(index: &Index<'_>, ty: &Type) -> String {
    match &ty.kind {
        TypeKind::Opaque => String::new(),
        TypeKind::Fields { fields, .. } => {
            let rows = fields.iter().map(|it| field(index, &facts::of_field(index.api, it)));
            Table::new(["Field", "Type", "Description"]).rows(rows).print()
        }
        TypeKind::Enum { variants, .. } => {
            Table::new(["Value", "Constant"]).rows(variants.iter().map(variant)).print()
        }
    }
}

fn field(index: &Index<'_>, facts: &[Fact<'_>]) -> [String; 3] {
    let words = index.words(HERE);
    let [name, ty] = [Key::Name, Key::Type].map(|key| words.cell(facts, key));
    [name, ty, words.paragraph(facts, &[Part::Summary, Part::Plain, Part::Source])]
}

fn variant(variant: &Variant) -> [String; 2] {
    [code(&variant.value.text()), variant.constant.as_ref().map(|name| code(name)).unwrap_or_default()]
}

fn used(index: &Index<'_>, uses: &Uses<'_>) -> String {
    let operations = |names: &[&str]| {
        let links: Vec<String> = names.iter().map(|name| index.operation_link(HERE, name)).collect();
        enumerated(&links, "and")
    };
    let types: Vec<String> = uses.field_of.iter().map(|ty| index.named_link(HERE, ty)).collect();
    let blocks: Vec<String> = uses.part_of.iter().map(|block| block_link(HERE, block)).collect();
    let parts = [
        ("Taken by", operations(&uses.taken_by)),
        ("Returned by", operations(&uses.returned_by)),
        ("Field of", enumerated(&types, "and")),
        ("Part of", enumerated(&blocks, "and")),
    ];
    let sentences = parts
        .into_iter()
        .filter(|(_, users)| !users.is_empty())
        .map(|(how, users)| format!("{how} {users}."));
    sentences.collect::<Vec<_>>().join(" ")
}
