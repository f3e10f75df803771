//! The operations, as the generator writes them.

use api_runtime::{self as rt, Credential as _};

use super::{Device, Folder, Key, Login, Shelf};

/// Returns a folder.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GetFolder {
    /// See the description.
    pub folder: String,
    /// See the description.
    pub verbose: Option<bool>,
    /// See the description.
    pub tags: Option<Vec<String>>,
    /// See the description.
    pub sizes: Option<Vec<i64>>,
    /// See the description.
    pub trace: Option<String>,
    /// See the description.
    pub theme: Option<String>,
}

impl rt::Operation for GetFolder {
    type Api = Shelf;
    type Returns = rt::returns::Json<Folder>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("GetFolder")
        .method("GET")
        .documented_path("/folders/{folder}")
        .effect(rt::Effect::Reads)
        .query()
        .auth(rt::Auth::Required(Key::BLOCK))
        .also_auth(&[Login::BLOCK])
        .parameters(&[
            rt::Parameter::required("folder", "string").place(rt::Place::Path),
            rt::Parameter::optional("verbose", "bool")
                .kind(rt::ValueKind::Boolean)
                .place(rt::Place::Query)
                .flag(),
            rt::Parameter::optional("tags", "List<string>")
                .items("string")
                .place(rt::Place::Query)
                .sent_as("tag")
                .list(rt::ListStyle::Repeated),
            rt::Parameter::optional("sizes", "List<int>")
                .items("int")
                .kind(rt::ValueKind::Number)
                .place(rt::Place::Query)
                .list(rt::ListStyle::Comma),
            rt::Parameter::optional("trace", "string")
                .place(rt::Place::Header { prefix: "" })
                .sent_as("X-Trace"),
            rt::Parameter::optional("theme", "string").place(rt::Place::Cookie),
        ])
        .returns(rt::ReturnKind::Json, "Folder")
        .failures(&[rt::StatusResult {
            from: 404,
            to: 404,
            kind: rt::ReturnKind::Text,
            type_name: "string",
            content_type: "text/plain",
        }]);
}

impl rt::Encode for GetFolder {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("folder", &self.folder);
        form.put("verbose", self.verbose.as_ref());
        form.put_list("tags", self.tags.as_ref());
        form.put_list("sizes", self.sizes.as_ref());
        form.put("trace", self.trace.as_ref());
        form.put("theme", self.theme.as_ref());
    }
}

impl rt::Decode for GetFolder {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self {
            folder: form.take("folder"),
            verbose: form.take_optional("verbose"),
            tags: form.take_list_optional("tags"),
            sizes: form.take_list_optional("sizes"),
            trace: form.take_optional("trace"),
            theme: form.take_optional("theme"),
        }
    }
}

/// Returns the folder that others begin as.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GetDefault {}

impl rt::Operation for GetDefault {
    type Api = Shelf;
    type Returns = rt::returns::Json<Folder>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("GetDefault")
        .method("GET")
        .documented_path("/folders/default")
        .effect(rt::Effect::Reads)
        .query()
        .auth(rt::Auth::Required(Key::BLOCK))
        .also_auth(&[Login::BLOCK])
        .returns(rt::ReturnKind::Json, "Folder");
}

impl rt::Encode for GetDefault {
    fn encode(self, _: &mut rt::FormWriter) {}
}

impl rt::Decode for GetDefault {
    fn decode(_: &mut rt::FormReader) -> Self {
        Self {}
    }
}

/// Replaces a folder.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PutFolder {
    /// See the description.
    pub folder: String,
    /// See the description.
    pub body: Folder,
}

impl rt::Operation for PutFolder {
    type Api = Shelf;
    type Returns = rt::returns::Nothing;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("PutFolder")
        .method("PUT")
        .documented_path("/folders/{folder}")
        .body("application/json")
        .auth(rt::Auth::Required(Key::BLOCK))
        .also_auth(&[Login::BLOCK])
        .parameters(&[
            rt::Parameter::required("folder", "string").place(rt::Place::Path),
            rt::Parameter::required("body", "Folder")
                .kind(rt::ValueKind::Other)
                .place(rt::Place::Body)
                .json(),
        ])
        .returns(rt::ReturnKind::Nothing, "");
}

impl rt::Encode for PutFolder {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("folder", &self.folder);
        form.put_json("body", &self.body);
    }
}

impl rt::Decode for PutFolder {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { folder: form.take("folder"), body: form.take_json("body") }
    }
}

