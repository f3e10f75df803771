//! What a parameter is.

use crate::Version;

/// One parameter of an operation or of a credential.
///
/// Built with [`Parameter::required`] or [`Parameter::optional`] and the
/// setters, which have the names of the fields.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Parameter {
    /// Name on the wire.
    pub name: &'static str,
    /// Type, in the documents' notation, such as `List<string>`.
    pub type_name: &'static str,
    /// Whether it must be sent.
    pub required: bool,
    /// Whether it is sent as JSON text.
    pub json: bool,
    /// Whether it can be null, which is sent as an empty value.
    pub nullable: bool,
    /// Whether it is the file part of a multipart form.
    pub file: bool,
    /// Whether it is kept out of `Debug`, errors and logs.
    pub secret: bool,
    /// Whether its value works only once.
    pub one_time: bool,
    /// Whether only top-level administrators may send it.
    pub top_level_only: bool,
    /// First server version that knows it; `None` if unknown.
    pub since: Option<Version>,
    /// The value that the server uses if it is absent, as text.
    pub default: Option<&'static str>,
    /// Its only value, as text.
    pub constant: Option<&'static str>,
    /// The listed values; empty if none are listed.
    pub values: &'static [&'static str],
    /// Its format.
    pub format: Option<Format>,
    /// When an optional parameter becomes required.
    pub required_when: Option<RequiredWhen>,
}

impl Parameter {
    /// A parameter that must be sent.
    #[must_use]
    pub const fn required(name: &'static str, type_name: &'static str) -> Self {
        Self {
            name,
            type_name,
            required: true,
            json: false,
            nullable: false,
            file: false,
            secret: false,
            one_time: false,
            top_level_only: false,
            since: None,
            default: None,
            constant: None,
            values: &[],
            format: None,
            required_when: None,
        }
    }

    /// A parameter that may be left out.
    #[must_use]
    pub const fn optional(name: &'static str, type_name: &'static str) -> Self {
        let mut parameter = Self::required(name, type_name);
        parameter.required = false;
        parameter
    }

    setters! {
        /// Sends it as JSON text.
        json() = true;
        /// Lets it be null.
        nullable() = true;
        /// Makes it the file part of a multipart form.
        file() = true;
        /// Keeps it out of `Debug`, errors and logs.
        secret() = true;
        /// Marks its value as valid only once.
        one_time() = true;
        /// Restricts it to top-level administrators.
        top_level_only() = true;
        /// Sets the first server version that knows it.
        since(version: Version) = Some(version);
        /// Sets the value that the server uses if it is absent.
        default(text: &'static str) = Some(text);
        /// Sets its only value.
        constant(text: &'static str) = Some(text);
        /// Sets the listed values.
        values(values: &'static [&'static str]) = values;
        /// Sets its format.
        format(format: Format) = Some(format);
        /// Sets when it becomes required.
        required_when(condition: RequiredWhen) = Some(condition);
    }
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
    /// Whether `text` has the format.
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
