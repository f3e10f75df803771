//! Edits of types, fields and values.

use super::{Row, types};

/// The type of `Watt`.
macro_rules! watt {
    ($now:literal) => {
        types("    Watt: int\n", concat!("    ", $now, "\n"))
    };
}

/// Another field of `Wall`, which requests have.
macro_rules! wall {
    ($now:literal) => {
        types("sent_as: h}\n", concat!("sent_as: h}\n    ", $now, "\n"))
    };
}

/// The type of `Sketch`.
macro_rules! sketch {
    ($now:literal) => {
        types("Sketch: opaque\n", concat!($now, "\n"))
    };
}

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    ("type-added", &[sketch!("Sketch: opaque\nBlueprint: opaque")]),
    ("type-removed", &[types("Sketch: opaque\n", "")]),
    ("type-renamed", &[sketch!("Drawing: opaque")]),
    ("type-renamed-in-documents", &[sketch!("LampSketch:\n  rust: Sketch\n  opaque: Nothing shown.")]),
    ("type-of-content-changed", &[types("Soot: {fields: {Grams", "Soot: {fields: {Ounces")]),
    ("type-fields-shown", &[sketch!("Sketch: {fields: {Line: string}}")]),
    ("type-fields-hidden", &[types("Room:\n  fields:\n    Title: string\n    Place: string\n", "Room: opaque\n")]),
    ("type-kind-changed", &[sketch!("Sketch: {of: string, values: [line]}")]),
    ("type-status-changed", &[types("status: inferred, ", "")]),
    ("field-added", &[watt!("Watt: int\n    Volt: int")]),
    ("field-added-required", &[wall!("Depth: int"), types("required: [Sort]", "required: [Sort, Depth]")]),
    ("field-added-required", &[types("    Place: string\n", "    Place: string\n    Floor: int\n  required: [Floor]\n")]),
    ("field-added-constant", &[wall!("Depth: {type: int, value: 5}"), types("required: [Sort]", "required: [Sort, Depth]")]),
    ("field-removed", &[types("    Watt: int\n", "")]),
    ("field-renamed", &[watt!("Power: int")]),
    ("field-renamed-on-the-wire", &[watt!("Power: {type: int, rust: watt}")]),
    ("field-renamed-on-the-wire", &[types("sent_as: h", "sent_as: high")]),
    ("field-renamed-in-documents", &[watt!("Power: {type: int, rust: watt, sent_as: Watt}")]),
    ("field-rust-name-changed", &[watt!("Watt: {type: int, rust: power}")]),
    ("field-type-widened", &[watt!("Watt: number")]),
    ("field-type-changed", &[watt!("Watt: string")]),
    ("field-json-shape-changed", &[types("Extras: any", "Extras: object")]),
    ("field-type-respelt", &[types("Tags: List<string>", "Tags: Array<string>")]),
    ("field-boxing-changed", &[types("    Place: string\n", "    Place: string\n    Lamp: Lamp\n")]),
    ("field-became-nullable", &[watt!("Watt: int or null")]),
    ("field-option-changed", &[types("    Sort: string\n", "    Sort: string or null\n")]),
    ("field-became-non-nullable", &[types("Owner: string or null", "Owner: string")]),
    ("field-secret-marked", &[types("Label: string", "Label: {type: string, secret: true}")]),
    ("field-secret-unmarked", &[types("Serial: {type: string, secret: true}", "Serial: string")]),
    ("values-base-changed", &[types("{of: number, values: {LOW: 1, HIGH: 2}}", "{of: string, values: {LOW: low, HIGH: high}}")]),
    ("values-base-changed", &[types("{LOW: 1, HIGH: 2}", "{LOW: 1, HIGH: 2, HALF: 0.5}")]),
    ("value-added", &[types("DARK: dark}", "DARK: dark, GREY: grey}")]),
    ("value-removed", &[types("LIGHT: light, ", "")]),
    ("closed-value-added", &[types("values: [Key, Code, Glove]", "values: [Key, Code, Glove, Hat]")]),
    ("closed-value-removed", &[types("values: [Key, Code, Glove]", "values: [Key, Code]")]),
    ("closed-value-removed", &[types("[fine, coarse]", "[fine]")]),
    ("value-changed", &[types("LIGHT: light", "LIGHT: bright")]),
    ("value-renamed", &[types("LIGHT: light", "BRIGHT: light")]),
    ("type-extends-changed", &[types("Wall:\n  fields:", "Wall:\n  extends: Base\n  fields:"), types("Sketch: opaque\n", "Sketch: opaque\nBase: {fields: {Sort: string}}\n")]),
    ("additional-changed", &[types("  required: [Sort]\n", "  required: [Sort]\n  additional: string\n")]),
    ("tag-changed", &[types("tag: Sort", "tag: Kind")]),
    ("union-member-added", &[types("oil: Oil}", "oil: Oil, lamp: Lamp}")]),
    ("union-member-removed", &[types("{room: Room, wall: Wall, oil: Oil}", "{room: Room, wall: Wall}")]),
    ("field-became-required", &[types("required: [Sort]", "required: [Sort, Height]")]),
    ("field-became-required", &[types("    Place: string\n", "    Place: string\n  required: [Place]\n")]),
    ("field-became-optional", &[types("  required: [Sort]\n", "")]),
    ("field-required-inferred-changed", &[types("required: [Sort]", "required_inferred: [Sort]")]),
    ("field-since-changed", &[watt!("Watt: {type: int, since: 1.2.0}")]),
    ("field-constant-changed", &[watt!("Watt: {type: int, value: 5}")]),
    ("field-only-changed", &[watt!("Watt: {type: int, only: read}")]),
    ("field-min-raised", &[watt!("Watt: {type: int, min: 1}")]),
    ("field-min-lowered", &[types("min: 1, ", "")]),
    ("field-max-lowered", &[watt!("Watt: {type: int, max: 1}")]),
    ("field-max-raised", &[types("max: 9}", "max: 10}")]),
    ("field-min-length-raised", &[types("Label: string", "Label: {type: string, min_length: 1}")]),
    ("field-min-length-lowered", &[types("min_length: 1", "min_length: 0")]),
    ("field-max-length-lowered", &[types("Label: string", "Label: {type: string, max_length: 9}")]),
    ("field-max-length-raised", &[types("max_length: 5", "max_length: 6")]),
    ("field-pattern-changed", &[types("Label: string", "Label: {type: string, pattern: a}")]),
    ("field-min-items-raised", &[types("Counts: {type: List<int>, min_items: 1", "Counts: {type: List<int>, min_items: 2")]),
    ("field-min-items-lowered", &[types("min_items: 1, ", "")]),
    ("field-max-items-lowered", &[types("max_items: 5, unique", "max_items: 4, unique")]),
    ("field-max-items-raised", &[types("max_items: 5, unique", "max_items: 6, unique")]),
    ("field-multiple-of-changed", &[types("multiple_of: 5", "multiple_of: 7")]),
    ("field-made-unique", &[types("Tags: List<string>", "Tags: {type: List<string>, unique: true}")]),
    ("field-no-longer-unique", &[types(", unique: true", "")]),
    ("field-limits-inside-changed", &[types("More: List<Word>", "More: List<string>")]),
    ("field-limits-inside-changed", &[types("Word: {of: string, max_length: 9}", "Word: {of: string, max_length: 8}")]),
    ("field-max-items-lowered", &[types("Words: {list: Word, max_items: 5}", "Words: {list: Word, max_items: 4}")]),
    ("field-type-changed", &[types("Words: {list: Word,", "Words: {list: int,")]),
    ("type-alias-added", &[types("Words: {list", "Spare: {of: string}\nWords: {list")]),
    ("type-alias-removed", &[types("Names: {map: Word, keys: Word}\n", "")]),
    ("type-alias-renamed", &[types("Names: {map", "Titles: {map")]),
    ("type-keys-changed", &[types(", keys: Word", "")]),
    ("content-changed", &[types("tag: Sort", "tag: Sort, content: value")]),
    ("values-closed", &[types("Shade:\n  of: string\n", "Shade:\n  of: string\n  closed: true\n")]),
    ("values-opened", &[types("values: [fine, coarse], closed: true", "values: [fine, coarse]")]),
    ("values-closed", &[types("Torch: {deprecated: {}, ", "Torch: {closed: true, deprecated: {}, ")]),
    ("values-opened", &[types("required: [Ray], closed: true", "required: [Ray]")]),
    ("union-match-changed", &[types(", match: first", "")]),
    ("values-int-changed", &[types("Fuse: {of: int", "Fuse: {of: number")]),
    ("type-deprecated", &[types("Oil: {fields", "Oil: {deprecated: {}, fields")]),
    ("type-undeprecated", &[types("Torch: {deprecated: {}, ", "Torch: {")]),
    ("type-deprecation-changed", &[types("Torch: {deprecated: {}", "Torch: {deprecated: {since: 1.2.0}")]),
    ("value-deprecated", &[types("Level: {of: number,", "Level: {deprecated_values: {1: {replacement: 2}}, of: number,")]),
    ("value-undeprecated", &[types(", deprecated_values: {1: {}}", "")]),
    ("field-deprecated", &[watt!("Watt: {type: int, deprecated: {replacement: Title}}")]),
    ("field-undeprecated", &[types("deprecated: {replacement: Width}, ", "")]),
    ("field-deprecation-changed", &[types("replacement: Width", "since: 1.2.0")]),
    ("field-default-added", &[watt!("Watt: {type: int, default: 5}")]),
    ("field-default-changed", &[types("default: 2}", "default: 3}")]),
    ("field-default-removed", &[types(", default: 2}", "}")]),
    ("field-list-changed", &[types("Tags: List<string>", "Tags: {type: List<string>, list: comma}")]),
];
