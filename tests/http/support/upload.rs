//! An upload that reached a handler, as a client would forward it.

use account_portal_api::{AccountPortal, TokenAuth};
use api_runtime::{Api, Auth, Client, Descriptor, Encode, Operation, Reqwest};
use axum::body::Body;
use axum::extract::{FromRequest as _, Multipart};
use backup_server_api::{AdminAuth, BackupServer, UserAuth};
use bytes::Bytes;

use crate::support::fake_server::{NAME, PASSWORD, TOKEN};

/// An API whose clients can log in to the fake server.
pub trait Login: Api + Sized {
    fn log_in(client: &Client<Self, Reqwest>, operation: &Descriptor) -> Client<Self, Reqwest>;
}

impl Login for BackupServer {
    fn log_in(client: &Client<Self, Reqwest>, operation: &Descriptor) -> Client<Self, Reqwest> {
        match operation.auth {
            Auth::Required(block) if block.credential == "user" => {
                client.with_credential(UserAuth::password(NAME, PASSWORD))
            }
            _ => client.with_credential(AdminAuth::password(NAME, PASSWORD)),
        }
    }
}

impl Login for AccountPortal {
    fn log_in(client: &Client<Self, Reqwest>, _: &Descriptor) -> Client<Self, Reqwest> {
        client.with_credential(TokenAuth::new(TOKEN))
    }
}

/// The texts as a form, and the file, read by another parser than ours.
pub async fn parts<O: Operation<Api: Login> + Encode>(request: O) -> (String, Option<(String, Bytes)>) {
    let client = Client::anonymous("http://localhost").unwrap();
    let (request, _) = O::Api::log_in(&client, O::DESCRIPTOR).prepare(request).unwrap();
    let mut parts = Multipart::from_request(request.map(Body::new), &()).await.unwrap();
    let (mut texts, mut file) = (Vec::new(), None);
    while let Some(part) = parts.next_field().await.unwrap() {
        match part.file_name().map(str::to_owned) {
            Some(name) => file = Some((name, part.bytes().await.unwrap())),
            None => texts.push((part.name().unwrap().to_owned(), part.text().await.unwrap())),
        }
    }
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(texts);
    (form.finish(), file)
}
