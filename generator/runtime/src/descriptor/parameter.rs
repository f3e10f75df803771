//! What a parameter is.

use crate::Version;

/// One parameter of an operation or of a credential.
///
/// Made with [`Parameter::required`] or [`Parameter::optional`] and the
/// setters of the same names as the fields.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Parameter {
    /// Name on the wire.
    pub name: &'static str,
    /// Type, in the documents' notation, such as `List<string>`.
    pub type_name: &'static str,
    /// It must be sent.
    pub required: bool,
    /// It travels as JSON text.
    pub json: bool,
    /// It can be null, which travels as an empty value.
    pub nullable: bool,
    /// It is the file part of a multipart form.
    pub file: bool,
    /// It never shows in `Debug`, errors or logs.
    pub secret: bool,
    /// Its value works once.
    pub one_time: bool,
    /// Only administrators of the top level may send it.
    pub top_level_only: bool,
    /// First server version that knows it; `None` if not said.
    pub since: Option<Version>,
    /// What the server takes if it is absent, as text.
    pub default: Option<&'static str>,
    /// The only value that it has, as text.
    pub constant: Option<&'static str>,
    /// The listed values; empty if none are listed.
    pub values: &'static [&'static str],
    /// Limits of its format.
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

    /// Makes it travel as JSON text.
    #[must_use]
    pub const fn json(mut self) -> Self {
        self.json = true;
        self
    }

    /// Lets it be null.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }

    /// Makes it the file part of a multipart form.
    #[must_use]
    pub const fn file(mut self) -> Self {
        self.file = true;
        self
    }

    /// Keeps it out of `Debug`, errors and logs.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Says that its value works once.
    #[must_use]
    pub const fn one_time(mut self) -> Self {
        self.one_time = true;
        self
    }

    /// Says that only administrators of the top level may send it.
    #[must_use]
    pub const fn top_level_only(mut self) -> Self {
        self.top_level_only = true;
        self
    }

    /// Sets the first server version that knows it.
    #[must_use]
    pub const fn since(mut self, version: Version) -> Self {
        self.since = Some(version);
        self
    }

    /// Sets what the server takes if it is absent.
    #[must_use]
    pub const fn default(mut self, text: &'static str) -> Self {
        self.default = Some(text);
        self
    }

    /// Sets the only value that it has.
    #[must_use]
    pub const fn constant(mut self, text: &'static str) -> Self {
        self.constant = Some(text);
        self
    }

    /// Sets the listed values.
    #[must_use]
    pub const fn values(mut self, values: &'static [&'static str]) -> Self {
        self.values = values;
        self
    }

    /// Sets the limits of its format.
    #[must_use]
    pub const fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Sets when it becomes required.
    #[must_use]
    pub const fn required_when(mut self, condition: RequiredWhen) -> Self {
        self.required_when = Some(condition);
        self
    }
}

/// Limits of a text that the documents state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Six decimal digits.
    SixDigits,
    /// A password rule.
    Password {
        /// Smallest number of characters.
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
    /// Whether `text` keeps to the limits.
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
