//! Templates of documentation pages, in Markdown.
//!
//! `{{name}}` is a value; a line that is an empty value is left out. The lines
//! between `{{?name}}` and `{{/}}` are there if the value is not empty. A line
//! that starts with `{client}` exists only with that feature, one that starts
//! with `{!client+server}` only if one of the two is missing: without its
//! feature, an example doesn't compile and a link has no target.

use crate::emit::common::rust::Printed;

/// The values of a page, by name.
pub type Values<'v> = &'v [(&'v str, String)];

/// A value that only says whether a part of a page is there.
pub fn mark(is_there: bool) -> String {
    if is_there { "yes".to_owned() } else { String::new() }
}

/// The docs of a module, inside it.
pub fn module_docs(template: &str, values: Values<'_>) -> Printed {
    let mut docs = String::new();
    let mut is_blank = true;
    for (condition, line) in lines(template, values) {
        if !(is_blank && line.is_empty()) {
            docs.push_str(&printed(condition.as_deref(), &line));
        }
        is_blank = line.is_empty();
    }
    Printed::text(docs.trim_end())
}

/// A page on its own.
pub fn markdown(template: &str, values: Values<'_>) -> String {
    let lines = lines(template, values).into_iter().map(|(_, line)| line + "\n");
    lines.collect::<String>().trim_end().to_owned() + "\n"
}

fn printed(condition: Option<&str>, line: &str) -> String {
    match condition {
        Some(condition) => format!("#![cfg_attr({condition}, doc = {:?})]\n", format!(" {line}")),
        None if line.is_empty() => "//!\n".to_owned(),
        None => format!("//! {line}\n"),
    }
}

/// Its lines, each with the condition under which it is there.
fn lines(template: &str, values: Values<'_>) -> Vec<(Option<String>, String)> {
    let mut lines = Vec::new();
    let mut is_shown = true;
    for line in template.lines() {
        if let Some(name) = line.strip_prefix("{{?").and_then(|it| it.strip_suffix("}}")) {
            is_shown = !value(values, name).is_empty();
        } else if line == "{{/}}" {
            is_shown = true;
        } else if is_shown {
            let (condition, line) = split_condition(line);
            let text = filled(line, values);
            if line.is_empty() {
                lines.push((None, String::new()));
            }
            lines.extend(text.lines().map(|text| (condition.clone(), text.to_owned())));
        }
    }
    lines
}

/// `{client}text` as `feature = "client"` and `text`.
fn split_condition(line: &str) -> (Option<String>, &str) {
    let marked = line.strip_prefix('{').filter(|rest| !rest.starts_with('{'));
    let Some((mark, rest)) = marked.and_then(|rest| rest.split_once('}')) else { return (None, line) };
    let features = mark.trim_start_matches('!').split('+').map(|name| format!("feature = \"{name}\""));
    let features = features.collect::<Vec<_>>().join(", ");
    let all = if mark.contains('+') { format!("all({features})") } else { features };
    (Some(if mark.starts_with('!') { format!("not({all})") } else { all }), rest)
}

/// A line with its values, in which nothing is replaced again.
fn filled(line: &str, values: Values<'_>) -> String {
    let mut pieces = line.split("{{");
    let start = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(start, |text, piece| match piece.split_once("}}") {
        Some((name, rest)) => text + value(values, name) + rest,
        None => text + "{{" + piece,
    })
}

fn value<'v>(values: Values<'v>, name: &str) -> &'v str {
    values.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_not_read_again() {
        let values = [("name", "{{other}}\n{client}it".to_owned()), ("other", "no".to_owned())];
        let lines = lines("# {{name}}", &values);
        assert_eq!(lines, [(None, "# {{other}}".to_owned()), (None, "{client}it".to_owned())]);
    }

    #[test]
    fn a_part_without_its_value_is_left_out() {
        let values = [("none", String::new()), ("some", "x".to_owned())];
        let lines = lines("a\n{{?none}}\nb\n{{/}}\n{{none}}\n{{?some}}\nc{{some}}\n{{/}}", &values);
        assert_eq!(lines, [(None, "a".to_owned()), (None, "cx".to_owned())]);
    }

    #[test]
    fn a_line_depends_on_features() {
        assert_eq!(split_condition("{client}a"), (Some("feature = \"client\"".to_owned()), "a"));
        let both = "not(all(feature = \"a\", feature = \"b\"))";
        assert_eq!(split_condition("{!a+b}c"), (Some(both.to_owned()), "c"));
        assert_eq!(split_condition("{{name}}"), (None, "{{name}}"));
    }

    #[test]
    fn a_conditional_line_is_an_attribute() {
        assert_eq!(printed(Some("c"), "a \"b\""), "#![cfg_attr(c, doc = \" a \\\"b\\\"\")]\n");
    }
}
