//! The operations: what the generator writes for each is in the macro.

use api_runtime::{self as rt, Credential as _, ReturnKind};

use super::{Book, Books, Device, Folder, Key, Login, Shelf};

/// An operation: how each field is written, its name, its type; then the result and the descriptor.
macro_rules! operation {
    (
        $(#[$meta:meta])*
        $name:ident { $($kind:ident $field:ident: $type:ty,)* } -> $returns:ty, $($descriptor:tt)*
    ) => {
        $(#[$meta])*
        pub struct $name {
            $(/// See the description.
            pub $field: $type,)*
        }

        impl api_runtime::Operation for $name {
            type Api = Shelf;
            type Returns = $returns;
            const DESCRIPTOR: &'static api_runtime::Descriptor =
                &api_runtime::Descriptor::new(stringify!($name))$($descriptor)*;
        }

        crate::rest_by_hand::fields!($name { $($kind $field,)* });
    };
}

/// Reads and writes fields.
macro_rules! fields {
    ($name:ident { $($kind:ident $field:ident,)* }) => {
        impl api_runtime::Encode for $name {
            #[allow(unused_variables)]
            fn encode(self, form: &mut api_runtime::FormWriter) {
                $(crate::rest_by_hand::fields!(put $kind form, stringify!($field), self.$field);)*
            }
        }

        impl api_runtime::Decode for $name {
            #[allow(unused_variables)]
            fn decode(form: &mut api_runtime::FormReader) -> Self {
                Self { $($field: crate::rest_by_hand::fields!(take $kind form, stringify!($field)),)* }
            }
        }
    };
    (put required $form:ident, $name:expr, $value:expr) => { $form.put($name, &$value) };
    (put optional $form:ident, $name:expr, $value:expr) => { $form.put($name, $value.as_ref()) };
    (put list $form:ident, $name:expr, $value:expr) => { $form.put_list($name, $value.as_ref()) };
    (put json $form:ident, $name:expr, $value:expr) => { $form.put_json($name, &$value) };
    (put json_optional $form:ident, $name:expr, $value:expr) => { $form.put_json($name, $value.as_ref()) };
    (put body $form:ident, $name:expr, $value:expr) => { $form.put_json($name, &$value) };
    (put body_optional $form:ident, $name:expr, $value:expr) => { $form.put_json($name, $value.as_ref()) };
    (put nullable $form:ident, $name:expr, $value:expr) => { $form.put_nullable($name, $value.as_ref()) };
    (put file $form:ident, $name:expr, $value:expr) => { $form.put_file($name, $value) };
    (take required $form:ident, $name:expr) => { $form.take($name) };
    (take optional $form:ident, $name:expr) => { $form.take_optional($name) };
    (take list $form:ident, $name:expr) => { $form.take_list_optional($name) };
    (take json $form:ident, $name:expr) => { $form.take_json($name) };
    (take json_optional $form:ident, $name:expr) => { $form.take_json_optional($name) };
    (take body $form:ident, $name:expr) => { $form.take_json($name) };
    (take body_optional $form:ident, $name:expr) => { $form.take_json_optional($name) };
    (take nullable $form:ident, $name:expr) => { $form.take_nullable($name) };
    (take file $form:ident, $name:expr) => { $form.take_file($name) };
}

pub(crate) use {fields, operation};

const KEY: rt::Auth = rt::Auth::Required(Key::BLOCK);
const HEADER: rt::Place = rt::Place::Header { prefix: "" };
const X_HEADER: rt::Place = rt::Place::Header { prefix: "X-" };

const fn required(name: &'static str, type_name: &'static str) -> rt::Parameter {
    rt::Parameter::required(name, type_name)
}

const fn optional(name: &'static str, type_name: &'static str) -> rt::Parameter {
    rt::Parameter::optional(name, type_name)
}

const fn number(name: &'static str) -> rt::Parameter {
    optional(name, "int").kind(rt::ValueKind::Number)
}

const fn in_path(name: &'static str) -> rt::Parameter {
    required(name, "string").place(rt::Place::Path)
}

const fn result(status: u16, kind: ReturnKind, content_type: &'static str) -> rt::StatusResult {
    rt::StatusResult { from: status, to: status, kind, type_name: "", content_type }
}

operation! {
    /// Returns a folder.
    #[derive(Clone, Debug, PartialEq)]
    GetFolder {
        required folder: String,
        optional verbose: Option<bool>,
        list tags: Option<Vec<String>>,
        list sizes: Option<Vec<i64>>,
        optional trace: Option<String>,
        optional theme: Option<String>,
    } -> rt::returns::Json<Folder>,
    .method("GET")
    .documented_path("/folders/{folder}")
    .effect(rt::Effect::Reads)
    .query()
    .auth(KEY)
    .also_auth(&[Login::BLOCK])
    .parameters(&[
        in_path("folder"),
        optional("verbose", "bool").kind(rt::ValueKind::Boolean).place(rt::Place::Query).flag(),
        optional("tags", "List<string>")
            .items("string")
            .place(rt::Place::Query)
            .sent_as("tag")
            .list(rt::ListStyle::Repeated),
        optional("sizes", "List<int>")
            .items("int")
            .kind(rt::ValueKind::Number)
            .place(rt::Place::Query)
            .list(rt::ListStyle::Comma),
        optional("trace", "string").place(HEADER).sent_as("X-Trace"),
        optional("theme", "string").place(rt::Place::Cookie),
    ])
    .returns(ReturnKind::Json, "Folder")
    .failures(&[result(404, ReturnKind::Text, "text/plain")])
}

operation! {
    /// Returns the folder that others begin as.
    #[derive(Clone, Debug, PartialEq)]
    GetDefault {} -> rt::returns::Json<Folder>,
    .method("GET")
    .documented_path("/folders/default")
    .effect(rt::Effect::Reads)
    .query()
    .auth(KEY)
    .also_auth(&[Login::BLOCK])
    .returns(ReturnKind::Json, "Folder")
}

operation! {
    /// Replaces a folder.
    #[derive(Clone, Debug, PartialEq)]
    PutFolder { required folder: String, body body: Folder, } -> rt::returns::Nothing,
    .method("PUT")
    .documented_path("/folders/{folder}")
    .body("application/json")
    .auth(KEY)
    .also_auth(&[Login::BLOCK])
    .parameters(FOLDER)
    .returns(ReturnKind::Nothing, "")
}

operation! {
    /// Changes a folder.
    #[derive(Clone, Debug, PartialEq)]
    PatchFolder { required folder: String, body body: Folder, } -> rt::returns::Nothing,
    .method("PATCH")
    .documented_path("/folders/{folder}")
    .body("application/json")
    .partial_body()
    .auth(KEY)
    .also_auth(&[Login::BLOCK])
    .parameters(FOLDER)
    .returns(ReturnKind::Nothing, "")
}

/// A folder, and its content.
const FOLDER: &[rt::Parameter] =
    &[in_path("folder"), required("body", "Folder").kind(rt::ValueKind::Other).place(rt::Place::Body).json()];

operation! {
    /// Adds a folder.
    #[derive(Clone, Debug, PartialEq)]
    AddFolder {
        json id: String,
        json_optional size: Option<i64>,
        json_optional devices: Option<Vec<Device>>,
        optional dry: Option<bool>,
    } -> rt::returns::Json<Folder>,
    .method("POST")
    .documented_path("/folders")
    .json()
    .auth(KEY)
    .also_auth(&[Login::BLOCK])
    .parameters(&[
        required("id", "string").json().range(rt::Range {
            max_length: Some(10),
            pattern: Some("^[a-z]+$"),
            ..rt::Range::NONE
        }),
        number("size").json().range(rt::Range { min: Some("1"), max: Some("100"), ..rt::Range::NONE }),
        optional("devices", "List<Device>")
            .json()
            .items("Device")
            .kind(rt::ValueKind::Other)
            .sent_as("device/s"),
        optional("dry", "bool").kind(rt::ValueKind::Boolean).place(rt::Place::Query),
    ])
    .returns(ReturnKind::Json, "Folder")
    .status(201)
}

operation! {
    /// Returns a file.
    #[derive(Clone, Debug, PartialEq)]
    GetFile { required path: String, } -> rt::returns::Bytes,
    .method("GET")
    .documented_path("/files/{+path}")
    .effect(rt::Effect::Reads)
    .query()
    .auth(KEY)
    .also_auth(&[Login::BLOCK])
    .parameters(&[in_path("path")])
    .returns(ReturnKind::Bytes, "")
    .content_type("application/octet-stream")
}

operation! {
    /// Writes a file.
    #[derive(Debug)]
    PutFile { required path: String, file body: rt::Upload, } -> rt::returns::Nothing,
    .method("PUT")
    .documented_path("/files/{+path}")
    .body("application/octet-stream")
    .auth(KEY)
    .also_auth(&[Login::BLOCK])
    .parameters(&[in_path("path"), required("body", "file").file().place(rt::Place::Body)])
    .returns(ReturnKind::Nothing, "")
    .status(201)
}

operation! {
    /// Sets a note.
    #[derive(Clone, Debug, PartialEq)]
    SetNote { required n: i64, required id: String, required body: String, } -> rt::returns::Text,
    .method("PUT")
    .documented_path("/v{n}/note-{id}.txt")
    .body("text/plain")
    .auth(KEY)
    .also_auth(&[Login::BLOCK])
    .parameters(&[
        required("n", "int").kind(rt::ValueKind::Number).place(rt::Place::Path),
        in_path("id"),
        required("body", "string").place(rt::Place::Body),
    ])
    .returns(ReturnKind::Text, "string")
    .content_type("text/plain")
}

operation! {
    /// Says whether the server runs.
    #[derive(Clone, Debug, PartialEq)]
    Health {} -> rt::returns::Nothing,
    .method("GET")
    .documented_path("/health")
    .effect(rt::Effect::Reads)
    .query()
    .returns(ReturnKind::Nothing, "")
}

rt::results! {
    /// The results of [`Find`].
    pub enum FindResult {
        /// It is there.
        Found(rt::returns::WithHeaders<rt::returns::Json<Folder>, FindHeaders>) = 200..=200,
        /// It is being made.
        Later(rt::returns::Text) = 202..=202,
        /// There is none.
        Nothing = 204..=204,
        /// A part of it.
        Part(rt::returns::Bytes) = 206..=206,
    }
}

/// Headers of a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct FindHeaders {
    /// Its version.
    pub etag: String,
    /// Sizes.
    pub counts: Option<Vec<i64>>,
}

fields!(FindHeaders { required etag, list counts, });

impl rt::Headers for FindHeaders {
    const PARAMETERS: &'static [rt::Parameter] =
        &[required("etag", "string").place(HEADER).sent_as("ETag"), COUNTS];
}

const COUNTS: rt::Parameter = optional("counts", "List<int>").place(X_HEADER).list(rt::ListStyle::Comma);

operation! {
    /// Finds a folder.
    #[derive(Clone, Debug, PartialEq)]
    Find { required what: String, } -> rt::returns::ByStatus<FindResult>,
    .method("GET")
    .documented_path("/find")
    .effect(rt::Effect::Reads)
    .query()
    .parameters(&[required("what", "string")])
    .returns(ReturnKind::Json, "Folder")
    .results(&[
        result(200, ReturnKind::Json, "application/folder+json"),
        result(202, ReturnKind::Text, "text/plain"),
        result(204, ReturnKind::Nothing, ""),
        result(206, ReturnKind::Bytes, "image/png"),
    ])
}

operation! {
    /// Looks at the shelf, with a key in the query or a cookie.
    #[derive(Clone, Debug, PartialEq)]
    Peek {} -> rt::returns::Nothing,
    .method("GET")
    .documented_path("/peek")
    .effect(rt::Effect::Reads)
    .query()
    .auth(rt::Auth::Required(Key::IN_QUERY))
    .also_auth(&[Key::IN_COOKIE])
    .returns(ReturnKind::Nothing, "")
}

rt::results! {
    /// The results of [`GetBook`].
    pub enum GetBookResult {
        /// It is there.
        Ok(rt::returns::WithHeaders<rt::returns::Json<Book>, BookHeaders>) = 200..=200,
        /// Nothing is new.
        NotModified = 304..=304,
    }
}

/// The headers of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct BookHeaders {
    /// Its etag.
    pub etag: Option<String>,
    /// Numbers.
    pub counts: Option<Vec<i64>>,
}

