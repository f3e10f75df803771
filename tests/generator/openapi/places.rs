//! Places of parameters, styles of lists, statuses and keys, as OpenAPI has them.

use serde_json::{Value, json};
use tests::TempDir;

use super::{entries, files, list, walk};

const API: &str = "
title: Lamp API
base_url: \"{lamp_url}\"
documents: {1: Lamps}
encoding: {kind: json}
default_auth: keeper
auth:
  keeper:
    title: Keeper
    in: header
    parameters:
      X-Keeper: {type: string, secret: true}
      sign: {type: string, in: query, secret: true}
    schemes: {key: {takes: [X-Keeper, sign]}}
groups:
  lamps: {title: Lamps, about: Lamps.}
";

const OPERATIONS: &str = "
document: 1
part: A
title: Lamps
group: lamps
operations:
  - operation: LampFind
    summary: Finds lamps.
    path: GET /lamps
    parameters:
      lines: {type: List<string>?, list: newline}
      tubes: {type: List<string>?, list: pipe}
      rooms: {type: List<string>?, list: brackets}
      ids: {type: List<string>?, in: header, list: comma}
    returns:
      200: {json: List<string>}
      4xx: {text: string}
      409: {json: List<int>}
      500-502: {text: string}
      501: {json: List<int>}
  - operation: LampSearch
    summary: Searches lamps.
    path: POST /lamps
    encoding: form
    parameters:
      lines: {type: List<string>, list: newline}
      tubes: {type: List<string>?, list: pipe}
      rooms: {type: List<string>, list: brackets}
    returns: nothing
  - operation: LampWrite
    summary: Writes a text.
    path: PUT /lamps/text
    body: {text: string, content_type: [text/plain, text/markdown]}
    returns: {text: string, content_type: [text/plain, text/markdown]}
  - operation: LampForm
    summary: Puts a lamp in another form.
    path: PUT /lamps/form
    body: {content: {application/json: Light, text/csv: text}, optional: true}
    returns: {default: {content: {application/json: Line or null, application/pdf: bytes}}}
  - operation: LampPut
    summary: Puts a lamp.
    path: PUT /lamps
    body: Light
    returns: {json: Line}
";

const TYPES: &str = "
Lamp: {fields: {id: {type: string, only: read}, key: {type: string, only: write}, watts: int}, required: [id]}
Strip: {fields: {kind: {type: string, value: strip}}, required: [kind]}
Light: {union: {lamp: Lamp, strip: Strip}, tag: kind}
Line: {union: {strip: Strip}, tag: kind}
";

/// The description in 3.1, or in 3.0.
fn description(ending: &str) -> Value {
    described(API, OPERATIONS, ending)
}

fn described(api: &str, operations: &str, ending: &str) -> Value {
    let folder = TempDir::new();
    folder.write("lamps/api.yaml", api);
    folder.write("lamps/operations/lamps.yaml", operations);
    folder.write("lamps/types.yaml", TYPES);
    files(folder.text(), ending).remove(0).1
}

#[test]
fn a_list_has_the_style_in_which_it_is_sent() {
    let description = description("json");
    let find = &description["paths"]["/lamps"]["get"];
    let styles = list(&find["parameters"])
        .iter()
        .map(|it| json!([it["name"], it["in"], it.get("style"), it.get("explode"), it["schema"]["type"]]));
    let expected = [
        json!(["lines", "query", null, null, "string"]),
        json!(["tubes", "query", "pipeDelimited", false, "array"]),
        json!(["rooms[]", "query", null, null, "array"]),
        json!(["ids", "header", null, null, "array"]),
    ];
    assert_eq!(styles.collect::<Vec<_>>(), expected);
}

