//! Changes of an operation beside its parameters and result.

use crate::diff::rule::rules;

rules! {
    ADDED "operation-added" "An operation is added" Added [Gains Same Gains Gains]
        "Its handler answers 501 until it is implemented."
    REMOVED "operation-removed" "An operation is removed" Removed [Breaks Breaks Breaks Breaks]
    RENAMED "operation-renamed" "An operation's Rust name changes" Changed [Breaks Same Breaks Same]
        "Recognised by its path, or by its place in the group and its content. What the wire sees, a path that follows the name for one, is a change of its own."
    RENAMED_IN_DOCUMENTS "operation-renamed-in-documents" "An operation's name changes, its Rust name stays" Changed
        [Same Breaks Same Same]
        "Paths that are overridden at run time are found by that name."
    MOVED "operation-moved" "An operation moves to another group" Changed [Breaks Same Breaks Same]
        "At the crate's root its name stays."
    PATH_CHANGED "path-changed" "The path changes" Changed [Same Breaks Same Breaks]
    PATH_ADDED "path-added" "An operation that had only aliases gets a path of its own" Changed
        [Same Breaks Same Gains]
        "A client takes it before the aliases."
    PATH_REMOVED "path-removed" "Only the aliases of an operation stay" Removed [Same Same Same Breaks]
    PATH_STATUS_CHANGED "path-status-changed" "The same path is documented now, or inferred now" Documentation
        [Same Same Same Same]
    SINCE_RAISED "operation-since-raised" "The first server version is raised, or given at all" Changed
        [Same Breaks Same Breaks]
        "Only where the client or server was told a version that is older."
    SINCE_LOWERED "operation-since-lowered" "The first server version is lowered, or no longer given" Changed
        [Same Gains Same Gains]
    ALIAS_ADDED "alias-added" "An alias is added" Added [Same Gains Same Gains]
    ALIAS_REMOVED "alias-removed" "An alias is removed" Removed [Same Breaks Same Breaks]
    ALIAS_SINCE_RAISED "alias-since-raised" "The first server version of an alias is raised, or given at all" Changed
        [Same Breaks Same Breaks]
    ALIAS_SINCE_LOWERED "alias-since-lowered" "The first server version of an alias is lowered, or no longer given" Changed
        [Same Gains Same Gains]
    ALIAS_NAME_CHANGED "alias-name-changed" "An alias's own name changes" Documentation [Same Same Same Same]
    ALIASES_REORDERED "aliases-reordered" "The order of the aliases changes" Changed [Same Same Same Same]
        "A client takes the first that its server has."
    ENCODING_CHANGED "encoding-changed" "The request encoding changes" Changed [Same Breaks Same Breaks]
    GATE_ADDED "operation-gate-added" "A gate is added to an operation" Changed [Same Same Same Breaks]
        "Callers are refused that were let through."
    GATE_REMOVED "operation-gate-removed" "A gate of an operation is removed" Changed [Same Same Same Gains]
        "Its handler is reached by callers that the gate kept out: see that it may."
    GATES_REORDERED "operation-gates-reordered" "The order of an operation's gates changes" Changed
        [Same Same Same Same]
        "The same callers pass; one that fails at two gates is told of the other."
    PERMISSION_ADDED "permission-added" "A permission is asked for, or another one" Changed [Same Same Same Breaks]
    PERMISSION_REMOVED "permission-removed" "No permission is asked for any more" Changed [Same Same Same Gains]
        "Its handler is reached by callers that the permission kept out: see that it may."
    CREDENTIAL_CHANGED "operation-credential-changed" "An operation takes another credential" Changed
        [Same Breaks Breaks Breaks]
        "The context of its handler holds another caller."
    CREDENTIAL_REQUIRED "operation-credential-required" "An operation asks for a credential" Changed
        [Same Breaks Breaks Breaks]
        "It was optional, or none was asked for."
    CREDENTIAL_OPTIONAL "operation-credential-optional" "A credential may be left out" Changed
        [Same Same Breaks Gains]
        "The context of its handler holds an `Option`."
    CREDENTIAL_DROPPED "operation-credential-dropped" "An operation takes no credential any more" Changed
        [Same Breaks Breaks Gains]
        "A client no longer sends it to a server that still asks for it."
    CREDENTIAL_HIDDEN "operation-credential-hidden" "The credential of an operation is no longer shown" Changed
        [Same Same Breaks Breaks]
        "A server lets in nobody unless its gatekeeper says so."
    CREDENTIAL_MOVED "operation-credential-moved" "The same credential travels another way" Changed
        [Same Breaks Same Breaks]
        "In headers in place of the form, for one."
    OPENED "operation-opened" "It is shown now that an operation takes no credential" Changed
        [Same Same Same Gains]
    CLOSED "operation-closed" "An operation without a credential is one whose credential is not shown" Changed
        [Same Same Same Breaks]
        "A server lets in nobody unless its gatekeeper says so."
    BEARER_ONLY "bearer-only-set" "The credential travels in the bearer header only" Changed
        [Same Same Same Breaks]
    BEARER_ANY "bearer-only-unset" "The credential no longer has to travel in the bearer header" Changed
        [Same Breaks Same Gains]
        "A client sends it the usual way to a server that still wants the header."
    DEVICE_SINCE_RAISED "device-since-raised" "The minimum version of the device client is raised, or given at all" Changed
        [Same Same Same Breaks]
    DEVICE_SINCE_LOWERED "device-since-lowered" "The minimum version of the device client is lowered, or no longer given" Changed
        [Same Same Same Gains]
    SWAP_CHANGED "swapped-if-reversed-changed" "What the server swaps when reversed changes" Changed
        [Same Same Same Breaks]
    DEPRECATED "operation-deprecated" "An operation is deprecated" Deprecated [Gains Same Same Same]
        "Who calls it gets a warning of the compiler: an error only where warnings are."
    UNDEPRECATED "operation-undeprecated" "An operation is no longer deprecated" Changed [Gains Same Same Same]
    DEPRECATION_CHANGED "deprecation-changed" "The replacement or the date of a deprecation changes" Deprecated
        [Same Same Same Same]
}
