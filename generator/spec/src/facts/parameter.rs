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

use Piece::{Code, Own};

/// The facts about a parameter.
#[must_use]
pub fn of_parameter<'a>(api: &'a Api, it: &'a Parameter) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Name, Value::Model(&it.name), Words::new("", [Code(&it.name)], ""));
    facts.typed(Piece::of(api, &it.ty), Value::Model(&it.ty), it.json, it.nullable);
    // One of several bodies is sent.
    facts.required(if it.content.is_some() { Presence::Optional } else { it.presence });
    facts.place(it);
    if let Some(content) = &it.content {
        let media = &content.content_type;
        facts.add(Key::ContentType, Value::Word(media), Words::new("The body as ", [Code(media)], "."));
    }
    facts.named_in_rust(&it.rust, it.renamed);
    facts.each(Key::Doc, &it.doc, |doc| Words::said(doc));
    facts.since(it.since.as_ref());
    facts.deprecated(it.deprecated.as_ref());
    facts.default_value(it.default.as_ref());
    facts.each(Key::Constant, &it.constant, |value| Words::new("Always ", [Code(value)], "."));
    if let Some(ty) = it.values.and_then(|id| api.ty(id)) {
        facts.add(Key::Values, Value::Listed(ty), Words::new("One of ", [Piece::named(ty)], "."));
        facts.detail(Key::ValuesType, Value::Model(&ty.name));
    }
    facts.sent(it);
    facts.range(&it.range);
    facts.range(&it.ty.limits.range);
    facts.each(Key::Format, &it.format, |it| Words::new("Format: ", format(it), "."));
    facts.each(Key::Fill, &it.fill, |_| {
        Words::own("Clients fill in a random UUID, the same in each try of a call.")
    });
    facts.each(Key::RequiredWhen, &it.required_when, |it| Words::new("Required when ", condition(it), "."));
    facts.flag(
        Key::TopLevelOnly,
        it.top_level_only,
        "Only administrators of the top-level organization may set this.",
    );
    facts.inferred(Key::NewPassword, it.new_password, "The new password");
    facts.secret(it.secret);
    facts.flag(Key::OneTime, it.one_time, "One-time code.");
    facts.inferred(
        Key::Subject,
        it.subject,
        "The CLI asks you to type it, because it names what is destroyed",
    );
    facts.overlaid(it.source.as_ref());
    facts.0
}

impl<'a> Facts<'a> {
    /// Its place in a request; people see it only if it isn't the usual one.
    fn place(&mut self, it: &'a Parameter) {
        let is_usual = !it.moved && !matches!(it.place, Place::Path | Place::PathRest);
        let origin = if is_usual { Origin::Usual } else { Origin::Documented };
        let (name, words) = match it.place {
            Place::Path => ("path", "path"),
            Place::PathRest => ("path_rest", "rest of the path"),
            Place::Query => ("query", "query"),
            Place::Header => ("header", "header"),
            Place::Cookie => ("cookie", "cookie"),
            Place::Part if it.wire == Wire::File => ("part", "form"),
            Place::Form | Place::Part => ("form", "form"),
            Place::Field | Place::Body => ("body", "body"),
        };
        let own = is_named(it.place).then(|| [Own(" "), Code(it.wire_name())]);
        let before = if own.is_some() { "Sent in the " } else { "In the " };
        let value = [Own(words)].into_iter().chain(own.into_iter().flatten());
        self.of(Key::In, origin, Value::Word(name), Words::new(before, value, "."));
    }

    /// Its name, its list and its flag on the wire.
    fn sent(&mut self, it: &'a Parameter) {
        let origin = if is_named(it.place) { Origin::Usual } else { Origin::Documented };
        if let Some(name) = &it.sent_as {
            self.of(Key::SentAs, origin, Value::Model(name), Words::new("Sent as ", [Code(name)], "."));
        }
        self.list(it.list);
        if let Some((style, (before, word))) =
            it.object.and_then(|style| Some((style, object_style(style, it.place)?)))
        {
            self.add(Key::Object, Value::Word(style.name()), Words::new(before, [Own(word)], "."));
        }
        self.flag(Key::Flag, it.flag, "A flag: true sends its name without a value, false sends nothing.");
        self.flag(Key::Reserved, it.reserved, "Characters such as `/` and `:` are sent as they are.");
    }

    /// The way in which the items of a list are sent.
    pub fn list(&mut self, list: Option<ListStyle>) {
        if let Some(style) = list {
            let (before, word) = list_style(style);
            self.add(Key::List, Value::Word(style.name()), Words::new(before, [Own(word)], "."));
        }
    }

    /// The value that a server uses when it is absent.
    pub fn default_value(&mut self, default: Option<&'a Json>) {
        self.each(Key::Default, default, |value| Words::new("Default: ", [Piece::Json(value)], "."));
    }

    /// The deprecation of what has others beside it.
    pub fn deprecated(&mut self, deprecated: Option<&'a Deprecation>) {
        self.0.extend(deprecated.into_iter().flat_map(|it| of_deprecation(it, Code)));
    }

