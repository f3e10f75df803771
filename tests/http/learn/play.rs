//! The fake server of a simulated server: it speaks that server's dialect, and records the traffic.
//!
//! The generated client speaks the spec's. What it sends is translated, as if a
//! client of the simulated server had sent it.

use std::sync::{Arc, Mutex};

use api_runtime::{Client, Tower};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use generator_spec::model::{Api, Operation, Parameter, RequestEncoding, ReturnKind, Shape, Wire};
use serde_json::{Value, json};

use crate::learn::server::{Answer, Change, New, Real, Simulated};
use crate::support::any_transport::AnyTransport;
use crate::support::cases::TestApi;
use crate::support::credentials::{self, Fields};
use crate::support::sample::{Choice, Fill, Sample, json_of};
use crate::support::spec;
use tests::random::Random;

/// A simulated server at work.
struct Play {
    api: Api,
    simulated: Simulated,
    random: Random,
    /// The operation that is being sent, and its position among its requests.
    current: (String, usize),
    entries: Vec<Value>,
}

/// The parameters that each operation is sent with. The last request is refused.
const REQUESTS: [Choice; 4] = [Choice::All, Choice::Required, Choice::All, Choice::Required];

/// Drives every operation through a simulated server; returns the recording.
pub async fn record<A: TestApi>(api: &Api, simulated: Simulated, seed: u64) -> (Simulated, String) {
    let play = Play {
        api: api.clone(),
        simulated,
        random: Random::new(seed),
        current: Default::default(),
        entries: Vec::new(),
    };
    let play = Arc::new(Mutex::new(play));
    let router = Router::new().fallback(handle).with_state(play.clone());
    let transport = AnyTransport::new(Tower::new(router));
    let client = Client::<A, _>::with_transport("http://in.process", transport).build().unwrap();
    for case in A::cases() {
        let operation = api.operation(case.descriptor.name).unwrap();
        for (index, choice) in REQUESTS.into_iter().enumerate() {
            play.lock().unwrap().current = (operation.name.clone(), index);
            let client = A::log_in(&client, credentials::name_of(case.descriptor), Fields::Password);
            // The response is that of another server: the client may not understand it.
            let _ = (case.send)(&client, Sample::new(case.descriptor, choice, Fill::Awkward)).await;
        }
    }
    drop(client);
    let play = Arc::into_inner(play).unwrap().into_inner().unwrap();
    play.finish()
}

async fn handle(State(play): State<Arc<Mutex<Play>>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let headers = head.headers.iter().map(|(name, value)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    });
    let sent = Sent { headers: headers.collect(), body: String::from_utf8_lossy(&body).into_owned() };
    play.lock().unwrap().answer(sent);
    Response::new(Body::from("{}"))
}

struct Sent {
    headers: Vec<(String, String)>,
    body: String,
}

impl Play {
    fn answer(&mut self, sent: Sent) {
        let (name, index) = self.current.clone();
        let Self { api, simulated, random, .. } = self;
        let operation = api.operation(&name).unwrap();
        let real = simulated.real(&name);
        let mime = header(&sent.headers, "content-type");
        let mut headers = sent.headers;
        // That of the spec's form, not of the simulated server's.
        headers.retain(|(name, _)| name != "content-length");
        let body = match mime.starts_with("application/x-www-form-urlencoded") {
            true => translated(api, simulated, real, operation, &sent.body, index, random),
            false => sent.body,
        };
        let is_other = real.encoding == RequestEncoding::Multipart && operation.encoding != real.encoding;
        let (mime, body) = if is_other { parts(&body) } else { (mime, body) };
        let answer = match index {
            3 => failure(api, simulated),
            _ => success(api, simulated, real, operation, index, random),
        };
        self.entries.push(entry(real.method, &real.path, headers, (mime, body), answer));
    }

