//! Requests to a REST server: routes, parameters from all places, errors and refusals.

use api_runtime::server::axum::body::Body;
use http::Request;

use crate::rest_server::{builder, call, get, router, send};

const JSON: (&str, &str) = ("content-type", "application/json");
const OCTETS: (&str, &str) = ("content-type", "application/octet-stream");
const TEXT: (&str, &str) = ("content-type", "text/plain");

#[tokio::test]
async fn parameters_come_from_all_places() {
    let headers = [("x-trace", "t 1"), ("cookie", "other=1; theme=dark%20%2B; x=y")];
    let answer =
        call("GET /folders/a%2Fb%20+?verbose&tag=x&tag=y%2Cz&sizes=1,2&unknown=1", &headers, "").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let expected = r#"key Some(true) Some(["x", "y,z"]) Some([1, 2]) Some("t 1") Some("dark%20%2B")"#;
    assert_eq!(answer.label(), expected);
    assert!(answer.text.contains(r#""id":"a/b +""#), "{}", answer.text);
    assert_eq!(get("/folders/x").await.label(), "key None None None None None");
    assert!(get("/folders/x?sizes=").await.refusal().contains("sizes: not a 64-bit integer"));
    let answer = get("/folders/x?verbose=maybe&sizes=1,z&tag=%ff").await;
    assert_eq!(answer.status, 400);
    assert_eq!(
        answer.refusal(),
        "invalid parameters: verbose: neither `true` nor `false`; tag: not percent-encoded UTF-8; sizes: not \
         a 64-bit integer"
    );
    for twice in ["/folders/x?verbose&verbose", "/folders/x?sizes=1&sizes=2"] {
        assert!(get(twice).await.refusal().contains("given more than once"), "{twice}");
    }
    let twice = call("GET /folders/x", &[("x-trace", "a"), ("x-trace", "b")], "").await;
    assert_eq!(twice.refusal(), "invalid parameters: X-Trace: given more than once");
}

#[tokio::test]
async fn paths_are_chosen_by_what_is_literal_in_them() {
    assert_eq!(get("/folders/default").await.label(), "the literal path");
    let put = call("PUT /folders/default", &[JSON], r#"{"id":"default"}"#).await;
    assert_eq!((put.status, put.text.as_str()), (204, ""), "the template has the method");
    let note = call("PUT /v7/note-a.b.txt", &[TEXT], "text").await;
    assert_eq!((note.status, note.text.as_str()), (200, "7|a.b|text"));
    assert_eq!(note.header("content-type"), "text/plain");
    let file = get("/files/a/b%20c/%C3%BC").await;
    assert_eq!((file.status, file.text.as_str()), (200, "a/b c/\u{fc}"));
    for nowhere in ["/", "/folders/", "/folders/a/b", "/files/", "/files", "/v7/note-.txt", "/folders//x"] {
        let answer = get(nowhere).await;
        assert_eq!((answer.status, answer.refusal().as_str()), (404, "unknown path"), "{nowhere}");
    }
}

#[tokio::test]
async fn methods() {
    let answer = call("DELETE /folders/default", &[], "").await;
    assert_eq!((answer.status, answer.header("allow")), (405, "GET, HEAD, PUT, PATCH"));
    assert_eq!(answer.refusal(), "this path only takes GET and PUT and PATCH");
    let options = call("OPTIONS /files/a/b", &[], "").await;
    assert_eq!((options.status, options.header("allow"), options.text.as_str()), (204, "GET, HEAD, PUT", ""));
    assert_eq!(call("OPTIONS /nowhere", &[], "").await.status, 404);
    let head = call("HEAD /folders/x", &[], "").await;
    let get = get("/folders/x").await;
    assert_eq!((head.status, head.text.as_str()), (200, ""));
    assert_eq!(head.header("content-length"), get.text.len().to_string());
    assert_eq!(call("HEAD /folders", &[], "").await.status, 405);
    assert_eq!(call("GET /health", &[], "").await.status, 204);
}

#[tokio::test]
async fn values_in_paths_lead_nowhere_else() {
    for (path, status) in [
        ("/folders/..", 400),
        ("/folders/%2e%2E", 400),
        ("/folders/.", 400),
        ("/folders/%00", 400),
        ("/folders/a%00b", 400),
        ("/folders/%ff", 400),
        ("/folders/%c0%ae%c0%ae", 400),
        ("/folders/%zz", 400),
        ("/folders/%", 400),
        ("/files/a/../b", 400),
        ("/files/%2e%2e", 400),
        ("/files/..%2Fetc", 400),
        ("/files/a%2Fb/c", 400),
        ("/files/a/%00", 400),
        ("/folders/..%2Fa", 200),
        ("/folders/...", 200),
    ] {
        let answer = get(path).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text);
        if status == 400 {
            assert!(answer.refusal().starts_with("invalid parameters: "), "{}", answer.text);
        }
    }
    let long = get(&format!("/folders/{}", "a".repeat(9000))).await;
    assert_eq!((long.status, long.refusal().as_str()), (414, "the path is too long"));
    let query = get(&format!("/folders/a?tag={}", "a".repeat(60_000))).await;
    assert_eq!(query.status, 200);
}

#[tokio::test]
async fn faults_of_json_are_pointers() {
    let add = |body: &'static str| call("POST /folders?dry=maybe", &[JSON], body);
    let answer =
        add(r#"{"id":"TOO-LONG-IDS","size":1000,"device/s":[{"id":"a","key":1},{}],"unknown":1}"#).await;
    assert_eq!(answer.status, 400);
    assert_eq!(
        answer.refusal(),
        "invalid parameters: /id: more than 10 characters; /size: greater than 100; /device~1s/0/key: \
         expected a string, found integer; /device~1s/1/id: missing; dry: neither `true` nor `false`"
    );
    assert_eq!(
        add("{\"device/s\":[{}]}").await.refusal(),
        "invalid parameters: /id: missing; /device~1s/0/id: missing; dry: neither `true` nor `false`"
    );
    let put = |body: &'static str| call("PUT /folders/a", &[JSON], body);
    assert_eq!(
        put(r#"{"label":1,"devices":[{"id":"b"},{"id":7,"key":true}]}"#).await.refusal(),
        "invalid parameters: /id: missing; /label: expected a string, found integer; /devices/1/id: expected \
         a string, found integer; /devices/1/key: expected a string, found boolean"
    );
    let long = format!(r#"{{"id":"a","label":"{}"}}"#, "x".repeat(501));
    let answer = call("PUT /folders/a", &[JSON], long).await;
    assert_eq!(answer.refusal(), "invalid parameters: /label: more than 500 characters");
    assert_eq!(put("[]").await.refusal(), "invalid parameters: body: expected an object, found sequence");
    assert_eq!(put("").await.refusal(), "invalid parameters: body: missing");
    assert_eq!(put(r#"{"id":null}"#).await.refusal(), "invalid parameters: /id: missing");
    let patch = |body: &'static str| call("PATCH /folders/a", &[JSON], body);
    assert_eq!(patch("{}").await.status, 204);
    assert_eq!(patch(r#"{"id":null}"#).await.refusal(), "invalid parameters: /id: null, and required");
    assert_eq!(
        patch(r#"{"devices":[{"key":1}]}"#).await.refusal(),
        "invalid parameters: /devices/0/key: expected a string, found integer"
    );
}

#[tokio::test]
async fn malformed_json_is_refused() {
    for (body, why) in [
        ("{", "the body: the JSON ends too early"),
        (r#"{"id":"a"} x"#, "the body: not valid JSON: trailing characters at line 1 column 12"),
        (r#"{"id":"a","id":"b"}"#, "the body: /id: given more than once"),
        (r#"{"id":"a","devices":[{"x":1,"x":2}]}"#, "the body: /devices/0/x: given more than once"),
    ] {
        for line in ["PUT /folders/a", "POST /folders"] {
            let answer = call(line, &[JSON], body).await;
            assert_eq!((answer.status, answer.refusal().as_str()), (400, why), "{line}");
        }
    }
    let deep = format!("{{\"id\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
    for line in ["PUT /folders/a", "POST /folders"] {
        let answer = call(line, &[JSON], deep.clone()).await;
        assert!(answer.status == 400 && answer.refusal().contains("recursion limit"), "{}", answer.text);
        let answer = call(line, &[JSON], b"{\"id\":\"\xff\"}".to_vec()).await;
        assert_eq!(answer.refusal(), "the body is not UTF-8");
    }
}

#[tokio::test]
async fn content_types() {
    let put = async |content_type: &str| {
        call("PUT /folders/a", &[("content-type", content_type)], r#"{"id":"a"}"#).await
    };
    for content_type in ["application/json", "application/JSON;charset=utf-8", "application/shelf+json"] {
        assert_eq!(put(content_type).await.status, 204, "{content_type}");
    }
    for content_type in ["text/plain", "application/merge-patch+json", "application/json;charset=latin1", ""]
    {
        let answer = put(content_type).await;
        assert_eq!(
            (answer.status, answer.refusal().as_str()),
            (415, "the content type must be application/json")
        );
    }
    for line in ["PUT /folders/a", "PATCH /folders/a", "POST /folders", "PUT /files/a", "PUT /v1/note-a.txt"]
    {
        assert_eq!(call(line, &[], r#"{"id":"a"}"#).await.status, 415, "{line}, without a type");
        assert_ne!(call(line, &[], "").await.status, 415, "{line}, without a body");
    }
    let merge = ("content-type", "application/merge-patch+json");
    assert_eq!(call("PATCH /folders/a", &[merge], "{}").await.status, 204);
    assert_eq!(call("PUT /files/a", &[OCTETS], "abc").await.status, 201);
    assert_eq!(call("PUT /files/a", &[JSON], "abc").await.status, 415);
    assert_eq!(
        call("PUT /v1/note-a.txt", &[("content-type", "text/plain; charset=latin1")], "a").await.status,
        415
    );
    assert_eq!(call("GET /folders/a", &[("accept", "text/html, image/*")], "").await.status, 406);
    for accept in ["*/*", "text/html, application/*;q=0.1", "application/json"] {
        assert_eq!(call("GET /folders/a", &[("accept", accept)], "").await.status, 200, "{accept}");
    }
}

#[tokio::test]
async fn credentials() {
    let ask = async |headers: &[(&str, &str)]| {
        let mut request = Request::get("/folders/x");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        send(&router(), request.body(Body::empty()).unwrap()).await
    };
    assert!(ask(&[("x-key", "right")]).await.label().starts_with("key "));
    assert!(ask(&[("authorization", "Bearer right")]).await.label().starts_with("key "));
    assert!(ask(&[("authorization", "Basic YW5uOmE6YsO8")]).await.label().starts_with("ann "));
    let none = ask(&[]).await;
    assert_eq!(
        (none.status, none.refusal().as_str()),
        (401, "the operation needs the API key: `X-Key`, or the login")
    );
    let challenges: Vec<_> = none.headers.get_all("www-authenticate").iter().collect();
    assert_eq!(challenges, ["Bearer realm=\"Shelf API\"", "Basic realm=\"Shelf API\", charset=\"UTF-8\""]);
    for wrong in ["Bearer wrong", "Basic YW5uOng=", "Basic YW5u", "Basic ?", "Basic", "Digest x"] {
        let answer = ask(&[("authorization", wrong)]).await;
        assert_eq!(answer.status, 401, "{wrong}: {}", answer.text);
        assert!(!answer.text.contains("ann"), "{}", answer.text);
    }
    assert_eq!(ask(&[("x-key", "right"), ("x-key", "right")]).await.status, 401);
}

#[tokio::test]
async fn credentials_in_queries_and_cookies() {
    for (path, cookie, status) in [
        ("/peek?X-Key=right", "", 204),
        ("/peek", "a=b; X-Key=right", 204),
        ("/peek?X-Key=wrong", "X-Key=right", 401),
        ("/peek?X-Key=right&X-Key=right", "", 401),
        ("/peek", "X-Key=right; X-Key=wrong", 401),
        ("/peek", "", 401),
    ] {
        let request = Request::get(path).header("cookie", cookie).body(Body::empty()).unwrap();
        let answer = send(&router(), request).await;
        assert_eq!(answer.status, status, "{path} {cookie}: {}", answer.text);
        assert!(!answer.text.contains("right"), "{}", answer.text);
    }
}

/// Callers that are refused learn nothing about parameters, and their bodies aren't read.
#[tokio::test]
async fn gates_come_before_parameters_and_bodies() {
    for (line, content_type) in [
        ("GET /folders/%ff?verbose=x", JSON.1),
        ("PUT /folders/..", JSON.1),
        ("POST /folders", JSON.1),
        ("PUT /files/..", OCTETS.1),
        ("PUT /v1/note-a.txt", TEXT.1),
    ] {
        let (method, path) = line.split_once(' ').unwrap();
        let endless =
            Body::from_stream(futures_util::stream::pending::<Result<bytes::Bytes, std::io::Error>>());
        let request = Request::builder().method(method).uri(path).header("content-type", content_type);
        let request = request.body(endless).unwrap();
        let answer = send(&router(), request).await;
        assert!(answer.status == 401 && answer.refusal().starts_with("the operation needs"), "{line}");
    }
}

#[tokio::test]
async fn results_have_their_status_and_failures_their_shape() {
    let added = call("POST /folders", &[JSON], r#"{"id":"a","size":5,"device/s":[{"id":"b"}]}"#).await;
    assert_eq!(added.status, 201);
    assert_eq!(added.text, r#"{"id":"a","label":"Some(5) None","devices":[{"id":"b"}]}"#);
    let none = get("/folders/none").await;
    assert_eq!(
        (none.status, none.text.as_str(), none.header("content-type")),
        (404, "no such folder", "text/plain")
    );
    let typed = get("/folders/typed").await;
    assert_eq!((typed.status, typed.text.as_str()), (409, r#"{"id":"a","label":"problem"}"#));
}

#[tokio::test]
async fn results_by_status_have_headers() {
    let found = get("/find?what=folder").await;
    assert_eq!((found.status, found.text.as_str()), (200, r#"{"id":"a","label":"b"}"#));
    assert_eq!(found.header("content-type"), "application/folder+json");
    assert_eq!((found.header("etag"), found.header("x-counts")), ("\"1\"", "1,2"));
    for (what, status, text, content_type) in [
        ("later", 202, "soon", "text/plain"),
        ("none", 204, "", ""),
        ("part", 206, "abc", "image/png"),
        ("odd", 226, "odd", "application/json"),
    ] {
        let answer = get(&format!("/find?what={what}")).await;
        assert_eq!((answer.status, answer.text.as_str()), (status, text));
        assert_eq!(answer.header("content-type"), content_type);
    }
    assert_eq!(call("GET /find?what=later", &[("accept", "text/plain")], "").await.status, 202);
    assert_eq!(call("GET /find?what=later", &[("accept", "text/html")], "").await.status, 406);
}

#[tokio::test]
async fn bodies_have_limits() {
    let router = builder().max_form(100).max_upload(10).into_router().unwrap();
    for (line, (name, content_type), limit) in [
        ("PUT /folders/a", JSON, 100),
        ("POST /folders", JSON, 100),
        ("PUT /files/a", OCTETS, 10),
        ("PUT /v1/note-a.txt", TEXT, 100),
    ] {
        let (method, path) = line.split_once(' ').unwrap();
        for is_stated in [true, false] {
            let mut request = Request::builder().method(method).uri(path).header("X-Key", "right");
            request = request.header(name, content_type);
            if is_stated {
                request = request.header("content-length", limit + 1);
            }
            let pieces = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>("[[[["));
            let answer = send(&router, request.body(Body::from_stream(pieces)).unwrap()).await;
            assert_eq!(answer.status, 413, "{line}: {}", answer.text);
            answer.refusal();
        }
    }
}

#[test]
fn a_path_that_is_set_has_the_parameters() {
    let with = |path: &str| builder().path("GetFolder", path).into_router();
    assert!(with("/shelf/{folder}.json").is_ok());
    for path in
        ["/shelf/folder", "/shelf/{other}", "/shelf/{folder}/{folder}", "/folders/{folder}?x={folder}"]
    {
        assert!(with(path).is_err(), "{path}");
    }
    assert!(
        builder().path("PutFolder", "/files/{+folder}").into_router().is_err(),
        "it is another operation's"
    );
}
