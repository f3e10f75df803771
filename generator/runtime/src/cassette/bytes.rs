//! Bytes as text, even where they are none.

/// Where bytes that aren't UTF-8 are: characters that nobody uses.
const PLANE: u32 = 0x0010_f700;

/// Maps bytes as text. What isn't UTF-8 stays as it is.
pub(super) fn map(bytes: &[u8], map: impl FnOnce(&str) -> String) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(text) => map(text).into_bytes(),
        Err(_) => of_text(&map(&to_text(bytes))),
    }
}

fn to_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(PLANE + u32::from(*byte))));
    }
    text
}

fn of_text(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match u32::from(character).checked_sub(PLANE).and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_stay_what_they_are() {
        let all: Vec<u8> = (0..=255).chain("aé😀".bytes()).collect();
        assert_eq!(map(&all, str::to_owned), all);
        assert_eq!(map(b"a\xffb", |text| text.replace('a', "c")), b"c\xffb");
    }
}
