//! Reads an entry of an archive. Members that are missing, or of another type than the format says,
//! count as empty.

use std::borrow::Cow;
use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use generator_spec::model::{ReturnKind, plain_text};
use serde_json::Value;

use super::exchanges::{Parameters, Requests, Responses, has_query};
use super::multipart;
use super::names::{HIDDEN, RecordedNames};
use super::parameter::Samples;
use super::shape::{Keep, Room, ValueShape};

/// Bytes of a path that can be an operation's.
const LONGEST_PATH: usize = 1000;
/// Places that are kept of one exchange.
const MOST_PLACES: usize = 20_000;
/// Parameters of a request that are kept.
const MOST_PARAMETERS: usize = 400;

/// The encodings of bodies that are content types, and words for the others.
pub const FORM: &str = "application/x-www-form-urlencoded";
pub const MULTIPART: &str = "multipart/form-data";
const CONTENT_TYPE: &str = "content-type";
pub const JSON: &str = "application/json";
pub const NO_BODY: &str = "no body";
pub const UNKNOWN: &str = "another content type";

/// A request and its response.
#[derive(Debug)]
pub struct Exchange {
    /// The HTTP method, in capitals.
    pub method: String,
    /// The path; what is hidden has a number.
    pub path: String,
    /// The HTTP status; 0 if there was no response.
    pub status: u16,
    /// The HTTP status says so, or a field of the response.
    pub is_failure: bool,
    /// The number of names that had no place.
    pub refused: u64,
    pub request: Requests,
    pub response: Responses,
}

impl Exchange {
    /// Reads the exchange of an entry. Its names are those that `names` keeps.
    pub fn of(entry: &Value, names: &mut RecordedNames) -> Self {
        let (from, to) = (&entry["request"], &entry["response"]);
        let status = to["status"].as_u64().and_then(|it| it.try_into().ok()).unwrap_or_default();
        names.is_failure = !(200..400).contains(&status);
        let keep = &mut Keep { names, room: Room::new(MOST_PLACES) };
        let (sent, query) = split(text(&from["url"]));
        let method = text(&from["method"]).to_ascii_uppercase();
        let path = if sent.len() > LONGEST_PATH { String::new() } else { keep.names.path(sent) };
        let path = keep.names.chosen(&method, path, || said(from, query));
        let mut request = Requests { count: 1, ..Requests::default() };
        for (name, value) in keep.names.variables(sent) {
            let samples = Samples::of_text(&name, value, keep);
            request.path.insert(name, samples);
        }
        add_form(&mut request.query, query, keep);
        request.sent(from, &method, keep);
        if has_query(&method) {
            request.parameters = std::mem::take(&mut request.query);
        }
        let response = Responses::of_one(to, status, keep);
        let says_failure = response.json.hidden_status().is_some_and(|field| keep.names.is_status(field));
        let is_failure = status >= 400 || says_failure;
        Self { method, path, status, is_failure, refused: keep.room.refused, request, response }
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

/// The values of a header.
fn header<'v>(message: &'v Value, wanted: &str) -> impl Iterator<Item = &'v str> {
    let is_it = move |name: &str| name.eq_ignore_ascii_case(wanted);
    pairs(&message["headers"]).filter(move |(name, ..)| is_it(name)).map(|(_, value, _)| value)
}