#[test]
fn a_form_has_the_styles_of_its_lists_in_3_0_too() {
    for ending in ["json", "3.0.json"] {
        let description = description(ending);
        let content = &description["paths"]["/lamps"]["post"]["requestBody"]["content"];
        let form = &content["application/x-www-form-urlencoded"];
        assert_eq!(form["schema"]["required"], json!(["lines", "rooms[]"]));
        assert_eq!(form["schema"]["properties"]["lines"]["type"], "string");
        assert_eq!(form["schema"]["properties"]["rooms[]"]["type"], "array");
        assert_eq!(form["encoding"], json!({ "tubes": { "style": "pipeDelimited", "explode": false } }));
    }
}

/// No body says that a call failed, so the description has no failures but those of the spec.
#[test]
fn a_status_alone_wins_over_its_range() {
    let description = description("json");
    let responses = entries(&description["paths"]["/lamps"]["get"]["responses"]);
    let statuses: Vec<_> = responses.keys().map(String::as_str).collect();
    assert_eq!(statuses, ["200", "4XX", "409", "500", "502", "501"]);
    for status in ["409", "501"] {
        assert!(responses[status]["content"].get("application/json").is_some(), "{status}");
    }
}

#[test]
fn each_content_type_is_there() {
    let description = description("json");
    let write = &description["paths"]["/lamps/text"]["put"];
    for content in [&write["requestBody"]["content"], &write["responses"]["200"]["content"]] {
        assert_eq!(entries(content).keys().collect::<Vec<_>>(), ["text/plain", "text/markdown"]);
    }
}

#[test]
fn each_content_type_has_its_own_schema() {
    for ending in ["json", "3.0.json"] {
        let put = &description(ending)["paths"]["/lamps/form"]["put"];
        let body = &put["requestBody"];
        assert_eq!(body.get("required"), None);
        assert_eq!(entries(&body["content"]).keys().collect::<Vec<_>>(), ["application/json", "text/csv"]);
        assert_eq!(body["content"]["text/csv"]["schema"]["type"], "string");
        // The default is the only response.
        let responses = entries(&put["responses"]);
        assert_eq!(responses.keys().collect::<Vec<_>>(), ["default"]);
        let content = entries(&responses["default"]["content"]);
        assert_eq!(content.keys().collect::<Vec<_>>(), ["application/json", "application/pdf"]);
    }
}

/// Keys in several places are one requirement, and not parameters too.
#[test]
fn keys_are_needed_together() {
    let description = description("json");
    let schemes = &description["components"]["securitySchemes"];
    for (name, place, key) in [("keeper_X-Keeper", "header", "X-Keeper"), ("keeper_sign", "query", "sign")] {
        assert_eq!([&schemes[name]["in"], &schemes[name]["name"]], [place, key]);
    }
    walk("", &description, &mut |key, value| {
        if key == "security" && value.as_array().is_some_and(|it| !it.is_empty()) {
            assert_eq!(value, &json!([{ "keeper_X-Keeper": [], "keeper_sign": [] }]));
        }
        assert!(key != "parameters" || !value.to_string().contains("X-Keeper"), "{value}");
    });
}

const CREDENTIALS: &str = "
title: Lamp API
base_url: \"{lamp_url}\"
documents: {1: Lamps}
encoding: {kind: json}
auth:
  user:
    title: User
    in: cookie
    bearer: token
    parameters: {token: {type: string, secret: true}}
    schemes: {token: {takes: [token]}}
  user_key:
    title: Key of a user
    in: cookie
    parameters: {key: {type: string, secret: true}}
    schemes: {key: {takes: [key]}}
  keeper:
    title: Keeper
    in: header
    parameters:
      X-Key: {type: string, secret: true}
      XKey: {type: string?, rust: key, secret: true}
    schemes: {key: {takes: [X-Key, XKey]}}
groups:
  lamps: {title: Lamps, about: Lamps.}
";

const CALLS: &str = "
document: 1
part: A
title: Lamps
group: lamps
defaults: {returns: nothing}
operations:
  - {operation: LampUser, summary: A user., path: GET /user, auth: user}
  - {operation: LampKey, summary: A key., path: GET /key, auth: user_key}
  - {operation: LampKeeper, summary: A keeper., path: GET /keeper, auth: keeper}
";

