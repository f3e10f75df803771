use std::borrow::Cow;
use std::collections::BTreeSet;

use generator_spec::model::{
    Api, ListStyle, ObjectStyle, Operation, Parameter, Place, RequestEncoding, Wire,
};
use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::{choice, kinds};
use crate::recordings::{Exchange, Exchanges, JSON, Samples, has_query};

/// The parameters that were seen.
#[derive(Default)]
pub struct Sent<'a> {
    /// By their names in the spec: an archive has only names on the wire.
    pub parameters: IndexMap<String, Samples<'a>>,
    /// Lists and objects that are sent in another form, and the requests with it.
    pub styles: IndexMap<Style, Samples<'a>>,
}

/// The form of a list or an object, and the spec's.
#[derive(PartialEq, Eq, Hash)]
pub struct Style {
    pub parameter: String,
    /// The key of the spec that says it.
    pub key: &'static str,
    pub own: &'static str,
    pub seen: &'static str,
}

/// The form of a parameter, by the name that is sent.
enum Form<'n> {
    Plain,
    /// `tag[]`
    Items,
    /// `filter[near][x]`, where the name of an item is empty.
    Object(ObjectStyle, Vec<&'n str>),
}

/// Gathers the parameters of an operation. The fields of a body that is one value are none.
pub fn sent<'e>(api: &Api, operation: &Operation, part: &Exchanges<'e>) -> Sent<'e> {
    let (mut sent, credential) = (Sent::default(), choice::of_credential(api, operation));
    for (request, exchange) in part.0.iter().enumerate() {
        let mut objects = IndexMap::<&str, (&Parameter, Value)>::new();
        for (place, name, value) in exchange.inputs() {
            let Some(known) = known(operation, exchange, (place, name), &credential) else { continue };
            let own = known.as_ref().map_or(name, |(it, _)| &it.name);
            let own = sent.parameters.entry(own.to_owned()).or_default();
            if let (Some((parameter, Form::Object(_, path))), Some(value)) = (&known, value) {
                let (_, object) = objects.entry(&parameter.name).or_insert((parameter, Value::Null));
                put(object, path, value);
            } else {
                let parameter = known.as_ref().map(|(it, _)| *it);
                own.add(request, exchange, values(parameter, exchange, place, value));
            }
            let style =
                known.and_then(|(parameter, form)| other_style(api, parameter, &form, own.is_repeated));
            // A cassette has the texts of a list, whatever is between them.
            if let Some(style) = style.filter(|_| exchange.encoding.is_some()) {
                sent.styles.entry(style).or_default().note(request);
            }
        }
        for (name, (parameter, object)) in objects {
            let object = kinds::of_text(api, &parameter.ty.shape, &object).unwrap_or_default();
            sent.parameters.entry(name.to_owned()).or_default().add(
                request,
                exchange,
                Some(vec![(Cow::Owned(object), false)]),
            );
        }
    }
    sent
}

/// A parameter, and the form of its name.
type Known<'a, 'n> = (&'a Parameter, Form<'n>);

/// The parameter that a name is of, if the name is one of a parameter.
fn known<'a, 'n>(
    operation: &'a Operation,
    exchange: &Exchange,
    (place, name): (Place, &'n str),
    credential: &BTreeSet<&str>,
) -> Option<Option<Known<'a, 'n>>> {
    let all = operation.parameters.iter();
    // Nobody knows which others are parameters.
    if matches!(place, Place::Header | Place::Cookie | Place::Path) {
        return find(all.filter(|it| it.place == place), name).map(Some);
    }
    let is_body = operation.encoding == RequestEncoding::Body;
    let has_both = is_body || operation.encoding == RequestEncoding::Json;
    let is_of_query = has_both || has_query(&exchange.method);
    let known = find(all, name).filter(|_| !credential.contains(name));
    let is_own = match known.as_ref().map(|(it, _)| it.place) {
        None if place == Place::Query => is_of_query,
        None => !is_body,
        // The fields of JSON are compared as a whole.
        Some(Place::Body) => exchange.encoding.as_deref() != Some(JSON),
        // A cassette has the parameters of all places together.
        Some(Place::Path | Place::Header | Place::Cookie) => exchange.encoding.is_none(),
        Some(_) => true,
    };
    is_own.then_some(known)
}

/// The values of a parameter, and whether each is a text; `None` for a file.
fn values<'a>(
    parameter: Option<&Parameter>,
    exchange: &Exchange,
    place: Place,
    value: Option<&'a Value>,
) -> Option<Vec<(Cow<'a, Value>, bool)>> {
    let value = value?;
    let between = parameter.and_then(|it| it.list).and_then(ListStyle::between);
    let is_json = parameter.is_some_and(|it| it.place == Place::Field) && exchange.encoding.is_none();
    Some(match (value, between) {
        (Value::String(text), _) if is_json => {
            vec![(Cow::Owned(serde_json::from_str(text).unwrap_or_else(|_| value.clone())), false)]
        }
        (Value::String(text), Some(between)) if place != Place::Field => {
            text.split(between).map(|item| (Cow::Owned(item.into()), true)).collect()
        }
        _ => vec![(Cow::Borrowed(value), place != Place::Field)],
    })
}

