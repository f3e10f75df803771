//! A crate of a REST API as the generator writes it, written by hand for an invented shelf.

use api_runtime::{self as rt, Credential as _, Operation as _};

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
        fields: &["title"],
        secret_fields: &[],
        listed: &[],
        operations: &[
            GetBook::DESCRIPTOR,
            ListBooks::DESCRIPTOR,
            AddBook::DESCRIPTOR,
            PutBook::DESCRIPTOR,
            PutFile::DESCRIPTOR,
            Burn::DESCRIPTOR,
        ],
    };
}

/// Name and password, in the header `Authorization: Basic`.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The name.
    pub user: String,
    /// The password.
    pub password: rt::Secret,
}

const USER: &[rt::Parameter] =
    &[rt::Parameter::required("user", "string"), rt::Parameter::required("password", "string").secret()];

const fn block(place: rt::Place, parameters: &'static [rt::Parameter]) -> rt::AuthBlock {
    rt::AuthBlock {
        name: "reader",
        title: "Reader",
        credential: "reader",
        place,
        bearer: None,
        refused_with: &[401],
        checked_first: true,
        parameters,
    }
}

impl Reader {
    /// The same in the query and a cookie.
    pub const SPREAD: &'static rt::AuthBlock = &block(rt::Place::Query, {
        const FIELDS: &[rt::Parameter] = &[
            rt::Parameter::required("user", "string"),
            rt::Parameter::required("password", "string").secret().sent_as("key").place(rt::Place::Cookie),
        ];
        FIELDS
    });
}

impl rt::Credential for Reader {
    type Api = Shelf;
    const BLOCK: &'static rt::AuthBlock = &block(rt::Place::Basic, USER);

    fn encode(&self, form: &mut rt::FormWriter) {
        form.put("user", &self.user);
        form.put("password", &self.password);
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

/// Gets a book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GetBook {
    /// The shelf.
    pub shelf: String,
    /// Its number.
    pub number: i64,
    /// Everything about it.
    pub full: Option<bool>,
    /// Labels.
    pub tags: Option<Vec<String>>,
    /// Other names.
    pub names: Option<Vec<i64>>,
    /// The etag.
    pub etag: Option<String>,
    /// A token.
    pub token: Option<rt::Secret>,
    /// A cookie.
    pub theme: Option<String>,
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

impl rt::Headers for BookHeaders {
    const PARAMETERS: &'static [rt::Parameter] = &[
        rt::Parameter::optional("etag", "string").place(rt::Place::Header { prefix: "" }).sent_as("ETag"),
        rt::Parameter::optional("counts", "List<int>")
            .place(rt::Place::Header { prefix: "X-" })
            .list(rt::ListStyle::Comma),
    ];
}

impl rt::Encode for BookHeaders {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("etag", self.etag.as_ref());
        form.put_list("counts", self.counts.as_ref());
    }
}

impl rt::Decode for BookHeaders {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { etag: form.take_optional("etag"), counts: form.take_list_optional("counts") }
    }
}

impl rt::Operation for GetBook {
    type Api = Shelf;
    type Returns = rt::returns::ByStatus<GetBookResult>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("GetBook")
        .method("GET")
        .documented_path("/shelves/{shelf}/book-{number}.json")
        .effect(rt::Effect::Reads)
        .query()
        .auth(rt::Auth::Optional(Reader::BLOCK))
        .parameters(&[
            rt::Parameter::required("shelf", "string").place(rt::Place::Path),
            rt::Parameter::required("number", "int").kind(rt::ValueKind::Number).place(rt::Place::Path),
            rt::Parameter::optional("full", "bool").kind(rt::ValueKind::Boolean).flag(),
            rt::Parameter::optional("tags", "List<string>").items("string").list(rt::ListStyle::Brackets),
            rt::Parameter::optional("names", "List<int>").items("int").list(rt::ListStyle::Pipe).sent_as("n"),
            rt::Parameter::optional("etag", "string")
                .place(rt::Place::Header { prefix: "" })
                .sent_as("If-None-Match"),
            rt::Parameter::optional("token", "string").place(rt::Place::Header { prefix: "X-" }).secret(),
            rt::Parameter::optional("theme", "string").place(rt::Place::Cookie),
        ])
        .returns(rt::ReturnKind::Json, "Book")
        .results(&[
            rt::StatusResult {
                from: 200,
                to: 200,
                kind: rt::ReturnKind::Json,
                type_name: "Book",
                content_type: "application/json",
            },
            rt::StatusResult {
                from: 304,
                to: 304,
                kind: rt::ReturnKind::Nothing,
                type_name: "",
                content_type: "",
            },
        ]);
}

