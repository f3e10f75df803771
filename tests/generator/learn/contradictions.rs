//! Differences between a server and its spec.

use generator_learn::Learned;
use generator_learn::report::Section;
use serde_json::{Value, json};
use tests::TempDir;

use crate::learn::archive::{CANARY, archive};
use crate::learn::learning::yaml;
use crate::learn::settled::settled;

const API: &str = "
title: Tool Service
base_url: '{base_url}'
documents: {1: Tools}
encoding: {kind: json}
default_auth: key
auth:
  key:
    title: Key
    in: header
    parameters: {key: {type: string, secret: true, sent_as: X-Tool-Key}}
    schemes: {key: {takes: [key]}}
";

const TYPES: &str = "
Tool: {fields: {name: string, owners: List<Owner>, parts: List<Part>, weight: int, sharp: bool}, required: [name, weight]}
Owner: {fields: {id: string}}
Part: {fields: {code: string, price: int}}
State: {doc: A state., of: string, closed: true, values: [new, worn]}
Shed: {fields: {state: State, tools: List<Tool>}}
Log: {fields: {since: int}}
";

const OPERATIONS: &str = "
document: 1
part: Tools
title: Tools
group: tools
operations:
  - operation: ToolGet
    summary: Returns a tool.
    path: GET /tools/{tool}
    parameters: {tool: string}
    returns: {json: Tool}
  - operation: ToolDelete
    summary: Removes a tool.
    path: DELETE /tools/{tool}
    parameters: {tool: string}
    returns: {json: Tool}
  - operation: ToolsList
    summary: Lists tools.
    path: GET /tools
    parameters: {limit: int?, tag: string?}
    returns: {json: List<Tool>}
  - operation: ToolPut
    summary: Replaces a tool.
    path: PUT /tools/{tool}
    parameters: {tool: string, count: int}
    returns: {200: not_shown, 201: not_shown}
  - operation: ShedGet
    summary: Returns a shed.
    path: GET /shed
    parameters: {state: State?}
    returns: {json: Shed}
  - operation: ShedCheck
    summary: Checks a shed.
    path: GET /shed/check
    returns: {200: not_shown, 404: {json: Owner}}
  - operation: Statistics
    summary: Counts tools.
    path: GET /count/tools
    returns: {json: Owner}
  - operation: LogGet
    summary: Returns the log.
    path: GET /log
    parameters:
      depth: {type: int, in: header, sent_as: X-Depth}
      trace: {type: string, in: header, sent_as: X-Trace}
    returns: {json: Log}
  - operation: LogFile
    summary: Returns the log as a file.
    path: GET /log/file
    returns: {bytes: any, content_type: application/zip}
  - operation: SawAdd
    summary: Adds a saw.
    path: POST /parts
    parameters: {kind: {type: string, value: saw}, teeth: int}
    returns: {json: Part}
  - operation: NailAdd
    summary: Adds a nail.
    path: POST /parts
    parameters: {kind: {type: string, value: nail}, count: int}
    returns: {json: Part}
";

/// A spec in a folder.
pub struct Tools(TempDir);

impl Tools {
    pub fn new() -> Self {
        let folder = TempDir::new();
        folder.write("spec/tools/api.yaml", API);
        folder.write("spec/tools/types.yaml", TYPES);
        folder.write("spec/tools/operations/1.yaml", OPERATIONS);
        Self(folder)
    }

    /// The credential is in queries.
    fn in_query() -> Self {
        let tools = Self::new();
        let api = API.replace("in: header", "in: query").replace("X-Tool-Key", "tool_key");
        tools.0.write("spec/tools/api.yaml", api);
        tools
    }

    fn learned(&self, entries: &[Value]) -> Learned {
        settled(&self.0.path().join("spec"), archive(entries).as_bytes())
    }
}

fn entry(call: &str, sent: &Value, status: u16, got: &Value) -> Value {
    let (method, path) = call.split_once(' ').expect("a method and a path");
    let body = |value: &Value| if value.is_null() { String::new() } else { value.to_string() };
    json!({
        "request": {
            "method": method, "url": format!("https://example.com{path}"),
            "headers": [{ "name": "X-Tool-Key", "value": CANARY }],
            "postData": { "mimeType": "application/json", "text": body(sent) },
        },
        "response": {
            "status": status, "headers": [],
            "content": { "mimeType": "application/json", "text": body(got) },
        },
    })
}

