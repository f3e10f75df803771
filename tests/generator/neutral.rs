//! The generator and xtask know no API: no name of the two in `spec/` is in their sources.

use std::collections::BTreeSet;
use std::path::Path;

use generator_spec::facts::Key;
use generator_spec::model::{Api, Row};
use generator_spec::{naming, synonyms};

/// Names of two words or more that any API may have.
const USUAL: &[&str] = &["self_service", "server_version", "sign_in"];

/// Topics of groups that any API may have.
const USUAL_TOPICS: &str = "account administrator data download group in notification report self server service sign system \
    token user";

/// Kinds of files that people or the generator read.
const KINDS: [&str; 8] = ["css", "js", "md", "rs", "sh", "toml", "txt", "yaml"];

/// The words of a text as one, however it is written: `AddUser`, `add_user`, `add-user`.
fn joined(text: &str) -> String {
    naming::path_words(text).concat()
}

/// The names in an API that only it has: one word may be any word.
fn names(api: &Api) -> BTreeSet<String> {
    let parameters = api.rows().flat_map(|(_, row)| match row {
        Row::Named(it) => &it.parameters,
        Row::Unnamed(it) => &it.parameters,
    });
    let parameters = parameters.chain(api.blocks.iter().flat_map(|it| &it.parameters)).map(|it| &it.name);
    let aliases = api.operations().flat_map(|it| &it.aliases).filter_map(|it| it.name.as_ref());
    let types = api.types.iter().flat_map(|it| [&it.name, &it.rust]);
    let fields = api.types.iter().flat_map(|it| it.fields()).map(|it| &it.name);
    let methods = api.gates.iter().filter_map(|it| it.asks.as_ref()).map(|it| &it.method);
    let schemes = api.blocks.iter().flat_map(|it| &it.schemes).map(|it| &it.rust);
    let blocks = api.blocks.iter().flat_map(|it| [&it.name, &it.rust]);
    let groups = api.groups.iter().map(|it| &it.rust);
    let own = api.constants.iter().map(|it| &it.name).chain([&api.name, &api.rust.package]);
    let all = api.operations().map(|it| &it.name).chain(parameters).chain(aliases).chain(types).chain(fields);
    let all = all.chain(methods).chain(schemes).chain(blocks).chain(groups).chain(own);
    let is_own = |name: &&String| {
        let is_key = || Key::ALL.iter().any(|key| joined(key.name()) == joined(name));
        let is_usual = || USUAL.iter().any(|it| joined(it) == joined(name));
        naming::path_words(name).len() > 1 && !is_key() && !is_usual()
    };
    all.filter(is_own).map(|name| joined(name)).collect()
}

/// The names in a text, each with its line; a product's name may be two words.
fn found(names: &BTreeSet<String>, products: &[String], text: &str) -> Vec<String> {
    let shortest = names.iter().map(String::len).min().unwrap_or_default();
    let lines = text.lines().enumerate().flat_map(|(at, line)| {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        let known =
            words.filter(|word| word.len() >= shortest && names.contains(&joined(word))).map(str::to_owned);
        let lower = line.to_lowercase();
        let products = products.iter().filter(|it| lower.contains(&it.replace('-', " "))).cloned();
        known.chain(products).map(|word| format!("{}: {word}", at + 1)).collect::<Vec<_>>()
    });
    lines.collect()
}

#[test]
fn no_source_of_the_generator_has_a_name_of_an_api() {
    let apis = tests::read("../spec");
    let names: BTreeSet<String> = apis.iter().flat_map(names).collect();
    let products: Vec<String> = apis.iter().map(|api| api.name.clone()).collect();
    assert!(names.len() > 500 && names.contains("adminheaders") && names.contains("targetuser"));
    let mut all = Vec::new();
    for (folder, kind) in ["../generator", "../xtask"].iter().flat_map(|it| KINDS.map(|kind| (it, kind))) {
        let files = tests::files(Path::new(folder), kind).into_iter();
        let sources = files.filter(|(path, _)| {
            !path.components().any(|it| it.as_os_str() == "tests") && !path.ends_with("tests.rs")
        });
        all.extend(sources.flat_map(|(path, text)| {
            let found = found(&names, &products, &text).into_iter();
            found.map(|it| format!("{}:{it}", path.display())).collect::<Vec<_>>()
        }));
    }
    assert!(all.is_empty(), "use a garden or lamps as an example:\n{}", all.join("\n"));
}

#[test]
fn synonyms_of_any_api_have_no_topic_of_one() {
    let apis = tests::read("../spec");
    let groups = apis.iter().flat_map(|api| &api.groups).flat_map(|it| naming::path_words(&it.rust));
    let topics = groups.map(|word| word.strip_suffix("s").unwrap_or(&word).to_owned());
    let topics: BTreeSet<String> =
        topics.filter(|it| !USUAL_TOPICS.split(' ').any(|usual| usual == it)).collect();
    let said = synonyms::usual().iter().flatten().flat_map(|said| said.split(' '));
    let wrong: Vec<&str> = said.filter(|word| topics.contains(*word)).collect();
    assert_eq!(wrong, [""; 0], "they belong into `synonyms` of an api.yaml");
}
