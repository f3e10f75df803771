//! Any bytes as a form: no panic, and what is accepted is equal after writing and
//! reading it again.
#![no_main]

use std::collections::BTreeMap;

use api_runtime::{FormReader, FormWriter, Json, Number, Secret};
use backup_server_api::types::{AdminAuthType, ServiceApiResponseMessage};
use libfuzzer_sys::fuzz_target;

/// A request with parameters of every kind, named after its fields.
macro_rules! parameters {
    ($($name:ident: $type:ty = $take:ident, $put:ident $($as_ref:ident)?;)*) => {
        struct Parameters {
            $($name: $type,)*
        }

        impl Parameters {
            fn take(form: &mut FormReader) -> Self {
                Self { $($name: form.$take(stringify!($name)),)* }
            }

            /// Puts the valid ones.
            fn put(&self, form: &mut FormWriter, fits: impl Fn(&str) -> bool) {
                $(if fits(stringify!($name)) {
                    let value = &self.$name;
                    form.$put(stringify!($name), value$(.$as_ref())?);
                })*
            }

            fn assert_same(&self, other: &Self, fits: impl Fn(&str) -> bool) {
                $(if fits(stringify!($name)) {
                    assert!(self.$name == other.$name, stringify!($name));
                })*
            }
        }
    };
}

parameters! {
    text: String = take, put;
    secret: Secret = take, put;
    int: i64 = take, put;
    bool: bool = take, put;
    number: Number = take, put;
    value: AdminAuthType = take, put;
    json: Json = take_json, put_json;
    list: Vec<String> = take_json, put_json;
    ints: Vec<i64> = take_json, put_json;
    map: BTreeMap<String, Json> = take_json, put_json;
    object: ServiceApiResponseMessage = take_json, put_json;
    flag: bool = take_json, put_json;
    numbers: Vec<Option<Number>> = take_json, put_json;
    text_optional: Option<String> = take_optional, put as_ref;
    int_optional: Option<i64> = take_optional, put as_ref;
    bool_optional: Option<bool> = take_optional, put as_ref;
    text_nullable: Option<String> = take_nullable, put_nullable as_ref;
    int_nullable: Option<i64> = take_nullable, put_nullable as_ref;
    json_optional: Option<Json> = take_json_optional, put_json as_ref;
    list_optional: Option<Vec<String>> = take_json_optional, put_json as_ref;
    object_optional: Option<ServiceApiResponseMessage> = take_json_optional, put_json as_ref;
}

/// The parameters and the names of the invalid ones.
fn read(body: &[u8]) -> (Parameters, Vec<String>) {
    let mut form = FormReader::new(body);
    let parameters = Parameters::take(&mut form);
    let errors = form.finish().err().unwrap_or_default();
    (parameters, errors.into_iter().map(|error| error.name).collect())
}

fn write(parameters: &Parameters, errors: &[String]) -> String {
    let mut form = FormWriter::new(&[]);
    parameters.put(&mut form, |name| !errors.iter().any(|error| error == name));
    form.to_form()
}

/// The only value of that name, by another decoder.
fn only(body: &[u8], name: &str) -> Option<String> {
    let mut same = form_urlencoded::parse(body).filter(|(known, _)| known == name);
    let only = same.next()?.1.into_owned();
    same.next().is_none().then_some(only)
}

fuzz_target!(|body: &[u8]| {
    let (first, errors) = read(body);
    if errors.iter().any(String::is_empty) {
        return;
    }
    let fits = |name: &str| !errors.iter().any(|error| error == name);

    // Another decoder reads the same.
    if fits("text") {
        assert_eq!(only(body, "text").as_ref(), Some(&first.text));
    }
    if let (true, Some(text)) = (fits("list"), only(body, "list")) {
        let list: Option<Vec<String>> = serde_json::from_str(&text).expect("JSON that is taken is JSON");
        assert_eq!(list.unwrap_or_default(), first.list);
    }

    let text = write(&first, &errors);
    let (second, missing) = read(text.as_bytes());
    assert!(missing.iter().all(|name| errors.contains(name)), "{missing:?} in {text}");
    first.assert_same(&second, fits);
    assert_eq!(text, write(&second, &errors));
});
