//! The base URL of a server, to compare and to show.

use http::Uri;

/// Returns whether two base URLs name the same server. Spellings that may mean another one don't.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    canonical(one) == canonical(other)
}

/// One spelling of a base URL.
pub(super) fn canonical(url: &str) -> String {
    let Ok(uri) = url.parse::<Uri>() else { return url.to_owned() };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return url.to_owned() };
    let usual = if scheme == "https" { ":443" } else { ":80" };
    let authority = authority.as_str().to_ascii_lowercase();
    let authority = authority.strip_suffix(usual).unwrap_or(&authority);
    format!("{scheme}://{authority}{}", uri.path().trim_end_matches('/'))
}

/// A base URL without a user: one in a URL is refused later, and comes with a password.
pub(super) fn shown(url: &str) -> &str {
    url.rsplit_once('@').map_or(url, |(_, host)| host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_has_several_spellings() {
        for other in ["HTTPS://A.Example", "https://a.example/", "https://a.example:443"] {
            assert!(is_same("https://a.example", other), "{other}");
        }
        for other in
            ["http://a.example", "https://a.example:8443", "https://a.example/v2", "https://b.example", "x"]
        {
            assert!(!is_same("https://a.example", other), "{other}");
        }
    }
}
