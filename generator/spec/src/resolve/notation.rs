//! The documents' notation of types: `List<string> (JSON)?`, `string or null`.

use crate::diagnostics::{At, did_you_mean};
use crate::limits;
use crate::model::{Limits, Presence, Scalar, Shape, TypeId, TypeRef};

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
                limits: self.ty.limits,
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
        let (shape, limits) = shape(rest, self, 0).unwrap_or_else(|wrong| {
            is_lost = true;
            self.report(&wrong, at);
            (Shape::Scalar(Scalar::Any), Limits::default())
        });
        // Of an alias.
        let shape = match shape {
            Shape::Nullable(inner) => {
                nullable = true;
                *inner
            }
            shape => shape,
        };
        Notation {
            ty: TypeRef { notation: rest.to_owned(), shape, limits },
            json,
            presence,
            nullable,
            is_lost,
        }
    }

    fn report(&self, wrong: &Wrong, at: At<'_>) {
        match wrong {
            Wrong::Deep => {
                let help = "define an inner part as a type in types.yaml; one that contains itself needs `fields` or a `union`";
                self.errors.push(at, format!("the type is nested more than {DEEPEST} levels deep"), help);
            }
            Wrong::File => {
                let help = "write `file` or `List<file>`";
                self.errors.push(at, "only a list can hold files, and no list is in another", help);
            }
            Wrong::Elsewhere => {}
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
enum Wrong {
    /// This part of it is unknown.
    Unknown(String),
    /// It is nested too deep.
    Deep,
    /// Files are in it that a form can't have.
    File,
    /// A type that it names is reported where it is defined.
    Elsewhere,
}

/// The greatest depth of nested types.
const DEEPEST: usize = 16;

/// The shape of a type that is so deep inside another, and the limits that types in it have.
fn shape(text: &str, scope: &Scope<'_>, depth: usize) -> Result<(Shape, Limits), Wrong> {
    if depth > DEEPEST {
        return Err(Wrong::Deep);
    }
    let text = text.trim();
    if let Some(inner) = text.strip_suffix(" or null").filter(|_| depth > 0) {
        return Ok(match shape(inner, scope, depth + 1)? {
            (nullable @ Shape::Nullable(_), limits) => (nullable, limits),
            (inner, limits) => (Shape::Nullable(Box::new(inner)), limits),
        });
    }
    if let Some(scalar) = Scalar::named(text) {
        let is_inside = scalar == Scalar::File && depth > 0;
        return if is_inside { Err(Wrong::File) } else { Ok((Shape::Scalar(scalar), Limits::default())) };
    }
    let inside = |start: &str| text.strip_prefix(start).and_then(|rest| rest.strip_suffix('>'));
    let around = |inner: &str, of: fn(Box<Shape>) -> Shape| {
        let (inner, limits) = shape(inner, scope, depth + 1)?;
        Ok((of(Box::new(inner)), Limits { inner: limits.boxed(), ..Limits::default() }))
    };
    if let Some(item) = inside("List<").or_else(|| inside("Array<")) {
        if depth == 0 && Scalar::named(item.trim()) == Some(Scalar::File) {
            return Ok((Shape::List(Box::new(Shape::Scalar(Scalar::File))), Limits::default()));
        }
        return around(item, Shape::List);
    }
    if let Some(value) = inside("Dictionary<string,") {
        return around(value, Shape::Map);
    }
    let id = scope.type_id(text).ok_or_else(|| Wrong::Unknown(text.to_owned()))?;
    named(id, scope, depth)
}

/// A type of types.yaml: an alias is the type that it names, with limits.
fn named(id: TypeId, scope: &Scope<'_>, depth: usize) -> Result<(Shape, Limits), Wrong> {
    let Some(source) = scope.type_source(id) else { return Ok((Shape::Named(id), Limits::default())) };
    let range = source.limits();
    let Some(notation) = source.alias() else {
        let of = (range != Default::default()).then_some(id);
        return Ok((Shape::Named(id), Limits { of, range, ..Limits::default() }));
    };
    let read = |text: &str| {
        shape(text, scope, depth + 1).map_err(|wrong| match wrong {
            Wrong::Deep => wrong,
            Wrong::Unknown(_) | Wrong::File | Wrong::Elsewhere => Wrong::Elsewhere,
        })
    };
    let (shape, limits) = read(&notation)?;
    let keys = source.keys.as_ref().map(|keys| read(keys)).transpose()?;
    let keys = keys.and_then(|(_, limits)| limits.boxed());
    Ok((shape, Limits { of: Some(id), keys, ..limits.and(&range) }))
}
