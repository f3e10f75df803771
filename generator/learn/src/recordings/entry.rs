//! Reads an entry of an archive. Members that are missing, or of another type than the format says,
//! count as empty.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use generator_spec::model::{Place, ReturnKind};
use serde_json::Value;

use super::exchange::{Exchange, Input, Response, has_query};
use super::multipart;
use crate::vocabulary::Vocabulary;

/// Bytes of a path that can be an operation's.
const LONGEST_PATH: usize = 1000;

/// The encodings of bodies that are content types, and words for the others.
pub const FORM: &str = "application/x-www-form-urlencoded";
pub const MULTIPART: &str = "multipart/form-data";
pub const JSON: &str = "application/json";
pub const NO_BODY: &str = "no body";
pub const UNKNOWN: &str = "another content type";

/// Reads the exchange of an entry, and its path. Their names are those that `names` keeps.
pub fn read(entry: &Value, is_real: bool, names: &mut Vocabulary) -> (String, Exchange) {
    let (from, to) = (&entry["request"], &entry["response"]);
    let (sent, query) = split(text(&from["url"]));
    let (path, variables) = if sent.len() > LONGEST_PATH { Default::default() } else { names.path(sent) };
    let method = text(&from["method"]).to_ascii_uppercase();
    let mut reader = Reader { names, inputs: Vec::new() };
    for (name, value) in variables {
        reader.add(Place::Path, name, Some(value));
    }
    reader.form(Place::Query, query);
    for (name, value) in reader.headers(from, is_real) {
        reader.inputs.push(Input { place: Place::Header, name, value: Some(value) });
    }
    reader.cookies(from);
    let (encoding, body, is_whole) = reader.body(from, &method);
    let response = reader.response(to, is_real);
    let inputs = reader.inputs;
    (path, Exchange { method, inputs, body, encoding: Some(encoding), is_whole, is_real, response })
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

/// Reads the parts of an entry.
struct Reader<'n> {
    names: &'n mut Vocabulary,
    inputs: Vec<Input>,
}

