//! Changes of types, their fields and their listed values.

use crate::diff::rule::rules;

rules! {
    "Types", by code: [Name Rust Type Kind Fields Variants]

    "type-added" Added [Gains Same Gains Same]
        "A type is added": "the type is added ({after})"
    "type-removed" Removed [Breaks Same Breaks Same]
        "A type is removed": "the type is removed ({before})";
        "What used it is a separate change."
    "type-renamed" Changed [Breaks Same Breaks Same]
        "A type's Rust name changes": "the Rust name changed from {before} to {after}";
        "Recognized by its position and its content."
    "type-renamed-in-documents" Documentation [Same Same Same Same]
        "A type is renamed and keeps its Rust name": "renamed from {before} to {after}; the Rust name stays"
    "type-fields-shown" Changed [Breaks Same Breaks Same]
        "An opaque type gets fields": "the opaque type now has the fields {after}"
    "type-fields-hidden" Changed [Breaks Same Breaks Same]
        "A type with fields becomes opaque": "the type is now opaque (its fields were {before})"
    "type-kind-changed" Changed [Breaks Breaks Breaks Breaks]
        "A type starts or stops listing values": "the type changed from {before} to {after}"
    "type-status-changed" (Status Changed) Documentation [Same Same Same Same]
        "The source of the same fields changes": "the {was} fields are now {is}"
    "field-added" Added [Gains Same Gains Gains]
        "A field is added": "the field {name} is added ({after})"; "It is no longer in `extra`."
    "field-removed" Removed [Breaks Same Breaks Breaks]
        "A field is removed": "the field {name} is removed ({before})";
        "If a server still sends it, it is in `extra`."
    "field-renamed" Changed [Breaks Breaks Breaks Breaks]
        "A field is renamed": "{before} is renamed to {after}"
    "field-renamed-on-the-wire" Changed [Same Breaks Same Breaks]
        "A field is renamed and keeps its Rust name": "{before} is renamed to {after}; the Rust name stays"
    "field-rust-name-changed" Changed [Breaks Same Breaks Same]
        "Only a field's Rust name changes": "the Rust name of {name} changed from {before} to {after}"
    "field-type-changed" Changed [Breaks Breaks Breaks Breaks]
        "A field's type changes": "the type of {name} changed from {before} to {after}"
    "field-json-shape-changed" Changed [Same Same Same Breaks]
        "A field changes between any JSON and a JSON object":
        "the type of {name} changed from {before} to {after}";
        "In Rust both are `Json`."
    "field-type-respelt" Documentation [Same Same Same Same]
        "A field's type is spelled another way": "the type of {name} is now spelled {after} instead of {before}"
    "field-boxing-changed" Changed [Breaks Same Breaks Same]
        "A field gets or loses its `Box`, since its type contains itself":
        "{name} is now in a {after}" | "{name} is no longer in a {before}"
    "field-became-nullable" (Nullable Added) Changed [Same Same Same Breaks]
        "A field becomes nullable": "{name} can now be null"; "In Rust every field is an `Option`."
    "field-became-non-nullable" (Nullable Removed) Changed [Same Same Same Breaks]
        "A field is no longer nullable": "{name} can no longer be null";
        "A sender must not send null; a reader loses nothing."
    "field-secret-marked" (Secret Added) Changed [Breaks Same Breaks Same]
        "A field becomes secret": "{name} is now secret"; "Its Rust type is `Secret`."
    "field-secret-unmarked" (Secret Removed) Changed [Breaks Same Breaks Same]
        "A field is no longer secret": "{name} is no longer secret"; "It is visible in `Debug` and logs."
    "values-base-changed" Changed [Breaks Breaks Breaks Breaks]
        "The listed values change between strings and numbers": "the listed values are now {is} instead of {was}"
    "value-added" Added [Gains Same Gains Gains]
        "A value is added to an open list": "the value {after} is added"; "It is no longer `Other`."
    "value-removed" Removed [Breaks Same Breaks Breaks]
        "A value of an open list is removed": "the value {before} is removed"; "It is now `Other`."
    "closed-value-added" Added [Gains Same Gains Gains]
        "A value is added to a list that credentials must match":
        "the value {after} is added, and credentials can have it"
    "closed-value-removed" Removed [Breaks Same Breaks Breaks]
        "A value is removed from a list that credentials must match":
        "the value {before} is removed, and credentials can no longer have it";
        "A server rejects it."
    "value-changed" Changed [Same Breaks Same Breaks]
        "A listed value changes and keeps its Rust name": "the value {before} is now {after}; the Rust name stays"
    "value-renamed" Changed [Breaks Same Breaks Same]
        "A listed value's Rust name changes": "the Rust name of a value changed from {before} to {after}"
    "type-extends-changed" (Extends Any) Documentation [Same Same Same Same]
        "A type extends another one":
        "the type now extends {after} instead of {before}"
        | "the type now extends {after}"
        | "the type no longer extends {before}";
        "Fields that come or go with it are changes of their own."
    "additional-changed" (Additional Any) Changed [Same Same Same Breaks]
        "The type of additional fields changes":
        "the type of additional fields changed from {before} to {after}"
        | "additional fields now have the type {after}"
        | "additional fields no longer have the type {before}"
    "tag-changed" (Tag Any) Changed [Same Breaks Same Breaks]
        "The tag of a union changes":
        "the tag changed from {before} to {after}" | "the tag is now {after}" | "the tag is no longer {before}"
    "union-member-added" (Members Added) Added [Gains Same Gains Gains]
        "A union gets another type": "{after} is added to the union"; "It is no longer `Other`."
    "union-member-removed" (Members Removed) Removed [Breaks Same Breaks Breaks]
        "A union loses a type": "{before} is removed from the union"; "It is now `Other`."
    "field-became-required" (Required Added) Changed [Same Breaks Same Breaks]
        "A field becomes required": "{name} is now required";
        "Servers reject requests without it; in Rust every field is an `Option`."
    "field-became-optional" (Required Removed) Changed [Same Same Same Breaks]
        "A field is no longer required": "{name} is no longer required"
    "field-sent-as-changed" (SentAs Any) Changed [Same Breaks Same Breaks]
        "A field gets another name in JSON":
        "{name} is now {after} in JSON instead of {before}"
        | "{name} is now {after} in JSON"
        | "{name} is no longer {before} in JSON"
    "field-constant-changed" (Constant Any) Changed [Same Breaks Same Breaks]
        "The fixed value of a field changes":
        "the fixed value of {name} changed from {before} to {after}"
        | "{name} now has the fixed value {after}"
        | "{name} no longer has the fixed value {before}"
    "field-only-changed" (Only Any) Changed [Same Same Same Breaks]
        "The direction in which a field is sent changes":
        "{name} now has the mark {after} instead of {before}"
        | "{name} now has the mark {after}"
        | "{name} no longer has the mark {before}"
    "field-min-changed" (Min Any) Changed [Same Same Same Breaks]
        "The least value of a field changes":
        "the least value of {name} changed from {before} to {after}"
        | "{name} now has the least value {after}"
        | "{name} no longer has the least value {before}";
        "Servers check it, and so does the CLI."
    "field-max-changed" (Max Any) Changed [Same Same Same Breaks]
        "The greatest value of a field changes":
        "the greatest value of {name} changed from {before} to {after}"
        | "{name} now has the greatest value {after}"
        | "{name} no longer has the greatest value {before}";
        "Servers check it, and so does the CLI."
    "field-min-length-changed" (MinLength Any) Changed [Same Same Same Breaks]
        "The least length of a field changes":
        "the least length of {name} changed from {before} to {after}"
        | "{name} now has the least length {after}"
        | "{name} no longer has the least length {before}";
        "Servers check it, and so does the CLI."
    "field-max-length-changed" (MaxLength Any) Changed [Same Same Same Breaks]
        "The greatest length of a field changes":
        "the greatest length of {name} changed from {before} to {after}"
        | "{name} now has the greatest length {after}"
        | "{name} no longer has the greatest length {before}";
        "Servers check it, and so does the CLI."
    "field-pattern-changed" (Pattern Any) Changed [Same Same Same Breaks]
        "The pattern of a field changes":
        "the pattern of {name} changed from {before} to {after}"
        | "{name} now has the pattern {after}"
        | "{name} no longer has the pattern {before}";
        "Servers check it, and so does the CLI."
    "content-changed" (Content Any) Changed [Same Breaks Same Breaks]
        "The value of a union moves":
        "the value is now in {after} instead of {before}"
        | "the value is now in {after}"
        | "the value is no longer in {before}"
    "values-closed" (Closed Added) Changed [Same Breaks Same Breaks]
        "A list of values is closed": "servers now refuse a value that is not listed"
    "values-opened" (Closed Removed) Changed [Same Same Same Gains]
        "A list of values is opened": "servers no longer refuse a value that is not listed"
    "field-list-changed" (List Any) Changed [Breaks Breaks Breaks Breaks]
        "The items of a field's list are sent in another way":
        "the list {name} is now sent as {after} instead of {before}"
        | "the list {name} is now sent as {after}"
        | "the list {name} is no longer sent as {before}"
}
