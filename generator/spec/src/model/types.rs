//! Types: what the documents call them and what they are.

use serde_json::Value;

use super::{
    Deprecation, EnumOf, Limits, ListStyle, Literal, Only, Overlaid, Range, Scalar, Status, Version,
    plain_text,
};
use crate::naming;

/// Index of a type in `Api::types`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TypeId(pub usize);

/// A named type.
#[derive(Clone, Debug)]
pub struct Type {
    /// Name in the documents, or ours if they have none.
    pub name: String,
    /// Rust name.
    pub rust: String,
    /// True if the spec overrides its usual Rust name.
    pub renamed: bool,
    /// The documents' description.
    pub doc: Option<String>,
    /// Deprecation.
    pub deprecated: Option<Deprecation>,
    /// The documents use it but don't name it.
    pub unnamed: bool,
    /// Its kind.
    pub kind: TypeKind,
    /// Its source, if that is not the documents.
    pub source: Option<String>,
    /// The type that it is a part of, if it is that of partial bodies.
    pub part_of: Option<String>,
    /// True if code can have its values: it isn't only in bytes and texts.
    pub in_rust: bool,
}

impl Type {
    /// Returns whether a value needs a constructor: it has no default.
    #[must_use]
    pub fn has_constructor(&self) -> bool {
        self.fields().iter().any(|field| field.is_argument || !field.is_option)
    }

    /// Returns whether it lists values.
    #[must_use]
    pub fn is_enum(&self) -> bool {
        matches!(self.kind, TypeKind::Enum { .. })
    }

    /// Returns the types that it names, if it is an alias.
    pub fn named(&self) -> impl Iterator<Item = &TypeRef> {
        let (ty, keys) = match &self.kind {
            TypeKind::Alias { ty, keys, .. } => (Some(ty), keys.as_ref()),
            TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Fields { .. } | TypeKind::Union { .. } => {
                (None, None)
            }
        };
        ty.into_iter().chain(keys)
    }

    /// Returns whether it is another type in Rust.
    #[must_use]
    pub fn is_alias(&self) -> bool {
        matches!(self.kind, TypeKind::Alias { .. })
    }

    /// Returns its fields; a type of another kind has none.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        match &self.kind {
            TypeKind::Fields { fields, .. } => fields,
            TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. } => &[],
        }
    }
}

impl Type {
    /// Returns whether it lists numbers that aren't all whole.
    #[must_use]
    pub fn has_fractions(&self) -> bool {
        let is_fraction = |it: &Variant| matches!(it.value, Literal::Float(_));
        matches!(&self.kind, TypeKind::Enum { variants, .. } if variants.iter().any(is_fraction))
    }

    /// Returns the types that it is one of; a type of another kind has none.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        match &self.kind {
            TypeKind::Union { members, .. } => members,
            TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Fields { .. } | TypeKind::Alias { .. } => {
                &[]
            }
        }
    }
}

/// The kind of a type.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there are few aliases, and each is read more often than made")]
pub enum TypeKind {
    /// Its fields are not shown.
    Opaque,
    /// It has fields.
    Fields {
        /// The origin of the fields: documented or inferred.
        status: Status,
        /// The fields, in the documents' order; those of the type that it extends come first.
        fields: Vec<Field>,
        /// The type that it extends.
        extends: Option<String>,
        /// Type of the fields that are not listed.
        additional: Option<TypeRef>,
        /// Servers refuse fields that are not listed.
        closed: bool,
        /// Limits of the number of fields.
        range: Range,
    },
    /// Another type with limits: in Rust, it is that type.
    Alias {
        /// The other type.
        ty: TypeRef,
        /// The type of the keys, if it is a map whose keys have limits.
        keys: Option<TypeRef>,
        /// Its limits.
        range: Range,
    },
    /// It lists values; others are kept too.
    Enum {
        /// The type of its values.
        of: EnumOf,
        /// Servers refuse values that are not listed.
        closed: bool,
        /// The listed values.
        variants: Vec<Variant>,
    },
    /// It is one of several types; others are kept too.
    Union {
        /// The field that says which; without it, the shape does.
        tag: Option<String>,
        /// The field that has the member, where it doesn't have the tag itself.
        content: Option<String>,
        /// Servers refuse values of other types.
        closed: bool,
        /// A value is of the first type that it fits; otherwise of the one that it fits best.
        is_first: bool,
        /// The types.
        members: Vec<Member>,
    },
}

impl TypeKind {
    /// Returns whether it is a union.
    #[must_use]
    pub fn is_union(&self) -> bool {
        matches!(self, Self::Union { .. })
    }
}

/// A type of a union.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Member {
    /// Rust name of the variant.
    #[serde(skip)]
    pub rust: String,
    /// Value of the tag; `None` without one.
    pub value: Option<String>,
    /// The type.
    #[serde(rename = "type")]
    pub ty: TypeRef,
}

