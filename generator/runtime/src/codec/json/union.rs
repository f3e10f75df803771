//! Types that are one of several others.

use std::borrow::Cow;

use super::{FieldCheck, JsonReader, JsonValue, JsonWriter, Object};
use crate::core::{Json, Misfit};

/// A type of a union that a value may be of: how badly it fits, and how it is read.
pub type Candidate<U> = (usize, fn(JsonReader<'_>) -> Option<U>);

/// Reads a value as the type that fits best; of several, the first. One whose parts have all that
/// their types say comes before others, which may only be older than the server. `None` if none fits.
#[must_use]
pub fn union_best<U>(mut candidates: Vec<Candidate<U>>, from: JsonReader<'_>) -> Option<U> {
    candidates.sort_by_key(|(misfit, _)| *misfit);
    let from = from.candidate();
    let best = |from| candidates.iter().find_map(|(_, read)| read(from));
    // With one candidate, nothing depends on it.
    if candidates.len() < 2 || from.is_tried() {
        return best(from);
    }
    best(from.tried()).or_else(|| best(from))
}

/// Returns how badly an object fits a type: the number of fields that the type doesn't have.
/// `None` if it lacks one that the type requires, has none of the type's, or has another value
/// where the type always has the same.
#[must_use]
pub fn object_fit<T: Object>(from: JsonReader<'_>) -> Option<usize> {
    fit(T::FIELDS, T::CHECKS, from)
}

fn fit(names: &[(&str, &str)], checks: &[FieldCheck], from: JsonReader<'_>) -> Option<usize> {
    // A part of an object may lack all but what tells types apart.
    let required = checks.iter().filter(|it| !from.is_partial() || it.has_constant());
    let mut required: Vec<_> = required.filter_map(|it| it.required_name(from)).collect();
    let (mut unknown, mut known, mut is_another) = (0, 0, false);
    let mut each = |name: Cow<'_, str>, value: JsonReader<'_>| {
        required.retain(|required| *required != name);
        let differs = |it: &FieldCheck| it.name() == name && it.is_another(value.as_str());
        is_another |= !value.is_null() && checks.iter().any(differs);
        match names.iter().any(|(_, json)| *json == name) {
            true => known += 1,
            false => unknown += 1,
        }
        Ok(())
    };
    from.each_field(&mut each).ok()?;
    let is_it = !is_another && required.is_empty() && (known > 0 || unknown == 0 || names.is_empty());
    is_it.then_some(unknown)
}

/// Returns the text of the field `tag` of an object.
#[must_use]
pub fn union_tag(from: JsonReader<'_>, tag: &str) -> Option<String> {
    union_field(from, tag).and_then(|value| String::read_json(value).ok())
}

/// Returns the last field of that name, if the value is an object that has one.
#[must_use]
pub fn union_field<'a>(from: JsonReader<'a>, name: &str) -> Option<JsonReader<'a>> {
    let mut found = None;
    let mut each = |field: Cow<'_, str>, value| {
        if field == name {
            found = Some(value);
        }
        Ok(())
    };
    from.each_field(&mut each).ok()?;
    found
}

/// Writes a value of one of the types, with all constants, which tell them apart.
pub fn union_member<T: JsonValue>(value: &T, to: &mut JsonWriter) {
    let is_member = std::mem::replace(&mut to.is_member, true);
    value.write_json(to);
    to.is_member = is_member;
}

/// Writes an object with its tag, which comes first unless the object has it.
pub fn union_tagged<T: JsonValue>(tag: &str, value: &str, object: &T, to: &mut JsonWriter) {
    let mut inner = to.inner();
    object.write_json(&mut inner);
    if union_field(JsonReader::new(&inner.text), tag).is_some() {
        return to.append(inner, 0);
    }
    to.text("{");
    to.name(tag);
    to.string(value);
    to.text(if inner.text == "{}" { "" } else { "," });
    to.append(inner, 1);
}

/// Writes an object with two fields: the tag, and the value.
pub fn union_with_content<T: JsonValue>(tag: (&str, &str), content: &str, value: &T, to: &mut JsonWriter) {
    to.text("{");
    to.name(tag.0);
    to.string(tag.1);
    to.text(",");
    to.name(content);
    value.write_json(to);
    to.text("}");
}

