//! The texts of errors: what is wrong, then what to do about it.

use std::fmt;

use http::StatusCode;

use super::kind::{ErrorKind, Newer};
use crate::core::text::Inert;

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_cause(f)?;
        match self.help() {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl ErrorKind {
    fn fmt_cause(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BaseUrl(reason) => write!(f, "the base URL is invalid: {reason}"),
            Self::Header { name } => write!(f, "the header for `{}` is invalid", Inert(name)),
            Self::Path { operation } => write!(f, "the path set for {} is invalid", Inert(operation)),
            Self::UnknownOperation { name } => {
                write!(f, "a path is set for the unknown operation `{}`", Inert(name))
            }
            Self::TooNew { what, needs, has } => {
                write!(f, "{what} needs server {needs}, but the server has {has}")
            }
            Self::Removed { version, has } => {
                write!(f, "the operation was removed in server {version}, and the server has {has}")
            }
            Self::ReadOnly { effect, other: None } => {
                write!(f, "the effect of the operation is `{effect}`, and the client is read-only")
            }
            Self::ReadOnly { effect, other: Some(other) } => write!(
                f,
                "the path is that of {other}, whose effect is `{effect}`, and the client is read-only"
            ),
            Self::UntrustedPath => f.write_str(
                "the API doesn't have the path of this call, so its effect is not known, and the client is \
                 read-only",
            ),
            Self::NoPath => f.write_str("no path is known"),
            Self::MissingCredential { needs } => write!(f, "the {needs} is required"),
            Self::WrongCredential { needs, has } => {
                write!(f, "the {needs} is required, but the client has the {has}")
            }
            Self::NoBearer { block } => write!(f, "the {block} has no token for the bearer header"),
            Self::Credential(_) => f.write_str("no credential could be obtained"),
            Self::CredentialOfItself => f.write_str(
                "the function of `credential_from` makes a call that needs the credential it is asked for",
            ),
            Self::OneTimeSent => {
                f.write_str("the one-time code of the credential may already have been used")
            }
            Self::FileOutsideMultipart { name } => {
                write!(f, "`{name}` is a file, but the form is not multipart")
            }
            Self::PathValue { name } => {
                write!(f, "`{}` can't be a part of the path", Inert(name))
            }
            Self::ListItem { name, between } => {
                write!(f, "an item of `{name}` contains {between:?}, which separates the items")
            }
            Self::FieldName { name, end } => {
                write!(f, "a name in `{name}` contains {end:?}, which ends the names in it")
            }
            Self::ContentType { needs } => write!(f, "the content type of the body must be {needs}"),
            Self::Cookie { name } => write!(f, "the cookie `{name}` is invalid"),
            Self::NextPage => f.write_str("the URL of the next page is not one of this server"),
            Self::RepeatedPage => f.write_str("the page was read before, so the list would never end"),
            Self::EmptyPages => f.write_str("more than 100 pages in a row have no items"),
            Self::QueryTooLong { length } => {
                write!(f, "the path and its query have {length} bytes, which is too long for a URL")
            }
            Self::Failure(failure) => write!(f, "{failure}"),
            Self::Decode(undecoded) => write!(f, "{undecoded}"),
            Self::Redirected { status: StatusCode::NOT_MODIFIED, .. } => {
                f.write_str("not modified since the previous request (HTTP 304 Not Modified)")
            }
            Self::Redirected { status, host: None, .. } => write!(f, "the server redirects (HTTP {status})"),
            Self::Redirected { status, host: Some(host), .. } => {
                write!(f, "the server redirects to {host} (HTTP {status})")
            }
            Self::NotRedirected { status } => write!(f, "the server does not redirect (HTTP {status})"),
            Self::File { path, error } => write!(f, "{}: {error}", Inert(&path.to_string_lossy())),
            Self::TooLarge { limit } => write!(f, "the response is larger than {limit} bytes"),
            Self::TimedOut => f.write_str("no response in time"),
            Self::Connect(_) => f.write_str("could not connect, so nothing was sent"),
            Self::NotRecorded(why) => write!(f, "{why}"),
            Self::Transport(_) => f.write_str("the request or its response did not get through"),
        }
    }

    /// The remedy, which ends the text.
    pub(crate) fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::BaseUrl(_) => "use one such as https://api.example.com",
            Self::Header { .. } => {
                "a name has no spaces, and a value has no line breaks and no spaces at either end; \
                 in Basic, a user has no colon, and neither it nor the password has control characters"
            }
            Self::Path { .. } => "a path starts with `/` and contains neither `?` nor `#`",
            Self::UnknownOperation { .. } => "use the name in the documents",
            Self::TooNew { .. } => "update the server, or correct the client's `server_version`",
            Self::Removed { .. } => "use what replaces it, or correct the client's `server_version`",
            Self::ReadOnly { .. } => "use a client that may change the server",
            Self::UntrustedPath => {
                "set it with `ClientBuilder::path`, or vouch for it with `CallBuilder::trust_path`"
            }
            Self::NoPath => "set one in the client's builder, or for the call",
            Self::MissingCredential { .. } => "set one with `ClientBuilder::credential`",
            Self::WrongCredential { .. } => "use a client with that credential",
            Self::NoBearer { .. } => "use a credential with a token",
            Self::Credential(_) => "the source of this error has the cause",
            Self::CredentialOfItself => "use another client in it, or `Client::with_credential`",
            Self::OneTimeSent => "start a session first, or create a client with a new code",
            Self::FileOutsideMultipart { .. } => "correct the description of the operation",
            Self::PathValue { .. } => "set a value that is not empty, `.` or `..`",
            Self::ListItem { .. } => "the server would read two items: remove it from the item",
            Self::FieldName { .. } => "the server would read other names: remove it from the name",
            Self::ContentType { .. } => "set it with `Upload::content_type`, or as a header of the call",
            Self::Cookie { .. } => {
                "use only visible ASCII, without quotes, commas, semicolons or backslashes"
            }
            Self::NextPage => "check the base URL, and any proxy",
            Self::RepeatedPage => "check that the server goes on as the description of the list says",
            Self::EmptyPages => "the list may go on: ask for less of it, or for larger pages",
            Self::QueryTooLong { .. } => "send less: the parameters of this operation are sent in the URL",
            Self::Failure(_) | Self::File { .. } => return None,
            Self::Decode(undecoded) if undecoded.is_page() => {
                "this is a web page: check that the base URL is the API's, and any proxy; the operation may \
                 have been carried out all the same"
            }
            Self::Decode(_) => {
                "the operation was probably carried out; if the server is newer than this crate, \
                 update the crate"
            }
            Self::Redirected { status: StatusCode::NOT_MODIFIED, .. } => {
                "leave out the conditional header, such as `If-None-Match`, or describe the status 304 as a result"
            }
            Self::Redirected { .. } => "redirects are not followed: check the base URL",
            Self::NotRedirected { .. } => "check that no proxy follows redirects",
            Self::TooLarge { .. } => "raise the client's `max_body`, or read the download in chunks",
            Self::TimedOut | Self::Transport(_) => {
                "the operation may have been carried out all the same: check before you repeat it"
            }
            Self::Connect(_) => {
                "check the base URL, the server, its certificate and any proxy (the source of this \
                 error has the cause)"
            }
            Self::NotRecorded(_) => "record it again, or correct the call",
        })
    }
}

/// The remedy if a server doesn't have an inferred path.
pub(super) const SET_PATH: &str = "set it with `ClientBuilder::path`, or with an overlay, which \
                                   `api-codegen learn` can write from recorded traffic";

/// Says that a path is inferred, and what to do if the server has another.
pub(crate) struct Inferred {
    pub(crate) path: &'static str,
    pub(crate) remedy: &'static str,
}

impl fmt::Display for Inferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, remedy } = self;
        write!(f, "the path {path} is inferred, not documented: if the server has another, {remedy}")
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
