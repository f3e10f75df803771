//! Recordings of a REST API: bodies of one type, parameters at each place, results by status and
//! types of a union.

use generator_learn::Learned;
use generator_learn::report::Section;
use serde_json::{Value, json};
use tests::TempDir;

use crate::learn::archive::{CANARY, archive};
use crate::learn::learning::yaml;
use crate::learn::settled::settled;

const API: &str = "
title: House Service
base_url: '{base_url}'
documents: {1: House}
encoding: {kind: json}
failures:
  404: {json: Problem}
default_auth: key
auth:
  key:
    title: Key
    in: header
    parameters: {X-Key: {type: string, secret: true}}
    schemes: {key: {takes: [X-Key]}}
";

const TYPES: &str = "
Room: {fields: {name: string, level: {type: int, sent_as: floor}, lights: List<Light>}}
Lamp: {fields: {watts: int}}
Strip: {fields: {leds: int}}
Light: {union: {lamp: Lamp, strip: Strip}, tag: kind}
Problem: {fields: {title: string}}
";

const OPERATIONS: &str = "
document: 1
part: Rooms
title: Rooms
group: rooms
operations:
  - operation: RoomPut
    summary: Replaces a room.
    path: PUT /rooms/{room}
    parameters:
      room: string
      trace: {type: string, in: header, sent_as: X-Trace}
      dry: {type: bool, in: query, sent_as: dry-run}
    body: Room
    returns: {200: {json: Room}, 201: {json: Room}}
  - operation: RoomsPut
    summary: Replaces all rooms.
    path: PUT /rooms
    body: List<Room>
    returns: nothing
  - operation: RoomAdd
    summary: Adds a room.
    path: POST /rooms
    parameters: {name: string, owner: {type: string?, in: query}}
    returns: {201: nothing}
  - operation: RoomHead
    summary: Looks whether there is a room.
    path: HEAD /rooms/{room}
    parameters: {room: string}
    returns: nothing
  - operation: RoomDelete
    summary: Removes a room, and says why.
    path: DELETE /rooms/{room}
    parameters: {room: string, force: {type: bool, in: query}}
    body: Problem
    returns: nothing
  - operation: LightGet
    summary: Shows a light.
    path: GET /lights/{light}
    parameters: {light: string}
    returns: {json: Light}
  - operation: LightPut
    summary: Replaces a light.
    path: PUT /lights/{light}
    parameters: {light: string}
    body: Light
    returns: nothing
  - operation: LightAdd
    summary: Adds a light to a room.
    path: POST /lights
    parameters: {}
    returns: {201: {json: Room}}
";

fn spec() -> TempDir {
    let folder = TempDir::new();
    folder.write("house/api.yaml", API);
    folder.write("house/types.yaml", TYPES);
    folder.write("house/operations/1.yaml", OPERATIONS);
    folder
}

/// An entry of an archive.
fn entry(call: &str, sent: &Value, status: u16, got: &Value) -> Value {
    let (method, path) = call.split_once(' ').expect("a method and a path");
    json!({
        "request": {
            "method": method, "url": format!("https://example.com{path}"),
            "headers": [{ "name": "X-Key", "value": CANARY }, { "name": "X-Trace", "value": CANARY }],
            "postData": { "mimeType": "application/merge-patch+json", "text": sent.to_string() },
        },
        "response": {
            "status": status, "headers": [],
            "content": { "mimeType": "application/json", "text": if got.is_null() { String::new() } else { got.to_string() } },
        },
    })
}

fn learned(entries: &[Value]) -> Learned {
    settled(spec().path(), archive(entries).as_bytes())
}

