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
crate::object! { Lock { id: "id" (required), code: "code" (write required) } }

#[derive(Clone)]
struct Door {
    wood: Option<String>,
    lock: Option<Lock>,
    extra: Extra,
}
crate::object! { Door { wood: "wood" (write nullable), lock: "lock" } }

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
        let tape = super::Tape::of(json).unwrap();
        let from = super::JsonReader::new(json, &tape).requiring(crate::codec::json::Required::Checked);
        from.read::<Part>()
    };
    assert!(matches!(request(r#"{"id":"a","code":"b"}"#), Ok(Part::Lock(_))));
    assert_eq!(request(r#"{"id":"a"}"#).unwrap_err().to_string(), "`code`: missing");
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
        format!(r"{}{last}{}", format!(r#"{{{before}"next":"#).repeat(100), format!("{after}}}").repeat(100))
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

/// Nothing tells the types apart but what is inside. If each type looked at that, the steps would double
/// with each level.
#[test]
fn a_value_of_a_newer_version_is_kept_whole_at_any_depth() {
    for last in ["7", "[{}]", r#"{"new":[1.50]}"#, r#"{"size":{}}"#, r#"{"kind":"new"}"#, r#"{"kind":"two"}"#]
    {
        for depth in [1, 19, 120] {
            let json = format!("{}{last}{}", r#"{"next":"#.repeat(depth), "}".repeat(depth));
            let tape = super::Tape::of(&json).unwrap();
            let link: Link = super::JsonReader::new(&json, &tape).read().unwrap();
            assert_eq!(serde_json::to_string(&link).unwrap(), json);
            assert!(!matches!(link, Link::Other(_)), "{json}");
            // One step for each name of each type at each level.
            assert!(tape.taken() < (depth + 2) * 2000, "{} for {json}", tape.taken());
        }
    }
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
        assert_eq!(serde_json::from_str::<Pet>(other).unwrap(), Pet::Other(other.parse::<Json>().unwrap()));
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

crate::union! {
    /// A cat or a dog.
    enum Closed = closed {
        /// A cat.
        Cat(Cat),
        /// A list.
        Numbers(Vec<i64>),
    }
}

crate::tagged_union! {
    /// By tag.
    enum Kept = "kind"; closed {
        /// A cat.
        Cat(Cat) = "cat",
    }
}

crate::tagged_union! {
    /// By tag, with a field.
    enum KeptApart = "kind", "value"; closed {
        /// A cat.
        Cat(Cat) = "cat",
    }
}

const LIVES: crate::Range = crate::Range { max: Some("9"), ..crate::Range::NONE };

#[derive(Clone)]
struct Tom {
    name: Option<String>,
    lives: Option<i64>,
    extra: Extra,
}
crate::object! { Tom { name: "name" (required), lives: "lives" (optional, LIVES) } }

crate::union! {
    /// By shape.
    enum Limited {
        /// With a limit.
        Tom(Tom),
        /// By a constant.
        Circle(Circle),
    }
}

crate::union! {
    /// Around others.
    enum Around {
        /// Of numbers only.
        Number(Numbered),
        /// Of objects.
        Limited(Limited),
        /// By a tag.
        Pet(Pet),
    }
}

crate::union! {
    /// Without objects.
    enum Numbered {
        /// A number.
        Number(i64),
        /// Numbers.
        Numbers(Vec<i64>),
    }
}

/// Why a server refuses a value; `Other` if it doesn't know it.
#[cfg(any(feature = "cli", feature = "server"))]
fn checked<T: crate::JsonValue + std::fmt::Debug>(json: &str) -> String {
    let tape = crate::codec::json::Tape::of(json).unwrap();
    let from = crate::JsonReader::new(json, &tape).requiring(crate::codec::json::Required::Checked);
    match from.read::<T>() {
        Ok(value) => format!("{value:?}").split('(').next().unwrap_or_default().to_owned(),
        Err(misfit) => misfit.to_string(),
    }
}

#[cfg(any(feature = "cli", feature = "server"))]
#[test]
fn a_server_checks_a_union_as_any_type() {
    const NONE: &str = "matches none of the union's types";
    for (json, expected) in [
        (r#"{"name":"tom","lives":9}"#, "Tom"),
        (r#"{"name":"tom","lives":10}"#, "`lives`: greater than 9"),
        (r#"{"name":"tom","lives":"nine"}"#, "`lives`: expected an integer, found string"),
        ("{}", "`name`: missing"),
        ("[1]", NONE),
        ("\"x\"", NONE),
        ("null", NONE),
        (r#"{"form":"circle","size":"x"}"#, "`size`: expected an integer, found string"),
        // What a newer description may have.
        (r#"{"form":"star"}"#, "Other"),
        (r#"{"wings":2}"#, "Other"),
    ] {
        assert_eq!(checked::<Limited>(json), expected, "{json}");
    }
    // A union in it has the types that it has.
    for (json, expected) in [
        ("{}", "`name`: missing"),
        (r#"{"name":"tom","lives":"nine"}"#, "`lives`: expected an integer, found string"),
        (r#"{"form":"circle","size":"x"}"#, "`size`: expected an integer, found string"),
        (r#"{"kind":"bird","wings":2}"#, "Pet"),
        ("[1]", "Number"),
        ("\"x\"", NONE),
    ] {
        assert_eq!(checked::<Around>(json), expected, "{json}");
    }
    for (json, expected) in
        [(r#"{"name":"tom"}"#, "Cat"), ("[1]", "Numbers"), (r#"{"wings":2}"#, NONE), ("[\"a\"]", NONE)]
    {
        assert_eq!(checked::<Closed>(json), expected, "{json}");
    }
}

#[cfg(any(feature = "cli", feature = "server"))]
#[test]
fn a_server_needs_the_tag_of_a_union() {
    for (json, tagged, closed, apart) in [
        (r#"{"kind":"cat","name":"a"}"#, "Cat", "Cat", "`value`: missing"),
        (
            r#"{"kind":"bird"}"#,
            "Other",
            "`kind`: not one of the listed values",
            "`kind`: not one of the listed values",
        ),
        ("{}", "`kind`: missing", "`kind`: missing", "`kind`: missing"),
        (
            "[1]",
            "expected an object, found sequence",
            "expected an object, found sequence",
            "expected an object, found sequence",
        ),
        (
            r#"{"kind":1}"#,
            "`kind`: expected a string, found integer",
            "`kind`: expected a string, found integer",
            "`kind`: expected a string, found integer",
        ),
    ] {
        assert_eq!(checked::<Pet>(json), tagged, "{json}");
        assert_eq!(checked::<Kept>(json), closed, "{json}");
        assert_eq!(checked::<KeptApart>(json), apart, "{json}");
    }
}
