//! The values of `sample_body` as Rust expressions.

use super::imports::Imports;
use super::leaves::{json, sample, spelled, variant};
use crate::emit::common::rust::ident;
use crate::emit::common::{sample_body, samples, spelling};
use generator_spec::model::{Api, Field, Literal, Scalar, Shape, Type, TypeId, TypeKind};

/// A value that setters and constructors take.
pub fn argument(api: &Api, shape: &Shape, word: &str, imports: &mut Imports) -> String {
    Sample { api, word, depth: sample_body::DEPTH }.argument(shape, imports)
}

/// A value of exactly a type.
pub fn owned(api: &Api, shape: &Shape, word: &str, imports: &mut Imports) -> String {
    Sample { api, word, depth: sample_body::DEPTH }.owned(shape, imports)
}

/// The array that a list or a map is made from, with items of exactly its type; `None` for other types.
pub fn items(api: &Api, shape: &Shape, word: &str, imports: &mut Imports) -> Option<String> {
    let sample = Sample { api, word, depth: sample_body::DEPTH };
    match shape {
        Shape::List(item) => Some(format!("[{}]", sample.owned(item, imports))),
        Shape::Map(item) => Some(format!("[(\"name\".to_owned(), {})]", sample.owned(item, imports))),
        Shape::Scalar(_) | Shape::Nullable(_) | Shape::Named(_) => None,
    }
}

/// A value whose texts are a word.
#[derive(Clone, Copy)]
struct Sample<'a> {
    api: &'a Api,
    word: &'a str,
    /// The number of levels of nested types that have their fields.
    depth: usize,
}