fields!(BookHeaders { optional etag, list counts, });

impl rt::Headers for BookHeaders {
    const PARAMETERS: &'static [rt::Parameter] =
        &[optional("etag", "string").place(HEADER).sent_as("ETag"), COUNTS];
}

operation! {
    /// Gets a book.
    #[derive(Clone, Debug, Default, PartialEq)]
    GetBook {
        required shelf: String,
        required number: i64,
        optional full: Option<bool>,
        list tags: Option<Vec<String>>,
        list names: Option<Vec<i64>>,
        optional etag: Option<String>,
        optional token: Option<rt::Secret>,
        optional theme: Option<String>,
    } -> rt::returns::ByStatus<GetBookResult>,
    .method("GET")
    .documented_path("/shelves/{shelf}/book-{number}.json")
    .effect(rt::Effect::Reads)
    .query()
    .auth(rt::Auth::Optional(Login::BLOCK))
    .parameters(&[
        in_path("shelf"),
        required("number", "int").kind(rt::ValueKind::Number).place(rt::Place::Path),
        optional("full", "bool").kind(rt::ValueKind::Boolean).flag(),
        optional("tags", "List<string>").items("string").list(rt::ListStyle::Brackets),
        optional("names", "List<int>").items("int").list(rt::ListStyle::Pipe).sent_as("n"),
        optional("etag", "string").place(HEADER).sent_as("If-None-Match"),
        optional("token", "string").place(X_HEADER).secret(),
        optional("theme", "string").place(rt::Place::Cookie),
    ])
    .returns(ReturnKind::Json, "Book")
    .results(&[result(200, ReturnKind::Json, "application/json"), result(304, ReturnKind::Nothing, "")])
}

