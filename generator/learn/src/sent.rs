use std::borrow::Cow;
use std::collections::BTreeSet;

use generator_spec::model::{
    Api, ListStyle, ObjectStyle, Operation, Parameter, Place, RequestEncoding, Scalar, Shape, Wire,
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

/// The type of what nobody knows.
const ANY: &Shape = &Shape::Scalar(Scalar::Any);

/// Gathers the parameters of an operation. The fields of a body that is one value are none.
pub fn sent<'e>(api: &Api, operation: &Operation, part: &Exchanges<'e>) -> Sent<'e> {
    let (mut sent, credential) = (Sent::default(), choice::of_credential(api, operation));
    for (request, exchange) in part.0.iter().enumerate() {
        let mut objects = IndexMap::<&str, (Option<&Parameter>, Value)>::new();
        for (place, name, value) in exchange.inputs() {
            let found = known(operation, exchange, (place, name), &credential);
            let Some((parameter, name, form)) = found else { continue };
            let own = sent.parameters.entry(name.to_owned()).or_default();
            if let (Form::Object(_, path), Some(value)) = (&form, value) {
                put(&mut objects.entry(name).or_insert((parameter, Value::Null)).1, path, value);
            } else {
                own.add((request, exchange.is_real), values(parameter, exchange, place, value));
            }
            // A cassette has the texts of a known list, whatever is between them.
            let is_shown = exchange.encoding.is_some() || parameter.is_none();
            let style = style(api, parameter, &form, own.is_repeated).filter(|_| is_shown);
            if let Some((key, own, seen)) = style {
                let style = Style { parameter: name.to_owned(), key, own, seen };
                sent.styles.entry(style).or_default().note(request);
            }
        }
        for (name, (parameter, object)) in objects {
            let ty = parameter.map_or(ANY, |it| &it.ty.shape);
            let object = kinds::of_text(api, ty, &object).unwrap_or_default();
            let own = sent.parameters.entry(name.to_owned()).or_default();
            own.add((request, exchange.is_real), Some(vec![(Cow::Owned(object), false)]));
        }
    }
    sent
}

/// A parameter, unless it is new, its name, and the form of that in a request.
type Known<'n> = (Option<&'n Parameter>, &'n str, Form<'n>);

/// The parameter that a name is of, if the name is one of a parameter.
fn known<'n>(
    operation: &'n Operation,
    exchange: &Exchange,
    (place, name): (Place, &'n str),
    credential: &BTreeSet<&str>,
) -> Option<Known<'n>> {
    let all = operation.parameters.iter();
    // Nobody knows which others are parameters.
    if matches!(place, Place::Header | Place::Cookie | Place::Path) {
        return find(all.filter(|it| it.place == place), name);
    }
    let is_body = operation.encoding == RequestEncoding::Body;
    let has_query = has_query(&exchange.method) || operation.encoding == RequestEncoding::Json || is_body;
    let known = find(all, name).filter(|_| !credential.contains(name));
    let is_own = match known.as_ref().and_then(|it| it.0).map(|it| it.place) {
        None if place == Place::Query => has_query,
        None => !is_body,
        // The fields of JSON are compared as a whole.
        Some(Place::Body) => exchange.encoding.as_deref() != Some(JSON),
        // A cassette has the parameters of all places together.
        Some(Place::Path | Place::Header | Place::Cookie) => exchange.encoding.is_none(),
        Some(_) => true,
    };
    let new = || match name.strip_suffix(']').and_then(|it| it.split_once('[')) {
        Some((name, "")) => (None, name, Form::Items),
        Some((name, path)) => (None, name, Form::Object(ObjectStyle::Brackets, path.split("][").collect())),
        None => (None, name, Form::Plain),
    };
    is_own.then(|| known.unwrap_or_else(new))
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
fn find<'n>(all: impl Iterator<Item = &'n Parameter> + Clone, name: &'n str) -> Option<Known<'n>> {
    let is_own = |it: &&Parameter| match it.place {
        Place::Header => it.name == name || it.wire_name().eq_ignore_ascii_case(name),
        _ => it.name == name || it.wire_name() == name,
    };
    let form = |it: &'n Parameter| Some((it, form(it, name)?));
    let (any, others): (Vec<_>, Vec<_>) = all.clone().partition(|it| it.object == Some(ObjectStyle::Fields));
    let plain = all.clone().find(is_own).map(|it| (it, Form::Plain));
    let found = plain.or_else(|| others.into_iter().chain(any).find_map(form));
    found.map(|(parameter, form)| (Some(parameter), &*parameter.name, form))
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

/// The form of a parameter, if it isn't the spec's: its key, the spec's, and what was seen.
fn style(
    api: &Api,
    parameter: Option<&Parameter>,
    form: &Form<'_>,
    is_repeated: bool,
) -> Option<(&'static str, &'static str, &'static str)> {
    let of_list = |own: ListStyle, seen: ListStyle| Some(("list", own.name(), seen.name()));
    let Some(parameter) = parameter else {
        return match form {
            Form::Plain => None,
            Form::Items => Some(("list", "", ListStyle::Brackets.name())),
            Form::Object(style, _) => Some(("object", "", style.name())),
        };
    };
    match (form, parameter.list, parameter.object) {
        _ if !matches!(parameter.place, Place::Query | Place::Form | Place::Part) => None,
        (Form::Object(style, _), _, own) if own != Some(*style) => {
            Some(("object", own.map_or("JSON", ObjectStyle::name), style.name()))
        }
        (Form::Items, Some(own), _) if own != ListStyle::Brackets => of_list(own, ListStyle::Brackets),
        (Form::Plain, Some(own @ ListStyle::Brackets), _) => of_list(own, ListStyle::Repeated),
        (Form::Plain, Some(own), _) if own.between().is_some() && is_repeated => {
            of_list(own, ListStyle::Repeated)
        }
        (Form::Plain, _, Some(own @ (ObjectStyle::Brackets | ObjectStyle::Dots)))
            if !kinds::takes_text(api, parameter) =>
        {
            Some(("object", own.name(), "JSON"))
        }
        _ => None,
    }
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
