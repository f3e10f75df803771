//! What a value is, whatever its samples: places with the same structure have the same type.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::Shape;

use super::words;
use crate::model::{self, Api, EnumOf, Scalar, TypeId, TypeKind};

/// A number in the documents, which integers are, too.
const NUMBER: &str = "int or number";

/// The structure of a value. `null` is part of none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Structure {
    /// Only `null` was seen, or an empty list.
    Unknown,
    /// Values that are too deep to be kept.
    Lost,
    /// Values of different kinds.
    Mixed,
    /// `bool`, `int`, `number`, `string`, or an `object` without fields that can be written.
    Plain(&'static str),
    /// A list.
    List(Box<Self>),
    /// An object whose keys are values.
    Dictionary(Box<Self>),
    /// An object.
    Object(BTreeMap<String, Self>),
}

impl Structure {
    /// That of samples.
    pub fn of(shape: &Shape) -> Self {
        let numbers = shape.ints + shape.numbers;
        let kinds = [shape.bools, numbers, shape.texts, shape.lists, shape.objects];
        match kinds.map(|count| count > 0) {
            _ if shape.lost > 0 => Self::Lost,
            [false, false, false, false, false] => Self::Unknown,
            [true, false, false, false, false] => Self::Plain("bool"),
            [false, true, false, false, false] if shape.numbers > 0 => Self::Plain("number"),
            [false, true, false, false, false] => Self::Plain("int"),
            [false, false, true, false, false] => Self::Plain("string"),
            [false, false, false, true, false] => {
                Self::List(Box::new(shape.item.as_deref().map_or(Self::Unknown, Self::of)))
            }
            [false, false, false, false, true] => Self::of_objects(shape),
            _ => Self::Mixed,
        }
    }

    fn of_objects(shape: &Shape) -> Self {
        if is_dictionary(shape) {
            return Self::Dictionary(Box::new(Self::of(&shape.merged_fields())));
        }
        let usable = shape.fields.iter().filter(|(name, _)| words::is_usable(name));
        let fields: BTreeMap<_, _> = usable.map(|(name, inside)| (name.clone(), Self::of(inside))).collect();
        if fields.is_empty() { Self::Plain("object") } else { Self::Object(fields) }
    }

    /// That of a type with fields; `within` are the types that it is a part of.
    pub fn of_type(api: &Api, id: TypeId, within: &mut Vec<TypeId>) -> Self {
        match api.ty(id).map(|ty| &ty.kind) {
            Some(TypeKind::Fields { fields, .. }) if !within.contains(&id) => {
                within.push(id);
                let fields = fields.iter().map(|it| (it.name.clone(), Self::spec(api, &it.ty.shape, within)));
                let fields = fields.collect();
                within.pop();
                Self::Object(fields)
            }
            Some(TypeKind::Enum { of: EnumOf::String, .. }) => Self::Plain("string"),
            Some(TypeKind::Enum { of: EnumOf::Number, .. }) => Self::Plain(NUMBER),
            Some(TypeKind::Fields { .. } | TypeKind::Opaque) | None => Self::Unknown,
        }
    }

    fn spec(api: &Api, shape: &model::Shape, within: &mut Vec<TypeId>) -> Self {
        match shape {
            model::Shape::Scalar(Scalar::String) => Self::Plain("string"),
            model::Shape::Scalar(Scalar::Int) => Self::Plain("int"),
            model::Shape::Scalar(Scalar::Number) => Self::Plain(NUMBER),
            model::Shape::Scalar(Scalar::Bool) => Self::Plain("bool"),
            model::Shape::Scalar(Scalar::Any | Scalar::Object | Scalar::Null | Scalar::File) => Self::Unknown,
            model::Shape::List(item) => Self::List(Box::new(Self::spec(api, item, within))),
            model::Shape::Map(value) => Self::Dictionary(Box::new(Self::spec(api, value, within))),
            model::Shape::Named(id) => Self::of_type(api, *id, within),
        }
    }

    /// Whether samples of this structure can be of another.
    pub fn fits(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => true,
            (Self::Plain("int" | "number"), Self::Plain(NUMBER)) => true,
            (Self::List(own), Self::List(other)) | (Self::Dictionary(own), Self::Dictionary(other)) => {
                own.fits(other)
            }
            (Self::Object(own), Self::Object(other)) => {
                own.len() == other.len() && Self::are_within(own, other)
            }
            _ => self == other,
        }
    }

    /// Whether another object has these fields, too.
    pub fn are_within(fields: &BTreeMap<String, Self>, other: &BTreeMap<String, Self>) -> bool {
        fields.iter().all(|(name, own)| other.get(name).is_some_and(|other| own.fits(other)))
    }

    /// Whether something in it was never seen.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Unknown => true,
            Self::Lost | Self::Mixed | Self::Plain(_) => false,
            Self::List(inside) | Self::Dictionary(inside) => inside.is_open(),
            Self::Object(fields) => fields.values().any(Self::is_open),
        }
    }

    /// How deep objects are in each other.
    pub fn depth(&self) -> usize {
        match self {
            Self::Unknown | Self::Lost | Self::Mixed | Self::Plain(_) => 0,
            Self::List(inside) | Self::Dictionary(inside) => inside.depth(),
            Self::Object(fields) => 1 + fields.values().map(Self::depth).max().unwrap_or_default(),
        }
    }

    /// Adds the objects in it, with itself.
    pub fn objects<'a>(&'a self, to: &mut BTreeSet<&'a Self>) {
        match self {
            Self::Unknown | Self::Lost | Self::Mixed | Self::Plain(_) => {}
            Self::List(inside) | Self::Dictionary(inside) => inside.objects(to),
            Self::Object(fields) => {
                to.insert(self);
                fields.values().for_each(|field| field.objects(to));
            }
        }
    }
}

/// Whether the keys are values: most are not known words, or they vary between
/// objects of the same shape.
pub fn is_dictionary(shape: &Shape) -> bool {
    let keys = || shape.fields.keys();
    if let Some(others) = &shape.others {
        return shape.fields.values().map(Shape::count).sum::<u64>() < others.count();
    }
    let objects =
        || shape.fields.values().filter(|field| field.objects > 0 && field.objects == field.count());
    let (Some(first), true) = (objects().next(), objects().count() == keys().count()) else { return false };
    let names = |shape: &Shape| shape.fields.keys().cloned().collect::<BTreeSet<_>>();
    let are_alike =
        keys().count() > 1 && names(first).len() > 1 && objects().all(|field| names(field) == names(first));
    let varies = shape.fields.values().any(|field| field.count() < shape.objects);
    are_alike && (varies || keys().count() > 2)
}
