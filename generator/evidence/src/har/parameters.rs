//! The parameters of a request.

use crate::exchange::Parameters;
use crate::shape::{Keep, LONGEST_NAME};
use crate::value::Written;

/// Parameters of a request that are kept.
const MOST_PARAMETERS: usize = 400;

/// Those of a form.
pub fn form(to: &mut Parameters, text: &str, keep: &mut Keep<'_>) {
    for (name, value) in form_urlencoded::parse(text.as_bytes()) {
        add(to, &name, &value, keep);
    }
}

/// The fields of a JSON body, as parameters.
pub fn fields(to: &mut Parameters, text: &str, keep: &mut Keep<'_>) {
    let Some(shape) = crate::value::shape(text, keep) else { return };
    for (name, shape) in shape.fields {
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
fn place<'p>(to: &'p mut Parameters, name: &str) -> Option<&'p mut Written> {
    if name.is_empty() || name.len() > LONGEST_NAME || to.len() >= MOST_PARAMETERS && !to.contains_key(name) {
        return None;
    }
    let written = to.entry(name.to_owned()).or_default();
    written.repeated += u64::from(written.requests == 1 && written.count == 1);
    written.requests = 1;
    Some(written)
}

/// Adds one.
pub fn add(to: &mut Parameters, name: &str, value: &str, keep: &mut Keep<'_>) {
    let lists = keep.values.contains(name);
    if let Some(written) = place(to, name) {
        written.add(value, keep, lists);
    }
}

/// Adds one that is a file.
pub fn file(to: &mut Parameters, name: &str) {
    if let Some(written) = place(to, name) {
        written.count += 1;
        written.files += 1;
    }
}
