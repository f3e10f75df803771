//! What `convert.mjs` plans.

use std::{collections::BTreeMap, error::Error, path::Path};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::Deserialize;

/// The scenarios by folder.
pub type Plan = BTreeMap<String, Folder>;

/// The scenarios of a folder.
#[derive(Deserialize)]
pub struct Folder {
    /// Name of the API that describes it.
    pub api: String,
    pub scenarios: Vec<Scenario>,
}

/// A scenario, which passes if all its calls do.
#[derive(Deserialize)]
pub struct Scenario {
    pub name: String,
    #[serde(default)]
    pub calls: Vec<Call>,
}

/// One call.
#[derive(Clone, Deserialize)]
pub struct Call {
    pub operation: String,
    /// The values of its parameters, as a form.
    pub form: String,
    #[serde(default)]
    pub files: Vec<File>,
    /// The credential block and its fields, as a form.
    pub auth: Option<(String, String)>,
    /// The exact request; of pages, of each.
    pub requests: Vec<Request>,
    /// The exact responses to them.
    pub responses: Vec<Response>,
    /// The place of the items in each response.
    #[serde(default)]
    pub items: String,
    /// Requests that differ from the first one in one place, and must be refused.
    #[serde(default)]
    pub changed: Vec<Request>,
}

/// A file that is sent.
#[derive(Clone, Deserialize)]
pub struct File {
    pub name: String,
    pub file: String,
    pub content: Option<String>,
    pub base64: String,
}

/// A request as it is sent.
#[derive(Clone, Deserialize)]
pub struct Request {
    /// What was changed, if something was.
    #[serde(default)]
    pub what: String,
    /// True if its path is not one of the operation: the next page of a link.
    #[serde(default)]
    pub elsewhere: bool,
    pub method: String,
    pub target: String,
    #[serde(default)]
    pub headers: Vec<(String, String)>,
    #[serde(default)]
    pub base64: String,
}

/// A response as it is expected.
#[derive(Clone, Deserialize)]
pub struct Response {
    pub status: u16,
    #[serde(default)]
    pub headers: Vec<(String, String)>,
    /// Headers that the description doesn't have.
    #[serde(default)]
    pub unsaid: Vec<String>,
    #[serde(default)]
    pub base64: String,
}

impl Response {
    /// The body, from a server with this address.
    pub fn body(&self, url: &str) -> Vec<u8> {
        let body = bytes(&self.base64);
        match String::from_utf8(body) {
            Ok(text) => text.replace("{base_url}", url).into_bytes(),
            Err(bytes) => bytes.into_bytes(),
        }
    }
}

pub fn read(path: &Path) -> Result<Plan, Box<dyn Error>> {
    Ok(serde_json::from_slice(&std::fs::read(path)?)?)
}

/// The bytes of a text in Base64.
pub fn bytes(base64: &str) -> Vec<u8> {
    STANDARD.decode(base64).unwrap_or_default()
}
