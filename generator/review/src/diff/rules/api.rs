//! Changes of an API as a whole, its groups and its constants.

use crate::diff::rule::rules;

rules! {
    "APIs and groups", elsewhere: [Name Rust CrateVersion Encoding Envelope Type Value]

    "api-added" (api Added) Added [+ + + +] "An API is added" => "the API is added, with {is}"; "It gets its own crate."
    "api-removed" (api Removed) Removed [x x x x] "An API is removed" => "the API is removed, with {was}";
        "Its crate is removed too."
    "http-method-changed" (method Changed) Changed [. x . x] "The HTTP method changes" =>
        "the HTTP method changed from {before} to {after}"
    "message-shape-changed" (message Any) Changed [. x . x] "The message type changes, or the role of one of its fields" =>
        "the message changed from {before} to {after}" | "the message is now {after}"
        | "the API no longer has a message (it was {before})"; "Clients recognize failures by it."
    "envelope-shape-changed" (envelope Any) Changed [. x . x] "The role of a field of the envelope changes" =>
        "the envelope changed from {before} to {after}" | "the envelope is now {after}"
        | "the API no longer has an envelope (it was {before})"; "Clients recognize failures by it."
    "encoding-status-changed" (encoding_status Any) Documentation [. . . .] "The source of the same request encoding changes" =>
        "the {was} request encoding is now {is}"
    "group-added" (group Added) Added [+ . x +] "A group is added" => "the group is added";
        "`server::complete` requires the new trait; `server::builder` does not."
    "group-removed" (group Removed) Removed [x . x .] "A group is removed" => "the group is removed"
    "group-renamed" (group_name Changed) Changed [x . x .] "A group's module or trait is renamed" =>
        "renamed from {before} to {after}"
    "server-added" (servers Added) Added [+ . . +] "The address of a server is added" => "the server {after} is added"
    "server-removed" (servers Removed) Removed [x . . x] "The address of a server is removed" =>
        "the server {before} is removed"
    "servers-reordered" (servers Reordered) Documentation [. . . .] "The order of the addresses changes" =>
        "the order of the servers changed from {before} to {after}"
    "constant-added" (constant Added) Added [+ . + .] "A constant is added" =>
        "the constant is added, with the value {after}"
    "constant-removed" (constant Removed) Removed [x . x .] "A constant is removed" =>
        "the constant is removed (its value was {before})"
    "constant-type-changed" (constant_type Changed) Changed [x . x .] "A constant's Rust type changes" =>
        "the constant changed from {before} to {after}"
    "constant-value-changed" (constant_value Changed) Changed [. x . x] "A constant's value changes" =>
        "the value changed from {before} to {after}"
    "documentation-changed" (documentation Any) Documentation [. . . .] "Documentation changes" =>
        "documentation of {name} changed: {is}" | "documentation changed: {is}";
        "Summaries, rules, notes, `not_shown`, topics, limits, states, resources and the path convention; also the order of entries."
    "unnamed-row-changed" (unnamed Any) Documentation [. . . .] "An entry without a name is added, removed or changed" =>
        "the unnamed entry {after} is added" | "the unnamed entry {before} is removed"
        | "the unnamed entry {name} changed"; "It generates no code."
}
