//! A REST API, written by hand: an invented shelf of folders and books.

mod operations;

use api_runtime as rt;
use api_runtime::Operation as _;

pub use operations::*;

/// The shelf API.
#[derive(Clone, Copy, Debug)]
pub struct Shelf;

impl rt::Api for Shelf {
    const DESCRIPTOR: &'static rt::ApiDescriptor = &rt::ApiDescriptor {
        name: "shelf",
        title: "Shelf API",
        crate_version: "1.0.0",
        message: Some(rt::MessageShape { status: None, text: "error" }),
        envelope: None,
        gates: &[],
        types: &[],
        listed: &[],
        operations: OPERATIONS,
    };
}

/// The operations; a server has only those of folders.
pub static OPERATIONS: &[&rt::Descriptor] = &[
    GetFolder::DESCRIPTOR,
    GetDefault::DESCRIPTOR,
    PutFolder::DESCRIPTOR,
    PatchFolder::DESCRIPTOR,
    AddFolder::DESCRIPTOR,
    GetFile::DESCRIPTOR,
    PutFile::DESCRIPTOR,
    SetNote::DESCRIPTOR,
    Health::DESCRIPTOR,
    Find::DESCRIPTOR,
    Peek::DESCRIPTOR,
    GetBook::DESCRIPTOR,
    ListBooks::DESCRIPTOR,
    AddBook::DESCRIPTOR,
    PutBook::DESCRIPTOR,
    Burn::DESCRIPTOR,
];

/// A key in a header, or the token of a bearer.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The key.
    pub key: rt::Secret,
}

impl Key {
    /// The key in the query.
    pub const IN_QUERY: &'static rt::AuthBlock = &rt::AuthBlock {
        name: "key_in_query",
        place: rt::Place::Query,
        bearer: None,
        ..*<Self as rt::Credential>::BLOCK
    };

    /// The key in a cookie.
    pub const IN_COOKIE: &'static rt::AuthBlock =
        &rt::AuthBlock { name: "key_in_cookie", place: rt::Place::Cookie, ..*Self::IN_QUERY };
}

impl rt::Credential for Key {
    type Api = Shelf;
    const BLOCK: &'static rt::AuthBlock = &rt::AuthBlock {
        name: "key",
        title: "API key",
        credential: "key",
        place: rt::Place::Header { prefix: "" },
        bearer: Some("key"),
        refused_with: &[401],
        checked_first: true,
        parameters: &[rt::Parameter::required("key", "string").sent_as("X-Key").secret()],
    };

    fn encode(&self, form: &mut rt::FormWriter) {
        form.put("key", &self.key);
    }
}

impl rt::Decode for Key {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { key: form.take("key") }
    }
}

/// A user and a password.
#[derive(Clone, Debug, PartialEq)]
pub struct Login {
    /// The user.
    pub user: String,
    /// The password.
    pub password: rt::Secret,
}

impl Login {
    /// The same in the query and a cookie.
    pub const SPREAD: &'static rt::AuthBlock = &rt::AuthBlock {
        name: "login_spread",
        place: rt::Place::Query,
        parameters: &[
            rt::Parameter::required("user", "string"),
            rt::Parameter::required("password", "string").secret().sent_as("key").place(rt::Place::Cookie),
        ],
        ..*<Self as rt::Credential>::BLOCK
    };
}

impl rt::Credential for Login {
    type Api = Shelf;
    const BLOCK: &'static rt::AuthBlock = &rt::AuthBlock {
        name: "login",
        title: "login",
        credential: "login",
        place: rt::Place::Basic,
        bearer: None,
        refused_with: &[401],
        checked_first: true,
        parameters: &[
            rt::Parameter::required("user", "string"),
            rt::Parameter::required("password", "string").secret(),
        ],
    };

    fn encode(&self, form: &mut rt::FormWriter) {
        form.put("user", &self.user);
        form.put("password", &self.password);
    }
}

impl rt::Decode for Login {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { user: form.take("user"), password: form.take("password") }
    }
}

/// A folder.
#[derive(Clone)]
#[non_exhaustive]
pub struct Folder {
    /// Its name.
    pub id: Option<String>,
    /// Its name for people.
    pub label: Option<String>,
    /// The devices that have it, too.
    pub devices: Option<Vec<Device>>,
    /// Fields that this crate does not know, kept as they came.
    pub extra: rt::Extra,
}

rt::object! {
    Folder {
        id: "id" (required),
        label: "label" (optional, rt::Range { max_length: Some(500), ..rt::Range::NONE }),
        devices: "devices",
    }
}

/// A device.
#[derive(Clone)]
#[non_exhaustive]
pub struct Device {
    /// Its name.
    pub id: Option<String>,
    /// Its key.
    pub key: Option<rt::Secret>,
    /// Fields that this crate does not know, kept as they came.
    pub extra: rt::Extra,
}

rt::object! {
    Device {
        id: "id" (required),
        key: "key",
    }
}

/// A book.
#[derive(Clone)]
#[non_exhaustive]
pub struct Book {
    /// Its title.
    pub title: Option<String>,
    /// Unknown fields.
    pub extra: rt::Extra,
}

rt::object! {
    Book {
        title: "title",
    }
}

/// A page of books.
#[derive(Clone)]
#[non_exhaustive]
pub struct Books {
    /// The books.
    pub data: Option<Vec<Book>>,
    /// Unknown fields.
    pub extra: rt::Extra,
}

rt::object! {
    Books {
        data: "data",
    }
}
