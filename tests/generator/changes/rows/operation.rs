//! Edits of operations.

use super::{Row, api, lamps, wicks};

/// Another key in the response of `LampCount`.
macro_rules! count {
    ($more:literal) => {
        lamps(PATH, concat!("    path: /lamp/count\n", $more))
    };
}

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    ("operation-added", &[wicks("  - operation: WickTrim", "  - {operation: WickSoak, summary: Soaks., inferred_path: /wick/soak, returns: message}\n  - operation: WickTrim")]),
    ("operation-added", &[
        wicks("  - operation: WickTrim", "  - {operation: WickSoak, summary: Soaks., path: GET /wick/list, effect: reads, parameters: {Soak: {type: bool, value: true}}, returns: message}\n  - operation: WickTrim"),
        api("constants:", "  exceptions: {WickSoak: It is beside WickList.}\nconstants:"),
    ]),
    ("operation-removed", &[lamps(COUNT, "")]),
    ("operation-renamed", &[lamps("operation: LampCount", "operation: LampTotal"), OLD]),
    ("operation-renamed-in-documents", &[lamps("operation: LampCount", "operation: LampTotal\n    rust: LampCount"), OLD]),
    ("operation-moved", &[count!("    group: wicks\n")]),
    ("path-changed", &[lamps("path: /lamp/count", "path: /lamp/number"), api("constants:", "  exceptions: {LampCount: Old.}\nconstants:")]),
    ("path-added", &[lamps("    aliases:\n      - {path: /lamp/find}", "    inferred_path: /lamp/find\n    aliases:\n      - {path: /lamp/seek}")]),
    ("path-removed", &[lamps(PATH, "    aliases:\n      - {path: /lamp/count}\n")]),
    ("path-status-changed", &[lamps("inferred_path: /lamp/read", "path: /lamp/read")]),
    ("operation-destroys", &[lamps("    effect: changes\n", "    effect: destroys\n")]),
    ("operation-no-longer-reads", &[lamps("    effect: reads\n", "    effect: changes\n    repeatable: true\n")]),
    ("operation-effect-lowered", &[lamps("inferred_effect: destroys", "inferred_effect: changes")]),
    ("operation-effect-status-changed", &[lamps("inferred_effect: destroys", "effect: destroys")]),
    ("operation-not-repeatable", &[lamps("    repeatable: true\n", "")]),
    ("operation-repeatable", &[lamps("    inferred_effect: destroys\n", "    inferred_effect: destroys\n    repeatable: true\n")]),
    ("operation-since-raised", &[lamps("since: 2.1.0", "since: 2.1.1")]),
    ("operation-since-lowered", &[lamps("    since: 2.1.0\n", "")]),
    ("alias-added", &[lamps("      - {path: /lamp/burn}\n", "      - {path: /lamp/burn}\n      - {path: /lamp/flame}\n")]),
    ("alias-removed", &[lamps("      - {path: /lamp/burn}\n", "")]),
    ("alias-since-raised", &[lamps("{path: /lamp/burn}", "{path: /lamp/burn, since: 1.0.0}")]),
    ("alias-since-lowered", &[lamps("since: 1.2.0", "since: 1.1.0")]),
    ("alias-name-changed", &[lamps("name: LampIgnite", "name: LampKindle")]),
    ("aliases-reordered", &[lamps(
        "      - {path: /lamp/ignite, name: LampIgnite, since: 1.2.0}\n      - {path: /lamp/burn}\n",
        "      - {path: /lamp/burn}\n      - {path: /lamp/ignite, name: LampIgnite, since: 1.2.0}\n",
    )]),
    ("operation-method-changed", &[count!("    method: GET\n")]),
    ("encoding-changed", &[count!("    encoding: multipart\n")]),
    ("operation-gate-added", &[count!("    gates: [K, S]\n")]),
    ("operation-gate-removed", &[lamps("gates: [K, N, S]", "gates: [K, N]")]),
    ("operation-gates-reordered", &[lamps("gates: [K, N, S]", "gates: [K, S, N]")]),
    ("permission-added", &[lamps("Lamps::List", "Lamps::Show")]),
    ("permission-removed", &[
        lamps("    permission: \"Lamps::List\"\n", ""),
        lamps("    auth_in: bearer\n", "    auth_in: bearer\n    permission: \"Lamps::List\"\n"),
    ]),
    ("operation-credential-changed", &[count!("    gates: []\n    auth: guest\n")]),
    ("operation-credential-required", &[lamps("gates: [A]", "gates: [K]")]),
    ("operation-credential-optional", &[count!("    gates: [A]\n")]),
    ("operation-credential-dropped", &[count!("    gates: []\n    auth: none\n")]),
    ("operation-credential-hidden", &[count!("    gates: []\n    auth: not_shown\n")]),
    ("operation-credential-moved", &[count!("    gates: [H]\n")]),
    ("operation-opened", &[lamps("path: /lamp/wonder\n    gates: []\n    auth: not_shown", "path: /lamp/wonder\n    gates: []\n    auth: none")]),
    ("operation-closed", &[lamps("auth: none", "auth: not_shown")]),
    ("bearer-only-set", &[lamps("    permission: \"Lamps::List\"\n", "    permission: \"Lamps::List\"\n    auth_in: bearer\n")]),
    ("bearer-only-unset", &[lamps("    auth_in: bearer\n", "")]),
    ("operation-server-changed", &[count!("    server: spare\n")]),
    ("device-since-raised", &[lamps("device_since: 1.1.0", "device_since: 1.2.0")]),
    ("device-since-lowered", &[lamps("device_since: 1.1.0", "device_since: 1.0.0")]),
    ("choice-added", &[lamps("    returns: message\n    notes:\n", "    choices: [{at_most_one: [Dimmed, Pause]}]\n    returns: message\n    notes:\n")]),
    ("choice-removed", &[wicks("    choices: [{at_most_one: [Low, Match]}]\n", "")]),
    ("swapped-if-reversed-changed", &[wicks("    swapped_if_reversed: [From, To]\n", "")]),
    ("operation-deprecated", &[count!("    deprecated: {}\n")]),
    ("operation-undeprecated", &[lamps("    deprecated: {replacement: LampLight}\n", "")]),
    ("deprecation-changed", &[lamps("replacement: LampLight", "replacement: LampOpen")]),
    ("return-kind-changed", &[lamps("{json: int}", "{text: string}")]),
    ("return-type-changed", &[lamps("{json: int}", "{json: bool}")]),
    ("return-text-type-changed", &[lamps("{text: string, secret: true}", "{text: int, secret: true}")]),
    ("result-content-described", &[lamps("{bytes: any}", "{bytes: Room}")]),
    ("result-content-no-longer-described", &[wicks("410: {text: List<Soot>", "410: {text: string")]),
    ("return-framing-changed", &[lamps("{json: int}", "{envelope: int}")]),
    ("return-secret-marked", &[lamps("{json: int}", "{json: int, secret: true}")]),
    ("return-secret-unmarked", &[lamps("{text: string, secret: true}", "{text: string}")]),
    ("return-secrecy-changed", &[lamps("{described: A guess.}", "{described: A guess., secret: true}")]),
    ("return-respelt", &[lamps("{envelope: List<string>}", "{envelope: Array<string>}")]),
    ("content-type-changed", &[lamps("{bytes: any}", "{bytes: any, content_type: image/png}")]),
    ("content-type-changed", &[lamps("content_type: [image/png, image/gif]", "content_type: [image/png]")]),
    ("content-type-changed", &[lamps("{json: int}", "{json: int, content_type: \"*/*\"}")]),
    ("return-status-changed", &[lamps("201: {text: string, secret: true}", "200: {text: string, secret: true}")]),
    ("return-status-changed", &[lamps("{json: int}", "{203: {json: int}}")]),
    ("return-variant-changed", &[wicks("returns: {200: {json: int}", "returns: {201: {json: int}")]),
    ("return-headers-changed", &[lamps("{json: int}", "{json: int, headers: {ETag: string}}")]),
    ("return-headers-changed", &[lamps(", headers: {ETag: string}", "")]),
    ("return-headers-changed", &[lamps("headers: {ETag: string}", "headers: {ETag: string?}")]),
    ("redirect-status-changed", &[lamps("{redirect: 301}", "{redirect: 307}")]),
    ("body-changed", &[wicks("body: Wall", "body: {json: Wall, content_type: application/wall+json}")]),
    ("body-changed", &[wicks("body: Wall", "body: {json: Wall, content_type: \"*/*\"}")]),
    ("body-changed", &[wicks("body: Wall", "body: {form: Wall}")]),
    ("body-kinds-added", &[wicks("body: Wall", "body: {content: {application/json: Wall, text/csv: text}}")]),
    ("body-kinds-removed", &[wicks("{content: {application/json: List<string>, text/plain: text, text/csv: {text: List<Soot>}}}", "List<string>")]),
    ("body-kind-changed", &[wicks("text/plain: text", "text/html: text")]),
    ("pages-added", &[wicks("    path: GET /wick/names\n", "    path: GET /wick/names\n    pages: {link: next}\n")]),
    ("pages-changed", &[wicks("pages: {page: Page}", "pages: {offset: Page}")]),
    ("pages-removed", &[wicks("    pages: {page: Page}\n", "")]),
    ("waits-changed", &[wicks("waits: Wait", "waits: 60")]),
    ("result-by-status-added", &[wicks("      404: {text: string}\n", "      404: {text: string}\n      202: nothing\n"), wicks("    pages: {page: Page}\n", "")]),
    ("result-by-status-removed", &[wicks("    returns: {200: {json: int}, 202: nothing}", "    returns: {200: {json: int}}")]),
    ("failure-added", &[wicks("      404: {text: string}\n", "      404: {text: string}\n      409: nothing\n")]),
    ("failure-removed", &[wicks("      404: {text: string}\n", "")]),
];

const COUNT: &str = "  - operation: LampCount\n    summary: Counts the lamps.\n    effect: reads\n    path: /lamp/count\n    returns: {json: int}\n";

const PATH: &str = "    path: /lamp/count\n";

/// Paths of old names are exceptions.
const OLD: super::Edit = api("constants:", "  exceptions: {LampTotal: Old.}\nconstants:");