#[test]
fn what_the_spec_says_is_nothing_new() {
    let room = json!({ "name": CANARY, "floor": 1, "lights": [{ "kind": "lamp", "watts": 7 }] });
    let found = learned(&[
        entry(&format!("PUT /rooms/{CANARY}?dry-run=true"), &room, 200, &room),
        entry(&format!("PUT /rooms/{CANARY}?dry-run=false"), &room, 201, &room),
        entry("PUT /rooms", &json!([room]), 204, &Value::Null),
        entry(&format!("POST /rooms?owner={CANARY}"), &json!({ "name": CANARY }), 201, &Value::Null),
        entry("PUT /rooms/1?dry-run=true", &room, 404, &json!({ "title": CANARY })),
    ]);
    assert_eq!(found.requests, 4, "{}", found.report.text());
    assert_eq!(yaml(&found).lines().last(), Some("source: A test."), "no change follows");
    assert_eq!(found.report.lines(Section::Contradictions), Vec::<String>::new());
    assert_eq!(found.report.lines(Section::Parameters), Vec::<String>::new());
}

#[test]
fn fields_of_bodies_results_failures_and_unions_are_found() {
    let lights = json!([
        { "kind": "lamp", "watts": 7, "color": CANARY },
        { "kind": "strip", "leds": 7 },
        { "kind": CANARY, "size": 1 },
    ]);
    let room = json!({ "name": CANARY, "floor": 1, "width": 2.5, "lights": lights });
    let found = learned(&[
        entry("PUT /rooms/1?dry-run=true&reason=x", &room, 200, &json!({ "name": CANARY })),
        entry("PUT /rooms/2", &json!({ "name": "x" }), 202, &Value::Null),
        entry("PUT /rooms", &json!([{ "owner": CANARY }]), 204, &Value::Null),
        entry("PUT /rooms/1?dry-run=true", &room, 404, &json!({ "title": CANARY, "detail": CANARY })),
        entry("PUT /rooms/1?dry-run=true", &room, 409, &json!({ "title": CANARY })),
        entry("POST /rooms?limit=5", &json!({ "name": CANARY, "tags": ["x"] }), 201, &Value::Null),
    ]);
    let text = format!("{}\n{}", yaml(&found), found.report.text());
    // The file of a contradiction is in a temporary folder.
    let text = text.split("(/").map(|it| it.split_once("/house/").map_or(it, |(_, rest)| rest));
    tests::snapshot("learn", "rest", &text.collect::<Vec<_>>().join("("));
}

#[test]
fn a_body_is_of_its_type_whatever_the_parameters_are() {
    let found = learned(&[
        entry("PUT /lights/1", &json!({ "kind": "lamp", "watts": 7, "color": CANARY }), 204, &Value::Null),
        entry("DELETE /rooms/1?force=true", &json!({ "title": CANARY, "detail": CANARY }), 204, &Value::Null),
        entry("PUT /rooms/1?dry-run=true", &json!({ "name": CANARY, CANARY: 1 }), 200, &Value::Null),
    ]);
    let fields = "types:\n  Lamp:\n    fields:\n      color: {add: string} # 1 sample\n  Problem:\n    fields:\n      \
                  detail: {add: string} # 1 sample\n";
    assert!(yaml(&found).ends_with(fields), "{}", yaml(&found));
    let lines = found.report.lines(Section::Fields);
    assert_eq!(lines, ["Lamp: has the field `color`, `string`", "Problem: has the field `detail`, `string`"]);
    let lines = found.report.lines(Section::LeftOut);
    assert_eq!(lines, ["Room: fields whose names are not known words"]);
}

/// A number that could be a status of a failure is a level here.
#[test]
fn a_doubtful_response_keeps_its_status() {
    let room = json!({ "name": CANARY, "floor": 451 });
    let found = learned(&[entry("POST /lights", &json!({}), 201, &room)]);
    assert_eq!(found.report.lines(Section::Contradictions), Vec::<String>::new());
}

#[test]
fn what_head_gets_belongs_to_the_operation_with_head_only() {
    let head = |path: &str| {
        let mut entry = entry(&format!("HEAD {path}"), &Value::Null, 200, &Value::Null);
        entry["request"]["postData"] = Value::Null;
        entry
    };
    let found = learned(&[head("/rooms/1"), head("/lights/1")]);
    assert_eq!(found.requests, 1, "{}", found.report.text());
    assert_eq!(yaml(&found).lines().last(), Some("source: A test."), "no change follows");
    let text = yaml(&learned(&[head("/status?verbose=true")]));
    assert!(text.contains("method: HEAD") && text.contains("verbose: bool #"), "{text}");
}
