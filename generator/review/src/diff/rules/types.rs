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
}
