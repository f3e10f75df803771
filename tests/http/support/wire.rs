//! Handmade requests, and raw responses.

use api_runtime::{
    Api, ApiDescriptor, AuthBlock, Client, Descriptor, Encoding, Format, Parameter, Place, Tower,
};
use axum::Router;
use axum::body::Body;
use http::{Request, StatusCode, header};
use serde_json::Value;

use crate::support::fake_server::{NAME, PASSWORD, TOKEN};
use crate::support::sample::{self, AWKWARD, Choice, Fill, json_of};
use crate::support::spec;

/// A request to be sent.
#[derive(Clone, Debug)]
pub struct Post {
    pub path: String,
    pub method: http::Method,
    pub content_type: Option<String>,
    pub headers: Vec<(String, Vec<u8>)>,
    pub fields: Vec<(String, String)>,
    pub file: Option<&'static str>,
}

/// A response, complete.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: http::HeaderMap,
    pub body: bytes::Bytes,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {:?}", self.body))
    }

    /// Status and text of a refusal, which must have the API's shape.
    pub fn refusal<A: Api>(&self) -> (u16, String) {
        shape(A::DESCRIPTOR, &self.json()).unwrap_or_else(|| panic!("no refusal: {:?}", self.body))
    }
}

fn shape(api: &ApiDescriptor, json: &Value) -> Option<(u16, String)> {
    let (code, text) = match (api.message, api.envelope) {
        (Some(shape), _) => (shape.status?, shape.text),
        (None, Some(shape)) => {
            assert_eq!(json[shape.status], shape.error, "{json}");
            (shape.code, shape.data)
        }
        (None, None) => return None,
    };
    Some((json[code].as_u64()?.try_into().ok()?, json[text].as_str()?.to_owned()))
}

/// The credential that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    Right,
    None,
}

/// The operation of that name.
pub fn operation<A: Api>(name: &str) -> &'static Descriptor {
    A::DESCRIPTOR.operations.iter().find(|it| it.name == name).expect("an operation")
}

/// A valid request to the operation of that name.
pub fn post<A: Api>(name: &str) -> Post {
    Post::new::<A>(operation::<A>(name), Credential::Right)
}

impl Post {
    /// A request with everything that is required.
    pub fn new<A: Api>(operation: &'static Descriptor, credential: Credential) -> Self {
        let path = operation.path.or(operation.aliases.first().map(|alias| alias.path));
        let is_form = operation.encoding == Encoding::Form;
        let mut post = Self {
            path: path.expect("a path").to_owned(),
            method: http::Method::POST,
            content_type: is_form.then(|| "application/x-www-form-urlencoded".to_owned()),
            headers: Vec::new(),
            fields: Vec::new(),
            file: None,
        };
        if credential == Credential::Right {
            post.authorize(operation);
        }
        for parameter in operation.parameters.iter().filter(|parameter| is_needed(parameter)) {
            post.set::<A>(parameter);
        }
        post
    }

    /// Adds a valid parameter.
    pub fn set<A: Api>(&mut self, parameter: &'static Parameter) {
        if parameter.file {
            self.file = Some(parameter.name);
        } else {
            self.fields.push((parameter.name.to_owned(), fitting::<A>(parameter)));
        }
    }

