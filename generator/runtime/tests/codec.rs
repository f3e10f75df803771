//! The form codec: any value, both ways, and no input that harms it.

use std::sync::LazyLock;

use api_runtime::{
    Decode, Encode, FormReader, FormWriter, Json, JsonValue, Number, Operation, Parameter, Secret, Version,
};
use proptest::prelude::*;
use serde_json::Value;

use crate::by_hand::{Bed, BedPlan, Client, GardenWater, Note, Soil};
use crate::operations::{Beds, Redirect, Zip};

const ANY: &[Parameter] = &[];

/// One client for all cases, because making one reads the system's certificates.
static CLIENT: LazyLock<Client> = LazyLock::new(|| Client::anonymous("http://localhost").unwrap());

/// Reads a form that was written.
fn sent(write: impl FnOnce(&mut FormWriter)) -> FormReader {
    let mut form = FormWriter::new(ANY);
    write(&mut form);
    FormReader::new(form.to_form().as_bytes())
}

/// Any JSON.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn any_text_goes_both_ways(texts in prop::collection::vec(any::<String>(), 3)) {
        let (one, two, secret) = (&texts[0], Soil::from(texts[1].as_str()), Secret::from(texts[2].as_str()));
        let mut read = sent(|form| {
            form.put("A b&=ü", one);
            form.put("two", &two);
            form.put("secret", &secret);
        });
        prop_assert_eq!(&read.take::<String>("A b&=ü"), one);
        prop_assert_eq!(read.take::<Soil>("two"), two);
        prop_assert_eq!(read.take::<Secret>("secret"), secret);
        prop_assert_eq!(read.finish(), Ok(()));
    }

    #[test]
    fn a_form_is_what_others_read(name in any::<String>(), value in any::<String>()) {
        let mut form = FormWriter::new(ANY);
        form.put("name", &name);
        form.put("value", &value);
        let pairs: Vec<(String, String)> = form_urlencoded::parse(form.to_form().as_bytes())
            .into_owned()
            .collect();
        prop_assert_eq!(&pairs, &[("name".to_owned(), name), ("value".to_owned(), value)]);
        let theirs = form_urlencoded::Serializer::new(String::new()).extend_pairs(&pairs).finish();
        prop_assert_eq!(form.to_form(), theirs);
    }

    #[test]
    fn any_json_goes_both_ways(value in json(), number in any::<i64>(), flag: bool) {
        let plan = BedPlan::from(value);
        let mut read = sent(|form| {
            form.put_json("plan", &plan);
            form.put("number", &number);
            form.put("flag", &flag);
        });
        let back: BedPlan = read.take_json("plan");
        prop_assert_eq!(back.as_str(), plan.as_str());
        prop_assert_eq!(read.take::<i64>("number"), number);
        prop_assert_eq!(read.take::<bool>("flag"), flag);
        prop_assert_eq!(read.finish(), Ok(()));
    }

    #[test]
    fn any_text_is_escaped_as_json(text in any::<String>()) {
        let list = vec![text];
        let json = serde_json::to_value(Note { message: Some(list[0].clone()), ..Note::default() }).unwrap();
        prop_assert_eq!(&json["Message"], &list[0]);
        let mut read = sent(|form| form.put_json("list", &list));
        prop_assert_eq!(read.take_json::<Vec<String>>("list"), list);
    }

    #[test]
    fn no_body_harms_the_reader(body in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut form = FormReader::new(&body);
        GardenWater::decode(&mut form);
        prop_assert!(form.finish().is_err());
    }

    #[test]
    fn nothing_like_a_form_harms_the_reader(body in "(Bed|Plan|Rows|Deep|Pin)=[a-z%0-9+&=\\[\\]{}\"]{0,40}") {
        let mut form = FormReader::new(body.as_bytes());
        GardenWater::decode(&mut form);
        prop_assert!(form.finish().is_err());
    }

    #[test]
    fn no_text_harms_json(text in "[\\[\\]{}:,\"a-e0-9\\\\ .ntu-]{0,60}") {
        let _ = serde_json::from_str::<Bed>(&text);
        let _ = text.parse::<Json>().map(|json| json.read::<Value>());
    }

    #[test]
    fn no_response_harms_the_client(body in prop::collection::vec(any::<u8>(), 0..80), status in 100_u16..600) {
        // Such as `[]`, a list of no beds.
        prop_assume!(serde_json::from_slice::<Value>(&body).is_err());
        let client = &*CLIENT;
        let answer = || {
            let body = bytes::Bytes::from(body.clone());
            http::Response::builder().status(status).body(body).unwrap()
        };
        prop_assert!(client.prepare(Beds).unwrap().1.read(answer()).is_err());
        prop_assert!(client.prepare(Redirect).unwrap().1.read(answer()).is_err());
        prop_assert_eq!(client.prepare(Zip).unwrap().1.read(answer()).is_ok(), status < 300);
    }

    #[test]
    fn an_object_keeps_what_it_does_not_know(value in json(), name in "[a-z]{1,8}") {
        let text = serde_json::json!({ "id": "a", name: value }).to_string();
        if let Ok(bed) = serde_json::from_str::<Bed>(&text) {
            let back: Value = serde_json::from_str(&serde_json::to_string(&bed).unwrap()).unwrap();
            prop_assert_eq!(back, serde_json::from_str::<Value>(&text).unwrap());
        }
    }

    #[test]
    fn versions_go_both_ways(major: u32, minor: u32, patch: u32) {
        let version = Version::new(major, minor, patch);
        prop_assert_eq!(version.to_string().parse(), Ok(version));
    }
}

