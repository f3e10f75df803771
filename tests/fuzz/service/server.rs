//! Servers of both APIs that let all callers in or none, and return minimal
//! answers.

#![allow(deprecated, reason = "every operation is served")]

use std::{
    any::Any,
    sync::atomic::{AtomicUsize, Ordering},
};

use account_portal_api::TokenAuth;
use api_runtime::server::{Call, Context, File, Given, Refusal, Respond};
use api_runtime::{
    Auth, Decode, Descriptor, Encode, FormReader, FormWriter, Json, JsonValue, Operation, returns,
};
use backup_server_api::{AdminAuth, AdminMetaResourceNew, UserAuth};

/// The number of requests that have reached a handler.
pub static HANDLED: AtomicUsize = AtomicUsize::new(0);

#[derive(Clone, Copy)]
pub struct Server {
    pub is_open: bool,
}

pub struct Admin;
pub struct User;
pub struct Token;

impl Server {
    fn verify<C>(self, caller: C) -> Result<C, Refusal> {
        if self.is_open { Ok(caller) } else { Err(Refusal::unauthorized("nobody is let in")) }
    }

    /// Asserts that the request is equal after writing and reading it again.
    async fn handle<O>(self, mut request: O) -> Result<Given<O>, Refusal>
    where
        O: Operation + Encode + Decode,
        O::Returns: Least,
    {
        assert!(self.is_open || is_public(O::DESCRIPTOR), "{} bypassed its gates", O::DESCRIPTOR.name);
        HANDLED.fetch_add(1, Ordering::Relaxed);
        if let Some(new) = (&mut request as &mut dyn Any).downcast_mut::<AdminMetaResourceNew>() {
            while new.upload.chunk().await.map_err(|error| Refusal::of_upload(&error))?.is_some() {}
            return Ok(O::Returns::least());
        }
        let text = written(request);
        let mut form = FormReader::new(text.as_bytes());
        let again = O::decode(&mut form);
        assert_eq!(form.finish(), Ok(()), "{}", O::DESCRIPTOR.name);
        assert_eq!(text, written(again), "{}", O::DESCRIPTOR.name);
        Ok(O::Returns::least())
    }
}

/// Returns whether the operation has no gate.
fn is_public(operation: &Descriptor) -> bool {
    matches!(operation.auth, Auth::None) && operation.gates.is_empty() && operation.permission.is_none()
}

fn written<O: Operation + Encode>(request: O) -> String {
    let mut form = FormWriter::new(O::DESCRIPTOR.parameters);
    request.encode(&mut form);
    form.to_form()
}

/// A minimal output of its kind.
pub trait Least: Respond {
    fn least() -> Self::Given;
}

macro_rules! least {
    ($($kind:ident),*) => {$(
        impl<T: JsonValue + Send + 'static> Least for returns::$kind<T> {
            fn least() -> T {
                T::placeholder()
            }
        }
    )*};
}
least!(Message, Json, Envelope);

macro_rules! least_value {
    ($($kind:ident: $given:ty = $value:expr;)*) => {$(
        impl Least for returns::$kind {
            fn least() -> $given {
                $value
            }
        }
    )*};
}
least_value! {
    Described: Json = Json::default();
    Text: String = String::new();
    Redirect: String = "/".to_owned();
    Bytes: File = File::bytes("file").name("a");
}

/// Gates that all callers pass, or none.
macro_rules! open_to_all {
    ($($gate:ident($($argument:ty),*);)*) => {$(
        fn $gate(&self, $(_: $argument),*) -> bool {
            self.is_open
        }
    )*};
}

impl backup_server_api::server::Gatekeeper for Server {
    type Admin = Admin;
    type User = User;

    async fn admin(&self, _: AdminAuth, _: &Call) -> Result<Admin, Refusal> {
        self.verify(Admin)
    }

    async fn user(&self, _: UserAuth, _: &Call) -> Result<User, Refusal> {
        self.verify(User)
    }

    open_to_all! {
        has_web_access(&User, &Call);
        auth_role_enabled(&Call);
        software_build_role_enabled(&Call);
        maintenance_role_enabled(&Call);
        storage_role_enabled(&Call);
        is_top_level(&Admin, &Call);
        may_call(&Admin, &Call);
        allows_unauthenticated_downloads(&Call);
        lets_in_where_not_shown(&Call);
    }
}

impl account_portal_api::server::Gatekeeper for Server {
    type Token = Token;

    async fn token(&self, _: TokenAuth, _: &Call) -> Result<Token, Refusal> {
        self.verify(Token)
    }

    open_to_all! {
        has_permission(&Token, &str);
    }
}

macro_rules! implement {
    ($api:ident: $($group:ident { $($method:ident($request:ident): $caller:ty,)* })*) => {$(
        impl $api::server::$group for Server {
            $(async fn $method(
                &self,
                request: $api::$request,
                _: Context<$caller>,
            ) -> Result<Given<$api::$request>, Refusal> {
                self.handle(request).await
            })*
        }
    )*};
}
macro_rules! implement_server {
    ($($groups:tt)*) => { implement! { backup_server_api: $($groups)* } };
}
macro_rules! implement_portal {
    ($($groups:tt)*) => { implement! { account_portal_api: $($groups)* } };
}
backup_server_api::for_each_handler!(implement_server);
account_portal_api::for_each_handler!(implement_portal);
