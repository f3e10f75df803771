//! A recording of ordinary REST: what is hidden of it.

use std::collections::BTreeSet;
use std::path::Path;

use generator_learn::recordings::Evidence;
use generator_learn::{learn, vocabulary};
use generator_spec::Spec;
use serde_json::json;

use crate::learn::archive::{CANARY, archive};
use crate::learn::learning::yaml;

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
