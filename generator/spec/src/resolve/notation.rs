//! The documents' notation of types: `List<string> (JSON)?`, `string or null`.

use crate::diagnostics::{At, did_you_mean};
use crate::limits;
use crate::model::{Presence, Scalar, Shape, TypeRef};

use super::scope::Scope;

/// A type and the marks of its notation.
pub struct Notation {
    /// The type.
    pub ty: TypeRef,
    /// `(JSON)`.
    pub json: bool,
    /// `?`.
    pub presence: Presence,
    /// `or null`.
    pub nullable: bool,
    /// The type is invalid, and read as `any`.
    pub is_lost: bool,
}

impl Notation {
    /// Returns whether it is a file, or a list of files.
    pub fn is_file(&self) -> bool {
        self.ty.shape.is_file()
    }
}

/// Checks of what a place allows.
impl Notation {
    /// The type without the marks.
    pub fn into_type(self) -> TypeRef {
        match self.nullable {
            false => self.ty,
            true => TypeRef {
                notation: format!("{} or null", self.ty.notation),
                shape: Shape::Nullable(Box::new(self.ty.shape)),
            },
        }
    }

    /// Reports marks other than `or null`, and files.
    pub fn check_plain(&self, what: &str, scope: &Scope<'_>, at: At<'_>) {
        if self.json || self.presence == Presence::Optional || self.is_file() {
            let title = format!("{what} cannot be `(JSON)`, `?` or a file");
            scope.errors.push(at, title, "write the type alone or with ` or null`");
        }
    }
}

impl Scope<'_> {
    /// Returns whether a text without marks is a type.
    pub fn is_type(&self, text: &str) -> bool {
        shape(text, self, 0).is_ok()
    }

    /// Reads a notation; what it doesn't know is reported and read as `any`.
    pub fn read(&self, text: &str, at: At<'_>) -> Notation {
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
        let mut is_lost = false;
        let shape = shape(rest, self, 0).unwrap_or_else(|wrong| {
            is_lost = true;
            self.report(&wrong, at);
            Shape::Scalar(Scalar::Any)
        });
        Notation { ty: TypeRef { notation: rest.to_owned(), shape }, json, presence, nullable, is_lost }
    }

    fn report(&self, wrong: &Wrong<'_>, at: At<'_>) {
        match wrong {
            Wrong::Deep => {
                let help = "define an inner part as a type in types.yaml";
                self.errors.push(at, format!("the type is nested more than {DEEPEST} levels deep"), help);
            }
            Wrong::File => {
                let help = "write `file` or `List<file>`";
                self.errors.push(at, "only a list can hold files, and no list is in another", help);
            }
            Wrong::Unknown(name) => {
                let scalars = Scalar::ALL.iter().flat_map(|it| it.row().names).copied();
                let known = scalars.chain(self.type_names());
                let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '*'));
                let add = match is_name {
                    true => format!("add `{name}` to types.yaml (`{name}: opaque` if its fields are not shown)"),
                    false if name.matches('<').count() > name.matches('>').count() => {
                        "in braces, quote a type that has a comma: `\"Dictionary<string, T>\"`".to_owned()
                    }
                    false if name.contains('|') => "name the types in types.yaml: `Either: {union: [A, B]}`".to_owned(),
                    false => "write a single type, or `List<T>`, `Array<T>`, `Dictionary<string, T>`; see the language reference"
                        .to_owned(),
                };
                let help = limits::type_of_others(name).unwrap_or_else(|| did_you_mean(name, known, add));
                let at = at.poisoned_if(self.source.loses_type(name));
                self.errors.push(at, format!("unknown type `{name}`"), help);
            }
        }
    }
}

/// Why a text is not a type.
enum Wrong<'t> {
    /// This part of it is unknown.
    Unknown(&'t str),
    /// It is nested too deep.
    Deep,
    /// Files are in it that a form can't have.
    File,
}

/// The greatest depth of nested types.
const DEEPEST: usize = 16;

/// The shape of a type that is so deep inside another.
fn shape<'t>(text: &'t str, scope: &Scope<'_>, depth: usize) -> Result<Shape, Wrong<'t>> {
    if depth > DEEPEST {
        return Err(Wrong::Deep);
    }
    let text = text.trim();
    if let Some(inner) = text.strip_suffix(" or null").filter(|_| depth > 0) {
        return Ok(Shape::Nullable(Box::new(shape(inner, scope, depth + 1)?)));
    }
    if let Some(scalar) = Scalar::named(text) {
        let is_inside = scalar == Scalar::File && depth > 0;
        return if is_inside { Err(Wrong::File) } else { Ok(Shape::Scalar(scalar)) };
    }
    let inside = |start: &str| text.strip_prefix(start).and_then(|rest| rest.strip_suffix('>'));
    if let Some(item) = inside("List<").or_else(|| inside("Array<")) {
        if depth == 0 && Scalar::named(item.trim()) == Some(Scalar::File) {
            return Ok(Shape::List(Box::new(Shape::Scalar(Scalar::File))));
        }
        return Ok(Shape::List(Box::new(shape(item, scope, depth + 1)?)));
    }
    if let Some(value) = inside("Dictionary<string,") {
        return Ok(Shape::Map(Box::new(shape(value, scope, depth + 1)?)));
    }
    scope.type_id(text).map(Shape::Named).ok_or(Wrong::Unknown(text))
}