impl rt::Encode for GetBook {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("shelf", &self.shelf);
        form.put("number", &self.number);
        form.put("full", self.full.as_ref());
        form.put_list("tags", self.tags.as_ref());
        form.put_list("names", self.names.as_ref());
        form.put("etag", self.etag.as_ref());
        form.put("token", self.token.as_ref());
        form.put("theme", self.theme.as_ref());
    }
}

/// Adds a book: a JSON object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AddBook {
    /// Dry run.
    pub dry: Option<bool>,
    /// The title.
    pub title: String,
    /// Pages.
    pub pages: Option<i64>,
    /// The authors.
    pub authors: Option<Vec<String>>,
    /// `None` is null.
    pub isbn: Option<String>,
}

impl rt::Operation for AddBook {
    type Api = Shelf;
    type Returns = rt::returns::Nothing;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("AddBook")
        .documented_path("/books")
        .json()
        .auth(rt::Auth::Optional(Reader::SPREAD))
        .parameters(&[
            rt::Parameter::optional("dry", "bool").place(rt::Place::Query),
            rt::Parameter::required("title", "string").sent_as("Ti\"tle").json(),
            rt::Parameter::optional("pages", "int").kind(rt::ValueKind::Number),
            rt::Parameter::optional("authors", "List<string>").json(),
            rt::Parameter::required("isbn", "string").nullable(),
        ])
        .returns(rt::ReturnKind::Nothing, "");
}

impl rt::Encode for AddBook {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("dry", self.dry.as_ref());
        form.put_json("title", &self.title);
        form.put("pages", self.pages.as_ref());
        form.put_json("authors", self.authors.as_ref());
        form.put_nullable("isbn", self.isbn.as_ref());
    }
}

/// Replaces a book: the body is the book.
#[derive(Clone, Debug, PartialEq)]
pub struct PutBook {
    /// A secret shelf.
    pub shelf: rt::Secret,
    /// Seconds to wait.
    pub wait: Option<i64>,
    /// The book.
    pub body: Option<Book>,
}

impl rt::Operation for PutBook {
    type Api = Shelf;
    type Returns = rt::returns::Text;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("PutBook")
        .method("PUT")
        .documented_path("/secret/{shelf}")
        .body("application/merge-patch+json")
        .parameters(&[
            rt::Parameter::required("shelf", "string").place(rt::Place::Path).secret(),
            rt::Parameter::optional("wait", "int").kind(rt::ValueKind::Number).default("60"),
            rt::Parameter::optional("body", "Book").place(rt::Place::Body).json(),
        ])
        .waits(rt::Waits::Parameter("wait"))
        .returns(rt::ReturnKind::Text, "string");
}

impl rt::Encode for PutBook {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("shelf", &self.shelf);
        form.put("wait", self.wait.as_ref());
        form.put_json("body", self.body.as_ref());
    }
}

/// Writes a file.
#[derive(Debug)]
pub struct PutFile {
    /// The path.
    pub path: String,
    /// The content.
    pub body: rt::Upload,
}

