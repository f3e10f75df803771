//! Facts that are learned, and those that are only reported.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use generator_learn::recordings::{Evidence, Vocabulary};
use generator_learn::report::Section;
use generator_learn::{Learned, fit, learn, vocabulary};
use generator_spec::Spec;
use generator_spec::diagnostics::SpecFile;
use serde_json::{Value, json};
use tests::TempDir;

use crate::learn::archive::{CANARY, archive, post};

/// Words that a user accepts.
const ACCEPTED: &str = "friendly registration vault providers icon filesize mirrors Own0x Own1x Own2x Own3x guests \
                        most 2fa Guest fine one two three four five six seven eight nine ten what who";

/// Learns about the backup server, on top of overlays.
pub fn learned_with(entries: &[Value], overlays: &[PathBuf]) -> Learned {
    learned_about("backup-server", entries, overlays)
}

pub fn learned_about(api: &str, entries: &[Value], overlays: &[PathBuf]) -> Learned {
    let accepted: Vec<&str> = ACCEPTED.split(' ').collect();
    if overlays.is_empty() {
        return learned_from(api, &SPEC.0, &evidence(entries, &accepted));
    }
    let spec = Spec::open_with(Path::new("../spec"), overlays).map_err(render).expect("no error");
    let mut learned = learned_from(api, &spec, &evidence_of(vocabulary(&spec), entries, &accepted));
    learned.draft.name = "again".to_owned();
    let fitted = fit(&mut learned.draft, Path::new("../spec"), overlays);
    let (_, taken) = fitted.map_err(render).expect("no error");
    taken.into_iter().for_each(|line| learned.report.add(Section::Ambiguous, line));
    learned.report.settle(&learned.draft);
    learned
}

/// The spec and its words.
pub static SPEC: LazyLock<(Spec, Vocabulary)> = LazyLock::new(|| {
    let spec = Spec::open(Path::new("../spec")).map_err(render).expect("no error");
    let known = vocabulary(&spec);
    (spec, known)
});

/// Evidence for the spec, with accepted words.
pub fn evidence(entries: &[Value], accepted: &[&str]) -> Evidence {
    evidence_of(SPEC.1.clone(), entries, accepted)
}

fn evidence_of(mut known: Vocabulary, entries: &[Value], accepted: &[&str]) -> Evidence {
    accepted.iter().for_each(|word| known.add_name(word));
    let mut evidence = Evidence::new(known, BTreeSet::new());
    evidence.add(&mut archive(entries).as_bytes()).expect("it is an archive");
    evidence
}

/// Learns from evidence about the backup server.
pub fn learned_of(evidence: &Evidence) -> Learned {
    learned_from("backup-server", &SPEC.0, evidence)
}

fn learned_from(api: &str, spec: &Spec, evidence: &Evidence) -> Learned {
    let at = spec.apis.iter().position(|it| it.name == api).expect("the API");
    let mut learned = learn(&spec.apis[at], &spec.sources[at], evidence);
    learned.draft.name = "learned".to_owned();
    learned.draft.source = "A test.".to_owned();
    learned.report.settle(&learned.draft);
    learned
}

fn render(errors: generator_spec::diagnostics::Errors) -> String {
    generator_spec::diagnostics::render(errors, tests::plain())
}

pub fn learned(entries: &[Value]) -> Learned {
    learned_with(entries, &[])
}

pub fn yaml(learned: &Learned) -> String {
    learned.draft.yaml()
}

pub fn message() -> Value {
    json!({ "Status": 200, "Message": CANARY })
}

