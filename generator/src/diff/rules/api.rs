//! Changes of an API as a whole, its groups and its constants.

use crate::diff::rule::rules;

rules! {
    API_ADDED "api-added" "An API is added" Added [Gains Gains Gains Gains]
        "A new crate."
    API_REMOVED "api-removed" "An API is removed" Removed [Breaks Breaks Breaks Breaks]
        "Its crate goes."
    HTTP_METHOD_CHANGED "http-method-changed" "The HTTP method changes" Changed [Same Breaks Same Breaks]
    MESSAGE_SHAPE_CHANGED "message-shape-changed" "The message type, or the role of one of its fields, changes" Changed
        [Same Breaks Same Breaks]
        "How a failure is told from a success."
    ENVELOPE_SHAPE_CHANGED "envelope-shape-changed" "The envelope, or the role of one of its fields, changes" Changed
        [Same Breaks Same Breaks]
        "How a failure is told from a success."
    ENCODING_STATUS_CHANGED "encoding-status-changed" "The request encoding is documented now, or inferred now" Documentation
        [Same Same Same Same]
    GROUP_ADDED "group-added" "A group is added" Added [Gains Same Breaks Gains]
        "`server::complete` asks for the new trait too; `server::builder` does not."
    GROUP_REMOVED "group-removed" "A group is removed" Removed [Breaks Same Breaks Same]
    GROUP_RENAMED "group-renamed" "A group's module or trait is renamed" Changed [Breaks Same Breaks Same]
    CONSTANT_ADDED "constant-added" "A constant is added" Added [Gains Same Gains Same]
    CONSTANT_REMOVED "constant-removed" "A constant is removed" Removed [Breaks Same Breaks Same]
    CONSTANT_TYPE_CHANGED "constant-type-changed" "A constant's Rust type changes" Changed [Breaks Same Breaks Same]
    CONSTANT_VALUE_CHANGED "constant-value-changed" "A constant's value changes" Changed [Same Breaks Same Breaks]
    DOCUMENTATION_CHANGED "documentation-changed" "Texts change" Documentation [Same Same Same Same]
        "Summaries, rules, notes, what is not shown, topics, limits, states, resources, the path convention; also the order of rows."
    UNNAMED_ROW_CHANGED "unnamed-row-changed" "A row without a name is added, removed or changed" Documentation
        [Same Same Same Same]
        "It generates no code."
}
