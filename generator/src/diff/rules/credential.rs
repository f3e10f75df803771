//! Changes of authentication blocks, gates and the gatekeeper.

use crate::diff::rule::rules;

rules! {
    ADDED "credential-added" "A credential is added" Added [Gains Same Breaks Gains]
        "The gatekeeper has one more caller type, and traits have no default for it."
    REMOVED "credential-removed" "A credential is removed" Removed [Breaks Breaks Breaks Breaks]
    CARRIER_ADDED "credential-carrier-added" "Another way to send a credential is added" Added
        [Gains Same Gains Gains]
    CARRIER_REMOVED "credential-carrier-removed" "A way to send a credential is removed" Removed
        [Breaks Same Same Breaks]
        "Its description is a public item."
    CARRIER_CHANGED "credential-carrier-changed" "What a way to send a credential carries changes" Changed
        [Same Breaks Same Breaks]
    CREDENTIAL_OF_CHANGED "credential-of-changed" "A block carries another credential" Changed [Same Breaks Same Breaks]
    PLACE_CHANGED "credential-place-changed" "A credential travels in another place" Changed
        [Same Breaks Same Breaks]
        "Form or headers, or the prefix of the headers."
    BEARER_ADDED "credential-bearer-added" "A bearer header can carry a credential" Added [Gains Same Gains Gains]
    BEARER_REMOVED "credential-bearer-removed" "A bearer header no longer carries a credential" Removed
        [Breaks Same Breaks Breaks]
    BEARER_CHANGED "credential-bearer-changed" "A bearer header carries another parameter" Changed
        [Same Breaks Same Breaks]
    SCHEME_NAMED "credential-scheme-named" "A parameter names the scheme" Added [Gains Same Same Same]
        "There is a constructor `new` for any scheme."
    SCHEME_NOT_NAMED "credential-scheme-not-named" "No parameter names the scheme any more" Removed
        [Breaks Same Same Same]
        "There is no constructor `new` for any scheme."
    SCHEME_NAMED_BY_OTHER "credential-scheme-parameter-changed" "Another parameter names the scheme" Changed
        [Same Breaks Same Breaks]
    SCHEME_ADDED "scheme-added" "A scheme is added" Added [Gains Same Same Same]
    SCHEME_REMOVED "scheme-removed" "A scheme is removed" Removed [Breaks Same Same Same]
    SCHEME_TAKES_CHANGED "scheme-takes-changed" "A scheme takes other parameters" Changed [Breaks Same Same Same]
    SCHEME_VALUE_CHANGED "scheme-value-changed" "A scheme is called otherwise on the wire" Changed
        [Same Breaks Same Same]
    STATUS_CHANGED "scheme-status-changed" "The same schemes are documented now, or inferred now" Documentation
        [Same Same Same Same]
    GATE_ADDED "gate-added" "A gate is added to the API" Added [Same Same Same Same]
        "Where it stands is a change of the operations."
    GATE_REMOVED "gate-removed" "A gate is removed from the API" Removed [Same Same Same Same]
    GATE_CREDENTIAL_CHANGED "gate-credential-changed" "A gate asks for another credential" Changed
        [Same Same Same Breaks]
        "What that means for an operation is a change of its own."
    GATE_QUESTION_CHANGED "gate-question-changed" "A gate asks about something else" Changed
        [Same Same Same Breaks]
    GATES_REORDERED "gates-reordered" "The order of the API's gates changes" Documentation [Same Same Same Same]
        "What counts is their order in an operation."
    QUESTION_ADDED "gatekeeper-question-added" "The gatekeeper is asked one question more" Added
        [Same Same Gains Same]
        "It answers no until it is implemented."
    QUESTION_REMOVED "gatekeeper-question-removed" "The gatekeeper is asked one question less" Removed
        [Same Same Breaks Same]
    QUESTION_RENAMED "gatekeeper-question-changed" "The gatekeeper is asked about another caller, or by another name" Changed
        [Same Same Breaks Same]
}
