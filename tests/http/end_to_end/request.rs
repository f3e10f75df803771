//! The request that must arrive, by the spec.

use axum::body::Body;
use axum::extract::{FromRequest, Multipart};
use http::HeaderMap;
use serde_json::Value;

use crate::end_to_end::peer::Way;
use crate::support::credentials::{self, Fields};
use crate::support::sample::{FILE, Wire, wire};
use crate::support::server::Asked;
use crate::support::spec::{Spec, list, path, shape, text};

/// A request that was sent.
pub struct Sent<'a> {
    pub spec: &'a Spec,
    pub operation: &'a Value,
    pub way: Way,
}

/// The place where the credential must be.
enum Carrier<'a> {
    Nowhere,
    Form(&'a Value),
    Headers(&'a Value, &'a str),
    Bearer,
}

impl<'a> Sent<'a> {
    /// Checks every part of the request.
    pub async fn check(&self, request: &Asked) {
        let name = text(&self.operation["name"]);
        assert_eq!(request.method, "POST", "{name}");
        assert_eq!((&*request.path, &*request.query), (path(self.operation), ""), "{name}");
        self.check_headers(request);
        let expected = self.expected_form();
        match text(&self.operation["encoding"]) {
            "form" => check_form(name, request, &expected),
            "multipart" => check_parts(name, request, &expected).await,
            other => panic!("{name}: unknown encoding {other}"),
        }
    }

    fn carrier(&self) -> Carrier<'a> {
        let Some(fields) = self.way.credential else { return Carrier::Nowhere };
        let block = match &self.operation["auth"] {
            Value::String(none) if none == "none" => return Carrier::Nowhere,
            // Whatever the client has: it has the administrator's here.
            Value::String(_) => self.spec.block("admin"),
            auth => self.spec.block(text(&auth["block"])),
        };
        if self.operation["bearer_only"] == true || fields == Fields::Bearer {
            return Carrier::Bearer;
        }
        match text(&block["in"]) {
            "header" => Carrier::Headers(block, text(&block["prefix"])),
            _ => Carrier::Form(block),
        }
    }

    fn check_headers(&self, request: &Asked) {
        let name = text(&self.operation["name"]);
        let agent = request.headers["user-agent"].to_str().unwrap();
        assert!(agent.starts_with(&format!("{}-api/", self.spec.name())), "{name}: {agent}");
        let mut expected: Vec<(String, Wire)> = match self.carrier() {
            Carrier::Nowhere | Carrier::Form(_) => Vec::new(),
            Carrier::Bearer => {
                let token = format!("Bearer {}", credentials::value("token"));
                vec![("authorization".to_owned(), Wire::Text(token))]
            }
            Carrier::Headers(block, prefix) => {
                let fields = credentials::expected(block, self.way.credential.unwrap()).into_iter();
                fields.map(|(field, value)| (format!("{prefix}{field}").to_lowercase(), value)).collect()
            }
        };
        for (header, value) in credential_headers(&request.headers) {
            let position = expected.iter().position(|(name, _)| *name == header);
            let position = position.unwrap_or_else(|| panic!("{name}: unexpected header {header}"));
            check_value(name, &header, &expected.remove(position).1, &value);
        }
        assert!(expected.is_empty(), "{name}: headers that did not come: {expected:?}");
    }

    /// Names and values of the form, in order.
    fn expected_form(&self) -> Vec<(&'a str, Wire)> {
        let mut form = match self.carrier() {
            Carrier::Form(block) => credentials::expected(block, self.way.credential.unwrap()),
            Carrier::Nowhere | Carrier::Headers(..) | Carrier::Bearer => Vec::new(),
        };
        for parameter in list(&self.operation["parameters"]) {
            let shape = shape(parameter);
            form.extend(wire(&shape, self.way.choice, self.way.fill).map(|value| (shape.name, value)));
        }
        form
    }
}

fn credential_headers(headers: &HeaderMap) -> Vec<(String, String)> {
    let own = |name: &str| name == "authorization" || name.starts_with("x-");
    let headers = headers.iter().filter(|(name, _)| own(name.as_str()));
    headers
        .map(|(name, value)| (name.to_string(), String::from_utf8(value.as_bytes().to_vec()).unwrap()))
        .collect()
}

fn check_form(name: &str, request: &Asked, expected: &[(&str, Wire)]) {
    assert_eq!(request.headers["content-type"], "application/x-www-form-urlencoded", "{name}");
    assert_eq!(request.headers["content-length"], request.body.len().to_string(), "{name}");
    assert!(request.body.iter().all(u8::is_ascii_graphic), "{name}: not percent-encoded");
    let form: Vec<(String, String)> = form_urlencoded::parse(&request.body).into_owned().collect();
    let names: Vec<&str> = form.iter().map(|(field, _)| field.as_str()).collect();
    let expected_names: Vec<&str> = expected.iter().map(|(field, _)| *field).collect();
    assert_eq!(names, expected_names, "{name}");
    for ((field, value), (_, expected)) in form.iter().zip(expected) {
        check_value(name, field, expected, value);
    }
}

fn check_value(name: &str, field: &str, expected: &Wire, value: &str) {
    let came = match expected {
        Wire::Text(_) => Wire::Text(value.to_owned()),
        Wire::Json(_) => Wire::Json(serde_json::from_str(value).expect("the field is JSON")),
        Wire::File => panic!("{name}: the file {field} is in the form"),
    };
    assert_eq!(came, *expected, "{name}: {field}");
}

/// Reads the parts with a parser that is not ours.
async fn check_parts(name: &str, request: &Asked, expected: &[(&str, Wire)]) {
    let mut copy = http::Request::new(Body::from(request.body.clone()));
    *copy.headers_mut() = request.headers.clone();
    let mut parts = Multipart::from_request(copy, &()).await.expect("the request is multipart");
    for (field, value) in expected {
        let part = parts.next_field().await.unwrap().expect("one part for each parameter");
        assert_eq!(part.name(), Some(*field), "{name}");
        match value {
            Wire::File => {
                assert_eq!(part.file_name(), Some(FILE.0.replace('"', "%22").as_str()), "{name}");
                assert_eq!(part.bytes().await.unwrap(), FILE.1, "{name}");
            }
            Wire::Text(_) | Wire::Json(_) => check_value(name, field, value, &part.text().await.unwrap()),
        }
    }
    assert!(parts.next_field().await.unwrap().is_none(), "{name}: more parts than parameters");
}
