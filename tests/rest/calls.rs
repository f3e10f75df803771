//! What scenarios can't say of calls: types, settings of clients, and what is logged.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_runtime::{Encode, Error, ErrorKind, Operation, Reqwest, Transport, transport::ReadTimeout};
use http::header::{AUTHORIZATION, COOKIE};
use shelf_api::*;

use crate::alone::log_alone;
use crate::server::{Asked, Server, silent};

type Shelves<T = Reqwest> = api_runtime::Client<Shelf, T>;

async fn anonymous() -> (Server, Shelves) {
    let server = Server::start().await;
    let client = Shelves::anonymous(server.url()).unwrap();
    (server, client)
}

fn login() -> LoginAuth {
    LoginAuth::password("ann", "pass-canary")
}

fn local() -> ClientBuilder<Shelf, Reqwest> {
    Shelves::builder("http://localhost")
}

#[tokio::test]
async fn a_file_has_its_own_content_type() {
    let server = Server::start().await;
    let client = Shelves::new(server.url(), KeyAuth::key("right")).unwrap();
    server.status(201, "");
    let typed = Upload::reader("a.png", &b"png"[..]).content_type("image/webp");
    client.send(FilePut::new("a", typed)).await.unwrap();
    assert_eq!(server.last().header("content-type"), Some("image/webp"));
}

#[test]
fn headers_of_credentials_are_sensitive() {
    let client = local().credential(login()).build().unwrap();
    let (request, _) = client.prepare(BookGet::new("a", 7)).unwrap();
    assert!(request.headers()[AUTHORIZATION].is_sensitive());
    let (request, _) = client.prepare(BookAdd::new("a", None, None)).unwrap();
    assert!(request.headers()[COOKIE].is_sensitive());
}

/// The server would split it elsewhere.
#[test]
fn a_user_of_basic_has_no_colon() {
    for (user, password, wrong) in [("a:b", "c", "user"), ("a\n", "c", "user"), ("a", "c\0", "password")] {
        let client = local().credential(LoginAuth::password(user, password)).build().unwrap();
        let error = client.prepare(BookGet::new("a", 7)).unwrap_err();
        assert!(error.to_string().contains(&format!("`{wrong}`")), "{error}");
    }
}

#[test]
fn a_caller_can_ask_for_another_content_type() {
    let client = local().build().unwrap();
    let (request, _) = client.call(WallGet::new()).header("Accept", "text/html").prepare().unwrap();
    assert_eq!(request.headers()["accept"], "text/html");
}

