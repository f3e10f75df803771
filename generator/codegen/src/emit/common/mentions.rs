//! Names of operations, parameters and types within the texts of a spec.

/// Turns names in escaped Markdown into links. `link` returns the link of a name, or `None` if there is
/// no such name.
///
/// A name is a whole word: spaces, brackets, quotes and punctuation may
/// surround it. Names that could be English words stay words.
pub fn linked(text: String, link: impl Fn(&str) -> Option<String>) -> String {
    if !text.split(' ').any(|word| is_name(bare(word))) {
        return text;
    }
    let links = text.split_inclusive(' ').map(|piece| {
        let name = bare(piece);
        let link = if is_name(name) { link(name) } else { None };
        link.map_or_else(|| piece.to_owned(), |link| piece.replacen(name, &link, 1))
    });
    links.collect()
}

/// A word without brackets, quotes and punctuation around it. An exclamation mark before it is kept, and
/// such a word isn't linked: the link would become an image.
fn bare(word: &str) -> &str {
    let word = word.trim_start_matches(['(', '[', '{', '"', '\'', '\\']);
    let word = word.trim_end_matches([' ', ')', ']', '}', '"', '\'', '\\', '.', ',', ';', ':', '!', '?']);
    word.strip_suffix("'s").unwrap_or(word)
}

/// Returns whether a word can't be English: `AddTulip` and `bed_name`, but not
/// `Garden`.
fn is_name(word: &str) -> bool {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let has_small = word.bytes().any(|byte| byte.is_ascii_lowercase());
    let has_capital_inside = word.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
    is_plain && has_small && (has_capital_inside || word.contains('_'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::common::doc::escape;

    fn links(text: &str) -> String {
        let names = ["AddTulip", "bed_name", "Garden", "ID"];
        linked(escape(text), |word| names.contains(&word).then(|| format!("<{word}>")))
    }

    #[test]
    fn a_whole_word_is_a_name() {
        assert_eq!(links("See AddTulip."), "See <AddTulip>.");
        assert_eq!(links("AddTulip's bed_name, 'AddTulip'"), "<AddTulip>'s <bed_name>, '<AddTulip>'");
        assert_eq!(links("(AddTulip) [AddTulip]"), r"(<AddTulip>) \[<AddTulip>\]");
    }

    #[test]
    fn a_part_of_a_word_is_not() {
        for text in ["AddTulips", "/garden/AddTulip", "x=bed_name", "AddTulip-like", "!AddTulip"] {
            assert_eq!(links(text), text);
        }
    }

    #[test]
    fn an_english_word_is_not() {
        assert_eq!(links("The Garden has an ID."), "The Garden has an ID.");
    }

    #[test]
    fn no_text_gets_a_target_of_its_own() {
        assert_eq!(links("[AddTulip](x)"), r"\[AddTulip\](x)");
        assert_eq!(links("[AddTulip] (x)"), r"\[<AddTulip>\] (x)");
    }
}
