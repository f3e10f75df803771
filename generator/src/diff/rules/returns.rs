//! Changes of what an operation gives.

use crate::diff::rule::rules;

rules! {
    KIND_CHANGED "return-kind-changed" "A result is of another kind, and of another Rust type" Changed
        [Breaks Breaks Breaks Breaks]
    TYPE_CHANGED "return-type-changed" "A result's type changes" Changed [Breaks Breaks Breaks Breaks]
    FRAMING_CHANGED "return-framing-changed" "A result of the same Rust type is written another way" Changed
        [Same Breaks Same Breaks]
        "In an envelope in place of JSON, for one."
    RESPELT "return-respelt" "A result's kind or type is written another way" Documentation [Same Same Same Same]
        "It is read and written as before."
    CONTENT_TYPE_CHANGED "content-type-changed" "A result's content type changes" Changed [Same Same Same Breaks]
        "A client does not look at it."
    REDIRECT_STATUS_CHANGED "redirect-status-changed" "A redirect's HTTP status changes" Changed
        [Same Same Same Breaks]
        "A client takes any redirect."
}