fn get(path: &str, got: &Value) -> Value {
    entry(&format!("GET {path}"), &Value::Null, 200, got)
}

/// The place of each contradiction, and what was seen there.
fn places(found: &Learned) -> Vec<String> {
    let all = found.report.contradictions().iter();
    let mut all: Vec<String> = all.map(|it| format!("{} {}: {}", it.operation, it.place, it.seen)).collect();
    all.sort();
    all
}

#[test]
fn values_of_other_types_are_found_at_their_places() {
    let tool = json!({
        "name": CANARY, "owners": [CANARY, CANARY], "parts": { "x": { "code": CANARY } }, "weight": CANARY, "sharp": 1,
    });
    let found = Tools::new().learned(&[get("/tools/a", &tool), get("/tools/b", &tool)]);
    let expected = [
        "ToolGet response /owners/*: string in 4 of 4",
        "ToolGet response /parts: object in 2 of 2",
        "ToolGet response /sharp: int in 2 of 2",
        "ToolGet response /weight: string in 2 of 2",
    ];
    assert_eq!(places(&found), expected);
    let first = &found.report.contradictions()[0];
    assert!(first.line.ends_with("types.yaml:2") && first.spec == "Owner" && first.is_written, "{first}");
    let text = found.report.text();
    assert!(text.starts_with("Contradictions\n"), "{text}");
    assert_eq!(found.report.json()["Contradictions"][0]["place"], "response /owners/*");
    assert!(yaml(&found).contains("owners: List<any> #"), "{}", yaml(&found));
}

#[test]
fn null_and_absent_values_and_numbers_are_told_apart() {
    let tools = json!([
        { "name": CANARY, "weight": 1.5, "parts": [{ "price": null, "code": CANARY }] },
        { "weight": 1, "parts": [{ "price": 5 }] },
    ]);
    let found = Tools::new().learned(&[get("/tools", &tools)]);
    let expected = [
        "ToolsList response /*/name: absent in 1 of 2",
        "ToolsList response /*/parts/*/price: null in 1 of 2, int in 1 of 2",
        "ToolsList response /*/weight: int in 1 of 2, number in 1 of 2",
    ];
    assert_eq!(places(&found), expected);
    let text = yaml(&found);
    let all = ["price: int or null #", "weight: number #", "required: [weight]"];
    assert!(all.iter().all(|line| text.contains(line)), "{text}");
}

#[test]
fn values_that_a_closed_list_lacks_open_it() {
    let shed = |state: &str| json!({ "state": state });
    let found = Tools::new().learned(&[
        get("/shed?state=new", &shed("worn")),
        get(&format!("/shed?state={CANARY}"), &shed(CANARY)),
    ]);
    let expected = [
        "ShedGet parameter `state`: another value in 1 of 2",
        "ShedGet response /state: another value in 1 of 2",
    ];
    assert_eq!(places(&found), expected);
    assert!(yaml(&found).contains("  State:\n    closed: false\n"), "{}", yaml(&found));
}

#[test]
fn a_status_without_a_body_is_added() {
    let none = entry("DELETE /tools/a", &Value::Null, 204, &Value::Null);
    let found = Tools::new().learned(&[none.clone(), none]);
    assert_eq!(places(&found), ["ToolDelete response 204: no body in 2 of 2 requests"]);
    assert!(yaml(&found).contains("returns: {200: {json: Tool}, 204: nothing} #"), "{}", yaml(&found));
}

#[test]
fn results_that_are_not_shown_are_learned_by_status() {
    let sent = json!({ "count": 5 });
    let put = |status| entry("PUT /tools/a", &sent, status, &json!({ "owner": CANARY, "since": 5 }));
    let found = Tools::new().learned(&[put(200), put(201), put(201)]);
    assert_eq!(places(&found), Vec::<String>::new());
    let line = "returns: {200: {json: ToolPutBody}, 201: {json: ToolPutBody}} #";
    assert!(yaml(&found).contains(line), "{}", yaml(&found));
}

