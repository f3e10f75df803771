//! The site of the book. `tests/foreign` builds it with mdbook.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{TempDir, command, copy_folder, ran, workspace, xtask};

#[test]
fn without_mdbook_it_says_how_to_install_it_and_what_to_read() {
    let ran = ran(command(&["docs"]).env("PATH", ""));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("run `cargo install mdbook --locked --version "), "{}", ran.err);
    assert!(ran.err.contains("as Markdown: generated/docs/src/index.md"), "{}", ran.err);
    assert!(workspace().join("generated/docs/src/index.md").is_file());
}

/// mdbook removes everything in the folder that it writes to.
#[test]
fn a_folder_that_is_not_a_site_is_left_alone() {
    let folder = TempDir::new();
    fs::write(folder.path().join("thesis.txt"), "years of work").expect("a file can be written");
    let out = folder.path().to_str().expect("UTF-8");
    let ran = xtask(&["docs", "--out", out]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("is not a folder with a site"), "{}", ran.err);
    assert!(folder.path().join("thesis.txt").is_file());
}

/// The chapters that mdbook gets for a page of an operation with this text.
fn preprocessed(flags: &[&str], content: &str) -> Vec<Value> {
    preprocessed_by(&mut command(&["docs", "--preprocess"]), flags, content)
}

fn preprocessed_by(command: &mut Command, flags: &[&str], content: &str) -> Vec<Value> {
    let page = "backup-server/operations/users/admin_add_user.md";
    let chapter = |name, path, content, below| {
        json!({ "Chapter": {
        "name": name, "content": content, "number": null, "sub_items": below,
        "path": path, "source_path": path, "parent_names": [],
    } })
    };
    let below = chapter("AdminAddUser", page, content, json!([]));
    let top = chapter("Users", "backup-server/operations/users.md", "", json!([below]));
    let input = json!([{ "renderer": "html" }, { "items": ["Separator", top] }]).to_string();
    command.args(flags).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let book: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    book["items"].as_array().expect("chapters").clone()
}

fn content(flags: &[&str], content: &str) -> String {
    content_of(&preprocessed(flags, content))
}

fn content_of(items: &[Value]) -> String {
    items[1]["Chapter"]["sub_items"][0]["Chapter"]["content"].as_str().expect("a text").to_owned()
}

const IN_CRATE: &str = "[`a[0]`](../../../../../backup-server/src/operations/users.rs#AdminAddUser)";
const IN_SPEC: &str = "[spec](../../../../../../spec/backup-server/operations/c-users.yaml#AdminAddUser)";

#[test]
fn links_lead_to_the_line_of_the_spec_and_to_rustdoc() {
    let spec = fs::read_to_string(workspace().join("spec/backup-server/operations/c-users.yaml"));
    let spec = spec.expect("the file can be read");
    let line = 1 + spec.lines().position(|line| line == "  - operation: AdminAddUser").expect("it is there");
    let expected = format!("[spec](../../../spec/backup-server/operations/c-users.md#L{line})");
    assert_eq!(content(&[], IN_SPEC), expected);
    let in_crate =
        "[`a[0]`](../../../rust/backup_server_api/operations/users/struct.AdminAddUser.html) and more";
    assert_eq!(content(&["--rustdoc"], &format!("{IN_CRATE} and more")), in_crate);
}

#[test]
fn links_that_lead_nowhere_on_the_site_are_plain_text() {
    assert_eq!(
        content(&[], &format!("See {IN_CRATE}, {IN_SPEC}")).split("](").next(),
        Some("See `a[0]`, [spec")
    );
    assert_eq!(content(&[], "[README](../../../../../../README.md)!"), "README!");
    for same in ["[x](../users.md#y)", "[x](https://x.y/../z)", &format!("```\n{IN_CRATE}\n```\n")] {
        assert_eq!(content(&[], same), same);
    }
}

/// mdBook runs the preprocessor in another folder, and says nothing of the repository.
#[test]
fn links_go_by_the_settings() {
    let folder = TempDir::new();
    folder.write("codegen.toml", "spec = \"apis/spec\"\noutput = \"out/generated\"\n");
    copy_folder(&workspace().join("spec/backup-server"), &folder.path().join("apis/spec/backup-server"));
    let of = |text: &str| {
        let mut command = command(&["docs", "--preprocess"]);
        command.env_remove("CARGO_MANIFEST_DIR").env("API_CODEGEN_ROOT", folder.text());
        content_of(&preprocessed_by(&mut command, &["--rustdoc"], text))
    };
    let in_spec = of(&IN_SPEC.replace("../spec", "../../apis/spec"));
    assert!(in_spec.starts_with("[spec](../../../spec/backup-server/operations/c-users.md#L"), "{in_spec}");
    assert!(of(IN_CRATE).contains("](../../../rust/backup_server_api/operations/users/"), "{}", of(IN_CRATE));
    let page = "[x](../../../../src/about.md)";
    assert_eq!(of(page), page);
}

#[test]
fn the_spec_files_are_pages_with_a_line_per_anchor() {
    let items = preprocessed(&[], "");
    let files = items.last().expect("chapters")["Chapter"]["sub_items"].as_array().expect("files").clone();
    let find =
        |path: &str| files.iter().find(|it| it["Chapter"]["path"] == path).expect("the file has a page");
    let page = find("spec/account-portal/api.md")["Chapter"]["content"].as_str().expect("a text").to_owned();
    assert!(
        page.contains("<span id=\"L3\"><a href=\"#L3\">3</a> title: Account Portal API\n</span>"),
        "{page}"
    );
    assert!(page.contains("ApiResponse&lt;T&gt;"), "{page}");
    find("spec/backup-server/operations/c-users.md");
}
