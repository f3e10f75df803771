//! Addresses of servers.

use std::fmt;

/// The address of a server, whose variables are in braces: `https://{region}.example.com`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    /// Its name in the spec.
    pub name: &'static str,
    /// The URL, with variables in braces.
    pub url: &'static str,
    /// The variables.
    pub variables: &'static [UrlVariable],
}

/// A variable of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UrlVariable {
    /// Its name.
    pub name: &'static str,
    /// Its usual value.
    pub default: &'static str,
    /// The values that it can have; any, if none are listed.
    pub values: &'static [&'static str],
}

impl ServerUrl {
    /// Returns the URL, with the usual values of its variables.
    #[must_use]
    pub fn url(&self) -> String {
        self.with_defaults(self.url.to_owned())
    }

    /// Returns the URL with values of its variables: `url_with([("region", "us")])`. Others have the usual one.
    ///
    /// # Errors
    /// If the URL has no variable of a name, or the variable can't have the value.
    pub fn url_with<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<String, ServerUrlError> {
        let mut url = self.url.to_owned();
        for (name, value) in values {
            let Some(variable) = self.variables.iter().find(|variable| variable.name == name) else {
                return Err(self.error(name, self.variables.iter().map(|variable| variable.name)));
            };
            if !variable.values.is_empty() && !variable.values.contains(&value) {
                return Err(self.error(value, variable.values.iter().copied()));
            }
            url = filled(&url, name, value);
        }
        Ok(self.with_defaults(url))
    }

    fn with_defaults(&self, url: String) -> String {
        self.variables.iter().fold(url, |url, variable| filled(&url, variable.name, variable.default))
    }

    fn error(&self, given: &str, known: impl Iterator<Item = &'static str>) -> ServerUrlError {
        let names: Vec<String> = known.map(|name| format!("`{name}`")).collect();
        let expected = if names.is_empty() { "nothing".to_owned() } else { names.join(" or ") };
        ServerUrlError(format!("the server `{}`: unknown `{given}`: expected {expected}", self.name))
    }
}

fn filled(url: &str, name: &str, value: &str) -> String {
    url.replace(&format!("{{{name}}}"), value)
}

/// A variable or a value that the URL of a server doesn't have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrlError(String);

impl fmt::Display for ServerUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServerUrlError {}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: ServerUrl = ServerUrl {
        name: "production",
        url: "https://{region}.example.com:{port}/v1",
        variables: &[
            UrlVariable { name: "region", default: "eu", values: &["eu", "us"] },
            UrlVariable { name: "port", default: "443", values: &[] },
        ],
    };

    #[test]
    fn variables_have_the_usual_value_or_a_listed_one() {
        let with = |name, value| SERVER.url_with([(name, value)]).map_err(|error| error.to_string());
        assert_eq!(SERVER.url(), "https://eu.example.com:443/v1");
        assert_eq!(with("region", "us").unwrap(), "https://us.example.com:443/v1");
        assert_eq!(with("port", "8443").unwrap(), "https://eu.example.com:8443/v1");
        let error = "the server `production`: unknown `cn`: expected `eu` or `us`";
        assert_eq!(with("region", "cn").unwrap_err(), error);
        let error = "the server `production`: unknown `zone`: expected `region` or `port`";
        assert_eq!(with("zone", "a").unwrap_err(), error);
    }
}