impl Sample<'_> {
    fn argument(self, shape: &Shape, imports: &mut Imports) -> String {
        match shape {
            Shape::List(_) | Shape::Map(_) if self.depth == 0 => self.empty(shape, imports),
            Shape::Scalar(scalar) => self.scalar(*scalar, imports),
            Shape::List(item) => format!("[{}]", self.item(item, imports)),
            Shape::Map(item) => format!("[(\"name\", {})]", self.item(item, imports)),
            Shape::Nullable(_) => self.owned(shape, imports),
            Shape::Named(id) => self.named(*id, imports),
        }
    }

    /// An item of a list or a map. A list or a map in it must have exactly its type, without conversion.
    fn item(self, shape: &Shape, imports: &mut Imports) -> String {
        match shape {
            Shape::Scalar(_) | Shape::Named(_) => self.argument(shape, imports),
            Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) => self.owned(shape, imports),
        }
    }

    /// A list or a map without items, which ends the recursion of types that contain themselves.
    fn empty(self, shape: &Shape, imports: &mut Imports) -> String {
        let ty = spelled(&spelling::shape(self.api, shape));
        imports.used_in(&ty);
        let (name, arguments) = ty.split_once('<').unwrap_or((&ty, ""));
        format!("{name}::<{arguments}::new()")
    }

    fn owned(self, shape: &Shape, imports: &mut Imports) -> String {
        match shape {
            Shape::List(_) | Shape::Map(_) if self.depth == 0 => self.empty(shape, imports),
            Shape::Nullable(_) if self.depth == 0 => "None".to_owned(),
            Shape::Scalar(Scalar::String) => format!("{:?}.to_owned()", self.word),
            Shape::Scalar(scalar) if scalar.row().is_converted => {
                let ty = spelled(&spelling::shape(self.api, shape));
                let value = self.scalar(*scalar, imports);
                if value.starts_with(&ty) {
                    return value;
                }
                // The crate's root has only some of these types.
                format!("{value}.into()")
            }
            Shape::Scalar(scalar) => self.scalar(*scalar, imports),
            Shape::List(item) => format!("vec![{}]", self.owned(item, imports)),
            Shape::Map(item) => format!("[(\"name\".to_owned(), {})].into()", self.owned(item, imports)),
            Shape::Nullable(inner) => format!("Some({})", self.owned(inner, imports)),
            Shape::Named(id) => match self.api.ty(*id).map(|ty| (ty, &ty.kind)) {
                Some((ty, TypeKind::Opaque)) => {
                    imports.used(&ty.rust);
                    format!("{}::from({})", ty.rust, json(imports))
                }
                Some((
                    _,
                    TypeKind::Fields { .. }
                    | TypeKind::Enum { .. }
                    | TypeKind::Union { .. }
                    | TypeKind::Alias { .. },
                ))
                | None => self.named(*id, imports),
            },
        }
    }

    fn scalar(self, scalar: Scalar, imports: &mut Imports) -> String {
        sample(scalar, imports).map_or_else(|| format!("{:?}", self.word), str::to_owned)
    }

    fn named(self, id: TypeId, imports: &mut Imports) -> String {
        let Some(ty) = self.api.ty(id) else { return json(imports) };
        match &ty.kind {
            TypeKind::Enum { .. } => {
                samples::listed(self.api, id).map(|listed| variant(listed, imports)).unwrap_or_default()
            }
            TypeKind::Fields { .. } => self.object(ty, imports),
            TypeKind::Union { members, .. } => match members.first() {
                _ if self.depth == 0 => {
                    imports.used(&ty.rust);
                    format!("{}::Other({}.into())", ty.rust, json(imports))
                }
                Some(member) => {
                    imports.used(&ty.rust);
                    format!("{}::{}({})", ty.rust, member.rust, self.owned(&member.ty.shape, imports))
                }
                None => json(imports),
            },
            TypeKind::Opaque | TypeKind::Alias { .. } => json(imports),
        }
    }

    /// `Lamp::new("name").room("room")`, or `Lamp::default()`. Required fields are there at any depth.
    fn object(self, ty: &Type, imports: &mut Imports) -> String {
        imports.used(&ty.rust);
        let inner = Self { depth: self.depth.saturating_sub(1), ..self };
        let required = ty.fields().iter().filter(|field| field.is_argument);
        let arguments: Vec<String> = required.map(|field| inner.argument_of(field, imports)).collect();
        // Required constants are sent without being set.
        let is_sent = |field: &&Field| field.required && field.constant.is_some();
        let setters: String = sample_body::shown(ty)
            .into_iter()
            .filter(|field| self.depth > 1 && !field.is_argument && !is_sent(field))
            .map(|field| format!(".{}({})", ident(&field.rust), inner.value_of(field, imports)))
            .collect();
        let creator = if ty.has_constructor() { "new" } else { "default" };
        format!("{}::{creator}({}){setters}", ty.rust, arguments.join(", "))
    }

    /// The value that a constructor takes. For a field that can be null, it is an `Option`, or a value of
    /// exactly the type in it.
    fn argument_of(self, field: &Field, imports: &mut Imports) -> String {
        if !field.nullable {
            return self.value_of(field, imports);
        }
        if self.depth > 0 {
            let text = sample_body::text(field);
            let shape = Shape::Nullable(field.ty.shape.clone().into());
            return Sample { word: &text, ..self }.owned(&shape, imports);
        }
        let ty = spelled(&spelling::shape(self.api, &field.ty.shape));
        imports.used_in(&ty);
        format!("None::<{ty}>")
    }

    /// The value that a setter takes.
    fn value_of(self, field: &Field, imports: &mut Imports) -> String {
        let text = sample_body::text(field);
        let value = match &field.ty.shape {
            _ if field.secret => format!("{text:?}"),
            Shape::Scalar(Scalar::Int | Scalar::Number) => samples::number(&field.limits().range),
            shape => Sample { api: self.api, word: &text, depth: self.depth }.argument(shape, imports),
        };
        match &field.constant {
            Some(Literal::Text(text)) => format!("{text:?}"),
            Some(constant) => constant.text(),
            None => value,
        }
    }
}
