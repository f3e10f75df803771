//! The parameters of a request.

use crate::recordings::exchange::Parameters;
use crate::recordings::names::HIDDEN;
use crate::recordings::shape::{Keep, Room};
use crate::recordings::value::Written;

/// Parameters of a request that are kept.
const MOST_PARAMETERS: usize = 400;

/// Those of a form. What has no `=` may be a piece of the value before it.
pub fn form(to: &mut Parameters, text: &str, keep: &mut Keep<'_>) {
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        for (name, value) in form_urlencoded::parse(pair.as_bytes()) {
            let kept = if pair.contains('=') { keep.names.name(&name) } else { keep.names.bare(&name) };
            add_kept(to, kept, &name, &value, keep);
        }
    }
}

/// The fields of a JSON body, as parameters.
pub fn fields(to: &mut Parameters, text: &str, keep: &mut Keep<'_>) {
    let Some(shape) = crate::recordings::value::shape(text, keep) else { return };
    let others = shape.others.map(|others| (HIDDEN.to_owned(), *others));
    for (name, shape) in shape.fields.into_iter().chain(others) {
        let (bools, ints, numbers) = (shape.bools, shape.ints, shape.numbers);
        let (texts, empty, json) = (shape.texts, shape.nulls, shape.objects + shape.lists);
        let count = shape.count();
        let written = Written {
            requests: 1,
            count,
            empty,
            bools,
            ints,
            numbers,
            texts,
            json,
            shape,
            ..Written::default()
        };
        to.insert(name, written);
    }
}

/// The place of a parameter in a request, if it can be kept.
fn place<'p>(to: &'p mut Parameters, name: String, room: &mut Room) -> Option<&'p mut Written> {
    if !to.contains_key(&name) && !room.takes(to.len() < MOST_PARAMETERS) {
        return None;
    }
    let written = to.entry(name).or_default();
    written.repeated += u64::from(written.requests == 1 && written.count == 1);
    written.requests = 1;
    Some(written)
}

/// Adds one.
pub fn add(to: &mut Parameters, name: &str, value: &str, keep: &mut Keep<'_>) {
    let kept = keep.names.name(name);
    add_kept(to, kept, name, value, keep);
}

fn add_kept(to: &mut Parameters, kept: String, name: &str, value: &str, keep: &mut Keep<'_>) {
    let lists = keep.names.is_listed(name);
    if let Some(written) = place(to, kept, &mut keep.room) {
        written.add(value, keep, lists);
    }
}

/// Adds one that is a file.
pub fn file(to: &mut Parameters, name: &str, keep: &mut Keep<'_>) {
    let kept = keep.names.name(name);
    if let Some(written) = place(to, kept, &mut keep.room) {
        written.count += 1;
        written.files += 1;
    }
}
