//! Calls of a REST API that are sent more than once: pages by all that can name the next one, and
//! what is sent again with another credential. Also what has no body: HEAD.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use api_runtime::{self as rt, Credential as _, Error, Paged};

use crate::{
    alone::log_alone,
    rest_by_hand::{AddBook, BookHeaders, GetBook, Login, Shelf, operation},
    server::Server,
    shelf::{Shelves, anonymous},
};

/// An operation that lists numbers.
macro_rules! numbers {
    ($name:ident, $path:literal, $step:expr $(, $total:literal)?) => {
        operation! {
            #[derive(Clone, Debug, Default)]
            $name { optional from: Option<String>, } -> rt::returns::Json<Numbers>,
            .method("GET")
            .documented_path($path)
            .effect(rt::Effect::Reads)
            .query()
            .auth(rt::Auth::Optional(Login::SPREAD))
            .also_auth(&[Login::BLOCK])
            .parameters(&[rt::Parameter::optional("from", "string")])
            .pages(rt::Pages { step: $step, items: &["all"], total: &[$($total)?] })
            .returns(rt::ReturnKind::Json, "Numbers")
        }

        impl Paged for $name {
            type Item = i64;

            fn items(output: Numbers) -> Vec<i64> {
                output.all.unwrap_or_default()
            }
        }
    };
}

/// A page of numbers.
#[derive(Clone)]
pub struct Numbers {
    /// The numbers.
    pub all: Option<Vec<i64>>,
    /// Unknown fields.
    pub extra: rt::Extra,
}

rt::object! { Numbers { all: "all" } }

numbers!(Skipping, "/skipping", rt::PageStep::Offset("from"));
numbers!(Counting, "/counting", rt::PageStep::Page { parameter: "from", first: 0 }, "total");
numbers!(After, "/after", rt::PageStep::Cursor { parameter: "from", next: &["links", "next"] });
numbers!(Named, "/named", rt::PageStep::CursorHeader { parameter: "from", header: "X-Next" });
numbers!(Pointing, "/pointing", rt::PageStep::Url(&["links", "next"]));
numbers!(Linking, "/linking", rt::PageStep::Link("next"));

fn login(password: &str) -> Login {
    Login { user: "ann ü".to_owned(), password: password.into() }
}

/// All items, and the targets that were asked for.
async fn read<O: Paged<Api = Shelf>>(
    server: &Server,
    client: &Shelves,
    list: O,
) -> (Vec<O::Item>, Vec<String>) {
    let (mut items, mut all) = (client.pages(list), Vec::new());
    while let Some(item) = items.next().await.unwrap() {
        all.push(item);
    }
    (all, server.asked().into_iter().map(|asked| asked.path + "?" + &asked.query).collect())
}