    fn finish(mut self) -> (Simulated, String) {
        let simulated = self.simulated;
        for new in &simulated.new {
            for index in 0..3 {
                self.entries.push(new_entry(new, index, &self.api, &mut self.random));
            }
        }
        // Browsers record this, too.
        let page = (200, "text/html".to_owned(), "<p>CaNaRy</p>".to_owned(), String::new());
        self.entries.push(entry("GET", "/console/index.html", Vec::new(), Default::default(), page));
        let log = json!({ "log": { "version": "1.2", "creator": { "name": "simulated", "version": "1" }, "entries": self.entries } });
        (simulated, log.to_string())
    }
}

fn header(headers: &[(String, String)], name: &str) -> String {
    headers.iter().find(|(it, _)| it == name).map(|(_, value)| value.clone()).unwrap_or_default()
}

/// A form in the simulated server's dialect.
fn translated(
    api: &Api,
    simulated: &Simulated,
    real: &Real,
    operation: &Operation,
    body: &str,
    index: usize,
    random: &mut Random,
) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(body.as_bytes()) {
        let parameter = operation.parameters.iter().find(|it| it.name == name);
        let value =
            parameter.and_then(|it| opaque(api, simulated, it, random)).unwrap_or_else(|| value.into_owned());
        match real.changes.get(&*name) {
            Some(Change::Dropped) => {}
            Some(Change::Optional) if index != 0 => {}
            Some(Change::Renamed(to)) => drop(form.append_pair(to, &value)),
            Some(Change::Bit) => drop(form.append_pair(&name, if value == "true" { "1" } else { "0" })),
            Some(Change::Json(made) | Change::Unwritable(made)) => {
                form.append_pair(&name, &made.sample(random, 0).to_string());
            }
            None | Some(Change::Optional) => drop(form.append_pair(&name, &value)),
        }
    }
    for added in real.added.iter().filter(|it| !it.optional || index == 0) {
        form.append_pair(added.name, &added.sample(random));
    }
    form.finish()
}

