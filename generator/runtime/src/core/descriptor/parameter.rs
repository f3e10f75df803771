//! The description of a parameter.

use super::place::{Encoding, ListStyle, ObjectStyle, Place};
use crate::core::version::Version;

description! {
    /// One parameter of an operation or of a credential.
    ///
    /// Built with [`Parameter::required`] or [`Parameter::optional`] and the
    /// setters, which have the names of the fields.
    pub struct Parameter {
        /// Name: on the wire, too, unless `sent_as` says otherwise.
        name: &'static str = "";
        /// Name on the wire, if it is another.
        sent_as: Option<&'static str> = None, set(name: &'static str) = Some(name);
        /// Place in the request.
        place: Place = Place::Form, set(place: Place) = place;
        /// The content type of a body that is one of several; empty if there is one.
        content_type: &'static str = "", set(content_type: &'static str) = content_type;
        /// The form of a list that is not JSON; if `json` is set, that of an object that is one text.
        list: Option<ListStyle> = None, set(style: ListStyle) = Some(style);
        /// The form of an object that is not JSON.
        object: Option<ObjectStyle> = None, set(style: ObjectStyle) = Some(style);
        /// True if `true` is sent as the name alone.
        flag: bool = false, set() = true;
        /// True if reserved characters in a query, such as `/` and `:`, are sent as they are.
        reserved: bool = false, set() = true;
        /// Type, in the documents' notation, such as `List<string>`.
        type_name: &'static str = "";
        /// True if it must be sent.
        required: bool = true;
        /// The kind of its value; of a list, the kind of its items.
        kind: ValueKind = ValueKind::Text, set(kind: ValueKind) = kind;
        /// The type of its items, in the documents' notation, if it is a list.
        items: Option<&'static str> = None, set(type_name: &'static str) = Some(type_name);
        /// True if it is sent as JSON text.
        json: bool = false, set() = true;
        /// True if it can be null, which is sent as an empty value.
        nullable: bool = false, set() = true;
        /// True if it is the file part of a multipart form.
        file: bool = false, set() = true;
        /// True if it is kept out of `Debug`, errors and logs.
        secret: bool = false, set() = true;
        /// True if its value works only once.
        one_time: bool = false, set() = true;
        /// True if it is a password that the call sets.
        new_password: bool = false, set() = true;
        /// True if the operation is about it; if none has this, it is about the last
        /// required text.
        subject: bool = false, set() = true;
        /// True if only top-level administrators may send it.
        top_level_only: bool = false, set() = true;
        /// First server version that knows it; `None` if unknown.
        since: Option<Version> = None, set(version: Version) = Some(version);
        /// The value that the server uses if it is absent, as text; a list is JSON.
        default: Option<&'static str> = None, set(text: &'static str) = Some(text);
        /// Its only value, as text.
        constant: Option<&'static str> = None, set(text: &'static str) = Some(text);
        /// True if requests of the operation have it, with its one value if it has one, and those of others
        /// with its method and path don't.
        chooses: bool = false, set() = true;
        /// The listed values; empty if none are listed.
        values: &'static [&'static str] = &[], set(values: &'static [&'static str]) = values;
        /// Its format.
        format: Option<Format> = None, set(format: Format) = Some(format);
        /// Its format in words, such as `six digits`.
        format_in_words: &'static str = "", set(words: &'static str) = words;
        /// Limits of its value.
        range: Range = Range::NONE, set(range: Range) = range;
        /// The value that a client fills in if it is left out.
        fill: Option<Fill> = None, set(fill: Fill) = Some(fill);
        /// When an optional parameter becomes required.
        required_when: Option<RequiredWhen> = None, set(condition: RequiredWhen) = Some(condition);
    }
}

impl Parameter {
    /// Creates a parameter that must be sent.
    #[must_use]
    pub const fn required(name: &'static str, type_name: &'static str) -> Self {
        Self { name, type_name, ..Self::DEFAULT }
    }

    /// Creates a parameter that may be left out.
    #[must_use]
    pub const fn optional(name: &'static str, type_name: &'static str) -> Self {
        Self { name, type_name, required: false, ..Self::DEFAULT }
    }
}

