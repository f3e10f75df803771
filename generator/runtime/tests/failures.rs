//! Refusals by the server, whatever they look like.

use api_runtime::{Encode, Error, Failure, Json, Operation};

use crate::{
    by_hand::{Client, Garden},
    operations::{Anything, Beds, Described, Note, Nothing, Numbers, Redirect, Text, Zip},
    returns,
};

fn read<O>(operation: O, status: u16, body: &str) -> Result<(), Error>
where
    O: Operation<Api = Garden> + Encode,
{
    returns::read(operation, status, body.as_bytes()).map(drop)
}

fn failure<O>(operation: O, status: u16, body: &str) -> Failure
where
    O: Operation<Api = Garden> + Encode,
{
    let error = read(operation, status, body).unwrap_err();
    assert_eq!(error.failure().map(|failure| failure.body().as_ref()), Some(body.as_bytes()), "{error}");
    error.failure().unwrap().clone()
}

fn said(failure: &Failure) -> (Option<i64>, &str) {
    (failure.status(), failure.message())
}

const MESSAGE: &str = r#"{"Status":403,"Message":"no water"}"#;
const ENVELOPE: &str = r#"{"status":"error","code":401,"data":"who are you"}"#;

#[test]
fn a_message_with_a_status_of_400_or_more_is_a_failure_everywhere() {
    for status in [200, 403] {
        assert_eq!(said(&failure(Note, status, MESSAGE)), (Some(403), "no water"));
        assert_eq!(said(&failure(Numbers, status, MESSAGE)), (Some(403), "no water"));
        assert_eq!(said(&failure(Text, status, MESSAGE)), (Some(403), "no water"));
        assert_eq!(said(&failure(Zip, status, MESSAGE)), (Some(403), "no water"));
        assert_eq!(said(&failure(Described, status, MESSAGE)), (Some(403), "no water"));
        assert_eq!(said(&failure(Redirect, status, MESSAGE)), (Some(403), "no water"));
        assert_eq!(said(&failure(Beds, status, MESSAGE)), (Some(403), "no water"));
    }
    assert_eq!(said(&failure(Note, 200, r#"{"Status":5000}"#)), (Some(5000), ""));
}

#[test]
fn an_envelope_with_an_error_is_a_failure_everywhere() {
    for status in [200, 401] {
        assert_eq!(said(&failure(Beds, status, ENVELOPE)), (Some(401), "who are you"));
        assert_eq!(said(&failure(Nothing, status, ENVELOPE)), (Some(401), "who are you"));
        assert_eq!(said(&failure(Text, status, ENVELOPE)), (Some(401), "who are you"));
        assert_eq!(said(&failure(Redirect, status, ENVELOPE)), (Some(401), "who are you"));
    }
    assert_eq!(said(&failure(Anything, 200, r#"{"status":"error"}"#)), (None, ""));
}

#[test]
fn what_only_looks_like_a_failure_is_not_one() {
    read(Described, 200, r#"{"Status":5000,"Message":"a job's own status"}"#).unwrap();
    read(Described, 200, r#"{"Status":404,"Message":""}"#).unwrap();
    read(Described, 200, r#"{"Status":404}"#).unwrap();
    read(Described, 200, r#"{"Status":404,"Message":{"en":"text"}}"#).unwrap();
    read(Described, 200, r#"{"Status":"404","Message":"text"}"#).unwrap();
    read(Described, 200, r#"[{"Status":404,"Message":"text"}]"#).unwrap();
    read(Described, 200, r#"{"status":"error","data":"no code"}"#).unwrap();
    read(Anything, 200, r#"{"status":"ok","code":404,"data":"fine"}"#).unwrap();
    read(Text, 200, &format!("{}{MESSAGE}", " ".repeat(70_000))).unwrap();
    read(Text, 200, r#"{"Status":404,"Message":"#).unwrap();
}

/// In a message any status of 400 or more; in any other output, where it may be that
/// of a job, only one that HTTP has, with a text.
#[test]
fn the_status_of_a_message_decides() {
    for (status, in_message, in_other) in [
        (-1, false, false),
        (0, false, false),
        (201, false, false),
        (399, false, false),
        (400, true, true),
        (404, true, true),
        (599, true, true),
        (600, true, false),
        (5000, true, false),
        (7007, true, false),
    ] {
        let body = format!(r#"{{"Status":{status},"Message":"it did not work"}}"#);
        assert_eq!(read(Note, 200, &body).is_err(), in_message, "{status}");
        for other in [read(Text, 200, &body), read(Zip, 200, &body), read(Described, 200, &body)] {
            assert_eq!(other.is_err(), in_other, "{status}");
        }
    }
    for code in [200, 404, 1] {
        let body = format!(r#"{{"status":"error","code":{code},"data":"it did not work"}}"#);
        assert_eq!(said(&failure(Beds, 200, &body)), (Some(code), "it did not work"));
    }
}

#[test]
fn any_http_status_of_400_or_more_is_a_failure() {
    assert_eq!(said(&failure(Note, 500, r#"{"Status":470,"Mess"#)), (Some(500), ""));
    assert_eq!(said(&failure(Note, 502, "")), (Some(502), ""));
    assert_eq!(said(&failure(Note, 500, r#"{"Status":200,"Message":"fine"}"#)), (Some(200), "fine"));
    assert_eq!(said(&failure(Text, 404, "  not here \r\n")), (Some(404), "not here"));
    assert_eq!(said(&failure(Beds, 404, r#"{"key":"canary"}"#)), (Some(404), ""));
    assert_eq!(said(&failure(Beds, 404, r#"["canary"]"#)), (Some(404), ""));
    let long = failure(Text, 500, &"ü".repeat(300));
    assert_eq!(long.message(), format!("{}…", "ü".repeat(200)));
    assert_eq!(long.http_status(), 500);
}

/// Proxies fail in their own way, and not all documents say which field has the text.
#[test]
fn a_failure_says_what_is_in_the_usual_fields() {
    for (body, text) in [
        (r#"{"error":"Not Found"}"#, "Not Found"),
        (r#"{"title":"Bad","detail":"no such lamp"}"#, "no such lamp"),
        (r#"{"error":{"code":1},"title":"Bad"}"#, "Bad"),
        (r#"{"message":"","error":"empty"}"#, "empty"),
        (r#"{"error":"x","Message":"ours"}"#, "ours"),
        (r#"{"reason":"x"}"#, ""),
    ] {
        assert_eq!(failure(Note, 404, body).message(), text, "{body}");
    }
    read(Described, 200, r#"{"error":"not a failure"}"#).unwrap();
}

#[test]
fn a_failure_says_what_the_server_said() {
    let error = read(Note, 200, MESSAGE).unwrap_err();
    assert_eq!(error.to_string(), "Note: the server refused with status 403 (HTTP 200 OK): no water");
    let failure = error.failure().unwrap();
    assert_eq!(failure.json().unwrap().as_str(), MESSAGE);
    let shown = format!("{error:?}");
    assert!(shown.contains("35 bytes") && !shown.contains("Message\\\""), "{shown}");
    let error = read(Text, 503, "").unwrap_err();
    assert_eq!(error.to_string(), "Text: the server refused (HTTP 503 Service Unavailable)");
    assert_eq!(error.failure().unwrap().json(), None);
}

/// Characters that a server or a caller might put into a text to deceive a reader.
const HOSTILE: &str = "a\u{1b}[2Jb\u{7f}c\u{9b}d\r\ne\u{202e}f\u{2066}g\u{200f}h\u{2028}i";

fn is_harmless(text: &str) -> bool {
    let overrides =
        |c: char| matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !text.chars().any(|c| c.is_control() || overrides(c))
}

#[test]
fn no_text_of_an_error_controls_a_terminal_or_the_direction_of_text() {
    let json = serde_json::json!({ "Status": 500, "Message": HOSTILE, HOSTILE: { HOSTILE: "x" } });
    let builder = || Client::builder("http://localhost");
    let errors = [
        read(Note, 500, HOSTILE).unwrap_err(),
        read(Note, 200, &json.to_string()).unwrap_err(),
        builder().header(HOSTILE, "x").build().unwrap_err(),
        builder().path(HOSTILE, "/x").build().unwrap_err(),
    ];
    for error in errors {
        assert!(is_harmless(&format!("{error}{error:?}")), "{error} {error:?}");
        if let Some(failure) = error.failure() {
            assert_eq!(failure.message(), "a [2Jb c d  e\u{fffd}f\u{fffd}g\u{fffd}h i");
            assert!(is_harmless(&format!("{failure}{failure:?}")));
        }
    }
    type Numbers = std::collections::BTreeMap<String, std::collections::BTreeMap<String, i64>>;
    let json = Json::from(serde_json::json!({ HOSTILE: { HOSTILE: "x" } }));
    let misfit = json.read::<Numbers>().unwrap_err();
    assert!(misfit.to_string().ends_with(": expected i64, found string"), "{misfit}");
    assert!(is_harmless(&format!("{misfit}{misfit:?}")), "{misfit}");
}

/// Google, Stripe, JSON:API and GraphQL have it there.
#[test]
fn a_text_may_be_in_an_object_or_a_list() {
    for body in
        [r#"{"error":{"code":7,"message":"inner"}}"#, r#"{"errors":[{"detail":"inner"},{"detail":"other"}]}"#]
    {
        let failure = failure(Numbers, 400, body);
        assert_eq!((failure.status(), failure.message()), (Some(400), "inner"), "{body}");
    }
}

#[test]
fn a_failure_is_read_as_its_type() {
    let error = read(Numbers, 409, r#"{"Status":409,"Message":"taken"}"#).unwrap_err();
    let note = error.failure_as::<crate::by_hand::Note>().unwrap();
    assert_eq!(note.message.as_deref(), Some("taken"));
    assert!(error.failure_as::<Vec<i64>>().is_none());
}