operation! {
    /// Adds a book: a JSON object.
    #[derive(Clone, Debug, Default, PartialEq)]
    AddBook {
        optional dry: Option<bool>,
        json title: String,
        optional pages: Option<i64>,
        json_optional authors: Option<Vec<String>>,
        nullable isbn: Option<String>,
        list tags: Option<Vec<String>>,
        nullable room: Option<String>,
    } -> rt::returns::Nothing,
    .documented_path("/books")
    .json()
    .auth(rt::Auth::Optional(Login::SPREAD))
    .parameters(&[
        optional("dry", "bool").place(rt::Place::Query),
        required("title", "string").sent_as("Ti\"tle").json(),
        number("pages"),
        optional("authors", "List<string>").json(),
        required("isbn", "string").nullable(),
        optional("tags", "List<string>").place(rt::Place::Query).list(rt::ListStyle::Repeated),
        required("room", "string").place(rt::Place::Query).nullable(),
    ])
    .returns(ReturnKind::Nothing, "")
}

operation! {
    /// Replaces a book: the body is the book. The shelf is secret.
    #[derive(Clone, Debug, PartialEq)]
    PutBook {
        required shelf: rt::Secret,
        optional wait: Option<i64>,
        body_optional body: Option<Book>,
    } -> rt::returns::Text,
    .method("PUT")
    .documented_path("/secret/{shelf}")
    .body("application/merge-patch+json")
    .parameters(&[
        in_path("shelf").secret(),
        number("wait").default("60"),
        optional("body", "Book").place(rt::Place::Body).json(),
    ])
    .waits(rt::Waits::Parameter("wait"))
    .returns(ReturnKind::Text, "string")
}