/// Changes a folder.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PatchFolder {
    /// See the description.
    pub folder: String,
    /// See the description.
    pub body: Folder,
}

impl rt::Operation for PatchFolder {
    type Api = Shelf;
    type Returns = rt::returns::Nothing;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("PatchFolder")
        .method("PATCH")
        .documented_path("/folders/{folder}")
        .body("application/json")
        .partial_body()
        .auth(rt::Auth::Required(Key::BLOCK))
        .also_auth(&[Login::BLOCK])
        .parameters(&[
            rt::Parameter::required("folder", "string").place(rt::Place::Path),
            rt::Parameter::required("body", "Folder")
                .kind(rt::ValueKind::Other)
                .place(rt::Place::Body)
                .json(),
        ])
        .returns(rt::ReturnKind::Nothing, "");
}

impl rt::Encode for PatchFolder {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("folder", &self.folder);
        form.put_json("body", &self.body);
    }
}

impl rt::Decode for PatchFolder {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { folder: form.take("folder"), body: form.take_json("body") }
    }
}

/// Adds a folder.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AddFolder {
    /// See the description.
    pub id: String,
    /// See the description.
    pub size: Option<i64>,
    /// See the description.
    pub devices: Option<Vec<Device>>,
    /// See the description.
    pub dry: Option<bool>,
}

impl rt::Operation for AddFolder {
    type Api = Shelf;
    type Returns = rt::returns::Json<Folder>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("AddFolder")
        .method("POST")
        .documented_path("/folders")
        .json()
        .auth(rt::Auth::Required(Key::BLOCK))
        .also_auth(&[Login::BLOCK])
        .parameters(&[
            rt::Parameter::required("id", "string").json().range(rt::Range {
                max_length: Some(10),
                pattern: Some("^[a-z]+$"),
                ..rt::Range::NONE
            }),
            rt::Parameter::optional("size", "int").json().kind(rt::ValueKind::Number).range(rt::Range {
                min: Some(1.0),
                max: Some(100.0),
                ..rt::Range::NONE
            }),
            rt::Parameter::optional("devices", "List<Device>")
                .json()
                .items("Device")
                .kind(rt::ValueKind::Other)
                .sent_as("device/s"),
            rt::Parameter::optional("dry", "bool").kind(rt::ValueKind::Boolean).place(rt::Place::Query),
        ])
        .returns(rt::ReturnKind::Json, "Folder")
        .status(201);
}

impl rt::Encode for AddFolder {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put_json("id", &self.id);
        form.put_json("size", self.size.as_ref());
        form.put_json("devices", self.devices.as_ref());
        form.put("dry", self.dry.as_ref());
    }
}

impl rt::Decode for AddFolder {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self {
            id: form.take_json("id"),
            size: form.take_json_optional("size"),
            devices: form.take_json_optional("devices"),
            dry: form.take_optional("dry"),
        }
    }
}

/// Returns a file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GetFile {
    /// See the description.
    pub path: String,
}

impl rt::Operation for GetFile {
    type Api = Shelf;
    type Returns = rt::returns::Bytes;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("GetFile")
        .method("GET")
        .documented_path("/files/{+path}")
        .effect(rt::Effect::Reads)
        .query()
        .auth(rt::Auth::Required(Key::BLOCK))
        .also_auth(&[Login::BLOCK])
        .parameters(&[rt::Parameter::required("path", "string").place(rt::Place::Path)])
        .returns(rt::ReturnKind::Bytes, "")
        .content_type("application/octet-stream");
}

impl rt::Encode for GetFile {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("path", &self.path);
    }
}

impl rt::Decode for GetFile {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { path: form.take("path") }
    }
}

/// Writes a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct PutFile {
    /// See the description.
    pub path: String,
    /// See the description.
    pub body: rt::Upload,
}

impl rt::Operation for PutFile {
    type Api = Shelf;
    type Returns = rt::returns::Nothing;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("PutFile")
        .method("PUT")
        .documented_path("/files/{+path}")
        .body("application/octet-stream")
        .auth(rt::Auth::Required(Key::BLOCK))
        .also_auth(&[Login::BLOCK])
        .parameters(&[
            rt::Parameter::required("path", "string").place(rt::Place::Path),
            rt::Parameter::required("body", "file").file().place(rt::Place::Body),
        ])
        .returns(rt::ReturnKind::Nothing, "")
        .status(201);
}

