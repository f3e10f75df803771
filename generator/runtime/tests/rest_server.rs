//! A server of the REST API that says what it was asked.

use api_runtime::server::axum::{Router, body::Body, body::to_bytes};
use std::sync::Arc;

use api_runtime::mock::{Gates, Mocked};
use api_runtime::server::{AnyCaller, Builder, Call, Context, Credentials, File, Policy, Refusal, Verified};
use api_runtime::{Api as _, Extra, OtherStatus, WithHeaders, routes};
use http::{Request, StatusCode};
use tower::ServiceExt as _;

use crate::rest_by_hand::*;

/// A server that says what it was asked.
pub struct Echo;

struct Doors;

/// Whoever a caller says he is.
struct Caller(String);

impl Policy for Doors {
    fn verify<'a>(&'a self, credentials: Credentials<'a>, _: &'a Call) -> Verified<'a> {
        match credentials.credential_name() {
            "key" => credentials.verify(|key: Key| async move {
                match key.key.expose() {
                    "right" => Ok(Caller("key".to_owned())),
                    _ => Err(Refusal::unauthorized("the key is wrong")),
                }
            }),
            "login" => credentials.verify(|login: Login| async move {
                match (login.user.as_str(), login.password.expose()) {
                    (user, "a:b\u{fc}") => Ok(Caller(user.to_owned())),
                    _ => Err(Refusal::unauthorized("the password is wrong")),
                }
            }),
            _ => credentials.refuse(),
        }
    }

    fn permits(&self, _: Option<&AnyCaller>, _: &str) -> bool {
        false
    }
}

pub fn folder(id: impl Into<String>, label: impl Into<String>) -> Folder {
    Folder { id: Some(id.into()), label: Some(label.into()), ..Folder::default() }
}

/// The gates of a mock: every caller is its credential.
struct Open(Arc<Gates>);

impl Policy for Open {
    fn verify<'a>(&'a self, credentials: Credentials<'a>, _: &'a Call) -> Verified<'a> {
        let gates = self.0.clone();
        match credentials.credential_name() {
            "key" => credentials.verify(|key: Key| async move { gates.accept(key) }),
            "login" => credentials.verify(|login: Login| async move { gates.accept(login) }),
            _ => credentials.refuse(),
        }
    }
}

impl Mocked for Shelf {
    fn builder(gates: Gates) -> Builder<Gates> {
        Builder::new(Self::DESCRIPTOR, gates, |gates| Box::new(Open(gates)))
    }
}

/// Asserts that it is what a handler may get of a path.
fn leads_nowhere(value: &str) {
    assert!(!value.is_empty() && value != "." && value != ".." && !value.contains('\0'), "{value:?}");
}

type Given<T> = Result<T, Refusal>;

trait Handle: Send + Sync + 'static {
    fn get_folder(
        &self,
        it: GetFolder,
        context: Context<Caller>,
    ) -> impl Future<Output = Given<Folder>> + Send;
    fn get_default(&self, it: GetDefault, _: Context<Caller>) -> impl Future<Output = Given<Folder>> + Send;
    fn put_folder(&self, it: PutFolder, _: Context<Caller>) -> impl Future<Output = Given<()>> + Send;
    fn patch_folder(&self, it: PatchFolder, _: Context<Caller>) -> impl Future<Output = Given<()>> + Send;
    fn add_folder(&self, it: AddFolder, _: Context<Caller>) -> impl Future<Output = Given<Folder>> + Send;
    fn get_file(&self, it: GetFile, _: Context<Caller>) -> impl Future<Output = Given<File>> + Send;
    fn put_file(&self, it: PutFile, _: Context<Caller>) -> impl Future<Output = Given<()>> + Send;
    fn set_note(&self, it: SetNote, _: Context<Caller>) -> impl Future<Output = Given<String>> + Send;
    fn health(&self, it: Health, _: Context<()>) -> impl Future<Output = Given<()>> + Send;
    fn find(&self, it: Find, _: Context<()>) -> impl Future<Output = Given<FindResult>> + Send;
    fn peek(&self, it: Peek, context: Context<Caller>) -> impl Future<Output = Given<()>> + Send;
}

impl Handle for Echo {
    async fn get_folder(&self, it: GetFolder, context: Context<Caller>) -> Given<Folder> {
        leads_nowhere(&it.folder);
        if it.folder == "none" {
            return Err(Refusal::not_found("no such folder"));
        }
        if it.folder == "typed" {
            return Err(Refusal::json(StatusCode::CONFLICT, &folder("a", "problem")));
        }
        let who = &context.caller().0;
        Ok(folder(
            it.folder.clone(),
            format!("{who} {:?} {:?} {:?} {:?} {:?}", it.verbose, it.tags, it.sizes, it.trace, it.theme),
        ))
    }