/// Everything that a maintainer may see is made of names, paths and counts.
fn example() -> Vec<Value> {
    let profile = json!({
        "Emails": [CANARY],
        "Devices": {
            "9b2f7a10-55aa-4f00-9c0d-0123456789ab": { "Name": CANARY, "Size": 1.5 },
            "9b2f7a10-55aa-4f00-9c0d-0123456789ac": { "Name": null, "Size": 2 },
        },
        "2fa": true,
        (format!("{CANARY}@example.org")): { "Name": CANARY },
    });
    let user = [("TargetUser", CANARY)];
    let mut entries = Vec::new();
    for _ in 0..2 {
        entries.extend([
            post(
                "/api/v1/admin/add-user",
                &[("TargetUser", CANARY), ("Secret", CANARY), ("Force", "true")],
                &message(),
            ),
            post("/api/v1/admin/get/user-profile", &user, &profile),
            post("/api/v1/admin/granite/list-all", &[], &message()),
            post("/api/v1/admin/granite/delete", &[("SharedStorageQuotaID", CANARY)], &message()),
            post("/api/v1/admin/granite-get/with-hash", &[("SharedStorageQuotaID", CANARY)], &message()),
            post("/api/v1/admin/granite/set-with-hash", &[("SharedStorageQuotaID", CANARY)], &message()),
            post("/api/v1/admin/guests/list", &[("Most", "5")], &json!([{ "name": CANARY, "since": 5 }])),
            post("/api/v1/admin/policies/list", &[], &json!({ "Status": 403, "Message": CANARY })),
            post("/download/aGVsbG8gd29ybGQ4NTQx8s/CaNaRy%20", &[], &json!({})),
        ]);
    }
    entries
}

#[test]
fn an_example() {
    let learned = learned(&example());
    let text = format!("{}\n==> learned.yaml <==\n{}", learned.report.text(), yaml(&learned));
    assert!(!text.contains(CANARY), "{text}");
    tests::snapshot("learn", "example", &text);
}

/// The learned facts are part of the spec then: there is nothing new.
#[test]
fn learning_twice_adds_nothing() {
    let folder = TempDir::new();
    let first = learned(&example());
    let overlay = folder.write("learned.yaml", yaml(&first));
    let second = learned_with(&example(), std::slice::from_ref(&overlay));
    assert!(second.draft.is_empty(), "{}", yaml(&second));
    // On top of it, only what is new is written, and a contradiction is reported.
    let mut entries = vec![post("/api/v1/admin/list-users", &[], &json!(["a"]))];
    entries.extend(
        (0..2).map(|_| post("/api/v1/admin-get/user-profile", &[("TargetUser", CANARY)], &json!({ "x": 1 }))),
    );
    let third = learned_with(&entries, &[overlay]);
    assert_eq!(third.report.contradictions().len(), 1, "{}", third.report.text());
    let lines = third.report.lines(Section::Ambiguous);
    let contradicted = "path of AdminGetUserProfile: `path` of the operation `AdminGetUserProfile` is set twice (not written)";
    assert!(lines.iter().any(|line| line == contradicted), "{lines:?}");
    assert!(third.draft.is_empty(), "{}", yaml(&third));
}

#[test]
fn what_fits_several_operations_is_not_written() {
    // Both are the words of one operation.
    let both = ["/api/v1/admin/add/user", "/api/v1/admin-add-user"].map(|path| post(path, &[], &message()));
    let learned = learned(&both);
    let lines = learned.report.lines(Section::Ambiguous);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines.iter().all(|line| line.ends_with("may be AdminAddUser")), "{lines:?}");
    assert!(learned.draft.is_empty(), "{}", yaml(&learned));
}

/// Two parameters are missing, and two are new: which is which?
#[test]
fn names_that_may_be_either_are_not_written() {
    let parameters = [("Who", CANARY), ("What", CANARY)];
    let learned = learned(&vec![post("/api/v1/admin/add-user", &parameters, &message()); 3]);
    let lines = learned.report.lines(Section::Ambiguous);
    assert_eq!(lines, ["AdminAddUser: `TargetUser` or `TargetPassword` may be called `What` or `Who`"]);
    assert!(learned.draft.at(&["operations", "AdminAddUser", "parameters"]).is_none());
}

#[test]
fn a_path_that_has_only_failures_is_not_confirmed() {
    let mut entry = post("/api/v1/admin/add-user", &[], &json!({ "Status": 404, "Message": "no" }));
    assert!(learned(std::slice::from_ref(&entry)).draft.is_empty());
    entry["response"]["status"] = json!(404);
    assert!(learned(&[entry]).draft.is_empty());
}

