//! Calls of a REST API over HTTP: places, bodies, results by status, pages.

use api_runtime::{Client, Error, ErrorKind, Reqwest, Upload, transport::ReadTimeout};
use http::header::{AUTHORIZATION, COOKIE, ETAG, LINK};
use std::time::Duration;

use crate::{
    downloads::soon,
    rest_by_hand::{
        AddBook, Book, Burn, GetBook, GetBookResult, Key, Leaf, Linked, ListBooks, Login, PutBook, PutFile,
        Shelf,
    },
    server::{Server, silent},
};

pub type Shelves = Client<Shelf, Reqwest>;

pub async fn anonymous() -> (Server, Shelves) {
    let server = Server::start().await;
    let client = Client::anonymous(server.url()).unwrap();
    (server, client)
}

fn login() -> Login {
    Login { user: "ann".to_owned(), password: "pass-canary".into() }
}

fn book(shelf: &str) -> GetBook {
    GetBook { shelf: shelf.to_owned(), number: 7, ..GetBook::default() }
}

#[tokio::test]
async fn each_parameter_is_sent_at_its_place() {
    let (server, client) = anonymous().await;
    server.ok("{}");
    let get = GetBook {
        full: Some(true),
        tags: Some(vec!["a b".to_owned(), "c".to_owned()]),
        names: Some(vec![1, 2]),
        etag: Some("\"x\"".to_owned()),
        token: Some("canary".into()),
        theme: Some("s%3Aabc+/==".to_owned()),
        ..book("a/b ü")
    };
    client.send(get).await.unwrap();
    let asked = server.last();
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("GET", "/shelves/a%2Fb%20%C3%BC/book-7.json"));
    assert_eq!(asked.query, "full&tags%5B%5D=a%20b&tags%5B%5D=c&n=1%7C2");
    assert_eq!(asked.header("if-none-match"), Some("\"x\""));
    assert_eq!(asked.header("x-token"), Some("canary"));
    assert_eq!(asked.header("cookie"), Some("theme=s%3Aabc+/=="));
    assert_eq!((asked.header("content-type"), asked.header("content-length")), (None, None));

    server.ok("{}");
    client.send(GetBook { full: Some(false), ..book("a") }).await.unwrap();
    assert_eq!(server.last().query, "");
}

#[test]
fn what_is_not_a_part_of_a_path_or_a_header_is_not_sent() {
    let client = Client::<Shelf, _>::anonymous("http://localhost").unwrap();
    for shelf in ["", ".", ".."] {
        let error = client.prepare(book(shelf)).map(drop).unwrap_err();
        assert_eq!(
            error.to_string(),
            "GetBook: `shelf` can't be a part of the path; it is neither missing nor empty, nor `.` or `..`"
        );
    }
    let client = client.with_credential(Key { key: "right".into() });
    let file = |path: &str| PutFile { path: path.to_owned(), body: Upload::bytes("a", "b") };
    fails!(client.prepare(file("a/../b")).map(drop), ErrorKind::PathValue { name } if name == "path");
    let line = GetBook { token: Some("a\r\nB: c".into()), ..book("a") };
    fails!(client.prepare(line).map(drop), ErrorKind::Header { .. });
}

