//! `learn`: files in, a report and an overlay out.

use serde_json::{Value, json};

use super::{Ran, TempDir, xtask, xtask_in};

fn entry(path: &str, form: &str, answer: &Value) -> Value {
    json!({
        "request": {
            "method": "POST",
            "url": format!("https://backup.example.com{path}"),
            "postData": { "mimeType": "application/x-www-form-urlencoded", "text": form },
        },
        "response": { "status": 200, "content": { "mimeType": "application/json", "text": answer.to_string() } },
    })
}

const SERVER: &str = "/api/v1/admin/get-user-profile";
const PORTAL: &str = "/api/v1/user/list_company_users";

fn archive(paths: &[&str]) -> String {
    let form = "Username=CaNaRy&AuthType=Password&Password=CaNaRy&TargetUser=CaNaRy";
    let entries: Vec<Value> =
        paths.iter().map(|path| entry(path, form, &json!({ "State": "ready" }))).collect();
    json!({ "log": { "entries": entries } }).to_string()
}

/// Runs it in a folder with the recording `evidence.har`.
fn learn(folder: &TempDir, args: &[&str]) -> Ran {
    xtask_in(folder.path(), &[&["learn", "evidence.har"], args].concat())
}

fn recorded(paths: &[&str]) -> TempDir {
    let folder = TempDir::new();
    folder.write("evidence.har", archive(paths));
    folder
}

#[test]
fn a_recording_becomes_an_overlay_that_every_command_takes() {
    let folder = recorded(&[SERVER, SERVER]);
    let args = ["--name", "office", "--out", "office.yaml", "--source", "Traffic of May."];
    let ran = learn(&folder, &args);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("2 facts; read it, then pass it as `--overlay`"), "{}", ran.err);
    assert!(ran.out.contains("2 requests in 1 file; 2 without failure for backup-server"), "{}", ran.out);
    let overlay = folder.read("office.yaml");
    assert!(
        overlay.starts_with("overlay: office\napi: backup-server\nsource: Traffic of May.\n"),
        "{overlay}"
    );
    assert!(![&*overlay, &ran.out, &ran.err].concat().contains("CaNaRy"));
    let out = format!("{}/office.yaml", folder.text());
    assert_eq!(xtask(&["fmt", "--check", &out]).code, Some(0));

    // The same again is the same; anything else does not replace it.
    assert_eq!(learn(&folder, &args).code, Some(0));
    let ran = learn(&recorded(&[SERVER]), &["--out", &out]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("exists, and differs") && ran.err.contains("`--out`"), "{}", ran.err);
    assert_eq!(folder.read("office.yaml"), overlay);

    let list = xtask(&["list", "AdminGetUserProfile", "--path", "elsewhere", "--overlay", &out]);
    assert!(list.out.contains(SERVER), "{}", list.out);
    let again = learn(&folder, &["--overlay", "office.yaml", "--out", "never.yaml"]);
    assert_eq!((again.code, again.err.trim()), (Some(0), "nothing new: no overlay was written"));
}

