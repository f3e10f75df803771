//! The requests in `generated/openapi/*.http`, which httpyac sends to the
//! generated servers: each one is accepted, with the parameters that it shows.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Seek;
use std::path::Path;

use account_portal_api::AccountPortal;
use api_runtime::{Descriptor, ReturnKind};
use backup_server_api::BackupServer;
use serde_json::Value;
use tests::TempDir;

use crate::foreign::{curl, generated, tool};
use crate::support::fake_server::{self, Callers, FakeServer, Served};
use tests::book::pages;

/// Sends all requests of a file and returns the status of each response.
fn send(api: &str, url: &str) -> Vec<u64> {
    let folder = TempDir::new();
    let text = fs::read_to_string(generated(&format!("{api}.http"))).unwrap();
    let text = text.replacen("https://api.example.com", url, 1).replace("replace-me", "Secret1a%20%26");
    fs::write(folder.path().join("requests.http"), text).unwrap();
    fs::write(folder.path().join("file.bin"), "content").unwrap();
    let mut send = tool("node_modules/.bin/httpyac");
    let options = ["send", "requests.http", "--all", "--json", "--output", "short"];
    // It exits before a pipe has everything.
    let said = File::options().read(true).write(true).create_new(true).open(folder.path().join("said"));
    let mut said = said.unwrap();
    let status = send.args(options).current_dir(folder.path()).stdout(said.try_clone().unwrap()).status();
    assert!(status.unwrap().success(), "`tests/foreign/install` installs it");
    said.rewind().unwrap();
    let said: Value = serde_json::from_reader(said).unwrap();
    let requests = said["requests"].as_array().unwrap().iter();
    requests.map(|request| request["response"]["statusCode"].as_u64().unwrap()).collect()
}

async fn check<A: Served>(operations: &[&'static Descriptor]) {
    let fake = FakeServer { callers: Callers::Anybody, ..FakeServer::default() };
    let url = fake_server::serve(A::builder(fake.clone()).into_router().unwrap()).await;
    let said = tokio::task::spawn_blocking(move || send(A::DESCRIPTOR.name, &url)).await.unwrap();
    let heard = fake.heard();
    assert_eq!(heard.iter().map(|it| it.operation).collect::<BTreeSet<_>>().len(), operations.len());
    assert_eq!((said.len(), heard.len()), (operations.len(), operations.len()));
    let pages = pages::pages(&Path::new(pages::SOURCE).join(A::DESCRIPTOR.name));
    let examples: Vec<_> = pages.iter().flat_map(|page| pages::examples(page, "sh")).collect();
    for (heard, status) in heard.iter().zip(said) {
        let operation = *operations.iter().find(|it| it.name == heard.operation).unwrap();
        let usual = if let ReturnKind::Redirect(status) = operation.returns { status.into() } else { 200 };
        assert_eq!(status, usual, "{}", operation.name);
        let example = examples.iter().find(|it| it.title == operation.name).unwrap();
        curl::check_sent(&example.code, operation, heard);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_of_the_server() {
    check::<BackupServer>(backup_server_api::OPERATIONS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_of_the_portal() {
    check::<AccountPortal>(account_portal_api::OPERATIONS).await;
}
