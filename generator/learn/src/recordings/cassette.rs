//! Cassettes and recordings: what a client or a command line recorded, one exchange a line.

use serde_json::{Value, json};

use super::archive::Broken;
use super::exchange::has_query;

/// Returns whether a file that begins like this is one of them.
pub fn is_one(start: &[u8]) -> bool {
    let inside = start.trim_ascii_start().strip_prefix(b"{").unwrap_or_default().trim_ascii_start();
    let keys = ["\"cassette\"", "\"recording\"", "\"request\"", "\"response\""];
    keys.iter().any(|key| inside.starts_with(key.as_bytes()))
}

/// Reads one and passes on each exchange as an entry of an archive, and whether its values are real, as in a
/// cassette. Version 2 says that in its head, and before it there was none.
pub fn read(json: &[u8], each: &mut dyn FnMut(&Value, bool)) -> Result<(), Broken> {
    let mut is_real = true;
    let mut lines = serde_json::Deserializer::from_slice(json).into_iter::<Value>();
    loop {
        let before = lines.byte_offset();
        let Some(line) = lines.next() else { return Ok(()) };
        let line = match line {
            Err(error) if error.is_eof() => return Err(Broken::of(&error, json)),
            line => line.unwrap_or_default(),
        };
        let mut keys: Vec<&str> = line.as_object().into_iter().flatten().map(|(key, _)| &**key).collect();
        keys.sort_unstable();
        match (&keys[..], entry(&line)) {
            (["cassette"], _) => is_real = line["cassette"]["keeps"] != "spec",
            (["recording"], _) => is_real = false,
            (["request", "response"], Some(entry)) => each(&entry, is_real),
            // What was found instead may be a secret.
            _ => {
                let spaces = json[before..].iter().take_while(|it| it.is_ascii_whitespace()).count();
                let at = before + spaces;
                return Err(Broken(format!("expected a line with an exchange at byte {at}")));
            }
        }
    }
}

/// The exchange of a line as an entry of an archive; `None` if it has none.
fn entry(line: &Value) -> Option<Value> {
    let (from, to) = (&line["request"], &line["response"]);
    let (method, form) = (from["method"].as_str().unwrap_or("POST"), pairs(&from["form"]));
    let (has_query, has_files) = (has_query(method), from.get("files").or(from.get("file")).is_some());
    let mut url = from["path"].as_str()?.to_owned();
    if has_query {
        let mut query = form_urlencoded::Serializer::new(url + "?");
        query.extend_pairs(form.iter().map(|it| (text(&it["name"]), text(&it["value"]))));
        url = query.finish();
    }
    let posted = match () {
        // The name of its parameter is not in a cassette, so the form isn't whole.
        () if has_files => json!({ "mimeType": "multipart/form-data" }),
        () if has_query => Value::Null,
        () => json!({ "params": form }),
    };
    let request =
        json!({ "method": method, "url": url, "headers": pairs(&from["headers"]), "postData": posted });
    let Some(message) = to.get("message") else {
        return to.get("failed").map(|_| json!({ "request": request }));
    };
    let (status, mut headers) = (message["status"].as_u64()?, pairs(&message["headers"]));
    let body = message["body"].as_object().and_then(|body| body.iter().next());
    let content = match body.map(|(kind, body)| (kind.as_str(), body)) {
        None if message["body"] == "left_out" => Value::Null,
        Some(("json", json)) => json!({ "text": json.to_string() }),
        Some(("text", it)) => json!({ "text": text(it) }),
        Some(("bytes", it)) => json!({ "text": if text(it).is_empty() { "" } else { "x" } }),
        // Before version 2.
        Some(("base64", it)) => json!({ "text": it, "encoding": "base64" }),
        Some(("broken", _)) => Value::Null,
        None | Some(_) => return None,
    };
    if content["text"] == "" {
        headers.push(json!({ "name": "content-length", "value": "0" }));
    }
    let response = json!({ "status": status, "headers": headers, "content": content });
    Some(json!({ "request": request, "response": response }))
}

/// A text; of one that was not kept there is the length, and only whether it is empty says something.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or(if *value == 0 { "" } else { "x" })
}

fn pairs(all: &Value) -> Vec<Value> {
    let all = all.as_array().into_iter().flatten();
    all.map(|it| json!({ "name": it[0], "value": text(&it[1]) })).collect()
}
