//! The page of states and transitions, and its diagrams.

use super::diagram::{self, Edge};
use super::index::{Index, Place};
use super::markdown::text;
use super::page::{Page, SOURCE, Table};
use crate::emit::File;
use crate::emit::common::file::banner;
use crate::model::{Api, Transition};

/// What the documents leave open about a state before or after.
const NOT_SHOWN: &str = "(not shown)";

/// The page and a diagram per subject.
pub fn files(index: &Index<'_>, path: String) -> Vec<File> {
    let source = format!("{}/api.yaml", index.api.name);
    let mut page = Page::new(path, &source, "States and transitions");
    let mut files = Vec::new();
    for (number, (subject, transitions)) in subjects(index.api).into_iter().enumerate() {
        let name = format!("states-{}.svg", number + 1);
        page = page.section(&text(subject), &section(index, &name, subject, &transitions));
        let edges: Vec<Edge<'_>> = transitions.iter().map(|it| edge(it)).collect();
        let text =
            format!("<!-- {} -->\n{}", banner("", &source).trim_start(), diagram::svg(subject, &edges));
        files.push(File { path: format!("{SOURCE}/{}/{name}", index.api.name), text });
    }
    let tail = if files.is_empty() {
        "The documents do not describe states."
    } else {
        "[Not shown](not-shown.md) says what the documents leave open."
    };
    page = page.block(tail);
    files.push(page.finish());
    files
}

/// Transitions by what has the state, in the order of the spec.
fn subjects(api: &Api) -> Vec<(&str, Vec<&Transition>)> {
    let mut subjects: Vec<(&str, Vec<&Transition>)> = Vec::new();
    for transition in &api.states {
        match subjects.iter_mut().find(|(subject, _)| *subject == transition.subject) {
            Some((_, transitions)) => transitions.push(transition),
            None => subjects.push((&transition.subject, vec![transition])),
        }
    }
    subjects
}

fn edge(transition: &Transition) -> Edge<'_> {
    Edge {
        from: transition.state.as_deref().unwrap_or(NOT_SHOWN),
        to: transition.next.as_deref().unwrap_or(NOT_SHOWN),
        label: transition.trigger.as_deref().unwrap_or(NOT_SHOWN),
    }
}

fn section(index: &Index<'_>, image: &str, subject: &str, transitions: &[&Transition]) -> String {
    let words = |text: &Option<String>| {
        text.as_deref().map(|words| index.prose(Place::Top, words)).unwrap_or_default()
    };
    let rows = transitions.iter().enumerate().map(|(number, it)| {
        [
            (number + 1).to_string(),
            words(&it.state),
            it.trigger.as_ref().map(|name| index.operation_link(Place::Top, name)).unwrap_or_default(),
            words(&it.condition),
            words(&it.next),
            words(&it.also),
        ]
    });
    let table = Table::new(["No.", "State", "Trigger", "Condition", "Next state", "Also"]).rows(rows).print();
    format!("![States of: {}]({image})\n\n{table}", text(subject))
}
