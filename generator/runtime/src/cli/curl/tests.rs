//! The arguments that bash passes to curl.

use std::collections::BTreeMap;

use super::*;
use crate::cli::names::Slot;
use crate::cli::table::Help;
use crate::cli::tests::{AUTH, PROGRAM};
use crate::client::{Client, Reqwest};
use crate::codec::{Carrier, FormWriter, Upload};
use crate::core::{
    ApiDescriptor, Auth, AuthBlock, Descriptor, Effect, ListStyle, ObjectStyle, Parameter, Place, Secret,
    ValueKind, text::inert,
};

#[test]
fn a_shell_reads_what_was_meant() {
    for text in ["", "plain", "a'b", "$HOME `id` \\ \"x\" !y", "two\nlines", "\u{1b}[31m'\\é\u{202e}\t"] {
        let quoted = quoted(text);
        assert!(quoted.chars().all(|character| inert(character) == character), "{quoted}");
        assert_eq!(printed_by(&format!("printf %s {quoted}")), text, "{quoted}");
    }
}

/// The output of bash, where the variable of a secret has its own name.
fn printed_by(script: &str) -> String {
    let mut bash = std::process::Command::new("bash");
    for name in ["BODY", "KEY", "PIN", "THEME", "WORD"] {
        bash.env(format!("API_RUNTIME_TEST_{name}"), name);
    }
    String::from_utf8(bash.args(["-c", script]).output().unwrap().stdout).unwrap()
}

struct Garden;

impl Api for Garden {
    const DESCRIPTOR: &'static ApiDescriptor = PROGRAM.api;
}

static BASIC: AuthBlock = AuthBlock {
    place: Place::Basic,
    bearer: Some("word"),
    parameters: &[Parameter::required("user", "string"), Parameter::required("word", "string").secret()],
    ..AUTH
};

static COOKIE: AuthBlock = AuthBlock { place: Place::Cookie, bearer: None, ..BASIC };

/// The arguments of a call, with a bar after each.
fn arguments(operation: &'static Descriptor, carrier: Carrier, encode: impl Fn(&mut FormWriter)) -> String {
    printed_by(&format!("curl() {{ printf '%s|' \"$@\"; }}\n{}", script(operation, carrier, encode)))
}

/// The text that is printed for a call.
fn script(operation: &'static Descriptor, carrier: Carrier, encode: impl Fn(&mut FormWriter)) -> String {
    let mut marks = Marks::new(&PROGRAM);
    let client = Client::<Garden, _>::with_transport("https://a", Reqwest::usual().unwrap());
    let block = operation.auth.block().unwrap();
    let mut credential = FormWriter::new(block.parameters);
    credential.put("user", "it's");
    credential.put("word", "canary");
    marks.put(&mut credential.values, &slots(block.parameters));
    let client = client.listed_credential(block, carrier, credential.values).build().unwrap();
    let call = client.describe(operation, |form| {
        encode(form);
        marks.put(&mut form.values, &slots(operation.parameters));
    });
    let (request, sent) = dynamic::into_request(*call.unwrap());
    let script = Command::new(request, &sent, Garden::DESCRIPTOR, operation, &marks).finish(Effect::Reads);
    assert!(!script.contains("canary"), "{script}");
    script
}

/// Options with the names of parameters.
fn slots(parameters: &'static [Parameter]) -> Vec<Slot> {
    static HELP: Help = Help::new("", &[]);
    let slot = |parameter: &'static Parameter| Slot {
        parameter,
        help: &HELP,
        name: parameter.name.to_owned(),
        field_of: None,
    };
    parameters.iter().map(slot).collect()
}

const PARAMETERS: &[Parameter] = &[
    Parameter::required("room", "string").place(Place::Path),
    Parameter::required("key", "string").place(Place::Path).secret(),
    Parameter::required("tags", "List<string>").place(Place::Query).list(ListStyle::Brackets),
    Parameter::required("pin", "string").place(Place::Query).secret(),
    Parameter::required("on", "bool").place(Place::Query).flag(),
    Parameter::required("trace", "string").place(Place::Header { prefix: "X-" }),
    Parameter::required("theme", "string").place(Place::Cookie).secret(),
    Parameter::required("title", "string").json().sent_as("Title"),
    Parameter::required("pages", "int").kind(ValueKind::Number),
    Parameter::required("word", "string").secret(),
];

