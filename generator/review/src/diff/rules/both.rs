//! Changes that a parameter and a field have in common.

use crate::diff::rule::both;

both! {
    "parameter-renamed" "field-renamed" (entry Renamed) Changed [x x x x] "A " it " is renamed" =>
        "{before} is renamed to {after}"
    "parameter-renamed-on-the-wire" "field-renamed-on-the-wire" (entry Called) Changed [. x . x] "A " it " is sent under another name and keeps its Rust name" =>
        "{name} is now sent as {after} instead of {before}"
    "parameter-renamed-in-documents" "field-renamed-in-documents" (entry Documented) Documentation [. . . .] "A " it " is renamed, but not on the wire and in Rust" =>
        "{before} is now called {after}; it is sent as before"
    "parameter-rust-name-changed" "field-rust-name-changed" (entry InRust) Changed [x . x .] "Only a " it "'s Rust name changes" =>
        "the Rust name of {name} changed from {before} to {after}"
    "parameter-type-widened" "field-type-widened" (shape "Int None" => "Number None") Changed [x . x +] / [x . x x] "A " it " may be any number instead of a whole one" =>
        "the type of {name} changed from {before} to {after}"
    "parameter-type-changed" "field-type-changed" (shape Changed) Changed [x x x x] "A " it "'s type changes" =>
        "the type of {name} changed from {before} to {after}"
    "parameter-json-shape-changed" "field-json-shape-changed" (json_shape Changed) Changed [. . . x] "A " it " changes between any JSON and a JSON object" =>
        "the type of {name} changed from {before} to {after}"; "In Rust both are `Json`."
    "parameter-type-respelt" "field-type-respelt" (spelling Changed) Documentation [. . . .] "A " it "'s type is spelled another way" =>
        "the type of {name} is now spelled {after} instead of {before}";
        "`bool` and `boolean` are the same type, and so are `List` and `Array`."
    "parameter-secret-marked" "field-secret-marked" (secret Added) Changed [x . x .] "A " it " becomes secret" =>
        "{name} is now secret"; "Its Rust type is `Secret`."
    "parameter-secret-unmarked" "field-secret-unmarked" (secret Removed) Changed [x . x .] "A " it " is no longer secret" =>
        "{name} is no longer secret"; "It is visible in `Debug` and logs."
    "parameter-min-raised" "field-min-raised" (min Stricter exclusive_min Stricter) Changed [. . . x] / [. . . .] "The least value of a " it " is raised or added" =>
        (the "least value"); "Servers check it, and so does the CLI."
    "parameter-min-lowered" "field-min-lowered" (min Looser exclusive_min Looser) Changed [. . . +] / [. . . x] "The least value of a " it " is lowered or removed" =>
        (the "least value")
    "parameter-max-lowered" "field-max-lowered" (max Stricter exclusive_max Stricter) Changed [. . . x] / [. . . .] "The greatest value of a " it " is lowered or added" =>
        (the "greatest value"); "Servers check it, and so does the CLI."
    "parameter-max-raised" "field-max-raised" (max Looser exclusive_max Looser) Changed [. . . +] / [. . . x] "The greatest value of a " it " is raised or removed" =>
        (the "greatest value")
    "parameter-min-length-raised" "field-min-length-raised" (min_length Stricter) Changed [. . . x] / [. . . .] "The least length of a " it " is raised or added" =>
        (the "least length"); "Servers check it, and so does the CLI."
    "parameter-min-length-lowered" "field-min-length-lowered" (min_length Looser) Changed [. . . +] / [. . . x] "The least length of a " it " is lowered or removed" =>
        (the "least length")
    "parameter-max-length-lowered" "field-max-length-lowered" (max_length Stricter) Changed [. . . x] / [. . . .] "The greatest length of a " it " is lowered or added" =>
        (the "greatest length"); "Servers check it, and so does the CLI."
    "parameter-max-length-raised" "field-max-length-raised" (max_length Looser) Changed [. . . +] / [. . . x] "The greatest length of a " it " is raised or removed" =>
        (the "greatest length")
    "parameter-pattern-changed" "field-pattern-changed" (pattern Any) Changed [. . . x] "The pattern of a " it " changes" =>
        (the "pattern"); "Servers check it, and so does the CLI."
    "parameter-min-items-raised" "field-min-items-raised" (min_items Stricter) Changed [. . . x] / [. . . .] "The least number of items of a " it " is raised or added" =>
        (the "least number of items"); "Servers check it, and so does the CLI."
    "parameter-min-items-lowered" "field-min-items-lowered" (min_items Looser) Changed [. . . +] / [. . . x] "The least number of items of a " it " is lowered or removed" =>
        (the "least number of items")
    "parameter-max-items-lowered" "field-max-items-lowered" (max_items Stricter) Changed [. . . x] / [. . . .] "The greatest number of items of a " it " is lowered or added" =>
        (the "greatest number of items"); "Servers check it, and so does the CLI."
    "parameter-max-items-raised" "field-max-items-raised" (max_items Looser) Changed [. . . +] / [. . . x] "The greatest number of items of a " it " is raised or removed" =>
        (the "greatest number of items")
    "parameter-multiple-of-changed" "field-multiple-of-changed" (multiple_of Any) Changed [. . . x] "What a " it " is a multiple of changes" =>
        (the "step"); "Servers check it, and so does the CLI."
    "parameter-made-unique" "field-made-unique" (unique Added) Changed [. . . x] / [. . . .] "Items of a " it " may no longer be equal" =>
        "two items of {name} can no longer be equal"; "Servers check it, and so does the CLI."
    "parameter-no-longer-unique" "field-no-longer-unique" (unique Removed) Changed [. . . +] / [. . . x] "Items of a " it " may be equal" =>
        "two items of {name} can now be equal"
    "parameter-limits-inside-changed" "field-limits-inside-changed" (limits_inside Any) Changed [. . . x] "The limits of what is in a " it " change" =>
        "the limits of what is in {name} changed"; "Servers check them, and so does the CLI."
    "default-added" "field-default-added" (default Added) Changed [. . . +] / [. . . .] "A " it " gets a default" =>
        "{name} now defaults to {after}"; "A handler sees it if nothing was sent, and the value isn't required."
    "default-changed" "field-default-changed" (default Changed) Changed [. . . x] / [. . . .] "The default of a " it " changes" =>
        "the default of {name} changed from {before} to {after}"
    "default-removed" "field-default-removed" (default Removed) Removed [. . . x] / [. . . .] "A " it " no longer has a default" =>
        "{name} no longer has a default (it was {before})"
    "parameter-deprecated" "field-deprecated" (deprecation Added) Deprecated [+ . . .] "A " it " is deprecated" =>
        "{name} is deprecated ({after})" | "{name} is deprecated"; "Code that uses it compiles with a warning."
    "parameter-undeprecated" "field-undeprecated" (deprecation Removed) Changed [+ . . .] "A " it " is no longer deprecated" =>
        "{name} is no longer deprecated"
    "parameter-deprecation-changed" "field-deprecation-changed" (deprecation Changed) Deprecated [. . . .] "The replacement or the version of a deprecated " it " changes" =>
        "the deprecation of {name} changed from {before} to {after}" | "the deprecation of {name} now says {after}"
        | "the deprecation of {name} no longer says {before}"
}
