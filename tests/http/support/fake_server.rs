//! A fake server of each API: records what reaches a handler, and responds
//! as the spec says.

use std::any::Any;
use std::io;
use std::sync::{Arc, Mutex};

use account_portal_api::{AccountPortal, TokenAuth};
use api_runtime::server::{Builder, Call, Context, File, Given, Refusal, Respond, Serve};
use api_runtime::{Api, Descriptor, Encode, FormWriter, JsonValue, Operation, Secret, Upload, returns};
use backup_server_api::{AdminAuth, AdminMetaResourceNew, BackupServer, UserAuth};
use bytes::Bytes;
use futures_util::stream;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::sample::{AWKWARD, CANARY, Fill, json_of};
use crate::support::spec;

pub const NAME: &str = "ädmin &=+%\"";
pub const PASSWORD: &str = "CaNaRy-Password ä&=+%/\"word";
pub const TOKEN: &str = "CaNaRy-token/+=%&z";

/// A request that a handler received.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    pub operation: &'static str,
    pub path: String,
    /// The parameters as a client would send them, without a file.
    pub form: String,
    /// Name and content of the file.
    pub file: Option<(String, Bytes)>,
}

/// The gate that the gatekeeper closes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shut {
    #[default]
    Nothing,
    Gate(&'static str),
    Permission,
    NotShown,
}

/// The callers with the right credentials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Callers {
    #[default]
    Known,
    #[allow(dead_code)]
    Anybody,
}

/// The fake server. Clones share what they have heard.
#[derive(Clone, Default)]
pub struct FakeServer {
    pub shut: Shut,
    pub callers: Callers,
    pub heard: Arc<Mutex<Vec<Heard>>>,
}

impl FakeServer {
    pub fn shutting(shut: Shut) -> Self {
        Self { shut, ..Self::default() }
    }

    /// Returns the requests since the last call.
    pub fn heard(&self) -> Vec<Heard> {
        std::mem::take(&mut self.heard.lock().unwrap())
    }

    fn check<C>(&self, is_right: bool, caller: C) -> Result<C, Refusal> {
        let passes = is_right || self.callers == Callers::Anybody;
        passes.then_some(caller).ok_or_else(|| Refusal::unauthorized("wrong credentials"))
    }

    async fn hear(&self, mut heard: Heard, upload: Option<Upload>) {
        if let Some(mut upload) = upload {
            let mut content = Vec::new();
            while let Some(chunk) = upload.chunk().await.unwrap() {
                content.extend(chunk);
            }
            heard.file = Some((upload.file_name().to_owned(), content.into()));
        }
        self.heard.lock().unwrap().push(heard);
    }
}

impl Heard {
    /// The request without its file, and the file.
    fn of<O: Operation + Encode>(mut request: O, call: &Call) -> (Self, Option<Upload>) {
        let upload = upload_of(&mut request);
        let mut form = FormWriter::new(O::DESCRIPTOR.parameters);
        request.encode(&mut form);
        (Self::new(call, &form.to_form()), upload)
    }

    fn new(call: &Call, form: &str) -> Self {
        let headers = format!("{:?}", call.headers());
        assert!(!headers.contains(CANARY), "Debug of the headers shows a credential: {headers}");
        let (operation, path) = (call.operation().name, call.path().to_owned());
        Self { operation, path, form: form.to_owned(), file: None }
    }
}

fn upload_of(request: &mut dyn Any) -> Option<Upload> {
    request.downcast_mut::<AdminMetaResourceNew>().map(|new| std::mem::take(&mut new.upload))
}

fn given<O: Operation<Returns: Sampled>>() -> Given<O> {
    O::Returns::sample(result::<O::Api>(O::DESCRIPTOR))
}

/// The result of an operation, as JSON.
pub fn result<A: Api>(operation: &Descriptor) -> Value {
    let spec = spec::of(A::DESCRIPTOR.name);
    let returns = &spec.operation(operation.name)["returns"];
    let mut value = match returns["values"].as_array() {
        Some(values) => values.last().expect("a listed value").clone(),
        None => json_of(returns["type"].as_str().unwrap_or("any"), Some(spec), Fill::Awkward),
    };
    match returns["kind"].as_str() {
        Some("message") => value["Status"] = json!(399),
        Some("text") => value = json!(AWKWARD),
        Some("redirect") => value = json!("https://downloads.example.com/a%20b?c=d"),
        _ => {}
    }
    value
}

/// The content of every file.
pub fn content() -> Bytes {
    (0..50_000_u32).flat_map(u32::to_be_bytes).collect()
}

pub const FILE_NAME: &str = "fä\"i l.bin";

