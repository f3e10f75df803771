//! Puts parameters into the parts of a request that are not a form.

use http::{
    HeaderValue, Method, Uri,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
    uri::PathAndQuery,
};

use super::{
    body::{set_body, set_length},
    reach::Reach,
    settings::Settings,
};
#[cfg(feature = "cassette")]
use crate::codec::form::MultipartCopy;
use crate::codec::form::{Elsewhere, Target, Whole};
use crate::core::{ApiDescriptor, Body, Descriptor, Encoding, ErrorKind, template};

/// The bytes by which a path or a query is longer than its template, in general.
const LONGER: usize = 32;

impl Settings {
    /// The URL of a call: its path with values in place of variables, and its query, of which
    /// `usual` has the fields that are not `elsewhere`.
    pub(super) fn url(
        &self,
        api: &ApiDescriptor,
        operation: &Descriptor,
        template: &str,
        usual: &str,
        elsewhere: Option<&Elsewhere>,
    ) -> Result<Uri, ErrorKind> {
        let other = elsewhere.map_or("", |elsewhere| &elsewhere.query);
        let length = self.base.path().len() + template.len() + usual.len() + other.len();
        let mut url = String::with_capacity(length + LONGER);
        url.push_str(self.base.path());
        if template.contains('{') {
            let value = |name: &str| elsewhere?.in_path(name);
            url = template::fill(url, template, value)
                .map_err(|name| ErrorKind::PathValue { name: name.to_owned() })?;
            if self.read_only {
                Reach::of_filled(api, operation, template, &url).check_read_only(true)?;
            }
        } else {
            url.push_str(template);
        }
        for (fields, mark) in [(usual, '?'), (other, if usual.is_empty() { '?' } else { '&' })] {
            if !fields.is_empty() {
                url.push(mark);
                url.push_str(fields);
            }
        }
        let length = url.len();
        self.base.url(url).ok_or_else(|| ErrorKind::QueryTooLong { length })
    }

    /// The URL of another page of a list.
    pub(super) fn page(
        &self,
        api: &ApiDescriptor,
        operation: &Descriptor,
        template: &str,
        page: PathAndQuery,
    ) -> Result<Uri, ErrorKind> {
        if self.read_only {
            Reach::of_page(api, operation, template, page.path()).check_read_only(true)?;
        }
        self.base.url(page).ok_or_else(|| ErrorKind::NextPage)
    }
}

/// Sets the body, and returns the usual fields of the query.
pub(super) fn set_body_or_query(
    request: &mut http::Request<Body>,
    operation: &Descriptor,
    target: Target,
    body: Option<Whole>,
) -> Result<String, ErrorKind> {
    Ok(match (operation.encoding, target) {
        (Encoding::Query | Encoding::Body, Target::Form(text)) => {
            set_whole(request, operation, body);
            text
        }
        (_, target) => {
            match body {
                Some(body) => set_whole(request, operation, Some(body)),
                None => set_body(request, target)?,
            }
            String::new()
        }
    })
}

/// Makes one value the body.
fn set_whole(request: &mut http::Request<Body>, operation: &Descriptor, body: Option<Whole>) {
    let usual = || HeaderValue::from_static(operation.body_type);
    let (content_type, body) = match body {
        None => {
            let has_body = matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH);
            if has_body && operation.encoding == Encoding::Body {
                request.headers_mut().insert(CONTENT_LENGTH, 0.into());
            }
            return;
        }
        Some(Whole::Text(text)) => (usual(), text.into()),
        Some(Whole::File(upload)) => {
            let given = upload.media_type().and_then(|text| HeaderValue::try_from(text).ok());
            #[cfg(feature = "cassette")]
            let upload = MultipartCopy::of_body(upload, operation.body_type, request.extensions_mut());
            (given.unwrap_or_else(usual), upload.into_body())
        }
    };
    *request.body_mut() = body;
    request.headers_mut().insert(CONTENT_TYPE, content_type);
    set_length(request);
}