    /// The limits of a value.
    pub fn range(&mut self, it: &'a Range) {
        let Range { min, max, exclusive_min, exclusive_max, multiple_of, .. } = it;
        self.each(Key::Min, min, |it| Words::new("At least ", [Piece::Literal(it)], "."));
        self.each(Key::Max, max, |it| Words::new("At most ", [Piece::Literal(it)], "."));
        self.each(Key::ExclusiveMin, exclusive_min, |it| {
            Words::new("Greater than ", [Piece::Literal(it)], ".")
        });
        self.each(Key::ExclusiveMax, exclusive_max, |it| Words::new("Less than ", [Piece::Literal(it)], "."));
        self.each(Key::MultipleOf, multiple_of, |it| Words::new("A multiple of ", [Piece::Literal(it)], "."));
        let Range { min_length, max_length, min_items, max_items, unique, pattern, .. } = it;
        self.each(Key::MinLength, min_length, |it| {
            Words::new("Length: at least ", [Piece::Number(*it)], ".")
        });
        self.each(Key::MaxLength, max_length, |it| Words::new("Length: at most ", [Piece::Number(*it)], "."));
        self.each(Key::MinItems, min_items, |it| Words::new("Size: at least ", [Piece::Number(*it)], "."));
        self.each(Key::MaxItems, max_items, |it| Words::new("Size: at most ", [Piece::Number(*it)], "."));
        self.flag(Key::Unique, *unique, "No two items are equal.");
        self.each(Key::Pattern, pattern, |it| Words::new("Matches ", [Code(it)], "."));
    }

    /// The Rust name; people see it only if the spec sets it.
    pub fn named_in_rust(&mut self, rust: &'a str, is_given: bool) {
        let origin = if is_given { Origin::Documented } else { Origin::Usual };
        self.of(Key::Rust, origin, Value::Word(rust), Words::new("In Rust: ", [Code(rust)], "."));
    }

    /// The type, as the documents write it.
    pub fn typed(&mut self, ty: Piece<'a>, value: Value<'a>, is_json: bool, is_nullable: bool) {
        let marks = [(is_json, " (JSON)"), (is_nullable, " or null")];
        let marks = marks.into_iter().filter(|(is_set, _)| *is_set).map(|(_, mark)| Own(mark));
        self.add(Key::Type, value, Words::new("", [ty].into_iter().chain(marks), ""));
        for (key, is_set) in [(Key::Json, is_json), (Key::Nullable, is_nullable)] {
            if is_set {
                self.detail(key, Value::Flag);
            }
        }
    }

    /// The parameters, each by its name.
    pub fn parameters(&mut self, all: &'a [Parameter]) {
        for it in all {
            self.add(Key::Parameters, Value::Nothing, Words::new("", [Code(&it.name)], ""));
        }
    }

    /// The first version that knows it.
    pub fn since(&mut self, since: Option<&'a Version>) {
        self.each(Key::Since, since, |version| self::since(*version));
    }

    /// Adds that an overlay added it, with the overlay's source.
    pub fn added(&mut self, source: &'a str) {
        let words = Words::new("", [Own("Added")], ".");
        self.of(Key::Source, Origin::Elsewhere(source), Value::Word(source), words);
    }

    /// Adds the change that an overlay made.
    pub fn overlaid(&mut self, overlaid: Option<&'a Overlaid>) {
        if let Some(it) = overlaid {
            let words = Words::new("", [Own(it.word())], ".");
            self.of(Key::Source, Origin::Elsewhere(it.source()), Value::Model(it.source()), words);
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
        self.add(Key::Required, Value::Bool(value), Words::new("", [Own(word)], ""));
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

/// The way an object is sent, in words; `None` of a text in a path.
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
        Format::SixDigits => vec![Own("six digits")],
        Format::Password { min_length, uppercase, lowercase, digit } => {
            let needs = [
                (*uppercase, "an uppercase letter"),
                (*lowercase, "a lowercase letter"),
                (*digit, "a digit"),
            ];
            let needs: Vec<_> = needs.iter().filter(|(is_needed, _)| *is_needed).collect();
            let with = (!needs.is_empty()).then_some(Own(", with "));
            let length = [Own("at least "), Piece::Number(*min_length), Own(" characters")];
            let needs = enumerated(needs.into_iter().map(|(_, need)| Own(need)), " and ");
            length.into_iter().chain(with).chain(needs).collect()
        }
    }
}

/// `parameter` is `a` or `b`.
fn condition(RequiredWhen { parameter, values }: &RequiredWhen) -> impl Iterator<Item = Piece<'_>> {
    let values = enumerated(values.iter().map(|value| Code(value)), " or ");
    [Code(parameter), Own(" is ")].into_iter().chain(values)
}

/// `Since server 18.3.4.`
#[must_use]
pub fn since(version: Version) -> Words<'static> {
    Words::new("Since server ", [Piece::Version(version)], ".")
}
