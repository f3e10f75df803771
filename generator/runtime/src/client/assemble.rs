//! The request of an operation, assembled from its values.
//!
//! Each value goes to its [`Place`]. The values of the credential come first.

use std::{mem, slice};

use http::{
    HeaderMap, HeaderName, HeaderValue, Method, Uri,
    header::{CONTENT_LENGTH, CONTENT_TYPE, COOKIE},
    uri::PathAndQuery,
};

use super::{call::Draft, reach::Reach, settings::Settings};
use crate::codec::percent::{self, encode_in_query};
use crate::codec::values::{Multipart, Placed, Value, quoted};
use crate::core::{
    ApiDescriptor, Body, Descriptor, Encoding, ErrorKind, Place, essence, first_of, includes, template,
    types_of,
};

/// A path is usually longer than its template by at most this many bytes.
const EXTRA_LENGTH: usize = 32;

/// Size of a typical form, in bytes.
const FORM_SIZE: usize = 256;

const MULTIPART: &str = "multipart/form-data";

impl Settings {
    /// Assembles the request of a call whose parameters are written. Moves the content of files, and
    /// a body without secrets, into it.
    pub(super) fn assemble(
        &self,
        api: &ApiDescriptor,
        draft: &mut Draft,
        credential: &[Placed],
    ) -> Result<Box<http::Request<Body>>, ErrorKind> {
        let operation = draft.descriptor;
        let mut request = Box::new(http::Request::new(Body::empty()));
        *request.method_mut() =
            Method::from_bytes(operation.method.as_bytes()).map_err(|_| ErrorKind::NoPath)?;
        *request.uri_mut() = self.url(api, draft, credential)?;
        *request.headers_mut() = mem::take(&mut draft.headers);
        let values = &mut draft.form.values;
        credential.iter().chain(&*values).try_for_each(|placed| placed.check_items(operation.encoding))?;
        set_headers(request.headers_mut(), credential)?;
        let chosen = request.headers().get(CONTENT_TYPE).or(self.content_type.as_ref()).cloned();
        set_body(&mut request, operation, credential, values, chosen)?;
        // Last: a parameter replaces any other header with its name.
        set_headers(request.headers_mut(), values)?;
        set_cookies(request.headers_mut(), credential.iter().chain(&*values))?;
        Ok(request)
    }

    /// The URL of a call.
    pub(super) fn url(
        &self,
        api: &ApiDescriptor,
        draft: &Draft,
        credential: &[Placed],
    ) -> Result<Uri, ErrorKind> {
        let (operation, values) = (draft.descriptor, &draft.form.values);
        let is_in_query = |placed: &&Placed| placed.place.is_in_query(operation.encoding);
        if let Some(page) = &draft.page {
            let page = with_credential(page.clone(), credential.iter().filter(is_in_query))?;
            if self.read_only {
                Reach::of_page(api, operation, &draft.path, &page).check_read_only(true)?;
            }
            return self.base_of(operation).url(page).ok_or_else(|| ErrorKind::NextPage);
        }
        let mut url = self.path_with(api, operation, &draft.path, values)?;
        let mut query = String::new();
        credential
            .iter()
            .chain(values)
            .filter(is_in_query)
            .for_each(|placed| placed.push_to(&mut query, encode_in_query));
        if !query.is_empty() {
            url.extend(["?", &query]);
        }
        let length = url.len();
        self.base_of(operation).url(url).ok_or_else(|| ErrorKind::QueryTooLong { length })
    }

