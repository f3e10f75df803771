//! The page of types, with their users.

use std::collections::BTreeSet;

use super::index::{Index, PageFolder, block_link, id};
use super::page::Page;
use crate::emit::common::markdown::{anchor, code, enumerated, list, table, text};
use generator_spec::facts::{self, Fact, Key, Origin, Part, Print};
use generator_spec::model::{Parameter, Type, TypeId, TypeKind, TypeRef, Variant};

const HERE: PageFolder = PageFolder::Top;

/// The facts about a type and about a field.
const ABOUT: [Part; 4] = [Part::Summary, Part::Deprecation, Part::Plain, Part::Source];

pub fn page(index: &Index<'_>, page: Page) -> Page {
    let is_known = index.api.types.iter().flat_map(Type::fields).any(|field| field.required);
    let absent = if is_known {
        "A field that isn't required may be absent."
    } else {
        "The documents do not say which fields are always present, so any may be absent."
    };
    let head = format!("Fields and values that are not listed here are kept. {absent}");
    let types = index.api.types.iter().zip(users(index));
    page.block(&head).blocks(types.flat_map(|(ty, users)| section(index, &users, ty)))
}

fn section(index: &Index<'_>, users: &Users, ty: &Type) -> Vec<String> {
    let words = index.words(HERE);
    let facts = facts::of_type(index.api, ty);
    let rust = match ty.in_rust {
        false => "Programs read and write it as a text or as bytes: it isn't a type in Rust.".to_owned(),
        true if ty.rust == ty.name || ty.is_alias() => String::new(),
        true => format!("{} in Rust.", code(&ty.rust)),
    };
    let mut blocks = vec![anchor(id(&ty.name, &ty.rust)), format!("## {}", text(&ty.name))];
    blocks.extend(words.part(&facts, &ABOUT));
    let is_open = |fact: &&Fact<'_>| matches!(fact.origin, Origin::Inferred | Origin::NotShown);
    let kind = facts.iter().filter(|fact| fact.key.part() == Part::Kind).filter(is_open);
    blocks.extend([rust].into_iter().chain(kind.map(|fact| words.unmarked(fact))));
    blocks.push(contents(index, ty, &facts));
    let is_credential = index.api.is_credential_list(ty);
    blocks.extend(is_credential.then(|| "A credential with another value is rejected.".to_owned()));
    blocks.push(used(users));
    blocks
}

fn contents(index: &Index<'_>, ty: &Type, facts: &[Fact<'_>]) -> String {
    match &ty.kind {
        TypeKind::Opaque | TypeKind::Alias { .. } => String::new(),
        TypeKind::Union { .. } => members(index, facts),
        TypeKind::Fields { fields, .. } => {
            let rows = fields.iter().map(|field| self::field(index, &facts::of_field(index.api, field)));
            table(["Field", "Type", "Description"], rows)
        }
        TypeKind::Enum { variants, .. } => table(["Value", "Constant"], variants.iter().map(variant)),
    }
}

/// The types of a union, each with the value of the tag.
fn members(index: &Index<'_>, facts: &[Fact<'_>]) -> String {
    let words = index.words(HERE);
    let members = facts.iter().filter(|fact| fact.key == Key::Members).map(|fact| words.value(fact));
    format!("One of these types; a value that fits none is kept:\n\n{}", list(members))
}

fn field(index: &Index<'_>, facts: &[Fact<'_>]) -> [String; 3] {
    let words = index.words(HERE);
    let [name, ty] = [Key::Name, Key::Type].map(|key| words.cell(facts, key));
    let ty = match facts.iter().any(|fact| fact.key == Key::Required) {
        true => format!("{ty}, required"),
        false => ty,
    };
    [name, ty, words.paragraph(facts, &ABOUT)]
}

fn variant(variant: &Variant) -> [String; 2] {
    [code(&variant.value.text()), variant.constant.as_ref().map(|name| code(name)).unwrap_or_default()]
}

/// Links to the users of a type, in the order of [`WAYS`].
type Users = [Vec<String>; 5];

/// The ways in which a type is used.
const WAYS: [&str; 5] = ["Taken by", "Returned by", "Field of", "One of", "Part of"];

/// The users of each type: operations, types and credentials.
fn users(index: &Index<'_>) -> Vec<Users> {
    let api = index.api;
    let mut users = vec![Users::default(); api.types.len()];
    let mut add = |way: usize, used: Vec<TypeId>, link: &dyn Fn() -> String| {
        for id in used.into_iter().collect::<BTreeSet<_>>() {
            users[id.0][way].push(link());
        }
    };
    let taken = |all: &[Parameter]| {
        let own = |it: &Parameter| types_of(it.values, it.holds.as_ref().or(Some(&it.ty)));
        all.iter().flat_map(own).collect()
    };
    for operation in api.operations() {
        let link = || index.operation_link(HERE, &operation.name);
        add(0, taken(&operation.parameters), &link);
        add(1, operation.results().flat_map(|it| types_of(it.values, it.documented_type())).collect(), &link);
    }
    for ty in &api.types {
        let link = || index.named_link(HERE, ty);
        add(2, ty.fields().iter().flat_map(|field| field.ty.types()).collect(), &link);
        add(3, ty.members().iter().flat_map(|member| member.ty.types()).collect(), &link);
        add(4, ty.named().flat_map(TypeRef::types).collect(), &link);
    }
    for block in &api.blocks {
        add(4, taken(&block.parameters), &|| block_link(HERE, block));
    }
    users
}

/// The users of a type in words.
fn used(users: &Users) -> String {
    let users = WAYS.iter().zip(users).filter(|(_, users)| !users.is_empty());
    users.map(|(how, users)| format!("{how} {}.", enumerated(users, "and"))).collect::<Vec<_>>().join(" ")
}

/// The type that lists the values, or else the named types in a type.
fn types_of(values: Option<TypeId>, ty: Option<&TypeRef>) -> Vec<TypeId> {
    let named = ty.filter(|_| values.is_none()).into_iter().flat_map(TypeRef::types);
    values.into_iter().chain(named).collect()
}