#[test]
fn failures_are_added_beside_a_result_that_is_learned() {
    let check = |status, got| entry("GET /shed/check", &Value::Null, status, &got);
    let found =
        Tools::new().learned(&[check(200, json!({ "price": 5 })), check(409, json!({ "id": CANARY }))]);
    let line = "returns: {200: {json: ShedCheckBody}, 404: {json: Owner}, 409: {json: Owner}} #";
    assert!(yaml(&found).contains(line), "{}", yaml(&found));
}

#[test]
fn methods_of_a_path_are_operations() {
    let found = Tools::new().learned(&[
        get("/user/list", &json!({ "name": CANARY })),
        entry("POST /user/list", &json!({ "size": 1, "password": CANARY }), 200, &json!({ "since": 5 })),
        entry("PATCH /tools/a", &json!({ "size": 1 }), 200, &json!({ "since": 5 })),
    ]);
    let lines = found.report.lines(Section::Proposed);
    assert_eq!(lines.len(), 3, "{lines:?}");
    let text = yaml(&found);
    for line in ["UserListGet", "UserListPost", "ToolsToolPatch", "password: {type: string, secret: true}"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("not_shown"), "the credential is known: {text}");
}

#[test]
fn a_parameter_that_is_repeated_is_a_list() {
    let found = Tools::new().learned(&[
        get("/tools?tag=a&tag=b&limit=5", &json!([])),
        get("/status/list?label=a&label=b", &json!({ "since": 5 })),
    ]);
    assert_eq!(places(&found), ["ToolsList parameter `tag`: is `List<string>` (1 of 1 request)"]);
    assert!(yaml(&found).contains("label: List<string> #"), "{}", yaml(&found));
}

#[test]
fn identifiers_in_paths_are_variables() {
    let page = json!({ "since": 5 });
    let found = Tools::new().learned(&[get("/users/1", &page), get("/users/2?limit=5", &page)]);
    let text = yaml(&found);
    assert!(text.contains("path: /users/{id}\n") && text.contains("id: int\n"), "{text}");
    assert_eq!(text.matches("operation:").count(), 1, "{text}");
}

#[test]
fn a_credential_is_no_parameter() {
    let head = r#"{"cassette":{"version":2,"api":"tools","keeps":"values"}}"#;
    let call = json!({
        "request": {
            "operation": "ToolPut", "method": "PUT", "path": "/tools/{tool}",
            "form": [["tool", "a"], ["count", "5"], ["tool_key", CANARY]],
        },
        "response": { "message": { "status": 200, "headers": [], "body": { "json": { "since": 5 } } } },
    });
    let found = settled(&Tools::in_query().0.path().join("spec"), format!("{head}\n{call}").as_bytes());
    assert!(!yaml(&found).contains("parameters"), "{}", yaml(&found));
    let url = format!("/tools?limit=5&tool_key={CANARY}");
    let found = Tools::in_query().learned(&[get(&url, &json!([])), get(&url, &json!([]))]);
    assert!(found.draft.is_empty(), "{}", yaml(&found));
    // Where the spec knows no such credential, it is marked.
    let found = Tools::new().learned(&[
        entry(&format!("PUT /tools/a?token={CANARY}"), &json!({ "count": 5 }), 404, &json!({})),
        get(&format!("/tools?token={CANARY}"), &json!([])),
    ]);
    assert!(yaml(&found).contains("token: {add: {type: string, secret: true}}"), "{}", yaml(&found));
}

/// A header that is sent for some requests only, and one whose value can't be of its type.
#[test]
fn parameters_in_headers_are_compared() {
    let with = |headers: &[(&str, &str)]| {
        let mut entry = get("/log", &json!({ "since": 5 }));
        let all = headers.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        entry["request"]["headers"] = all.chain([json!({ "name": "Accept", "value": CANARY })]).collect();
        entry
    };
    let fits = with(&[("x-depth", "5"), ("x-trace", CANARY)]);
    let found = Tools::new().learned(&[fits.clone(), fits.clone()]);
    assert!(found.draft.is_empty(), "{}", yaml(&found));
    let found = Tools::new().learned(&[fits, with(&[("X-Depth", CANARY)])]);
    let expected = [
        "LogGet parameter `depth`: is `string` (2 of 2 requests)",
        "LogGet parameter `trace`: sent (1 of 2 requests)",
    ];
    assert_eq!(places(&found), expected);
    assert!(yaml(&found).contains("trace: {optional: true} #"), "{}", yaml(&found));
    // Browsers can leave headers out.
    let mut without = get("/log", &json!({ "since": 5 }));
    without["request"]["headers"] = json!([]);
    assert_eq!(places(&Tools::new().learned(&[without])), Vec::<String>::new());
}

