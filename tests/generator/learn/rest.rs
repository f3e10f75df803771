//! Recordings of ordinary REST: operations that share a path, bodies that are empty.

use std::collections::BTreeSet;
use std::path::Path;

use generator_learn::recordings::Evidence;
use generator_learn::report::Section;
use generator_learn::{Learned, learn, vocabulary};
use generator_spec::Spec;
use serde_json::{Value, json};

use crate::learn::archive::{CANARY, archive};
use crate::learn::learning::yaml;
use crate::learn::settled::settled;

/// A call to Syncthing, as its client records it.
fn call(method: &str, path: &str, form: &[(&str, &str)], body: Value) -> String {
    let request = json!({
        "operation": "any", "method": method, "path": path,
        "headers": [["x-api-key", "key-1"]], "form": form,
    });
    json!({ "request": request, "response": { "message": { "status": 200, "headers": [], "body": body } } })
        .to_string()
}

fn learned(calls: &[String]) -> Learned {
    let head = r#"{"cassette":{"version":2,"api":"syncthing","keeps":"values"}}"#;
    let cassette = [&[head.to_owned()], calls].concat().join("\n");
    settled(Path::new("services/syncthing/spec"), cassette.as_bytes())
}

#[test]
fn methods_tell_the_operations_of_a_path_apart() {
    let folder = "/rest/config/folders/{id}";
    let found = learned(&[
        call("GET", folder, &[("id", "one")], json!({ "json": { "id": "one", "paused": false } })),
        call("PATCH", folder, &[("id", "one"), ("body", "{}")], json!({ "text": "" })),
        call("DELETE", folder, &[("id", "one")], json!({ "text": "" })),
        call("GET", "/rest/system/discovery", &[], json!({ "json": {} })),
    ]);
    let text = yaml(&found);
    for name in ["ConfigFolderPatch", "ConfigFolderDelete"] {
        assert!(text.contains(&format!("  {name}:\n    returns: nothing # 1 of 1 request\n")), "{text}");
    }
    // Neither those that were not called, nor what is in the documents: a name of a header, too.
    for other in ["ConfigFolderPut", "ConfigFolderGet", "SystemDiscovery", "auth"] {
        assert!(!text.contains(other), "{text}");
    }
}

#[test]
fn a_list_may_be_repeated() {
    let twice = [("events", "ConfigSaved"), ("events", "StateChanged")];
    let found = learned(&[call("GET", "/rest/events", &twice, json!({ "json": [] }))]);
    assert_eq!(found.report.lines(Section::Contradictions), Vec::<String>::new());
}

#[test]
fn a_path_of_an_archive_is_a_template_and_its_values_are_forgotten() {
    let spec = Spec::open(Path::new("services/syncthing/spec")).expect("no error");
    let mut evidence = Evidence::new(vocabulary(&spec), BTreeSet::new());
    let entry = |method: &str, text: &str| {
        json!({
            "request": {
                "method": method, "url": format!("https://example.com/proxy/rest/config/folders/{CANARY}"),
                "headers": [{ "name": "X-API-Key", "value": CANARY }],
                "postData": { "mimeType": "application/json", "text": text },
            },
            "response": { "status": 200, "headers": [], "content": { "text": "" } },
        })
    };
    let entries = [entry("DELETE", ""), entry("PATCH", &json!({ "label": CANARY }).to_string())];
    evidence.add(&mut archive(&entries).as_bytes()).expect("it is an archive");
    let found = learn(&spec.apis[0], &spec.sources[0], &evidence);
    assert_eq!(found.requests, 2, "{}", found.report.text());
    let text = yaml(&found);
    for name in ["ConfigFolderPatch", "ConfigFolderDelete"] {
        assert!(text.contains(&format!("  {name}:\n    returns: nothing # 1 of 1 request\n")), "{text}");
    }
    assert_eq!(text.matches("returns").count(), 2, "{text}");
    assert!(!text.contains("parameters") && !format!("{text}{}", found.report.text()).contains(CANARY));
    assert!(evidence.names.hidden().all(|(name, _)| !name.contains(CANARY)), "not even as a name");
}