fn write(form: &mut FormWriter) {
    form.put("room", "a/b'c");
    form.put("key", "canary");
    form.put_list("tags", &vec!["x".to_owned(), "y z".to_owned()]);
    form.put("pin", "canary");
    form.put("on", &true);
    form.put("trace", "it's");
    form.put("theme", "canary");
    form.put_json("title", &"a'\"b".to_owned());
    form.put("pages", &7);
    form.put_json("word", &Secret::from("canary"));
}

#[test]
fn each_parameter_is_at_its_place() {
    const USUAL: Descriptor = Descriptor::new("Dig")
        .auth(Auth::Required(&COOKIE))
        .documented_path("/{room}/x-{key}")
        .parameters(PARAMETERS);
    static FORM: Descriptor = USUAL;
    static JSON: Descriptor = USUAL.json();
    static QUERY: Descriptor = USUAL.query();
    static PARTS: Descriptor = USUAL.multipart();
    let path = "--request|POST|https://a/a%2Fb%27c/x-KEY";
    let query = "?tags%5B%5D=x&tags%5B%5D=y%20z&pin=PIN&on|";
    let headers = "--header|x-trace: it's|--header|cookie: user=it's; word=WORD; theme=THEME|";
    let accept = "--header|accept: application/json, */*;q=0.1|";
    let json = "--header|content-type: application/json|";
    for (operation, expected) in [
        (
            &FORM,
            format!(
                "{path}{query}{headers}--data-urlencode|Title=\"a'\\\"b\"|--data-urlencode|pages=7|\
                 --data-urlencode|word=\"WORD\"|"
            ),
        ),
        (
            &JSON,
            format!(
                "{path}{query}{json}{headers}{accept}--data-raw|\
                 {{\"Title\":\"a'\\\"b\",\"pages\":7,\"word\":\"WORD\"}}|"
            ),
        ),
        (
            &QUERY,
            format!(
                "{path}|{headers}{accept}--get|--data-urlencode|tags%5B%5D=x|--data-urlencode|tags%5B%5D=y z|\
                 --data-urlencode|pin=PIN|--data|on|--data-urlencode|Title=\"a'\\\"b\"|--data-urlencode|pages=7|\
                 --data-urlencode|word=\"WORD\"|"
            ),
        ),
        (
            &PARTS,
            format!(
                "{path}{query}{headers}--form|Title=\"\\\"a'\\\\\\\"b\\\"\";type=application/json|\
                 --form-string|pages=7|--form-string|word=\"WORD\"|"
            ),
        ),
    ] {
        assert_eq!(arguments(operation, Carrier::Block, write), expected);
    }
}

#[test]
fn files_are_named() {
    static PARTS: Descriptor = Descriptor::new("Hang")
        .auth(Auth::Required(&BASIC))
        .documented_path("/hang")
        .parameters(&[Parameter::required("picture", "file").file()])
        .multipart();
    static WHOLE: Descriptor = Descriptor::new("Draw")
        .auth(Auth::Required(&BASIC))
        .documented_path("/draw")
        .parameters(&[Parameter::required("picture", "file").file().place(Place::Body)])
        .body("image/png");
    let with_file = |operation, path: &'static str| {
        arguments(operation, Carrier::Block, |form| form.put_file("picture", Upload::bytes(path, "")))
    };
    let hang = "--request|POST|https://a/hang|--user|it's:WORD|--form|picture=@";
    let kind = ";type=application/octet-stream";
    assert_eq!(with_file(&PARTS, "a/\"b\".png"), format!("{hang}\"a/\\\"b\\\".png\"{kind}|"));
    assert_eq!(with_file(&PARTS, "-"), format!("{hang}\"-\"{kind};filename=stdin|"));
    let draw = "--request|POST|https://a/draw|--user|it's:WORD|--header|content-type: image/png|";
    let accept = "--header|accept: application/json, */*;q=0.1|";
    assert_eq!(with_file(&WHOLE, "a.png"), format!("{draw}{accept}--data-binary|@a.png|"));
}

