//! Edits that are one change each: all that is reported.

use generator_review::diff::{Change, diff};

use super::edited;
use super::rows::{Edit, api, lamps, types, wicks};

/// A name, edits of `base`, edits of that, and the rows that are reported.
type Exact = (&'static str, &'static [Edit], &'static [Edit], &'static [&'static str]);

const COUNT: &str = "{json: int}";

const STRING: &str = "{text: string}";

const TEXT: Edit = lamps(COUNT, STRING);

#[rustfmt::skip]
const EXACT: &[Exact] = &[
    ("kind and status", &[], &[lamps(COUNT, "{201: {text: string}}")], &["return-kind-changed"]),
    ("kind and its status", &[], &[lamps(COUNT, "{redirect: 302}")], &["return-kind-changed"]),
    ("type and status", &[], &[lamps(COUNT, "{201: {json: bool}}")], &["return-type-changed"]),
    ("encoding and status", &[], &[lamps(COUNT, "{201: {envelope: int}}")], &["return-framing-changed"]),
    ("text and redirect", &[], &[lamps("{redirect: 301}", "{text: string}")], &["return-framing-changed"]),
    ("spelling and status", &[], &[lamps("{envelope: List<string>}", "{201: {envelope: Array<string>}}")], &["return-status-changed"]),
    ("kind and variant", &[], &[wicks("{200: {json: int}, 202: nothing}", "{201: {text: string}, 202: nothing}")], &["return-kind-changed"]),
    ("content type and status", &[], &[lamps("{bytes: any}", "{201: {bytes: any, content_type: image/png}}")], &["content-type-changed", "return-status-changed"]),
    ("type of a text", &[TEXT], &[lamps(STRING, "{text: int}")], &["return-text-type-changed"]),
    ("values of a text", &[TEXT], &[lamps(STRING, "{text: string, values: Grain}")], &["return-text-type-changed"]),
    ("values of a text and status", &[TEXT], &[lamps(STRING, "{201: {text: string, values: Grain}}")], &["return-status-changed", "return-text-type-changed"]),
    ("values of a text and content type", &[TEXT], &[lamps(STRING, "{text: string, values: Grain, content_type: text/csv}")], &["content-type-changed", "return-text-type-changed"]),
    ("spelling of a text", &[lamps(COUNT, "{text: bool}")], &[lamps("{text: bool}", "{text: boolean}")], &["return-respelt"]),
    ("type of a file and status", &[], &[lamps("{bytes: any}", "{201: {bytes: string}}")], &["result-content-described", "return-status-changed"]),
    ("spelling and content type", &[], &[lamps("{envelope: List<string>}", "{envelope: Array<string>, content_type: text/json}")], &["content-type-changed", "return-respelt"]),
    ("a method of its own", STOOLS, &[Edit::Replace("stools/operations/1-stools.yaml", "GET /", "PUT /")], &["operation-method-changed"]),
    ("a type that others name", NAMED, RENAMED, &["type-renamed-in-documents"]),
    ("a type and one in it", &[], BOTH, &["type-renamed", "type-renamed"]),
    ("the values of a header", VALUES, &[lamps("values: Grain", "values: Corn"), types("Grain: {", "Corn: {rust: Grain, ")], &["type-renamed-in-documents"]),
    ("the message", &[], &[api("type: Message,", "type: Note,"), types("Message: {status", "Note: {rust: Message, status")], &["type-renamed-in-documents"]),
    ("a parameter that a scheme takes", &[], &[api("{Deed: string,", "{Title: {type: string, rust: deed},"), api("takes: [Deed]", "takes: [Title]")], &["parameter-renamed-on-the-wire"]),
    ("the doc of a failure", &[], &[wicks("404: {text: string}", "404: {text: string, doc: There is none.}")], &["documentation-changed"]),
];

/// An API that has no method.
const STOOLS: &[Edit] = &[
    Edit::Add(
        "stools/api.yaml",
        "title: Stools\nbase_url: \"{stools}\"\ndocuments: {1: Book of stools}\nencoding: {kind: form}\n",
    ),
    Edit::Add(
        "stools/operations/1-stools.yaml",
        "document: 1\npart: A\ntitle: Stools\ngroup: seats\noperations:\n  - {operation: StoolSit, summary: Sits., path: GET /stool/sit, effect: changes, auth: none, returns: {text: string}}\n",
    ),
];

/// Facts that name the type `Wall`: `body` and `union` do in `base`.
const NAMED: &[Edit] = &[
    wicks("      404: {text: string}\n", "      202: {json: List<Wall>}\n      404: {json: Wall}\n"),
    wicks("    pages: {page: Page}\n", ""),
    types("Room:\n", "Room:\n  extends: Wall\n  additional: Wall\n"),
    types("Label: string", "Label: string\n    Walls: List<Wall>"),
];

const BOTH: &[Edit] = &[
    types("\nLamp:\n", "\nLight:\n"),
    types("    Room: Room\nRoom:\n", "    Room: Hall\nHall:\n"),
    types("{room: Room,", "{room: Hall,"),
    lamps("{json: Lamp,", "{json: Light,"),
    lamps("List<Lamp>", "List<Light>"),
];

const VALUES: &[Edit] =
    &[lamps("{bytes: any}", "{bytes: any, headers: {Grain-Of: {type: string, values: Grain}}}")];

const RENAMED: &[Edit] = &[
    wicks(
        "      202: {json: List<Wall>}\n      404: {json: Wall}\n",
        "      202: {json: List<Fence>}\n      404: {json: Fence}\n",
    ),
    wicks("body: Wall", "body: Fence"),
    types("  extends: Wall\n  additional: Wall\n", "  extends: Fence\n  additional: Fence\n"),
    types("Walls: List<Wall>", "Walls: List<Fence>"),
    types("wall: Wall,", "wall: Fence,"),
    types("\nWall:\n", "\nFence:\n  rust: Wall\n"),
];

#[test]
fn one_change_is_one_row() {
    let wrong = EXACT.iter().filter_map(|(name, before, after, rows)| {
        let head = edited(before.iter().chain(*after), name);
        let changes = diff(&edited(*before, name), &head);
        let found: Vec<&str> = changes.iter().map(|change| change.rule.id).collect();
        (found != *rows).then(|| format!("{name}: {}", found.join(" ")))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The value before has the name that its type had then.
#[test]
fn a_value_before_has_its_name_before() {
    let before = types("Room:\n", "Room:\n  extends: Wall\n  additional: Wall\n");
    let after = [
        wicks("body: Wall", "body: Fence"),
        types("  extends: Wall\n  additional: Wall\n", "  extends: Fence\n  additional: int\n"),
        types("wall: Wall, ", ""),
        types("\nWall:\n", "\nFence:\n"),
    ];
    let head = edited([&before].into_iter().chain(&after), "after");
    let changes = diff(&edited([&before], "before"), &head);
    let sentences: Vec<String> = changes.iter().map(Change::sentence).collect();
    let expected = [
        "type `Room`: the type of additional fields changed from `Wall` to `int`",
        "type `Thing`: `wall = Wall` is removed from the union",
        "type `Fence`: the Rust name changed from `Wall` to `Fence`",
    ];
    assert_eq!(sentences, expected);
}
