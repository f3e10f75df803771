//! A client, a server, and the spec that both follow.

use api_runtime::{Client, Error};
use serde_json::Value;

use crate::end_to_end::request::Sent;
use crate::end_to_end::response::{Size, success};
use crate::support::any_transport::{self, AnyTransport};
use crate::support::cases::{Case, Got, TestApi};
use crate::support::credentials::Fields;
use crate::support::sample::{Choice, Fill, Sample};
use crate::support::server::Server;
use crate::support::spec::{self, Spec, text};

pub struct Peer<A> {
    pub server: Server,
    /// Without a credential.
    client: Client<A, AnyTransport>,
    pub spec: &'static Spec,
}

/// One way to send an operation.
#[derive(Clone, Copy)]
pub struct Way {
    pub choice: Choice,
    pub fill: Fill,
    pub credential: Option<Fields>,
    pub size: Size,
}

pub const MINIMAL: Way = Way {
    choice: Choice::Required,
    fill: Fill::Awkward,
    credential: Some(Fields::Password),
    size: Size::Stated,
};
pub const MAXIMAL: Way =
    Way { choice: Choice::All, credential: Some(Fields::All), size: Size::Unknown, ..MINIMAL };

impl<A: TestApi> Peer<A> {
    pub async fn start() -> Self {
        let server = Server::start().await;
        let client = any_transport::client(server.url());
        Self { server, client, spec: spec::of(A::DESCRIPTOR.name) }
    }

    pub fn operation(&self, case: &Case<A>) -> &'static Value {
        self.spec.operation(case.descriptor.name)
    }

    /// The client with the credential that the operation takes.
    pub fn logged_in(&self, case: &Case<A>, fields: Option<Fields>) -> Client<A, AnyTransport> {
        let block = self.operation(case)["auth"]["block"].as_str();
        let name = block.map_or("admin", |block| text(&self.spec.block(block)["credential"]));
        fields.map_or_else(|| self.client.clone(), |fields| A::log_in(&self.client, name, fields))
    }

    pub async fn send(&self, case: &Case<A>, way: Way) -> Result<Got, Error> {
        let client = self.logged_in(case, way.credential);
        (case.send)(&client, Sample::new(case.descriptor, way.choice, way.fill)).await
    }

    /// Sends an operation and checks what arrives and what comes back.
    pub async fn round_trip(&self, case: &Case<A>, way: Way) -> Got {
        let (answer, expected) = success(self.spec, self.operation(case), way.size, way.fill);
        self.server.answer(answer);
        let got = self.send(case, way).await.unwrap_or_else(|error| panic!("{error}"));
        let sent = Sent { spec: self.spec, operation: self.operation(case), way };
        sent.check(&self.server.only()).await;
        assert_eq!(got.what, expected, "{}", case.descriptor.name);
        got
    }
}
