//! Changes of types, their fields and their listed values.

use super::both;
use crate::diff::rule::rules;

rules! {
    "Types", and both::FIELD, elsewhere: [Name Rust Type Kind Fields Variants]

    "type-added" {Type Added} Added [Gains Same Gains Same]
        "A type is added": "the type is added ({after})"
    "type-removed" {Type Removed} Removed [Breaks Same Breaks Same]
        "A type is removed": "the type is removed ({before})";
        "What used it is a separate change."
    "type-renamed" {Type Renamed Type InRust} Changed [Breaks Same Breaks Same]
        "A type's Rust name changes": "the Rust name changed from {before} to {after}";
        "Recognized by its position and its content."
    "type-renamed-in-documents" {Type Called} Documentation [Same Same Same Same]
        "A type is renamed and keeps its Rust name": "renamed from {before} to {after}; the Rust name stays"
    "type-fields-shown" <Kind "opaque" => "fields"> Changed [Breaks Same Breaks Same]
        "An opaque type gets fields": "the opaque type now has the fields {after}"
    "type-fields-hidden" <Kind "fields" => "opaque"> Changed [Breaks Same Breaks Same]
        "A type with fields becomes opaque": "the type is now opaque (its fields were {before})"
    "type-kind-changed" {Kind Changed} Changed [Breaks Breaks Breaks Breaks]
        "A type changes its kind": "the type changed from {before} to {after}"
    "type-status-changed" (Status Changed) Documentation [Same Same Same Same]
        "The source of the same fields changes": "the {was} fields are now {is}"
    "field-added" {Entry Added} Added [Gains Same Gains Gains]
        "A field is added": "the field {name} is added ({after})"; "It is no longer in `extra`."
    "field-removed" {Entry Removed} Removed [Breaks Same Breaks Breaks]
        "A field is removed": "the field {name} is removed ({before})";
        "If a server still sends it, it is in `extra`."
    "field-boxing-changed" {Boxing Any} Changed [Breaks Same Breaks Same]
        "A field gets or loses its `Box`, since its type contains itself":
        "{name} is now in a {after}" | "{name} is no longer in a {before}"
    "field-became-nullable" (Nullable Added) Changed [Gains Same Gains Breaks]
        "A field becomes nullable": "{name} can now be null"; "In Rust every field is an `Option`; one that can be null has a setter for it."
    "field-became-non-nullable" (Nullable Removed) Changed [Breaks Same Breaks Breaks]
        "A field is no longer nullable": "{name} can no longer be null";
        "A sender must not send null, and loses the setter for it; a reader loses nothing."
    "values-base-changed" {ValuesOf Changed} Changed [Breaks Breaks Breaks Breaks]
        "The listed values change between strings and numbers": "the listed values are now {is} instead of {was}"
    "value-added" <Value "" => "open"> Added [Gains Same Gains Gains]
        "A value is added to an open list": "the value {after} is added"; "It is no longer `Other`."
    "value-removed" <Value "open" => ""> Removed [Breaks Same Breaks Breaks]
        "A value of an open list is removed": "the value {before} is removed"; "It is now `Other`."
    "closed-value-added" <Value "" => "closed"> Added [Gains Same Gains Gains]
        "A value is added to a list that credentials must match":
        "the value {after} is added, and credentials can have it"
    "closed-value-removed" <Value "closed" => ""> Removed [Breaks Same Breaks Breaks]
        "A value is removed from a list that credentials must match":
        "the value {before} is removed, and credentials can no longer have it";
        "A server rejects it."
    "value-changed" {Value Called Value Renamed} Changed [Same Breaks Same Breaks]
        "A listed value changes and keeps its Rust name": "the value {before} is now {after}; the Rust name stays"
    "value-renamed" {Value InRust} Changed [Breaks Same Breaks Same]
        "A listed value's Rust name changes": "the Rust name of a value changed from {before} to {after}"
    "type-extends-changed" (Extends Any) Documentation [Same Same Same Same]
        "A type extends another one": ("the type" now "extends");
        "Fields that come or go with it are changes of their own."
    "additional-changed" (Additional Any) Changed [Same Same Same Breaks]
        "The type of additional fields changes":
        "the type of additional fields changed from {before} to {after}"
        | "additional fields now have the type {after}"
        | "additional fields no longer have the type {before}"
    "tag-changed" (Tag Any) Changed [Same Breaks Same Breaks]
        "The tag of a union changes": ("the tag" is)
    "union-member-added" (Members Added) Added [Gains Same Gains Gains]
        "A union gets another type": "{after} is added to the union"; "It is no longer `Other`."
    "union-member-removed" (Members Removed) Removed [Breaks Same Breaks Breaks]
        "A union loses a type": "{before} is removed from the union"; "It is now `Other`."
    "field-became-required" (Required Added) Changed [Same Breaks Same Breaks]
        "A field becomes required": "{name} is now required";
        "Servers reject requests without it; in Rust every field is an `Option`."
    "field-became-optional" (Required Removed) Changed [Same Same Same Breaks]
        "A field is no longer required": "{name} is no longer required"
    "field-constant-changed" (Constant Any) Changed [Same Breaks Same Breaks]
        "The fixed value of a field changes": (the "fixed value")
    "field-only-changed" (Only Any) Changed [Same Same Same Breaks]
        "The direction in which a field is sent changes": ("{name}" now "has the mark")
    "content-changed" (Content Any) Changed [Same Breaks Same Breaks]
        "The value of a union moves": ("the value is" now "in")
    "values-closed" (Closed Added) Changed [Same Breaks Same Breaks]
        "A list of values is closed": "servers now refuse a value that is not listed"
    "values-opened" (Closed Removed) Changed [Same Same Same Gains]
        "A list of values is opened": "servers no longer refuse a value that is not listed"
    "field-list-changed" (List Any) Changed [Breaks Breaks Breaks Breaks]
        "The items of a field's list are sent in another way": ("the list {name} is" now "sent as")
}
