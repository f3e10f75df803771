//! Several mistakes at once: one run reports each of them, and nothing that only follows from one.

use super::{Mistake, errors};

#[test]
fn the_base_is_sound() {
    assert_eq!(errors(&[], &[]), Vec::<String>::new());
}

/// The mistakes of one run and all that it reports.
const RUNS: &[(&[Mistake], &[&str])] = &[
    // Four mistakes in one file.
    (
        &[
            ("lamps.yaml", "    matches", "    colour: red\n    matches"),
            ("lamps.yaml", "[A, B]", "[A, C]"),
            ("lamps.yaml", "Bulb: Bulb", "Bulb: Blub"),
            ("lamps.yaml", "/api/lamp/off", "/api/lamp-off"),
        ],
        &[
            "lamps.yaml:11:24: unknown type `Blub`",
            "lamps.yaml:14:20: the inferred path `/api/lamp-off` does not follow the convention",
            "lamps.yaml:15:16: unknown gate `C`",
            "lamps.yaml:16:5: unknown key `colour`",
        ],
    ),
    // A misspelt key is read as the one that is meant.
    (
        &[
            ("lamps.yaml", "inferred_path: /api/lamp/off", "infered_path: /lamp"),
            ("lamps.yaml", "returns: {json", "retuns: {json"),
        ],
        &[
            "lamps.yaml:14:5: unknown key `infered_path`",
            "lamps.yaml:14:19: the inferred path `/lamp` does not follow the convention",
            "lamps.yaml:17:5: unknown key `retuns`",
        ],
    ),
    // A missing key has no followers.
    (
        &[("api.yaml", "method: POST\n", ""), ("types.yaml", "Watts: int", "Watts: itn")],
        &["api.yaml:2:1: missing key `method`", "types.yaml:3:38: unknown type `itn`"],
    ),
    (&[("api.yaml", "documents: {1: Lamps}\n", "")], &["api.yaml:2:1: missing key `documents`"]),
    (&[("api.yaml", "prefix: /api/\n  ", "")], &["api.yaml:19:3: missing key `prefix`"]),
    (
        &[("lamps.yaml", "    summary: Switches a lamp on.\n", ""), ("lamps.yaml", "[A, B]", "[X]")],
        &["lamps.yaml:8:5: missing key `summary`", "lamps.yaml:14:13: unknown gate `X`"],
    ),
    (&[("lamps.yaml", "group: lamps\n", "")], &["lamps.yaml:2:1: missing key `group`"]),
    (&[("api.yaml", "type: Answer, ", "")], &["api.yaml:17:10: missing key `type`"]),
    // Nor has a file that cannot be read: what its types allow is not known.
    (
        &[
            ("types.yaml", "Answer:", "Answer"),
            ("lamps.yaml", "    matches", "    body: {json: Bulb, partial: true}\n    matches"),
        ],
        &["types.yaml:2:44: invalid YAML: misplaced bracket"],
    ),
    // Nor has a value of the wrong shape.
    (&[("api.yaml", "method: POST", "method: [POST]")], &["api.yaml:5:9: expected a word, found a list"]),
    (&[("api.yaml", "in: form", "in: from")], &["api.yaml:11:9: unknown value `from`"]),
    (
        &[("api.yaml", "gates:\n", "gates: x\nxgates:\n")],
        &["api.yaml:14:8: expected a map, found text", "api.yaml:15:1: unknown key `xgates`"],
    ),
    (
        &[("api.yaml", "  A: {doc: Lamps are on., auth: user}", "  A: [1]")],
        &["api.yaml:15:6: expected a map, found a list"],
    ),
    (
        &[("api.yaml", "  A: {doc: Lamps are on., auth: user}", "  A: {doc: Lamps are on., auth: [user]}")],
        &["api.yaml:15:33: expected text, found a list"],
    ),
    (
        &[
            ("api.yaml", "A: {doc: Lamps are on., auth: user}", "A: {doc: Lamps are on., auth: usr}"),
            ("api.yaml", "default_auth: user\n", ""),
        ],
        &["api.yaml:14:33: unknown authentication block `usr`"],
    ),
    (
        &[
            ("api.yaml", "auth:\n  user:", "auth:\n  user: 1\n  other:"),
            ("api.yaml", "version: 1.2.3", "version: 1"),
        ],
        &["api.yaml:9:9: expected a map, found a number", "api.yaml:25:15: `1` is not a version"],
    ),
    (
        &[
            ("types.yaml", "Bulb: {fields: {Name: string, Watts: int}}", "Bulb: [1]"),
            ("types.yaml", "Colour: {of: string, ", "Colour: {of: [string], "),
        ],
        &[
            "types.yaml:3:7: expected text or a map, found a list",
            "types.yaml:4:14: expected text, found a list",
        ],
    ),
    (
        &[("types.yaml", "fields: {Status: int, Text: string}", "fields: {Status: [int], Text: string}")],
        &["types.yaml:2:27: expected text or a map, found a list"],
    ),
    (
        &[
            ("lamps.yaml", "  - operation: LampOn\n", "  - operation: [LampOn]\n"),
            ("lamps.yaml", "[A, B]", "[A, C]"),
        ],
        &["lamps.yaml:8:16: expected text, found a list", "lamps.yaml:15:16: unknown gate `C`"],
    ),
    (
        &[("lamps.yaml", "path: /api/lamp/on", "path: [x]")],
        &["lamps.yaml:10:11: expected text, found a list"],
    ),
    (
        &[("lamps.yaml", "defaults: {gates: [A], returns: message}", "defaults: [A]")],
        &["lamps.yaml:6:11: expected a map, found a list"],
    ),
    (
        &[("lamps.yaml", "returns: message", "returns: [message]")],
        &["lamps.yaml:6:33: expected text or a map, found a list"],
    ),
    (
        &[("lamps.yaml", "  - operation: LampOn\n", "  - LampOn\n  - operation: LampOn\n")],
        &["lamps.yaml:8:5: expected a map, found text"],
    ),
    (&[("api.yaml", "message: {", "message: 1 # {")], &["api.yaml:17:10: expected a map, found a number"]),
    (
        &[("api.yaml", "path_convention:", "path_convention: x\npath_conventional:")],
        &["api.yaml:18:18: expected a map, found text", "api.yaml:19:1: unknown key `path_conventional`"],
    ),
    // A duplicate key costs its entry.
    (
        &[("types.yaml", "\nColour", "\nBulb: opaque\nColour"), ("api.yaml", "[LampOn]", "[LampNo]")],
        &["api.yaml:24:35: unknown operation `LampNo`", "types.yaml:4:1: duplicate key `Bulb`"],
    ),
    (
        &[
            ("lamps.yaml", "{Bulb: Bulb, Colour", "{Bulb: Bulb, Bulb: int, Colour"),
            ("lamps.yaml", "[A, B]", "[A, C]"),
        ],
        &["lamps.yaml:11:30: duplicate key `Bulb`", "lamps.yaml:15:16: unknown gate `C`"],
    ),
    // A file that can't be read costs what it says.
    (
        &[("types.yaml", "Bulb: {", "Bulb: ["), ("lamps.yaml", "[A, B]", "[A, C]")],
        &[
            "lamps.yaml:15:16: unknown gate `C`",
            "types.yaml:4:1: invalid YAML: while parsing a flow sequence, expected ',' or ']'",
        ],
    ),
    (
        &[("lamps.yaml", "document: 1", "document: ["), ("types.yaml", "Watts: int", "Watts: itn")],
        &["lamps.yaml:3:1: invalid YAML: invalid indentation", "types.yaml:3:38: unknown type `itn`"],
    ),
    (
        &[("api.yaml", "title: Lamp API", "title: ["), ("types.yaml", "Watts: int", "Watts: itn")],
        &["api.yaml:3:1: invalid YAML: invalid indentation", "types.yaml:3:38: unknown type `itn`"],
    ),
    // The list of pages is not looked for in what is lost.
    (
        &[("lamps.yaml", "{json: List<Bulb>}", "{json: Blub}\n    pages: {link: next, items: Name}")],
        &["lamps.yaml:17:21: unknown type `Blub`"],
    ),
    (
        &[
            ("types.yaml", "Watts: int", "Watts: [int]"),
            ("lamps.yaml", "{json: List<Bulb>}", "{json: Bulb}\n    pages: {link: next, items: Watts}"),
        ],
        &["types.yaml:3:38: expected text or a map, found a list"],
    ),
    // A repeated key that has its mark.
    (
        &[("api.yaml", "method: POST", "? method\n: POST\n? method\n: GET")],
        &["api.yaml:7:3: duplicate key `method`"],
    ),
];

