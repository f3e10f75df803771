//! Parameters: their places, limits and formats.

use serde::Serialize;
use serde_json::Value;

use super::{
    Api, Deprecation, Fill, Limits, ListStyle, Member, ObjectStyle, Overlaid, Range, RequestEncoding,
    RequiredWhen, Shape, Type, TypeId, TypeRef, Version,
};
use crate::naming;

/// A parameter of an operation or an authentication block.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Name: on the wire, too, unless `sent_as` says otherwise.
    pub name: String,
    /// Name on the wire, if it is another.
    pub sent_as: Option<String>,
    /// Place in a request.
    pub place: Place,
    /// True if the spec says its place.
    pub moved: bool,
    /// The content type that the body has if it is the body, one of several.
    pub content: Option<Content>,
    /// The form of a list that is not JSON.
    pub list: Option<ListStyle>,
    /// The form of an object that is not JSON.
    pub object: Option<ObjectStyle>,
    /// The documents don't say this form.
    pub object_inferred: bool,
    /// A `true` is sent as the name alone.
    pub flag: bool,
    /// Characters such as `/` and `:` are sent as they are.
    pub reserved: bool,
    /// Rust name.
    pub rust: String,
    /// True if the spec overrides its usual Rust name.
    pub renamed: bool,
    /// Type.
    pub ty: TypeRef,
    /// Type of what is in a body of bytes or text, which Rust doesn't read: XML, CSV and the like.
    pub holds: Option<TypeRef>,
    /// Enum that lists its values.
    pub values: Option<TypeId>,
    /// The one value it has: requests don't have it in Rust, and it is always sent.
    pub constant: Option<String>,
    /// It tells the operation apart from others with its HTTP method and path: see [`Need`].
    pub chooses: bool,
    /// The documents mark it `(JSON)`.
    pub json: bool,
    /// The form of its value on the wire.
    pub wire: Wire,
    /// Required or optional.
    pub presence: Presence,
    /// True if it can be null.
    pub nullable: bool,
    /// The documents' description.
    pub doc: Option<String>,
    /// First server version that knows it.
    pub since: Option<Version>,
    /// Deprecation.
    pub deprecated: Option<Deprecation>,
    /// Value that a server uses when it is absent.
    pub default: Option<Value>,
    /// Format limit.
    pub format: Option<Format>,
    /// Limits of its value.
    pub range: Range,
    /// Condition that makes it required.
    pub required_when: Option<RequiredWhen>,
    /// The value that clients send if the program leaves it out.
    pub fill: Option<Fill>,
    /// Only administrators of the top-level organization may send it.
    pub top_level_only: bool,
    /// Never shown in Debug, errors and logs.
    pub secret: bool,
    /// A code that works once.
    pub one_time: bool,
    /// A password that the call sets.
    pub new_password: bool,
    /// The thing that the operation is about, if that is not the last required text.
    pub subject: bool,
    /// Its source, if that is not the documents.
    pub source: Option<Overlaid>,
}

/// One of several bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Content type.
    pub content_type: String,
    /// The same with other parameters.
    pub more_content_types: Vec<String>,
    /// Rust name of the enum of the bodies.
    pub enum_rust: String,
    /// Rust name of its variant.
    pub variant_rust: String,
    /// Fields that the type requires may be absent.
    pub partial: bool,
}

/// A parameter by which servers know the requests of an operation from those of others with its HTTP method
/// and path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Need {
    /// Its place.
    pub place: Place,
    /// Its name on the wire; that of a header is in lowercase.
    pub name: String,
    /// Its one value; without it, any will do.
    pub value: Option<String>,
}

impl Need {
    /// The need that a parameter is.
    #[must_use]
    pub fn of(it: &Parameter) -> Self {
        let name = match it.place {
            Place::Header => it.wire_name().to_ascii_lowercase(),
            _ => it.wire_name().to_owned(),
        };
        Self { place: it.place, name, value: it.constant.clone() }
    }

    /// Returns whether it is in the body.
    #[must_use]
    pub fn in_body(&self) -> bool {
        matches!(self.place, Place::Form | Place::Field)
    }
}

/// The place of a parameter in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In the path: a segment, or a part of one.
    Path,
    /// The rest of the path, with its slashes.
    PathRest,
    /// In the query of the URL.
    Query,
    /// In a header.
    Header,
    /// In a cookie.
    Cookie,
    /// In a form.
    Form,
    /// A part of a multipart form.
    Part,
    /// A field of the JSON object that is the body.
    Field,
    /// The whole body.
    Body,
}

impl RequestEncoding {
    /// The place of the parameters that don't say theirs.
    #[must_use]
    pub fn place(self) -> Place {
        match self {
            Self::Form => Place::Form,
            Self::Multipart => Place::Part,
            Self::Json => Place::Field,
            Self::Query | Self::Body => Place::Query,
        }
    }
}

/// Headers that are the protocol's, which clients and servers set: they can't be parameters.
pub const PROTOCOL_HEADERS: &[&str] = &[
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// A value as it is written in a form: a text as it is, anything else as JSON.
#[must_use]
pub fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The form of a parameter's value on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// As it is: texts, numbers, `true` and `false`.
    Text,
    /// As JSON text: what the documents mark `(JSON)`, and any type with parts.
    Json,
    /// As a list of such texts.
    List,
    /// As a part of a multipart form, or as the body.
    File,
}

impl Parameter {
    /// Returns whether all that is sent has its name alone, although it may be an object by its wire: a union of
    /// texts, or a list of such without brackets.
    #[must_use]
    pub fn is_plain(&self, api: &Api) -> bool {
        let shape = match &self.ty.shape {
            Shape::List(item) if self.object == Some(ObjectStyle::Dots) => item,
            shape => shape,
        };
        let ty = |shape: &Shape| shape.named().and_then(|id| api.ty(id));
        let is_text = |member: &Member| match &member.ty.shape {
            Shape::Scalar(scalar) => scalar.row().wire == Wire::Text,
            shape => ty(shape).is_some_and(Type::is_enum),
        };
        self.object.is_some()
            && ty(shape).is_some_and(|ty| ty.kind.is_union() && ty.members().iter().all(is_text))
    }

    /// Its name on the wire.
    #[must_use]
    pub fn wire_name(&self) -> &str {
        self.sent_as.as_deref().unwrap_or(&self.name)
    }

    /// The limits of its value: its own and those of its type.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.ty.limits.and(&self.range)
    }

    /// Its option in the program.
    #[must_use]
    pub fn option(&self) -> String {
        naming::option(&self.rust)
    }
}

/// Required or optional parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Always sent.
    Required,
    /// Absent if it is not set.
    Optional,
}

/// A format limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Six decimal digits.
    SixDigits,
    /// A rule for new passwords.
    #[serde(untagged)]
    Password {
        /// Least number of characters.
        min_length: u32,
        /// Needs an uppercase letter.
        uppercase: bool,
        /// Needs a lowercase letter.
        lowercase: bool,
        /// Needs a digit.
        digit: bool,
    },
}
