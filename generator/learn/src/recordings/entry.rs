//! Reads an entry of an archive. Members that are missing, or of another type than the format says,
//! count as empty.

use std::borrow::Cow;
use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use generator_spec::model::plain_text;
use serde_json::Value;

use super::endpoint::{Encoding, Exchanges, Parameters, Responses, has_query};
use super::multipart;
use super::names::{HIDDEN, RecordedNames};
use super::parameter::Samples;
use super::shape::{Keep, Room, ValueShape, Values};

/// Bytes of a path that can be an operation's.
const LONGEST_PATH: usize = 1000;
/// Places that are kept of one exchange.
const MOST_PLACES: usize = 20_000;
/// Parameters of a request that are kept.
const MOST_PARAMETERS: usize = 400;

/// A request and its response.
#[derive(Debug)]
pub struct Exchange {
    /// The HTTP method, in capitals.
    pub method: String,
    /// The path; what is hidden has a number.
    pub path: String,
    /// The HTTP status; 0 if there was no response.
    pub status: u16,
    /// The number of names that had no place.
    pub refused: u64,
    /// The values that were asked for.
    pub values: BTreeMap<String, Values>,
    /// Everything else.
    pub part: Exchanges,
}

impl Exchange {
    /// Reads the exchange of an entry. Its names are those that `names` keeps.
    pub fn of(entry: &Value, names: &mut RecordedNames) -> Self {
        let (request, response) = (&entry["request"], &entry["response"]);
        let mut keep = Keep { names, room: Room::new(MOST_PLACES), values: BTreeMap::new() };
        let (sent, query) = split(text(&request["url"]));
        let mut part = Exchanges { requests: 1, ..Exchanges::default() };
        let method = text(&request["method"]).to_ascii_uppercase();
        let path = match sent.len() {
            0..=LONGEST_PATH => keep.names.path(sent),
            _ => String::new(),
        };
        let path = keep.names.chosen(&method, path, || said(request, query));
        for (name, value) in keep.names.variables(sent) {
            part.path.insert(name.clone(), Samples::of_text(&name, value, keep.names));
        }
        let mut in_query = Parameters::new();
        add_form(&mut in_query, query, &mut keep);
        part.sent(request, &method, &mut keep);
        match has_query(&method) {
            true => part.parameters = in_query,
            false => part.query = in_query,
        }
        let status = response["status"].as_u64().and_then(|it| it.try_into().ok()).unwrap_or_default();
        part.responses.add(response, status, &mut keep);
        let Keep { room, values, .. } = keep;
        Self { method, path, status, refused: room.refused, values, part }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The names and values of a list of pairs.
fn pairs(list: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let items = list.as_array().into_iter().flatten();
    items.map(|item| (text(&item["name"]), text(&item["value"]), item))
}

impl Exchanges {
    /// Reads the headers and the body of the request.
    fn sent(&mut self, request: &Value, method: &str, keep: &mut Keep<'_>) {
        let posted = &request["postData"];
        let (mime, body) = (text(&posted["mimeType"]), text(&posted["text"]));
        let mut has_size = request["bodySize"].as_i64().is_some_and(|size| size > 0);
        for (name, value, _) in pairs(&request["headers"]) {
            let is_length = name.eq_ignore_ascii_case("content-length");
            has_size |= is_length && value.parse().is_ok_and(|length: u64| length > 0);
            add_header(&mut self.headers, name, value, keep);
        }
        let all = pairs(&request["headers"]).filter(|(name, ..)| name.eq_ignore_ascii_case("cookie"));
        let of_header = all.flat_map(|(_, all, _)| all.split(';').filter_map(|it| it.trim().split_once('=')));
        let of_list = pairs(&request["cookies"]).map(|(name, value, _)| (name, value));
        // Most programs write both.
        for (name, value) in of_list.chain(of_header) {
            let samples = Samples::of_text(name, value, keep.names);
            self.cookies.insert(keep.names.name(name), samples);
        }
        for (name, value, param) in pairs(&posted["params"]) {
            let is_file = !text(&param["fileName"]).is_empty();
            add(&mut self.parameters, name, (!is_file).then_some(value), keep);
        }
        let encoding = encoding(mime, body, !self.parameters.is_empty(), keep.names);
        self.parameters(&encoding, method, (mime, body), keep);
        self.encodings.insert(encoding, 1);
        // Browsers don't record the files of a form, nor the form around them.
        let is_form = is_mime(mime, "multipart/");
        let is_none = is_form && multipart::is_empty(body);
        let is_shown = !self.parameters.is_empty() || self.body.count() > 0;
        let is_lost = !has_query(method) && !is_shown && !is_none && (has_size || is_form);
        self.whole = u64::from(!is_lost);
    }

    /// The parameters in a body; without any, those that the recording lists stay.
    fn parameters(
        &mut self,
        encoding: &Encoding,
        method: &str,
        (mime, body): (&str, &str),
        keep: &mut Keep<'_>,
    ) {
        let listed = std::mem::take(&mut self.parameters);
        match encoding {
            Encoding::Form => add_form(&mut self.parameters, body, keep),
            Encoding::Multipart => {
                for part in multipart::parts(mime, body) {
                    add(&mut self.parameters, part.name, part.text, keep);
                }
            }
            Encoding::Json => {
                self.body = ValueShape::read(body, keep).unwrap_or_default();
                if !has_query(method) {
                    add_fields(&mut self.parameters, self.body.clone());
                }
            }
            Encoding::Empty | Encoding::Other(_) => {}
        }
        if self.parameters.is_empty() {
            self.parameters = listed;
        }
    }
}

fn is_mime(mime: &str, wanted: &str) -> bool {
    mime.trim_start().to_ascii_lowercase().starts_with(wanted)
}

fn encoding(mime: &str, body: &str, has_params: bool, names: &RecordedNames) -> Encoding {
    if body.is_empty() && !has_params {
        Encoding::Empty
    } else if is_mime(mime, "multipart/") {
        Encoding::Multipart
    } else if is_mime(mime, "application/") && mime.to_ascii_lowercase().contains("json") {
        Encoding::Json
    } else if body.contains('=') && mime.is_empty() || is_mime(mime, "application/x-www-form") {
        Encoding::Form
    } else {
        Encoding::Other(content_type(mime).filter(|it| names.knows_type(it)).unwrap_or_default())
    }
}

/// Adds a header whose name is known. The scheme of a credential is one of a few words.
fn add_header(to: &mut Parameters, name: &str, value: &str, keep: &mut Keep<'_>) {
    // HTTP/2 begins its own names with a colon.
    if name.starts_with(':') || !keep.names.knows(name) {
        return;
    }
    let mut key = name.to_ascii_lowercase();
    if let ("authorization", Some((scheme, _))) = (&*key, value.split_once(' ')) {
        let known = ["basic", "bearer"].into_iter().find(|it| scheme.eq_ignore_ascii_case(it));
        key = format!("{key} {}", known.unwrap_or("other"));
    }
    let samples = Samples::of_text(name, value, keep.names);
    to.entry(key).or_default().absorb(samples, &mut keep.room);
}

/// Names and texts of a request, wherever they are.
fn said(request: &Value, query: &str) -> Vec<(String, String)> {
    let posted = &request["postData"];
    let (mime, body) = (text(&posted["mimeType"]), text(&posted["text"]));
    let lists = pairs(&request["headers"]).chain(pairs(&posted["params"]));
    let mut said: Vec<_> = lists.map(|(name, value, _)| (name.to_owned(), value.to_owned())).collect();
    let forms = [query, if body.starts_with('{') { "" } else { body }];
    said.extend(forms.into_iter().flat_map(|form| form_urlencoded::parse(form.as_bytes()).into_owned()));
    let parts = multipart::parts(mime, body).into_iter();
    said.extend(parts.filter_map(|it| Some((it.name.to_owned(), it.text?.to_owned()))));
    let json: Value = serde_json::from_str(body).unwrap_or_default();
    let fields = json.as_object().into_iter().flatten();
    said.extend(fields.map(|(name, value)| (name.clone(), plain_text(value))));
    said
}

/// Adds the parameters of a form. A piece without `=` may belong to the value before it.
fn add_form(to: &mut Parameters, form: &str, keep: &mut Keep<'_>) {
    for pair in form.split('&').filter(|pair| !pair.is_empty()) {
        for (name, value) in form_urlencoded::parse(pair.as_bytes()) {
            let kept = if pair.contains('=') { keep.names.name(&name) } else { keep.names.bare(&name) };
            add_kept(to, kept, &name, Some(&value), keep);
        }
    }
}

/// The fields of a JSON body, as parameters.
fn add_fields(to: &mut Parameters, shape: ValueShape) {
    let others = shape.others.map(|others| (HIDDEN.to_owned(), *others));
    to.extend(shape.fields.into_iter().chain(others).map(|(name, shape)| (name, Samples::of_field(shape))));
}

/// Adds a text to the parameters of a request, or a file.
fn add(to: &mut Parameters, name: &str, text: Option<&str>, keep: &mut Keep<'_>) {
    let kept = keep.names.name(name);
    add_kept(to, kept, name, text, keep);
}

fn add_kept(to: &mut Parameters, kept: String, name: &str, text: Option<&str>, keep: &mut Keep<'_>) {
    if !to.contains_key(&kept) && !keep.room.takes(to.len() < MOST_PARAMETERS) {
        return;
    }
    let listed = keep.names.is_listed(name).then_some(name);
    let samples = to.entry(kept).or_default();
    samples.repeated = samples.requests;
    samples.requests = 1;
    match text {
        Some(text) => {
            samples.text.unlisted += u64::from(keep.names.is_other(name, text));
            samples.add(text, keep, listed);
        }
        None => samples.files += 1,
    }
}

impl Responses {
    fn add(&mut self, response: &Value, status: u16, keep: &mut Keep<'_>) {
        let content = &response["content"];
        let header = |wanted: &str| {
            pairs(&response["headers"]).find(|(name, ..)| name.eq_ignore_ascii_case(wanted)).map(|it| it.1)
        };
        for (name, value, _) in pairs(&response["headers"]) {
            // Without values, a header is a placeholder.
            let value = if keep.names.lacks_values { "" } else { value };
            add_header(&mut self.headers, name, value, keep);
            self.with_headers = 1;
        }
        let mime = Some(text(&content["mimeType"])).filter(|it| it.contains('/') && *it != "x-unknown");
        let ty = content_type(mime.or_else(|| header("content-type")).unwrap_or_default());
        let is = |wanted: &str| ty.as_deref().is_some_and(|ty| ty.contains(wanted));
        let (is_json, is_text) =
            (is("json"), is("xml") || ty.as_ref().is_some_and(|ty| ty.starts_with("text/")));
        let is_redirect = !text(&response["redirectURL"]).is_empty() || header("location").is_some();
        let size = content["size"].as_i64();
        match content["text"].as_str() {
            _ if is_redirect && (300..400).contains(&status) => drop(self.redirects.insert(status, 1)),
            None if size == Some(0) => self.empty = 1,
            None => self.not_recorded = 1,
            Some("") if size.is_some_and(|size| size > 0) => self.not_recorded = 1,
            Some("") => {
                self.empty = 1;
                self.surely_empty = u64::from(header("content-length") == Some("0"));
            }
            Some(body) => match decoded(content, body).and_then(|body| shape(&body, is_json, keep)) {
                Some(shape) => self.json = shape,
                None => {
                    let to = if is_text { &mut self.texts } else { &mut self.bytes };
                    to.insert(ty.filter(|it| keep.names.knows_type(it)).unwrap_or_default(), 1);
                }
            },
        }
    }
}

/// The shape of a body; a single value has no bracket that shows that it is JSON.
fn shape(body: &str, is_json: bool, keep: &mut Keep<'_>) -> Option<ValueShape> {
    let body = body.trim_start_matches('\u{feff}');
    let is_json = is_json || body.trim_start().starts_with(['{', '[']);
    is_json.then(|| ValueShape::read(body, keep)).flatten()
}

fn decoded<'b>(content: &Value, body: &'b str) -> Option<Cow<'b, str>> {
    if !text(&content["encoding"]).eq_ignore_ascii_case("base64") {
        return Some(body.into());
    }
    Some(String::from_utf8_lossy(&STANDARD.decode(body).ok()?).into_owned().into())
}