/// A listed value.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Variant {
    /// Name of the constant, if it has one.
    pub constant: Option<String>,
    /// Rust name.
    #[serde(skip)]
    pub rust: String,
    /// The value.
    pub value: Literal,
    /// Deprecation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecation>,
}

/// A field of a type.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name: in JSON, too, unless `sent_as` says otherwise.
    pub name: String,
    /// Name in JSON, if it is another.
    pub sent_as: Option<String>,
    /// True if it is always there.
    pub required: bool,
    /// True if the documents don't say that it is required.
    pub required_inferred: bool,
    /// True if a partial body can't set it to null, since the whole has it.
    pub is_kept: bool,
    /// True if it is an `Option` in Rust.
    pub is_option: bool,
    /// True if the constructor of its type takes it.
    pub is_argument: bool,
    /// The one value it has.
    pub constant: Option<Literal>,
    /// Limits of its value.
    pub range: Range,
    /// The separator of the items of a list that is one text.
    pub list: Option<ListStyle>,
    /// The direction in which it is sent, if only one.
    pub only: Option<Only>,
    /// Rust name.
    pub rust: String,
    /// True if the spec overrides its usual Rust name.
    pub renamed: bool,
    /// Type.
    pub ty: TypeRef,
    /// True if the documents say `or null`.
    pub nullable: bool,
    /// First server version that has it.
    pub since: Option<Version>,
    /// Deprecation.
    pub deprecated: Option<Deprecation>,
    /// Value that a server uses when it is absent.
    pub default: Option<Value>,
    /// The documents' description.
    pub doc: Option<String>,
    /// Never shown in Debug, errors and logs.
    pub secret: bool,
    /// Its source, if that is not the documents.
    pub source: Option<Overlaid>,
    /// Its type contains the field's own type, without a list or dictionary in between.
    pub boxed: bool,
}

/// A use of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeRef {
    /// As the documents write it, without `(JSON)`, `?` and `or null`: `List<string>`.
    pub notation: String,
    /// Its shape.
    pub shape: Shape,
    /// The limits that its types have.
    pub limits: Limits,
}

/// The shape of a type where it is used.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// One of the types of the notation.
    Scalar(Scalar),
    /// A list.
    List(Box<Shape>),
    /// A map from texts.
    Map(Box<Shape>),
    /// A type, or null.
    Nullable(Box<Shape>),
    /// A named type.
    Named(TypeId),
}

impl Field {
    /// Its name in JSON.
    #[must_use]
    pub fn wire_name(&self) -> &str {
        self.sent_as.as_deref().unwrap_or(&self.name)
    }

    /// Its default in JSON: a list may be one text there.
    #[must_use]
    pub fn wire_default(&self) -> Option<Value> {
        let default = self.default.as_ref()?;
        let between = self.list.and_then(ListStyle::between);
        let joined = between.zip(default.as_array()).map(|(between, items)| {
            items.iter().map(plain_text).collect::<Vec<_>>().join(&between.to_string()).into()
        });
        Some(joined.unwrap_or_else(|| default.clone()))
    }

    /// Returns whether requests can have it.
    #[must_use]
    pub fn in_requests(&self) -> bool {
        self.only != Some(Only::Read)
    }

    /// Returns whether responses can have it.
    #[must_use]
    pub fn in_responses(&self) -> bool {
        self.only != Some(Only::Write)
    }

    /// The limits of its value: its own and those of its type.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.ty.limits.and(&self.range)
    }

    /// The Rust name of the method that sets it to null, if it can be null.
    #[must_use]
    pub fn null_setter(&self) -> Option<String> {
        self.nullable.then(|| naming::null_setter(&self.rust))
    }
}

/// Access to the types inside a shape.
impl Shape {
    /// Returns whether it is a file, or a list of files.
    pub fn is_file(&self) -> bool {
        match self {
            Self::Scalar(scalar) => *scalar == Scalar::File,
            Self::List(item) => **item == Self::Scalar(Scalar::File),
            Self::Map(_) | Self::Nullable(_) | Self::Named(_) => false,
        }
    }

    /// The type without lists, maps and null around it.
    #[must_use]
    pub fn innermost(&self) -> &Self {
        match self {
            Self::List(item) | Self::Map(item) | Self::Nullable(item) => item.innermost(),
            Self::Scalar(_) | Self::Named(_) => self,
        }
    }

    /// The named types inside.
    pub fn named(&self) -> Option<TypeId> {
        match self.innermost() {
            Self::Named(id) => Some(*id),
            Self::Scalar(_) | Self::List(_) | Self::Map(_) | Self::Nullable(_) => None,
        }
    }

    /// The form of its texts, or those of its items, such as that of a timestamp.
    #[must_use]
    pub fn text_form(&self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(*scalar).filter(|it| it.row().is_text_form()),
            Self::List(inner) | Self::Nullable(inner) => inner.text_form(),
            Self::Map(_) | Self::Named(_) => None,
        }
    }
}
