//! Lists whose pages a cassette has.

use api_runtime::{
    self as rt, Api, Client, Operation as _, Paged, Reqwest, Transport,
    cassette::{Recorder, Replayer},
};

use crate::{rest_by_hand::operation, server::Server};

/// An API with one list.
#[derive(Clone, Copy, Debug)]
pub struct Shelf;

impl Api for Shelf {
    const DESCRIPTOR: &'static rt::ApiDescriptor = &rt::ApiDescriptor {
        name: "shelf",
        title: "Shelf API",
        crate_version: "1.0.0",
        message: None,
        envelope: None,
        gates: &[],
        types: &[],
        listed: &[],
        operations: &[Leaves::DESCRIPTOR],
    };
}

operation! {
    #[derive(Clone, Debug)]
    Leaves { required shelf: String, list fields: Option<Vec<String>>, optional from: Option<i64>, }
        -> rt::returns::Json<Vec<i64>>,
    .method("GET")
    .documented_path("/shelves/{shelf}/leaves")
    .query()
    .parameters(&[
        rt::Parameter::required("shelf", "string").place(rt::Place::Path),
        rt::Parameter::optional("fields", "List<string>").items("string").list(rt::ListStyle::Comma).sent_as("only"),
        rt::Parameter::optional("from", "int").kind(rt::ValueKind::Number).sent_as("start"),
    ])
    .pages(rt::Pages { step: rt::PageStep::Link("next"), items: &[], total: &[] })
    .returns(rt::ReturnKind::Json, "List<int>")
}

impl Paged for Leaves {
    type Item = i64;

    fn items(output: Vec<i64>) -> Vec<i64> {
        output
    }
}

/// The number of items on all pages.
async fn count(url: &str, transport: impl Transport, fields: [&str; 2]) -> usize {
    let client = Client::<Shelf, _>::with_transport(url, transport).build().unwrap();
    let fields = Some(fields.map(str::to_owned).to_vec());
    let mut items = client.pages(Leaves { shelf: format!("of {}", url.len()), fields, from: None });
    let mut count = 0;
    while items.next().await.unwrap().is_some() {
        count += 1;
    }
    count
}

/// Of the links of a page, that to the next one is recorded: with the values that its request has,
/// whatever is in the path, and whatever other links look like.
#[tokio::test]
async fn the_links_of_pages_are_replayed() {
    let server = Server::start().await;
    let linked = |body: &'static str, link: String| {
        http::Response::builder().header("link", link).body(body.to_owned()).unwrap()
    };
    let path = format!("/shelves/of%20{}/leaves", server.url().len());
    let other = r#"</elsewhere?a=1,2>; title="last, and oldest"; rel=last"#;
    let whole = format!("{other}, <{}{path}?only=id,title&start=2&x>; rel=\"next\"", server.url());
    server.answer(linked("[11,12]", whole));
    server.answer(linked("[13]", format!("<?only=id,title&start=3>; rel=next, {other}")));
    server.ok("[14]");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("leaves.jsonl");
    let recorder = Recorder::create(&file, Reqwest::new().unwrap()).unwrap();
    assert_eq!(count(server.url(), recorder, ["id", "title"]).await, 4);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains("title") && !text.contains("of%20"), "{text}");

    let replayer = Replayer::open(&file).unwrap();
    assert_eq!(count("http://replay.invalid", replayer.clone(), ["id", "title"]).await, 4);
    assert!(replayer.unused().is_empty());
    let replayer = Replayer::open(&file).unwrap();
    assert_eq!(count("https://replay.invalid", replayer, ["a b", "c"]).await, 4);
}

/// Its text has the first byte of a string, and no value.
#[tokio::test]
async fn a_body_that_only_begins_as_json_is_recorded() {
    let server = Server::start().await;
    server.ok("\"half a text");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("half.jsonl");
    let recorder = Recorder::create(&file, Reqwest::new().unwrap()).unwrap();
    let client = Client::<Shelf, _>::with_transport(server.url(), recorder).build().unwrap();
    let leaves = Leaves { shelf: "a".to_owned(), fields: None, from: None };
    assert!(matches!(client.send(leaves).await.unwrap_err().kind(), rt::ErrorKind::Decode(_)));
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 2);
}
