//! Errors of the settings of a server.

use std::{error, fmt};

/// An error of the builder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// A path was set for an unknown operation.
    UnknownOperation {
        /// Its name.
        name: String,
    },
    /// A path that was set is invalid.
    Path {
        /// Name of the operation.
        operation: &'static str,
    },
    /// A path that was set belongs to another operation with the same HTTP method.
    PathTaken {
        /// The later of the two, in the order of the documents.
        operation: &'static str,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOperation { name } => write!(
                f,
                "a path is set for `{name}`, which is not an operation of this API; use the documents' \
                 spelling"
            ),
            Self::Path { operation } => {
                write!(
                    f,
                    "the path of {operation} is invalid; it must begin with `/`, contain neither `?` nor `#`, \
                     and have the parameters that the operation has in its path"
                )
            }
            Self::PathTaken { operation } => {
                write!(f, "the path of {operation} belongs to another operation too; set a different one")
            }
        }
    }
}

impl error::Error for BuildError {}
