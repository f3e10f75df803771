//! Changes of authentication blocks, gates and the gatekeeper.

use crate::diff::rule::rules;

rules! {
    "Credentials and gates", elsewhere: [Name Credential Prefix Parameters Schemes Code Asks]

    "credential-added" (credential "" => "own" "carrier" => "own") Added [+ . x +] "A credential is added" =>
        "the block now has its own credential instead of {before}" | "the credential is added (sent in {after})";
        "The gatekeeper needs one more caller type: traits have no default for it."
    "credential-removed" (credential "own" => "" "own" => "carrier") Removed [x x x x] "A credential is removed" =>
        "the block now carries {after} instead of its own credential"
        | "the credential is removed (it was sent in {before})"
    "credential-carrier-added" (credential "" => "carrier") Added [+ . + +] "Another way to send a credential is added" =>
        "this way to send a credential is added (in {after})"
    "credential-carrier-removed" (credential "carrier" => "") Removed [x . . x] "A way to send a credential is removed" =>
        "this way to send a credential is removed (it was {before})"; "The constant that describes it is public."
    "credential-carrier-changed" (carried Changed) Changed [. x . x] "The parameters of a way to send a credential change" =>
        "the parameters changed from {before} to {after}"
    "credential-of-changed" (credential_of Changed) Changed [. x . x] "A block carries another credential" =>
        "the block now carries {after} instead of {before}"
    "credential-place-changed" (in Any) Changed [. x . x] "A credential is sent in another place" =>
        "now sent in {after} instead of {before}";
        "For example, in headers instead of the form, or with another prefix of them."
    "credential-bearer-added" (bearer Added) Added [+ . + +] "A bearer header can now carry a credential" =>
        "a bearer header can now carry {after}"
    "credential-bearer-removed" (bearer Removed) Removed [x . x x] "A bearer header can no longer carry a credential" =>
        "a bearer header can no longer carry {before}"
    "credential-bearer-changed" (bearer Changed) Changed [. x . x] "A bearer header carries another parameter" =>
        "a bearer header now carries {after} instead of {before}"
    "credential-scheme-named" (scheme Added) Added [+ . . .] "A parameter now names the scheme" =>
        "{after} now names the scheme"; "There is now a constructor `new` for any scheme."
    "credential-scheme-not-named" (scheme Removed) Removed [x . . .] "No parameter names the scheme now" =>
        "{before} no longer names the scheme"; "There is no longer a constructor `new` for any scheme."
    "credential-scheme-parameter-changed" (scheme Changed) Changed [. x . x] "Another parameter names the scheme" =>
        "{after} now names the scheme instead of {before}"
    "credential-refusal-changed" (refused_with Changed) Changed [. x . x] "A credential that is no longer valid is refused with another status" =>
        "a credential that is no longer valid is refused with {after} instead of {before}";
        "A client asks its source for another credential at these statuses only."
    "credential-checked-first" (checked_first Added) Changed [. + . .] "A credential is checked before anything is done" =>
        "the credential is now checked before anything is done";
        "A client sends any refused call again, with a new credential."
    "credential-not-checked-first" (checked_first Removed) Changed [. x . .] "A credential may be checked after something is done" =>
        "the credential may now be checked after something is done";
        "A client sends only refused calls of repeatable operations again."
    "scheme-added" (constructor Added) Added [+ . . .] "A scheme is added" =>
        "the scheme {name} is added (it takes {after})" | "the scheme {name} is added"
    "scheme-removed" (constructor Removed) Removed [x . . .] "A scheme is removed" => "the scheme {name} is removed"
    "scheme-takes-changed" (takes Any) Changed [x . . .] "A scheme takes other parameters" =>
        ("the scheme {name}" now "takes")
    "scheme-value-changed" (scheme_value Any) Changed [. x . .] "A scheme has another value on the wire" =>
        ("the scheme {name} is" now "sent as")
    "scheme-status-changed" (status Changed) Documentation [. . . .] "The source of the same schemes changes" =>
        "the {was} schemes are now {is}"
    "gate-added" (gate Added) Added [. . . .] "A gate is added to the API" => "the gate is added";
        "An operation that gets it is a separate change."
    "gate-removed" (gate Removed) Removed [. . . .] "A gate is removed from the API" => "the gate is removed"
    "gate-credential-changed" (auth Any) Changed [. . . x] "A gate requires another credential" =>
        ("the gate" now "requires"); "What this means for an operation is a separate change."
    "gate-question-changed" (question Any) Changed [. . . x] "A gate checks something else" => ("the gate" now "checks")
    "gates-reordered" (gate Reordered) Documentation [. . . .] "The order of the API's gates changes" =>
        "the order of the gates changed from {before} to {after}"; "Only the order in an operation matters."
    "gatekeeper-question-added" (check Added) Added [. . + .] "The gatekeeper gets another check" =>
        "the gatekeeper gets the check {after}"; "It refuses until it is implemented."
    "gatekeeper-question-removed" (check Removed) Removed [. . x .] "A check of the gatekeeper is removed" =>
        "the gatekeeper loses the check {before}"
    "gatekeeper-question-changed" (check Changed) Changed [. . x .] "A check of the gatekeeper is renamed, or concerns another caller" =>
        "the gatekeeper's check {before} is now {after}"
    "credential-alternative-added" (alternatives Added) Changed [. . x +] "A credential can be sent instead of another" =>
        "{after} can now be sent instead"; "Their callers are of one type in Rust."
    "credential-alternative-removed" (alternatives Removed) Changed [. x x x] "A credential can no longer be sent instead of another" =>
        "{before} can no longer be sent instead"
}