#[test]
fn paths_behind_a_proxy_are_without_its_prefix() {
    let entries = [
        post("/backup/api/v1/admin/list-users", &[], &json!([CANARY])),
        post("/backup/api/v1/admin/add-user", &[], &message()),
    ];
    let learned = learned(&entries);
    assert!(learned.report.lines(Section::Paths)[0].contains("`/backup`"));
    let path = learned.draft.value(&["operations", "AdminAddUser", "path"]).expect("a path");
    assert_eq!(path, "/api/v1/admin/add-user");
}

/// No name from the evidence controls a terminal, a file or the overlay.
#[test]
fn names_that_nobody_has_are_left_out() {
    let names = [
        "\u{1b}[31mred",
        "../../etc/passwd",
        "<script>",
        "a: b",
        "x\n- drop",
        "\u{202e}abc",
        "# c",
        "%",
        "e\u{301}",
    ];
    let parameters: Vec<(&str, &str)> = names.iter().map(|name| (*name, "1")).collect();
    let fields: serde_json::Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), json!(1))).collect();
    let mut fields = json!(fields);
    fields["fine"] = json!(1);
    for other in ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] {
        fields[other] = json!(1);
    }
    let mut entries = vec![post("/api/v1/admin/add-user", &parameters, &fields); 2];
    entries.extend(
        ["/api/v1/admin/../x", "/api/v1/admin/<script>", "/api/v1/%1b"].map(|path| post(path, &[], &fields)),
    );
    let learned = learned(&entries);
    let text = format!("{}{}", learned.report.text(), yaml(&learned));
    let shown = ["fine", "one"].iter().all(|name| text.contains(name));
    assert!(
        shown && !text.contains("script") && !text.contains("passwd") && !text.contains("drop:"),
        "{text}"
    );
    assert!(text.chars().all(|c| c == '\n' || c == '…' || (' '..='~').contains(&c)), "{text}");
}

#[test]
fn a_row_without_a_name_gets_that_of_its_path() {
    let query = [("Query", "{\"a\":1}")];
    let learned = learned(&[post("/api/v1/admin/search-users", &query, &json!(["x"]))]);
    let lines =
        learned.report.lines(Section::Ambiguous).concat() + &learned.report.lines(Section::Proposed).concat();
    assert!(lines.contains("the entry that") || lines.contains("search-users"), "{}", learned.report.text());
}

/// Types of the documents can have more fields than they show.
#[test]
fn more_fields_of_a_known_type() {
    let folder = TempDir::new();
    let list =
        json!([{ "id": CANARY, "email": CANARY, "Zone 1": 1, "zones": [{ "id": 1 }], "email_": true }]);
    let entry =
        post("/api/v1/user/list_company_users", &[], &json!({ "status": "ok", "code": 200, "data": list }));
    let learn =
        |overlays: &[PathBuf]| learned_about("account-portal", std::slice::from_ref(&entry), overlays);
    let text = yaml(&learn(&[]));
    for field in ["email_: {add: {type: bool, rust: email_2}}", "zones: {add: List<UserZonesItem>}"] {
        assert!(text.contains(&format!("      {field} # 1 sample\n")), "{text}");
    }
    let overlay = folder.write("learned.yaml", text);
    let again = learn(&[overlay]);
    assert!(again.draft.is_empty(), "{}", yaml(&again));
}

/// A secret is a text, whatever is in it: an overlay that says otherwise would not load.
#[test]
fn what_the_spec_rejects_is_reported_and_not_written() {
    let secret = json!({ "state": 1 }).to_string();
    let entry =
        post("/api/v1/admin/add-user", &[("TargetUser", "x"), ("TargetPassword", &secret)], &message());
    let mut learned = learned(&[entry.clone(), entry]);
    assert!(
        Spec::open_with_text(Path::new("../spec"), &[], SpecFile::new("overlay", yaml(&learned))).is_err()
    );
    let (spec, taken) = fit(&mut learned.draft, Path::new("../spec"), &[]).map_err(render).expect("no error");
    assert_eq!(taken, ["`TargetPassword` of AdminAddUser: a secret must be a `string` (not written)"]);
    assert!(
        spec.apis.iter().any(|api| !api.overlays.is_empty())
            && learned.draft.inside(&["add", "types"]).next().is_none()
    );
    let text = yaml(&learned);
    assert!(text.contains("returns: message") && !text.contains("TargetPassword"), "{text}");
}
