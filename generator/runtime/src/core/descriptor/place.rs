//! The place of values in a request, and their encoding.

/// The place of a parameter, or of a credential's fields, in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The usual place in the operation's encoding: the form, the parts of a multipart form, the
    /// query, or the fields of a JSON object. A credential comes before the parameters.
    Form,
    /// In headers named by the prefix and the name.
    Header {
        /// Start of each header's name.
        prefix: &'static str,
    },
    /// In the query of the URL.
    Query,
    /// In the path, where the name is in braces.
    Path,
    /// In a cookie.
    Cookie,
    /// The whole body.
    Body,
    /// In the header `Authorization: Basic`: two fields, a user and a password.
    Basic,
    /// In the header `Authorization: Bearer`: one field, a token.
    Bearer,
}

/// The encoding of an operation's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// `application/x-www-form-urlencoded`.
    Form,
    /// `multipart/form-data`.
    Multipart,
    /// In the query of the URL, written as in a form; the request has no body.
    Query,
    /// An object of JSON, whose fields are the parameters.
    Json,
    /// In the query; the body is the value of the parameter at [`Place::Body`].
    Body,
}

impl Place {
    /// Returns whether it is in the query of an operation's URL.
    pub(crate) const fn is_in_query(self, encoding: Encoding) -> bool {
        match (self, encoding) {
            (Self::Query, _) | (Self::Form, Encoding::Query | Encoding::Body) => true,
            (Self::Form, Encoding::Form | Encoding::Multipart | Encoding::Json) => false,
            (
                Self::Header { .. } | Self::Path | Self::Cookie | Self::Body | Self::Basic | Self::Bearer,
                _,
            ) => false,
        }
    }
}

/// The form of a list that is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListStyle {
    /// Each item with the name: `tag=a&tag=b`.
    Repeated,
    /// Each item with the name and brackets: `tag[]=a&tag[]=b`.
    Brackets,
    /// Joined by commas; an object's names and values, too.
    Comma,
    /// Joined by spaces.
    Space,
    /// Joined by vertical bars.
    Pipe,
    /// Joined by line feeds.
    Newline,
    /// The names and values of an object, in pairs that are joined by commas: `name=a,age=3`.
    Pairs,
}

/// The form of an object, a map or a list of such that is not JSON: each value in it is a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectStyle {
    /// Each field with its own name: `name=a&age=3`; in headers, after that of the parameter.
    Fields,
    /// With the names of fields in brackets: `filter[name]=a&filter[tags][]=b`.
    Brackets,
    /// With the names of fields after dots: `filter.name=a&filter.tags=b`.
    Dots,
}

impl ListStyle {
    /// Returns the text between two items; `None` if each item has the name.
    #[must_use]
    pub const fn separator(self) -> Option<&'static str> {
        match self {
            Self::Repeated | Self::Brackets => None,
            Self::Comma | Self::Pairs => Some(","),
            Self::Space => Some(" "),
            Self::Pipe => Some("|"),
            Self::Newline => Some("\n"),
        }
    }
}
