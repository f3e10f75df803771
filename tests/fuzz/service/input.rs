//! Bytes -> a request.
//!
//! ```text
//! server, flags, operation (2), content type and path, number of headers,
//! headers, parameters if a flag says so, and the rest is the body
//! ```
//!
//! Missing bytes are 0, a valid choice: the shortest inputs are
//! requests that pass.

use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    task::{Context, Poll},
};

use api_runtime::server::axum::body::Body;
use api_runtime::{ApiDescriptor, Descriptor, Encoding, Parameter, Place};
use bytes::Bytes;
use futures_core::Stream;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, header};

/// The password of every credential: no response may contain it.
pub const CANARY: &str = "s3cret-canary";

/// Flags of the second byte.
mod flag {
    pub const NO_CREDENTIAL: u8 = 1;
    pub const RAW_BODY: u8 = 2;
    pub const PIECES: u8 = 4;
    pub const BROKEN_OFF: u8 = 8;
    pub const OTHER_PATH: u8 = 16;
    pub const OTHER_METHOD: u8 = 32;
    pub const BEARER: u8 = 64;
}

pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// Bytes preceded by their number.
    fn chunk(&mut self) -> &'a [u8] {
        let size = usize::from(self.byte()).min(self.0.len());
        let (chunk, rest) = self.0.split_at(size);
        self.0 = rest;
        chunk
    }

    /// Returns `None` if HTTP can't express the request.
    pub fn request(&mut self, api: &ApiDescriptor) -> Option<Request<Body>> {
        let flags = self.byte();
        let number = usize::from(self.byte()) + 256 * usize::from(self.byte());
        let operation = api.operations[number % api.operations.len()];
        let choice = self.byte();
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = self.uri(operation, flags, choice >> 4)?;
        *request.method_mut() = self.method(flags)?;
        self.content_type(operation, choice & 15, request.headers_mut());
        let mut form = Form::new(operation.encoding);
        if flags & flag::NO_CREDENTIAL == 0 {
            credential(operation, flags, &mut form, request.headers_mut());
        }
        for _ in 0..self.byte() % 8 {
            self.header(operation, request.headers_mut());
        }
        *request.body_mut() = self.body(operation, flags, form);
        Some(request)
    }

    fn uri(&mut self, operation: &Descriptor, flags: u8, choice: u8) -> Option<Uri> {
        if flags & flag::OTHER_PATH != 0 {
            return Uri::try_from(self.chunk()).ok();
        }
        let aliases = operation.aliases.iter().map(|alias| alias.path);
        let paths: Vec<&str> = operation.path.into_iter().chain(aliases).collect();
        paths[usize::from(choice) % paths.len()].parse().ok()
    }

    fn method(&mut self, flags: u8) -> Option<Method> {
        if flags & flag::OTHER_METHOD == 0 {
            Some(Method::POST)
        } else {
            Method::from_bytes(self.chunk()).ok()
        }
    }

    fn content_type(&mut self, operation: &Descriptor, choice: u8, headers: &mut HeaderMap) {
        let text: &[u8] = match (choice, operation.encoding) {
            (0, Encoding::Form | Encoding::Query) => b"application/x-www-form-urlencoded",
            (0, Encoding::Multipart) => b"multipart/form-data; boundary=limit",
            (1, _) => return,
            (2, _) => b"Application/X-WWW-Form-Urlencoded ; charset=utf-8",
            (3, _) => b"multipart/form-data; charset=utf-8; boundary=\"limit\"",
            (4, _) => b"multipart/form-data",
            (5, _) => b"application/json",
            _ => self.chunk(),
        };
        if let Ok(text) = HeaderValue::from_bytes(text) {
            headers.insert(header::CONTENT_TYPE, text);
        }
    }

    fn header(&mut self, operation: &Descriptor, headers: &mut HeaderMap) {
        let name = match self.byte() % 8 {
            0 => Ok(header::CONTENT_LENGTH),
            1 => Ok(header::AUTHORIZATION),
            2 => HeaderName::from_bytes(self.chunk()),
            choice => match operation.auth.block().map(|block| (block.place, block.parameters)) {
                Some((Place::Header { prefix }, known)) => {
                    let name = known[usize::from(choice) % known.len()].name;
                    HeaderName::try_from(format!("{prefix}{name}")).map_err(|_| unreachable!("a header"))
                }
                _ => Ok(header::AUTHORIZATION),
            },
        };
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(self.chunk())) {
            headers.append(name, value);
        }
    }

    fn body(&mut self, operation: &Descriptor, flags: u8, mut form: Form) -> Body {
        let piece = if flags & flag::PIECES == 0 { usize::MAX } else { usize::from(self.byte()) + 1 };
        if flags & flag::RAW_BODY == 0 {
            for parameter in operation.parameters {
                self.parameter(parameter, &mut form);
            }
        }
        form.end(self.0);
        let mut pieces: VecDeque<_> = form.text.chunks(piece).map(Bytes::copy_from_slice).map(Ok).collect();
        if flags & flag::BROKEN_OFF != 0 {
            pieces.push_back(Err(io::ErrorKind::ConnectionReset.into()));
        }
        match pieces.pop_front() {
            Some(Ok(all)) if pieces.is_empty() => Body::from(all),
            Some(first) => {
                pieces.push_front(first);
                Body::from_stream(Pieces { pieces, is_late: false })
            }
            None => Body::empty(),
        }
    }

    fn parameter(&mut self, parameter: &Parameter, form: &mut Form) {
        match self.byte() % 8 {
            0 => form.field(parameter, fitting(parameter).as_bytes()),
            1 => {}
            2 => form.raw(parameter.name.as_bytes(), self.chunk()),
            3 => {
                form.field(parameter, self.chunk());
                form.field(parameter, self.chunk());
            }
            4 => form.field(parameter, b"null"),
            _ => form.field(parameter, self.chunk()),
        }
    }
}

