//! The book: its links lead somewhere, and no text
//! of a spec breaks its pages.
//!
//! ```text
//! responses the example responses
//! markdown  what a page holds for a reader of Markdown
//! links     links, anchors, tables
//! gates     who may call what, ambiguities
//! hostile   texts full of markup
//! search    the search index
//! ```

mod gates;
mod hostile;
mod links;
mod markdown;
mod responses;
mod search;

use std::path::Path;

use generator_spec::model::{Api, License, Packaging};
use tests::book::pages;

/// Every operation has its tabs.
#[test]
fn every_operation_has_its_examples() {
    let pages = pages::pages(Path::new(pages::SOURCE));
    for api in tests::read("../spec") {
        for (group, operation) in api.operations_in_groups() {
            let path = format!("{}/operations/{}/{}.md", api.name, group.rust, operation.method);
            let page = pages.iter().find(|page| page.path == path).expect("the operation has a page");
            assert!(page.text.contains(&format!("\n# {}\n", operation.name)), "{path}");
            let labels = |language| -> Vec<String> {
                pages::examples(page, language).into_iter().map(|it| it.label).collect()
            };
            assert_eq!(labels("rust"), ["Rust", "Server"], "{path}");
            assert_eq!(labels("sh"), ["CLI", "curl"], "{path}");
        }
    }
}

/// Other books are for callers, who write no specs.
#[test]
fn the_guide_to_the_language_is_in_the_book_of_its_own_repository() {
    let mut apis = tests::read("data/fixtures/another-api");
    let pages = |apis: &[Api]| {
        tests::emitted(apis).iter().filter(|it| it.path.starts_with("docs/src/spec-language/")).count()
    };
    assert_eq!(pages(&apis), tests::names_in(Path::new("..").join(tests::GUIDE)).len());
    apis[0].packaging = Packaging::Standalone { runtime: String::new(), license: License::Own };
    assert_eq!(pages(&apis), 0);
}

/// Nothing but bytes and texts has a `Row`: it is in the book and in OpenAPI, and not in Rust.
#[test]
fn what_is_in_bytes_and_texts_has_a_type() {
    let files = tests::emitted(&tests::read("data/fixtures/rest-results"));
    let file = |end: &str| files.iter().find(|file| file.path.ends_with(end)).expect("it is written");
    let types = &file("docs/src/lamps/types.md").text;
    let (_, row) = types.split_once("\n## Row\n").expect("it has a section");
    assert!(row.contains("it isn't a type in Rust"), "{row}");
    let user = "[LampExport](operations/lamps/lamp_export.md)";
    assert!(row.contains(&format!("Taken by {user}. Returned by {user}.")), "{row}");
    let page = &file("lamp_export.md").text;
    assert!(
        page.contains("The text as `text/csv` holds [`List<Row>`](../../types.md#Row) (status 200)."),
        "{page}"
    );
    let rows = r##"{"type": "array", "items": {"$ref": "#/components/schemas/Row"}}"##;
    let rows: serde_json::Value = serde_json::from_str(rows).expect("JSON");
    for path in ["openapi/lamps.json", "openapi/lamps.3.0.json"] {
        let openapi: serde_json::Value = serde_json::from_str(&file(path).text).expect("JSON");
        let operation = &openapi["paths"]["/lamps/export"]["post"];
        assert_eq!(operation["requestBody"]["content"]["text/csv"]["schema"], rows);
        let found = &operation["responses"]["200"]["content"];
        assert_eq!(found["text/csv"]["schema"], rows);
        assert_eq!(found["application/xml"], found["application/json"]);
    }
    assert!(!file("src/types.rs").text.contains("Row"));
}

/// A table marks what is not usual in its column.
#[test]
fn what_is_inferred_is_said_once() {
    let book = links::book("../spec");
    let page = |path: &str| &*book[path].text;
    assert_eq!(page("account-portal/operations/hosted_servers.md").matches("[inferred]").count(), 1);
    let documented = "**POST** `/api/v1/admin/list-users` (documented)";
    assert!(page("backup-server/operations/users.md").contains(documented));
}

