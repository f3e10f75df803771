//! Numbers, booleans and constants.

use std::fmt;

use api_runtime::{self as rt, Parameter};
use http::Request;

use super::{Wire, ask};

/// Fields of a JSON body.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    on: bool,
    int: i64,
    number: rt::Number,
    inner: Inner,
}

/// The same in an object.
#[derive(Clone)]
#[non_exhaustive]
pub struct Inner {
    /// A boolean.
    pub on: Option<bool>,
    /// An integer.
    pub int: Option<i64>,
    /// Unknown fields.
    pub extra: rt::Extra,
}

const LARGE: rt::Range = rt::Range { max: Some("9007199254740992"), ..rt::Range::NONE };

rt::object! { Inner { on: "on", int: "int" (optional, LARGE) } }

impl rt::Operation for Numbers {
    type Api = Wire;
    type Returns = rt::returns::Text;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Numbers")
        .documented_path("/numbers")
        .json()
        .parameters(&[
            Parameter::required("version", "int").kind(rt::ValueKind::Number).json().constant("2"),
            Parameter::required("on", "bool").kind(rt::ValueKind::Boolean).json(),
            Parameter::required("int", "int").kind(rt::ValueKind::Number).json().range(LARGE),
            Parameter::required("number", "number").kind(rt::ValueKind::Number).json(),
            Parameter::required("inner", "Inner").kind(rt::ValueKind::Other).json(),
        ])
        .returns(rt::ReturnKind::Text, "string")
        .content_type("text/plain");
}

impl rt::Encode for Numbers {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put_json("version", &2);
        form.put_json("on", &self.on);
        form.put_json("int", &self.int);
        form.put_json("number", &self.number);
        form.put_json("inner", &self.inner);
    }
}

impl rt::Decode for Numbers {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self {
            on: form.take_json("on"),
            int: form.take_json("int"),
            number: form.take_json("number"),
            inner: form.take_json("inner"),
        }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { on, int, .. } = &self.inner;
        write!(f, "{} {} {} {on:?} {int:?}", self.on, self.int, self.number)
    }
}

#[tokio::test]
async fn constants_are_checked() {
    let with = |version: &str| format!(r#"{{{version}"on":true,"int":1,"number":1,"inner":{{}}}}"#);
    assert_eq!(numbers(&with("\"version\":2.0,")).await.0, 200);
    for (version, what) in
        [("", "missing"), ("\"version\":3,", "expected 2"), ("\"version\":\"2\",", "expected 2")]
    {
        let (status, text) = numbers(&with(version)).await;
        assert!(status == 400 && text.contains(&format!("/version: {what}")), "{text}");
    }
}

async fn numbers(json: &str) -> (u16, String) {
    ask(Request::post("/numbers"), &[("content-type", "application/json")], json).await
}

#[tokio::test]
async fn json_is_read_alike_at_the_top_and_inside() {
    for (int, value) in
        [("1.0", 1), ("1e3", 1000), ("-0", 0), ("9007199254740992", 9_007_199_254_740_992_i64)]
    {
        let json =
            format!(r#"{{"version":2,"on":true,"int":{int},"number":1,"inner":{{"on":false,"int":{int}}}}}"#);
        assert_eq!(numbers(&json).await, (200, format!("true {value} 1 Some(false) Some({value})")));
    }
    for (on, int, what) in [
        ("1", "1", "/on: expected a boolean, found integer; /inner/on: expected a boolean, found integer"),
        (
            "true",
            "1.5",
            "/int: expected an integer, found floating; /inner/int: expected an integer, found floating",
        ),
        ("true", "18446744073709551615", "/int: out of range for a 64-bit integer"),
        (
            "true",
            "9007199254740993",
            "/int: greater than 9007199254740992; /inner/int: greater than 9007199254740992",
        ),
    ] {
        let json =
            format!(r#"{{"version":2,"on":{on},"int":{int},"number":1,"inner":{{"on":{on},"int":{int}}}}}"#);
        let (status, text) = numbers(&json).await;
        assert!(status == 400 && text.contains(what), "{text}");
    }
}

#[tokio::test]
async fn a_number_keeps_its_digits_or_is_refused() {
    let with = |number: &str| format!(r#"{{"version":2,"on":true,"int":1,"number":{number},"inner":{{}}}}"#);
    for kept in ["0.1", "18446744073709551615", "-12345.678"] {
        assert_eq!(numbers(&with(kept)).await, (200, format!("true 1 {kept} None None")));
    }
    for lost in ["123456789012345678901234567890", "12345678901234567.89"] {
        let (status, text) = numbers(&with(lost)).await;
        assert!(
            status == 400 && text.contains("/number: more digits than a 64-bit number can hold"),
            "{text}"
        );
    }
}