    pub fn field(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn replace(mut self, name: &str, value: &str) -> Self {
        self.fields.retain(|(known, _)| known != name);
        self.field(name, value)
    }

    pub fn without(mut self, name: &str) -> Self {
        self.fields.retain(|(known, _)| known != name);
        self
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    fn authorize(&mut self, operation: &Descriptor) {
        let Some(block) = operation.auth.block() else { return };
        if operation.bearer_only {
            self.headers.push(("authorization".to_owned(), format!("Bearer {TOKEN}").into()));
            return;
        }
        for (name, value) in credential_fields(block) {
            match block.place {
                Place::Form => self.fields.push((name.to_owned(), value)),
                Place::Header { prefix } => self.headers.push((format!("{prefix}{name}"), value.into())),
                other => panic!("no credential of the two APIs is sent in {other:?}"),
            }
        }
    }

    pub fn body(&self) -> Vec<u8> {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(&self.fields);
        form.finish().into_bytes()
    }

    fn multipart(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for (name, value) in &self.fields {
            let part =
                format!("--limit\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend(part.into_bytes());
        }
        if let Some(name) = self.file {
            let head =
                format!("--limit\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"f\"\r\n\r\n");
            body.extend(head.into_bytes());
            body.extend(b"content\r\n");
        }
        body.extend(b"--limit--\r\n");
        body
    }

    /// Sends it to a router in this process.
    pub async fn send(self, router: &Router) -> Answer {
        let body = if self.content_type.is_some() { self.body() } else { self.multipart() };
        self.send_body(router, body.into()).await
    }

    /// Sends it with another body.
    pub async fn send_body(self, router: &Router, body: Body) -> Answer {
        let multipart = "multipart/form-data; boundary=limit".to_owned();
        let content_type = self.content_type.unwrap_or(multipart);
        let mut request = Request::builder().method(self.method).uri(self.path);
        if !content_type.is_empty() {
            request = request.header(header::CONTENT_TYPE, content_type);
        }
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        call(router, request.body(body).unwrap()).await
    }
}

/// A client of a router in this process.
pub fn local<C: api_runtime::Credential>(router: Router, credential: C) -> Client<C::Api, Tower<Router>> {
    let client = Client::with_transport("http://server", Tower::new(router));
    client.credential(credential).build().unwrap()
}

/// Sends any request to a router in this process.
pub async fn call(router: &Router, request: Request<Body>) -> Answer {
    use tower_service::Service;
    let response = router.clone().call(request).await.unwrap();
    let (head, body) = response.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    Answer { status: head.status, headers: head.headers, body }
}

/// The fields of a block, for a password.
pub fn credential_fields(block: &AuthBlock) -> Vec<(&'static str, String)> {
    let value = |parameter: &Parameter| match (parameter.constant, parameter.name) {
        (Some(constant), _) => Some(constant.to_owned()),
        (None, "Username") => Some(NAME.to_owned()),
        (None, "AuthType") => Some("Password".to_owned()),
        (None, "Password") => Some(PASSWORD.to_owned()),
        (None, "token") => Some(TOKEN.to_owned()),
        (None, _) => None,
    };
    block.parameters.iter().filter_map(|parameter| Some((parameter.name, value(parameter)?))).collect()
}

/// Returns whether it is required when every value is the last one listed.
pub fn is_needed(parameter: &Parameter) -> bool {
    parameter.required || parameter.required_when.is_some()
}

/// A value that is valid by the description.
pub fn fitting<A: Api>(parameter: &Parameter) -> String {
    if parameter.json {
        let spec = spec::of(A::DESCRIPTOR.name);
        return json_of(parameter.type_name, Some(spec), Fill::Awkward).to_string();
    }
    match parameter.format {
        Some(Format::Password { .. }) => format!("Aa1{AWKWARD}"),
        Some(Format::SixDigits) | None => sample::text(&parameter.into(), Choice::All, Fill::Awkward),
    }
}

/// A value as it means the same whatever its layout.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    Text(String),
    Json(Value),
}

/// The value of a field of a form.
pub fn meaning(operation: &Descriptor, name: &str, value: String) -> Meaning {
    let mut parameters = operation.parameters.iter();
    if parameters.any(|known| known.json && known.name == name) {
        Meaning::Json(serde_json::from_str(&value).expect("the field is JSON"))
    } else {
        Meaning::Text(value)
    }
}

/// The fields of a form.
pub fn fields(operation: &Descriptor, form: &[u8]) -> Vec<(String, Meaning)> {
    let fields = form_urlencoded::parse(form).into_owned();
    fields.map(|(name, value)| (name.clone(), meaning(operation, &name, value))).collect()
}
