//! The search index is a script that holds data only, and has every page.

use generator_codegen::emit::File;
use generator_spec::text::inert;
use serde_json::Value;

use crate::docs::hostile::evil;
use crate::docs::links::book;

const FILE: &str = "search-index.js";

/// The arguments of the one call that an index is.
fn arguments(text: &str) -> Value {
    let call: Vec<&str> = text.lines().skip_while(|line| line.starts_with("// ")).collect();
    let call = call.join("\n");
    let arguments = call.strip_prefix("addToSearch(").and_then(|rest| rest.strip_suffix(");"));
    serde_json::from_str(&format!("[{}]", arguments.expect("one call"))).expect("the arguments are JSON")
}

/// The pages of an index, without anchors.
fn found(index: &Value) -> Vec<String> {
    let folder = index[0]["folder"].as_str().expect("a folder");
    let sections = index[1].as_array().expect("sections").iter();
    let entries = sections.flat_map(|section| section.as_array().expect("a section").iter().skip(2));
    let pages = entries.map(|entry| entry[1].as_str().expect("a page"));
    pages.map(|page| format!("{folder}{}", page.split('#').next().unwrap_or_default())).collect()
}

#[test]
fn an_index_holds_data_only() {
    for spec in tests::specs() {
        for (path, File { text, .. }) in book(&spec).iter().filter(|(path, _)| path.ends_with(FILE)) {
            assert!(arguments(text)[1].is_array(), "{spec}: {path}");
            let is_harmless = |line: &str| !line.contains('<') && inert(line) == line;
            assert!(text.lines().all(is_harmless), "{spec}: {path}");
        }
    }
    let hostile = &book("data/fixtures/hostile-text")["lamps/search-index.js"].text;
    assert!(arguments(hostile).to_string().contains(&Value::from(evil()).to_string()), "{hostile}");
}

/// Names alone don't find a guide by what it is about, or a list by its values.
#[test]
fn an_index_has_what_pages_and_types_are_about() {
    let index = |path: &str| arguments(&book("../spec")[path].text).to_string();
    let portal = index("account-portal/search-index.js");
    let about = "Find a software version, follow a redirect to its file, and export reports.";
    for words in [about, "Every operation takes auth_type and token.", r#""csv""#] {
        assert!(portal.contains(words), "{words}");
    }
    for words in ["from TypeScript, Python, Go, Java", r#""effect_convention""#] {
        assert!(index(FILE).contains(words), "{words}");
    }
}

#[test]
fn every_page_can_be_found() {
    for spec in tests::specs() {
        let book = book(&spec);
        let indexes = book.iter().filter(|(path, _)| path.ends_with(FILE));
        let found: Vec<String> = indexes.flat_map(|(_, file)| found(&arguments(&file.text))).collect();
        let pages = book.keys().filter_map(|path| path.strip_suffix(".md")).filter(|path| *path != "SUMMARY");
        let lost: Vec<String> =
            pages.map(|path| format!("{path}.html")).filter(|page| !found.contains(page)).collect();
        assert_eq!(lost, Vec::<String>::new(), "{spec}");
    }
}
