//! Facts of parameters.

use serde_json::Value as Json;

use super::list::Facts;
use super::operation::of_deprecation;
use super::piece::enumerated;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::{
    Api, Deprecation, Format, ListStyle, ObjectStyle, Overlaid, Parameter, Place, Presence, Range,
    RequiredWhen, Version, Wire,
};

use Piece::{Code, Text};

/// The facts about a parameter.
#[must_use]
pub fn of_parameter<'a>(api: &'a Api, parameter: &'a Parameter) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Name, Value::Model(&parameter.name), Words::new("", [Code(&parameter.name)], ""));
    facts.typed(
        Piece::of(api, &parameter.ty),
        Value::Model(&parameter.ty),
        parameter.json,
        parameter.nullable,
    );
    // One of several bodies is sent.
    facts.required(if parameter.content.is_some() { Presence::Optional } else { parameter.presence });
    facts.place(parameter);
    if let Some(content) = &parameter.content {
        let media = &content.content_type;
        facts.add(
            Key::ContentType,
            Value::Word(media),
            Words::new("The body as ", [Piece::media(media)], "."),
        );
    }
    facts.add_each(Key::Holds, &parameter.holds, |ty| Words::new("It holds ", [Piece::of(api, ty)], "."));
    facts.named_in_rust(&parameter.rust, parameter.renamed);
    facts.add_each(Key::Doc, &parameter.doc, |doc| Words::prose(doc));
    facts.since(parameter.since.as_ref());
    facts.deprecated(parameter.deprecated.as_ref());
    facts.default_value(parameter.default.as_ref());
    facts.add_each(Key::Constant, &parameter.constant, |value| Words::new("Always ", [Code(value)], "."));
    if let Some(ty) = parameter.values.and_then(|id| api.ty(id)) {
        facts.add(Key::Values, Value::Listed(ty), Words::new("One of ", [Piece::named(ty)], "."));
        facts.detail(Key::ValuesType, Value::Model(&ty.name));
    }
    facts.sent(api, parameter);
    facts.range(&parameter.range);
    facts.range(&parameter.ty.limits.range);
    facts.add_each(Key::Format, &parameter.format, |value| Words::new("Format: ", format(value), "."));
    facts.add_each(Key::Fill, &parameter.fill, |_| {
        Words::text("Clients fill in a random UUID, the same in each try of a call.")
    });
    facts.add_each(Key::RequiredWhen, &parameter.required_when, |rule| {
        Words::new("Required when ", condition(rule), ".")
    });
    facts.flag(
        Key::TopLevelOnly,
        parameter.top_level_only,
        "Only administrators of the top-level organization may set this.",
    );
    facts.inferred(Key::NewPassword, parameter.new_password, "The new password");
    facts.secret(parameter.secret);
    facts.flag(Key::OneTime, parameter.one_time, "One-time code.");
    facts.inferred(
        Key::Subject,
        parameter.subject,
        "The CLI asks you to type it, because it names what is destroyed",
    );
    facts.overlaid(parameter.source.as_ref());
    facts.0
}

impl<'a> Facts<'a> {
    /// Adds the parameter's place in a request; people see it only if it isn't the usual one.
    fn place(&mut self, parameter: &'a Parameter) {
        let is_usual = !parameter.moved && !matches!(parameter.place, Place::Path | Place::PathRest);
        let origin = if is_usual { Origin::Usual } else { Origin::Documented };
        let (name, words) = match parameter.place {
            Place::Path => ("path", "path"),
            Place::PathRest => ("path_rest", "rest of the path"),
            Place::Query => ("query", "query"),
            Place::Header => ("header", "header"),
            Place::Cookie => ("cookie", "cookie"),
            Place::Part if parameter.wire == Wire::File => ("part", "form"),
            Place::Form | Place::Part => ("form", "form"),
            Place::Field | Place::Body => ("body", "body"),
        };
        let wire_name = is_named(parameter.place).then(|| [Text(" "), Code(parameter.wire_name())]);
        let before = if wire_name.is_some() { "Sent in the " } else { "In the " };
        let value = [Text(words)].into_iter().chain(wire_name.into_iter().flatten());
        self.add_from(Key::In, origin, Value::Word(name), Words::new(before, value, "."));
    }

