//! Objects, maps and lists of objects outside JSON: each value in them is a field, `filter[name]=a`.

use std::{borrow::Cow, collections::BTreeMap};

use http::HeaderMap;

use super::{FormReader, quoted};
use crate::codec::json::{JsonReader, MAX_DEPTH, Tape};
use crate::core::{ListStyle, ObjectStyle, Parameter, Place};

impl Parameter {
    /// The fields that a value of JSON is, if it is sent as fields: their names and texts.
    pub(crate) fn fields_of(&self, json: &str) -> Option<Vec<(String, String)>> {
        let (style, tape) = (self.object?, Tape::of(json).ok()?);
        let (json, mut fields) = (JsonReader::new(json, &tape), Vec::new());
        match json.fields() {
            Some(all) if style == ObjectStyle::Fields || self.place == Place::Body => {
                for (name, value) in all {
                    expand(style, [self.prefix(), &*name.text_or_json()].concat(), value, &mut fields);
                }
            }
            _ => expand(style, self.wire_name().to_owned(), json, &mut fields),
        }
        Some(fields)
    }

    /// The name of the field that a pointer into the value names.
    #[cfg(feature = "server")]
    pub(crate) fn field_at(&self, pointer: &str) -> String {
        let steps = pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~"));
        match self.object {
            Some(ObjectStyle::Fields) if !pointer.is_empty() => {
                self.prefix().to_owned() + &steps.collect::<Vec<_>>().join("/")
            }
            Some(ObjectStyle::Dots) => {
                steps.fold(self.wire_name().to_owned(), |name, step| name + "." + &step)
            }
            Some(ObjectStyle::Brackets | ObjectStyle::Fields) | None => {
                steps.fold(self.wire_name().to_owned(), |name, step| name + "[" + &step + "]")
            }
        }
    }

    /// Returns what would end a name in the value where it is sent: a server would read other names.
    pub(crate) fn ends_name(&self, json: &str) -> Option<&'static str> {
        // Of names around all others, and of these.
        let (outer, inner): (&[_], &[_]) = match (self.object?, self.place) {
            (ObjectStyle::Dots, _) => (&[".", "[", "]"], &[".", "[", "]"]),
            (ObjectStyle::Brackets | ObjectStyle::Fields, Place::Body) => (&["["], &["]["]),
            (ObjectStyle::Brackets, _) => (&["]["], &["]["]),
            (ObjectStyle::Fields, _) => (&[], &[]),
        };
        let tape = Tape::of(json).ok()?;
        ended(JsonReader::new(json, &tape), outer, inner)
    }

    /// Start of the names of its fields, if they have names of their own: what is before a star.
    fn prefix(&self) -> &'static str {
        self.wire_name().strip_suffix('*').unwrap_or_default()
    }

    /// Returns whether it is the header with this name.
    #[cfg(feature = "cassette")]
    pub(crate) fn is_header(&self, name: &str) -> bool {
        let own = if self.object.is_some() { self.prefix() } else { self.wire_name() };
        let start = if self.object.is_some() { name.get(..own.len()) } else { Some(name) };
        start.is_some_and(|start| start.eq_ignore_ascii_case(own))
    }

    /// Returns whether a field of a query or a form with this name is one of the parameter's.
    pub(crate) fn has_field(&self, name: &str) -> bool {
        let rest = name.strip_prefix(self.wire_name());
        rest.is_some_and(|rest| match self.object {
            Some(ObjectStyle::Brackets) => rest.is_empty() || rest.starts_with('['),
            Some(ObjectStyle::Dots) => rest.is_empty() || rest.starts_with(['.', '[']),
            Some(ObjectStyle::Fields) => false,
            None => matches!(rest, "" | "[]"),
        })
    }
}