    /// The path with values in place of its variables.
    fn path_with(
        &self,
        api: &ApiDescriptor,
        operation: &Descriptor,
        template: &str,
        values: &[Placed],
    ) -> Result<String, ErrorKind> {
        let base = self.base_of(operation).path();
        let mut path = String::with_capacity(base.len() + template.len() + EXTRA_LENGTH);
        path.push_str(base);
        if !template.contains('{') {
            path.push_str(template);
            return Ok(path);
        }
        let value = |name: &str, path: &mut String, push| {
            let mut in_path = values.iter().filter(|placed| placed.place == Place::Path);
            in_path.find(|placed| placed.name == name).map(|placed| placed.push_items(path, push))
        };
        let path = template::fill(path, template, value)
            .map_err(|name| ErrorKind::PathValue { name: name.to_owned() })?;
        if self.read_only {
            Reach::of_filled(api, operation, template, &path).check_read_only(true)?;
        }
        Ok(path)
    }
}

/// Sets the credential's fields in the URL of another page, which a server may have named without
/// them, or with old ones.
fn with_credential<'a>(
    mut page: PathAndQuery,
    fields: impl Iterator<Item = &'a Placed>,
) -> Result<PathAndQuery, ErrorKind> {
    for placed in fields {
        let is_other = |field: &&str| {
            let name = field.split_once('=').map_or(*field, |(name, _)| name);
            percent::decode(name.as_bytes()).is_none_or(|name| name != placed.wire_name())
        };
        let fields = page.query().into_iter().flat_map(|query| query.split('&'));
        let mut query = fields.filter(is_other).collect::<Vec<_>>().join("&");
        placed.push_to(&mut query, encode_in_query);
        page = format!("{}?{query}", page.path()).try_into().map_err(|_| ErrorKind::NextPage)?;
    }
    Ok(page)
}

/// Sets the body and the headers that describe it.
fn set_body(
    request: &mut http::Request<Body>,
    operation: &Descriptor,
    credential: &[Placed],
    values: &mut [Placed],
    chosen: Option<HeaderValue>,
) -> Result<(), ErrorKind> {
    let mut files = values.iter().filter(|placed| matches!(placed.value, Value::File(_)));
    if operation.encoding != Encoding::Multipart
        && let Some(placed) = files.find(|placed| placed.place != Place::Body)
    {
        return Err(ErrorKind::FileOutsideMultipart { name: placed.name });
    }
    let content = match values.iter_mut().find(|placed| placed.place == Place::Body) {
        Some(placed) => Some(whole_body(placed, operation, chosen)?),
        None => body_fields(operation.encoding, credential, values)
            .map(|fields| fields.into_body(chosen))
            .transpose()?,
    };
    let Some((content_type, body)) = content else {
        let may_have_body = matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH);
        if may_have_body && operation.encoding == Encoding::Body {
            request.headers_mut().insert(CONTENT_LENGTH, 0.into());
        }
        return Ok(());
    };
    // Even if it is zero: some servers require it with every POST.
    if let Some(size) = body.size() {
        request.headers_mut().insert(CONTENT_LENGTH, size.into());
    }
    request.headers_mut().insert(CONTENT_TYPE, content_type);
    *request.body_mut() = body;
    Ok(())
}

/// One value as the body, which is moved since it can be long, unless it has secrets: those are still
/// needed to redact texts. The content type is the call's, the file's, or the usual one.
fn whole_body(
    placed: &mut Placed,
    operation: &Descriptor,
    chosen: Option<HeaderValue>,
) -> Result<(HeaderValue, Body), ErrorKind> {
    let is_moved = !placed.has_secrets();
    let file_type = match &placed.value {
        Value::File(upload) => upload.media_type().and_then(|text| HeaderValue::try_from(text).ok()),
        Value::Text(_) | Value::List(_) | Value::Json(_) | Value::Null => None,
    };
    let documented = placed.parameter.map(|known| known.content_type).filter(|known| !known.is_empty());
    let is_possible = |given: &HeaderValue| {
        let fits = |known| given.to_str().is_ok_and(|given| types_of(known).any(|ty| includes(ty, given)));
        documented.is_none_or(fits)
    };
    let usual = || first_of(documented.unwrap_or(operation.body_type)).map(HeaderValue::from_static);
    let content_type = chosen
        .or(file_type)
        .filter(is_possible)
        .or_else(usual)
        .ok_or(ErrorKind::ContentType { needs: documented.unwrap_or(operation.body_type) })?;
    if placed.parameter.is_some_and(|known| known.object.is_some()) {
        let (mut fields, chosen) = match includes(MULTIPART, content_type.to_str().unwrap_or_default()) {
            true => (Fields::Multipart(Multipart::new()), None),
            false => (Fields::Form(String::with_capacity(FORM_SIZE)), Some(content_type)),
        };
        fields.add(placed);
        return fields.into_body(chosen);
    }
    let body = match &mut placed.value {
        Value::File(upload) => upload.take_body(),
        Value::Json(json) if is_moved => mem::take(&mut json.text).into(),
        Value::Text(text) if is_moved => mem::take(text).into(),
        Value::Text(_) | Value::List(_) | Value::Json(_) | Value::Null => placed.texts().concat().into(),
    };
    Ok((content_type, body))
}

