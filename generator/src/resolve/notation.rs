//! The documents' notation of types: `List<string> (JSON)?`, `string or null`.

use crate::diagnostics::{At, Faults};
use crate::model::{Presence, Scalar, Shape, TypeRef};

use super::scope::{TypeNames, did_you_mean};

/// The types of the notation that have no parts.
const SCALARS: &[(&str, Scalar)] = &[
    ("string", Scalar::String),
    ("int", Scalar::Int),
    ("number", Scalar::Number),
    ("bool", Scalar::Bool),
    ("boolean", Scalar::Bool),
    ("any", Scalar::Any),
    ("object", Scalar::Object),
    ("null", Scalar::Null),
    ("file", Scalar::File),
];

/// A type and what its notation says beside it.
pub struct Notation {
    /// The type.
    pub ty: TypeRef,
    /// `(JSON)`.
    pub json: bool,
    /// `?`.
    pub presence: Presence,
    /// `or null`.
    pub nullable: bool,
}

/// Reads a notation; what it doesn't know is reported and read as `any`.
pub fn read(text: &str, types: &TypeNames, at: At<'_>, faults: &mut Faults) -> Notation {
    let mut rest = text.trim();
    let (mut json, mut nullable, mut presence) = (false, false, Presence::Required);
    loop {
        if let Some(shorter) = rest.strip_suffix('?') {
            presence = Presence::Optional;
            rest = shorter.trim_end();
        } else if let Some(shorter) = rest.strip_suffix(" or null") {
            nullable = true;
            rest = shorter.trim_end();
        } else if let Some(shorter) = rest.strip_suffix("(JSON)") {
            json = true;
            rest = shorter.trim_end();
        } else {
            break;
        }
    }
    let shape = shape(rest, types, 0).unwrap_or_else(|wrong| {
        let unknown = match wrong {
            Wrong::Unknown(unknown) => unknown,
            Wrong::Deep => {
                faults.push(
                    at,
                    "a type nested deeper than 16 levels",
                    "give an inner part a name in types.yaml",
                );
                return Shape::Scalar(Scalar::Any);
            }
            Wrong::File => {
                faults.push(
                    at,
                    "a file inside a list or dictionary",
                    "a form holds each file in a parameter of its own",
                );
                return Shape::Scalar(Scalar::Any);
            }
        };
        let known = SCALARS.iter().map(|(name, _)| *name).chain(types.all());
        let add = if unknown.contains(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '*')) {
            "write a type alone, or `List<T>`, `Array<T>`, `Dictionary<string, T>`; see spec/README.md"
                .to_owned()
        } else {
            format!("add `{unknown}` to types.yaml (`{unknown}: opaque` where its fields are not shown)")
        };
        faults.push(at, format!("unknown type `{unknown}`"), did_you_mean(unknown, known, &add));
        Shape::Scalar(Scalar::Any)
    });
    Notation { ty: TypeRef { notation: rest.to_owned(), shape }, json, presence, nullable }
}

/// Why a text is no type.
enum Wrong<'t> {
    /// This part of it is unknown.
    Unknown(&'t str),
    /// It is nested too deep.
    Deep,
    /// It is a list of files.
    File,
}

/// How deep types can be nested.
const DEEPEST: usize = 16;

/// The shape of a type that stands so deep inside another.
fn shape<'t>(text: &'t str, types: &TypeNames, depth: usize) -> Result<Shape, Wrong<'t>> {
    if depth > DEEPEST {
        return Err(Wrong::Deep);
    }
    let text = text.trim();
    if let Some((_, scalar)) = SCALARS.iter().find(|(name, _)| *name == text) {
        let is_inside = *scalar == Scalar::File && depth > 0;
        return if is_inside { Err(Wrong::File) } else { Ok(Shape::Scalar(*scalar)) };
    }
    let inside = |start: &str| text.strip_prefix(start).and_then(|rest| rest.strip_suffix('>'));
    if let Some(item) = inside("List<").or_else(|| inside("Array<")) {
        return Ok(Shape::List(Box::new(shape(item, types, depth + 1)?)));
    }
    if let Some(value) = inside("Dictionary<string,") {
        return Ok(Shape::Map(Box::new(shape(value, types, depth + 1)?)));
    }
    types.find(text).map(Shape::Named).ok_or(Wrong::Unknown(text))
}
