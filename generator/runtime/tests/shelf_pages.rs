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
    ($name:ident, $path:literal, $($pages:tt)*) => {
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
            .pages(rt::Pages { step: $($pages)*, size: None, items: &["all"] })
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
    let user = "user=ann+%C3%BC";
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
    let more = "/more?p=2&user=ann+%C3%BC";
    assert_eq!(asked, ["/pointing?user=ann+%C3%BC", more, more]);
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
