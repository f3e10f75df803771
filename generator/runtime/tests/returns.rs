//! Every kind of output and responses that don't fit it.

use api_runtime::{self as rt, Encode, Error, ErrorKind, Operation, Output, Parameter, Place};
use bytes::Bytes;
use http::{
    HeaderName, Response,
    header::{CONTENT_ENCODING, CONTENT_TYPE, LOCATION},
};

use crate::{
    by_hand::{Client, Garden},
    operations::{Anything, Beds, Described, Door, Key, Note, Nothing, Numbers, Redirect, Text, Zip},
};

/// Reads a response as an operation does.
pub fn read<O>(operation: O, status: u16, body: &[u8]) -> Result<Output<O>, Error>
where
    O: Operation<Api = Garden> + Encode,
{
    let client = Client::anonymous("http://localhost").unwrap();
    let response = Response::builder().status(status).body(Bytes::copy_from_slice(body)).unwrap();
    client.prepare(operation).unwrap().1.read(response)
}

fn ok<O>(operation: O, body: &'static str) -> Output<O>
where
    O: Operation<Api = Garden> + Encode,
{
    read(operation, 200, body.as_bytes()).unwrap()
}

fn misfit<O>(operation: O, body: &'static [u8]) -> String
where
    O: Operation<Api = Garden> + Encode,
    Output<O>: std::fmt::Debug,
{
    match read(operation, 200, body).unwrap_err().kind() {
        ErrorKind::Decode(undecoded) => {
            assert_eq!(undecoded.http_status(), 200);
            assert_eq!(undecoded.body(), body);
            undecoded.misfit().to_string()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_secret_result_is_not_shown() {
    let key = ok(Key, "\"canary\"");
    assert_eq!((key.expose().as_str(), format!("{key:?}")), ("canary", "[secret]".to_owned()));
    let response = Response::builder().status(301).header(LOCATION, "/canary").body(Bytes::new()).unwrap();
    let client = Client::anonymous("http://localhost").unwrap();
    let target = client.prepare(Door).unwrap().1.read(response).unwrap();
    assert_eq!(format!("{target:?}"), "[secret]");
    assert_eq!(target.into_inner(), "/canary");
    let error = read(Key, 200, b"{\"canary\": 1}").unwrap_err();
    assert!(!format!("{error:?} {error}").contains("canary"), "{error:?}");
}

#[test]
fn each_kind_gives_its_output() {
    assert_eq!(ok(Note, r#"{"Status":399}"#).status, Some(399));
    assert_eq!(ok(Note, "{}").status, None);
    assert_eq!(ok(Numbers, "[1,2.5]").len(), 2);
    assert_eq!(ok(Numbers, " null ").len(), 0);
    assert_eq!(ok(Beds, r#"{"status":"ok","data":[{"id":"a"}]}"#).len(), 1);
    assert_eq!(ok(Anything, r#"{"status":"ok","data":{"a" : 1}}"#).as_str(), r#"{"a" : 1}"#);
    assert_eq!(ok(Text, "\"quoted\"\n"), "\"quoted\"\n");
    assert_eq!(ok(Text, ""), "");
    assert_eq!(ok(Described, " [1, 2]\n").as_str(), "[1, 2]");
    assert_eq!(ok(Described, "\n ").as_str(), "null");
    assert_eq!(ok(Zip, "PK").size(), Some(2));
}

#[test]
fn an_envelope_of_nothing_takes_null_or_nothing() {
    ok(Nothing, r#"{"status":"ok","code":200,"data":null}"#);
    ok(Nothing, r#"{"status":"ok","code":200}"#);
    ok(Nothing, r#"{"status":"ok","code":200,"data":"done"}"#);
    assert_eq!(ok(Anything, r#"{"status":"ok"}"#).as_str(), "null");
}

#[test]
fn what_does_not_fit_is_named() {
    let text = r#"{"status":"ok","data":[{},{"neighbours":[{"size":"canary"}]}]}"#;
    let reason = misfit(Beds, text.as_bytes());
    assert_eq!(reason, "`data[1].neighbours[0].size`: expected a JSON number, found string");
    assert_eq!(misfit(Beds, br#"{"status":"canary"}"#), "`status`: expected `ok` or `error`");
    assert_eq!(misfit(Beds, br#"{"status":3}"#), "`status`: expected `ok` or `error`");
    assert_eq!(misfit(Beds, b"[]"), "expected an object, found sequence");
    assert_eq!(misfit(Numbers, br#"[1,"canary"]"#), "`[1]`: expected a JSON number, found string");
    assert_eq!(misfit(Numbers, b""), "the body is empty");
    assert_eq!(misfit(Beds, br#"{"status":"ok","data":{"canary"#), "the JSON ends too early");
    assert_eq!(misfit(Note, b"<html>"), "not valid JSON: expected value at line 1 column 1");
    assert_eq!(misfit(Note, br#"{"Status":"200"}"#), "`Status`: expected an integer, found string");
    assert_eq!(misfit(Text, b"\xff"), "expected text in UTF-8 or in the `charset` of its content type");
    assert_eq!(misfit(Described, b"canary"), "not valid JSON: expected value at line 1 column 1");
}

#[test]
fn an_error_of_decoding_says_what_to_do() {
    let error = read(Numbers, 200, b"[true]").unwrap_err();
    assert_eq!(
        error.to_string(),
        "Numbers: the response (HTTP 200 OK, 6 bytes) does not fit: `[0]`: expected a JSON number, found \
         boolean; the operation was probably carried out; if the server is newer than this crate, update the crate"
    );
    assert_eq!(error.operation(), Some("Numbers"));
    assert!(!format!("{error:?}").contains("true"));
}

/// The error of a response with a header.
fn error(status: u16, name: HeaderName, value: &str, body: &'static str) -> String {
    let client = Client::builder("http://localhost").header("X-Key", "canary").build().unwrap();
    let response = Response::builder().status(status).header(name, value).body(Bytes::from(body)).unwrap();
    client.call(Numbers).path("/set").prepare().unwrap().1.read(response).unwrap_err().to_string()
}

#[test]
fn an_error_of_decoding_says_what_came_instead_of_json() {
    let page = error(200, CONTENT_TYPE, "text/html; charset=utf-8", "\n<html>");
    assert_eq!(
        page,
        "Numbers: the response (HTTP 200 OK, text/html; charset=utf-8, 7 bytes) does not fit: not valid JSON: \
         expected value at line 2 column 1; this is a web page: check that the base URL is the API's, and any \
         proxy; the operation may have been carried out all the same"
    );
    let packed = error(200, CONTENT_ENCODING, "gzip", "\u{1f}");
    assert!(packed.contains("(HTTP 200 OK, encoded as gzip, 1 bytes)"), "{packed}");
    let json = error(200, CONTENT_TYPE, "application/json;charset=utf-8", "{}");
    assert!(json.contains("(HTTP 200 OK, 2 bytes)"), "{json}");
    let secret = error(200, CONTENT_TYPE, "text/canary", "{}");
    assert!(!secret.contains("canary"), "{secret}");
}

#[test]
fn an_unexpected_redirect_says_where_to() {
    let to = |target: &str| error(301, LOCATION, target, "");
    assert_eq!(
        to("https://user:word@localhost:8060/ticket?next=/a#b"),
        "Numbers: the server redirects to https://localhost:8060 (HTTP 301 Moved Permanently); redirects are \
         not followed: check the base URL"
    );
    assert!(to("//localhost/ticket").contains("to //localhost (HTTP"), "{}", to("//localhost/ticket"));
    for hidden in ["/ticket", "ticket:word", "/ticket:://word", "ticket://localhost/word", "?next=word", ""] {
        assert!(to(hidden).contains("the server redirects (HTTP 301"), "{}", to(hidden));
    }
}

/// A ticket in it may be all that it takes to sign in.
#[test]
fn the_target_of_an_unexpected_redirect_is_in_no_text() {
    let target = "https://localhost/ticket-canary?key=canary";
    let response = Response::builder().status(302).header(LOCATION, target).body(Bytes::new()).unwrap();
    let client = Client::anonymous("http://localhost").unwrap();
    let error = client.prepare(Numbers).unwrap().1.read(response).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("canary"), "{error:?}");
    let ErrorKind::Redirected { target: Some(whole), .. } = error.kind() else { panic!("{error:?}") };
    assert_eq!(whole.expose(), target);
}

#[test]
fn redirects_are_expected_or_not() {
    let error = read(Text, 302, b"").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Redirected { status, target: None, .. } if *status == 302));
    let error = read(Redirect, 200, b"").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotRedirected { status } if *status == 200));
    let error = read(Redirect, 301, b"").unwrap_err();
    assert!(error.to_string().contains("the redirect has no target"), "{error}");
}

/// Headers of a result.
#[derive(Debug, PartialEq)]
pub struct Limits {
    left: Option<i64>,
    total: i64,
}

impl Encode for Limits {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("left", self.left.as_ref());
        form.put("total", &self.total);
    }
}

impl rt::Decode for Limits {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { left: form.take_optional("left"), total: form.take("total") }
    }
}

impl rt::Headers for Limits {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter::optional("left", "int").place(HEADER).sent_as("X-Left"),
        Parameter::required("total", "int").place(HEADER).sent_as("X-Total"),
    ];
}

const HEADER: Place = Place::Header { prefix: "" };

crate::operations::operation!(
    Limited,
    rt::returns::WithHeaders<rt::returns::Text, Limits>,
    rt::Descriptor::new("Limited").inferred_path("/limited").returns(rt::ReturnKind::Text, "")
);

/// A response with headers.
fn with_headers<O>(operation: O, headers: &[(&str, &[u8])], body: &[u8]) -> Result<Output<O>, Error>
where
    O: Operation<Api = Garden> + Encode,
{
    let client = Client::anonymous("http://localhost").unwrap();
    let mut response = Response::builder();
    for (name, value) in headers {
        response = response.header(*name, *value);
    }
    let response = response.body(Bytes::copy_from_slice(body)).unwrap();
    client.prepare(operation).unwrap().1.read(response)
}

#[test]
fn an_optional_header_that_cannot_be_read_is_absent() {
    let total: (&str, &[u8]) = ("x-total", b"9");
    for left in [&b"unlimited"[..], b"\xff"] {
        let limited = with_headers(Limited, &[("x-left", left), total], b"a").unwrap();
        assert_eq!((limited.value.as_str(), limited.headers), ("a", Limits { left: None, total: 9 }));
    }
    let twice = with_headers(Limited, &[("x-left", b"1"), ("x-left", b"2"), total], b"a").unwrap();
    assert_eq!(twice.headers.left, None);
    let error = with_headers(Limited, &[("x-left", b"1"), ("x-total", b"all")], b"a").unwrap_err();
    assert!(error.to_string().contains("header total: not a 64-bit integer"), "{error}");
}

#[test]
fn a_text_may_be_in_another_character_set() {
    let text = |content_type: &'static str, body: &[u8]| {
        with_headers(Text, &[("content-type", content_type.as_bytes())], body)
    };
    assert_eq!(text("text/plain; charset=windows-1252", b"caf\xe9 \x80").unwrap(), "caf\u{e9} \u{20ac}");
    assert_eq!(text("text/plain; charset=\"ISO-8859-1\"", b"caf\xe9").unwrap(), "caf\u{e9}");
    assert_eq!(text("text/plain;charset=ISO-8859-1", b"caf\xe9").unwrap(), "caf\u{e9}");
    let error = text("text/plain", b"caf\xe9").unwrap_err().to_string();
    assert!(error.contains("expected text in UTF-8 or in the `charset` of its content type"), "{error}");
    let refused = read(Text, 400, b"caf\xe9 is closed").unwrap_err();
    assert_eq!(refused.failure().unwrap().message(), "caf\u{e9} is closed");
}

#[test]
fn what_keeps_json_from_being_read_is_named() {
    assert_eq!(ok(Numbers, "\u{feff}[1]"), [1.into()]);
    assert_eq!(misfit(Numbers, b""), "the body is empty");
    let unchanged = read(Numbers, 304, b"").unwrap_err().to_string();
    assert!(
        unchanged.contains("not modified since the previous request (HTTP 304 Not Modified); leave out"),
        "{unchanged}"
    );
}