impl Requests {
    /// Reads the headers and the body of the request.
    fn sent(&mut self, request: &Value, method: &str, keep: &mut Keep<'_>) {
        let posted = &request["postData"];
        let (mime, body) = (text(&posted["mimeType"]), text(&posted["text"]));
        let is_some = |length: &str| length.parse().is_ok_and(|length: u64| length > 0);
        let has_size = request["bodySize"].as_i64().is_some_and(|size| size > 0)
            || header(request, "content-length").any(is_some);
        add_headers(&mut self.headers, request, keep);
        let of_header = header(request, "cookie").flat_map(|all| all.split(';'));
        let of_header = of_header.filter_map(|it| it.trim().split_once('='));
        let of_list = pairs(&request["cookies"]).map(|(name, value, _)| (name, value));
        // Most programs write both.
        for (name, value) in of_list.chain(of_header) {
            let samples = Samples::of_text(name, value, keep);
            self.cookies.insert(keep.names.name(name), samples);
        }
        let mut listed = Parameters::new();
        for (name, value, param) in pairs(&posted["params"]) {
            let is_file = !text(&param["fileName"]).is_empty();
            add(&mut listed, (name, true), (!is_file).then_some(value), keep);
        }
        let encoding = encoding(mime, body, !listed.is_empty(), keep.names);
        self.posted(&encoding, method, (mime, body), keep);
        if self.parameters.is_empty() {
            self.parameters = listed;
        }
        self.encodings.insert(encoding, 1);
        // Browsers don't record the files of a form, nor the form around them.
        let is_form = is_mime(mime, "multipart/");
        let is_none = is_form && multipart::is_empty(body);
        let is_shown = !self.parameters.is_empty() || self.body.count() > 0;
        let is_lost = !has_query(method) && !is_shown && !is_none && (has_size || is_form);
        self.whole = u64::from(!is_lost);
    }

    /// Reads a body.
    fn posted(&mut self, encoding: &str, method: &str, (mime, body): (&str, &str), keep: &mut Keep<'_>) {
        match encoding {
            FORM => add_form(&mut self.parameters, body, keep),
            MULTIPART => {
                let parts = multipart::parts(mime, body).into_iter();
                parts.for_each(|part| add(&mut self.parameters, (part.name, true), part.text, keep));
            }
            JSON => {
                self.body = ValueShape::read(body, keep).unwrap_or_default();
                let ValueShape { fields, others, .. } = self.body.clone();
                let others = others.map(|others| (HIDDEN.to_owned(), *others));
                let fields = fields.into_iter().chain(others).filter(|_| !has_query(method));
                let samples = |shape: ValueShape| Samples { requests: 1, shape, ..Samples::default() };
                self.parameters.extend(fields.map(|(name, shape)| (name, samples(shape))));
            }
            _ => {}
        }
    }
}

fn is_mime(mime: &str, wanted: &str) -> bool {
    mime.trim_start().to_ascii_lowercase().starts_with(wanted)
}

fn encoding(mime: &str, body: &str, has_params: bool, names: &RecordedNames) -> String {
    let is_json = is_mime(mime, "application/") && mime.to_ascii_lowercase().contains("json");
    let is_form = body.contains('=') && mime.is_empty() || is_mime(mime, "application/x-www-form");
    let known = match () {
        () if body.is_empty() && !has_params => NO_BODY,
        () if is_mime(mime, "multipart/") => MULTIPART,
        () if is_json => JSON,
        () if is_form => FORM,
        () => return content_type(mime, names).unwrap_or_else(|| UNKNOWN.to_owned()),
    };
    known.to_owned()
}

/// Adds the headers whose names are known. The scheme of a credential is one of a few words.
fn add_headers(to: &mut Parameters, message: &Value, keep: &mut Keep<'_>) {
    for (name, value, _) in pairs(&message["headers"]) {
        // HTTP/2 begins its own names with a colon.
        if name.starts_with(':') || !keep.names.knows(name) {
            continue;
        }
        let mut key = name.to_ascii_lowercase();
        if let ("authorization", Some((scheme, _))) = (&*key, value.split_once(' ')) {
            let known = ["basic", "bearer"].into_iter().find(|it| scheme.eq_ignore_ascii_case(it));
            key = format!("{key} {}", known.unwrap_or("other"));
        }
        // Without values, it is a placeholder.
        let value = if keep.names.real.is_some() { "" } else { value };
        let samples = Samples::of_text(name, value, keep);
        to.entry(key).or_default().absorb(samples, &mut keep.room);
    }
}

