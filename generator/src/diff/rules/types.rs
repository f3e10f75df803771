//! Changes of types, their fields and their listed values.

use crate::diff::rule::rules;

rules! {
    ADDED "type-added" "A type is added" Added [Gains Same Gains Same]
    REMOVED "type-removed" "A type is removed" Removed [Breaks Same Breaks Same]
        "What used it is a change of its own."
    RENAMED "type-renamed" "A type's Rust name changes" Changed [Breaks Same Breaks Same]
        "Recognised by its place and its content."
    RENAMED_IN_DOCUMENTS "type-renamed-in-documents" "A type's name changes, its Rust name stays" Documentation
        [Same Same Same Same]
    FIELDS_SHOWN "type-fields-shown" "An opaque type gets fields" Changed [Breaks Same Breaks Same]
    FIELDS_HIDDEN "type-fields-hidden" "A type with fields becomes opaque" Changed [Breaks Same Breaks Same]
    KIND_CHANGED "type-kind-changed" "A type lists values now, or no longer" Changed [Breaks Breaks Breaks Breaks]
    STATUS_CHANGED "type-status-changed" "The same fields are documented now, or inferred now" Documentation
        [Same Same Same Same]
    FIELD_ADDED "field-added" "A field is added" Added [Gains Same Gains Gains]
        "It is no longer in `extra`."
    FIELD_REMOVED "field-removed" "A field is removed" Removed [Breaks Same Breaks Breaks]
        "Where it comes all the same, it is in `extra`."
    FIELD_RENAMED "field-renamed" "A field is renamed" Changed [Breaks Breaks Breaks Breaks]
    FIELD_RENAMED_ON_THE_WIRE "field-renamed-on-the-wire" "A field is renamed, its Rust name stays" Changed
        [Same Breaks Same Breaks]
    FIELD_RUST_NAME_CHANGED "field-rust-name-changed" "Only a field's Rust name changes" Changed
        [Breaks Same Breaks Same]
    FIELD_TYPE_CHANGED "field-type-changed" "A field's type changes" Changed [Breaks Breaks Breaks Breaks]
    FIELD_JSON_SHAPE_CHANGED "field-json-shape-changed" "A field is any JSON now, or a JSON object" Changed
        [Same Same Same Breaks]
        "In Rust both are `Json`."
    FIELD_TYPE_RESPELT "field-type-respelt" "A field's type is written another way" Documentation
        [Same Same Same Same]
    FIELD_BOXED "field-boxing-changed" "A field is boxed now, or no longer, since its type holds itself" Changed
        [Breaks Same Breaks Same]
    FIELD_BECAME_NULLABLE "field-became-nullable" "A field can be null" Changed [Same Same Same Breaks]
        "In Rust every field is an `Option`."
    FIELD_BECAME_NON_NULLABLE "field-became-non-nullable" "A field that could be null can't" Changed
        [Same Same Same Breaks]
        "Whoever sends it may not send null; who reads it loses nothing."
    FIELD_SECRET_MARKED "field-secret-marked" "A field is marked secret" Changed [Breaks Same Breaks Same]
        "Its Rust type is `Secret`."
    FIELD_SECRET_UNMARKED "field-secret-unmarked" "A field is no longer marked secret" Changed
        [Breaks Same Breaks Same]
        "It shows in `Debug` and logs."
    VALUES_BASE_CHANGED "values-base-changed" "The listed values are texts now, or numbers" Changed
        [Breaks Breaks Breaks Breaks]
    VALUE_ADDED "value-added" "A value is added to an open list" Added [Gains Same Gains Gains]
        "It is no longer `Other`."
    VALUE_REMOVED "value-removed" "A value of an open list is removed" Removed [Breaks Same Breaks Breaks]
        "It is `Other`."
    CLOSED_VALUE_ADDED "closed-value-added" "A value is added to a list that credentials are held to" Added
        [Gains Same Gains Gains]
    CLOSED_VALUE_REMOVED "closed-value-removed" "A value is removed of a list that credentials are held to" Removed
        [Breaks Same Breaks Breaks]
        "A server refuses it."
    VALUE_CHANGED "value-changed" "A listed value is written another way, its Rust name stays" Changed
        [Same Breaks Same Breaks]
    VALUE_RENAMED "value-renamed" "A listed value's Rust name changes" Changed [Breaks Same Breaks Same]
}