#[tokio::test]
async fn pages_have_offsets() {
    let (server, client) = anonymous().await;
    server.ok(r#"{"all":[1,2]}"#).ok(r#"{"all":[3]}"#).ok(r#"{"all":[]}"#);
    let (all, asked) = read(&server, &client, Skipping { from: Some("7".to_owned()) }).await;
    assert_eq!(all, [1, 2, 3]);
    assert_eq!(asked, ["/skipping?from=7", "/skipping?from=9", "/skipping?from=10"]);
}

/// The items before an error, and the error.
async fn failed<O: Paged<Api = Shelf>>(client: &Shelves, list: O) -> (usize, Error) {
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
async fn a_counted_list_ends_at_its_total() {
    let (server, client) = anonymous().await;
    server.ok(r#"{"all":[1,2],"total":3}"#).ok(r#"{"all":[3],"total":3}"#);
    let (all, asked) = read(&server, &client, Counting::default()).await;
    assert_eq!(all, [1, 2, 3]);
    assert_eq!(asked, ["/counting?from=0", "/counting?from=1"]);
    // From another page on, there are fewer than that.
    server.ok(r#"{"all":[3],"total":3}"#).ok(r#"{"all":null,"total":3}"#);
    let (all, _) = read(&server, &client, Counting { from: Some("1".to_owned()) }).await;
    assert_eq!((all, server.last().query.as_str()), (vec![3], "from=2"));
}

#[tokio::test]
async fn an_empty_page_that_names_another_one_is_not_the_end() {
    let (server, client) = anonymous().await;
    server.ok(r#"{"all":[1],"links":{"next":12345678901234567890123}}"#);
    server.ok(r#"{"all":[],"links":{"next":1e3}}"#).ok(r#"{"all":[2],"links":{"next":false}}"#);
    let (all, asked) = read(&server, &client, After::default()).await;
    assert_eq!(all, [1, 2]);
    // The digits are as they were received.
    assert_eq!(asked, ["/after?", "/after?from=12345678901234567890123", "/after?from=1e3"]);
    for page in 0..200 {
        server.ok(format!(r#"{{"all":[],"links":{{"next":"{page}"}}}}"#));
    }
    let (count, error) = failed(&client, After::default()).await;
    assert!(matches!(error.kind(), rt::ErrorKind::EmptyPages), "{error}");
    assert_eq!((count, error.page()), (0, Some(101)));
}

#[tokio::test]
async fn pages_that_repeat_are_an_error() {
    let (server, client) = anonymous().await;
    for _ in 0..2 {
        server.ok(r#"{"all":[1,2]}"#);
    }
    let (count, error) = failed(&client, Skipping::default()).await;
    assert_eq!((count, error.page()), (2, Some(2)), "{error}");
    for next in ["b", "c", "b"] {
        server.ok(format!(r#"{{"all":[1],"links":{{"next":"{next}"}}}}"#));
    }
    let (count, error) = failed(&client, After::default()).await;
    assert_eq!((count, error.page()), (2, Some(3)));
    assert_eq!(
        error.to_string(),
        "page 3 of the list: After: the page was read before, so the list would never end; check that the \
         server goes on as the description of the list says"
    );
    // Its own page is the last.
    server.ok(r#"{"all":[1],"links":{"next":"/pointing?from=a"}}"#);
    assert_eq!(read(&server, &client, Pointing { from: Some("a".to_owned()) }).await.0, [1]);
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
            assert!(matches!(error.kind(), rt::ErrorKind::Decode(_)), "{body}: {error}");
        }
    }
    let first = |header: &str, value: &str| {
        let body = r#"{"all":[1],"links":{"next":"?from=b"}}"#.to_owned();
        http::Response::builder().header(header, value.as_bytes()).body(body).unwrap()
    };
    check(Skipping::default(), first("x-other", "")).await;
    check(Counting::default(), first("x-other", "")).await;
    check(After::default(), first("x-other", "")).await;
    check(Named::default(), first("x-next", "b")).await;
    check(Pointing::default(), first("x-other", "")).await;
    check(Linking::default(), first("link", "<?from=b>; title=\"\u{e9}\"; rel=next")).await;
}

#[tokio::test]
async fn what_names_no_page_is_an_error() {
    let (server, client) = anonymous().await;
    for (links, next) in
        [(r#"{"next":{}}"#, ""), (r#"{"next":true}"#, ""), ("7", ""), (r#"{"next":"http://["}"#, "é")]
    {
        let body = format!(r#"{{"all":[1],"links":{links}}}"#);
        let answer = http::Response::builder().header("x-next", next).body(body).unwrap();
        server.answer(answer.clone()).answer(answer);
        assert_eq!(failed(&client, Pointing::default()).await.1.page(), Some(1), "{links}");
        match next {
            "" => assert_eq!(read(&server, &client, Named::default()).await.0, [1]),
            _ => assert_eq!(failed(&client, Named::default()).await.1.page(), Some(1)),
        }
    }
}

#[tokio::test]
async fn the_url_of_a_page_may_be_relative() {
    let (server, client) = anonymous().await;
    let host = server.url().trim_start_matches("http:").to_owned();
    for (next, target) in [
        ("url?n=2", "/url?n=2"),
        ("../../p", "/p?"),
        ("a/./b/../c", "/a/c?"),
        (&format!("{host}/h?n=3#x"), "/h?n=3"),
        (" /s?n=4 ", "/s?n=4"),
        ("/a b", "/a%20b?"),
    ] {
        server.ok(format!(r#"{{"all":[1],"links":{{"next":"{next}"}}}}"#)).ok(r#"{"all":[2]}"#);
        let (all, asked) = read(&server, &client, Pointing::default()).await;
        assert_eq!((all, asked.last().map(String::as_str)), (vec![1, 2], Some(target)), "{next}");
    }
    for next in ["//elsewhere.example/p", "http://127.0.0.1:1/p", "file:///p", "javascript:1"] {
        server.ok(format!(r#"{{"all":[1],"links":{{"next":"{next}"}}}}"#));
        let (_, error) = failed(&client, Pointing::default()).await;
        assert!(matches!(error.kind(), rt::ErrorKind::NextPage), "{next}: {error}");
    }
}

/// The URL of a page may be that of another operation.
#[tokio::test]
async fn a_client_that_reads_follows_no_url_to_what_does_more() {
    let server = Server::start().await;
    let client = Shelves::builder(server.url()).read_only().build().unwrap();
    server.ok(r#"{"all":[1],"links":{"next":"/shelves/all/book-0.json"}}"#).ok(r#"{"all":[2]}"#);
    let (count, error) = failed(&client, Pointing::default()).await;
    assert!(matches!(error.kind(), rt::ErrorKind::ReadOnly { .. }), "{error}");
    assert_eq!((count, server.asked().len()), (1, 1));
}

#[tokio::test]
async fn a_header_has_the_next_page() {
    let (server, client) = anonymous().await;
    let page = |body: &'static str, next: &str| {
        http::Response::builder().header("x-next", next).body(body.to_owned()).unwrap()
    };
    server.answer(page(r#"{"all":[1]}"#, "b&c")).answer(page(r#"{"all":[2]}"#, ""));
    let (all, asked) = read(&server, &client, Named::default()).await;
    assert_eq!(all, [1, 2]);
    assert_eq!(asked, ["/named?", "/named?from=b%26c"]);
}

#[tokio::test]
async fn a_field_has_the_url_of_the_next_page() {
    let (server, client) = anonymous().await;
    server.ok(r#"{"all":[1],"links":{"next":"?p=2"}}"#);
    server.answer(format!(r#"{{"all":[2],"links":{{"next":"{}/other?p=3"}}}}"#, server.url()));
    server.ok(r#"{"all":[3],"links":{"next":"?p=4"}}"#);
    server.ok(r#"{"all":[4],"links":{"next":null}}"#);
    let (all, asked) = read(&server, &client, Pointing::default()).await;
    assert_eq!(all, [1, 2, 3, 4]);
    assert_eq!(asked, ["/pointing?", "/pointing?p=2", "/other?p=3", "/other?p=4"]);
}

#[tokio::test]
async fn the_url_of_a_page_is_not_logged() {
    let Some(log) = log_alone("shelf_pages::the_url_of_a_page_is_not_logged") else { return };
    let (server, client) = anonymous().await;
    server.ok(r#"{"all":[1],"links":{"next":"/canary/pointing?key=canary"}}"#).ok(r#"{"all":[2]}"#);
    assert_eq!(read(&server, &client, Pointing::default()).await.0, [1, 2]);
    let trace = log.text();
    assert!(trace.contains("path=/pointing") && !trace.contains("canary"), "{trace}");
}

#[tokio::test]
async fn a_path_that_is_set_needs_its_variables() {
    let (_, client) = anonymous().await;
    let call = client.call(Pointing::default()).path("/v2/{user}/list");
    assert!(call.prepare().map(drop).unwrap_err().to_string().contains("`user` can't be a part of the path"));
}

#[tokio::test]
async fn a_credential_is_on_each_page() {
    let server = Server::start().await;
    let client = Shelves::builder(server.url()).credential(login("key")).build().unwrap();
    let linked = |body: &'static str, to: &str| {
        let link = format!("<{to}>; rel=next");
        http::Response::builder().header("link", link).body(body.to_owned()).unwrap()
    };
    // Without the credential, and with its field.
    server.answer(linked(r#"{"all":[1]}"#, "/linking?p=2"));
    server.answer(linked(r#"{"all":[2]}"#, "/linking?us%65r=hidden&p=3&user"));
    server.ok(r#"{"all":[3]}"#);
    let (all, asked) = read(&server, &client, Linking::default()).await;
    assert_eq!(all, [1, 2, 3]);
    let user = "user=ann%20%C3%BC";
    let of = |query: &str| format!("/linking?{query}{user}");
    assert_eq!(asked, [of(""), of("p=2&"), of("p=3&")]);
    assert!(server.asked().iter().all(|asked| asked.header("cookie") == Some("key=key")));
}

/// A client whose first password is `key1`, whose second is `key2`, and so on.
fn asking(server: &Server) -> Shelves {
    let asked = Arc::new(AtomicUsize::new(0));
    let ask = move || {
        let number = asked.fetch_add(1, Ordering::SeqCst) + 1;
        async move { Ok::<_, Error>(login(&format!("key{number}"))) }
    };
    Shelves::builder(server.url()).credential_from(ask).build().unwrap()
}

#[tokio::test]
async fn what_was_refused_is_sent_again_with_another_credential() {
    let server = Server::start().await;
    let client = asking(&server);
    server.ok(r#"{"all":[1],"links":{"next":"/more?p=2&user=old"}}"#).status(401, "").ok(r#"{"all":[2]}"#);
    let (all, asked) = read(&server, &client, Pointing::default()).await;
    assert_eq!(all, [1, 2]);
    let more = "/more?p=2&user=ann%20%C3%BC";
    assert_eq!(asked, ["/pointing?user=ann%20%C3%BC", more, more]);
    let keys: Vec<_> =
        server.asked().iter().map(|asked| asked.header("cookie").unwrap().to_owned()).collect();
    assert_eq!(keys, ["key=key1", "key=key1", "key=key2"]);

    server.status(401, "").ok("{}");
    let get = GetBook { shelf: "a/b".to_owned(), full: Some(true), ..GetBook::default() };
    let get = GetBook { theme: Some("dark".to_owned()), token: Some("t".into()), ..get };
    client.send(get).await.unwrap();
    server.status(401, "").ok("");
    client.send(AddBook { dry: Some(true), title: "a".to_owned(), ..AddBook::default() }).await.unwrap();
    let asked = &server.asked()[3..];
    for pair in asked.chunks(2) {
        let [first, again] = pair else { panic!("not sent again") };
        let all = |it: &crate::server::Asked| {
            let it = it.clone();
            (it.method, it.path, it.query, it.body, it.headers.get("x-token").cloned())
        };
        assert_eq!(all(first), all(again));
    }
    let [get, get_again, add, add_again] = asked else { panic!("{asked:?}") };
    assert_eq!(get_again.path, "/shelves/a%2Fb/book-0.json");
    assert_eq!(get_again.header("cookie"), Some("theme=dark"));
    assert_ne!(get.header("authorization"), get_again.header("authorization"));
    assert_eq!(add_again.text(), r#"{"Ti\"tle":"a","isbn":null}"#);
    assert_eq!((add.header("cookie"), add_again.header("cookie")), (Some("key=key3"), Some("key=key4")));
}

operation! {
    /// Looks whether there is a shelf.
    #[derive(Clone, Debug)]
    Peek { required shelf: String, } -> rt::returns::WithHeaders<rt::returns::Nothing, BookHeaders>,
    .method("HEAD")
    .documented_path("/shelves/{shelf}")
    .effect(rt::Effect::Reads)
    .query()
    .parameters(&[rt::Parameter::required("shelf", "string").place(rt::Place::Path)])
    .returns(rt::ReturnKind::Nothing, "")
}

#[tokio::test]
async fn head_has_headers_and_no_body() {
    let (server, client) = anonymous().await;
    // The length of what GET would send.
    let head = http::Response::builder().header("etag", "\"x\"").header("content-length", "12");
    server.answer(head.body(axum::body::Body::empty()).unwrap()).status(404, "");
    let peek = || Peek { shelf: "a b".to_owned() };
    let headers = client.send(peek()).await.unwrap().headers;
    assert_eq!(headers.etag.as_deref(), Some("\"x\""));
    assert_eq!((server.last().method.as_str(), server.last().path.as_str()), ("HEAD", "/shelves/a%20b"));
    fails!(client.send(peek()).await, rt::ErrorKind::Failure(failure) if failure.http_status() == 404);
}