/// Values as the fields of a body.
enum Fields {
    Form(String),
    /// An object of JSON, without its braces.
    Json(String),
    Multipart(Multipart),
}

/// The fields of a body; `None` if they are in the query.
fn body_fields(encoding: Encoding, credential: &[Placed], values: &mut [Placed]) -> Option<Fields> {
    let mut fields = match encoding {
        Encoding::Form => Fields::Form(String::with_capacity(FORM_SIZE)),
        Encoding::Json => Fields::Json(String::with_capacity(FORM_SIZE)),
        Encoding::Multipart => Fields::Multipart(Multipart::new()),
        Encoding::Query | Encoding::Body => return None,
    };
    for placed in credential.iter().filter(|placed| placed.place == Place::Form) {
        fields.add_text(placed);
    }
    for placed in values.iter_mut().filter(|placed| placed.place == Place::Form) {
        fields.add(placed);
    }
    Some(fields)
}

impl Fields {
    fn add(&mut self, placed: &mut Placed) {
        let (name, object) = (placed.wire_name(), placed.object());
        match (self, &mut placed.value, object) {
            (Self::Multipart(parts), Value::File(upload), _) => parts.add_file(name, upload),
            (Self::Multipart(parts), _, Some(fields)) => {
                fields.iter().for_each(|(name, text)| parts.add_text(name, text));
            }
            (Self::Multipart(parts), Value::Json(json), None) => parts.add_json(name, &json.text),
            (Self::Json(object), ..) => push_json(object, name, &placed.json()),
            (fields, ..) => fields.add_text(placed),
        }
    }

    /// Adds a value as text. JSON in a credential is one, too: it is a signature.
    fn add_text(&mut self, placed: &Placed) {
        let name = placed.wire_name();
        match self {
            Self::Form(form) => placed.push_to(form, percent::encode_into),
            Self::Json(object) => push_json(object, name, &quoted(&placed.texts().concat())),
            Self::Multipart(parts) => placed.texts().iter().for_each(|text| parts.add_text(name, text)),
        }
    }

    /// The body and its content type: the chosen one, if the fields can be sent as that, or else the
    /// usual one.
    fn into_body(self, chosen: Option<HeaderValue>) -> Result<(HeaderValue, Body), ErrorKind> {
        Ok(match self {
            Self::Form(form) => (chosen_or(chosen, "application/x-www-form-urlencoded", None)?, form.into()),
            Self::Json(fields) => {
                (chosen_or(chosen, "application/json", Some("+json"))?, format!("{{{fields}}}").into())
            }
            // Only the client knows the boundary between the parts.
            Self::Multipart(_) if chosen.is_some() => {
                return Err(ErrorKind::ContentType { needs: "multipart/form-data, which the client sets" });
            }
            Self::Multipart(parts) => {
                let content_type = HeaderValue::try_from(parts.content_type());
                let content_type = content_type.map_err(|_| invalid(CONTENT_TYPE.as_str()))?;
                (content_type, parts.into_body())
            }
        })
    }
}

