//! The first page of an API: the facts about the whole API.

use super::curl::base_url;
use super::index::{Index, PageFolder, group_page};
use super::page::Page;
use super::{about, credentials, examples, guides, pages};
use crate::emit::File;
use crate::emit::common::markdown::{blocks, code, enumerated, link, list, table, text};
use generator_spec::facts::{self, Key, Print};
use generator_spec::gaps::Coverage;
use generator_spec::model::{Api, Row, Type, TypeKind};
use generator_spec::program;
use generator_spec::text::counted;

const HERE: PageFolder = PageFolder::Top;

pub fn page(index: &Index<'_>, path: String) -> File {
    let api = index.api;
    let topics = api.topics.iter().map(|(heading, rules)| {
        let rules: Vec<String> = rules.iter().map(|rule| index.prose(HERE, rule)).collect();
        format!("### {}\n\n{}", text(heading), rules.join("\n\n"))
    });
    Page::of(path, &format!("{}/api.yaml", api.name))
        .title(&text(&api.title))
        .blocks(api.about.iter().map(|paragraph| index.prose(HERE, paragraph)))
        .block(&overlays(api))
        .block(&blocks(sentences(index, &[Key::Imported, Key::Names])))
        .section(TRUST, &trust(api))
        .section("Topics", &operations(index))
        .section("Getting started", &start(api))
        .section("Requests", &requests(index))
        .section("Credentials", &credentials::blocks(index))
        .section("Responses", &responses(index))
        .section("Limits", &list(sentences(index, &[Key::Limits])))
        .section("Constants", &constants(index))
        .section("Resources", &resources(index))
        .section("What else the documents say", &blocks(topics))
        .finish()
}

/// The heading above [`trust`].
pub const TRUST: &str = "How much is documented";

/// The share of facts that the documents give, and a remedy for the rest.
pub fn trust(api: &Api) -> String {
    let sentences = list(Coverage::of(api).sentences());
    format!("{sentences}\n\n{}", program::named(SETTLE))
}

const SETTLE: &str = "*The documents* are those that this API's spec was transcribed from. If a server differs, record its traffic and run `cargo xtask learn recording.har`, or correct the spec with an overlay.";

/// The overlays that changed the spec.
fn overlays(api: &Api) -> String {
    if api.overlays.is_empty() {
        return String::new();
    }
    let overlays =
        api.overlays.iter().map(|overlay| format!("{}: {}", code(&overlay.name), text(&overlay.source)));
    format!("**Not all of this is in the documents.** These overlays changed it:\n\n{}", list(overlays))
}

fn operations(index: &Index<'_>) -> String {
    let api = index.api;
    let rows = api.groups.iter().map(|group| {
        let about = group.about.as_ref().map(|about| index.prose(HERE, about));
        let topic = link(&text(&group.title), &group_page(group));
        [topic, about.unwrap_or_default(), group.operations().count().to_string()]
    });
    let table = match api.groups.iter().any(|group| group.about.is_some()) {
        true => table(["Topic", "About", "Operations"], rows),
        false => table(["Topic", "Operations"], rows.map(|[topic, _, count]| [topic, count])),
    };
    let guides = (!api.guides.is_empty()).then(|| link(guides::TITLE, guides::LIST));
    let lists = guides.into_iter().chain(pages::lists(api).map(|list| link(list.title, list.file)));
    let named = counted(api.operations().count(), "operation");
    let unnamed = match api.rows().filter(|(_, row)| matches!(row, Row::Unnamed(_))).count() {
        0 => String::new(),
        count => format!(" and {count} without a name"),
    };
    format!("{named}{unnamed}. See also {}.\n\n{table}", enumerated(&lists.collect::<Vec<_>>(), "and"))
}

/// The definitions that every example uses.
fn start(api: &Api) -> String {
    format!(
        "Every Rust example assumes a `client` like this one, from the crate `{}`. A `BlockingClient` (feature `blocking`) takes the same requests, without `.await`. Server examples implement handlers on `MyService`.\n\n{}\n\nThe CLI and curl examples expect the server's address in `${}`, and secrets in variables named in the same way; the CLI prompts for secrets that an operation requires, and for any whose option you pass.\n\n[About the documents]({}) explains the marks and the terms.",
        api.rust.package,
        examples::start(api),
        base_url(api),
        about::documents(api)
    )
}

fn requests(index: &Index<'_>) -> String {
    let api = index.api;
    let base_url = format!("Base URL: {}.", code(&api.base_url));
    let sent = [vec![base_url], sentences(index, &[Key::Method, Key::Encoding])].concat().join(" ");
    let rules = api.encoding.rules.iter().map(|rule| index.prose(HERE, rule));
    let servers = (!api.servers.is_empty()).then(|| list(sentences(index, &[Key::Servers])));
    blocks([sent].into_iter().chain(servers).chain(rules))
}

/// The sentences about the whole API with these keys.
fn sentences(index: &Index<'_>, keys: &[Key]) -> Vec<String> {
    let facts = facts::of_api(index.api).into_iter().filter(|fact| keys.contains(&fact.key));
    facts.map(|fact| index.words(HERE).sentence(&fact)).collect()
}

fn responses(index: &Index<'_>) -> String {
    blocks(sentences(index, &[Key::Message, Key::Envelope]))
}

fn constants(index: &Index<'_>) -> String {
    let rows = index.api.constants.iter().map(|constant| {
        let facts = facts::of_constant(constant);
        [Key::Name, Key::Type, Key::Value, Key::Doc].map(|key| index.words(HERE).cell(&facts, key))
    });
    let table = table(["Constant", "Type", "Value", "Meaning"], rows);
    let is_list = |ty: &&Type| match &ty.kind {
        TypeKind::Enum { variants, .. } => variants.iter().any(|variant| variant.constant.is_some()),
        TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. } => false,
    };
    let links: Vec<String> =
        index.api.types.iter().filter(is_list).map(|ty| index.named_link(HERE, ty)).collect();
    let lists = (!links.is_empty()).then(|| format!("Lists of constants: {}.", enumerated(&links, "and")));
    blocks([table].into_iter().chain(lists))
}

fn resources(index: &Index<'_>) -> String {
    let rows = index.api.resources.iter().map(|resource| {
        [
            text(&resource.name),
            index.prose(HERE, &resource.identified_by),
            resource.given.as_ref().map(|given| index.prose(HERE, given)).unwrap_or_default(),
        ]
    });
    table(["Resource", "Identified by", "What the documents say"], rows)
}
