//! Every operation, sent by the generated clients.

use std::pin::Pin;

use account_portal_api::{AccountPortal, TokenAuth};
use api_runtime::{Api, Client, Decode, Descriptor, Encode, Operation, Tower};
use axum::Router;
use backup_server_api::{AdminAuth, BackupServer, UserAuth};
use generator_spec::model;

use crate::support::sample::{Choice, Fill, Sample};

pub type InProcess<A> = Client<A, Tower<Router>>;

type Sent = Pin<Box<dyn Future<Output = ()> + Send>>;

/// One operation.
pub struct Case<A> {
    pub descriptor: &'static Descriptor,
    /// Sends it. The response is the simulated server's, so it may fail.
    send: fn(InProcess<A>, Sample) -> Sent,
}

/// An API that a simulated server can be made of.
pub trait SimulatedApi: Api + Sized {
    fn cases() -> Vec<Case<Self>>;
    /// A client with the credential of that name.
    fn log_in(client: &InProcess<Self>, credential: &str) -> InProcess<Self>;
}

macro_rules! server_cases {
    ($($name:ident),* $(,)?) => { vec![$(Case::of::<backup_server_api::$name>()),*] };
}

macro_rules! portal_cases {
    ($($name:ident),* $(,)?) => { vec![$(Case::of::<account_portal_api::$name>()),*] };
}

impl SimulatedApi for BackupServer {
    fn cases() -> Vec<Case<Self>> {
        backup_server_api::for_each_operation!(server_cases)
    }

    fn log_in(client: &InProcess<Self>, credential: &str) -> InProcess<Self> {
        match credential {
            "user" => client.with_credential(UserAuth::password("CaNaRy-user", "CaNaRy-password")),
            _ => client.with_credential(AdminAuth::password("CaNaRy-admin", "CaNaRy-password")),
        }
    }
}

impl SimulatedApi for AccountPortal {
    fn cases() -> Vec<Case<Self>> {
        account_portal_api::for_each_operation!(portal_cases)
    }

    fn log_in(client: &InProcess<Self>, _: &str) -> InProcess<Self> {
        client.with_credential(TokenAuth::new("CaNaRy-token"))
    }
}

impl<A: SimulatedApi> Case<A> {
    fn of<O: Operation<Api = A> + Encode + Decode>() -> Self {
        Self {
            descriptor: O::DESCRIPTOR,
            send: |client, sample| {
                Box::pin(async move {
                    let _ = client.send(sample.decode::<O>()).await;
                })
            },
        }
    }

    pub async fn send(&self, client: &InProcess<A>, operation: &model::Operation, choice: Choice) {
        let client = A::log_in(client, operation.auth.block().unwrap_or("admin"));
        (self.send)(client, Sample::new(self.descriptor, choice, Fill::Awkward)).await;
    }
}

/// The path that clients use.
pub fn path(operation: &model::Operation) -> &str {
    let alias = || operation.aliases.first().map(|alias| alias.path.as_str());
    operation.path.text().or_else(alias).unwrap()
}