/// The first of these ends that a name in a value has; `inner` are those of what is in its fields.
fn ended(value: JsonReader<'_>, ends: &[&'static str], inner: &[&'static str]) -> Option<&'static str> {
    let in_field = |(name, value): (JsonReader<'_>, JsonReader<'_>)| {
        let name = name.text_or_json();
        ends.iter().copied().find(|end| name.contains(end)).or_else(|| ended(value, inner, inner))
    };
    let in_items = || value.items().into_iter().flatten().find_map(|item| ended(item, inner, inner));
    value.fields().into_iter().flatten().find_map(in_field).or_else(in_items)
}

/// The names and values of an object that is sent as one text.
pub(crate) fn items_of(json: &str) -> Option<Vec<String>> {
    let tape = Tape::of(json).ok()?;
    let fields = JsonReader::new(json, &tape).fields()?;
    let items = fields.flat_map(|(name, value)| [name.text_or_json().into_owned(), plain(value)]);
    Some(items.collect())
}

/// Adds an object that was sent as one text, which is split at its commas.
pub(crate) fn gather_items<'a>(
    form: &mut FormReader,
    known: &Parameter,
    items: impl Iterator<Item = Option<&'a str>>,
) {
    let items: Option<Vec<&str>> = items.collect();
    let pairs: Option<Vec<_>> = items.and_then(|items| match known.list == Some(ListStyle::Pairs) {
        true => items.into_iter().map(|item| item.split_once('=')).collect(),
        false => items.chunks(2).map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect(),
    });
    match pairs {
        Some(pairs) => gather_pairs(form, known, pairs.into_iter()),
        None => form.error(known.name, "not names with their values"),
    }
}

/// Adds an object with these names and values.
pub(crate) fn gather_pairs<'a>(
    form: &mut FormReader,
    known: &Parameter,
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
) {
    let fields = pairs.map(|(name, value)| (vec![name.into()], Some(value)));
    gather(form, known, &fields.collect::<Vec<_>>());
}

/// The items between the commas of a header.
pub(crate) fn in_header(text: Option<&str>) -> Vec<Option<&str>> {
    text.map_or_else(|| vec![None], |text| text.split(',').map(|item| Some(item.trim())).collect())
}

#[cfg(any(feature = "cassette", feature = "mock"))]
impl super::Placed {
    /// Adds it to a form as a server reads it outside JSON: a flag that is false is absent.
    pub(crate) fn add_to(&self, form: &mut FormReader) {
        match (self.items(), self.parameter) {
            ([text], Some(known)) if known.flag && text == "false" => {}
            (items, Some(known)) if known.json && matches!(self.value, super::Value::List(_)) => {
                let pairs = items.chunks(2).filter_map(|pair| Some((&**pair.first()?, &**pair.get(1)?)));
                gather_pairs(form, known, pairs);
            }
            (items, _) => items.iter().for_each(|text| form.push(self.name, Some(text))),
        }
    }
}

/// A value as a text. A null is an empty one.
fn plain(value: JsonReader<'_>) -> String {
    let null = || if value.is_null() { "" } else { value.as_str() }.into();
    value.text().unwrap_or_else(null).into_owned()
}

/// Adds the fields that a value is. A null is an empty text, and nothing is sent of what is empty.
fn expand(style: ObjectStyle, name: String, value: JsonReader<'_>, to: &mut Vec<(String, String)>) {
    if let Some(fields) = value.fields() {
        for (field, value) in fields {
            let field = field.text_or_json();
            let name = match style {
                ObjectStyle::Dots => format!("{name}.{field}"),
                ObjectStyle::Brackets | ObjectStyle::Fields => format!("{name}[{field}]"),
            };
            expand(style, name, value, to);
        }
    } else if let Some(items) = value.items() {
        for (index, item) in items.enumerate() {
            let name = match (item.first(), style) {
                (b'[' | b'{', _) => format!("{name}[{index}]"),
                (_, ObjectStyle::Brackets) => format!("{name}[]"),
                (_, ObjectStyle::Dots | ObjectStyle::Fields) => name.clone(),
            };
            expand(style, name, item, to);
        }
    } else {
        to.push((name, plain(value)));
    }
}