operation! {
    /// Burns a shelf: at a path that a book has.
    #[derive(Clone, Debug, Default)]
    Burn {} -> rt::returns::Nothing,
    .method("GET")
    .documented_path("/shelves/all/book-0.json")
    .effect(rt::Effect::Destroys)
    .returns(ReturnKind::Nothing, "")
}

operation! {
    /// Lists books, page by page: each names the next one.
    #[derive(Clone, Debug, Default, PartialEq)]
    ListBooks { optional after: Option<String>, optional limit: Option<i64>, } -> rt::returns::Json<Books>,
    .method("GET")
    .documented_path("/books")
    .effect(rt::Effect::Reads)
    .query()
    .parameters(&[optional("after", "string"), number("limit")])
    .pages(rt::Pages {
        step: rt::PageStep::Cursor { parameter: "after", next: &["meta", "next"] },
        items: &["data"],
        total: &[],
    })
    .returns(ReturnKind::Json, "Books")
}

impl rt::Paged for ListBooks {
    type Item = Book;

    fn items(output: Books) -> Vec<Book> {
        output.data.unwrap_or_default()
    }
}

operation! {
    /// Lists leaves by number of the page.
    #[derive(Clone, Debug, Default, PartialEq)]
    Leaf { optional page: Option<i64>, optional size: Option<i64>, } -> rt::returns::Json<Vec<i64>>,
    .method("GET")
    .documented_path("/leaves")
    .query()
    .parameters(&[number("page"), number("size")])
    .pages(rt::Pages {
        step: rt::PageStep::Page { parameter: "page", first: 1 },
        items: &[],
        total: &[],
    })
    .returns(ReturnKind::Json, "List<int>")
}

impl rt::Paged for Leaf {
    type Item = i64;

    fn items(output: Vec<i64>) -> Vec<i64> {
        output
    }
}

operation! {
    /// Lists numbers by links.
    #[derive(Clone, Debug, Default, PartialEq)]
    Linked {} -> rt::returns::Json<Vec<i64>>,
    .method("GET")
    .documented_path("/linked")
    .query()
    .pages(rt::Pages { step: rt::PageStep::Link("next"), items: &[], total: &[] })
    .returns(ReturnKind::Json, "List<int>")
}

impl rt::Paged for Linked {
    type Item = i64;

    fn items(output: Vec<i64>) -> Vec<i64> {
        output
    }
}
