//! Errors of `resolve`, in words for readers of the description.

/// The reason for types of which `resolve` can't tell one from another.
pub const ALIKE: &str = "types of a union whose shapes are alike: the first that fits counts";

/// Words of an error, and what they mean.
const PLAIN: &[(&str, &str)] = &[
    ("cannot be told apart by their shapes", ALIKE),
    ("which comes before it", ALIKE),
    ("already belongs to", "an operation with the method and the path of another"),
    ("apart, and its encoding differs", "an operation with the method and the path of another"),
    ("is also a parameter of the authentication block", "a parameter that the credential sends, too"),
    ("are sent under the same name", "a second parameter with the same name at the same place"),
    ("cannot be sent as a name", "a name that cannot be sent at its place"),
    ("is not the name of a header", "a name that cannot be sent at its place"),
    ("is not the name of a cookie", "a name that cannot be sent at its place"),
    ("is not a value of type", "a default or a constant that isn't of its own type"),
    ("is not one of the values of", "a default or a constant that isn't of its own type"),
    ("is outside its own", "a default outside the limits beside it"),
    ("is not the address of a server", "an address that isn't a URL"),
    ("has no field", "a required field that isn't described"),
    ("has no fields", "the fields of a type that has none"),
    ("is always", "a tag whose value isn't the one of its type"),
    ("cannot have a tag", "a tag of a type that isn't an object"),
    ("the path `", "a path that clients can't send"),
    ("another parameter follows", "a path with two parameters side by side"),
    ("is in the path twice", "a path with a parameter twice"),
    ("is in the path, so it is required", "a parameter of the path that can be null"),
    ("a path cannot have a value of type", "a parameter of the path that isn't a text"),
    ("is not a content type", "a content type that isn't one"),
    ("same Rust variant name", "listed values whose names are alike"),
    ("a request can fit both", "two paths that the same request fits"),
];

/// The reason for a title of an error, if it is a known one.
pub fn plain(title: &str) -> Option<&'static str> {
    PLAIN.iter().find(|(words, _)| title.contains(words)).map(|(_, plain)| *plain)
}
