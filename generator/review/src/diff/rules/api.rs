//! Changes of an API as a whole, its groups and its constants.

use crate::diff::rule::rules;

rules! {
    API_ADDED "api-added" Added [Gains Gains Gains Gains]
        "An API is added": "the API is added, with {is}"; "It gets its own crate."
    API_REMOVED "api-removed" Removed [Breaks Breaks Breaks Breaks]
        "An API is removed": "the API is removed, with {was}"; "Its crate is removed too."
    HTTP_METHOD_CHANGED "http-method-changed" Changed [Same Breaks Same Breaks]
        "The HTTP method changes": "the HTTP method changed from {before} to {after}"
    MESSAGE_SHAPE_CHANGED "message-shape-changed" Changed [Same Breaks Same Breaks]
        "The message type changes, or the role of one of its fields":
        "the message changed from {before} to {after}"
        | "the message is now {after}"
        | "the API no longer has a message (it was {before})";
        "Clients recognize failures by it."
    ENVELOPE_SHAPE_CHANGED "envelope-shape-changed" Changed [Same Breaks Same Breaks]
        "The role of a field of the envelope changes":
        "the envelope changed from {before} to {after}"
        | "the envelope is now {after}"
        | "the API no longer has an envelope (it was {before})";
        "Clients recognize failures by it."
    ENCODING_STATUS_CHANGED "encoding-status-changed" Documentation [Same Same Same Same]
        "The source of the same request encoding changes": "the {was} request encoding is now {is}"
    GROUP_ADDED "group-added" Added [Gains Same Breaks Gains]
        "A group is added": "the group is added";
        "`server::complete` requires the new trait; `server::builder` does not."
    GROUP_REMOVED "group-removed" Removed [Breaks Same Breaks Same]
        "A group is removed": "the group is removed"
    GROUP_RENAMED "group-renamed" Changed [Breaks Same Breaks Same]
        "A group's module or trait is renamed": "renamed from {before} to {after}"
    CONSTANT_ADDED "constant-added" Added [Gains Same Gains Same]
        "A constant is added": "the constant is added, with the value {after}"
    CONSTANT_REMOVED "constant-removed" Removed [Breaks Same Breaks Same]
        "A constant is removed": "the constant is removed (its value was {before})"
    CONSTANT_TYPE_CHANGED "constant-type-changed" Changed [Breaks Same Breaks Same]
        "A constant's Rust type changes": "the constant changed from {before} to {after}"
    CONSTANT_VALUE_CHANGED "constant-value-changed" Changed [Same Breaks Same Breaks]
        "A constant's value changes": "the value changed from {before} to {after}"
    DOCUMENTATION_CHANGED "documentation-changed" Documentation [Same Same Same Same]
        "Texts change": "the text changed: {is}";
        "Summaries, rules, notes, `not_shown`, topics, limits, states, resources and the path convention; also the order of rows."
    UNNAMED_ROW_CHANGED "unnamed-row-changed" Documentation [Same Same Same Same]
        "A row without a name is added, removed or changed":
        "the unnamed row {name} changed"
        | "the unnamed row {after} is added"
        | "the unnamed row {before} is removed";
        "It generates no code."
}
