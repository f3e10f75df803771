//! The structure of a value, whatever its samples: places with the same structure have the same
//! type.

use std::collections::BTreeMap;

use crate::recordings::{HIDDEN, KINDS, Values};

use super::words;
use generator_spec::model::{self, Api, EnumOf, JsonKind, TypeId, TypeKind};

/// The depth at which nothing is looked at.
const DEEPEST: usize = 16;

/// A number in the documents, which integers are, too.
const NUMBER: &str = "int or number";

/// The structure of a value. `null` is part of none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Structure {
    /// Only `null` was seen, or an empty list, or it is too deep.
    Unknown,
    /// Values of different kinds.
    Any,
    /// `bool`, `int`, `number`, `string`, or an `object` without fields that can be written.
    Plain(&'static str),
    List(Box<Self>),
    /// An object whose keys are values.
    Dictionary(Box<Self>),
    /// An object, its fields by name.
    Object(Vec<(String, Self)>),
}

impl Structure {
    /// The structure of samples.
    pub fn of(seen: &Values<'_>) -> Self {
        Self::below(seen, 0)
    }

    fn below(seen: &Values<'_>, depth: usize) -> Self {
        let below = |seen: &Values<'_>| Self::below(seen, depth + 1);
        let [_, bools, ints, numbers, texts, lists, objects] = KINDS.map(|kind| seen.of_kind(kind) > 0);
        match [bools, ints || numbers, texts, lists, objects] {
            [false, false, false, true, false] | [false, false, false, false, true] if depth == DEEPEST => {
                Self::Unknown
            }
            [false, false, false, false, false] => Self::Unknown,
            [true, false, false, false, false] => Self::Plain("bool"),
            [false, true, false, false, false] => Self::Plain(if numbers { "number" } else { "int" }),
            [false, false, true, false, false] => Self::Plain("string"),
            [false, false, false, true, false] => Self::List(Box::new(below(&seen.items()))),
            [false, false, false, false, true] if is_dictionary(seen) => {
                Self::Dictionary(Box::new(below(&seen.merged_fields())))
            }
            [false, false, false, false, true] => {
                let fields = seen.fields();
                let usable = fields.iter().filter(|(name, _)| words::is_usable(name));
                let fields: BTreeMap<_, _> = usable.map(|(name, it)| (name.to_string(), below(it))).collect();
                if fields.is_empty() {
                    Self::Plain("object")
                } else {
                    Self::Object(fields.into_iter().collect())
                }
            }
            _ => Self::Any,
        }
    }

    /// The structure of a type in the spec; `within` are the types that it is a part of.
    pub fn of_type(api: &Api, shape: &model::Shape, within: &[TypeId]) -> Self {
        let inner = |shape: &model::Shape| Box::new(Self::of_type(api, shape, within));
        match shape {
            model::Shape::Scalar(scalar) => match scalar.row().json {
                JsonKind::String => Self::Plain("string"),
                JsonKind::Integer => Self::Plain("int"),
                JsonKind::Number => Self::Plain(NUMBER),
                JsonKind::Boolean => Self::Plain("bool"),
                JsonKind::Any | JsonKind::Object | JsonKind::Null => Self::Unknown,
            },
            model::Shape::List(item) => Self::List(inner(item)),
            model::Shape::Map(value) => Self::Dictionary(inner(value)),
            model::Shape::Nullable(inner) => Self::of_type(api, inner, within),
            model::Shape::Named(id) => match api.ty(*id).map(|ty| &ty.kind) {
                Some(TypeKind::Fields { fields, .. }) if !within.contains(id) => {
                    let within = [within, &[*id]].concat();
                    let of = |it: &model::Field| (it.name.clone(), Self::of_type(api, &it.ty.shape, &within));
                    Self::Object(fields.iter().map(of).collect::<BTreeMap<_, _>>().into_iter().collect())
                }
                Some(TypeKind::Enum { of: EnumOf::String, .. }) => Self::Plain("string"),
                Some(TypeKind::Enum { of: EnumOf::Number | EnumOf::Int, .. }) => Self::Plain(NUMBER),
                Some(
                    TypeKind::Fields { .. }
                    | TypeKind::Opaque
                    | TypeKind::Union { .. }
                    | TypeKind::Alias { .. },
                )
                | None => Self::Unknown,
            },
        }
    }

    /// Returns whether samples of this structure can be of another.
    pub fn fits(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => true,
            (Self::Plain("int" | "number"), Self::Plain(NUMBER)) => true,
            (Self::List(own), Self::List(other)) | (Self::Dictionary(own), Self::Dictionary(other)) => {
                own.fits(other)
            }
            (Self::Object(own), Self::Object(other)) => {
                own.len() == other.len() && own.iter().zip(other).all(|(a, b)| a.0 == b.0 && a.1.fits(&b.1))
            }
            _ => self == other,
        }
    }

    /// The names of an object's fields.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Object(fields) => fields.iter().map(|(name, _)| name.as_str()).collect(),
            Self::Unknown | Self::Any | Self::Plain(_) | Self::List(_) | Self::Dictionary(_) => Vec::new(),
        }
    }

    /// The structures inside.
    fn inside(&self) -> Vec<&Self> {
        match self {
            Self::Unknown | Self::Any | Self::Plain(_) => Vec::new(),
            Self::List(inside) | Self::Dictionary(inside) => vec![inside],
            Self::Object(fields) => fields.iter().map(|(_, field)| field).collect(),
        }
    }

    /// Returns whether something in it was never seen.
    pub fn is_open(&self) -> bool {
        *self == Self::Unknown || self.inside().into_iter().any(Self::is_open)
    }

    /// The depth of nested objects.
    pub fn depth(&self) -> usize {
        let inside = self.inside().into_iter().map(Self::depth).max().unwrap_or_default();
        usize::from(matches!(self, Self::Object(_))) + inside
    }
}

/// Returns whether the keys are values: most are not known words, or they vary between
/// objects of the same shape.
pub fn is_dictionary(seen: &Values<'_>) -> bool {
    let fields = seen.fields();
    if let Some(others) = fields.get(HIDDEN) {
        return fields.values().map(Values::count).sum::<u64>() < 2 * others.count();
    }
    let Some(first) = fields.values().next().map(Values::names) else { return false };
    let is_alike = |it: &Values<'_>| it.of_kind("object") == it.count() && it.names() == first;
    // Two fields that may be absent look like a dictionary, too, unless what they hold differs in kind.
    let may_be_absent = || fields.values().any(|field| field.count() < seen.of_kind("object"));
    let varies = fields.len() > 2 || may_be_absent() && !seen.merged_fields().is_mixed();
    fields.len() > 1 && first.len() > 1 && varies && fields.values().all(is_alike)
}