/// Names and texts of a request, wherever they are.
fn said(request: &Value, query: &str) -> Vec<(String, String)> {
    let posted = &request["postData"];
    let (mime, body) = (text(&posted["mimeType"]), text(&posted["text"]));
    let lists = pairs(&request["headers"]).chain(pairs(&posted["params"]));
    let lists = lists.filter(|(name, ..)| !name.eq_ignore_ascii_case(CONTENT_TYPE));
    let mut said: Vec<_> = lists.map(|(name, value, _)| (name.to_owned(), value.to_owned())).collect();
    // Only this one tells operations apart.
    said.extend(is_mime(mime, MULTIPART).then(|| (CONTENT_TYPE.to_owned(), MULTIPART.to_owned())));
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
            add(to, (&name, pair.contains('=')), Some(&value), keep);
        }
    }
}

/// Adds a text to the parameters of a request, or a file.
fn add(to: &mut Parameters, (name, is_name): (&str, bool), text: Option<&str>, keep: &mut Keep<'_>) {
    let kept = if is_name { keep.names.name(name) } else { keep.names.bare(name) };
    if !to.contains_key(&kept) && !keep.room.takes(to.len() < MOST_PARAMETERS) {
        return;
    }
    let samples = to.entry(kept).or_default();
    samples.repeated = samples.requests;
    samples.requests = 1;
    match text {
        Some(text) => samples.add(name, text, keep),
        None => samples.files += 1,
    }
}

impl Responses {
    /// Reads a response.
    fn of_one(response: &Value, status: u16, keep: &mut Keep<'_>) -> Self {
        let (mut one, content) = (Self::default(), &response["content"]);
        one.with_headers = u64::from(pairs(&response["headers"]).next().is_some());
        add_headers(&mut one.headers, response, keep);
        let header = |wanted| header(response, wanted).next();
        let mime = Some(text(&content["mimeType"])).filter(|it| it.contains('/') && *it != "x-unknown");
        let mime = mime.or_else(|| header("content-type")).unwrap_or_default();
        let essence = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let is_redirect = !text(&response["redirectURL"]).is_empty() || header("location").is_some();
        let size = content["size"].as_i64();
        let kind = match content["text"].as_str() {
            _ if is_redirect && (300..400).contains(&status) => ReturnKind::Redirect(status),
            None if size == Some(0) => ReturnKind::Nothing,
            Some("") if size.is_none_or(|size| size <= 0) => {
                one.surely_empty = u64::from(header("content-length") == Some("0"));
                ReturnKind::Nothing
            }
            None | Some("") => {
                one.not_recorded = 1;
                return one;
            }
            Some(body) => {
                let body = decoded(content, body);
                if let Some(json) = body.and_then(|body| shape(&body, essence.contains("json"), keep)) {
                    let ty = content_type(mime, keep.names).unwrap_or_else(|| JSON.to_owned());
                    return Self { json, json_types: BTreeMap::from([(ty, 1)]), ..one };
                }
                let is_text = essence.contains("xml") || essence.starts_with("text/");
                if is_text { ReturnKind::Text } else { ReturnKind::Bytes }
            }
        };
        let has_type = matches!(kind, ReturnKind::Text | ReturnKind::Bytes);
        let ty = content_type(mime, keep.names).filter(|_| has_type).unwrap_or_default();
        one.others.insert((kind, ty), 1);
        one
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

/// Type and subtype, if their words are known; of the parameters only `charset=utf-8`.
fn content_type(text: &str, names: &RecordedNames) -> Option<String> {
    let mut parts = text.split(';').map(str::trim);
    let essence = parts.next()?.to_ascii_lowercase();
    let (kind, subtype) = essence.split_once('/')?;
    let is_utf8 = |text: &str| text.replace('"', "").eq_ignore_ascii_case("charset=utf-8");
    let charset = if kind == "text" && parts.any(is_utf8) { ";charset=UTF-8" } else { "" };
    (names.knows(kind) && subtype.split('+').all(|it| names.knows(it))).then(|| format!("{essence}{charset}"))
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
