//! Listed values.

use generator_spec::keywords::VARIANTS;
use generator_spec::naming;
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::{map, some, yes};
use crate::importer::Importer;
use crate::names::RustNames;
use crate::schemas::Named;
use crate::typed::Typed;

impl Importer<'_> {
    /// `enum` and `const`.
    pub fn enumeration(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let all = match at.value.get("enum").and_then(Value::as_array) {
            Some(all) => &all[..],
            None => at.value.get("const").map_or(&[][..], std::slice::from_ref),
        };
        let types = at.types();
        let nullable = at.is_nullable() || all.iter().any(Value::is_null);
        if let ([ty], true) = (&types[..], all.iter().any(|it| !it.is_null() && !is_of(it, &types))) {
            self.remark(at, "listed values of another type", *ty);
        }
        let mut values: Vec<Value> = Vec::new();
        for value in all.iter().filter(|it| !it.is_null()) {
            let value = as_type(value, &types);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let mut typed = match &values[..] {
            [] => Typed::of("null"),
            [one] if matches!(one, Value::String(_) | Value::Bool(_)) || one.is_number() => {
                Typed { constant: Some(one.clone()), ..Typed::of(kind(one)) }
            }
            all if all.iter().all(Value::is_boolean) => Typed::of("bool"),
            _ => self.listed(at, &values, named, false),
        };
        typed.nullable |= nullable;
        typed
    }

    /// A type of these values.
    pub fn listed(&mut self, at: &At<'_>, values: &[Value], named: Named<'_>, nullable: bool) -> Typed {
        let of = match values {
            all if all.iter().all(Value::is_string) => "string",
            all if all.iter().all(Value::is_number) => "number",
            all if all.iter().all(|it| it.is_string() || it.is_number()) => {
                return self.mixed(at, values, named, nullable);
            }
            _ => {
                self.lose(at, "listed values of several types", "");
                return Typed { nullable, ..Typed::of("any") };
            }
        };
        let is_int = of == "number" && values.iter().all(Value::is_i64);
        let of = if is_int { "int" } else { of };
        let ty = map(json!({
            "unnamed": yes(matches!(named, Named::By(_))),
            "of": of,
            "values": constants(at, values),
            "deprecated_values": some(deprecated(at, values)),
        }));
        Typed { nullable, ..self.defined(named, at, ty) }
    }

    /// Texts and numbers: a union of two lists.
    fn mixed(&mut self, at: &At<'_>, values: &[Value], named: Named<'_>, nullable: bool) -> Typed {
        let (texts, numbers): (Vec<_>, Vec<_>) = values.iter().cloned().partition(Value::is_string);
        let bare = at.with(&Value::Null);
        let members = [(texts, "word"), (numbers, "number")].map(|(values, end)| {
            let words = format!("{} {end}", named.words());
            self.listed(&bare, &values, Named::By(&words), false).notation
        });
        let ty = map(json!({"union": members}));
        Typed { nullable, ..self.defined(named, at, ty) }
    }
}

/// The values as a list; with names if some can't be names.
fn constants(at: &At<'_>, values: &[Value]) -> Value {
    let of_azure = at.get("x-ms-enum").map_or(&[][..], |it| it.list("values"));
    let given = [at.list("x-enum-varnames"), at.list("x-enumNames"), of_azure];
    let given = given.into_iter().find(|it| !it.is_empty()).into_iter().flatten();
    let given: Vec<&str> = given.filter_map(|it| it.get("name").unwrap_or(it).as_str()).collect();
    let mut names = RustNames::new(VARIANTS);
    let mut constants = Map::new();
    let mut has_names = false;
    for (index, value) in values.iter().enumerate() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let name = given.get(index).filter(|_| given.len() == values.len()).map_or(text.as_str(), |it| *it);
        let other = names.take(name, "value");
        has_names |= other.is_some() || name != text;
        let name = other.unwrap_or_else(|| if has_names { naming::type_name(name) } else { name.to_owned() });
        constants.insert(name, value.clone());
    }
    match has_names {
        true => Value::Object(constants),
        false => Value::Array(values.to_vec()),
    }
}

/// The values that Google marks as deprecated, in a list beside them.
fn deprecated(at: &At<'_>, values: &[Value]) -> Map<String, Value> {
    let marked =
        at.list("x-enumDeprecated").iter().zip(values).filter(|(mark, _)| **mark == Value::Bool(true));
    marked.map(|(_, value)| (value.as_str().unwrap_or_default().to_owned(), json!({}))).collect()
}

/// Values are often texts of numbers, or numbers that should be texts: the type says it.
fn as_type(value: &Value, types: &[&str]) -> Value {
    let read = |is: fn(&Value) -> bool| {
        let text = value.as_str().map(str::trim).unwrap_or_default();
        serde_json::from_str(text).ok().filter(is).unwrap_or_else(|| value.clone())
    };
    match types {
        ["string"] if value.is_number() || value.is_boolean() => json!(value.to_string()),
        ["integer"] => read(Value::is_i64),
        ["number"] => read(Value::is_number),
        ["boolean"] => read(Value::is_boolean),
        _ => value.clone(),
    }
}

/// Returns whether a value is of one of these types.
pub fn is_of(value: &Value, types: &[&str]) -> bool {
    match types {
        ["string"] => value.is_string(),
        ["integer" | "number"] => value.is_number(),
        ["boolean"] => value.is_boolean(),
        ["object"] => value.is_object(),
        ["array"] => value.is_array(),
        _ => true,
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_i64() => "int",
        Value::Number(_) => "number",
        _ => "string",
    }
}