#[test]
fn content_types_are_compared() {
    let file = |ty: &str| {
        let mut entry = get("/log/file", &Value::Null);
        entry["response"]["content"] = json!({ "mimeType": ty, "text": CANARY });
        entry
    };
    let found = Tools::new().learned(&[file("application/zip"), file("application/zip")]);
    assert_eq!(places(&found), Vec::<String>::new());
    let found = Tools::new().learned(&[file("text/csv; charset=utf-8"), file("text/csv; charset=utf-8")]);
    assert_eq!(places(&found), ["LogFile response: text/csv in 2 of 2 requests"]);
    assert_eq!(found.report.contradictions()[0].spec, "application/zip");
    assert!(yaml(&found).contains("content_type: text/csv"), "{}", yaml(&found));
}

#[test]
fn a_credential_in_another_place_is_a_contradiction() {
    let call = |path: &str, header: &str| {
        let mut entry = get(path, &json!([]));
        entry["request"]["headers"] = json!([{ "name": header, "value": CANARY }]);
        entry
    };
    let in_query = format!("/tools?tool_key={CANARY}");
    let credential = |tools: Tools, entry: Value| {
        let found = tools.learned(&[entry.clone(), entry]);
        assert!(found.draft.is_empty(), "{}", yaml(&found));
        let all = found.report.contradictions();
        all.iter()
            .map(|it| format!("{} {}; {}; {}", it.place, it.seen, it.spec, it.change))
            .collect::<Vec<_>>()
    };
    let seen = |place: &str, own: &str| {
        vec![format!("credential {place} (2 of 2 requests); {own}; key: {{in: {place}}}")]
    };
    assert_eq!(
        credential(Tools::new(), call(&in_query.replace("tool_key", "X-Tool-Key"), "Accept")),
        seen("query", "header")
    );
    assert_eq!(credential(Tools::in_query(), call("/tools", "tool_key")), seen("header", "query"));
    assert_eq!(credential(Tools::in_query(), call("/tools", "Authorization")), seen("basic", "query"));
    // A request without any may be one of which it was taken out.
    assert_eq!(credential(Tools::in_query(), call("/tools", "Accept")), Vec::<String>::new());
    assert_eq!(credential(Tools::in_query(), call(&in_query, "Authorization")), Vec::<String>::new());
}

/// Values are forgotten, so nothing says which requests were for which.
#[test]
fn operations_that_a_constant_tells_apart_are_not_confused() {
    let saw = entry("POST /parts", &json!({ "kind": "saw", "teeth": 5 }), 200, &json!({ "code": CANARY }));
    let found = Tools::new().learned(&[saw.clone(), saw]);
    assert!(found.draft.is_empty() && places(&found).is_empty(), "{}", found.report.text());
    assert_eq!(found.report.lines(Section::Ambiguous), ["POST `/parts` is SawAdd or NailAdd"]);
}

#[test]
fn a_path_with_nothing_there_is_replaced() {
    let nothing = || entry("GET /count/tools", &Value::Null, 404, &json!({}));
    let found = Tools::new().learned(&[nothing()]);
    assert_eq!(places(&found), ["Statistics path: HTTP 404 only"]);
    let owner = json!({ "id": CANARY });
    let found = Tools::new().learned(&[nothing(), get("/count-tools", &owner), get("/count-tools", &owner)]);
    assert!(yaml(&found).contains("path: GET /count-tools #"), "{}{}", yaml(&found), found.report.text());
    assert_eq!(found.report.contradictions().len(), 1, "{}", found.report.text());
}
