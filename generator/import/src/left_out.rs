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
    /// Set if what is left is less than what the description says of the operation or type: not for words.
    pub counts: bool,
}