#[test]
fn all_errors_are_reported_at_once_without_values() {
    let body = b"Bed=a&Bed=b&Amount=canary&Deep=yes&Plan=%zz&Rows=[1]&Nickname=x&other=%ff";
    let mut form = FormReader::new(body);
    let placeholder = GardenWater::decode(&mut form);
    assert_eq!(placeholder.bed, "");
    let errors: Vec<_> = form.finish().unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "Bed: given more than once",
            "Amount: not a 64-bit integer",
            "Deep: not valid JSON: expected value at line 1 column 1",
            "Plan: not percent-encoded UTF-8",
            "Rows: `[0]`: expected a string, found integer",
            "Pin: missing",
        ]
    );
}

#[test]
fn a_broken_name_is_an_error_of_the_whole_body() {
    let errors = FormReader::new(b"%zz=1&%=2").finish().unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].to_string(), "the name of a field is not percent-encoded UTF-8");
}

#[test]
fn texts_are_decoded_one_by_one() {
    // Halves of a character: in two values, and in a name and its value.
    let mut form = FormReader::new(b"a=%C3&b=%BC&%C3=%BC&c=d=%3d+&&e&=f&%=g%C3%BC");
    assert_eq!(form.take::<String>("c"), "d== ");
    assert_eq!(form.take::<String>("e"), "");
    assert_eq!(form.take::<String>(""), "f");
    assert_eq!((form.take::<String>("a"), form.take::<String>("b")), Default::default());
    let errors: Vec<_> = form.finish().unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "the name of a field is not percent-encoded UTF-8",
            "a: not percent-encoded UTF-8",
            "b: not percent-encoded UTF-8",
        ]
    );
}

#[test]
fn absent_null_and_empty_differ() {
    let mut form = FormReader::new(b"null=null&empty=&blank=&bool=1&off=0");
    assert_eq!(form.take_json_optional::<Vec<String>>("null"), None);
    assert_eq!(form.take_json_optional::<Vec<String>>("absent"), None);
    assert_eq!(form.take_nullable::<String>("empty"), None);
    assert_eq!(form.take_optional::<String>("blank").as_deref(), Some(""));
    assert_eq!(form.take_optional::<String>("absent"), None);
    assert!(form.take::<bool>("bool"));
    assert!(!form.take::<bool>("off"));
    assert_eq!(form.take_nullable::<String>("missing"), None);
    assert_eq!(form.finish().unwrap_err().len(), 1);
}

#[test]
fn numbers_are_written_as_they_are() {
    let mut form = FormWriter::new(ANY);
    form.put("a", &Number::from(7));
    form.put("b", Number::from_f64(0.5).as_ref());
    form.put("c", None::<&Number>);
    form.put("d", "constant");
    assert_eq!(form.to_form(), "a=7&b=0.5&d=constant");
    assert_eq!(sent(|form| form.put("n", "-1.50")).take::<Number>("n").as_f64(), Some(-1.5));
    let mut wrong = sent(|form| form.put("n", "1x"));
    let _: Number = wrong.take("n");
    assert_eq!(wrong.finish().unwrap_err()[0].to_string(), "n: not a number");
}

#[test]
fn a_writer_shows_names_only() {
    let mut form = FormWriter::new(GardenWater::DESCRIPTOR.parameters);
    GardenWater::new("bed", BedPlan::default(), "canary", None).encode(&mut form);
    let shown = format!("{form:?}");
    assert!(shown.contains("Pin") && !shown.contains("canary"), "{shown}");
    let reader = FormReader::new(form.to_form().as_bytes());
    assert!(!format!("{reader:?}").contains("canary"));
}

#[test]
fn values_of_any_type_have_json() {
    fn both_ways<T: JsonValue + PartialEq + std::fmt::Debug>(value: &T, text: &str) {
        let mut form = FormWriter::new(ANY);
        form.put_json("v", value);
        let form = form.to_form();
        let encoded = form_urlencoded::parse(form.as_bytes()).next().unwrap().1;
        assert_eq!(encoded, text);
        assert_eq!(&FormReader::new(form.as_bytes()).take_json::<T>("v"), value);
    }
    both_ways(&vec![Some(true), None], "[true,null]");
    both_ways(&std::collections::BTreeMap::from([("a\"".to_owned(), 1)]), "{\"a\\\"\":1}");
    both_ways(&std::collections::BTreeMap::<String, i64>::new(), "{}");
    both_ways(&Vec::<String>::new(), "[]");
    both_ways(&Box::new("\u{1}\n\t\r\\".to_owned()), "\"\\u0001\\n\\t\\r\\\\\"");
    both_ways(&serde_json::json!({"a": [1, "b"]}), "{\"a\":[1,\"b\"]}");
    both_ways(&(), "null");
    both_ways(&Secret::from("s"), "\"s\"");
}