impl rt::Encode for PutFile {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("path", &self.path);
        form.put_file("body", self.body);
    }
}

impl rt::Decode for PutFile {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { path: form.take("path"), body: form.take_file("body") }
    }
}

/// Sets a note.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SetNote {
    /// See the description.
    pub n: i64,
    /// See the description.
    pub id: String,
    /// See the description.
    pub body: String,
}

impl rt::Operation for SetNote {
    type Api = Shelf;
    type Returns = rt::returns::Text;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("SetNote")
        .method("PUT")
        .documented_path("/v{n}/note-{id}.txt")
        .body("text/plain")
        .auth(rt::Auth::Required(Key::BLOCK))
        .also_auth(&[Login::BLOCK])
        .parameters(&[
            rt::Parameter::required("n", "int").kind(rt::ValueKind::Number).place(rt::Place::Path),
            rt::Parameter::required("id", "string").place(rt::Place::Path),
            rt::Parameter::required("body", "string").place(rt::Place::Body),
        ])
        .returns(rt::ReturnKind::Text, "string")
        .content_type("text/plain");
}

impl rt::Encode for SetNote {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("n", &self.n);
        form.put("id", &self.id);
        form.put("body", &self.body);
    }
}

impl rt::Decode for SetNote {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { n: form.take("n"), id: form.take("id"), body: form.take("body") }
    }
}

/// Says whether the server runs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Health {}

impl rt::Operation for Health {
    type Api = Shelf;
    type Returns = rt::returns::Nothing;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Health")
        .method("GET")
        .documented_path("/health")
        .effect(rt::Effect::Reads)
        .query()
        .returns(rt::ReturnKind::Nothing, "");
}

impl rt::Encode for Health {
    fn encode(self, _: &mut rt::FormWriter) {}
}

impl rt::Decode for Health {
    fn decode(_: &mut rt::FormReader) -> Self {
        Self {}
    }
}

/// Finds a folder.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Find {
    /// The kind of the result.
    pub what: String,
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

impl rt::Headers for FindHeaders {
    const PARAMETERS: &'static [rt::Parameter] = &[
        rt::Parameter::required("etag", "string").place(rt::Place::Header { prefix: "" }).sent_as("ETag"),
        rt::Parameter::optional("counts", "List<int>")
            .place(rt::Place::Header { prefix: "X-" })
            .list(rt::ListStyle::Comma),
    ];
}

impl rt::Encode for FindHeaders {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("etag", &self.etag);
        form.put_list("counts", self.counts.as_ref());
    }
}

impl rt::Decode for FindHeaders {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { etag: form.take("etag"), counts: form.take_list_optional("counts") }
    }
}

const fn result(status: u16, kind: rt::ReturnKind, content_type: &'static str) -> rt::StatusResult {
    rt::StatusResult { from: status, to: status, kind, type_name: "", content_type }
}

impl rt::Operation for Find {
    type Api = Shelf;
    type Returns = rt::returns::ByStatus<FindResult>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Find")
        .method("GET")
        .documented_path("/find")
        .effect(rt::Effect::Reads)
        .query()
        .parameters(&[rt::Parameter::required("what", "string")])
        .returns(rt::ReturnKind::Json, "Folder")
        .results(&[
            result(200, rt::ReturnKind::Json, "application/folder+json"),
            result(202, rt::ReturnKind::Text, "text/plain"),
            result(204, rt::ReturnKind::Nothing, ""),
            result(206, rt::ReturnKind::Bytes, "image/png"),
        ]);
}

impl rt::Encode for Find {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("what", &self.what);
    }
}

impl rt::Decode for Find {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { what: form.take("what") }
    }
}

/// Looks at the shelf, with a key in the query or a cookie.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Peek {}

impl rt::Operation for Peek {
    type Api = Shelf;
    type Returns = rt::returns::Nothing;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Peek")
        .method("GET")
        .documented_path("/peek")
        .effect(rt::Effect::Reads)
        .query()
        .auth(rt::Auth::Required(Key::IN_QUERY))
        .also_auth(&[Key::IN_COOKIE])
        .returns(rt::ReturnKind::Nothing, "");
}

impl rt::Encode for Peek {
    fn encode(self, _: &mut rt::FormWriter) {}
}

impl rt::Decode for Peek {
    fn decode(_: &mut rt::FormReader) -> Self {
        Self {}
    }
}
