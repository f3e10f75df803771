//! Changes of a parameter, of an operation or of a credential.

use super::both;
use crate::diff::rule::rules;

rules! {
    "Parameters", and both::PARAMETER, elsewhere: [Name Rust SentAs Type Json Required Nullable Values ValuesType
        Deprecated Replacement DeprecatedSince RemovedAfter RemovedIn]

    "parameter-added-required" (entry "" => "required" "" => "nullable") Added [x . + x] "A required parameter is added" =>
        "the required parameter {name} is added ({after})"; "`new` takes one more argument."
    "parameter-added-optional" (entry "" => "optional") Added [+ . + +] "An optional parameter is added" =>
        "the optional parameter {name} is added ({after})"
    "parameter-added-constant" (entry "" => "constant") Added [. . . x] "A parameter with a fixed value is added" =>
        "{name} is added ({after})"; "No program sets it: it is always sent."
    "parameter-removed-constant" (entry "constant" => "") Removed [. x . .] "A parameter with a fixed value is removed" =>
        "{name} is removed ({before})"; "A client no longer sends it, although an unchanged server still requires it."
    "parameter-removed" (entry Removed) Removed [x . x x] "A parameter is removed" =>
        "the parameter {name} is removed ({before})"; "If it is still sent, it is ignored."
    "parameter-encoding-changed" (wire Changed) Changed [. x . x] "A parameter changes between JSON text and plain text" =>
        "{name} is now sent as {is} instead of {was}"
    "parameter-json-mark-changed" (json_mark Any) Documentation [. . . .] "A parameter gets or loses its mark `(JSON)`, and is sent as before" =>
        "{name} is now marked {after}" | "{name} is no longer marked {before}"
    "parameter-constant-added" (entry "*" => "constant") Changed [x x x x] "A parameter gets a fixed value" =>
        "{name} now has a fixed value"; "It is no longer a field of the request."
    "parameter-constant-removed" (entry "constant" => "*") Changed [x . + +] "A parameter no longer has a fixed value" =>
        "{name} no longer has a fixed value"; "It is now a field of the request."
    "parameter-constant-changed" (value Changed) Changed [. x . x] "The fixed value of a parameter changes" =>
        "the fixed value of {name} changed from {before} to {after}"
    "body-became-partial" (partial Added) Changed [x . x +] "Fields of a body may be left out" =>
        "fields of the body may now be left out"; "In Rust, the body has a type of its own."
    "body-no-longer-partial" (partial Removed) Changed [x . x x] "Fields of a body may no longer be left out" =>
        "required fields of the body may no longer be left out"
    "parameter-became-required" (entry "optional" => "required") Changed [x . x x] "An optional parameter becomes required" =>
        "{name} became required"
    "parameter-became-optional" (entry "required" => "optional") Changed [x . x +] "A required parameter becomes optional" =>
        "{name} became optional"; "`new` takes one argument less, and the field is an `Option`."
    "parameter-became-nullable" (entry "required" => "nullable") Changed [x . x +] "A required parameter becomes nullable" =>
        "{name} can now be null"; "The field is an `Option`."
    "parameter-became-non-nullable" (entry "nullable" => "required") Changed [x . x x] "A required parameter is no longer nullable" =>
        "{name} can no longer be null"
    "parameter-null-for-absent" (entry "optional" => "nullable") Changed [x . . x] "An optional parameter must be sent, but can be null" =>
        "{name} must now be sent, but can be null"; "The field is an `Option` before and after; `new` now takes it."
    "parameter-absent-for-null" (entry "nullable" => "optional") Changed [x x . +] "A nullable parameter is omitted instead of null" =>
        "{name} can now be omitted instead of null";
        "The field is an `Option` before and after; `new` no longer takes it. A client no longer sends it, although an unchanged server still requires it."
    "parameter-since-raised" (since Stricter) Changed [. x . x] "The first server version of a parameter is raised or added" =>
        "`since` of {name} is raised from {before} to {after}" | "`since` of {name} is now {after}";
        "Only if the client or server is set to an older version."
    "parameter-since-lowered" (since Looser) Changed [. + . +] "The first server version of a parameter is lowered or removed" =>
        "`since` of {name} is lowered from {before} to {after}" | "`since` of {name} is removed (it was {before})"
    "format-tightened" (format Stricter) Changed [. . . x] "A format is required, or a stricter or different one" =>
        "the format of {name} changed from {before} to {after}" | "{name} now has the format {after}"
    "format-loosened" (format Looser) Changed [. . . +] "A looser format is required, or none" =>
        "the format of {name} is loosened from {before} to {after}" | "{name} no longer has a format (it was {before})"
    "required-when-tightened" (required_when Stricter) Changed [. . . x] "A parameter becomes required in more or other cases" =>
        "{name} is now required when {after}, and not only when {before}" | "{name} is now required when {after}"
    "required-when-loosened" (required_when Looser) Changed [. . . +] "A parameter is required in fewer cases" =>
        "{name} is now required only when {after}, and not when {before}" | "{name} is no longer required when {before}"
    "fill-changed" (fill Any) Changed [. . . .] "Clients fill in a parameter, or no longer" =>
        "clients now fill in {name} otherwise" | "clients now fill in {name}" | "clients no longer fill in {name}"
    "top-level-only-set" (top_level_only Added) Changed [. . . x] "Only the top level can send a parameter" =>
        "only the top level can now send {name}"
    "top-level-only-unset" (top_level_only Removed) Changed [. . . +] "Any level can send a parameter" =>
        "any level can now send {name}"
    "one-time-marked" (one_time Added) Changed [. x . .] "A parameter becomes a one-time code" =>
        "{name} is now a one-time code"; "A client refuses to send its credential twice."
    "one-time-unmarked" (one_time Removed) Changed [. + . .] "A parameter is no longer a one-time code" =>
        "{name} is no longer a one-time code"
    "new-password-marked" (new_password Added) Changed [. . . .] "A parameter is a new password" =>
        "{name} is now marked as a new password"; "The CLI asks for it twice."
    "new-password-unmarked" (new_password Removed) Changed [. . . .] "A parameter is not a new password" =>
        "{name} is no longer marked as a new password"
    "subject-marked" (subject Added) Changed [. . . .] "A parameter is now the one to type to confirm a call" =>
        "{name} is now typed to confirm a call"; "The CLI asks you to type it before it sends what destroys."
    "subject-unmarked" (subject Removed) Changed [. . . .] "A parameter is no longer the one to type to confirm a call" =>
        "{name} is no longer typed to confirm a call"
    "required-parameters-reordered" (entry Reordered) Changed [x . . .] "The order of the required parameters changes" =>
        "the order of the required parameters changed from {before} to {after}";
        "`new` takes them in that order. If their types are the same, a call still compiles and sends them swapped. The order of optional parameters does not matter."
    "parameter-place-changed" (in Any) Changed [. x . x] "A parameter is sent in another place" =>
        ("{name} is" now "sent in")
    "parameter-list-changed" (list Any) Changed [. x . x] "The items of a list are sent in another way" =>
        ("the list {name} is" now "sent as")
    "parameter-object-changed" (object Any) Changed [. x . x] "An object is sent in another way" =>
        ("the object {name} is" now "sent")
    "parameter-object-inferred-changed" (object_inferred Any) Documentation [. . . .] "Whether the documents say how an object is sent changes" =>
        "how {name} is sent is now {after}" | "how {name} is sent is now inferred" | "how {name} is sent is now documented"
    "body-content-described" (holds Added) Documentation [. . . .] "The type of what is in a body that isn't JSON is described" =>
        "what {name} holds is described: {after}"; "In Rust it is a text or bytes, before and after."
    "body-content-changed" (holds Changed holds Removed) Changed [. . . x] "The type of what is in a body that isn't JSON changes, or is no longer described" =>
        "what {name} holds changed from {before} to {after}" | "{name} no longer holds {before}"; "In Rust it is a text or bytes, before and after."
    "body-kinds-added" (content_type Added) Changed [x . x .] "A body gets another kind, by content type" =>
        "the body is now one of several, this one as {after}"; "It is an enum in Rust."
    "body-kinds-removed" (content_type Removed) Removed [x . x .] "A body has only one kind" =>
        "the body is no longer one of several, this one as {before}"; "It was an enum in Rust."
    "body-kind-changed" (content_type Changed) Changed [x x x x] "One of several bodies changes its content type" =>
        "the content type of {name} changed from {before} to {after}"
    "parameter-flag-set" (flag Added) Changed [. x . x] "A parameter becomes a flag" =>
        "{name} is now sent without a value"
    "parameter-reserved-set" (reserved Added) Changed [. . . .] "Reserved characters are sent as they are" =>
        "{name} is now sent with its reserved characters as they are"
    "parameter-reserved-unset" (reserved Removed) Changed [. . . .] "Reserved characters are encoded" =>
        "{name} is now sent with its reserved characters encoded"
    "parameter-flag-unset" (flag Removed) Changed [. x . x] "A parameter is no longer a flag" =>
        "{name} is now sent with a value"
}
