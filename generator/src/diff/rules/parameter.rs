//! Changes of a parameter, of an operation or of a credential.

use crate::diff::rule::rules;

rules! {
    ADDED_REQUIRED "parameter-added-required" "A required parameter is added" Added [Breaks Same Gains Breaks]
        "`new` takes one more."
    ADDED_OPTIONAL "parameter-added-optional" "An optional parameter is added" Added [Gains Same Gains Gains]
    REMOVED "parameter-removed" "A parameter is removed" Removed [Breaks Same Breaks Breaks]
        "What is sent all the same is not read."
    RENAMED "parameter-renamed" "A parameter is renamed" Changed [Breaks Breaks Breaks Breaks]
    RENAMED_ON_THE_WIRE "parameter-renamed-on-the-wire" "A parameter is renamed, its Rust name stays" Changed
        [Same Breaks Same Breaks]
    RUST_NAME_CHANGED "parameter-rust-name-changed" "Only a parameter's Rust name changes" Changed
        [Breaks Same Breaks Same]
    TYPE_CHANGED "parameter-type-changed" "A parameter's type changes" Changed [Breaks Breaks Breaks Breaks]
    JSON_SHAPE_CHANGED "parameter-json-shape-changed" "A parameter is any JSON now, or a JSON object" Changed
        [Same Same Same Breaks]
        "In Rust both are `Json`."
    TYPE_RESPELT "parameter-type-respelt" "A parameter's type is written another way" Documentation
        [Same Same Same Same]
        "`bool` and `boolean` are the same, `List` and `Array`."
    ENCODING_CHANGED "parameter-encoding-changed" "A parameter travels as JSON text now, or as it is" Changed
        [Same Breaks Same Breaks]
    JSON_MARK_CHANGED "parameter-json-mark-changed" "A parameter is marked `(JSON)` now, or no longer, and travels as before" Documentation
        [Same Same Same Same]
    BECAME_REQUIRED "parameter-became-required" "An optional parameter becomes required" Changed
        [Breaks Same Breaks Breaks]
    BECAME_OPTIONAL "parameter-became-optional" "A required parameter becomes optional" Changed
        [Breaks Same Breaks Gains]
        "`new` takes one less, and the field is an `Option`."
    BECAME_NULLABLE "parameter-became-nullable" "A required parameter becomes nullable" Changed
        [Breaks Same Breaks Gains]
        "The field is an `Option`."
    BECAME_NON_NULLABLE "parameter-became-non-nullable" "A parameter that could be null can't" Changed
        [Breaks Same Breaks Breaks]
    NULL_FOR_ABSENT "parameter-null-for-absent" "An optional parameter must be sent, but may be null" Changed
        [Breaks Same Same Breaks]
        "The field is an `Option` before and after; `new` takes it."
    ABSENT_FOR_NULL "parameter-absent-for-null" "A nullable parameter is left out in place of null" Changed
        [Breaks Breaks Same Gains]
        "The field is an `Option` before and after; `new` does not take it. A client no longer sends it to a server that still asks for it."
    SINCE_RAISED "parameter-since-raised" "The first server version of a parameter is raised, or given at all" Changed
        [Same Breaks Same Breaks]
        "Only where the client or server was told a version that is older."
    SINCE_LOWERED "parameter-since-lowered" "The first server version of a parameter is lowered, or no longer given" Changed
        [Same Gains Same Gains]
    DEFAULT_ADDED "default-added" "A default is added" Added [Same Same Same Gains]
        "A handler sees it where nothing was sent."
    DEFAULT_CHANGED "default-changed" "A default changes" Changed [Same Same Same Breaks]
    DEFAULT_REMOVED "default-removed" "A default is removed" Removed [Same Same Same Breaks]
    FORMAT_TIGHTENED "format-tightened" "A format is asked for, or a stricter or another one" Changed
        [Same Same Same Breaks]
    FORMAT_LOOSENED "format-loosened" "No format is asked for any more, or a looser one" Changed
        [Same Same Same Gains]
    CONDITION_TIGHTENED "required-when-tightened" "A parameter becomes required in more cases, or in others" Changed
        [Same Same Same Breaks]
    CONDITION_LOOSENED "required-when-loosened" "A parameter is required in fewer cases" Changed
        [Same Same Same Gains]
    TOP_LEVEL_ONLY "top-level-only-set" "Only the top level may send a parameter" Changed [Same Same Same Breaks]
    ANY_LEVEL "top-level-only-unset" "Not only the top level may send a parameter" Changed [Same Same Same Gains]
    SECRET_MARKED "parameter-secret-marked" "A parameter is marked secret" Changed [Breaks Same Breaks Same]
        "Its Rust type is `Secret`."
    SECRET_UNMARKED "parameter-secret-unmarked" "A parameter is no longer marked secret" Changed
        [Breaks Same Breaks Same]
        "It shows in `Debug` and logs."
    ONE_TIME_MARKED "one-time-marked" "A parameter is marked as a code that works once" Changed
        [Same Breaks Same Same]
        "A client refuses to send its credential twice."
    ONE_TIME_UNMARKED "one-time-unmarked" "A parameter is no longer marked as a code that works once" Changed
        [Same Gains Same Same]
    CONSTANT_CHANGED "parameter-constant-changed" "The one value of a parameter changes" Changed
        [Same Breaks Same Breaks]
    REORDERED "required-parameters-reordered" "The order of the required parameters changes" Changed
        [Breaks Same Same Same]
        "`new` takes them in that order. Where their types are the same it compiles, and sends them swapped. The order of optional ones means nothing."
}