    /// Adds how a parameter is sent: its wire name, its list or object style, and whether it is a
    /// flag.
    fn sent(&mut self, api: &Api, parameter: &'a Parameter) {
        let origin = if is_named(parameter.place) { Origin::Usual } else { Origin::Documented };
        if let Some(name) = &parameter.sent_as {
            self.add_from(Key::SentAs, origin, Value::Model(name), Words::new("Sent as ", [Code(name)], "."));
        }
        self.list(parameter.list);
        let object = parameter.object.filter(|_| !parameter.is_plain(api));
        if let Some((style, (before, word))) =
            object.and_then(|style| Some((style, object_style(style, parameter.place)?)))
        {
            let origin = if parameter.object_inferred { Origin::Inferred } else { Origin::Documented };
            self.add_from(
                Key::Object,
                origin,
                Value::Word(style.name()),
                Words::new(before, [Text(word)], "."),
            );
            if parameter.object_inferred {
                self.add_from(Key::ObjectInferred, origin, Value::Flag, Words::default());
            }
        }
        self.flag(
            Key::Flag,
            parameter.flag,
            "A flag: true sends its name without a value, false sends nothing.",
        );
        self.flag(Key::Reserved, parameter.reserved, "Characters such as `/` and `:` are sent as they are.");
    }

    /// Adds how the items of a list are sent.
    pub fn list(&mut self, list: Option<ListStyle>) {
        if let Some(style) = list {
            let (before, word) = list_style(style);
            self.add(Key::List, Value::Word(style.name()), Words::new(before, [Text(word)], "."));
        }
    }

    /// Adds the value that a server uses if none is sent.
    pub fn default_value(&mut self, default: Option<&'a Json>) {
        self.add_each(Key::Default, default, |value| Words::new("Default: ", [Piece::Json(value)], "."));
    }

    /// Adds the deprecation of a type, a field or a parameter; its replacement is one, too.
    pub fn deprecated(&mut self, deprecated: Option<&'a Deprecation>) {
        self.0.extend(deprecated.into_iter().flat_map(|deprecation| of_deprecation(deprecation, Code)));
    }

    /// Adds the limits of a value.
    pub fn range(&mut self, range: &'a Range) {
        let Range { min, max, exclusive_min, exclusive_max, multiple_of, .. } = range;
        self.add_each(Key::Min, min, |limit| Words::new("At least ", [Piece::Literal(limit)], "."));
        self.add_each(Key::Max, max, |limit| Words::new("At most ", [Piece::Literal(limit)], "."));
        self.add_each(Key::ExclusiveMin, exclusive_min, |limit| {
            Words::new("Greater than ", [Piece::Literal(limit)], ".")
        });
        self.add_each(Key::ExclusiveMax, exclusive_max, |limit| {
            Words::new("Less than ", [Piece::Literal(limit)], ".")
        });
        self.add_each(Key::MultipleOf, multiple_of, |factor| {
            Words::new("A multiple of ", [Piece::Literal(factor)], ".")
        });
        let Range { min_length, max_length, min_items, max_items, unique, pattern, .. } = range;
        self.add_each(Key::MinLength, min_length, |length| {
            Words::new("Length: at least ", [Piece::Number(*length)], ".")
        });
        self.add_each(Key::MaxLength, max_length, |length| {
            Words::new("Length: at most ", [Piece::Number(*length)], ".")
        });
        self.add_each(Key::MinItems, min_items, |count| {
            Words::new("Size: at least ", [Piece::Number(*count)], ".")
        });
        self.add_each(Key::MaxItems, max_items, |count| {
            Words::new("Size: at most ", [Piece::Number(*count)], ".")
        });
        self.flag(Key::Unique, *unique, "No two items are equal.");
        self.add_each(Key::Pattern, pattern, |regex| Words::new("Matches ", [Code(regex)], "."));
    }

    /// Adds the Rust name; people see it only if the spec sets it.
    pub fn named_in_rust(&mut self, rust: &'a str, is_given: bool) {
        let origin = if is_given { Origin::Documented } else { Origin::Usual };
        self.add_from(Key::Rust, origin, Value::Word(rust), Words::new("In Rust: ", [Code(rust)], "."));
    }

    /// Adds the type, as the documents write it.
    pub fn typed(&mut self, ty: Piece<'a>, value: Value<'a>, is_json: bool, is_nullable: bool) {
        let marks = [(is_json, " (JSON)"), (is_nullable, " or null")]
            .into_iter()
            .filter(|(is_set, _)| *is_set)
            .map(|(_, mark)| Text(mark));
        self.add(Key::Type, value, Words::new("", [ty].into_iter().chain(marks), ""));
        for (key, is_set) in [(Key::Json, is_json), (Key::Nullable, is_nullable)] {
            if is_set {
                self.detail(key, Value::Flag);
            }
        }
    }

    /// Adds each parameter by its name.
    pub fn parameters(&mut self, parameters: &'a [Parameter]) {
        for parameter in parameters {
            self.add(Key::Parameters, Value::Nothing, Words::new("", [Code(&parameter.name)], ""));
        }
    }