impl Reader<'_> {
    /// Adds a parameter: a text, which may be JSON, or a file.
    fn add(&mut self, place: Place, name: String, text: Option<&str>) {
        let value = text.map(|text| {
            let is_json = text.trim_start().starts_with(['{', '[']);
            is_json.then(|| self.names.json(text)).flatten().unwrap_or_else(|| text.into())
        });
        self.inputs.push(Input { place, name, value });
    }

    /// Adds the parameters of a form. A piece without `=` may belong to the value before it.
    fn form(&mut self, place: Place, form: &str) {
        for pair in form.split('&').filter(|pair| !pair.is_empty()) {
            for (name, value) in form_urlencoded::parse(pair.as_bytes()) {
                let name = if pair.contains('=') { self.names.name(&name) } else { self.names.bare(&name) };
                self.add(place, name, Some(&value));
            }
        }
    }

    /// The headers whose names are known. The scheme of a credential is one of a few words.
    fn headers(&self, message: &Value, is_real: bool) -> Vec<(String, Value)> {
        // HTTP/2 begins its own names with a colon.
        let known = pairs(&message["headers"]).filter(|it| !it.0.starts_with(':') && self.names.knows(it.0));
        let header = |(name, value, _): (&str, &str, &Value)| {
            let mut key = name.to_ascii_lowercase();
            if let ("authorization", Some((scheme, _))) = (&*key, value.split_once(' ')) {
                let known = ["basic", "bearer"].into_iter().find(|it| scheme.eq_ignore_ascii_case(it));
                key = format!("{key} {}", known.unwrap_or("other"));
            }
            // Without values, it is a placeholder.
            (key, if is_real { value.into() } else { "".into() })
        };
        known.map(header).collect()
    }

    fn cookies(&mut self, request: &Value) {
        let of_header = header(request, "cookie").flat_map(|all| all.split(';'));
        let of_header = of_header.filter_map(|it| it.trim().split_once('='));
        let of_list = pairs(&request["cookies"]).map(|(name, value, _)| (name, value));
        for (name, value) in of_list.chain(of_header) {
            let name = self.names.name(name);
            // Most programs write both.
            if !self.inputs.iter().any(|it| it.place == Place::Cookie && it.name == name) {
                self.add(Place::Cookie, name, Some(value));
            }
        }
    }

    /// Reads the body of a request: its encoding, its JSON, and whether all of it is known.
    fn body(&mut self, request: &Value, method: &str) -> (String, Option<Value>, bool) {
        let posted = &request["postData"];
        let (mime, body) = (text(&posted["mimeType"]), text(&posted["text"]));
        let is_some = |length: &str| length.parse().is_ok_and(|length: u64| length > 0);
        let has_size = request["bodySize"].as_i64().is_some_and(|size| size > 0)
            || header(request, "content-length").any(is_some);
        let has_list = pairs(&posted["params"]).next().is_some();
        let encoding = encoding(mime, body, has_list, self.names);
        let before = self.inputs.len();
        let json = self.posted(&encoding, mime, body);
        let has_fields = json.as_ref().and_then(Value::as_object).is_some_and(|it| !it.is_empty());
        if self.inputs.len() == before && (!has_fields || has_query(method)) {
            self.listed(&posted["params"]);
        }
        // Browsers don't record the files of a form, nor the form around them.
        let is_form = is_mime(mime, "multipart/");
        let is_none = is_form && multipart::is_empty(body);
        let is_shown = self.inputs.len() > before || json.is_some();
        let is_lost = !has_query(method) && !is_shown && !is_none && (has_size || is_form);
        if has_query(method) {
            self.inputs.truncate(before);
        }
        (encoding, json, !is_lost)
    }

    /// Reads the text of a body. Its fields are parameters, or it is JSON.
    fn posted(&mut self, encoding: &str, mime: &str, body: &str) -> Option<Value> {
        match encoding {
            FORM => self.form(Place::Form, body),
            MULTIPART => {
                for part in multipart::parts(mime, body) {
                    let name = self.names.name(part.name);
                    self.add(Place::Form, name, part.text);
                }
            }
            JSON => return self.names.json(body),
            _ => {}
        }
        None
    }

    /// Adds the parameters that are listed beside a body.
    fn listed(&mut self, params: &Value) {
        for (name, value, param) in pairs(params) {
            let is_file = !text(&param["fileName"]).is_empty();
            let name = self.names.name(name);
            self.add(Place::Form, name, (!is_file).then_some(value));
        }
    }

    /// Reads a response.
    fn response(&mut self, from: &Value, is_real: bool) -> Response {
        let content = &from["content"];
        let mut one = Response {
            status: from["status"].as_u64().and_then(|it| it.try_into().ok()).unwrap_or_default(),
            headers: self.headers(from, is_real),
            has_headers: pairs(&from["headers"]).next().is_some(),
            ..Response::default()
        };
        let header = |wanted| header(from, wanted).next();
        let mime = Some(text(&content["mimeType"])).filter(|it| it.contains('/') && *it != "x-unknown");
        let mime = mime.or_else(|| header("content-type")).unwrap_or_default();
        let is_redirect = !text(&from["redirectURL"]).is_empty() || header("location").is_some();
        let size = content["size"].as_i64();
        one.kind = match content["text"].as_str() {
            _ if is_redirect && (300..400).contains(&one.status) => Some(ReturnKind::Redirect(one.status)),
            None if size == Some(0) => Some(ReturnKind::Nothing),
            Some("") if size.is_none_or(|size| size <= 0) => {
                one.is_surely_empty = header("content-length") == Some("0");
                Some(ReturnKind::Nothing)
            }
            None | Some("") => None,
            Some(body) => {
                let essence = generator_spec::model::essence(mime).to_ascii_lowercase();
                one.body = decoded(content, body).and_then(|body| self.json(&body, essence.contains("json")));
                let is_text = essence.contains("xml") || essence.starts_with("text/");
                let other = if is_text { ReturnKind::Text } else { ReturnKind::Bytes };
                one.content_type = content_type(mime, self.names).unwrap_or_default();
                Some(if one.body.is_some() { ReturnKind::Json } else { other })
            }
        };
        if one.body.is_some() && one.content_type.is_empty() {
            one.content_type = JSON.to_owned();
        }
        one
    }

    /// The JSON of a body; a single value has no bracket that shows that it is JSON.
    fn json(&mut self, body: &str, is_json: bool) -> Option<Value> {
        let body = body.trim_start_matches('\u{feff}');
        let is_json = is_json || body.trim_start().starts_with(['{', '[']);
        is_json.then(|| self.names.json(body)).flatten()
    }
}

fn is_mime(mime: &str, wanted: &str) -> bool {
    mime.trim_start().to_ascii_lowercase().starts_with(wanted)
}

fn encoding(mime: &str, body: &str, has_params: bool, names: &Vocabulary) -> String {
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

fn decoded<'b>(content: &Value, body: &'b str) -> Option<Cow<'b, str>> {
    if !text(&content["encoding"]).eq_ignore_ascii_case("base64") {
        return Some(body.into());
    }
    Some(String::from_utf8_lossy(&STANDARD.decode(body).ok()?).into_owned().into())
}

/// Type and subtype, if their words are known; of the parameters only `charset=utf-8`.
fn content_type(text: &str, names: &Vocabulary) -> Option<String> {
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