/// The chosen content type, which must be the usual one or have the suffix; the usual one if none is
/// chosen.
fn chosen_or(
    chosen: Option<HeaderValue>,
    usual: &'static str,
    suffix: Option<&str>,
) -> Result<HeaderValue, ErrorKind> {
    let Some(chosen) = chosen else { return Ok(HeaderValue::from_static(usual)) };
    let name = chosen.to_str().map(|text| essence(text).to_ascii_lowercase());
    let fits = |name: String| name == usual || suffix.is_some_and(|suffix| name.ends_with(suffix));
    if name.is_ok_and(fits) { Ok(chosen) } else { Err(ErrorKind::ContentType { needs: usual }) }
}

/// Appends a field to those of an object.
fn push_json(object: &mut String, name: &str, json: &str) {
    percent::separate(object, ",");
    object.extend([&*quoted(name), ":", json]);
}

/// Sets headers. Several texts of one value are several headers.
fn set_headers(headers: &mut HeaderMap, values: &[Placed]) -> Result<(), ErrorKind> {
    for placed in values {
        let Place::Header { prefix } = placed.place else { continue };
        if let Some(fields) = placed.object() {
            for (name, text) in &fields {
                set_header(headers, name, slice::from_ref(text), placed)?;
            }
        } else {
            set_header(headers, &[prefix, placed.wire_name()].concat(), &placed.texts(), placed)?;
        }
    }
    Ok(())
}

fn set_header(
    headers: &mut HeaderMap,
    name: &str,
    texts: &[String],
    placed: &Placed,
) -> Result<(), ErrorKind> {
    let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid(placed.wire_name()))?;
    for (index, text) in texts.iter().enumerate() {
        let value = header_value(placed.wire_name(), text, placed.has_secrets())?;
        match index {
            0 => drop(headers.insert(&header, value)),
            _ => drop(headers.append(&header, value)),
        }
    }
    Ok(())
}

/// The value of a header.
///
/// # Errors
/// If it has control characters, or white space at either end, which the receiver would cut off.
fn header_value(name: &str, text: &str, is_secret: bool) -> Result<HeaderValue, ErrorKind> {
    if text.trim_matches([' ', '\t']) != text {
        return Err(invalid(name));
    }
    let mut value = HeaderValue::from_bytes(text.as_bytes()).map_err(|_| invalid(name))?;
    value.set_sensitive(is_secret);
    Ok(value)
}

fn invalid(name: &str) -> ErrorKind {
    ErrorKind::Header { name: name.to_owned() }
}

/// Adds cookies to those that the caller set, without encoding them.
fn set_cookies<'a>(
    headers: &mut HeaderMap,
    values: impl Iterator<Item = &'a Placed>,
) -> Result<(), ErrorKind> {
    let (mut cookies, mut is_secret) = (Vec::new(), false);
    for placed in values.filter(|placed| placed.place == Place::Cookie) {
        let name = placed.wire_name();
        if !placed.items().iter().flat_map(|text| text.bytes()).all(is_in_cookie) {
            return Err(ErrorKind::Cookie { name });
        }
        for text in &*placed.texts() {
            cookies.extend_from_slice(if cookies.is_empty() { b"" } else { b"; " });
            cookies.extend_from_slice([name, "=", text].concat().as_bytes());
        }
        is_secret |= placed.has_secrets();
    }
    if cookies.is_empty() {
        return Ok(());
    }
    if let Some(others) = headers.get(COOKIE) {
        cookies.splice(..0, [others.as_bytes(), b"; "].concat());
        is_secret |= others.is_sensitive();
    }
    let mut cookies = HeaderValue::from_bytes(&cookies).map_err(|_| invalid(COOKIE.as_str()))?;
    cookies.set_sensitive(is_secret);
    headers.insert(COOKIE, cookies);
    Ok(())
}

/// Returns whether the value of a cookie can have a byte (RFC 6265, 4.1.1).
fn is_in_cookie(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\",;\\".contains(&byte)
}
