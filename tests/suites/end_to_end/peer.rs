//! A client, a server, and the spec that both follow.

use api_runtime::{Client, ClientBuilder, Error, Reqwest};
use serde_json::Value;

use crate::answer::{Size, success};
use crate::cases::{Case, Got, TestApi, What};
use crate::credentials::{Fields, Login};
use crate::request::Sent;
use crate::sample::{Choice, Fill, Sample};
use crate::server::Server;
use crate::spec::{self, Spec, text};

pub struct Peer<A> {
    pub server: Server,
    /// Without a credential.
    pub client: Client<A, Reqwest>,
    /// Shared by the clients: to make one takes time.
    transport: Reqwest,
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

impl<A: TestApi + Login> Peer<A> {
    pub async fn start() -> Self {
        let server = Server::start().await;
        let transport = Reqwest::new().expect("TLS can be set up");
        let client = Client::with_transport(server.url(), transport.clone()).build().unwrap();
        Self { server, client, transport, spec: spec::of(A::DESCRIPTOR.name) }
    }

    /// For a client with other settings.
    pub fn builder(&self) -> ClientBuilder<A, Reqwest> {
        Client::with_transport(self.server.url(), self.transport.clone())
    }

    pub fn operation(&self, case: &Case<A>) -> &'static Value {
        self.spec.operation(case.descriptor.name)
    }

    /// The client with the credential that the operation takes.
    pub fn logged_in(&self, case: &Case<A>, fields: Option<Fields>) -> Client<A, Reqwest> {
        self.log_in(&self.client, case, fields)
    }

    fn log_in(
        &self,
        client: &Client<A, Reqwest>,
        case: &Case<A>,
        fields: Option<Fields>,
    ) -> Client<A, Reqwest> {
        let block = self.operation(case)["auth"]["block"].as_str();
        let name = block.map_or("admin", |block| text(&self.spec.block(block)["credential"]));
        fields.map_or_else(|| client.clone(), |fields| A::log_in(client, name, fields))
    }

    pub async fn send(&self, case: &Case<A>, way: Way) -> Result<Got, Error> {
        self.send_by(&self.client, case, way).await
    }

    /// Sends an operation with a client that has other settings.
    pub async fn send_by(&self, client: &Client<A, Reqwest>, case: &Case<A>, way: Way) -> Result<Got, Error> {
        let client = self.log_in(client, case, way.credential);
        (case.send)(client, Sample::new(case.descriptor, way.choice, way.fill)).await
    }

    /// Lets the server answer with a success; returns the output that it is.
    pub fn succeed(&self, case: &Case<A>, way: Way) -> What {
        let (answer, expected) = success(self.spec, self.operation(case), way.size, way.fill);
        self.server.answer(answer);
        expected
    }

    /// Sends an operation and checks what arrives and what comes back.
    pub async fn round_trip(&self, case: &Case<A>, way: Way) -> Got {
        let expected = self.succeed(case, way);
        let got = self.send(case, way).await.unwrap_or_else(|error| panic!("{error}"));
        let sent = Sent { spec: self.spec, operation: self.operation(case), way };
        sent.check(&self.server.request()).await;
        assert_eq!(got.what, expected, "{}", case.descriptor.name);
        got
    }
}