/// The address shows the method; a sentence about it would repeat that.
#[test]
fn a_page_says_the_method_once() {
    let book = links::book("data/fixtures/http-methods");
    let page = &book["lamps/operations/lamps/lamp_find.md"].text;
    assert!(page.contains("**GET** `/lamps/"), "{page}");
    assert!(!page.contains("HTTP method"), "{page}");
}

/// The rest comes last, once, and parameters that have their own place are not in the query.
#[test]
fn a_page_says_which_failures_are_the_rest() {
    let rooms = crate::lesson::rooms();
    let book = links::book(&format!("{}/spec", rooms.text()));
    let [page, list] =
        ["get", "list"].map(|it| book[&format!("rooms/operations/rooms/room_{it}.md")].text.as_str());
    let [before, after] = page.split("any other failure").collect::<Vec<_>>()[..] else { panic!("{page}") };
    assert!(before.contains("status 404") && !after.contains("Fails with"), "{page}");
    assert!(list.contains("\nOther parameters are sent in the query"), "{list}");
}

/// Pages of two APIs have the same titles, and on a phone the sidebar is closed.
#[test]
fn a_page_links_to_the_pages_above_it() {
    for api in tests::read("../spec") {
        let below = |path: &&String| path.starts_with(&format!("{}/", api.name)) && path.ends_with(".md");
        for (path, file) in links::book("../spec").iter().filter(|(path, _)| below(path)) {
            let up = "../".repeat(path.matches('/').count() - 1);
            let is_first = *path == format!("{}/index.md", api.name);
            let above = format!("[{}]({up}index.md)", api.title);
            assert_eq!(file.text.contains(&format!("<div class=\"above\">\n\n{above}")), !is_first, "{path}");
        }
    }
    let guide = &links::book("../spec")["backup-server/guides/sign-in.md"].text;
    assert!(guide.contains("(../index.md) › [Guides](../guides/index.md)\n"), "{guide}");
}

/// It has no page of its own, so no badges say this.
#[test]
fn a_row_without_a_name_says_who_may_call_it() {
    let book = links::book("data/fixtures/unnamed-row");
    let page = &book["lamps/operations/lamps.md"].text;
    let (_, row) = page.split_once("Operation without a name").expect("a row");
    assert!(row.contains("- Credentials: none.\n") && row.contains(" (gate [`"), "{row}");
}

/// In a small folder all are related; in a large one, or one of several groups,
/// those whose paths share words.
#[test]
fn related_operations_are_those_of_the_same_resource() {
    let book = links::book("../spec");
    let related = |page: &str| {
        let text = &book[&format!("backup-server/operations/{page}.md")].text;
        let (_, section) = text.split_once("## Related operations\n\n")?;
        let lines = section.lines().map_while(|line| line.strip_prefix("- ["));
        Some(lines.filter_map(|line| line.split(']').next()).map(str::to_owned).collect::<Vec<_>>())
    };
    let of = |page: &str| related(page).unwrap_or_default();
    let restores = ["AdminDispatcherRunRestore", "AdminDispatcherRunBackupCustom"];
    assert_eq!(of("backups/admin_dispatcher_run_restore_custom"), restores);
    assert_eq!(of("devices/admin_dispatcher_update_software"), ["AdminDispatcherUninstallSoftware"]);
    assert_eq!(related("storage/admin_dispatcher_unlock"), None);
    // Of three groups and the closest first.
    let users = of("users/admin_add_user");
    assert_eq!(users[..2], ["AdminDeleteUser", "AdminListUsers"]);
    assert!(users.iter().any(|name| name == "AdminResetUserPassword"), "{users:?}");
    assert!(users.iter().all(|name| name.contains("User")), "{users:?}");
    let policies = of("policies/admin_policies_get");
    assert_eq!(policies.len(), 5);
    assert!(policies.iter().all(|name| name.starts_with("AdminPolicies")), "{policies:?}");
}

/// An operation that revokes a token must not take the token that it is called with.
#[test]
fn no_command_has_two_values_in_one_variable() {
    for page in pages::pages(Path::new(pages::SOURCE)) {
        for example in pages::examples(&page, "sh") {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let after = example.code.split('$').skip(1);
            let mut names: Vec<&str> =
                after.map(|rest| rest.split(|c| !is_name(c)).next().unwrap_or_default()).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}: {}", example.title, example.code);
        }
    }
}
