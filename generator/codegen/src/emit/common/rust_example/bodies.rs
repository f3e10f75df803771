//! Values of JSON bodies as Rust expressions: those of `sample_body`.

use super::imports::Imports;
use super::leaves::{json, sample, spelled, variant};
use crate::emit::common::rust::ident;
use crate::emit::common::{sample_body, samples, spelling};
use generator_spec::model::{Api, Field, Literal, Scalar, Shape, Type, TypeId, TypeKind};

/// A value that setters and constructors take.
pub fn argument(api: &Api, shape: &Shape, word: &str, imports: &mut Imports) -> String {
    Sample { api, word, depth: sample_body::DEPTH }.argument(shape, imports)
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
    /// So many types inside types have their fields.
    depth: usize,
}

impl Sample<'_> {
    fn argument(self, shape: &Shape, imports: &mut Imports) -> String {
        match shape {
            Shape::Scalar(scalar) => self.scalar(*scalar, imports),
            Shape::List(item) => format!("[{}]", self.item(item, imports)),
            Shape::Map(item) => format!("[(\"name\", {})]", self.item(item, imports)),
            Shape::Nullable(_) => self.owned(shape, imports),
            Shape::Named(id) => self.named(*id, imports),
        }
    }

    /// An item of a list or a map: one with parts has exactly its type.
    fn item(self, shape: &Shape, imports: &mut Imports) -> String {
        match shape {
            Shape::Scalar(_) | Shape::Named(_) => self.argument(shape, imports),
            Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) => self.owned(shape, imports),
        }
    }

    fn owned(self, shape: &Shape, imports: &mut Imports) -> String {
        match shape {
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
                Some((_, TypeKind::Fields { .. } | TypeKind::Enum { .. } | TypeKind::Union { .. }))
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
                Some(member) => {
                    imports.used(&ty.rust);
                    format!("{}::{}({})", ty.rust, member.rust, self.owned(&member.ty.shape, imports))
                }
                None => json(imports),
            },
            TypeKind::Opaque => json(imports),
        }
    }

    /// `Lamp::default().name("name")`
    fn object(self, ty: &Type, imports: &mut Imports) -> String {
        imports.used(&ty.rust);
        let setters = self.depth.checked_sub(1).map(|depth| {
            // What always has the same value is sent without being set.
            let is_sent = |it: &&Field| it.required && it.constant.is_some();
            let fields = sample_body::shown(ty).into_iter().filter(|it| !is_sent(it));
            fields.map(|it| Self { depth, ..self }.setter(it, imports)).collect::<String>()
        });
        format!("{}::default(){}", ty.rust, setters.unwrap_or_default())
    }

    fn setter(self, field: &Field, imports: &mut Imports) -> String {
        let text = sample_body::text(field);
        let value = match &field.ty.shape {
            _ if field.secret => format!("{text:?}"),
            Shape::Scalar(Scalar::Int | Scalar::Number) => samples::number(&field.range),
            shape => Sample { api: self.api, word: &text, depth: self.depth }.argument(shape, imports),
        };
        let value = match &field.constant {
            Some(Literal::Text(text)) => format!("{text:?}"),
            Some(constant) => constant.text(),
            None => value,
        };
        format!(".{}({value})", ident(&field.rust))
    }
}
