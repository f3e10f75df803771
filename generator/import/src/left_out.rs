//! Parts of a description that its spec doesn't have.

/// A part of a description that its spec doesn't have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its place: a JSON pointer, after the name of the file if it isn't the description itself.
    pub pointer: String,
    /// The reason: the same text for the same kind of thing.
    pub reason: String,
    /// The thing itself, in short; may be empty.
    pub detail: String,
}

/// The beginnings of reasons for what leaves the requests and the results as they are: they are only
/// checked less, or said in fewer words.
const LIMITS: [&str; 17] = [
    "`default`",
    "`deprecated`",
    "`uniqueItems`",
    "`multipleOf`",
    "`additionalProperties: false`",
    "`allowReserved`",
    "`callbacks`",
    "`servers`",
    "OAuth flows",
    "a default of",
    "a header that OpenAPI ignores",
    "a limit that",
    "a length",
    "a pattern",
    "an address",
    "an exclusive limit",
    "limits of",
];

/// Others of that kind.
const WORDS: [&str; 7] = [
    "links to",
    "listed integers",
    "null as a parameter",
    "null of a body",
    "webhooks",
    "a security scheme of another",
    "types of a union whose shapes",
];

impl LeftOut {
    /// Returns whether the spec has less than the description: a stand-in, or nothing.
    #[must_use]
    pub fn is_less(&self) -> bool {
        let begins = |start: &&str| self.reason.starts_with(*start);
        let is_limit =
            self.reason.starts_with('`') && self.reason.ends_with("a text, a list or a dictionary");
        !is_limit && !LIMITS.iter().any(begins) && !WORDS.iter().any(begins)
    }
}