/// An output made from JSON.
pub trait Sampled: Respond {
    fn sample(value: Value) -> Self::Given;
}

macro_rules! sampled {
    ($($kind:ident),*) => {$(
        impl<T: JsonValue + DeserializeOwned + Send + 'static> Sampled for returns::$kind<T> {
            fn sample(value: Value) -> T {
                serde_json::from_value(value).expect("the sample fits the type")
            }
        }
    )*};
}
sampled!(Message, Json, Envelope);

macro_rules! sampled_text {
    ($($kind:ident),*) => {$(
        impl Sampled for returns::$kind {
            fn sample(value: Value) -> String {
                value.as_str().expect("a text").to_owned()
            }
        }
    )*};
}
sampled_text!(Text, Redirect);

impl Sampled for returns::Bytes {
    fn sample(_: Value) -> File {
        let pieces: Vec<_> = content().chunks(7000).map(<[u8]>::to_vec).map(io::Result::Ok).collect();
        File::stream(stream::iter(pieces)).name(FILE_NAME)
    }
}

impl Sampled for returns::Described {
    fn sample(value: Value) -> api_runtime::Json {
        value.into()
    }
}

/// The caller's type: the compiler checks that it is the right one.
#[derive(Debug)]
pub struct Admin;
#[derive(Debug)]
pub struct User;
#[derive(Debug)]
pub struct Token;

fn is_right(name: &str, password: Option<&Secret>) -> bool {
    name == NAME && password == Some(&Secret::from(PASSWORD))
}

/// Gates that are open unless the test shuts the one with the code.
macro_rules! open_unless_shut {
    ($($gate:ident($($caller:ty)?): $code:literal;)*) => {$(
        fn $gate(&self, $(_: $caller,)? _: &Call) -> bool {
            !matches!(self.shut, Shut::Gate(shut) if shut == $code)
        }
    )*};
}

impl backup_server_api::server::Gatekeeper for FakeServer {
    type Admin = Admin;
    type User = User;

    async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<Admin, Refusal> {
        self.check(is_right(&credential.username, credential.password.as_ref()), Admin)
    }

    async fn user(&self, credential: UserAuth, _: &Call) -> Result<User, Refusal> {
        self.check(is_right(&credential.username, credential.password.as_ref()), User)
    }

    open_unless_shut! {
        has_web_access(&User): "UA";
        auth_role_enabled(): "AR";
        software_build_role_enabled(): "SB";
        maintenance_role_enabled(): "MR";
        storage_role_enabled(): "SR";
        is_top_level(&Admin): "TL";
        may_call(&Admin): "PA";
        allows_unauthenticated_downloads(): "DL";
    }

    fn lets_in_where_not_shown(&self, _: &Call) -> bool {
        self.shut != Shut::NotShown
    }
}

impl account_portal_api::server::Gatekeeper for FakeServer {
    type Token = Token;

    async fn token(&self, credential: TokenAuth, _: &Call) -> Result<Token, Refusal> {
        self.check(credential.token == Secret::from(TOKEN), Token)
    }

    fn has_permission(&self, _: &Token, _: &str) -> bool {
        self.shut != Shut::Permission
    }
}

macro_rules! implement {
    ($($group:ident { $($method:ident($request:ident): $caller:ty,)* })*) => {$(
        impl api::server::$group for FakeServer {
            $(async fn $method(
                &self,
                request: api::$request,
                context: Context<$caller>,
            ) -> Result<Given<api::$request>, Refusal> {
                let (heard, upload) = Heard::of(request, context.call());
                self.hear(heard, upload).await;
                Ok(given::<api::$request>())
            })*
        }
    )*};
}

mod server_handlers {
    use super::*;
    use backup_server_api as api;
    api::for_each_handler!(implement);
}

mod portal_handlers {
    use super::*;
    use account_portal_api as api;
    api::for_each_handler!(implement);
}

/// An API that the fake server serves.
pub trait Served: Api + Sized {
    fn builder(fake: FakeServer) -> Builder<FakeServer>;
}

impl Served for BackupServer {
    fn builder(fake: FakeServer) -> Builder<FakeServer> {
        backup_server_api::server::complete(fake)
    }
}

impl Served for AccountPortal {
    fn builder(fake: FakeServer) -> Builder<FakeServer> {
        account_portal_api::server::complete(fake)
    }
}

/// A fake server and its router.
pub fn server<A: Served>() -> (axum::Router, FakeServer) {
    let fake = FakeServer::default();
    (A::builder(fake.clone()).into_router().unwrap(), fake)
}

/// Serves on a free port; returns the URL.
pub async fn serve(router: axum::Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(Serve::new().run(listener, router));
    url
}