/// The same form in parts.
fn parts(form: &str) -> (String, String) {
    let part = |(name, value)| {
        format!("--boundary-of-parts\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let parts: String = form_urlencoded::parse(form.as_bytes()).map(part).collect();
    (
        "multipart/form-data; boundary=boundary-of-parts".to_owned(),
        format!("{parts}--boundary-of-parts--\r\n"),
    )
}

/// JSON of a type that the simulated server knows and the spec does not.
fn opaque(api: &Api, simulated: &Simulated, parameter: &Parameter, random: &mut Random) -> Option<String> {
    let id = parameter.ty.shape.named().filter(|_| parameter.wire == Wire::Json)?;
    simulated.opaque.get(&id)?;
    Some(of_shape(api, simulated, &parameter.ty.shape, random).to_string())
}

fn of_shape(api: &Api, simulated: &Simulated, shape: &Shape, random: &mut Random) -> Value {
    match shape {
        Shape::List(item) => json!([of_shape(api, simulated, item, random)]),
        Shape::Map(value) => {
            json!({ "9b2f7a10-55aa-4f00-9c0d-0123456789ab": of_shape(api, simulated, value, random) })
        }
        Shape::Named(id) if simulated.opaque.contains_key(id) => simulated.opaque[id].sample(random, 0),
        Shape::Named(id) => json_of(&api.ty(*id).unwrap().name, Some(spec::of(&api.name)), Fill::Awkward),
        Shape::Nullable(inner) => of_shape(api, simulated, inner, random),
        Shape::Scalar(_) => json!("CaNaRy"),
    }
}

/// HTTP status, content type, body and target.
pub type Reply = (u16, String, String, String);

pub fn reply(value: &Value) -> Reply {
    (200, "application/json".to_owned(), value.to_string(), String::new())
}

fn failure(api: &Api, simulated: &Simulated) -> Reply {
    let value = match &api.message {
        Some(_) => message(403, "CaNaRy refused"),
        None => envelope("error", 403, &json!("CaNaRy refused")),
    };
    let (_, content_type, body, target) = reply(&value);
    (if simulated.hides_failures { 200 } else { 403 }, content_type, body, target)
}

pub fn message(status: u16, text: &str) -> Value {
    json!({ "Status": status, "Message": text })
}

fn envelope(status: &str, code: u16, data: &Value) -> Value {
    json!({ "status": status, "code": code, "data": data })
}

pub fn success(
    api: &Api,
    simulated: &Simulated,
    real: &Real,
    operation: &Operation,
    index: usize,
    random: &mut Random,
) -> Reply {
    match &real.returns {
        Answer::Message => reply(&message(200, "CaNaRy")),
        Answer::Json(made) => reply(&made.sample(random, index)),
        Answer::Text => (200, "text/csv".to_owned(), "CaNaRy,1".to_owned(), String::new()),
        Answer::Bytes => (200, "application/pdf".to_owned(), "%PDF CaNaRy".to_owned(), String::new()),
        Answer::Redirect => (302, String::new(), String::new(), "https://h/CaNaRy".to_owned()),
        Answer::AsDocumented => documented(api, simulated, operation, random),
    }
}

fn documented(api: &Api, simulated: &Simulated, operation: &Operation, random: &mut Random) -> Reply {
    let returns = &operation.returns;
    let listed = returns.values.and_then(|id| api.ty(id)).map(|ty| {
        let spec = spec::of(&api.name).ty(&ty.name).unwrap();
        spec["values"][0]["value"].clone()
    });
    let typed = |random: &mut Random| match (&listed, &returns.ty) {
        (Some(value), _) => value.clone(),
        (None, Some(ty)) if ty.shape.named().is_some_and(|id| simulated.opaque.contains_key(&id)) => {
            of_shape(api, simulated, &ty.shape, random)
        }
        (None, Some(ty)) => json_of(&ty.notation, Some(spec::of(&api.name)), Fill::Awkward),
        (None, None) => json!({ "x": 1 }),
    };
    match returns.kind {
        ReturnKind::Message => reply(&message(200, "CaNaRy")),
        ReturnKind::Json | ReturnKind::Described => reply(&typed(random)),
        ReturnKind::Envelope => reply(&envelope("ok", 200, &typed(random))),
        ReturnKind::Text => (200, returns.content_type.clone(), "CaNaRy".to_owned(), String::new()),
        ReturnKind::Nothing => (204, String::new(), String::new(), String::new()),
        ReturnKind::Bytes => (200, returns.content_type.clone(), "CaNaRy".to_owned(), String::new()),
        ReturnKind::Redirect(status) => (status, String::new(), String::new(), "https://h/CaNaRy".to_owned()),
    }
}

fn new_entry(new: &New, index: usize, api: &Api, random: &mut Random) -> Value {
    let mut form = form_urlencoded::Serializer::new(String::new());
    let credential = match api.message {
        Some(_) => [("Username", "CaNaRy"), ("AuthType", "Password"), ("Password", "CaNaRy")].as_slice(),
        None => &[("auth_type", "token"), ("token", "CaNaRy")],
    };
    form.extend_pairs(credential);
    for added in new.added.iter().filter(|it| !it.optional || index == 0) {
        form.append_pair(added.name, &added.sample(random));
    }
    let posted = ("application/x-www-form-urlencoded".to_owned(), form.finish());
    entry("POST", &new.path, Vec::new(), posted, reply(&new.returns.sample(random, index)))
}

/// An entry of an HTTP Archive.
fn entry(
    method: &str,
    path: &str,
    headers: Vec<(String, String)>,
    (mime, body): (String, String),
    (status, content_type, text, target): Reply,
) -> Value {
    let headers: Vec<Value> =
        headers.into_iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    let mut request = json!({ "method": method, "url": format!("https://CaNaRy.example.com:8060{path}"), "headers": headers });
    if method == "GET" {
        request["url"] = json!(format!("https://CaNaRy.example.com:8060{path}?{body}"));
    } else {
        request["postData"] = json!({ "mimeType": mime, "text": body });
    }
    let content = json!({ "size": text.len(), "mimeType": content_type, "text": text });
    let response = json!({ "status": status, "content": content, "redirectURL": target, "headers": [] });
    json!({ "request": request, "response": response })
}