/// The fields that a parameter has among those of a query, a form or the headers, each with its way from the
/// whole value. If its fields have names of their own, these are all that are of no `other` parameter.
pub(crate) fn own<'a>(
    known: &Parameter,
    fields: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    others: &[&Parameter],
) -> Vec<(Vec<Cow<'a, str>>, Option<&'a str>)> {
    let steps = |name: &'a str| -> Option<Vec<Cow<'a, str>>> {
        match known.object? {
            ObjectStyle::Dots if known.place == Place::Body => Some(after_dots(name)),
            // It has no name.
            _ if known.place == Place::Body && name.starts_with('[') => None,
            _ if known.place == Place::Body => {
                let (first, inner) = name.split_at(name.find('[').unwrap_or(name.len()));
                Some([first.into()].into_iter().chain(in_brackets(inner)).collect())
            }
            ObjectStyle::Fields => {
                let start = name.get(..known.prefix().len())?;
                let is_own = start.eq_ignore_ascii_case(known.prefix());
                let is_own = is_own && !others.iter().any(|other| other.has_field(name));
                is_own.then(|| vec![name[start.len()..].into()])
            }
            _ if !known.has_field(name) => None,
            ObjectStyle::Brackets => Some(in_brackets(&name[known.wire_name().len()..]).collect()),
            ObjectStyle::Dots => Some(after_dots(&name[known.wire_name().len()..]).split_off(1)),
        }
    };
    fields.filter_map(|(name, text)| Some((steps(name)?, text))).collect()
}

/// The names in `[a][b]`.
fn in_brackets(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let inner = text.strip_prefix('[').map(|rest| rest.strip_suffix(']').unwrap_or(rest));
    inner.into_iter().flat_map(|inner| inner.split("][")).map(Cow::from)
}

/// The names in `a.b[0]`.
fn after_dots(text: &str) -> Vec<Cow<'static, str>> {
    text.replace('[', ".").replace(']', "").split('.').map(|step| step.to_owned().into()).collect()
}

/// A form as the value of a parameter.
#[cfg(feature = "server")]
pub(crate) fn whole(known: &Parameter, mut sent: FormReader) -> FormReader {
    let mut form = FormReader::default();
    match own(known, sent.named(), &[]).as_slice() {
        [] => form.push_texts(known.name, "{}"),
        fields => gather(&mut form, known, fields),
    }
    form.take_errors_of(&mut sent);
    form
}

/// Adds a parameter that is the headers whose names have a prefix. Their names are in lowercase, as headers
/// have no case.
pub(crate) fn gather_headers(form: &mut FormReader, known: &Parameter, headers: &HeaderMap) {
    let fields =
        headers.iter().map(|(name, value)| (name.as_str(), std::str::from_utf8(value.as_bytes()).ok()));
    gather(form, known, &own(known, fields, &[]));
}

/// Adds a parameter whose fields were sent, as JSON of texts.
pub(crate) fn gather(form: &mut FormReader, known: &Parameter, fields: &[(Vec<Cow<'_, str>>, Option<&str>)]) {
    let (mut all, mut what) = (Tree::default(), None);
    for (steps, text) in fields {
        match text {
            _ if steps.len() > MAX_DEPTH.into() => what = Some("nested too deeply"),
            None => what = Some("not percent-encoded UTF-8"),
            Some(text) => all.add(steps, text),
        }
    }
    let mut json = String::new();
    let is_written = fields.is_empty() || all.write(&mut json).is_some();
    match what.or((!is_written).then_some("both a value and an object")) {
        Some(what) => form.error(known.name, what),
        None if fields.is_empty() => {}
        None => form.push_texts(known.name, &json),
    }
}

/// The texts at a place of a value, and what is in it.
#[derive(Default)]
struct Tree<'a> {
    texts: Vec<&'a str>,
    is_list: bool,
    inner: BTreeMap<&'a str, Self>,
}

impl<'a> Tree<'a> {
    fn add(&mut self, steps: &'a [Cow<'_, str>], text: &'a str) {
        let mut here = self;
        for step in steps {
            match &**step {
                "" => here.is_list = true,
                step => here = here.inner.entry(step).or_default(),
            }
        }
        here.texts.push(text);
    }

    /// Writes it as JSON; `None` if it is both a text and an object.
    fn write(&self, to: &mut String) -> Option<()> {
        match self.texts.as_slice() {
            [] => {
                let mut before = '{';
                for (name, value) in &self.inner {
                    to.push(before);
                    to.extend([&*quoted(name), ":"]);
                    value.write(to)?;
                    before = ',';
                }
                to.push_str(if before == '{' { "{}" } else { "}" });
            }
            _ if !self.inner.is_empty() => return None,
            [text] if !self.is_list => to.push_str(&quoted(text)),
            texts => {
                let texts: Vec<_> = texts.iter().map(|text| quoted(text)).collect();
                to.extend(["[", &texts.join(","), "]"]);
            }
        }
        Some(())
    }
}