    /// Adds the first server version that has it.
    pub fn since(&mut self, since: Option<&'a Version>) {
        self.add_each(Key::Since, since, |version| self::since(*version));
    }

    /// Adds that an overlay added the subject, with the overlay's source.
    pub fn added(&mut self, source: &'a str) {
        let words = Words::new("", [Text("Added")], ".");
        self.add_from(Key::Source, Origin::Elsewhere(source), Value::Word(source), words);
    }

    /// Adds that an overlay added or changed the subject.
    pub fn overlaid(&mut self, overlaid: Option<&'a Overlaid>) {
        if let Some(change) = overlaid {
            let words = Words::new("", [Text(change.word())], ".");
            self.add_from(
                Key::Source,
                Origin::Elsewhere(change.source()),
                Value::Model(change.source()),
                words,
            );
        }
    }

    /// Adds that a value is never shown.
    pub fn secret(&mut self, is_secret: bool) {
        self.flag(Key::Secret, is_secret, "Secret.");
    }

    fn required(&mut self, presence: Presence) {
        let (value, word) = match presence {
            Presence::Required => (true, "required"),
            Presence::Optional => (false, "optional"),
        };
        self.add(Key::Required, Value::Bool(value), Words::new("", [Text(word)], ""));
    }
}

/// The way the items of a list are sent, in words.
fn list_style(style: ListStyle) -> (&'static str, &'static str) {
    match style {
        ListStyle::Repeated => ("The parameter is ", "repeated for each item"),
        ListStyle::Brackets => ("The parameter is ", "repeated for each item, with `[]` after its name"),
        ListStyle::Comma => ("Its items are ", "joined by commas"),
        ListStyle::Space => ("Its items are ", "joined by spaces"),
        ListStyle::Pipe => ("Its items are ", "joined by vertical bars"),
        ListStyle::Newline => ("Its items are ", "joined by line feeds"),
    }
}

/// The way an object is sent, in words. `None` for objects in paths, which have only one.
fn object_style(style: ObjectStyle, place: Place) -> Option<(&'static str, &'static str)> {
    Some(match (style, place) {
        (ObjectStyle::Commas, _) => ("Its names and values are one text, ", "with commas between them"),
        (ObjectStyle::Pairs, _) => ("Its names and values are one text, ", "with commas between its pairs"),
        (_, Place::Path | Place::PathRest) => return None,
        (_, Place::Header) => ("Its values are sent in headers ", "whose names begin so"),
        (ObjectStyle::Fields, Place::Body) => ("A form: its fields are sent ", "under their own names"),
        (ObjectStyle::Brackets, Place::Body) => ("A form: the names of lists in it have ", "brackets"),
        (ObjectStyle::Dots, Place::Body) => ("A form: the names of what is in objects are ", "after dots"),
        (ObjectStyle::Fields, _) => ("Its values are sent ", "under their own names"),
        (ObjectStyle::Brackets, _) => ("Its values are sent ", "with their names in brackets"),
        (ObjectStyle::Dots, _) => ("Its values are sent ", "with their names after dots"),
    })
}

/// Returns whether the name of a parameter is sent at its place.
fn is_named(place: Place) -> bool {
    matches!(place, Place::Header | Place::Cookie)
}

/// A format in words.
#[must_use]
pub fn format(format: &Format) -> Vec<Piece<'_>> {
    match format {
        Format::SixDigits => vec![Text("six digits")],
        Format::Password { min_length, uppercase, lowercase, digit } => {
            let mut required = vec![
                (*uppercase, "an uppercase letter"),
                (*lowercase, "a lowercase letter"),
                (*digit, "a digit"),
            ];
            required.retain(|(is_required, _)| *is_required);
            let with = (!required.is_empty()).then_some(Text(", with "));
            let required = enumerated(required.into_iter().map(|(_, what)| Text(what)), " and ");
            let length = [Text("at least "), Piece::Number(*min_length), Text(" characters")];
            length.into_iter().chain(with).chain(required).collect()
        }
    }
}

/// `parameter` is `a` or `b`.
fn condition(RequiredWhen { parameter, values }: &RequiredWhen) -> impl Iterator<Item = Piece<'_>> {
    let values = enumerated(values.iter().map(|value| Code(value)), " or ");
    [Code(parameter), Text(" is ")].into_iter().chain(values)
}

/// `Since server 18.3.4.`
#[must_use]
pub fn since(version: Version) -> Words<'static> {
    Words::new("Since server ", [Piece::Version(version)], ".")
}