/// Type and subtype, if they are plain; of the parameters only `charset=utf-8`.
fn content_type(text: &str) -> Option<String> {
    let mut parts = text.split(';').map(str::trim);
    let essence = parts.next()?.to_ascii_lowercase();
    let is_plain = |text: &str| {
        (1..=80).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
    };
    let (kind, subtype) = essence.split_once('/')?;
    let is_utf8 = |text: &str| text.replace('"', "").eq_ignore_ascii_case("charset=utf-8");
    let charset = if kind == "text" && parts.any(is_utf8) { ";charset=UTF-8" } else { "" };
    (is_plain(kind) && is_plain(subtype)).then(|| format!("{essence}{charset}"))
}

/// The path of an address, and its query. A password in front of the host may
/// hold what ends a host.
fn split(url: &str) -> (&str, &str) {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = host.contains('@') || host.starts_with('[');
    let has_user = !is_whole && host.rsplit_once(':').is_some_and(|(_, port)| !is_port(port));
    let rest = rest.rsplit_once('@').filter(|_| has_user).map_or(rest, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or_default();
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    (address.find('/').and_then(|start| address.get(start..)).unwrap_or("/"), query)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_path_and_the_query_of_an_address_are_left() {
        assert_eq!(split("https://user:pw@host:80/lamps/list?x=1#y"), ("/lamps/list", "x=1"));
        assert_eq!(split("https://[::1]/lamps/me@x.org?x=a@b"), ("/lamps/me@x.org", "x=a@b"));
        assert_eq!(split("https://user:pw@host/lamps/me@x.org"), ("/lamps/me@x.org", ""));
        assert_eq!(split("http://host"), ("/", ""));
        assert_eq!(split("http://host?q=/a").0, "/");
        for password in ["p/q", "p/q:80", "p?q=1", "p#q"] {
            assert_eq!(split(&format!("https://user:{password}@host/lamps?x=1")), ("/lamps", "x=1"));
        }
    }
}