#[cfg(all(test, feature = "server"))]
mod tests {
    use super::*;

    const BRACKETS: Parameter = Parameter::optional("f", "object").object(ObjectStyle::Brackets).json();
    const DOTS: Parameter = Parameter::optional("f", "object").object(ObjectStyle::Dots).json();
    const FIELDS: Parameter = Parameter::optional("f", "object").object(ObjectStyle::Fields).json();

    /// The JSON that a server reads of fields, or their error.
    fn read(known: &Parameter, form: &str, others: &[&Parameter]) -> String {
        let (fields, mut form) = (FormReader::new(form.as_bytes()), FormReader::default());
        gather(&mut form, known, &own(known, fields.named(), others));
        let json = form.values("f").next().flatten().unwrap_or("absent").to_owned();
        form.finish().map_or_else(|errors| errors[0].what.clone(), |()| json)
    }

    #[test]
    fn names_of_fields_are_read_as_they_are_written_elsewhere_too() {
        let deep = format!("f{}=1", "[a]".repeat(200));
        let deepest = format!("f{}=1", ".a".repeat(100_000));
        for (known, form, json) in [
            (&BRACKETS, "f[a]=1&f[b][c]=2&f[d][]=3", r#"{"a":"1","b":{"c":"2"},"d":["3"]}"#),
            (&BRACKETS, "f[0][a]=1&f[1][a]=2", r#"{"0":{"a":"1"},"1":{"a":"2"}}"#),
            (&BRACKETS, "f=1", r#""1""#),
            (&BRACKETS, "f[]=1", r#"["1"]"#),
            (&BRACKETS, "f[a]b]=1&f[c=2&ff=3&f.d=4", r#"{"a]b":"1","c":"2"}"#),
            (&BRACKETS, "f[%22]=%5C", r#"{"\"":"\\"}"#),
            (&BRACKETS, "g=1", "absent"),
            (&BRACKETS, "f=1&f[a]=2", "both a value and an object"),
            (&BRACKETS, "f[a]=%ff", "not percent-encoded UTF-8"),
            (&BRACKETS, &deep, "nested too deeply"),
            (&DOTS, "f.a=1&f.b.c=2&f.d[0].e=3", r#"{"a":"1","b":{"c":"2"},"d":{"0":{"e":"3"}}}"#),
            (&DOTS, "f.=1&f..=2", r#"["1","2"]"#),
            (&DOTS, &deepest, "nested too deeply"),
            (&FIELDS, "a=1&f=2&g[b]=3", r#"{"a":"1","f":"2","g[b]":"3"}"#),
        ] {
            assert_eq!(read(known, form, &[]), json, "{form:.40}");
        }
        let list = Parameter::optional("a", "List<string>");
        assert_eq!(read(&FIELDS, "a[]=1&b=2&f[c]=3", &[&list, &BRACKETS]), r#"{"b":"2"}"#);
    }

    #[test]
    fn values_are_fields_in_their_order() {
        let json = r#"{"a":[1,"b c"],"d":{"e":null,"f":true},"g":[{"h":1.5}],"i":{},"j":[]}"#;
        for (known, fields) in [
            (&BRACKETS, "f[a][]=1 f[a][]=b c f[d][e]= f[d][f]=true f[g][0][h]=1.5"),
            (&DOTS, "f.a=1 f.a=b c f.d.e= f.d.f=true f.g[0].h=1.5"),
            (&FIELDS, "a=1 a=b c d[e]= d[f]=true g[0][h]=1.5"),
        ] {
            let all = known.fields_of(json).unwrap();
            let all: Vec<_> = all.iter().map(|(name, text)| format!("{name}={text}")).collect();
            assert_eq!(all.join(" "), fields);
        }
        assert_eq!(Parameter::optional("f", "object").fields_of(json), None);
    }
}