/// Names that are made from others are not those of other schemes and headers.
#[test]
fn each_credential_has_its_own_component() {
    let description = described(CREDENTIALS, CALLS, "json");
    let components = &description["components"];
    let scheme = |name: &str| {
        let it = &components["securitySchemes"][name];
        [&it["type"], &it["name"]].map(|it| it.as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(scheme("user"), ["http", ""]);
    assert_eq!(scheme("user_key"), ["apiKey", "key"]);
    assert_eq!(scheme("user_key2"), ["apiKey", "token"]);
    let security = ["/user", "/key"].map(|path| &description["paths"][path]["get"]["security"]);
    assert_eq!(security, [&json!([{ "user_key2": [] }, { "user": [] }]), &json!([{ "user_key": [] }])]);
    let sent = ["XKey", "XKey2"].map(|name| &components["parameters"][name]["name"]);
    assert_eq!(sent, ["X-Key", "XKey"]);
    let keeper = description["paths"]["/keeper"]["get"]["parameters"].to_string();
    assert!(keeper.contains("/XKey\"") && keeper.contains("/XKey2\""), "{keeper}");
}

const KEYS: &str = "
title: Lamp API
base_url: \"{lamp_url}\"
documents: {1: Lamps}
encoding: {kind: json}
auth:
  both:
    title: Token and key
    in: header
    bearer: token
    parameters: {token: {type: string, secret: true}, X-Key: {type: string, secret: true}}
    schemes: {key: {takes: [token, X-Key]}}
  mixed:
    title: A header and the query
    in: header
    parameters: {X-Id: {type: string, secret: true}, app: {type: string, secret: true, in: query}}
    schemes: {key: {takes: [X-Id, app]}}
groups:
  lamps: {title: Lamps, about: Lamps.}
";

const KEY_CALLS: &str = "
document: 1
part: A
title: Lamps
group: lamps
defaults: {returns: nothing}
operations:
  - {operation: LampBoth, summary: Both., path: GET /both, auth: both}
  - {operation: LampBearer, summary: A bearer., path: GET /bearer, auth: both, auth_in: bearer}
  - {operation: LampMixed, summary: Mixed., path: GET /mixed, auth: mixed}
";

/// Keys that are needed together are one alternative, and no alternative allows a caller without a credential.
#[test]
fn security_says_the_same_as_the_credential() {
    let description = described(KEYS, KEY_CALLS, "json");
    let both = json!({ "both_key_X-Key": [], "both_key_token": [] });
    for (path, security, places) in [
        ("/both", json!([both, { "both": [] }]), json!(["header", "bearer"])),
        ("/bearer", json!([{ "both": [] }]), json!(["bearer"])),
        ("/mixed", json!([{ "mixed_X-Id": [], "mixed_app": [] }]), json!(["header", "query"])),
    ] {
        let operation = &description["paths"][path]["get"];
        assert_eq!(
            (&operation["security"], &operation["x-credential"]["in"]),
            (&security, &places),
            "{path}"
        );
        assert_eq!(operation["parameters"], json!(null), "{path}");
    }
}

#[test]
fn a_field_has_its_direction_in_3_0_too() {
    for ending in ["json", "3.0.json"] {
        let description = description(ending);
        let fields = &description["components"]["schemas"]["Lamp"]["properties"];
        assert_eq!([&fields["id"]["readOnly"], &fields["key"]["writeOnly"]], [true, true]);
    }
}

/// The union says it where a member doesn't: without the tag, several members may fit.
#[test]
fn a_union_needs_its_tag() {
    let description = description("json");
    let [light, line] = ["Light", "Line"].map(|name| &description["components"]["schemas"][name]);
    assert_eq!(light["required"], json!(["kind"]));
    assert_eq!(light["properties"]["kind"]["enum"], json!(["lamp", "strip"]));
    assert_eq!(list(&light["anyOf"]).len(), 2);
    assert_eq!([list(&line["oneOf"]).len(), entries(line).len()], [1, 2]);
}