#[tokio::test]
async fn fields_of_a_json_object_are_sent_under_their_names() {
    let (server, client) = anonymous().await;
    server.status(201, "ignored");
    let add = AddBook {
        dry: Some(true),
        title: "a\"b".to_owned(),
        pages: Some(3),
        authors: Some(vec!["c".to_owned()]),
        isbn: None,
        tags: Some(vec!["d".to_owned(), "e".to_owned()]),
        room: None,
    };
    client.send(add).await.unwrap();
    let asked = server.last();
    assert_eq!(asked.text(), r#"{"Ti\"tle":"a\"b","pages":3,"authors":["c"],"isbn":null}"#);
    assert_eq!(asked.query, "dry=true&tags=d&tags=e&room=");
    assert_eq!(asked.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn a_body_is_a_value_or_a_file_or_absent() {
    let (server, client) = anonymous().await;
    let put = PutBook { shelf: "s".into(), wait: None, body: Some(Book::default()) };
    client.send(put).await.unwrap();
    let asked = server.last();
    assert_eq!((asked.text(), asked.path.as_str()), ("{}", "/secret/s"));
    assert_eq!(asked.header("content-type"), Some("application/merge-patch+json"));
    client.send(PutBook { shelf: "s".into(), wait: Some(1), body: None }).await.unwrap();
    let asked = server.last();
    assert_eq!((asked.text(), asked.query.as_str(), asked.header("content-type")), ("", "wait=1", None));
    assert_eq!(asked.header("content-length"), Some("0"));

    let client = Shelves::new(server.url(), Key { key: "right".into() }).unwrap();
    let stream = || Upload::reader("a.png", &b"png"[..]);
    server.status(201, "").status(201, "");
    client.send(PutFile { path: "a/b c".to_owned(), body: stream() }).await.unwrap();
    let asked = server.last();
    assert_eq!((asked.text(), asked.path.as_str()), ("png", "/files/a/b%20c"));
    assert_eq!(asked.header("content-type"), Some("application/octet-stream"));
    let typed = stream().content_type("image/webp");
    client.send(PutFile { path: "a".to_owned(), body: typed }).await.unwrap();
    assert_eq!(server.last().header("content-type"), Some("image/webp"));
}

#[tokio::test]
async fn credentials_are_sent_where_the_operation_takes_them() {
    let server = Server::start().await;
    let client = Shelves::new(server.url(), login()).unwrap();
    server.ok("{}");
    client.send(book("a")).await.unwrap();
    assert_eq!(server.last().header("authorization"), Some("Basic YW5uOnBhc3MtY2FuYXJ5"));
    client.send(AddBook::default()).await.unwrap();
    let asked = server.last();
    assert_eq!((asked.query.as_str(), asked.header("cookie")), ("user=ann&room=", Some("key=pass-canary")));
    assert_eq!(asked.header("authorization"), None);

    let (request, _) = client.prepare(book("a")).unwrap();
    assert!(request.headers().get(AUTHORIZATION).is_some_and(http::HeaderValue::is_sensitive));
    let (request, _) = client.prepare(AddBook::default()).unwrap();
    assert!(request.headers().get(COOKIE).is_some_and(http::HeaderValue::is_sensitive));
    server.status(401, "no user YW5uOnBhc3MtY2FuYXJ5");
    let error = client.send(book("a")).await.unwrap_err();
    assert_eq!(error.failure().unwrap().message(), "no user [secret]");
}

#[tokio::test]
async fn a_result_is_that_of_its_status() {
    let (server, client) = anonymous().await;
    let answer = |status: u16, body: &'static str| {
        let response =
            http::Response::builder().status(status).header(ETAG, "\"e\"").header("x-counts", "1, 2");
        response.body(axum::body::Body::from(body)).unwrap()
    };
    server.answer(answer(200, r#"{"title":"a"}"#));
    let GetBookResult::Ok(book_) = client.send(book("a")).await.unwrap() else { panic!() };
    assert_eq!(book_.value.title.as_deref(), Some("a"));
    assert_eq!(book_.headers.etag.as_deref(), Some("\"e\""));
    assert_eq!(book_.headers.counts, Some(vec![1, 2]));
    server.answer(answer(304, ""));
    assert!(matches!(client.send(book("a")).await.unwrap(), GetBookResult::NotModified));
    server.answer(answer(202, "later"));
    let GetBookResult::Other(other) = client.send(book("a")).await.unwrap() else { panic!() };
    assert_eq!((other.http_status().as_u16(), &other.body()[..]), (202, &b"later"[..]));
    assert!(!format!("{other:?}").contains("later"));
    server.answer(answer(302, ""));
    fails!(client.send(book("a")).await, ErrorKind::Redirected { .. });
}

#[tokio::test]
async fn a_failure_has_a_message_and_a_body_of_a_type() {
    let (server, client) = anonymous().await;
    server.status(422, r#"{"error":"too long","title":"a"}"#);
    let error = client.send(book("a")).await.unwrap_err();
    let failure = error.failure().unwrap();
    assert_eq!((failure.http_status().as_u16(), failure.message()), (422, "too long"));
    assert_eq!(failure.read::<Book>().unwrap().title.as_deref(), Some("a"));
    assert_eq!(failure.read::<i64>().unwrap_err().to_string(), "expected i64, found map");
    server.status(404, "No such book\n");
    let error = client.send(book("a")).await.unwrap_err();
    assert_eq!(error.to_string(), "GetBook: the server refused (HTTP 404 Not Found): No such book");
}

#[test]
fn the_read_timeout_follows_the_operation() {
    let client = Shelves::builder("http://localhost").read_timeout(Duration::from_secs(5)).build().unwrap();
    for (wait, expected) in [(None, 65), (Some(2), 7), (Some(-1), 5)] {
        let (request, _) = client.prepare(PutBook { shelf: "s".into(), wait, body: None }).unwrap();
        assert_eq!(request.extensions().get(), Some(&ReadTimeout(Duration::from_secs(expected))));
    }
}

#[tokio::test]
async fn a_server_that_may_wait_is_waited_for() {
    let (url, _listener) = silent().await;
    let client = Shelves::builder(&url).read_timeout(Duration::from_millis(5)).build().unwrap();
    let put = |wait| client.send(PutBook { shelf: "s".into(), wait: Some(wait), body: None });
    fails!(soon(put(0)).await, ErrorKind::TimedOut);
    let waiting = tokio::time::timeout(Duration::from_millis(200), put(60));
    assert!(waiting.await.is_err(), "its limit is 600 s, after 0.05 s without the parameter");
}

#[test]
fn a_client_that_reads_does_not_reach_another_operation_by_a_value() {
    let client = Shelves::builder("http://localhost").read_only().build().unwrap();
    client.prepare(book("a")).unwrap();
    let burn = GetBook { number: 0, ..book("all") };
    fails!(client.prepare(burn).map(drop), ErrorKind::ReadOnly { other: Some("Burn"), .. });
    fails!(client.prepare(Burn {}).map(drop), ErrorKind::ReadOnly { other: None, .. });
    let set = |path: &str| client.call(book("a")).path(path).trust_path().prepare().map(drop);
    set("/v2/{shelf}/{number}").unwrap();
    fails!(set("/x/shelves/all/book-0.json"), ErrorKind::ReadOnly { .. });
}

async fn titles(client: &Shelves, list: ListBooks) -> Result<Vec<String>, Error> {
    let (mut items, mut titles) = (client.pages(list), Vec::new());
    while let Some(book) = items.next().await? {
        titles.extend(book.title);
    }
    Ok(titles)
}

#[tokio::test]
async fn pages_are_fetched_as_they_are_read() {
    let (server, client) = anonymous().await;
    server.ok(r#"{"data":[{"title":"a"},{"title":"b"}],"meta":{"next":"2&"}}"#);
    server.ok(r#"{"data":[{"title":"c"}],"meta":{"next":null}}"#);
    let list = ListBooks { after: Some("1".to_owned()), limit: Some(2) };
    let mut items = client.pages(list.clone());
    assert_eq!(server.asked().len(), 0);
    items.next().await.unwrap();
    assert_eq!(server.asked().len(), 1);
    items.next().await.unwrap();
    assert_eq!(items.next().await.unwrap().unwrap().title.as_deref(), Some("c"));
    assert!(items.next().await.unwrap().is_none());
    let queries: Vec<_> = server.asked().into_iter().map(|asked| asked.query).collect();
    assert_eq!(queries, ["after=1&limit=2", "after=2%26&limit=2"]);

    // A server that doesn't end.
    for _ in 0..3 {
        server.ok(r#"{"data":[{"title":"a"}],"meta":{"next":"again"}}"#);
    }
    assert_eq!(titles(&client, list.clone()).await.unwrap(), ["a", "a"]);
    let fresh = Server::start().await;
    let client = Shelves::anonymous(fresh.url()).unwrap();
    fresh.ok(r#"{"data":[],"meta":{"next":"more"}}"#).ok(r#"{"data":[{"title":"a"}]}"#);
    assert_eq!(titles(&client, list.clone()).await.unwrap(), ["a"]);
    fresh.ok(r#"{"data":[{"title":"a"}],"meta":{"next":"b"}}"#).status(500, "");
    fails!(titles(&client, list).await, ErrorKind::Failure(_));
}

#[tokio::test]
async fn pages_have_numbers_or_links() {
    let (server, client) = anonymous().await;
    server.ok("[1,2]").ok("[3]").ok("[]");
    let mut items = client.pages(Leaf::default());
    let mut all = Vec::new();
    while let Some(item) = items.next().await.unwrap() {
        all.push(item);
    }
    assert_eq!(all, [1, 2, 3]);
    let queries: Vec<_> = server.asked().into_iter().map(|asked| asked.query).collect();
    assert_eq!(queries, ["page=1", "page=2", "page=3"]);

    // A server may send fewer items than it is asked for.
    server.ok("[1,2]").ok("[3]").ok("[]");
    let mut items = client.pages(Leaf { page: None, size: Some(100) });
    while items.next().await.unwrap().is_some() {}
    assert_eq!(server.asked().len(), 6);

    let linked =
        |link: String| http::Response::builder().header(LINK, link).body(axum::body::Body::from("[1]"));
    let next = format!("<{}/x>; rel=\"prev\", <{0}/more?p=2>; a=b; rel=\"last next\"", server.url());
    server.answer(linked(next).unwrap()).answer(linked("</y?p=3>;rel=next".to_owned()).unwrap());
    server.answer(linked("<https://elsewhere.example/y>; rel=next".to_owned()).unwrap());
    let mut items = client.pages(Linked {});
    for _ in 0..2 {
        items.next().await.unwrap();
    }
    let error = fails!(items.next().await, ErrorKind::NextPage);
    assert!(!format!("{error} {error:?}").contains("elsewhere"), "{error:?}");
    assert!(items.next().await.unwrap().is_none());
    let asked: Vec<_> =
        server.asked().into_iter().skip(6).map(|asked| asked.path + "?" + &asked.query).collect();
    assert_eq!(asked, ["/linked?", "/more?p=2", "/y?p=3"]);
}

#[cfg(feature = "blocking")]
#[test]
fn a_blocking_client_has_an_iterator() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(Server::start());
    server.ok("[1,2]").ok("[]");
    let client = api_runtime::blocking::Client::<Shelf>::anonymous(server.url()).unwrap();
    let all: Result<Vec<_>, _> = client.pages(Leaf { page: Some(4), size: None }).collect();
    assert_eq!(all.unwrap(), [1, 2]);
    assert_eq!(server.last().query, "page=5");
}

/// A path may hold a secret.
#[test]
fn a_secret_in_a_path_is_in_no_log() {
    let Some(log) = crate::alone::log_alone("shelf::a_secret_in_a_path_is_in_no_log") else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (server, client) = anonymous().await;
        client.send(PutBook { shelf: "canary-12345".into(), wait: None, body: None }).await.unwrap();
        assert_eq!(server.last().path, "/secret/canary-12345");
    });
    let text = log.text();
    let own = text.lines().filter(|line| line.contains("api_runtime"));
    assert!(own.clone().count() > 0 && own.clone().all(|line| !line.contains("canary")), "{text}");
}