#[test]
fn a_body_may_be_a_form() {
    const BODY: Parameter =
        Parameter::required("body", "any").place(Place::Body).object(ObjectStyle::Brackets).json();
    const USUAL: Descriptor = Descriptor::new("Dig")
        .auth(Auth::Required(&BASIC))
        .documented_path("/dig")
        .parameters(&[BODY])
        .body("application/x-www-form-urlencoded");
    static FORM: Descriptor = USUAL;
    static PARTS: Descriptor = USUAL.body("multipart/form-data");
    let accept = "--header|accept: application/json, */*;q=0.1|";
    let call = format!("--request|POST|https://a/dig|--user|it's:WORD|{accept}");
    for (operation, option) in [(&FORM, "--data-urlencode"), (&PARTS, "--form-string")] {
        let json = BTreeMap::from([("a".to_owned(), vec!["b'c".to_owned()]), ("d".to_owned(), Vec::new())]);
        let printed = arguments(operation, Carrier::Block, |form| form.put_json("body", &json));
        let name = |name: &str| match option {
            "--form-string" => name.to_owned(),
            _ => name.replace('[', "%5B").replace(']', "%5D"),
        };
        assert_eq!(printed, format!("{call}{option}|{}=b'c|", name("a[]")));
    }
    // It may have secrets in it.
    let json: crate::Json = serde_json::json!({"a": "canary"}).into();
    let printed = arguments(&FORM, Carrier::Block, |form| form.put_json("body", &json));
    assert_eq!(printed, format!("{call}--data|BODY|"));
}

/// curl has no option for it.
#[test]
fn a_form_may_have_no_parts() {
    static PARTS: Descriptor =
        Descriptor::new("Hang").auth(Auth::Required(&BASIC)).documented_path("/hang").multipart();
    let printed = arguments(&PARTS, Carrier::Block, |_| {});
    let (_, boundary) = printed.split_once("|--header|content-type: multipart/form-data; boundary=").unwrap();
    let (boundary, body) = boundary.split_once('|').unwrap();
    assert!(body.ends_with(&format!("--data-raw|--{boundary}--\r\n|")), "{printed}");
}

/// Values are inserted as they are, at any place.
#[test]
fn variables_say_how_they_are_encoded() {
    static JSON: Descriptor = Descriptor::new("Dig")
        .auth(Auth::Required(&COOKIE))
        .documented_path("/{room}/x-{key}")
        .parameters(PARAMETERS)
        .json();
    let script = script(&JSON, Carrier::Block, write);
    let lines: Vec<&str> = script.lines().skip(2).take(2).collect();
    let named = |names: &[&str]| {
        names.iter().map(|name| format!("API_RUNTIME_TEST_{name}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(lines[0], format!("# Percent-encode: {}", named(&["KEY", "PIN"])));
    assert_eq!(lines[1], format!("# Escape as in a JSON string: {}", named(&["WORD"])));
}

/// Also if its block is Basic.
#[test]
fn a_bearer_is_a_header() {
    static OPERATION: Descriptor =
        Descriptor::new("Rest").auth(Auth::Required(&BASIC)).documented_path("/rest").query();
    let with = |carrier| arguments(&OPERATION, carrier, |_| {});
    let (call, accept) = ("--request|POST|https://a/rest|", "--header|accept: application/json, */*;q=0.1|");
    assert_eq!(with(Carrier::Block), format!("{call}--user|it's:WORD|{accept}"));
    assert_eq!(with(Carrier::Bearer), format!("{call}--header|authorization: Bearer WORD|{accept}"));
}

#[test]
fn a_header_may_be_empty() {
    static OPERATION: Descriptor = Descriptor::new("Rest")
        .auth(Auth::Required(&BASIC))
        .documented_path("/rest")
        .parameters(&[Parameter::required("note", "string").place(Place::Header { prefix: "" })])
        .query();
    let printed = arguments(&OPERATION, Carrier::Block, |form| form.put("note", ""));
    assert!(printed.contains("|--header|note;|"), "{printed}");
}
