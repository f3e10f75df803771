//! Requests and their responses.

use std::borrow::Cow;
use std::collections::BTreeMap;

use generator_spec::model::{Place, ReturnKind, plain_text};
use serde_json::Value;

use super::MULTIPART;
use super::samples::{Parameters, Samples};
use super::values::{Values, inside};
use crate::words::is_hidden;

/// The most fields that the message of a failure has, if the HTTP status doesn't say that it is one.
const MOST_OF_MESSAGE: usize = 6;

/// A request and its response. It has values, so nothing prints or writes it.
pub struct Exchange {
    /// The HTTP method, in capitals.
    pub(crate) method: String,
    /// The parameters outside of JSON bodies.
    pub(super) inputs: Vec<Input>,
    /// A JSON body.
    pub(super) body: Option<Value>,
    /// The content type of the body, or a word for it; `None` in a cassette, which has the parameters of all
    /// places together.
    pub(crate) encoding: Option<String>,
    /// All parameters are known.
    pub(crate) is_whole: bool,
    /// Its values were seen, and not only their kinds.
    pub(crate) is_real: bool,
    pub(crate) response: Response,
}

/// A parameter that was sent.
pub(super) struct Input {
    /// Those in bodies are in the form.
    pub place: Place,
    /// That of a header is in lower case. `authorization` has its scheme after its name, if that is shown.
    pub name: String,
    /// A text, or JSON; `None` for a file.
    pub value: Option<Value>,
}

/// A response.
#[derive(Default)]
pub(crate) struct Response {
    /// The HTTP status; 0 if there was none.
    pub status: u16,
    /// `None` if the recording doesn't show it.
    pub kind: Option<ReturnKind>,
    /// Type and subtype, without parameters but `charset=utf-8`.
    pub content_type: String,
    /// JSON.
    pub(super) body: Option<Value>,
    /// It certainly has no body.
    pub is_surely_empty: bool,
    /// Headers, by their names in lower case.
    pub(super) headers: Vec<(String, Value)>,
    /// Some headers are known.
    pub has_headers: bool,
}

/// The places of the parameters that requests with this HTTP method have.
#[must_use]
pub fn places(method: &str) -> &'static [Place] {
    if has_query(method) { &[Place::Query] } else { &[Place::Form, Place::Field] }
}

/// Returns whether requests with this HTTP method have their parameters in the query.
#[must_use]
pub fn has_query(method: &str) -> bool {
    matches!(method, "GET" | "HEAD" | "DELETE")
}

impl Exchange {
    /// All parameters; the fields of a JSON body are some, unless the method has those in queries.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (Place, &str, Option<&Value>)> {
        let fields = self.body.as_ref().and_then(Value::as_object).filter(|_| !has_query(&self.method));
        let fields = fields.into_iter().flatten().map(|(name, it)| (Place::Field, name.as_str(), Some(it)));
        self.inputs.iter().map(|it| (it.place, it.name.as_str(), it.value.as_ref())).chain(fields)
    }

    /// The texts that a name has in the request, wherever it is: what tells operations apart.
    pub(crate) fn texts(&self, name: &str) -> Vec<String> {
        let is_it = |it: &&Input| {
            !matches!(it.place, Place::Path | Place::Cookie)
                && it.name != "content-type"
                && it.name.eq_ignore_ascii_case(name)
        };
        let of_body = self.encoding.as_deref().filter(|it| *it == MULTIPART && name == "content-type");
        let own = self.inputs.iter().filter(is_it).filter_map(|it| it.value.as_ref());
        let field = self.body.iter().filter_map(|it| it.get(name));
        own.chain(field).map(plain_text).chain(of_body.map(str::to_owned)).collect()
    }

    /// Calls `each` with all texts, and the names of their parameters or fields.
    pub(crate) fn each_text(&self, each: &mut dyn FnMut(&str, &str)) {
        for Input { name, value, .. } in &self.inputs {
            if let Some(json @ (Value::Array(_) | Value::Object(_))) = value {
                each(name, &json.to_string());
            }
            value.iter().for_each(|it| each_text(name, it, each));
        }
        self.body.iter().for_each(|json| each_text("", json, each));
        self.response.headers.iter().for_each(|(name, value)| each_text(name, value, each));
        self.response.body.iter().for_each(|json| each_text("", json, each));
    }

    /// The number of its values.
    pub(super) fn size(&self) -> usize {
        let of_response = self.response.body.iter().map(size);
        self.inputs
            .iter()
            .filter_map(|it| it.value.as_ref())
            .chain(&self.body)
            .map(size)
            .chain(of_response)
            .sum()
    }
}

