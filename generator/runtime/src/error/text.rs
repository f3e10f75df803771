//! What an error says.

use std::fmt;

use super::{ErrorKind, Newer};

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Listed, so that the compiler asks for the text of a new kind.
            Self::BaseUrl(_) | Self::Header { .. } | Self::Path { .. } | Self::UnknownOperation { .. } => {
                self.fmt_setting(f)
            }
            Self::MissingCredential { .. }
            | Self::WrongCredential { .. }
            | Self::NoBearer { .. }
            | Self::OneTimeSent => self.fmt_credential(f),
            Self::Redirected { .. } | Self::NotRedirected { .. } | Self::TooLarge { .. } => {
                self.fmt_answer(f)
            }
            Self::TooNew { what, needs, has } => write!(
                f,
                "{what} needs server {needs} and the server has {has}; update the server, or tell \
                 the client its right version"
            ),
            Self::NoPath => f.write_str("no path is known; set one in the client's builder"),
            Self::FileOutsideMultipart { name } => write!(
                f,
                "`{name}` is a file and the form is not multipart; correct the description of the \
                 operation"
            ),
            Self::Failure(failure) => failure.fmt(f),
            Self::Decode(undecoded) => undecoded.fmt(f),
            Self::TimedOut => f.write_str(
                "no answer in time; the server may have carried it out all the same: look before \
                 you repeat it",
            ),
            Self::Connect(_) => f.write_str(
                "no connection, so nothing was sent; see the source of this error, and check that \
                 the base URL is right, the server runs, and its certificate and proxies are fine",
            ),
            Self::Transport(_) => f.write_str(
                "the request or its answer did not get through; see the source of this error, and \
                 look whether it was carried out before you repeat it",
            ),
        }
    }
}

impl ErrorKind {
    /// A setting of the client that can't be used.
    fn fmt_setting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BaseUrl(reason) => {
                write!(f, "the base URL can't be used: {reason}; give one such as https://backup.example.com")
            }
            Self::Header { name } => write!(
                f,
                "the header for `{name}` can't be sent: a name has no spaces, a value no line \
                 breaks and no spaces at its ends"
            ),
            Self::Path { operation } => write!(
                f,
                "the path set for {operation} is none; it begins with `/` and has neither `?` nor \
                 `#`"
            ),
            Self::UnknownOperation { name } => write!(
                f,
                "a path is set for `{name}`, which is no operation of this API; write the name as \
                 the documents do"
            ),
            _ => Ok(()),
        }
    }

    /// A credential that can't be sent.
    fn fmt_credential(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingCredential { needs } => {
                write!(f, "it needs the {needs}; give the client a credential")
            }
            Self::WrongCredential { needs, has } => write!(
                f,
                "it needs the {needs} and the client has the {has}; use a client with that \
                 credential"
            ),
            Self::NoBearer { block } => write!(
                f,
                "the {block} has nothing that the bearer header could carry; use a credential \
                 with a bearer token"
            ),
            Self::OneTimeSent => f.write_str(
                "the credential holds a code that works once, and it may have been sent already; \
                 start a session with it, or give the client a new code",
            ),
            _ => Ok(()),
        }
    }

    /// An answer that is not read.
    fn fmt_answer(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Redirected { status } => {
                write!(f, "the server redirects (HTTP {status}), which is not followed; check the base URL")
            }
            Self::NotRedirected { status } => write!(
                f,
                "the server should redirect and did not (HTTP {status}); check that nothing on \
                 the way follows redirects"
            ),
            Self::TooLarge { limit } => write!(
                f,
                "the answer has more than {limit} bytes; raise the limit in the client's builder, \
                 or read the download in chunks"
            ),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Newer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operation => f.write_str("the operation"),
            Self::Parameter(name) => write!(f, "the parameter `{name}`"),
        }
    }
}
