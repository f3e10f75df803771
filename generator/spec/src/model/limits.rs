//! Limits of values.

use serde::Serialize;

use super::{Literal, Shape, Type, TypeId, TypeRef};

/// Limits of a value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Range {
    /// Least value of a number.
    pub min: Option<Literal>,
    /// Greatest value of a number.
    pub max: Option<Literal>,
    /// The value that a number is greater than.
    pub exclusive_min: Option<Literal>,
    /// The value that a number is less than.
    pub exclusive_max: Option<Literal>,
    /// The number that a number is a multiple of.
    pub multiple_of: Option<Literal>,
    /// Least number of characters.
    pub min_length: Option<u32>,
    /// Greatest number of characters.
    pub max_length: Option<u32>,
    /// Least number of items, or of entries.
    pub min_items: Option<u32>,
    /// Greatest number of items, or of entries.
    pub max_items: Option<u32>,
    /// True if no two items are equal.
    pub unique: bool,
    /// Regular expression that a part of a text matches.
    pub pattern: Option<String>,
}

/// The kinds of values that can have a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A number.
    Number,
    /// A text.
    Text,
    /// A list.
    List,
    /// A list, a map or an object.
    Counted,
}

/// A key of a limit, what can have it, and whether it is set.
pub type LimitKey = (&'static str, Holder, fn(&Range) -> bool);

/// The keys of limits.
pub const LIMITS: [LimitKey; 11] = [
    ("min", Holder::Number, |it| it.min.is_some()),
    ("max", Holder::Number, |it| it.max.is_some()),
    ("exclusive_min", Holder::Number, |it| it.exclusive_min.is_some()),
    ("exclusive_max", Holder::Number, |it| it.exclusive_max.is_some()),
    ("multiple_of", Holder::Number, |it| it.multiple_of.is_some()),
    ("min_length", Holder::Text, |it| it.min_length.is_some()),
    ("max_length", Holder::Text, |it| it.max_length.is_some()),
    ("min_items", Holder::Counted, |it| it.min_items.is_some()),
    ("max_items", Holder::Counted, |it| it.max_items.is_some()),
    ("unique", Holder::List, |it| it.unique),
    ("pattern", Holder::Text, |it| it.pattern.is_some()),
];

impl Range {
    /// These limits, and others: a value has each limit once.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        Self {
            min: self.min.or_else(|| other.min.clone()),
            max: self.max.or_else(|| other.max.clone()),
            exclusive_min: self.exclusive_min.or_else(|| other.exclusive_min.clone()),
            exclusive_max: self.exclusive_max.or_else(|| other.exclusive_max.clone()),
            multiple_of: self.multiple_of.or_else(|| other.multiple_of.clone()),
            min_length: self.min_length.or(other.min_length),
            max_length: self.max_length.or(other.max_length),
            min_items: self.min_items.or(other.min_items),
            max_items: self.max_items.or(other.max_items),
            unique: self.unique || other.unique,
            pattern: self.pattern.or_else(|| other.pattern.clone()),
        }
    }
}

/// Limits of a value and of what is in it, as its type has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// The type that has them. In Rust, one that is no object is the type that it is an alias of.
    pub of: Option<TypeId>,
    /// Those of the value itself.
    pub range: Range,
    /// Those of the items of a list, or of the values of a map.
    pub inner: Option<Box<Self>>,
    /// Those of the keys of a map.
    pub keys: Option<Box<Self>>,
}

impl Limits {
    /// These limits and more of the value itself.
    #[must_use]
    pub fn and(&self, range: &Range) -> Self {
        Self { range: self.range.clone().and(range), ..self.clone() }
    }

    /// The same in a box, if there are any.
    #[must_use]
    pub fn boxed(self) -> Option<Box<Self>> {
        (self != Self::default()).then(|| Box::new(self))
    }

    /// The types that have them, the outer ones first.
    pub fn types(&self) -> Vec<TypeId> {
        let inner = [&self.inner, &self.keys].into_iter().flatten();
        self.of.into_iter().chain(inner.flat_map(|it| it.types())).collect()
    }

    /// Forgets which types have them, and the limits of objects.
    fn unname(&mut self, shape: &Shape) {
        let (inner, is_object) = match shape {
            Shape::Nullable(inner) => return self.unname(inner),
            Shape::List(inner) | Shape::Map(inner) => (Some(inner), false),
            Shape::Named(_) => (None, true),
            Shape::Scalar(_) => (None, false),
        };
        self.of = None;
        if is_object {
            *self = Self::default();
        }
        if let (Some(limits), Some(shape)) = (&mut self.inner, inner) {
            limits.unname(shape);
        }
    }
}

impl Shape {
    /// It in the notation of types.
    #[must_use]
    pub fn notation(&self, types: &[Type]) -> String {
        match self {
            Self::Scalar(scalar) => scalar.row().names.first().copied().unwrap_or_default().to_owned(),
            Self::List(item) => format!("List<{}>", item.notation(types)),
            Self::Map(value) => format!("Dictionary<string, {}>", value.notation(types)),
            Self::Nullable(inner) => format!("{} or null", inner.notation(types)),
            Self::Named(id) => types.get(id.0).map(|ty| ty.name.clone()).unwrap_or_default(),
        }
    }
}

impl TypeRef {
    /// A use of a type without limits.
    #[must_use]
    pub fn new(notation: impl Into<String>, shape: Shape) -> Self {
        Self { notation: notation.into(), shape, limits: Limits::default() }
    }

    /// The notation without aliases: what they are in its place.
    #[must_use]
    pub fn expanded(&self, types: &[Type]) -> String {
        let is_alias = |id: TypeId| types.get(id.0).is_some_and(Type::is_alias);
        match self.limits.types().into_iter().any(is_alias) {
            true => self.shape.notation(types),
            false => self.notation.clone(),
        }
    }

    /// The items of a list.
    #[must_use]
    pub fn items(&self, types: &[Type]) -> Option<Self> {
        let Shape::List(item) = &self.shape else { return None };
        let (_, rest) = self.notation.split_once('<').unzip();
        let own = rest.and_then(|it| Some(it.strip_suffix('>')?.trim().to_owned()));
        let limits = self.limits.inner.as_deref().cloned().unwrap_or_default();
        let notation = own.unwrap_or_else(|| item.notation(types));
        Some(Self { notation, shape: (**item).clone(), limits })
    }

    /// The types that it names: those that are aliases first.
    pub fn types(&self) -> impl Iterator<Item = TypeId> + use<> {
        self.limits.types().into_iter().chain(self.shape.named())
    }

    /// Makes it that of parts of objects, whose limits are those of the whole.
    pub fn unname(&mut self) {
        self.limits.unname(&self.shape);
    }
}
