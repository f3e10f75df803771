//! Who set what: two overlays can't set the same.

use std::collections::HashMap;

use crate::diagnostics::{At, Faults};

/// The whole of a thing is set: it is added, or dropped.
pub const WHOLE: &str = "all";

/// What overlays have set so far.
#[derive(Default)]
pub struct Facts<'a>(HashMap<String, Vec<(String, At<'a>)>>);

impl<'a> Facts<'a> {
    /// Notes that `key` of a thing is set at a place; `false` where it is set already.
    pub fn claim(&mut self, thing: &str, key: &str, at: At<'a>, faults: &Faults) -> bool {
        let set = self.0.entry(thing.to_owned()).or_default();
        let clash = set.iter().find(|(other, _)| other == key || other == WHOLE || key == WHOLE);
        if let Some((_, other)) = clash {
            let help = format!("{}:{} sets it too: remove one of the two", other.path(), other.line());
            let title = match key {
                WHOLE => format!("the {thing} is set twice"),
                key => format!("`{key}` of the {thing} is set twice"),
            };
            faults.push(at, title, help);
            return false;
        }
        set.push((key.to_owned(), at));
        true
    }

    /// Whether a key of a thing is set.
    pub fn has(&self, thing: &str, key: &str) -> bool {
        self.0.get(thing).is_some_and(|set| set.iter().any(|(other, _)| other == key))
    }

    /// Whether a thing is added, or dropped.
    pub fn is_whole(&self, thing: &str) -> bool {
        self.0.get(thing).is_some_and(|set| set.iter().any(|(key, _)| key == WHOLE))
    }
}