    async fn get_default(&self, _: GetDefault, _: Context<Caller>) -> Given<Folder> {
        Ok(folder("default", "the literal path"))
    }

    async fn put_folder(&self, it: PutFolder, _: Context<Caller>) -> Given<()> {
        leads_nowhere(&it.folder);
        if it.body.id.as_ref() == Some(&it.folder) { Ok(()) } else { Err(Refusal::conflict("another id")) }
    }

    async fn patch_folder(&self, it: PatchFolder, _: Context<Caller>) -> Given<()> {
        if it.body.id.is_none() { Ok(()) } else { Err(Refusal::conflict("an id")) }
    }

    async fn add_folder(&self, it: AddFolder, _: Context<Caller>) -> Given<Folder> {
        let devices = it.devices.unwrap_or_default();
        let extra = Extra::default();
        Ok(Folder { devices: Some(devices), extra, ..folder(it.id, format!("{:?} {:?}", it.size, it.dry)) })
    }

    async fn get_file(&self, it: GetFile, _: Context<Caller>) -> Given<File> {
        it.path.split('/').filter(|segment| !segment.is_empty()).for_each(leads_nowhere);
        Ok(File::bytes(it.path))
    }

    async fn put_file(&self, mut it: PutFile, _: Context<Caller>) -> Given<()> {
        it.path.split('/').filter(|segment| !segment.is_empty()).for_each(leads_nowhere);
        let mut size = 0;
        while let Some(piece) = it.body.chunk().await.map_err(|error| Refusal::of_upload(&error))? {
            size += piece.len();
        }
        if size == 3 { Ok(()) } else { Err(Refusal::conflict(format!("{size} bytes"))) }
    }

    async fn set_note(&self, it: SetNote, _: Context<Caller>) -> Given<String> {
        leads_nowhere(&it.id);
        Ok(format!("{}|{}|{}", it.n, it.id, it.body))
    }

    async fn health(&self, _: Health, _: Context<()>) -> Given<()> {
        Ok(())
    }

    async fn peek(&self, _: Peek, context: Context<Caller>) -> Given<()> {
        let cookie = context.headers().get("cookie");
        if cookie.is_none_or(http::HeaderValue::is_sensitive) {
            Ok(())
        } else {
            Err(Refusal::internal("it shows"))
        }
    }

    async fn find(&self, it: Find, _: Context<()>) -> Given<FindResult> {
        let headers = FindHeaders { etag: "\"1\"".to_owned(), counts: Some(vec![1, 2]) };
        match it.what.as_str() {
            "folder" => Ok(FindResult::Found(WithHeaders { value: folder("a", "b"), headers })),
            "later" => Ok(FindResult::Later("soon".to_owned())),
            "part" => Ok(FindResult::Part(File::bytes("abc").into())),
            "odd" => Ok(FindResult::Other(OtherStatus::new(StatusCode::IM_USED, "odd"))),
            _ => Ok(FindResult::Nothing),
        }
    }
}

routes! {
    group for Handle {
        GetFolder: get_folder(context),
        GetDefault: get_default(context),
        PutFolder: put_folder(context),
        PatchFolder: patch_folder(context),
        AddFolder: add_folder(context),
        GetFile: get_file(context),
        PutFile: put_file(context),
        SetNote: set_note(context),
        Health: health(anonymous_context),
        Find: find(anonymous_context),
        Peek: peek(context),
    }
}

pub fn builder() -> Builder<Echo> {
    Builder::new(Shelf::DESCRIPTOR, Echo, |_| Box::new(Doors)).group(group())
}

pub fn router() -> Router {
    builder().into_router().unwrap()
}

/// A response.
pub struct Answer {
    pub status: u16,
    pub headers: http::HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The text of a refusal, which has the API's shape.
    pub fn refusal(&self) -> String {
        let json: serde_json::Value = serde_json::from_str(&self.text).unwrap();
        assert_eq!(json.as_object().unwrap().len(), 1, "{}", self.text);
        json["error"].as_str().unwrap().to_owned()
    }

    pub fn label(&self) -> String {
        let folder: Folder = serde_json::from_str(&self.text).unwrap();
        folder.label.unwrap()
    }
}

pub async fn send(router: &Router, request: Request<Body>) -> Answer {
    let response = router.clone().oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let text = String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().to_vec()).unwrap();
    Answer { status: head.status.as_u16(), headers: head.headers, text }
}

/// Sends a request with the right key: `GET /path`, headers, and a body.
pub async fn call(line: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Answer {
    let (method, path) = line.split_once(' ').unwrap();
    let mut request = Request::builder().method(method).uri(path).header("X-Key", "right");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(&router(), request.body(body.into()).unwrap()).await
}

pub async fn get(path: &str) -> Answer {
    call(&format!("GET {path}"), &[], "").await
}