impl rt::Operation for PutFile {
    type Api = Shelf;
    type Returns = rt::returns::Nothing;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("PutFile")
        .method("PUT")
        .documented_path("/files/{+path}")
        .body("image/png")
        .parameters(&[
            rt::Parameter::required("path", "string").place(rt::Place::Path),
            rt::Parameter::required("body", "file").place(rt::Place::Body).file(),
        ])
        .returns(rt::ReturnKind::Nothing, "");
}

impl rt::Encode for PutFile {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("path", &self.path);
        form.put_file("body", self.body);
    }
}

/// Burns a shelf: at a path that a book has.
#[derive(Clone, Debug)]
pub struct Burn;

impl rt::Operation for Burn {
    type Api = Shelf;
    type Returns = rt::returns::Nothing;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Burn")
        .method("GET")
        .documented_path("/shelves/all/book-0.json")
        .effect(rt::Effect::Destroys)
        .returns(rt::ReturnKind::Nothing, "");
}

impl rt::Encode for Burn {
    fn encode(self, _: &mut rt::FormWriter) {}
}

/// Lists books, page by page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListBooks {
    /// The text from the page before.
    pub after: Option<String>,
    /// Books on a page.
    pub limit: Option<i64>,
}

rt::object! {
    Books {
        data: "data",
    }
}

/// A page of books.
#[derive(Clone)]
pub struct Books {
    /// The books.
    pub data: Option<Vec<Book>>,
    /// Unknown fields.
    pub extra: rt::Extra,
}

impl rt::Operation for ListBooks {
    type Api = Shelf;
    type Returns = rt::returns::Json<Books>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("ListBooks")
        .method("GET")
        .documented_path("/books")
        .effect(rt::Effect::Reads)
        .query()
        .parameters(&[
            rt::Parameter::optional("after", "string"),
            rt::Parameter::optional("limit", "int").kind(rt::ValueKind::Number),
        ])
        .pages(rt::Pages {
            step: rt::PageStep::Cursor { parameter: "after", next: &["meta", "next"] },
            size: None,
            items: &["data"],
        })
        .returns(rt::ReturnKind::Json, "Books");
}

impl rt::Encode for ListBooks {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("after", self.after.as_ref());
        form.put("limit", self.limit.as_ref());
    }
}

impl rt::Paged for ListBooks {
    type Item = Book;

    fn items(output: rt::Output<Self>) -> Vec<Book> {
        output.data.unwrap_or_default()
    }
}

/// Lists books by number of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaf {
    /// The page.
    pub page: Option<i64>,
    /// The most leaves of a page.
    pub size: Option<i64>,
}

impl rt::Operation for Leaf {
    type Api = Shelf;
    type Returns = rt::returns::Json<Vec<i64>>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Leaf")
        .method("GET")
        .documented_path("/leaves")
        .query()
        .parameters(&[
            rt::Parameter::optional("page", "int").kind(rt::ValueKind::Number),
            rt::Parameter::optional("size", "int").kind(rt::ValueKind::Number),
        ])
        .pages(rt::Pages {
            step: rt::PageStep::Page { parameter: "page", first: 1 },
            size: Some("size"),
            items: &[],
        })
        .returns(rt::ReturnKind::Json, "List<int>");
}

impl rt::Encode for Leaf {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("page", self.page.as_ref());
        form.put("size", self.size.as_ref());
    }
}

impl rt::Paged for Leaf {
    type Item = i64;

    fn items(output: Vec<i64>) -> Vec<i64> {
        output
    }
}

/// The same by links.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linked;

impl rt::Operation for Linked {
    type Api = Shelf;
    type Returns = rt::returns::Json<Vec<i64>>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Linked")
        .method("GET")
        .documented_path("/linked")
        .query()
        .pages(rt::Pages { step: rt::PageStep::Link("next"), size: None, items: &[] })
        .returns(rt::ReturnKind::Json, "List<int>");
}

impl rt::Encode for Linked {
    fn encode(self, _: &mut rt::FormWriter) {}
}

impl rt::Paged for Linked {
    type Item = i64;

    fn items(output: Vec<i64>) -> Vec<i64> {
        output
    }
}