impl Parameter {
    /// Returns its name on the wire.
    #[must_use]
    pub const fn wire_name(&self) -> &'static str {
        match self.sent_as {
            Some(name) => name,
            None => self.name,
        }
    }

    /// The separator of a list that no item can contain, since nothing encodes it there. In queries,
    /// paths and forms, commas in items are encoded, and those between items are not.
    pub(crate) fn bare_separator(&self, encoding: Encoding) -> Option<&'static str> {
        let separator = self.list?.separator()?;
        let is_encoded = match (self.place, encoding) {
            (Place::Path | Place::Query, _) => true,
            (Place::Form, Encoding::Form | Encoding::Query | Encoding::Body) => true,
            (Place::Form, Encoding::Multipart | Encoding::Json) => false,
            (Place::Header { .. } | Place::Cookie | Place::Body | Place::Basic | Place::Bearer, _) => false,
        };
        (separator != "," || !is_encoded).then_some(separator)
    }
}

/// Limits of a value and of what is in it, which servers and the CLI check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Least value of a number, as it is written.
    pub min: Option<&'static str>,
    /// Greatest value of a number.
    pub max: Option<&'static str>,
    /// True if a number is greater than `min`.
    pub exclusive_min: bool,
    /// True if a number is less than `max`.
    pub exclusive_max: bool,
    /// The number that a number is a multiple of.
    pub multiple_of: Option<&'static str>,
    /// Least number of characters, of items, or of entries.
    pub min_length: Option<usize>,
    /// Greatest number of characters, of items, or of entries.
    pub max_length: Option<usize>,
    /// True if no two items of a list are equal.
    pub unique: bool,
    /// Regular expression that a part of a text matches.
    pub pattern: Option<&'static str>,
    /// Limits of the items of a list, or of the values of an object.
    pub items: Option<&'static Self>,
    /// Limits of the names in an object.
    pub keys: Option<&'static Self>,
}

impl Range {
    /// No limits.
    pub const NONE: Self = Self {
        min: None,
        max: None,
        exclusive_min: false,
        exclusive_max: false,
        multiple_of: None,
        min_length: None,
        max_length: None,
        unique: false,
        pattern: None,
        items: None,
        keys: None,
    };
}

/// Kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Text, or a file.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// Anything else: a type with parts, or one that lists values.
    Other,
}

/// A format that the documents define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Six decimal digits.
    SixDigits,
    /// A password with these rules.
    Password {
        /// Minimum number of characters.
        min_length: usize,
        /// At least one uppercase letter.
        uppercase: bool,
        /// At least one lowercase letter.
        lowercase: bool,
        /// At least one digit.
        digit: bool,
    },
}

impl Format {
    /// Returns whether `text` has the format.
    #[must_use]
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Self::SixDigits => text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit()),
            Self::Password { min_length, uppercase, lowercase, digit } => {
                text.chars().count() >= min_length
                    && (!uppercase || text.chars().any(char::is_uppercase))
                    && (!lowercase || text.chars().any(char::is_lowercase))
                    && (!digit || text.chars().any(char::is_numeric))
            }
        }
    }
}

/// The condition under which an optional parameter is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequiredWhen {
    /// The parameter that decides.
    pub parameter: &'static str,
    /// Its values that make this one required.
    pub values: &'static [&'static str],
}

/// A value that a client fills in: the same in each try of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// A random UUID.
    Uuid,
}

/// A rule for how many of some optional parameters are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The number of them.
    pub takes: Takes,
    /// Names of the parameters.
    pub parameters: &'static [&'static str],
}

/// The number of parameters of a choice that are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// One, and no other.
    ExactlyOne,
    /// One or more.
    AtLeastOne,
    /// One or none.
    AtMostOne,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_accept_what_they_say() {
        assert!(Format::SixDigits.accepts("012345"));
        assert!(!Format::SixDigits.accepts("12345"));
        assert!(!Format::SixDigits.accepts("12345a"));
        let password = Format::Password { min_length: 8, uppercase: true, lowercase: true, digit: true };
        assert!(password.accepts("Abcdefg1"));
        for text in ["Abcdef1", "abcdefg1", "ABCDEFG1", "Abcdefgh"] {
            assert!(!password.accepts(text), "{text}");
        }
    }
}
