//! Parameters that are sent elsewhere than in the form: in the path, the query, headers and
//! cookies, or as the whole body.

use http::{HeaderMap, HeaderName, HeaderValue, header::COOKIE};

use crate::codec::{percent, upload::Upload};
use crate::core::ErrorKind;

/// The values that are not in the form.
#[derive(Default)]
pub(crate) struct Elsewhere {
    /// Names of parameters and their values.
    path: Vec<(&'static str, String)>,
    /// The fields of the query, encoded.
    pub(crate) query: String,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// Names and values, encoded.
    cookies: String,
    has_secret_cookie: bool,
    pub(crate) body: Option<Whole>,
}

/// The values in the path: an extension of the request.
#[cfg(feature = "cassette")]
#[derive(Clone, Default)]
pub(crate) struct PathCopy(pub(crate) Vec<(&'static str, crate::core::Secret)>);

/// A body that is one value.
pub(crate) enum Whole {
    Text(String),
    File(Upload),
}

/// A text that is sent, and whether it must not be shown.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub(crate) text: &'a str,
    pub(crate) is_secret: bool,
}

impl Elsewhere {
    pub(super) fn add_to_path(&mut self, name: &'static str, text: &str) {
        self.path.push((name, text.to_owned()));
    }

    /// A copy of the values in the path, for transports that record them.
    #[cfg(feature = "cassette")]
    pub(crate) fn path_copy(&self) -> PathCopy {
        PathCopy(self.path.iter().map(|(name, text)| (*name, text.as_str().into())).collect())
    }

    /// The value of a variable in the path.
    pub(crate) fn in_path(&self, name: &str) -> Option<&str> {
        self.path.iter().find_map(|(known, text)| (*known == name).then_some(text.as_str()))
    }

    /// Adds a header. Several values of one name are several headers.
    ///
    /// # Errors
    /// If a header can't carry the text unchanged.
    pub(crate) fn add_header(&mut self, prefix: &str, name: &str, value: Shown<'_>) -> Result<(), ErrorKind> {
        let (name, value) = header(prefix, name, value)?;
        self.headers.push((name, value));
        Ok(())
    }

    pub(crate) fn add_cookie(&mut self, name: &str, value: Shown<'_>) {
        if !self.cookies.is_empty() {
            self.cookies.push_str("; ");
        }
        self.cookies.push_str(name);
        self.cookies.push('=');
        self.cookies.extend(percent_encoding::utf8_percent_encode(value.text, ESCAPED));
        self.has_secret_cookie |= value.is_secret;
    }

    pub(crate) fn add_to_query(&mut self, name: &str, text: &str) {
        percent::push_field(&mut self.query, name, text);
    }

    /// Moves headers and cookies into those of a request. A parameter replaces a header of
    /// its name, and joins its cookies.
    ///
    /// # Errors
    /// If the name of a cookie is invalid.
    pub(crate) fn move_into(self, headers: &mut HeaderMap) -> Result<(), ErrorKind> {
        if !self.headers.is_empty() {
            headers.extend(HeaderMap::from_iter(self.headers));
        }
        if self.cookies.is_empty() {
            return Ok(());
        }
        let others = headers.get(COOKIE);
        let mut cookies = others.map_or_else(Vec::new, |others| [others.as_bytes(), b"; "].concat());
        cookies.extend_from_slice(self.cookies.as_bytes());
        let cookies = HeaderValue::from_bytes(&cookies);
        let mut cookies = cookies.map_err(|_| ErrorKind::Header { name: COOKIE.to_string() })?;
        cookies.set_sensitive(self.has_secret_cookie || others.is_some_and(HeaderValue::is_sensitive));
        headers.insert(COOKIE, cookies);
        Ok(())
    }

    /// A copy; `None` if the body is a file.
    #[cfg(feature = "reqwest")]
    pub(super) fn try_clone(&self) -> Option<Self> {
        let body = match &self.body {
            Some(Whole::File(_)) => return None,
            Some(Whole::Text(text)) => Some(Whole::Text(text.clone())),
            None => None,
        };
        let (path, query, headers) = (self.path.clone(), self.query.clone(), self.headers.clone());
        let (cookies, has_secret_cookie) = (self.cookies.clone(), self.has_secret_cookie);
        Some(Self { path, query, headers, cookies, has_secret_cookie, body })
    }
}

/// The characters of a cookie's value that are escaped: all that RFC 6265 doesn't allow, and `%`.
const ESCAPED: &percent_encoding::AsciiSet =
    &percent_encoding::CONTROLS.add(b' ').add(b'"').add(b',').add(b';').add(b'\\').add(b'%').add(b'+');

/// A header, unless it can't carry the text unchanged, because of control characters or white
/// space at either end, which the receiver would cut off.
///
/// # Errors
/// With the name.
pub(crate) fn header(
    prefix: &str,
    name: &str,
    value: Shown<'_>,
) -> Result<(HeaderName, HeaderValue), ErrorKind> {
    let error = || ErrorKind::Header { name: name.to_owned() };
    if value.text.trim_matches([' ', '\t']) != value.text {
        return Err(error());
    }
    let header = HeaderName::from_bytes(format!("{prefix}{name}").as_bytes()).map_err(|_| error())?;
    let mut text = HeaderValue::from_bytes(value.text.as_bytes()).map_err(|_| error())?;
    text.set_sensitive(value.is_secret);
    Ok((header, text))
}
