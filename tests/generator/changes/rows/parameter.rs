//! Edits of parameters.

use super::{Row, api, lamps, wicks};

/// The type of `Pause`.
macro_rules! pause {
    ($now:literal) => {
        lamps("      Pause: int?\n", concat!("      ", $now, "\n"))
    };
}

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    ("parameter-added-required", &[pause!("Pause: int?\n      Warmth: int")]),
    ("parameter-added-optional", &[pause!("Pause: int?\n      Warmth: int?")]),
    ("parameter-removed", &[lamps("      Pause: int?\n", "")]),
    ("parameter-renamed", &[pause!("Rest: int?")]),
    ("parameter-renamed-on-the-wire", &[pause!("Rest: {type: int?, rust: pause}")]),
    ("parameter-renamed-on-the-wire", &[pause!("Pause: {type: int?, sent_as: p}")]),
    ("parameter-renamed-in-documents", &[pause!("Rest: {type: int?, rust: pause, sent_as: Pause}")]),
    ("parameter-rust-name-changed", &[pause!("Pause: {type: int?, rust: rest}")]),
    ("parameter-type-widened", &[pause!("Pause: number?")]),
    ("parameter-type-changed", &[pause!("Pause: string?")]),
    ("parameter-json-shape-changed", &[lamps("Extras: object (JSON)?", "Extras: any (JSON)?")]),
    ("parameter-type-respelt", &[lamps("Dimmed: bool?", "Dimmed: boolean?")]),
    ("parameter-encoding-changed", &[pause!("Pause: int (JSON)?")]),
    ("parameter-json-mark-changed", &[lamps("Tags: List<string>?", "Tags: List<string> (JSON)?")]),
    ("parameter-became-required", &[pause!("Pause: int")]),
    ("parameter-became-optional", &[lamps("Brightness: int\n", "Brightness: int?\n")]),
    ("parameter-became-nullable", &[lamps("Brightness: int\n", "Brightness: int or null\n")]),
    ("parameter-became-non-nullable", &[lamps("Colour: string or null", "Colour: string")]),
    ("parameter-null-for-absent", &[pause!("Pause: int or null")]),
    ("parameter-absent-for-null", &[lamps("Colour: string or null", "Colour: string?")]),
    ("parameter-since-raised", &[lamps("since: 2.2.0", "since: 2.3.0")]),
    ("parameter-since-lowered", &[lamps(", since: 2.2.0", "")]),
    ("default-added", &[pause!("Pause: {type: int?, default: 1}")]),
    ("default-changed", &[lamps("default: 5", "default: 6")]),
    ("default-removed", &[lamps(", default: 5", "")]),
    ("format-tightened", &[lamps("min_length: 8", "min_length: 9")]),
    ("format-loosened", &[lamps("min_length: 8, digit: true", "min_length: 8")]),
    ("required-when-tightened", &[lamps("values: [dark]", "values: [dark, light]")]),
    ("required-when-loosened", &[lamps("{type: string?, required_when: {parameter: Shade, values: [dark]}}", "string?")]),
    ("top-level-only-set", &[pause!("Pause: {type: int?, top_level_only: true}")]),
    ("top-level-only-unset", &[lamps("{type: string?, top_level_only: true}", "string?")]),
    ("parameter-secret-marked", &[lamps("Pin: {type: string?,", "Pin: {type: string?, secret: true,")]),
    ("parameter-secret-unmarked", &[lamps("Password: {type: string?, secret: true,", "Password: {type: string?,")]),
    ("one-time-marked", &[lamps("Pin: {type: string?,", "Pin: {type: string?, one_time: true,")]),
    ("one-time-unmarked", &[api("secret: true, one_time: true}", "secret: true}")]),
    ("new-password-marked", &[lamps("Pin: {type: string?,", "Pin: {type: string?, new_password: true,")]),
    ("new-password-unmarked", &[lamps(", new_password: true", "")]),
    ("subject-marked", &[lamps("    inferred_path: /lamp/read\n    parameters: {LampID: string}", "    inferred_path: /lamp/read\n    parameters: {LampID: {type: string, subject: true}}")]),
    ("subject-unmarked", &[lamps(", subject: true", "")]),
    ("parameter-constant-changed", &[api("value: guest", "value: visitor")]),
    ("parameter-constant-added", &[lamps("Brightness: int\n", "Brightness: {type: int, value: 5}\n")]),
    ("parameter-constant-removed", &[api("kind: {type: string, value: guest}", "kind: string"), api("takes: [token]", "takes: [kind, token]")]),
    ("parameter-added-constant", &[pause!("Pause: int?\n      Warmth: {type: int, value: 5}")]),
    ("parameter-removed-constant", &[api("      kind: {type: string, value: guest}\n", "")]),
    ("required-parameters-reordered", &[lamps("      LampID: string\n      Brightness: int\n", "      Brightness: int\n      LampID: string\n")]),
    ("parameter-place-changed", &[pause!("Pause: {type: int?, in: query}")]),
    ("parameter-list-changed", &[wicks("Tag: {type: List<string>?, list: repeated}", "Tag: {type: List<string>?, list: comma}")]),
    ("parameter-flag-set", &[wicks("Loud: {type: bool?, flag: true}\n      Low: bool?", "Loud: {type: bool?, flag: true}\n      Low: {type: bool?, flag: true}")]),
    ("parameter-flag-unset", &[wicks("Loud: {type: bool?, flag: true}", "Loud: bool?")]),
    ("parameter-min-raised", &[pause!("Pause: {type: int?, min: 1}")]),
    ("parameter-min-raised", &[wicks("min: -5", "min: -4")]),
    ("parameter-min-lowered", &[wicks("min: -5", "min: -6")]),
    ("parameter-min-lowered", &[wicks("min: -5, ", "")]),
    ("parameter-max-lowered", &[pause!("Pause: {type: int?, max: 1}")]),
    ("parameter-max-raised", &[wicks("max: 9.5", "max: 9.75")]),
    ("parameter-min-length-raised", &[lamps("Colour: string or null", "Colour: {type: string or null, min_length: 1}")]),
    ("parameter-min-length-lowered", &[wicks("min_length: 2", "min_length: 1")]),
    ("parameter-max-length-lowered", &[wicks("max_length: 9", "max_length: 8")]),
    ("parameter-max-length-raised", &[wicks(", max_length: 9", "")]),
    ("parameter-pattern-changed", &[lamps("Colour: string or null", "Colour: {type: string or null, pattern: a}")]),
];