#[test]
fn a_partial_body_has_its_own_type() {
    let client = local().credential(KeyAuth::key("right")).build().unwrap();
    let change = FolderChange::new("a", FolderPatch::default().label("b"));
    assert_eq!(client.prepare(change).unwrap().0.body().as_bytes().unwrap(), r#"{"label":"b"}"#);
}

#[tokio::test]
async fn a_failure_has_a_body_of_a_type() {
    let (server, client) = anonymous().await;
    server.status(422, r#"{"error":"too long","title":"a"}"#);
    let error = client.send(BookGet::new("a", 7)).await.unwrap_err();
    let failure = error.failure().unwrap();
    assert_eq!(failure.read::<Book>().unwrap().title.as_deref(), Some("a"));
    assert_eq!(failure.read::<i64>().unwrap_err().to_string(), "expected an integer, found map");
}

/// The error names the operation, the status and the place in the JSON.
#[tokio::test]
async fn what_does_not_fit_is_kept() {
    let (server, client) = anonymous().await;
    for (status, body, pointer, reason) in [
        (200, "[]", "", "expected an object, found sequence"),
        (200, r#"{"name":1}"#, "/name", "found integer"),
        (200, r#"{"name":"a""#, "", "ends too early"),
        (200, "", "", "the body is empty"),
        (200, r#"{"tags":[]}"#, "/name", "an overlay"),
        (200, "<html>", "", "not valid JSON"),
        (200, r#"{"name":"a","power":{"kind":"battery","charge":"much"}}"#, "/power/charge", "found string"),
        (200, r#"{"name":"a","tags":["a",{"b":1}]}"#, "/tags/1", "found map"),
        (201, r#"{"name":"a"}"#, "", "Location"),
    ] {
        server.status(status, body);
        let error = client.send(LampPut::new("a", Lamp::new("a"))).await.unwrap_err();
        let ErrorKind::Decode(undecoded) = error.kind() else { panic!("{error:?}") };
        assert_eq!((undecoded.http_status().as_u16(), &undecoded.body()[..]), (status, body.as_bytes()));
        assert_eq!(undecoded.misfit().pointer(), pointer, "{error}");
        assert!(error.to_string().starts_with("LampPut") && error.to_string().contains(reason), "{error}");
    }
    for (status, body) in [(409, r#"{"code":"x"}"#), (409, "{half"), (418, "a teapot"), (500, "[")] {
        server.status(status, body);
        let error = client.send(LampPut::new("a", Lamp::new("a"))).await.unwrap_err();
        let failure = error.failure().unwrap();
        assert_eq!((failure.http_status().as_u16(), &failure.body()[..]), (status, body.as_bytes()));
        assert!(error.to_string().contains(&status.to_string()), "{error}");
    }
    server.status(202, "{half");
    let LampPutResult::Other(other) = client.send(LampPut::new("a", Lamp::new("a"))).await.unwrap() else {
        panic!("202 is described");
    };
    assert_eq!((other.http_status().as_u16(), &other.body()[..]), (202, &b"{half"[..]));
}

#[test]
fn the_read_timeout_follows_the_operation() {
    let client = local().read_timeout(Duration::from_secs(5)).build().unwrap();
    for (wait, expected) in [(None, 65), (Some(2), 7), (Some(-1), 5)] {
        let put = wait.into_iter().fold(BookPut::new("s"), BookPut::wait);
        let (request, _) = client.prepare(put).unwrap();
        assert_eq!(request.extensions().get(), Some(&ReadTimeout(Duration::from_secs(expected))));
    }
}

#[tokio::test]
async fn a_server_that_may_wait_is_waited_for() {
    let (url, _listener) = silent().await;
    let client = Shelves::builder(&url).read_timeout(Duration::from_millis(5)).build().unwrap();
    let put = |wait| client.send(BookPut::new("s").wait(wait));
    fails!(put(0).await, ErrorKind::TimedOut);
    let waiting = tokio::time::timeout(Duration::from_millis(200), put(60));
    assert!(waiting.await.is_err(), "its limit is 600 s, after 0.05 s without the parameter");
}

#[test]
fn a_client_that_reads_does_not_reach_another_operation_by_a_value() {
    let client = local().read_only().build().unwrap();
    let book = || BookGet::new("a", 7);
    client.prepare(book()).unwrap();
    fails!(
        client.prepare(BookGet::new("all", 0)).map(drop),
        ErrorKind::ReadOnly { other: Some("ShelfBurn"), .. }
    );
    fails!(client.prepare(ShelfBurn::new()).map(drop), ErrorKind::ReadOnly { other: None, .. });
    let set = |path: &str| client.call(book()).path(path).trust_path().prepare().map(drop);
    set("/v2/{shelf}/{number}").unwrap();
    fails!(set("/x/shelves/all/book-0.json"), ErrorKind::ReadOnly { .. });
}

#[test]
fn a_path_that_is_set_needs_its_variables() {
    let client = local().build().unwrap();
    let error = client.call(WallGet::new()).path("/v2/{user}/list").prepare().map(drop).unwrap_err();
    assert!(error.to_string().contains("`user` can't be a part of the path"), "{error}");
}

/// A path may hold a secret.
#[test]
fn a_secret_in_a_path_is_in_no_log() {
    let Some(log) = log_alone("calls::a_secret_in_a_path_is_in_no_log") else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (server, client) = anonymous().await;
        client.send(BookPut::new("canary-12345")).await.unwrap();
        assert_eq!(server.last().path, "/secret/canary-12345");
    });
    let text = log.text();
    let own = text.lines().filter(|line| line.contains("api_runtime"));
    assert!(own.clone().count() > 0 && own.clone().all(|line| !line.contains("canary")), "{text}");
}

/// A client whose first password is `key1`, whose second is `key2`, and so on.
fn asking(server: &Server) -> Shelves {
    let asked = Arc::new(AtomicUsize::new(0));
    let ask = move || {
        let number = asked.fetch_add(1, Ordering::SeqCst) + 1;
        async move { Ok::<_, Error>(LoginAuth::password("ann ü", format!("key{number}"))) }
    };
    Shelves::builder(server.url()).credential_from(ask).build().unwrap()
}

/// Sends a request that is refused at first; returns what was sent both times.
async fn refused_once<O: Operation<Api = Shelf> + Encode>(
    server: &Server,
    client: &Shelves<impl Transport>,
    operation: O,
    body: &'static str,
) -> [Asked; 2] {
    server.status(401, "").ok(body);
    client.send(operation).await.map(drop).unwrap();
    let asked = server.asked();
    let all = |it: &Asked| {
        let it = it.clone();
        (it.method, it.path, it.query, it.body, it.headers.get("x-token").cloned())
    };
    let [first, again] = asked.last_chunk().unwrap();
    assert_eq!(all(first), all(again));
    [first.clone(), again.clone()]
}

#[tokio::test]
async fn what_was_refused_is_sent_again_with_another_credential() {
    let server = Server::start().await;
    let client = asking(&server);
    server.ok(r#"{"all":[1],"links":{"next":"/more?p=2&user=old"}}"#).status(401, "").ok(r#"{"all":[2]}"#);
    let mut items = client.pages(NumbersByUrl::new());
    while items.next().await.unwrap().is_some() {}
    let asked = server.asked();
    let lines: Vec<_> = asked.iter().map(|it| format!("{}?{}", it.path, it.query)).collect();
    let more = "/more?p=2&user=ann%20%C3%BC";
    assert_eq!(lines, ["/pointing?user=ann%20%C3%BC", more, more]);
    let keys: Vec<_> = asked.iter().map(|asked| asked.header("cookie").unwrap()).collect();
    assert_eq!(keys, ["key=key1", "key=key1", "key=key2"]);

    let get = BookGet::new("a/b", 0).full(true).theme("dark").token("t");
    let [get, again] = refused_once(&server, &client, get, "{}").await;
    assert_eq!(
        (again.path.as_str(), again.header("cookie")),
        ("/shelves/a%2Fb/book-0.json", Some("theme=dark"))
    );
    assert_ne!(get.header("authorization"), again.header("authorization"));
    let add = BookAdd::new("a", None, None).dry(true);
    let [add, again] = refused_once(&server, &client, add, "").await;
    assert_eq!(again.text(), r#"{"the-title":"a","isbn":null}"#);
    assert_eq!((add.header("cookie"), again.header("cookie")), (Some("key=key3"), Some("key=key4")));
}

/// A server knows a call that it got before by its key.
#[tokio::test]
async fn a_key_is_filled_in_and_kept_over_tries() {
    let server = Server::start().await;
    let client = Shelves::builder(server.url()).credential(TokenAuth::token("right"));
    let client = client.retry(Retry::tries(2).first_pause(Duration::ZERO)).build().unwrap();
    server.status(503, "");
    client.send(LoanAdd::new().book("a")).await.unwrap_err();
    server.status(503, "");
    client.send(LoanAdd::new().book("a").key("own")).await.unwrap_err();
    let keys: Vec<_> =
        server.asked().iter().map(|it| it.header("idempotency-key").unwrap().to_owned()).collect();
    assert_eq!((&keys[0], &keys[2], keys.len()), (&keys[1], &keys[3], 4));
    assert_eq!((keys[0].len(), keys[2].as_str()), (36, "own"));
}

#[test]
fn an_operation_is_at_the_server_that_the_client_knows() {
    let url = |client: &Shelves, request: LoanAdd| client.prepare(request).unwrap().0.uri().to_string();
    let client = || Shelves::builder(&SHELVES_SERVER.url()).credential(TokenAuth::token("right"));
    let loan = || LoanAdd::new().book("a");
    assert_eq!(url(&client().build().unwrap(), loan()), "https://rome.example.com/shelf/loans");
    let at_desk = client().server(&DESK_SERVER, &DESK_SERVER.url()).build().unwrap();
    assert_eq!(url(&at_desk, loan()), "https://desk.rome.example.com/loans");
    let list = at_desk.prepare(LoanList::new().book("a")).unwrap().0;
    assert_eq!(list.uri(), "https://rome.example.com/shelf/loans?book=a");
    assert_eq!(<Shelf as api_runtime::Api>::SERVERS, [SHELVES_SERVER, DESK_SERVER]);
}
