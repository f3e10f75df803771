//! Changes of a parameter, of an operation or of a credential.

use crate::diff::rule::rules;

rules! {
    "Parameters", by code: [Name Rust Type Json Required Nullable Values ValuesType]

    "parameter-added-required" Added [Breaks Same Gains Breaks]
        "A required parameter is added": "the required parameter {name} is added ({after})";
        "`new` takes one more argument."
    "parameter-added-optional" Added [Gains Same Gains Gains]
        "An optional parameter is added": "the optional parameter {name} is added ({after})"
    "parameter-removed" Removed [Breaks Same Breaks Breaks]
        "A parameter is removed": "the parameter {name} is removed ({before})";
        "If it is still sent, it is ignored."
    "parameter-renamed" Changed [Breaks Breaks Breaks Breaks]
        "A parameter is renamed": "{before} is renamed to {after}"
    "parameter-renamed-on-the-wire" Changed [Same Breaks Same Breaks]
        "A parameter is renamed and keeps its Rust name": "{before} is renamed to {after}; the Rust name stays"
    "parameter-rust-name-changed" Changed [Breaks Same Breaks Same]
        "Only a parameter's Rust name changes": "the Rust name of {name} changed from {before} to {after}"
    "parameter-type-changed" Changed [Breaks Breaks Breaks Breaks]
        "A parameter's type changes": "the type of {name} changed from {before} to {after}"
    "parameter-json-shape-changed" Changed [Same Same Same Breaks]
        "A parameter changes between any JSON and a JSON object":
        "the type of {name} changed from {before} to {after}";
        "In Rust both are `Json`."
    "parameter-type-respelt" Documentation [Same Same Same Same]
        "A parameter's type is spelled another way": "the type of {name} is now spelled {after} instead of {before}";
        "`bool` and `boolean` are the same type, and so are `List` and `Array`."
    "parameter-encoding-changed" Changed [Same Breaks Same Breaks]
        "A parameter changes between JSON text and plain text": "{name} is now sent as {is} instead of {was}"
    "parameter-json-mark-changed" Documentation [Same Same Same Same]
        "A parameter gets or loses its mark `(JSON)`, and is sent as before":
        "{name} is now marked {after}" | "{name} is no longer marked {before}"
    "parameter-became-required" Changed [Breaks Same Breaks Breaks]
        "An optional parameter becomes required": "{name} became required"
    "parameter-became-optional" Changed [Breaks Same Breaks Gains]
        "A required parameter becomes optional": "{name} became optional";
        "`new` takes one argument less, and the field is an `Option`."
    "parameter-became-nullable" Changed [Breaks Same Breaks Gains]
        "A required parameter becomes nullable": "{name} can now be null";
        "The field is an `Option`."
    "parameter-became-non-nullable" Changed [Breaks Same Breaks Breaks]
        "A required parameter is no longer nullable": "{name} can no longer be null"
    "parameter-null-for-absent" Changed [Breaks Same Same Breaks]
        "An optional parameter must be sent, but can be null": "{name} must now be sent, but can be null";
        "The field is an `Option` before and after; `new` now takes it."
    "parameter-absent-for-null" Changed [Breaks Breaks Same Gains]
        "A nullable parameter is omitted instead of null": "{name} can now be omitted instead of null";
        "The field is an `Option` before and after; `new` no longer takes it. A client no longer sends it, although an unchanged server still requires it."
    "parameter-since-raised" (Since Stricter) Changed [Same Breaks Same Breaks]
        "The first server version of a parameter is raised or added":
        "`since` of {name} is raised from {before} to {after}" | "`since` of {name} is now {after}";
        "Only if the client or server is set to an older version."
    "parameter-since-lowered" (Since Looser) Changed [Same Gains Same Gains]
        "The first server version of a parameter is lowered or removed":
        "`since` of {name} is lowered from {before} to {after}" | "`since` of {name} is removed (it was {before})"
    "default-added" (Default Added) Changed [Same Same Same Gains]
        "A default is added": "{name} now defaults to {after}";
        "A handler sees it if nothing was sent."
    "default-changed" (Default Changed) Changed [Same Same Same Breaks]
        "A default changes": "the default of {name} changed from {before} to {after}"
    "default-removed" (Default Removed) Removed [Same Same Same Breaks]
        "A default is removed": "{name} no longer has a default (it was {before})"
    "format-tightened" (Format Stricter) Changed [Same Same Same Breaks]
        "A format is required, or a stricter or different one":
        "the format of {name} changed from {before} to {after}" | "{name} now has the format {after}"
    "format-loosened" (Format Looser) Changed [Same Same Same Gains]
        "A looser format is required, or none":
        "the format of {name} is loosened from {before} to {after}"
        | "{name} no longer has a format (it was {before})"
    "required-when-tightened" (RequiredWhen Stricter) Changed [Same Same Same Breaks]
        "A parameter becomes required in more or other cases":
        "{name} is now required when {after}, and not only when {before}" | "{name} is now required when {after}"
    "required-when-loosened" (RequiredWhen Looser) Changed [Same Same Same Gains]
        "A parameter is required in fewer cases":
        "{name} is now required only when {after}, and not when {before}" | "{name} is no longer required when {before}"
    "top-level-only-set" (TopLevelOnly Added) Changed [Same Same Same Breaks]
        "Only the top level can send a parameter": "only the top level can now send {name}"
    "top-level-only-unset" (TopLevelOnly Removed) Changed [Same Same Same Gains]
        "Any level can send a parameter": "any level can now send {name}"
    "parameter-secret-marked" (Secret Added) Changed [Breaks Same Breaks Same]
        "A parameter becomes secret": "{name} is now secret"; "Its Rust type is `Secret`."
    "parameter-secret-unmarked" (Secret Removed) Changed [Breaks Same Breaks Same]
        "A parameter is no longer secret": "{name} is no longer secret"; "It is visible in `Debug` and logs."
    "one-time-marked" (OneTime Added) Changed [Same Breaks Same Same]
        "A parameter becomes a one-time code": "{name} is now a one-time code";
        "A client refuses to send its credential twice."
    "one-time-unmarked" (OneTime Removed) Changed [Same Gains Same Same]
        "A parameter is no longer a one-time code": "{name} is no longer a one-time code"
    "new-password-marked" (NewPassword Added) Changed [Same Same Same Same]
        "A parameter is a new password": "{name} is now marked as a new password"; "The CLI asks for it twice."
    "new-password-unmarked" (NewPassword Removed) Changed [Same Same Same Same]
        "A parameter is not a new password": "{name} is no longer marked as a new password"
    "subject-marked" (Subject Added) Changed [Same Same Same Same]
        "An operation is about a parameter": "the operation is now about {name}";
        "The CLI asks to type it before it sends what destroys."
    "subject-unmarked" (Subject Removed) Changed [Same Same Same Same]
        "An operation is not about a parameter": "the operation is no longer about {name}"
    "parameter-constant-changed" (Constant Any) Changed [Same Breaks Same Breaks]
        "A parameter's fixed value changes":
        "the fixed value of {name} changed from {before} to {after}"
        | "{name} now has the fixed value {after}"
        | "{name} no longer has the fixed value {before}"
    "required-parameters-reordered" Changed [Breaks Same Same Same]
        "The order of the required parameters changes":
        "the order of the required parameters changed from {before} to {after}";
        "`new` takes them in that order. If their types are the same, a call still compiles and sends them swapped. The order of optional parameters does not matter."
    "parameter-place-changed" (In Any) Changed [Same Breaks Same Breaks]
        "A parameter is sent in another place":
        "{name} is now sent in {after} instead of {before}"
        | "{name} is now sent in {after}"
        | "{name} is no longer sent in {before}"
    "parameter-sent-as-changed" (SentAs Any) Changed [Same Breaks Same Breaks]
        "A parameter gets another name on the wire":
        "{name} is now sent as {after} instead of {before}"
        | "{name} is now sent as {after}"
        | "{name} is no longer sent as {before}"
    "parameter-list-changed" (List Any) Changed [Same Breaks Same Breaks]
        "The items of a list are sent in another way":
        "the list {name} is now sent as {after} instead of {before}"
        | "the list {name} is now sent as {after}"
        | "the list {name} is no longer sent as {before}"
    "parameter-flag-set" (Flag Added) Changed [Same Breaks Same Breaks]
        "A parameter becomes a flag": "{name} is now sent without a value"
    "parameter-flag-unset" (Flag Removed) Changed [Same Breaks Same Breaks]
        "A parameter is no longer a flag": "{name} is now sent with a value"
    "parameter-min-changed" (Min Any) Changed [Same Same Same Breaks]
        "The least value of a parameter changes":
        "the least value of {name} changed from {before} to {after}"
        | "{name} now has the least value {after}"
        | "{name} no longer has the least value {before}";
        "Servers check it, and so does the CLI."
    "parameter-max-changed" (Max Any) Changed [Same Same Same Breaks]
        "The greatest value of a parameter changes":
        "the greatest value of {name} changed from {before} to {after}"
        | "{name} now has the greatest value {after}"
        | "{name} no longer has the greatest value {before}";
        "Servers check it, and so does the CLI."
    "parameter-min-length-changed" (MinLength Any) Changed [Same Same Same Breaks]
        "The least length of a parameter changes":
        "the least length of {name} changed from {before} to {after}"
        | "{name} now has the least length {after}"
        | "{name} no longer has the least length {before}";
        "Servers check it, and so does the CLI."
    "parameter-max-length-changed" (MaxLength Any) Changed [Same Same Same Breaks]
        "The greatest length of a parameter changes":
        "the greatest length of {name} changed from {before} to {after}"
        | "{name} now has the greatest length {after}"
        | "{name} no longer has the greatest length {before}";
        "Servers check it, and so does the CLI."
    "parameter-pattern-changed" (Pattern Any) Changed [Same Same Same Breaks]
        "The pattern of a parameter changes":
        "the pattern of {name} changed from {before} to {after}"
        | "{name} now has the pattern {after}"
        | "{name} no longer has the pattern {before}";
        "Servers check it, and so does the CLI."
}
