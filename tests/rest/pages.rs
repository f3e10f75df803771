//! What scenarios can't say of lists in pages: when pages are fetched, and bodies that aren't pages.

use api_runtime::{Client, Error, ErrorKind, Paged, Reqwest};
use shelf_api::*;

use crate::alone::log_alone;
use crate::server::Server;

async fn anonymous() -> (Server, Client<Shelf, Reqwest>) {
    let server = Server::start().await;
    let client = Client::anonymous(server.url()).unwrap();
    (server, client)
}

/// The number of items before an error, and the error.
async fn failed(client: &Client<Shelf, Reqwest>, list: impl Paged<Api = Shelf>) -> (usize, Error) {
    let mut items = client.pages(list);
    for count in 0.. {
        match items.next().await {
            Ok(item) => assert!(item.is_some(), "it ended after {count} items"),
            Err(error) => {
                assert!(items.next().await.unwrap().is_none());
                return (count, error);
            }
        }
    }
    unreachable!("all numbers were counted")
}

#[tokio::test]
async fn pages_are_fetched_as_they_are_read() {
    let (server, client) = anonymous().await;
    server
        .ok(r#"{"data":[{"title":"a"},{"title":"b"}],"meta":{"next":"2"}}"#)
        .ok(r#"{"data":[{"title":"c"}]}"#);
    let mut items = client.pages(BookList::new());
    assert_eq!(server.asked().len(), 0);
    for count in [1, 1, 2] {
        items.next().await.unwrap();
        assert_eq!(server.asked().len(), count);
    }
}

/// A page without a list isn't an empty one.
#[tokio::test]
async fn pages_that_cannot_be_read_are_an_error() {
    async fn check(list: impl Paged<Api = Shelf>, first: http::Response<String>) {
        let (server, client) = anonymous().await;
        for body in ["<html>Log in</html>", r#"{"all":[1],"#, "", "null", "{}", "[]", r#"{"all":{}}"#] {
            server.ok(body);
            let (count, error) = failed(&client, list.clone()).await;
            assert_eq!((count, error.page()), (0, Some(1)), "{body}: {error}");
            server.answer(first.clone()).ok(body);
            let (count, error) = failed(&client, list.clone()).await;
            assert_eq!((count, error.page()), (1, Some(2)), "{body}: {error}");
            assert!(matches!(error.kind(), ErrorKind::Decode(_)), "{body}: {error}");
        }
    }
    let first = |header: &str, value: &str| {
        let body = r#"{"all":[1],"links":{"next":"?from=b"}}"#.to_owned();
        http::Response::builder().header(header, value.as_bytes()).body(body).unwrap()
    };
    check(NumbersByOffset::new(), first("x-other", "")).await;
    check(NumbersByPage::new(), first("x-other", "")).await;
    check(NumbersByCursor::new(), first("x-other", "")).await;
    check(NumbersByHeader::new(), first("x-next", "b")).await;
    check(NumbersByUrl::new(), first("x-other", "")).await;
    check(NumbersByLink::new(), first("link", "<?from=b>; title=\"\u{e9}\"; rel=next")).await;
}

#[tokio::test]
async fn empty_pages_without_end_are_an_error() {
    let (server, client) = anonymous().await;
    for page in 0..200 {
        server.ok(format!(r#"{{"all":[],"links":{{"next":"{page}"}}}}"#));
    }
    let (count, error) = failed(&client, NumbersByCursor::new()).await;
    assert!(matches!(error.kind(), ErrorKind::EmptyPages), "{error}");
    assert_eq!((count, error.page()), (0, Some(101)));
}

/// The URL of a page may be that of another operation.
#[tokio::test]
async fn a_client_that_reads_follows_no_url_to_what_does_more() {
    let server = Server::start().await;
    let client = Client::builder(server.url()).read_only().build().unwrap();
    server.ok(r#"{"all":[1],"links":{"next":"/shelves/all/book-0.json"}}"#).ok(r#"{"all":[2]}"#);
    let (count, error) = failed(&client, NumbersByUrl::new()).await;
    assert!(matches!(error.kind(), ErrorKind::ReadOnly { .. }), "{error}");
    assert_eq!((count, server.asked().len()), (1, 1));
}

#[tokio::test]
async fn the_url_of_a_page_is_not_logged() {
    let Some(log) = log_alone("pages::the_url_of_a_page_is_not_logged") else { return };
    let (server, client) = anonymous().await;
    server.ok(r#"{"all":[1],"links":{"next":"/canary/pointing?key=canary"}}"#).ok(r#"{"all":[2]}"#);
    let mut items = client.pages(NumbersByUrl::new());
    while items.next().await.unwrap().is_some() {}
    assert_eq!(server.last().path, "/canary/pointing");
    let trace = log.text();
    assert!(trace.contains("path=/pointing") && !trace.contains("canary"), "{trace}");
}

/// What comes after the first of two pages with an item at most.
async fn second(client: &Client<Shelf, Reqwest>, list: impl Paged<Api = Shelf>) -> Result<(), Error> {
    let mut items = client.pages(list);
    items.next().await.unwrap();
    items.next().await.map(drop)
}

/// The query of a page's URL can be that of another operation with the same path.
#[tokio::test]
async fn a_page_is_no_other_operation_that_does_more() {
    for (next, is_sent) in [
        ("/act?Action=List&after=b", true),
        ("/act?Action=List&Action=Clear", false),
        ("/deeds?list=true&after=b", true),
        ("/deeds?after=b", false),
        ("/deeds?list=true&undo=b", false),
    ] {
        let server = Server::start().await;
        let client = shelf_api::Client::builder(server.url()).read_only().build().unwrap();
        server.ok(format!(r#"{{"acts":[{{"name":"a"}}],"next":"{next}"}}"#)).ok(r#"{"acts":[]}"#);
        let end = match next.starts_with("/act") {
            true => second(&client, ActList::new()).await,
            false => second(&client, DeedList::new()).await,
        };
        assert_eq!(end.is_ok(), is_sent, "{next}");
        let is_refused = |error: Error| matches!(error.kind(), ErrorKind::ReadOnly { .. });
        assert!(end.err().is_none_or(is_refused), "{next}");
    }
}