#[test]
fn a_check_writes_nothing_and_fails_if_the_spec_is_contradicted() {
    let folder = recorded(&[SERVER]);
    let check = |args: &[&str]| learn(&folder, &[&["--check"], args].concat());
    assert_eq!(check(&[]).code, Some(0), "it is only new");
    assert_eq!(check(&["--deny", "added"]).code, Some(1));
    folder.write("evidence.har", archive(&["/api/v1/admin-get/user-profile"]));
    let ran = check(&["--format", "markdown"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let line = "- AdminGetUserProfile: path: `/api/v1/admin-get/user-profile` has";
    assert!(ran.out.starts_with(&format!("### Contradictions\n\n{line}")), "{}", ran.out);
    assert!(ran.out.contains("; to write: `path: ") && !folder.path().join("learned.yaml").exists());
    assert_eq!(learn(&folder, &[]).code, Some(0));
    let ran = check(&["--overlay", "learned.yaml", "--deny", "added"]);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert_eq!(learn(&folder, &["--deny", "added"]).code, Some(2));
}

#[test]
fn what_is_learned_on_top_has_a_name_of_its_own() {
    let folder = recorded(&[SERVER]);
    assert_eq!(learn(&folder, &[]).code, Some(0));
    let on_top = |paths: &[&str]| {
        folder.write("evidence.har", archive(paths));
        learn(&folder, &["--overlay", "learned.yaml"])
    };
    let contradicted = on_top(&["/api/v1/admin-get/user-profile"]);
    assert_eq!(contradicted.code, Some(0), "{}", contradicted.err);
    assert!(contradicted.out.contains("is set twice (not written)"), "{}", contradicted.out);
    assert_eq!(contradicted.err.trim(), "nothing new: no overlay was written");
    let new = on_top(&["/api/v1/admin/list-users"]);
    assert_eq!(new.code, Some(0), "{}", new.err);
    assert!(folder.read("learned2.yaml").starts_with("overlay: learned2\n"));
}

#[test]
fn a_name_that_may_be_a_value_is_masked_until_it_is_accepted() {
    let folder = recorded(&[SERVER, "/api/v1/admin/kestrel/list"]);
    folder.write("words.txt", "other\n\nkestrel\n");
    let ran = learn(&folder, &["--out", "out.yaml"]);
    assert!(ran.out.contains("`/api/v1/admin/{…}/list` has words that are not known"), "{}", ran.out);
    for part in ["1 name may be a value, so it is masked", "stays in the additional fields", "--accept"] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    assert!(!(ran.out + &ran.err + &folder.read("out.yaml")).contains("kestrel"));
    let ran = learn(&folder, &["--out", "out.yaml", "--show-masked"]);
    assert!(ran.err.contains("\n  kestrel (1 time)\n") && !ran.out.contains("kestrel"), "{}", ran.err);
    for accept in ["kestrel", "@words.txt"] {
        let ran = learn(&folder, &["--out", "other.yaml", "--accept", accept]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(folder.read("other.yaml").contains("path: /api/v1/admin/kestrel/list"));
    }
    let ran = learn(&folder, &["--out", "out.yaml", "--accept", "@no-such-file"]);
    assert!(ran.code == Some(1) && ran.err.contains("no-such-file: "), "{}", ran.err);
}

#[test]
fn values_are_listed_only_if_they_are_asked_for() {
    let args = ["--out", "out.yaml", "--values", "State", "--format", "json"];
    let ran = learn(&recorded(&[SERVER]), &args);
    let report: Value = serde_json::from_str(&ran.out).expect("it is JSON");
    assert_eq!(report["Values"], json!(["State: `ready`"]), "{}", ran.err);
}

#[test]
fn a_file_that_is_cut_off_is_used_only_if_that_is_asked_for() {
    let folder = TempDir::new();
    let text = archive(&[SERVER, SERVER, SERVER]);
    folder.write("evidence.har", &text[..text.len() - 30]);
    let ran = learn(&folder, &["--out", "out.yaml"]);
    assert_eq!(ran.code, Some(1));
    let place = format!("it ends at byte {}, within a value; 2 requests read before", text.len() - 30);
    assert!(ran.err.contains(&place) && ran.err.contains("`--partial`"), "{}", ran.err);
    let ran = learn(&folder, &["--out", "out.yaml", "--partial"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.starts_with("warning: ") && ran.out.contains("2 requests in 1 file"), "{}", ran.err);
}

#[test]
fn the_api_is_that_of_the_requests() {
    let ran = learn(&recorded(&[SERVER, PORTAL]), &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("several APIs") && ran.err.contains("`--api`"), "{}", ran.err);
    let none = recorded(&["/index.html"]);
    let ran = learn(&none, &[]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("no request is for"), "{}", ran.err);
    let ran = learn(&none, &["--api", "nobody"]);
    assert!(ran.code != Some(0) && ran.err.contains("unknown API `nobody`"), "{}", ran.err);
    for (args, reason) in [
        (&["learn"][..], "missing evidence"),
        (&["learn", "no-such-file.har"], "no-such-file.har: "),
        (&["learn", "Cargo.toml"], "is it an HTTP Archive, as browsers and proxies save it, or a cassette?"),
    ] {
        let ran = xtask(args);
        assert!(ran.code != Some(0) && ran.err.contains(reason), "{args:?}: {}", ran.err);
    }
}
