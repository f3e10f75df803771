//! Renames, which overlays had before parameters and fields got `sent_as`.

use crate::diagnostics::Errors;
use crate::load::ApiSource;
use crate::load::decode::decode;
use crate::load::source::PathConvention;
use crate::node::{At, Entry, Node};

/// Reports each rename of an overlay, with what to write instead, and goes on as if that was written.
pub fn renames(overlay: &mut Node, apis: &[ApiSource], errors: &Errors) {
    let name = overlay.get("api").and_then(Node::text);
    let api = apis.iter().find(|api| Some(api.name.as_str()) == name);
    for (section, parts) in [("operations", "parameters"), ("types", "fields")] {
        for thing in overlay.get_mut(section).and_then(Node::map_mut).into_iter().flatten() {
            let row = api.and_then(|api| row(api, &thing.name));
            let parts = thing.value.get_mut(parts).and_then(Node::map_mut).into_iter().flatten();
            parts.for_each(|part| rename_of_part(part, row, errors));
            rename_of_thing(thing, (section, api.zip(row)), errors);
        }
    }
}

/// The row of an operation.
fn row<'a>(api: &'a ApiSource, name: &str) -> Option<&'a Node> {
    let rows = api.operations.iter().filter_map(|file| file.root.get("operations"));
    rows.flat_map(Node::items).find(|row| row.get("operation").and_then(Node::text) == Some(name))
}

fn rename_of_part(part: &mut Entry, row: Option<&Node>, errors: &Errors) {
    let in_path = [format!("{{{}}}", part.name), format!("{{+{}}}", part.name)];
    let is_in = |path: &str| in_path.iter().any(|name| path.contains(name));
    let path = row.and_then(|row| row.get("path").or(row.get("inferred_path"))?.text());
    match path.is_some_and(is_in) {
        true => {
            let help = "remove it: in a path, the name only says where the value goes";
            replace_rename(part, None, help, errors);
        }
        false => replace_rename(part, Some("sent_as"), "", errors),
    }
}

fn rename_of_thing(
    thing: &mut Entry,
    (section, known): (&str, Option<(&ApiSource, &Node)>),
    errors: &Errors,
) {
    let new = thing.value.get("rename").and_then(Node::text).unwrap_or_default();
    let convention = known.filter(|(_, row)| row.get("inferred_path").is_some());
    let convention = convention.and_then(|(api, _)| api.api.root.get("path_convention").cloned());
    let convention =
        convention.map(|mut convention| decode::<PathConvention>(&mut convention, &Errors::default()));
    let help = match convention.filter(|_| thing.value.get("path").is_none()) {
        Some(convention) => {
            format!("write `path: {}`; the name of an operation is not sent", convention.infer(new))
        }
        None if section == "types" => "remove it: the name of a type is not sent".to_owned(),
        None => "remove it: the name of an operation is not sent, and its path is in `path`".to_owned(),
    };
    replace_rename(thing, None, &help, errors);
}

/// Reports a rename, and moves its value to another key or drops it.
fn replace_rename(thing: &mut Entry, key: Option<&str>, help: &str, errors: &Errors) {
    let Some(rename) = thing.value.remove("rename") else { return };
    let at = At::root(&rename.value);
    let written = key.zip(at.text()).map(|(key, name)| format!("write `{key}: {name}`"));
    let help = written.unwrap_or_else(|| help.to_owned());
    errors.push(at, "`rename` is not a key of overlays", help);
    match key {
        Some(key) => thing.value.put(Entry { name: key.to_owned(), ..rename }),
        None => thing.value.is_poisoned |= thing.value.entries().is_empty(),
    }
}
