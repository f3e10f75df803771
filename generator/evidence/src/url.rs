//! Addresses: only the path and the names of the query leave this module.

/// The path of an address, and its query.
pub fn split(url: &str) -> (String, &str) {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or_default();
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = address.find('/').and_then(|start| address.get(start..)).unwrap_or("/");
    let segments: Vec<&str> = path.split('/').map(|it| if may_be_value(it) { "{id}" } else { it }).collect();
    (segments.join("/"), query)
}

/// Whether a segment of a path, or a key of an object, may identify a thing: a
/// number, a hash, an address, a token, or anything but a plain word.
#[must_use]
pub fn may_be_value(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
    let has = |is_it: fn(&u8) -> bool| text.as_bytes().iter().any(is_it);
    let has_digit = has(u8::is_ascii_digit);
    let is_number =
        has_digit && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
    let is_hash = text.len() >= 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    // A name in many words has one of five letters.
    let has_word = text.split(|c: char| !c.is_ascii_lowercase()).any(|run| run.len() >= 5);
    let is_token =
        text.len() >= 20 && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && !has_word;
    !text.bytes().all(is_plain) || text.len() > 64 || is_number || has_digit && (is_hash || is_token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_keep_words_only() {
        let path = |url| split(url).0;
        assert_eq!(path("https://user:pw@host:80/lamps/v1/list-rooms?x=1#y"), "/lamps/v1/list-rooms");
        assert_eq!(path("http://host"), "/");
        assert_eq!(path("http://host?q=/a"), "/");
        assert_eq!(path("/a/17/b"), "/a/{id}/b");
        assert_eq!(path("http://h/x86_64/u2f/linux-deb/a.js"), "/x86_64/u2f/linux-deb/a.js");
        assert_eq!(path("http://h/9b2f7a10-55aa-4f00-9c0d-0123456789ab/me@x.org/%41"), "/{id}/{id}/{id}");
        assert_eq!(path("http://h/tZ3kQ9rWx1YbN7pLmV2s"), "/{id}");
        assert!(!may_be_value("U2FRegistrationDataValue"));
    }
}