#[test]
fn each_mistake_is_reported_once() {
    for (mistakes, expected) in RUNS {
        assert_eq!(errors(mistakes, &[]), *expected, "{mistakes:#?}");
    }
}

/// Overlays, and all that a run with them reports.
const OVERLAYS: &[(&[Mistake], &[&str], &[&str])] = &[
    (
        &[("lamps.yaml", "[A, B]", "[A, C]")],
        &[
            "overlay: one\napi: lamps\nsource: A test.\noperations: {LampOn: {pth: /on}, LampOf: drop, LampOut: {retuns: {json: Blub}}}\n",
        ],
        &[
            "0.yaml:4:23: unknown key `pth`",
            "0.yaml:4:34: unknown operation `LampOf`",
            "0.yaml:4:58: unknown key `retuns`",
            "0.yaml:4:73: unknown type `Blub`",
            "lamps.yaml:15:16: unknown gate `C`",
        ],
    ),
    // What is misspelt in the spec is not unknown to the overlay.
    (
        &[
            ("lamps.yaml", "operation: LampOut", "operaton: LampOut"),
            ("types.yaml", "Bulb: {fields:", "Bulb: {feilds:"),
        ],
        &[
            "overlay: one\napi: lamps\nsource: A test.\noperations: {LampOut: {path: 1}}\ntypes: {Bulb: {fields: {Watts: string}}}\n",
        ],
        &["lamps.yaml:18:5: unknown key `operaton`", "types.yaml:3:8: unknown key `feilds`"],
    ),
    (
        &[("lamps.yaml", "Bulb: Bulb", "Bulb: Lamp")],
        &["overlay: one\napi: lamps\nsource: A test.\nadd: {types: {Lamp: [1]}}\n"],
        &["0.yaml:4:21: expected text or a map, found a list"],
    ),
    (
        &[("types.yaml", "Bulb: {fields: {Name: string, Watts: int}}", "Bulb: [1]")],
        &[
            "overlay: one\napi: lamps\nsource: A test.\ntypes: {Bulb: {rust: Lamp}, Colour: {rust: Tint}}\n",
            "overlay: [\n",
        ],
        &[
            "1.yaml:2:1: invalid YAML: while parsing a node, did not find expected node content",
            "types.yaml:3:7: expected text or a map, found a list",
        ],
    ),
];

#[test]
fn overlays_report_each_mistake_once() {
    for (mistakes, overlays, expected) in OVERLAYS {
        assert_eq!(errors(mistakes, overlays), *expected, "{mistakes:#?} {overlays:#?}");
    }
}