/// Keeps a value whole that is of none of the types.
///
/// # Errors
/// If it isn't JSON, or another union has to know whether it is of a type.
pub fn union_other<U>(from: JsonReader<'_>, other: fn(Json) -> U) -> Result<U, Misfit> {
    if from.is_tried() {
        return Err(Misfit::new("of none of the types"));
    }
    Json::read_json(from).map(other)
}

/// Defines a type that is one of several others, which their shapes tell apart: the one that fits
/// best, and of several, the first. A value that fits none is kept as `Other`.
///
/// ```
/// api_runtime::union! {
///     /// A place of a bed.
///     pub enum Place {
///         /// By number.
///         Number(i64),
///         /// By name.
///         Name(String),
///     }
/// }
///
/// let place: Place = serde_json::from_str("\"north\"")?;
/// assert_eq!(place, Place::Name("north".to_owned()));
/// let other: Place = serde_json::from_str("[1]")?;
/// assert_eq!(serde_json::to_string(&other)?, "[1]");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! union {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$doc:meta])* $variant:ident($held:ty $(,)?)),* $(,)?
        }
    ) => {
        $crate::__union! {
            $(#[$meta])* $vis enum $name { $($(#[$doc])* $variant($held)),* }
            |from| {
                let candidates: Vec<$crate::__private::Candidate<Self>> = [$(
                    <$held as $crate::JsonValue>::fit(from).map(|fit| {
                        let read: fn($crate::JsonReader<'_>) -> Option<Self> =
                            |from| <$held as $crate::JsonValue>::read_json(from).ok().map(Self::$variant);
                        (fit, read)
                    }),
                )*].into_iter().flatten().collect();
                match $crate::__private::union_best(candidates, from) {
                    Some(known) => Ok(known),
                    None => $crate::__private::union_other(from, Self::Other),
                }
            },
            |from| [$(<$held as $crate::JsonValue>::fit(from)),*].into_iter().flatten().min(),
            |value, to| match value {
                $(Self::$variant(value) => $crate::__private::union_member(value, to),)*
                Self::Other(json) => $crate::JsonValue::write_json(json, to),
            }
        }
    };
}

/// Defines a type that is one of several others, which a field tells apart. A value without the
/// field, or with another text in it, is kept as `Other`. With a second name, the value is not
/// the object around the tag, but a field of it.
///
/// ```
/// # #[derive(Clone)]
/// # pub struct Bed { pub length: Option<i64>, pub extra: api_runtime::Extra }
/// # api_runtime::object! { Bed { length: "length" } }
/// api_runtime::tagged_union! {
///     /// A thing in the garden.
///     pub enum Thing = "kind" {
///         /// A bed.
///         Bed(Bed) = "bed",
///     }
/// }
///
/// let thing: Thing = serde_json::from_str(r#"{"kind":"bed","length":2}"#)?;
/// assert!(matches!(&thing, Thing::Bed(bed) if bed.length == Some(2)));
/// let bed = Thing::Bed(Bed { length: Some(3), ..Bed::default() });
/// assert_eq!(serde_json::to_string(&bed)?, r#"{"kind":"bed","length":3}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! tagged_union {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident = $tag:literal {
            $($(#[$doc:meta])* $variant:ident($held:ty $(,)?) = $value:literal),* $(,)?
        }
    ) => {
        $crate::__union! {
            $(#[$meta])* $vis enum $name { $($(#[$doc])* $variant($held)),* }
            |from| match $crate::__private::union_tag(from, $tag).as_deref() {
                $(Some($value) => <$held as $crate::JsonValue>::read_json(from).map(Self::$variant),)*
                _ => $crate::__private::union_other(from, Self::Other),
            },
            |from| match $crate::__private::union_tag(from, $tag).as_deref() {
                $(Some($value) => Some(0),)*
                _ => None,
            },
            |value, to| match value {
                $(Self::$variant(value) => $crate::__private::union_tagged($tag, $value, value, to),)*
                Self::Other(json) => $crate::JsonValue::write_json(json, to),
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident = $tag:literal, $content:literal {
            $($(#[$doc:meta])* $variant:ident($held:ty $(,)?) = $value:literal),* $(,)?
        }
    ) => {
        $crate::__union! {
            $(#[$meta])* $vis enum $name { $($(#[$doc])* $variant($held)),* }
            |from| match (
                $crate::__private::union_tag(from, $tag).as_deref(),
                $crate::__private::union_field(from, $content),
            ) {
                $((Some($value), Some(content)) => {
                    let held = <$held as $crate::JsonValue>::read_json(content);
                    held.map(Self::$variant).map_err(|misfit| misfit.in_field($content))
                })*
                _ => $crate::__private::union_other(from, Self::Other),
            },
            |from| match $crate::__private::union_tag(from, $tag).as_deref() {
                $(Some($value) => Some(0),)*
                _ => None,
            },
            |value, to| match value {
                $(Self::$variant(value) => {
                    $crate::__private::union_with_content(($tag, $value), $content, value, to);
                })*
                Self::Other(json) => $crate::JsonValue::write_json(json, to),
            }
        }
    };
}

/// The common part of unions.
#[doc(hidden)]
#[macro_export]
macro_rules! __union {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident($held:ty $(,)?)),* }
        |$from:ident| $read:expr,
        |$fit_from:ident| $fit:expr,
        |$value:ident, $to:ident| $write:expr
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        $vis enum $name {
            $($(#[$doc])* $variant($held),)*
            /// Any other value, as received.
            Other($crate::Json),
        }

        impl $crate::JsonValue for $name {
            fn read_json($from: $crate::JsonReader<'_>) -> Result<Self, $crate::Misfit> {
                $read
            }

            fn write_json(&self, $to: &mut $crate::JsonWriter) {
                let $value = self;
                $write
            }

            fn placeholder() -> Self {
                Self::default()
            }

            fn fit($fit_from: $crate::JsonReader<'_>) -> Option<usize> {
                $fit
            }
        }

        impl Default for $name {
            /// `null`
            fn default() -> Self {
                Self::Other($crate::Json::default())
            }
        }

        impl From<$crate::Json> for $name {
            fn from(json: $crate::Json) -> Self {
                Self::Other(json)
            }
        }

        $crate::__serde_by_json!($name);
    };
}

#[cfg(test)]
mod tests {
    use crate::{Extra, Json};

    #[derive(Clone)]
    struct Cat {
        name: Option<String>,
        lives: Option<i64>,
        extra: Extra,
    }
    crate::object! { Cat { name: "name" (required), lives: "lives" } }

    #[derive(Clone)]
    struct Dog {
        name: Option<String>,
        owner: Option<crate::Secret>,
        extra: Extra,
    }
    crate::object! { Dog { name: "name" (required), owner: "owner" } }

    crate::open_enum! {
        /// Colors.
        enum Color {
            /// Red.
            Red = "red",
        }
    }

    crate::union! {
        /// By shape.
        enum Shape {
            /// A cat.
            Cat(Cat),
            /// A dog.
            Dog(Dog),
            /// A color.
            Color(Color),
            /// Cats.
            Cats(Vec<Cat>),
            /// Itself.
            Inner(Vec<Shape>),
        }
    }

    crate::tagged_union! {
        /// By tag.
        enum Pet = "kind" {
            /// A cat.
            Cat(Box<Cat>) = "cat",
            /// A dog.
            Dog(Dog) = "dog",
        }
    }

    crate::tagged_union! {
        /// By tag, with a field.
        enum Boxed = "kind", "value" {
            /// A number.
            Number(i64) = "number",
        }
    }

    #[derive(Clone)]
    struct Circle {
        form: Option<String>,
        size: Option<i64>,
        extra: Extra,
    }
    crate::object! { Circle { form: "form" (required = "\"circle\""), size: "size" } }

    #[derive(Clone)]
    struct Square {
        form: Option<String>,
        size: Option<i64>,
        extra: Extra,
    }
    crate::object! { Square { form: "form" (optional = "\"square\""), size: "size" } }

    #[derive(Clone)]
    struct Painted {
        color: Option<Color>,
        on: Option<Form>,
        extra: Extra,
    }
    crate::object! { Painted { color: "color" (required), on: "on" } }

    #[derive(Clone)]
    struct Named {
        color: Option<String>,
        on: Option<Cat>,
        extra: Extra,
    }
    crate::object! { Named { color: "color" (required), on: "on" } }

    crate::union! {
        /// By constants.
        enum Form {
            /// A circle.
            Circle(Circle),
            /// A square.
            Square(Square),
        }
    }

    crate::union! {
        /// By what is in fields.
        enum Inner {
            /// A listed color.
            Painted(Painted),
            /// Any color.
            Named(Named),
        }
    }

    #[test]
    fn constants_tell_types_apart() {
        let form = |json: &str| serde_json::from_str::<Form>(json).unwrap();
        assert!(matches!(form(r#"{"form":"circle","size":1}"#), Form::Circle(_)));
        assert!(matches!(form(r#"{"form":"square","size":1}"#), Form::Square(_)));
        assert!(matches!(form(r#"{"size":1}"#), Form::Square(_)));
        let other = r#"{"form":"star","size":1}"#;
        assert!(matches!(form(other), Form::Other(json) if json.as_str() == other));
        let written = serde_json::to_string(&Form::Circle(Circle { size: Some(2), ..Circle::default() }));
        assert_eq!(written.unwrap(), r#"{"form":"circle","size":2}"#);
        assert_eq!(serde_json::to_string(&Form::Square(Square::default())).unwrap(), "{}");
    }

    #[test]
    fn listed_values_constants_and_required_fields_in_fields_tell_types_apart() {
        let inner = |json: &str| serde_json::from_str::<Inner>(json).unwrap();
        assert!(matches!(inner(r#"{"color":"red"}"#), Inner::Painted(_)));
        assert!(matches!(inner(r#"{"color":"blue"}"#), Inner::Named(_)));
        assert!(matches!(inner(r#"{"color":"red","on":{"name":"a"}}"#), Inner::Named(_)));
        assert!(matches!(inner(r#"{"color":"red","on":{"form":"circle"}}"#), Inner::Painted(_)));
        // Nothing tells: a newer server may list more.
        assert!(matches!(inner(r#"{"color":"blue","on":{"form":"circle"}}"#), Inner::Painted(_)));
    }

    #[derive(Clone)]
    struct Lock {
        id: Option<String>,
        code: Option<crate::Secret>,
        extra: Extra,
    }
    crate::object! { Lock { id: "id" (required), code: "code" (written) } }

    #[derive(Clone)]
    struct Door {
        wood: Option<String>,
        lock: Option<Lock>,
        extra: Extra,
    }
    crate::object! { Door { wood: "wood" (written_nullable), lock: "lock" } }

    crate::union! {
        /// Types with fields that only requests have.
        enum Part {
            /// A lock.
            Lock(Lock),
            /// A door.
            Door(Door),
        }
    }

    #[test]
    fn a_field_that_only_requests_have_is_not_missing_in_responses() {
        let part = |json: &str| serde_json::from_str::<Part>(json).unwrap();
        assert!(matches!(part(r#"{"id":"a"}"#), Part::Lock(_)));
        assert!(matches!(part(r#"{"lock":{"id":"a"}}"#), Part::Door(_)));
        let request = |json: &str| {
            let from = super::JsonReader::new(json).requiring(crate::codec::json::Required::Checked);
            <Part as crate::JsonValue>::read_json(from).unwrap()
        };
        assert!(matches!(request(r#"{"id":"a","code":"b"}"#), Part::Lock(_)));
        assert!(matches!(request(r#"{"id":"a"}"#), Part::Other(_)));
    }

    crate::open_enum! {
        /// Odd.
        enum Odd {
            /// One.
            One = "one",
        }
    }

    crate::open_enum! {
        /// Even.
        enum Even {
            /// Two.
            Two = "two",
        }
    }

    /// A link of a chain.
    #[derive(Clone)]
    struct OddLink {
        size: Option<i64>,
        kind: Option<Odd>,
        next: Option<Box<Link>>,
        extra: Extra,
    }
    crate::object! { OddLink { size: "size", kind: "kind", next: "next" } }

    /// A link of a chain.
    #[derive(Clone)]
    struct EvenLink {
        size: Option<String>,
        kind: Option<Even>,
        next: Option<Box<Link>>,
        extra: Extra,
    }
    crate::object! { EvenLink { size: "size", kind: "kind", next: "next" } }

    crate::union! {
        /// By the values in fields.
        enum Link {
            /// Odd.
            Odd(OddLink),
            /// Even.
            Even(EvenLink),
        }
    }

    /// If what is inside were read for each type, the time would double with each level.
    #[test]
    fn a_deep_value_is_read_for_one_type_only() {
        let chain = |before: &str, after: &str, last: &str| {
            format!(
                r"{}{last}{}",
                format!(r#"{{{before}"next":"#).repeat(100),
                format!("{after}}}").repeat(100)
            )
        };
        // By a listed value and by a type.
        for (before, after) in [(r#""kind":"two","#, ""), (r#""size":"x","#, ""), ("", r#","kind":"two""#)] {
            let read = |last: &str| serde_json::from_str::<Link>(&chain(before, after, last)).unwrap();
            let Link::Even(even) = read(r#"{"kind":"two"}"#) else { panic!("{before} {after}") };
            assert!(matches!(even.next.as_deref(), Some(Link::Even(_))));
            // The deepest value is of a newer server.
            assert!(!matches!(read(r#"{"kind":"new"}"#), Link::Other(_)));
        }
        assert_eq!((Odd::VALUES, Even::VALUES), (&["one"][..], &["two"][..]));
    }

    fn shape(json: &str) -> Shape {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn the_best_shape_is_chosen_and_what_fits_none_is_kept() {
        assert!(matches!(shape(r#"{"name":"a"}"#), Shape::Cat(_)));
        assert!(matches!(shape(r#"{"name":"a","owner":"b"}"#), Shape::Dog(_)));
        assert!(matches!(shape(r#"{"name":"a","lives":"x","y":1}"#), Shape::Dog(_)));
        assert!(matches!(shape(r#""red""#), Shape::Color(Color::Red)));
        assert_eq!(Color::VALUES, ["red"]);
        assert!(matches!(shape(r#"[{"name":"a"}]"#), Shape::Cats(_)));
        assert!(matches!(shape(r#"["red"]"#), Shape::Inner(_)));
        for other in [r#""blue""#, "1", "null", r#"{"lives":9}"#, "{}"] {
            let read = shape(other);
            assert!(matches!(&read, Shape::Other(json) if json.as_str() == other), "{read:?}");
            assert_eq!(serde_json::to_string(&read).unwrap(), other);
        }
        let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
        assert_eq!(serde_json::to_string(&shape(&deep)).unwrap(), deep);
    }

    #[test]
    fn a_tag_is_read_and_written() {
        let pet: Pet = serde_json::from_str(r#"{"name":"a","kind":"cat"}"#).unwrap();
        assert!(matches!(&pet, Pet::Cat(cat) if cat.name.as_deref() == Some("a")));
        assert_eq!(serde_json::to_string(&pet).unwrap(), r#"{"name":"a","kind":"cat"}"#);
        assert_eq!(serde_json::to_string(&Pet::Dog(Dog::default())).unwrap(), r#"{"kind":"dog"}"#);
        let dog = Pet::Dog(Dog { owner: Some("s".into()), ..Dog::default() });
        assert_eq!(serde_json::to_string(&dog).unwrap(), r#"{"kind":"dog","owner":"s"}"#);
        for other in [r#"{"kind":"cow"}"#, "{}", "1", r#"{"kind":1}"#] {
            assert_eq!(
                serde_json::from_str::<Pet>(other).unwrap(),
                Pet::Other(other.parse::<Json>().unwrap())
            );
        }
        let error = serde_json::from_str::<Pet>(r#"{"kind":"cat","lives":"x"}"#).unwrap_err();
        assert!(error.to_string().starts_with("`lives`: "), "{error}");
    }

    #[test]
    fn a_tag_may_be_beside_the_value() {
        let boxed: Boxed = serde_json::from_str(r#"{"kind":"number","value":7}"#).unwrap();
        assert_eq!(boxed, Boxed::Number(7));
        assert_eq!(serde_json::to_string(&boxed).unwrap(), r#"{"kind":"number","value":7}"#);
        assert!(matches!(serde_json::from_str(r#"{"kind":"number"}"#).unwrap(), Boxed::Other(_)));
        let error = serde_json::from_str::<Boxed>(r#"{"kind":"number","value":"x"}"#).unwrap_err();
        assert!(error.to_string().starts_with("`value`: "), "{error}");
    }
}
