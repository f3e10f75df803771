//! Where a part of a spec is from, if not from the documents.

/// What an overlay did to a part of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlaid {
    /// It added the part; this is the source that it names.
    Added(String),
    /// It changed the part; this is the source that it names.
    Changed(String),
}

impl Overlaid {
    /// The source that the overlay names.
    #[must_use]
    pub fn source(&self) -> &String {
        let (Self::Added(source) | Self::Changed(source)) = self;
        source
    }

    /// What the overlay did, in a word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Added(_) => "Added",
            Self::Changed(_) => "Changed",
        }
    }
}
