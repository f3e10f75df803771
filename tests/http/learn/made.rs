//! Invented types, and samples of them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use tests::random::Random;

const NAMES: &str = "Name createdAt size_bytes IsActive owner Region quota LastSeen tags Limits policy Version hash \
                     Devices email Count parentId notes Retention color 2fa type self";

/// An invented type.
#[derive(Clone, Debug)]
pub enum Made {
    Bool,
    Int,
    Number,
    Text,
    List(Box<Made>),
    /// Its keys are identifiers.
    Map(Box<Made>),
    Object(Vec<MadeField>),
}

/// The fields that are null, by the type in words.
pub type Nulls = BTreeMap<String, BTreeSet<&'static str>>;

/// A field of an object.
#[derive(Clone, Debug)]
pub struct MadeField {
    pub name: &'static str,
    pub ty: Made,
    /// Null in some samples.
    pub nullable: bool,
    /// Absent from some samples.
    pub optional: bool,
}

impl Made {
    /// Any type; `varies` if null and absent fields can be shown.
    pub fn any(random: &mut Random, depth: usize, varies: bool) -> Self {
        match random.below(if depth < 3 { 9 } else { 4 }) {
            0 => Self::Bool,
            1 => Self::Int,
            2 => Self::Number,
            3 => Self::Text,
            4 => Self::List(Box::new(Self::any(random, depth + 1, varies))),
            5 => Self::Map(Box::new(Self::any(random, depth + 1, varies))),
            _ => Self::object(random, depth, varies),
        }
    }

    pub fn object(random: &mut Random, depth: usize, varies: bool) -> Self {
        let mut fields: Vec<MadeField> = Vec::new();
        for _ in 0..2 + random.below(5) {
            let name = *random.one(&NAMES.split(' ').collect::<Vec<_>>());
            if fields.iter().any(|field| field.name == name) {
                continue;
            }
            let (nullable, optional) = (varies && random.percent(20), varies && random.percent(20));
            // What is within a field that is not always there may not be shown.
            let ty = Self::any(random, depth + 1, varies && !nullable && !optional);
            fields.push(MadeField { name, ty, nullable, optional });
        }
        Self::Object(fields)
    }

    /// Adds the fields that are null in objects with the same fields.
    pub fn nulls(&self, to: &mut Nulls) {
        match self {
            Self::Bool | Self::Int | Self::Number | Self::Text => {}
            Self::List(inside) | Self::Map(inside) => inside.nulls(to),
            Self::Object(fields) => {
                let nullable = fields.iter().filter(|it| it.nullable).map(|it| it.name);
                to.entry(self.bare()).or_default().extend(nullable);
                fields.iter().for_each(|it| it.ty.nulls(to));
            }
        }
    }

    /// Objects with the same fields are of one type: a field that is null in one may be in all.
    pub fn unify(&mut self, nulls: &Nulls) {
        let own = self.bare();
        match self {
            Self::Bool | Self::Int | Self::Number | Self::Text => {}
            Self::List(inside) | Self::Map(inside) => inside.unify(nulls),
            Self::Object(fields) => {
                for field in fields {
                    field.nullable = nulls.get(&own).is_some_and(|it| it.contains(field.name));
                    field.ty.unify(nulls);
                }
            }
        }
    }

    /// The type in words, without nulls.
    fn bare(&self) -> String {
        self.structure().replace(" or null", "")
    }

    /// A sample: the second has nulls, the third lacks fields.
    pub fn sample(&self, random: &mut Random, index: usize) -> Value {
        match self {
            Self::Bool => json!(random.percent(50)),
            Self::Int => json!(1000 + random.below(1_000_000)),
            Self::Number => json!(random.below(1000) as f64 + 0.5),
            Self::Text => json!(format!("CaNaRy {}", random.number())),
            Self::List(item) => json!([item.sample(random, index), item.sample(random, index)]),
            Self::Map(value) => {
                let key = |random: &mut Random| {
                    format!(
                        "{:08x}-0000-4000-8000-{:012x}",
                        random.number() as u32,
                        random.number() & 0xffff_ffff_ffff
                    )
                };
                let (one, other) = (key(random), key(random));
                json!({ one: value.sample(random, index), other: value.sample(random, index) })
            }
            Self::Object(fields) => {
                let mut object = Map::new();
                for field in fields {
                    let value = field.ty.sample(random, index);
                    match index % 3 {
                        1 if field.nullable => drop(object.insert(field.name.to_owned(), Value::Null)),
                        2 if field.optional => {}
                        _ => drop(object.insert(field.name.to_owned(), value)),
                    }
                }
                object.into()
            }
        }
    }

    /// The type in words, whatever the names of the types in it.
    pub fn structure(&self) -> String {
        match self {
            Self::Bool => "bool".to_owned(),
            Self::Int => "int".to_owned(),
            Self::Number => "number".to_owned(),
            Self::Text => "string".to_owned(),
            Self::List(item) => format!("List<{}>", item.structure()),
            Self::Map(value) => format!("Dictionary<string, {}>", value.structure()),
            Self::Object(fields) => {
                let field = |it: &MadeField| {
                    format!("{}: {}{}", it.name, it.ty.structure(), if it.nullable { " or null" } else { "" })
                };
                object(fields.iter().map(field).collect())
            }
        }
    }
}

/// An object with these fields.
pub fn object(mut fields: Vec<String>) -> String {
    fields.sort();
    format!("{{{}}}", fields.join(", "))
}
