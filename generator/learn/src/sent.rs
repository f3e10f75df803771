//! The parameters of requests, gathered from all places of a request.

use std::collections::BTreeSet;

use generator_spec::model::{
    Api, ListStyle, ObjectStyle, Operation, Parameter, Place, RequestEncoding, Wire,
};
use indexmap::IndexMap;

use super::{kinds, vocabulary};
use crate::recordings::{JSON, Parameters, Requests, Samples, ValueShape};

/// The parameters that were seen.
#[derive(Debug, Default)]
pub struct Sent<'a> {
    /// By their names in the spec: an archive has only names on the wire.
    pub parameters: Parameters,
    /// Lists and objects that are sent in another form.
    pub styles: Vec<Style<'a>>,
}

/// The form of a list or an object, and the spec's.
#[derive(Debug)]
pub struct Style<'a> {
    pub parameter: &'a Parameter,
    /// The key of the spec that says it.
    pub key: &'static str,
    pub own: &'static str,
    pub seen: &'static str,
    pub requests: u64,
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
pub fn sent<'a>(api: &Api, operation: &'a Operation, part: &Requests) -> Sent<'a> {
    let (mut sent, mut objects) = (Sent::default(), IndexMap::<&str, ValueShape>::new());
    let credential = vocabulary::of_credential(api, operation);
    // A cassette has the texts of a list, whatever is between them.
    let is_cassette = part.encodings.is_empty();
    for (name, samples, known) in samples(operation, part, &credential) {
        let Some((parameter, form)) = known else {
            sent.parameters.insert(name.to_owned(), samples.clone());
            continue;
        };
        sent.styles.extend(other_style(api, parameter, &form, samples).filter(|_| !is_cassette));
        let own = sent.parameters.entry(parameter.name.clone());
        match form {
            Form::Plain | Form::Items => drop(own.insert_entry(samples.clone())),
            Form::Object(_, path) => {
                put(objects.entry(&parameter.name).or_default(), &path, samples);
                let own = own.or_default();
                own.requests = own.requests.max(samples.requests);
                own.shape = kinds::of_texts(api, &parameter.ty.shape, objects[&*parameter.name].clone());
            }
        }
    }
    sent
}

/// A parameter, and the form of its name.
type Known<'a, 'n> = (&'a Parameter, Form<'n>);

/// All names and samples, with the parameters that they are of.
fn samples<'s, 'a: 's>(
    operation: &'a Operation,
    part: &'s Requests,
    credential: &BTreeSet<&str>,
) -> Vec<(&'s str, &'s Samples, Option<Known<'a, 's>>)> {
    let mut all = Vec::new();
    // Nobody knows which others are parameters.
    for (place, of_place) in
        [(Place::Header, &part.headers), (Place::Cookie, &part.cookies), (Place::Path, &part.path)]
    {
        for (name, samples) in of_place {
            let own = |it: &&Parameter| it.place == place;
            let known = find(operation.parameters.iter().filter(own), name);
            all.extend(known.map(|known| (name.as_str(), samples, Some(known))));
        }
    }
    let is_body = operation.encoding == RequestEncoding::Body;
    let has_query = is_body || operation.encoding == RequestEncoding::Json;
    // A cassette has the parameters of all places here, and no encoding.
    let is_cassette = part.encodings.is_empty();
    let is_apart = |it: &Parameter| matches!(it.place, Place::Path | Place::Header | Place::Cookie);
    let in_body = part.parameters.iter().map(|(name, samples)| (name, samples, !is_body));
    let in_query = part.query.iter().map(|(name, samples)| (name, samples, has_query));
    for (name, samples, can_be_new) in in_body.chain(in_query) {
        let known = find(operation.parameters.iter(), name).filter(|_| !credential.contains(&**name));
        let is_own = known.as_ref().map_or(can_be_new, |(it, _)| match it.place {
            // The fields of JSON are compared as a whole.
            Place::Body => !part.encodings.contains_key(JSON),
            _ => is_cassette || !is_apart(it),
        });
        if is_own {
            all.push((name, samples, known));
        }
    }
    all
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
fn other_style<'a>(
    api: &Api,
    parameter: &'a Parameter,
    form: &Form<'_>,
    samples: &Samples,
) -> Option<Style<'a>> {
    let is_in_form = matches!(parameter.place, Place::Query | Place::Form | Place::Part);
    let of_list = |own: ListStyle, seen: ListStyle| ("list", own.name(), seen.name());
    let (key, own, seen) = match (form, parameter.list, parameter.object) {
        _ if !is_in_form => return None,
        (Form::Object(style, _), _, own) if own != Some(*style) => {
            ("object", own.map_or("JSON", ObjectStyle::name), style.name())
        }
        (Form::Items, Some(own), _) if own != ListStyle::Brackets => of_list(own, ListStyle::Brackets),
        (Form::Plain, Some(own @ ListStyle::Brackets), _) => of_list(own, ListStyle::Repeated),
        (Form::Plain, Some(own), _) if own.between().is_some() && samples.repeated > 0 => {
            of_list(own, ListStyle::Repeated)
        }
        (Form::Plain, _, Some(own @ (ObjectStyle::Brackets | ObjectStyle::Dots)))
            if !kinds::takes_text(api, parameter) =>
        {
            ("object", own.name(), "JSON")
        }
        _ => return None,
    };
    Some(Style { parameter, key, own, seen, requests: samples.requests })
}

/// Adds samples at a place of an object.
fn put(to: &mut ValueShape, path: &[&str], samples: &Samples) {
    match path {
        [] => to.merge(kinds::only(kinds::SCALARS, &samples.shape)),
        ["", rest @ ..] => {
            to.lists = to.lists.max(samples.requests);
            put(to.item.get_or_insert_default(), rest, samples);
        }
        [name, rest @ ..] => {
            to.objects = to.objects.max(samples.requests);
            put(to.fields.entry((*name).to_owned()).or_default(), rest, samples);
        }
    }
}
