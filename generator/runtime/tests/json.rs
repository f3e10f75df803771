//! Types that keep what they do not know.

use api_runtime::{Extra, FormReader, Json, Number, Secret};
use serde_json::json;

use crate::by_hand::{Bed, BedPlan, Ripeness, Soil};

fn bed(text: &str) -> Result<Bed, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn fields_that_are_not_known_stay_as_they_came() {
    let text = r#"{"id":"a","x":1.0,"soil":null,"neighbours":null,"y":{"b" : [1,  2]},"z":"\u00fc"}"#;
    let bed = bed(text).unwrap();
    assert_eq!(bed.id.as_deref(), Some("a"));
    assert_eq!((&bed.soil, &bed.neighbours), (&None, &None));
    assert_eq!(bed.extra.get("y").unwrap().as_str(), r#"{"b" : [1,  2]}"#);
    assert_eq!(serde_json::to_string(&bed).unwrap(), text);
    assert_eq!(bed, serde_json::from_value(serde_json::from_str(text).unwrap()).unwrap());
}

#[derive(Clone)]
struct Odd {
    quoted: Option<String>,
    plain: Option<String>,
    extra: Extra,
}

api_runtime::object! { Odd { quoted: "a\"b", plain: "c" } }

#[test]
fn names_of_fields_are_escaped() {
    for text in [r#"{"a\"b":"1","c":"2","x\"y":3}"#, r#"{"a\"b":"1"}"#, r#"{"x\"y":3,"z":4}"#, "{}"] {
        let odd: Odd = serde_json::from_str(text).unwrap();
        assert_eq!(odd.quoted.is_some(), text.contains("a\\\"b"));
        assert_eq!(serde_json::to_string(&odd).unwrap(), text);
    }
}

#[test]
fn a_field_that_is_set_replaces_the_null_that_was_kept() {
    let mut bed = bed(r#"{"soil":null,"key":null}"#).unwrap();
    bed.soil = Some(Soil::Loam);
    assert_eq!(serde_json::to_string(&bed).unwrap(), r#"{"soil":"loam","key":null}"#);
}

#[test]
fn of_fields_with_the_same_name_the_last_counts() {
    let bed = bed(r#"{"id":"a","id":"b"}"#).unwrap();
    assert_eq!(bed.id.as_deref(), Some("b"));
    assert_eq!(serde_json::to_string(&bed).unwrap(), r#"{"id":"b"}"#);
    // The first is not an unknown field: the output is read as the same.
    assert!(bed.extra.is_empty());
    assert_eq!(bed, serde_json::from_str(r#"{"id":"b"}"#).unwrap());
    // Even if it is `null`.
    let bed: Bed = serde_json::from_str(r#"{"id":"a","x":1,"id":null,"y":2}"#).unwrap();
    assert_eq!(bed.id, None);
    assert_eq!(serde_json::to_string(&bed).unwrap(), r#"{"x":1,"id":null,"y":2}"#);
}

/// A long text is read in another way than a short one.
#[test]
fn what_counts_does_not_depend_on_the_order_of_fields_or_the_length() {
    for (fields, kept) in [
        (r#""size":"no","size":1"#, r#""size":1"#),
        (r#""soil":"sand","id":null,"soil":"loam","id":"a""#, r#""id":"a","soil":"loam""#),
        (
            r#""soil":null,"x":1,"id":null,"x":2,"soil":null,"id":null"#,
            r#""x":1,"x":2,"soil":null,"id":null"#,
        ),
        (r#""soil":null,"id":"a","x":1,"soil":"loam","y":2"#, r#""id":"a","soil":"loam","x":1,"y":2"#),
    ] {
        let long = format!(r#","z":"{}""#, "z".repeat(200));
        for rest in ["", &long] {
            let bed = bed(&format!("{{{fields}{rest}}}")).unwrap();
            assert_eq!(serde_json::to_string(&bed).unwrap(), format!("{{{kept}{rest}}}"), "{fields}");
        }
        let error = bed(&format!(r#"{{{fields}{long},"size":"no","id":7,"soil":null}}"#)).unwrap_err();
        assert!(error.starts_with("`id`: expected a string, found integer"), "{error}");
    }
}

#[test]
fn any_text_is_read_as_it_was_written() {
    let texts = [
        "",
        "a",
        "\"",
        "\\",
        "\u{0}\n\r\t\u{8}\u{c}\u{1f}\u{7f}",
        "eight by",
        "ä€😀 \"quoted\" \\u0041",
        "/",
    ];
    for text in texts.iter().flat_map(|one| texts.iter().map(move |two| format!("{one}{two}"))) {
        let bed = Bed::default().id(&text);
        let json = serde_json::to_string(&bed).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap(), json!({ "id": text }));
        let all_escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect();
        for json in [json, format!(r#"{{"id":"{all_escaped}"}}"#)] {
            let list = format!("[{}{json}]", format!("{json},").repeat(20));
            let beds: Vec<Bed> = serde_json::from_str(&list).unwrap();
            assert!(beds.len() == 21 && beds.iter().all(|it| *it == bed), "{list}");
        }
    }
}

#[test]
fn lists_of_texts_and_numbers_are_read_at_any_length() {
    let read = |items: &str| {
        let mut form =
            FormReader::new(format!("texts=[{items}]&numbers=[{}]", items.replace('"', "")).as_bytes());
        let all: (Vec<String>, Vec<i64>) = (form.take_json("texts"), form.take_json("numbers"));
        form.finish().map(|()| all).map_err(|errors| format!("{errors:?}"))
    };
    for count in [0, 1, 100] {
        let items: Vec<_> = (0..count).map(|number| format!("\"{}\"", number * 1_000_003)).collect();
        let (texts, numbers) = read(&items.join(" , ")).unwrap();
        assert!(texts.len() == count && numbers.len() == count);
        assert!(texts.iter().zip(numbers).all(|(text, number)| *text == number.to_string()));
    }
    for items in [
        "\"1\",\"x\"".to_owned(),
        format!("\"{}\",\"x\"", "1".repeat(18)),
        format!("{}1", "\"7\",".repeat(90)),
    ] {
        assert!(read(&items).is_err(), "{items}");
    }
    let numbers = [0, -1, 10, -99, i64::MIN, i64::MAX];
    assert_eq!(Json::from_value(&numbers).unwrap().as_str(), written(&numbers.to_vec()));
}

fn written<T: api_runtime::JsonValue>(value: &T) -> String {
    let mut form = api_runtime::FormWriter::new(&[]);
    form.put_json("x", value);
    form.to_form().replace("%5B", "[").replace("%5D", "]").replace("%2C", ",").replace("x=", "")
}

#[test]
fn white_space_around_a_text_is_that_of_json() {
    let fits = |body: &str| {
        let mut form = FormReader::new(body.as_bytes());
        let _: Vec<String> = form.take_json("list");
        let _: Option<Json> = form.take_json_optional("any");
        form.finish().is_ok()
    };
    assert!(fits("list=%20%09%0A%0D[]%20%09%0A%0D&any=%20null%0A"));
    assert!(!fits("list=[]%0C"));
    assert!(!fits("list=[]&any=null%0C"));
}

#[test]
fn a_number_that_is_written_reads_as_the_same() {
    for text in ["-9223372036854.758080e2", "0.1", "-0", "1.7976931348623157e308", "5e-324"] {
        let number: Number = text.parse().unwrap();
        assert_eq!(number.to_string().parse::<Number>().unwrap(), number, "{text}");
        assert_eq!(number.as_f64(), text.parse().ok(), "{text}");
    }
}

#[test]
fn a_field_that_does_not_fit_is_named() {
    let error = bed(r#"{"neighbours":[{},{"neighbours":[{"size":"canary"}]}]}"#).unwrap_err();
    assert!(error.starts_with("`neighbours[1].neighbours[0].size`: expected a JSON number"), "{error}");
    assert!(!error.contains("canary"));
    assert!(bed("[]").unwrap_err().starts_with("expected an object, found sequence"));
    assert!(bed("null").unwrap_err().starts_with("expected an object, found null"));
    assert!(bed(r#"{"id":"\ud800"}"#).unwrap_err().starts_with("`id`: not valid JSON"));
}

#[test]
fn depth_is_limited() {
    let nested = |depth| format!("{}{}", "{\"neighbours\":[".repeat(depth), "]}".repeat(depth));
    assert!(bed(&nested(60)).is_ok());
    assert!(bed(&nested(5000)).unwrap_err().contains("nested too deeply"));
}

#[test]
fn open_enums_keep_what_is_not_listed() {
    assert_eq!(Soil::from("sand"), Soil::Sand);
    assert_eq!(Soil::from("sand".to_owned()).to_string(), "sand");
    assert_eq!(Soil::from("clay"), Soil::Other("clay".to_owned()));
    assert_eq!(Soil::default().as_str(), "");
    assert_eq!(Soil::VALUES, ["sand", "loam"]);
    assert_eq!(Ripeness::from(2), Ripeness::Red);
    assert_eq!(Ripeness::from(7).as_number(), Number::from(7));
    assert_eq!(Ripeness::default().to_string(), "0");
    assert_eq!(Ripeness::VALUES, [1, 2]);
    let half = Number::from_f64(0.5).unwrap();
    assert_eq!(Ripeness::from(half.clone()), Ripeness::Other(half));
    let bed = bed(r#"{"soil":"clay","ripeness":1}"#).unwrap();
    assert_eq!(bed.ripeness, Some(Ripeness::Green));
    assert_eq!(serde_json::to_string(&bed).unwrap(), r#"{"soil":"clay","ripeness":1}"#);
}

#[test]
fn opaque_types_keep_any_json() {
    let plan = BedPlan::from_value(&json!({"rows": [1, 2]})).unwrap();
    assert_eq!(plan.read::<serde_json::Value>().unwrap(), json!({"rows": [1, 2]}));
    assert_eq!(plan.to_value().unwrap(), json!({"rows": [1, 2]}));
    assert_eq!(Json::from(plan.clone()), Json::from(json!({"rows": [1, 2]})));
    assert_eq!(BedPlan::from(Json::default()), BedPlan::default());
    assert_eq!(BedPlan::default().as_str(), "null");
    assert_eq!(serde_json::to_value(&plan).unwrap(), json!({"rows": [1, 2]}));
    assert_eq!(serde_json::from_value::<BedPlan>(json!({"rows": [1, 2]})).unwrap(), plan);
}

#[test]
fn extra_fields_can_be_set() {
    let mut bed = Bed::default();
    assert!(bed.extra.is_empty());
    bed.extra.insert("x", json!(1));
    bed.extra.insert("x", json!("canary"));
    bed.extra.insert("id", json!("from extra"));
    bed.key = Some(Secret::from("canary"));
    assert_eq!(bed.extra.iter().count(), 2);
    let text = r#"{"key":"canary","x":"canary","id":"from extra"}"#;
    assert_eq!(serde_json::to_string(&bed).unwrap(), text);
    let shown = format!("{bed:?}");
    assert!(shown.contains("{\"x\", \"id\"}") && !shown.contains("canary"), "{shown}");
}

/// `PartialEq` and `Debug` are like those of a derive.
#[test]
fn a_type_is_compared_and_shown_field_by_field() {
    let bed = Bed::default().id("a").key("canary");
    let text = r#"Bed { id: Some("a"), size: None, soil: None, ripeness: None, key: Some(Secret(…)), neighbours: None, extra: {} }"#;
    assert_eq!(format!("{bed:?}").replace(&format!("{:?}", bed.key), "Some(Secret(…))"), text);
    assert!(!format!("{bed:?}").contains("canary"));
    assert!(format!("{bed:#?}").contains("\n    id: Some(\n        \"a\",\n    ),\n"));
    assert_eq!(bed, bed.clone());
    assert_ne!(bed, bed.clone().id("b"));
    assert_ne!(bed, Bed::default());
    let mut other = bed.clone();
    other.extra.insert("x", json!(1));
    assert_ne!(bed, other);
}

/// 3 bytes become hundreds: millions of them would fill the memory.
#[test]
fn memory_is_bounded_by_the_text() {
    let read = |json: &str| {
        let mut form = FormReader::new(format!("list={json}").as_bytes());
        let list: Vec<Bed> = form.take_json("list");
        form.finish().map(|()| list.len()).map_err(|errors| format!("{errors:?}"))
    };
    assert_eq!(read(&format!("[{}{{}}]", "{},".repeat(99_999))), Ok(100_000));
    let usual = r#"{"id":"a bed","soil":"loam","x":12},"#;
    assert_eq!(read(&format!("[{}{{}}]", usual.repeat(60_000))), Ok(60_001));
    for (item, count) in [("{}", 500_000), (r#"{"id":null}"#, 500_000), (r#"{"a":0,"b":0,"c":0}"#, 250_000)] {
        let error = read(&format!("[{}{{}}]", format!("{item},").repeat(count))).unwrap_err();
        assert!(error.contains("more than 16 times the memory"), "{item}: {error}");
    }
}

#[test]
fn numbers_of_a_list_of_anything_are_few_bytes() {
    let json = format!("[{}0]", "0,".repeat(600_000));
    let list: Vec<serde_json::Value> = {
        let mut form = FormReader::new(format!("list={json}").as_bytes());
        form.take_json("list")
    };
    assert_eq!(list.len(), 600_001);
}

/// A text is scanned once, not at each level of nested values.
#[test]
fn time_is_bounded_by_the_text() {
    let deep = |levels: usize| {
        let text = "x".repeat(4_500_000);
        let json =
            format!("{}{{\"id\":\"{text}\"}}{}", "{\"neighbours\":[".repeat(levels), "]}".repeat(levels));
        let mut form = FormReader::new(format!("bed={json}").as_bytes());
        let _: Option<Bed> = form.take_json_optional("bed");
        form.finish().map_err(|errors| format!("{errors:?}"))
    };
    assert_eq!((deep(6), deep(60)), (Ok(()), Ok(())));
}
