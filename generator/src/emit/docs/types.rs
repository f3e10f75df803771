//! The page of types, with who uses them.

use super::index::{Index, Place, Uses, id};
use super::markdown::{anchor, code, enumerated, text};
use super::page::{Page, Table};
use crate::emit::File;
use crate::model::{Field, Status, Type, TypeId, TypeKind, Variant};

const HERE: Place = Place::Top;

/// The page.
pub fn page(index: &Index<'_>, path: String) -> File {
    let page = Page::new(path, &format!("{}/types.yaml", index.api.name), "Types");
    let head = "Types keep fields and values that are not listed here. The documents do not say which fields are always present: any of them may be absent.";
    let types = index.api.types.iter().enumerate();
    page.block(head).blocks(types.flat_map(|(id, ty)| section(index, TypeId(id), ty))).finish()
}

fn section(index: &Index<'_>, type_id: TypeId, ty: &Type) -> Vec<String> {
    let unnamed =
        if ty.unnamed { "The documents give this list no name: this one is chosen here." } else { "" };
    let rust = if ty.rust == ty.name { String::new() } else { format!("{} in Rust.", code(&ty.rust)) };
    let mut blocks = vec![anchor(id(&ty.name, &ty.rust)), format!("## {}", text(&ty.name))];
    blocks.extend(ty.doc.as_ref().map(|doc| index.prose(HERE, doc)));
    blocks.extend(
        ty.source.as_ref().map(|source| format!("Not from the documents but from: {}", text(source))),
    );
    blocks.extend([unnamed.to_owned(), rust, contents(index, ty)]);
    let uses = index.uses(type_id);
    let is_closed = ty.is_enum() && uses.is_some_and(|uses| !uses.proves.is_empty());
    blocks.extend(is_closed.then(|| "A credential with another value is refused.".to_owned()));
    blocks.extend(uses.map(|uses| used(index, uses)));
    blocks
}

fn contents(index: &Index<'_>, ty: &Type) -> String {
    match &ty.kind {
        TypeKind::Opaque => {
            "⚠ **Opaque**: the documents do not show its fields. Any JSON is kept as it is.".to_owned()
        }
        TypeKind::Fields { status, fields } => {
            let head = match status {
                Status::Documented | Status::Elsewhere => "",
                Status::Inferred => "⚠ Its fields are **inferred**: the documents do not show them.\n\n",
            };
            let table = Table::new(["Field", "Type", "Rules"]).rows(fields.iter().map(|it| field(index, it)));
            format!("{head}{}", table.print())
        }
        TypeKind::Enum { variants, .. } => {
            Table::new(["Value", "Constant"]).rows(variants.iter().map(variant)).print()
        }
    }
}

fn field(index: &Index<'_>, field: &Field) -> [String; 3] {
    let null = if field.nullable { " or null" } else { "" };
    let mut rules: Vec<String> = field.doc.iter().map(|doc| index.prose(HERE, doc)).collect();
    if field.secret {
        rules.push("Secret.".to_owned());
    }
    [code(&field.name), format!("{}{null}", index.type_link(HERE, &field.ty)), rules.join(" ")]
}

fn variant(variant: &Variant) -> [String; 2] {
    [code(&variant.value.text()), variant.constant.as_ref().map(|name| code(name)).unwrap_or_default()]
}

fn used(index: &Index<'_>, uses: &Uses<'_>) -> String {
    let operations = |names: &[&str]| {
        let links: Vec<String> = names.iter().map(|name| index.operation_link(HERE, name)).collect();
        enumerated(&links, "and")
    };
    let types: Vec<String> = uses.holds.iter().map(|ty| index.named_link(HERE, ty)).collect();
    let blocks: Vec<String> = uses.proves.iter().map(|name| index.block_link(HERE, name)).collect();
    let parts = [
        ("Taken by", operations(&uses.takes)),
        ("Returned by", operations(&uses.gives)),
        ("Field of", enumerated(&types, "and")),
        ("Part of", enumerated(&blocks, "and")),
    ];
    let sentences = parts
        .into_iter()
        .filter(|(_, users)| !users.is_empty())
        .map(|(how, users)| format!("{how} {users}."));
    sentences.collect::<Vec<_>>().join(" ")
}
