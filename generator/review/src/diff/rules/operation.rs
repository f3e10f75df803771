//! Changes of an operation, except for its parameters and result.

use crate::diff::rule::rules;

rules! {
    "Operations", elsewhere: [Operation Unnamed Rust Group Deprecated Replacement DeprecatedSince RemovedAfter
        RemovedIn Effect EffectStatus Repeatable Method Verb Path PathStatus PathSource Aliases Auth Encoding
        Parameters Returns VersionChanges Limits States Document InPart]

    "operation-added" (operation Added) Added [+ . + +] "An operation is added" =>
        "the operation is added at {after}" | "the operation is added";
        "Its handler returns 501 until it is implemented."
    "operation-removed" (operation Removed) Removed [x x x x] "An operation is removed" =>
        "the operation is removed (it was at {before})" | "the operation is removed"
    "operation-renamed" (operation Renamed operation InRust) Changed [x . x .] "An operation's Rust name changes" =>
        "the Rust name changed from {before} to {after}";
        "Recognized by its path, or by its position in the group and its content. A path that follows the name is a separate change."
    "operation-renamed-in-documents" (operation Called) Changed [. x . .] "An operation is renamed and keeps its Rust name" =>
        "renamed from {before} to {after}; the Rust name stays";
        "Paths that are overridden at run time are looked up by that name."
    "operation-moved" (group Changed) Changed [x . x .] "An operation moves to another group" =>
        "moved from group {before} to group {after}"; "Its name at the root of the crate stays."
    "operation-destroys" (effect "*" => "destroys") Changed [. x . x] "An operation now destroys something" =>
        "the effect changed from {before} to {after}";
        "Read-only clients and the CLI's `--read-only` refuse it, and the CLI asks first. Such changes are reported before all others."
    "operation-no-longer-reads" (effect "reads" => "*") Changed [. x . x] "An operation that only read now changes something" =>
        "the effect changed from {before} to {after}"; "Programs that send it often, or that must not change anything."
    "operation-effect-lowered" (effect Changed) Changed [. + . +] "An operation does less to the server than before" =>
        "the effect changed from {before} to {after}"
    "operation-effect-status-changed" (effect_status Any) Documentation [. . . .] "The source of the same effect changes, or an effect is known for the first time" =>
        "the {was} effect is now {is}" | "the effect is now known ({is})"
        | "the effect is no longer known (it was {was})"
    "operation-not-repeatable" (repeatable "true" => "false") Changed [. x . x] "An operation can no longer be sent twice without harm" =>
        "the operation is no longer repeatable"; "Clients no longer retry it."
    "operation-repeatable" (repeatable "false" => "true") Changed [. + . +] "An operation can now be sent twice without harm" =>
        "the operation is now repeatable"
    "path-changed" (path Changed) Changed [. x . x] "The path changes" => "the path changed from {before} to {after}"
    "path-added" (path Added) Changed [. x . +] "An operation that had only aliases gets its own path" =>
        "the operation gets its own path, {after}"; "A client prefers it to the aliases."
    "path-removed" (path Removed) Removed [. . . x] "An operation keeps only its aliases" =>
        "the path {before} is removed; only aliases remain"
    "path-status-changed" (path_status Any) Documentation [. . . .] "The source of the same path changes" =>
        "the {was} path is now {is}"
    "operation-since-raised" (since Stricter) Changed [. x . x] "The first server version is raised or added" =>
        "`since` is raised from {before} to {after}" | "`since` is now {after}";
        "Only if the client or server is set to an older version."
    "operation-since-lowered" (since Looser) Changed [. + . +] "The first server version is lowered or removed" =>
        "`since` is lowered from {before} to {after}" | "`since` is removed (it was {before})"
    "alias-added" (alias Added) Added [. + . +] "An alias is added" => "the alias {after} is added"
    "alias-removed" (alias Removed) Removed [. x . x] "An alias is removed" => "the alias {before} is removed"
    "alias-since-raised" (alias_since Stricter) Changed [. x . x] "The first server version of an alias is raised or added" =>
        "`since` of the alias {name} is raised from {before} to {after}" | "`since` of the alias {name} is now {after}"
    "alias-since-lowered" (alias_since Looser) Changed [. + . +] "The first server version of an alias is lowered or removed" =>
        "`since` of the alias {name} is lowered from {before} to {after}"
        | "`since` of the alias {name} is removed (it was {before})"
    "alias-name-changed" (alias_name Any) Documentation [. . . .] "The name of an alias changes" =>
        "the name of the alias {name} changed from {before} to {after}" | "the alias {name} is now called {after}"
        | "the alias {name} is no longer called {before}"
    "aliases-reordered" (alias Reordered) Changed [. . . .] "The order of the aliases changes" =>
        "the order of the aliases changed from {before} to {after}"; "A client uses the first one that its server has."
    "operation-method-changed" (method Changed) Changed [. x . x] "The HTTP method of an operation changes" =>
        "the HTTP method changed from {before} to {after}";
        "With GET, HEAD and DELETE, the parameters are sent in the query."
    "encoding-changed" (encoding Changed) Changed [. x . x] "The request encoding changes" =>
        "the request encoding changed from {before} to {after}"
    "operation-gate-added" (gates Added) Changed [. . . x] "A gate is added to an operation" => "gate {after} is added";
        "Callers that used to pass are rejected."
    "operation-gate-removed" (gates Removed) Changed [. . . +] "A gate of an operation is removed" =>
        "gate {before} is removed"; "Callers that the gate rejected now reach the handler: check that this is intended."
    "operation-gates-reordered" (gates Reordered) Changed [. . . .] "The order of an operation's gates changes" =>
        "the order of the gates changed from {before} to {after}";
        "The same callers pass; one that fails at two gates gets the other gate's error."
    "operation-server-changed" (server Any) Changed [. x . x] "An operation moves to another server" =>
        "the operation moved from the server {before} to {after}" | "the operation is now at the server {after}"
        | "the operation is no longer at the server {before}"
    "permission-added" (permission Added permission Changed) Changed [. . . x] "A permission is required, or another one" =>
        "the required permission changed from {before} to {after}" | "permission {after} is now required"
    "permission-removed" (permission Removed) Changed [. . . +] "A permission is no longer required" =>
        "permission {before} is no longer required";
        "Callers without the permission now reach the handler: check that this is intended."
    "operation-credential-changed" (caller Changed) Changed [. x x x] "An operation takes another credential" =>
        "the credential changed from {before} to {after}"; "The handler's context holds another caller."
    "operation-credential-required" (access "*" => "required") Changed [. x x x] "An operation requires a credential" =>
        "credential {after} is now required"; "It was optional, or none was required."
    "operation-credential-optional" (access "*" => "optional") Changed [. . x +] "A credential becomes optional" =>
        "the credential is now {after}"; "The handler's context holds an `Option`."
    "operation-credential-dropped" (access "required" => "none" "optional" => "none") Changed [. x x +] "An operation no longer takes a credential" =>
        "credential {before} is no longer taken";
        "A client no longer sends it, although an unchanged server still requires it."
    "operation-credential-hidden" (access "required" => "not shown" "optional" => "not shown") Changed [. . x x] "The documents no longer show an operation's credential" =>
        "the documents no longer show the credential (it was {before})";
        "A server rejects every caller unless its gatekeeper says otherwise."
    "operation-credential-moved" (block Changed) Changed [. x . x] "The same credential is sent another way" =>
        "the credential is now sent as {after} instead of {before}"; "For example, in headers instead of the form."
    "operation-opened" (access "not shown" => "none") Changed [. . . +] "The documents now show that an operation takes no credential" =>
        "the documents now show that no credential is taken"
    "operation-closed" (access "none" => "not shown") Changed [. . . x] "The documents no longer show that an operation takes no credential" =>
        "the documents no longer show that no credential is taken";
        "A server rejects every caller unless its gatekeeper says otherwise."
    "bearer-only-set" (auth_in Added) Changed [. . . x] "The credential is sent only in the bearer header" =>
        "the credential is now sent only in the bearer header"
    "bearer-only-unset" (auth_in Removed) Changed [. x . +] "The credential no longer has to be in the bearer header" =>
        "the credential no longer has to be in the bearer header";
        "A client sends it the usual way, although an unchanged server still requires the header."
    "device-since-raised" (device_since Stricter) Changed [. . . x] "The minimum version of the device client is raised or added" =>
        "`device_since` is raised from {before} to {after}" | "`device_since` is now {after}"
    "device-since-lowered" (device_since Looser) Changed [. . . +] "The minimum version of the device client is lowered or removed" =>
        "`device_since` is lowered from {before} to {after}" | "`device_since` is removed (it was {before})"
    "choice-added" (choices Added) Changed [. . . x] "How many of some parameters are sent is restricted" =>
        "a rule is added: {after}"; "Servers and the CLI check it."
    "choice-removed" (choices Removed) Changed [. . . +] "How many of some parameters are sent is no longer restricted" =>
        "a rule is removed: {before}"
    "swapped-if-reversed-changed" (swapped_if_reversed Any) Changed [. . . x] "The server swaps other parameters if they are reversed" =>
        "the server now swaps {after} instead of {before} if they are reversed"
        | "the server now swaps {after} if they are reversed"
        | "the server no longer swaps {before} if they are reversed"
    "operation-deprecated" (deprecation Added) Deprecated [+ . . .] "An operation is deprecated" =>
        "the operation is deprecated ({after})" | "the operation is deprecated";
        "Callers get a compiler warning, which is an error only if they deny warnings."
    "operation-undeprecated" (deprecation Removed) Changed [+ . . .] "An operation is no longer deprecated" =>
        "the operation is no longer deprecated"
    "deprecation-changed" (deprecation Changed) Deprecated [. . . .] "The replacement, the date or the versions of a deprecation change" =>
        "the deprecation changed from {before} to {after}" | "the deprecation now says {after}"
        | "the deprecation no longer says {before}"
    "body-changed" (body Any) Changed [. x . x] "A body changes its content type" =>
        ("the body" is); "A body that is added or removed is also a parameter that is."
    "pages-added" (pages Added) Added [+ . . +] "A list gets pages" => "the list is now paginated by {after}"
    "pages-changed" (pages Changed) Changed [. x . x] "The pages of a list go on in another way" =>
        "the list is now paginated by {after} instead of {before}"
    "pages-removed" (pages Removed) Removed [x x . x] "A list has no pages any more" =>
        "the list is no longer paginated (it was by {before})"
    "waits-changed" (waits Any) Changed [. x . .] "A server may take another time before it responds" =>
        ("the waiting time" is); "The read timeout of a client follows."
    "result-by-status-added" (also_returns Added) Added [x x x x] "Another status or content type gets a result" =>
        "another result is added: {after}"; "The output is an enum if there are several."
    "result-by-status-removed" (also_returns Removed) Removed [x x x x] "A status or content type no longer has a result" =>
        "a result is removed: {before}"
    "result-content-described" (results_hold Added) Documentation [. . . .] "The type of what is in a result that isn't JSON is described" =>
        "the content of a result is described: {after}"; "In Rust it is a text or bytes, before and after."
    "result-content-no-longer-described" (results_hold Removed) Changed [. . . x] "The type of what is in a result that isn't JSON changes, or is no longer described" =>
        "the content of a result is no longer what it was: {before}"; "In Rust it is a text or bytes, before and after."
    "failure-added" (failures Added) Changed [. . . +] "The failure of a status is described" =>
        "failures are described: {after}"
    "failure-removed" (failures Removed) Changed [. . . x] "The failure of a status is no longer described" =>
        "failures are no longer described: {before}"
}
