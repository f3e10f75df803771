//! Changes of types, their fields and their listed values.

use super::both;
use crate::diff::rule::rules;

rules! {
    "Types", and both::FIELD, elsewhere: [Name Rust SentAs Type Kind Of Fields Variants Deprecated Replacement
        DeprecatedSince RemovedAfter RemovedIn]

    "type-added" (type Added) Added [+ . + .] "A type is added" => "the type is added ({after})"
    "type-removed" (type Removed) Removed [x . x .] "A type is removed" => "the type is removed ({before})";
        "What used it is a separate change."
    "type-renamed" (type Renamed type InRust) Changed [x . x .] "A type's Rust name changes" =>
        "the Rust name changed from {before} to {after}"; "Recognized by its position and its content."
    "type-renamed-in-documents" (type Called) Documentation [. . . .] "A type is renamed and keeps its Rust name" =>
        "renamed from {before} to {after}; the Rust name stays"
    "type-alias-added" (type_alias Added) Added [. . . .] "An alias of a type is added" => "the alias is added";
        "In Rust, it is the type that it names."
    "type-alias-removed" (type_alias Removed) Removed [. . . .] "An alias of a type is removed" => "the alias is removed";
        "What used it is a separate change."
    "type-alias-renamed" (type_alias Renamed type_alias InRust type_alias Called) Documentation [. . . .] "An alias of a type is renamed" =>
        "renamed from {before} to {after}"
    "type-of-content-changed" (held_type Changed) Changed [. . . x] "A type of what is only in bytes or texts changes" =>
        "what bytes or texts of this type hold changed"; "No code and no JSON has it."
    "type-keys-changed" (keys Any) Changed [. . . x] "The type of the keys of a map changes" => ("its keys are" now "of the type");
        "Servers check them, and so does the CLI."
    "type-fields-shown" (kind "opaque" => "fields") Changed [x . x .] "An opaque type gets fields" =>
        "the opaque type now has the fields {after}"
    "type-fields-hidden" (kind "fields" => "opaque") Changed [x . x .] "A type with fields becomes opaque" =>
        "the type is now opaque (its fields were {before})"
    "type-kind-changed" (kind Changed) Changed [x x x x] "A type changes its kind" =>
        "the type changed from {before} to {after}"
    "type-status-changed" (status Changed) Documentation [. . . .] "The source of the same fields changes" =>
        "the {was} fields are now {is}"
    "field-added-required" (entry "" => "required") Added [x . + x] / [x x x +] "A required field is added" =>
        "the required field {name} is added ({after})"; "`new` of the type takes one more argument. Servers reject requests without it, and clients results."
    "field-added-constant" (entry "" => "constant") Added [+ . + x] / [+ x + +] "A required field with a fixed value is added" =>
        "the field {name} with a fixed value is added ({after})"; "Servers reject requests without it."
    "field-added" (entry Added) Added [+ . + +] "A field is added" => "the field {name} is added ({after})";
        "It is no longer in `extra`."
    "field-removed" (entry Removed) Removed [x . x x] "A field is removed" => "the field {name} is removed ({before})";
        "If a server still sends it, it is in `extra`."
    "field-boxing-changed" (boxing Any) Changed [x . x .] "A field gets or loses its `Box`, since its type contains itself" =>
        "{name} is now in a {after}" | "{name} is no longer in a {before}"
    "field-became-nullable" (nullable Added) Changed [+ . + +] / [+ . + x] "A field becomes nullable" => "{name} can now be null";
        "One that can be null has a setter for it."
    "field-option-changed" (held Changed) Changed [x . x .] "A required field becomes an `Option` in Rust, or no longer is one" =>
        "{name} is now {is} in Rust"; "It can be null, or is sent in one direction only."
    "field-became-non-nullable" (nullable Removed) Changed [x . x x] / [x . x .] "A field is no longer nullable" =>
        "{name} can no longer be null";
        "A sender must not send null, and loses the setter for it; a reader loses nothing."
    "values-base-changed" (values_of Changed) Changed [x x x x]
        "The listed values change between strings, whole numbers and fractions" =>
        "the listed values are now {is} instead of {was}"
    "value-added" (listed_value "" => "open") Added [+ . + +] "A value is added to an open list" => "the value {after} is added";
        "It is no longer `Other`."
    "value-removed" (listed_value "open" => "") Removed [x . x x] "A value of an open list is removed" =>
        "the value {before} is removed"; "It is now `Other`."
    "closed-value-added" (listed_value "" => "closed") Added [+ . + +] / [+ . + x] "A value is added to a closed list" =>
        "the value {after} is added to the closed list";
        "Servers accept it. Clients that know the list may not: in Rust it was `Other`."
    "closed-value-removed" (listed_value "closed" => "") Removed [x . x x] / [x . x .] "A value of a closed list is removed" =>
        "the value {before} is removed, and servers refuse it"
    "value-changed" (listed_value Called listed_value Renamed) Changed [. x . x] "A listed value changes and keeps its Rust name" =>
        "the value {before} is now {after}; the Rust name stays"
    "value-renamed" (listed_value InRust) Changed [x . x .] "A listed value's Rust name changes" =>
        "the Rust name of a value changed from {before} to {after}"
    "type-extends-changed" (extends Any) Documentation [. . . .] "A type extends another one" =>
        ("the type" now "extends"); "Fields that come or go with it are changes of their own."
    "additional-changed" (additional Any) Changed [. . . x] "The type of additional fields changes" =>
        "the type of additional fields changed from {before} to {after}" | "additional fields now have the type {after}"
        | "additional fields no longer have the type {before}"; "Servers check them, and so does the CLI."
    "tag-changed" (tag Any) Changed [. x . x] "The tag of a union changes" => ("the tag" is)
    "union-member-added" (union Added) Added [+ . + +] "A union gets another type" => "{after} is added to the union";
        "It is no longer `Other`."
    "union-member-removed" (union Removed) Removed [x . x x] "A union loses a type" =>
        "{before} is removed from the union"; "It is now `Other`."
    "field-became-required" (required Added) Changed [x . x x] / [x x x .] "A field becomes required" => "{name} is now required";
        "In Rust it is no longer an `Option`, and the constructor takes it. Servers reject requests without it, and clients results."
    "field-became-optional" (required Removed) Changed [x . x +] / [x . x x] "A field is no longer required" =>
        "{name} is no longer required"; "In Rust it is now an `Option`. A client of before can't read a result without it."
    "field-required-inferred-changed" (required_inferred Any) Documentation [. . . .] "Whether the documents say that a field is required changes" =>
        "that {name} is required is now {after}" | "that {name} is required is now inferred" | "that {name} is required is now documented"
    "field-since-changed" (since Any) Changed [. . . .] "The first server version of a field changes" =>
        "`since` of {name} changed from {before} to {after}" | "`since` of {name} is now {after}"
        | "`since` of {name} is removed (it was {before})"; "Only the CLI checks it, for the fields of a body."
    "field-constant-changed" (value Any) Changed [. x . x] "The fixed value of a field changes" => (the "fixed value")
    "field-only-changed" (only Any) Changed [. . . x] "The direction in which a field is sent changes" =>
        ("{name}" now "has the mark")
    "content-changed" (content Any) Changed [. x . x] "The value of a union moves" => ("the value is" now "in")
    "values-closed" (closed Added) Changed [. x . x] / [. . . .] "A type is closed: a list of values, a union or fields" =>
        "servers now refuse what is not listed"
    "values-opened" (closed Removed) Changed [. . . +] / [. . . x] "A type is opened: a list of values, a union or fields" =>
        "servers no longer refuse what is not listed"
    "union-match-changed" (match Any) Changed [. x . x] "A union chooses its type in another way" =>
        ("the type that is chosen if several fit" is); "Without `match`, it is the one that fits best."
    "values-int-changed" (values_int Any) Changed [. . . x] "Unlisted values of a list of numbers have to be whole, or no longer have to" =>
        "a value that is not listed now has to be {is}" | "a value that is not listed no longer has to be {was}"
    "type-deprecated" (type_deprecation Added) Deprecated [+ . . .] "A type is deprecated" =>
        "the type is deprecated ({after})" | "the type is deprecated"; "Code that uses it compiles with a warning."
    "type-undeprecated" (type_deprecation Removed) Changed [+ . . .] "A type is no longer deprecated" =>
        "the type is no longer deprecated"
    "type-deprecation-changed" (type_deprecation Changed) Deprecated [. . . .] "The replacement or the version of a deprecated type changes" =>
        "the deprecation changed from {before} to {after}" | "the deprecation now says {after}"
        | "the deprecation no longer says {before}"
    "value-deprecated" (deprecated_values Added) Deprecated [+ . . .] "A listed value is deprecated" =>
        "the value {after} is deprecated"; "Code that uses it compiles with a warning."
    "value-undeprecated" (deprecated_values Removed) Changed [+ . . .] "A listed value is no longer deprecated" =>
        "the value {before} is no longer deprecated"
    "field-list-changed" (list Any) Changed [x x x x] "The items of a field's list are sent in another way" =>
        ("the list {name} is" now "sent as")
}