/// Adds a valid credential.
fn credential(operation: &Descriptor, flags: u8, form: &mut Form, headers: &mut HeaderMap) {
    let Some(block) = operation.auth.block() else { return };
    if operation.bearer_only || block.bearer.is_some() && flags & flag::BEARER != 0 {
        let bearer = format!("Bearer {CANARY}");
        headers.insert(header::AUTHORIZATION, bearer.try_into().expect("a header"));
        return;
    }
    for known in block.parameters {
        let value = match (known.constant, known.name) {
            (Some(constant), _) => constant,
            (None, "Username") => "name",
            (None, "AuthType") => "Password",
            (None, "Password" | "token") => CANARY,
            (None, _) => continue,
        };
        match block.place {
            Place::Form => form.field(known, value.as_bytes()),
            Place::Header { prefix } => {
                let name = HeaderName::try_from(format!("{prefix}{}", known.name)).expect("a header");
                headers.insert(name, value.try_into().expect("a header"));
            }
            Place::Query | Place::Path | Place::Cookie | Place::Body | Place::Basic | Place::Bearer => {
                unreachable!("the credentials of both APIs are in forms and headers")
            }
        }
    }
}

/// A value that is valid by the description.
fn fitting(parameter: &Parameter) -> &'static str {
    match (parameter.values, parameter.format, parameter.type_name) {
        ([.., last], None, _) if parameter.json => {
            if last.starts_with('[') {
                last
            } else {
                "[]"
            }
        }
        ([.., last], ..) => last,
        (_, Some(api_runtime::Format::SixDigits), _) => "123456",
        (_, Some(_), _) => "Passw0rd with 16 Characters",
        (_, _, "bool" | "boolean") => "true",
        (_, _, "int" | "number") => "1",
        (_, _, list) if list.starts_with("List<") || list == "Array" => "[]",
        _ if parameter.json => "{}",
        _ => "text",
    }
}

/// A body in one of the two encodings.
struct Form {
    encoding: Encoding,
    text: Vec<u8>,
}

impl Form {
    fn new(encoding: Encoding) -> Self {
        Self { encoding, text: Vec::new() }
    }

    fn field(&mut self, parameter: &Parameter, value: &[u8]) {
        match self.encoding {
            Encoding::Form | Encoding::Query => {
                let value: String = form_urlencoded::byte_serialize(value).collect();
                self.raw(parameter.name.as_bytes(), value.as_bytes());
            }
            Encoding::Multipart => {
                let file = if parameter.file { "\"; filename=\"f" } else { "" };
                self.raw(format!("{}{file}", parameter.name).as_bytes(), value);
            }
            Encoding::Json | Encoding::Body => unreachable!("both APIs have forms"),
        }
    }

    fn raw(&mut self, name: &[u8], value: &[u8]) {
        match self.encoding {
            Encoding::Form | Encoding::Query if self.text.is_empty() => {
                self.text.extend([name, b"=", value].concat())
            }
            Encoding::Form | Encoding::Query => self.text.extend([b"&", name, b"=", value].concat()),
            Encoding::Multipart => {
                let head = b"--limit\r\nContent-Disposition: form-data; name=\"";
                self.text.extend([head, name, b"\"\r\n\r\n", value, b"\r\n"].concat());
            }
            Encoding::Json | Encoding::Body => unreachable!("both APIs have forms"),
        }
    }

    fn end(&mut self, rest: &[u8]) {
        match self.encoding {
            Encoding::Form | Encoding::Query if !self.text.is_empty() && !rest.is_empty() => {
                self.text.push(b'&')
            }
            Encoding::Multipart if rest.is_empty() => self.text.extend(b"--limit--\r\n"),
            _ => {}
        }
        self.text.extend(rest);
    }
}

/// A body that is pending before each of its pieces.
struct Pieces {
    pieces: VecDeque<io::Result<Bytes>>,
    is_late: bool,
}

impl Stream for Pieces {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.is_late = !self.is_late;
        if self.is_late {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(self.pieces.pop_front())
    }
}