impl Response {
    /// Returns whether it says in one of these fields that the call failed, which its HTTP status doesn't: in a
    /// small object with a text.
    pub fn says_failure(&self, fields: &[&String]) -> bool {
        let Some(Value::Object(own)) = &self.body else { return false };
        let is_small = own.len() <= MOST_OF_MESSAGE && !own.keys().any(|name| is_hidden(name));
        let has_text = own.values().any(|it| it.as_str().is_some_and(|text| !text.is_empty()));
        let is_status = |it: &Value| it.as_i64().is_some_and(|it| (400..600).contains(&it));
        let mut statuses = own.iter().filter(|(_, it)| is_status(it)).map(|(name, _)| name);
        let status = statuses.next().filter(|_| statuses.next().is_none());
        is_small && has_text && status.is_some_and(|name| fields.contains(&name))
    }
}

fn size(value: &Value) -> usize {
    1 + inside(value).map(|(_, it)| size(it)).sum::<usize>()
}

fn each_text(name: &str, value: &Value, each: &mut dyn FnMut(&str, &str)) {
    if let Value::String(text) = value {
        each(name, text);
    }
    inside(value).for_each(|(own, it)| each_text(if own.is_empty() { name } else { own }, it, each));
}

/// Several exchanges.
#[derive(Clone, Default)]
pub struct Exchanges<'e>(pub Vec<&'e Exchange>);

impl<'e> Exchanges<'e> {
    /// Their number.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// The number of those that are like this.
    pub(crate) fn counted(&self, is: impl Fn(&Exchange) -> bool) -> u64 {
        self.0.iter().filter(|it| is(it)).count() as u64
    }

    /// The number of those whose parameters are known as a whole.
    #[must_use]
    pub fn whole(&self) -> u64 {
        self.counted(|it| it.is_whole)
    }

    /// The number of requests with such a parameter.
    pub(crate) fn having(&self, is: impl Fn(Place, &str) -> bool) -> u64 {
        self.counted(|it| it.inputs().any(|(place, name, _)| is(place, name)))
    }

    /// The parameters in some places.
    #[must_use]
    pub fn parameters(&self, places: &[Place]) -> Parameters<'e> {
        self.samples(|it| {
            let own = it.inputs().filter(|(place, ..)| places.contains(place));
            own.map(|(place, name, value)| (name, value, place != Place::Field))
        })
    }

    /// The headers of responses.
    pub(crate) fn headers(&self) -> Parameters<'e> {
        self.samples(|it| it.response.headers.iter().map(|(name, value)| (&**name, Some(value), true)))
    }

    /// The samples of names, with values, if they aren't files, and whether these are texts.
    fn samples<I: Iterator<Item = (&'e str, Option<&'e Value>, bool)>>(
        &self,
        of: impl Fn(&'e Exchange) -> I,
    ) -> Parameters<'e> {
        let mut all = Parameters::new();
        for (request, exchange) in self.0.iter().enumerate() {
            for (name, value, is_text) in of(exchange) {
                let own: &mut Samples<'e> = all.entry(name).or_default();
                own.add((request, exchange.is_real), value.map(|it| vec![(Cow::Borrowed(it), is_text)]));
            }
        }
        all
    }

    /// The JSON bodies of requests.
    #[must_use]
    pub fn bodies(&self) -> Values<'e> {
        self.json(|it| it.body.as_ref())
    }

    /// The JSON of responses.
    #[must_use]
    pub fn results(&self) -> Values<'e> {
        self.json(|it| it.response.body.as_ref())
    }

    fn json(&self, of: impl Fn(&'e Exchange) -> Option<&'e Value>) -> Values<'e> {
        let mut all = Values::default();
        for it in &self.0 {
            of(it).into_iter().for_each(|json| all.add(Cow::Borrowed(json), false, it.is_real));
        }
        all
    }

    /// The content types of bodies, or words for them.
    pub(crate) fn encodings(&self) -> BTreeMap<&'e str, u64> {
        let mut all = BTreeMap::new();
        for encoding in self.0.iter().filter_map(|it| it.encoding.as_deref()) {
            *all.entry(encoding).or_default() += 1;
        }
        all
    }

    /// The same by HTTP status.
    #[must_use]
    pub fn by_status(&self) -> BTreeMap<u16, Self> {
        let mut all = BTreeMap::<u16, Self>::new();
        self.0.iter().for_each(|it| all.entry(it.response.status).or_default().0.push(it));
        all
    }

    /// The number of responses of a kind.
    #[must_use]
    pub fn of(&self, kind: ReturnKind) -> u64 {
        self.counted(|it| it.response.kind == Some(kind))
    }
}

/// The exchanges with a path and a method.
#[derive(Clone, Default)]
pub struct Endpoint<'e> {
    /// Those that didn't fail.
    pub fine: Exchanges<'e>,
    /// The others.
    pub failed: Exchanges<'e>,
}
