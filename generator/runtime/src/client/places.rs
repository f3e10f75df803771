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

impl Settings {
    /// Fills the variables of the path, which is that of the operation or was set.
    pub(super) fn fill_path(
        &self,
        api: &ApiDescriptor,
        request: &mut http::Request<Body>,
        operation: &Descriptor,
        elsewhere: Option<&Elsewhere>,
    ) -> Result<(), ErrorKind> {
        let template = request.uri().path().to_owned();
        if !template::has_variables(&template) {
            return Ok(());
        }
        let value = |name: &str| elsewhere?.in_path(name);
        let path = template::fill(&template, value)
            .map_err(|name| ErrorKind::PathValue { name: name.to_owned() })?;
        if self.read_only {
            Reach::of_filled(api, operation, &template, &path).check_read_only(true)?;
        }
        set_path_and_query(request, path)
    }

    /// Sends the request to another page of a list.
    pub(super) fn set_page(
        &self,
        api: &ApiDescriptor,
        request: &mut http::Request<Body>,
        operation: &Descriptor,
        page: PathAndQuery,
    ) -> Result<(), ErrorKind> {
        if self.read_only {
            Reach::of_filled(api, operation, request.uri().path(), page.path()).check_read_only(true)?;
        }
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = Some(page);
        *request.uri_mut() = Uri::from_parts(parts).map_err(|_| ErrorKind::NextPage)?;
        Ok(())
    }
}

/// Puts everything where the description says, except what is in the path.
pub(super) fn set_places(
    request: &mut http::Request<Body>,
    operation: &Descriptor,
    target: Target,
    elsewhere: Option<&mut Elsewhere>,
) -> Result<(), ErrorKind> {
    let mut own = Elsewhere::default();
    let elsewhere = elsewhere.unwrap_or(&mut own);
    let body = elsewhere.body.take();
    let query = match (operation.encoding, target) {
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
    };
    add_query(request, &[&query, &elsewhere.query])?;
    elsewhere.move_into(request.headers_mut())
}

/// Makes one value the body.
fn set_whole(request: &mut http::Request<Body>, operation: &Descriptor, body: Option<Whole>) {
    let usual = || HeaderValue::from_static(operation.body_type);
    let (content_type, body) = match body {
        None => {
            request.headers_mut().remove(CONTENT_TYPE);
            match *request.method() {
                // A request that has a body, in general.
                Method::POST | Method::PUT | Method::PATCH if operation.encoding == Encoding::Body => {
                    request.headers_mut().insert(CONTENT_LENGTH, 0.into());
                }
                _ => drop(request.headers_mut().remove(CONTENT_LENGTH)),
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

/// Adds fields to the query of the URL.
fn add_query(request: &mut http::Request<Body>, fields: &[&str]) -> Result<(), ErrorKind> {
    let before = request.uri().query();
    let all: Vec<&str> = before.iter().chain(fields).copied().filter(|text| !text.is_empty()).collect();
    if all.is_empty() {
        return Ok(());
    }
    let path = format!("{}?{}", request.uri().path(), all.join("&"));
    set_path_and_query(request, path)
}

fn set_path_and_query(request: &mut http::Request<Body>, path: String) -> Result<(), ErrorKind> {
    let length = path.len();
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = Some(path.try_into().map_err(|_| ErrorKind::QueryTooLong { length })?);
    *request.uri_mut() = Uri::from_parts(parts).map_err(|_| ErrorKind::QueryTooLong { length })?;
    Ok(())
}
