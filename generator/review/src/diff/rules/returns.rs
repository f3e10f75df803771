//! Changes of what an operation returns.

use crate::diff::rule::rules;

rules! {
    "Results", elsewhere: []

    "return-kind-changed" (output Changed) Changed [x x x x] "A result changes its kind and its Rust type" =>
        "the result changed from {before} to {after}"
    "return-type-changed" (output_type Any) Changed [x x x x] "A result's type changes" =>
        "the result changed from {before} to {after}"
    "return-text-type-changed" (text_type Changed) Changed [. . . x] "The type of a text or a file changes, or its listed values" =>
        "the type of the text or file changed from {before} to {after}"; "In Rust it is a `String` or bytes before and after."
    "return-framing-changed" (framing Changed) Changed [. x . x] "A result of the same Rust type is encoded another way" =>
        "the result changed from {before} to {after}"; "For example, in an envelope instead of plain JSON."
    "return-respelt" (return_spelling Changed) Documentation [. . . .] "A result's kind or type is spelled another way" =>
        "the result is now spelled {after} instead of {before}"; "It is read and written as before."
    "content-type-changed" (content_type Any) Changed [. . . x] "A result's content type changes" =>
        ("the content type" is); "A client ignores it."
    "return-secret-marked" (secrecy "open" => "sealed") Changed [x . . .] "A result becomes secret" =>
        "the result is now secret"; "Its Rust type is `Sensitive`."
    "return-secret-unmarked" (secrecy "sealed" => "open") Changed [x . . .] "A result is no longer secret" =>
        "the result is no longer secret"; "It is visible in `Debug` and in cassettes."
    "return-secrecy-changed" (secrecy "open" => "secret" "secret" => "open") Changed [. . . .] "A result of unknown shape becomes secret, or is no longer" =>
        "the result's mark as a secret changed"; "Its Rust type stays the same; cassettes hide it, or no longer do."
    "redirect-status-changed" (redirect_status Changed) Changed [. . . x] "A redirect's HTTP status changes" =>
        "the status of the redirect changed from {before} to {after}"; "A client accepts any redirect."
    "return-status-changed" (return_status Changed) Changed [. . . x] "A result's HTTP status changes" =>
        "the status of the result changed from {before} to {after}"; "A client accepts any success."
    "return-variant-changed" (variant Changed) Changed [x x x x] "The HTTP status of one of several results changes" =>
        "the status of a result changed from {before} to {after}"; "The variant has the status in its name."
    "return-headers-changed" (header_fields Any) Changed [x x x x] "The headers of a result change" =>
        "the headers of the result changed from {before} to {after}" | "the result now has the headers {after}"
        | "the result no longer has the headers {before}"; "They are a struct, and what has headers is `WithHeaders`."
}
