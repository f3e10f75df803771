//! Sample values for the parameters of an operation.
//!
//! The same rules make the value that is sent, from the operation's
//! descriptor, and the value that must arrive, from the spec's export.

use api_runtime::{Decode, Descriptor, Encoding, FormReader, Format, Parameter, Upload};
use serde_json::{Value, json};

use super::spec::Spec;

/// Text that breaks every sloppy encoding.
pub const AWKWARD: &str = "ä &=+%\n\"€😀#;?\\";

/// Part of every secret, and of nothing else.
pub const CANARY: &str = "CaNaRy";

/// Part of all JSON of an unknown shape.
pub const OPAQUE: &str = "OpAqUe";

/// Name and content of every file.
pub const FILE: (&str, &[u8]) = ("fä\"i l.bin", b"\0\r\n--file\xff");

/// The parameters that are set.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    Required,
    All,
}

/// The texts of the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    Awkward,
    /// A different canary in every secret.
    Canaries,
}

impl Fill {
    pub fn secret(self, name: &str) -> String {
        match self {
            Self::Awkward => format!("{AWKWARD}{name}"),
            Self::Canaries => canary(name),
        }
    }
}

/// The canary in the secret of that name.
pub fn canary(name: &str) -> String {
    format!("{CANARY}-{name} ä&=+%/\"z")
}

/// The facts of a parameter that decide its sample value.
pub struct Shape<'a> {
    pub name: &'a str,
    pub ty: &'a str,
    pub required: bool,
    pub json: bool,
    pub file: bool,
    pub nullable: bool,
    pub secret: bool,
    pub six_digits: bool,
    pub values: Vec<&'a str>,
}

/// The value of a parameter.
#[derive(Debug, PartialEq)]
pub enum Wire {
    Text(String),
    Json(Value),
    File,
}

impl<'a> From<&'a Parameter> for Shape<'a> {
    fn from(parameter: &'a Parameter) -> Self {
        Self {
            name: parameter.name,
            ty: parameter.type_name,
            required: parameter.required,
            json: parameter.json,
            file: parameter.file,
            nullable: parameter.nullable,
            secret: parameter.secret,
            six_digits: parameter.format == Some(Format::SixDigits),
            values: parameter.values.to_vec(),
        }
    }
}

/// The value of a parameter, if it is set.
pub fn wire(shape: &Shape<'_>, choice: Choice, fill: Fill) -> Option<Wire> {
    let set = match choice {
        Choice::Required => shape.required,
        Choice::All => true,
    };
    set.then(|| {
        if shape.file {
            Wire::File
        } else if shape.json {
            Wire::Json(json_of(shape.ty, None, fill))
        } else {
            Wire::Text(text(shape, choice, fill))
        }
    })
}

/// The value of a parameter that is text.
pub fn text(shape: &Shape<'_>, choice: Choice, fill: Fill) -> String {
    if shape.secret && fill != Fill::Awkward {
        return fill.secret(shape.name);
    }
    if shape.nullable && matches!(choice, Choice::Required) {
        return String::new();
    }
    if shape.six_digits {
        return "012345".to_owned();
    }
    if let Some(value) = shape.values.last() {
        return (*value).to_owned();
    }
    match shape.ty {
        "string" => format!("{AWKWARD}{}", shape.name),
        "int" => "-9007199254740993".to_owned(),
        "number" => "12.5".to_owned(),
        "bool" | "boolean" => matches!(choice, Choice::All).to_string(),
        other => panic!("no sample for the type {other}"),
    }
}

/// JSON of a type; of one that the spec does not know, an object.
pub fn json_of(ty: &str, spec: Option<&Spec>, fill: Fill) -> Value {
    if let Some(item) = inner(ty, "List<").or_else(|| inner(ty, "Array<")) {
        return json!([json_of(item, spec, fill), json_of(item, spec, fill)]);
    }
    if let Some(entry) = inner(ty, "Dictionary<string, ") {
        return json!({ AWKWARD: json_of(entry, spec, fill), "b": json_of(entry, spec, fill) });
    }
    match ty {
        "string" => json!(AWKWARD),
        "int" => json!(-9_007_199_254_740_993_i64),
        "number" => json!(12.5),
        "bool" | "boolean" => json!(true),
        "null" => Value::Null,
        _ => spec.and_then(|spec| spec.ty(ty)).map_or_else(opaque, |known| match known["kind"].as_str() {
            Some("values") => known["values"].as_array().unwrap().last().unwrap()["value"].clone(),
            Some("fields") => object(&known["fields"], spec, fill),
            _ => opaque(),
        }),
    }
}

fn inner<'a>(ty: &'a str, prefix: &str) -> Option<&'a str> {
    ty.strip_prefix(prefix)?.strip_suffix('>')
}

/// An object with every field and an unknown one.
fn object(fields: &Value, spec: Option<&Spec>, fill: Fill) -> Value {
    let mut object = serde_json::Map::new();
    for field in fields.as_array().unwrap() {
        let name = field["name"].as_str().unwrap();
        let value = match field["secret"] == true {
            true => json!(fill.secret(name)),
            false => json_of(field["type"].as_str().unwrap(), spec, fill),
        };
        object.insert(name.to_owned(), value);
    }
    object.insert("no such field".to_owned(), opaque());
    object.into()
}

fn opaque() -> Value {
    json!({ "text": format!("{OPAQUE} {AWKWARD}"), "list": [1, -2.5, null, true, []], "ü \"": { "deep": { "": 0 } } })
}

/// The parameters of one request.
#[derive(Clone)]
pub struct Sample {
    form: String,
    file: Option<&'static str>,
}

impl Sample {
    pub fn new(descriptor: &'static Descriptor, choice: Choice, fill: Fill) -> Self {
        let mut form = form_urlencoded::Serializer::new(String::new());
        let mut file = None;
        for parameter in descriptor.parameters {
            match wire(&parameter.into(), choice, fill) {
                Some(Wire::Text(text)) => drop(form.append_pair(parameter.name, &text)),
                Some(Wire::Json(json)) => drop(form.append_pair(parameter.name, &json.to_string())),
                Some(Wire::File) => file = Some(parameter.name),
                None => {}
            }
        }
        // A form in parts needs no file, but a file needs one.
        assert!(file.is_none() || descriptor.encoding == Encoding::Multipart, "{}", descriptor.name);
        Self { form: form.finish(), file }
    }

    /// A form and the name of a file.
    #[allow(dead_code)]
    pub fn of_form(form: String, file: Option<&'static str>) -> Self {
        Self { form, file }
    }

    /// The typed request.
    pub fn decode<O: Decode>(self) -> O {
        let mut reader = FormReader::new(self.form.as_bytes());
        if let Some(name) = self.file {
            reader = reader.with_file(name, Upload::bytes(FILE.0, FILE.1));
        }
        let operation = O::decode(&mut reader);
        reader.finish().expect("the sample fits the operation");
        operation
    }
}