/// The parameter that a name on the wire is of.
fn find<'a, 'n>(all: impl Iterator<Item = &'a Parameter> + Clone, name: &'n str) -> Option<Known<'a, 'n>> {
    let is_own = |it: &&Parameter| match it.place {
        Place::Header => it.name == name || it.wire_name().eq_ignore_ascii_case(name),
        _ => it.name == name || it.wire_name() == name,
    };
    let plain = all.clone().find(is_own).map(|it| (it, Form::Plain));
    let form = |it: &'a Parameter| Some((it, form(it, name)?));
    plain
        .or_else(|| all.clone().filter(|it| it.object != Some(ObjectStyle::Fields)).find_map(form))
        .or_else(|| all.clone().filter(|it| it.object == Some(ObjectStyle::Fields)).find_map(form))
}

fn form<'n>(parameter: &Parameter, name: &'n str) -> Option<Form<'n>> {
    let own = parameter.wire_name();
    if let Some(ObjectStyle::Fields) = parameter.object {
        let field = match own.strip_suffix('*') {
            Some(prefix) => name
                .get(prefix.len()..)
                .filter(|_| name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))),
            None => Some(name),
        };
        return field.map(|field| Form::Object(ObjectStyle::Fields, vec![field]));
    }
    let rest = name.strip_prefix(own)?;
    let has_parts = parameter.object.is_some() || parameter.wire == Wire::Json;
    let path = || Some(rest.strip_prefix('[')?.strip_suffix(']')?.split("][").collect());
    let dots = || Some(rest.strip_prefix('.')?.split('.').collect());
    match rest {
        "[]" if !has_parts || parameter.list.is_some() => Some(Form::Items),
        _ if !has_parts => None,
        _ => path()
            .map(|it| Form::Object(ObjectStyle::Brackets, it))
            .or_else(|| dots().map(|it| Form::Object(ObjectStyle::Dots, it))),
    }
}

/// The form of a parameter, if it isn't the spec's.
fn other_style(api: &Api, parameter: &Parameter, form: &Form<'_>, is_repeated: bool) -> Option<Style> {
    let is_in_form = matches!(parameter.place, Place::Query | Place::Form | Place::Part);
    let of_list = |own: ListStyle, seen: ListStyle| ("list", own.name(), seen.name());
    let (key, own, seen) = match (form, parameter.list, parameter.object) {
        _ if !is_in_form => return None,
        (Form::Object(style, _), _, own) if own != Some(*style) => {
            ("object", own.map_or("JSON", ObjectStyle::name), style.name())
        }
        (Form::Items, Some(own), _) if own != ListStyle::Brackets => of_list(own, ListStyle::Brackets),
        (Form::Plain, Some(own @ ListStyle::Brackets), _) => of_list(own, ListStyle::Repeated),
        (Form::Plain, Some(own), _) if own.between().is_some() && is_repeated => {
            of_list(own, ListStyle::Repeated)
        }
        (Form::Plain, _, Some(own @ (ObjectStyle::Brackets | ObjectStyle::Dots)))
            if !kinds::takes_text(api, parameter) =>
        {
            ("object", own.name(), "JSON")
        }
        _ => return None,
    };
    Some(Style { parameter: parameter.name.clone(), key, own, seen })
}

/// Puts a value at a place of an object.
fn put(to: &mut Value, path: &[&str], value: &Value) {
    match path {
        [] => *to = value.clone(),
        ["", rest @ ..] => {
            let mut item = Value::Null;
            put(&mut item, rest, value);
            match to {
                Value::Array(items) => items.push(item),
                _ => *to = vec![item].into(),
            }
        }
        [name, rest @ ..] => {
            if !to.is_object() {
                *to = Value::Object(Map::new());
            }
            put(&mut to[*name], rest, value);
        }
    }
}
