//! Addresses: their paths, and their queries.

/// The path of an address, and its query. A password in front of the host may
/// hold what ends a host.
pub fn split(url: &str) -> (&str, &str) {
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
    fn only_paths_and_queries_are_left() {
        let path = |url| split(url).0;
        assert_eq!(split("https://user:pw@host:80/lamps/list?x=1#y"), ("/lamps/list", "x=1"));
        assert_eq!(split("https://[::1]/lamps/me@x.org?x=a@b"), ("/lamps/me@x.org", "x=a@b"));
        assert_eq!(split("https://user:pw@host/lamps/me@x.org"), ("/lamps/me@x.org", ""));
        assert_eq!(path("http://host"), "/");
        assert_eq!(path("http://host?q=/a"), "/");
        for password in ["p/q", "p/q:80", "p?q=1", "p#q"] {
            assert_eq!(split(&format!("https://user:{password}@host/lamps?x=1")), ("/lamps", "x=1"));
        }
    }
}
