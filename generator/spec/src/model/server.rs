//! Addresses of servers.

use serde::Serialize;

/// The address of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Server {
    /// Our name for it.
    pub name: String,
    /// Rust name of its constant.
    #[serde(skip)]
    pub rust: String,
    /// The URL, with variables in braces.
    pub url: String,
    /// Its purpose.
    pub doc: Option<String>,
    /// The variables.
    pub variables: Vec<Variable>,
}

/// A variable of a URL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its usual value.
    pub default: String,
    /// The values that it can have; any, if none are listed.
    pub values: Vec<String>,
    /// Its meaning.
    pub doc: Option<String>,
}

impl Server {
    /// The URL with the usual values.
    #[must_use]
    pub fn usual_url(&self) -> String {
        let variables = self.variables.iter();
        variables.fold(self.url.clone(), |url, it| url.replace(&format!("{{{}}}", it.name), &it.default))
    }
}
