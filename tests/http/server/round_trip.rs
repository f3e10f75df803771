//! Every operation by every path, from the generated client to the generated
//! server and back.

use account_portal_api::AccountPortal;
use api_runtime::{Client, Descriptor, Encoding, Reqwest, ReturnKind};
use backup_server_api::BackupServer;

use crate::support::any_transport::AnyTransport;
use crate::support::cases::{Case, TestApi, What};
use crate::support::credentials::{self, Fields};
use crate::support::fake_server::{self, FILE_NAME, FakeServer, Heard, Served};
use crate::support::sample::{self, Choice, Sample};
use crate::support::wire;

/// The parameters of one request, as a form that the operation accepts, and as the
/// handler must receive them: with the defaults.
fn forms<A: Served>(operation: &'static Descriptor, choice: Choice) -> (String, String) {
    let [mut sent, mut heard] = [(); 2].map(|()| form_urlencoded::Serializer::new(String::new()));
    for parameter in operation.parameters.iter().filter(|it| !it.file) {
        if wire::is_needed(parameter) || matches!(choice, Choice::All) {
            let value = wire::fitting::<A>(parameter);
            sent.append_pair(parameter.name, &value);
            heard.append_pair(parameter.name, &value);
        } else if let Some(default) = parameter.default {
            heard.append_pair(parameter.name, default);
        }
    }
    (sent.finish(), heard.finish())
}

async fn round_trip<A: TestApi + Served>(choice: Choice) -> usize {
    let fake = FakeServer::default();
    let url = fake_server::serve(A::builder(fake.clone()).into_router().unwrap()).await;
    let transport = AnyTransport::new(Reqwest::new().unwrap());
    let mut trips = 0;
    for case in A::cases() {
        let operation = case.descriptor;
        for path in operation.path.into_iter().chain(operation.aliases.iter().map(|alias| alias.path)) {
            let client = Client::<A, _>::with_transport(&url, transport.clone()).path(operation.name, path);
            let client =
                A::log_in(&client.build().unwrap(), credentials::name_of(operation), Fields::Password);
            let (form, expected) = forms::<A>(operation, choice);
            let sample = Sample::of_form(form, file(operation));
            let got = (case.send)(&client, sample).await.unwrap_or_else(|error| panic!("{path}: {error}"));
            assert_eq!(got.what, output::<A>(&case), "{path}");
            let heard = fake.heard();
            let [Heard { operation: name, path: to, form, file: received }] = &heard[..] else {
                panic!("{path}: {heard:?}")
            };
            assert_eq!((*name, to.as_str()), (operation.name, path));
            let [received_fields, expected] =
                [form, &expected].map(|it| wire::fields(operation, it.as_bytes()));
            assert_eq!(received_fields, expected, "{path}");
            let file = file(operation).map(|_| (sample::FILE.0.replace('"', "%22"), sample::FILE.1.into()));
            assert_eq!(*received, file, "{path}");
            trips += 1;
        }
    }
    trips
}

fn file(operation: &Descriptor) -> Option<&'static str> {
    let mut parameters = operation.parameters.iter();
    let file = parameters.find(|parameter| parameter.file).map(|parameter| parameter.name);
    assert_eq!(file.is_some(), operation.encoding == Encoding::Multipart);
    file
}

fn output<A: Served>(case: &Case<A>) -> What {
    let operation = case.descriptor;
    match operation.returns {
        ReturnKind::Bytes => What::File {
            size: None,
            content_type: Some(operation.content_type.to_owned()),
            file_name: Some(FILE_NAME.to_owned()),
            content: fake_server::content(),
        },
        _ => What::Value(fake_server::result::<A>(operation)),
    }
}

#[tokio::test]
async fn server_operations_with_what_is_required() {
    let trips = round_trip::<BackupServer>(Choice::Required).await;
    assert!(trips > 223, "{trips}");
}

#[tokio::test]
async fn server_operations_with_every_parameter() {
    round_trip::<BackupServer>(Choice::All).await;
}

#[tokio::test]
async fn portal_operations_with_what_is_required() {
    assert!(round_trip::<AccountPortal>(Choice::Required).await >= 50);
}

#[tokio::test]
async fn portal_operations_with_every_parameter() {
    round_trip::<AccountPortal>(Choice::All).await;
}
