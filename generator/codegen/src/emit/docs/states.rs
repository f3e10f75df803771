//! The page of states and transitions, and its diagrams.

use super::diagram;
use super::index::{Index, PageFolder};
use super::page::{Page, SOURCE};
use crate::emit::File;
use crate::emit::common::file::markup_banner;
use crate::emit::common::markdown::{table, text};
use generator_spec::model::{Api, Transition};

pub const FILE: &str = "states.md";

/// Returns whether an API has states.
pub fn has_any(api: &Api) -> bool {
    !subjects(api).is_empty()
}

pub fn page(index: &Index<'_>, page: Page) -> Page {
    let tail = "[Not shown](not-shown.md) says what the documents leave open.";
    subjects(index.api)
        .iter()
        .enumerate()
        .fold(page, |page, (number, (subject, transitions))| {
            page.section(&text(subject), &section(index, &image(number), subject, transitions))
        })
        .block(tail)
}

/// A diagram per subject.
pub fn diagrams(index: &Index<'_>) -> Vec<File> {
    let api = &index.api.name;
    let banner = markup_banner(&format!("{api}/api.yaml"));
    let diagram = |(number, (subject, transitions)): (usize, (&str, Vec<&Transition>))| {
        let edges = transitions.iter().map(|transition| {
            [&transition.state, &transition.next].map(|state| state.as_deref().unwrap_or("(not shown)"))
        });
        let text = format!("{banner}\n{}", diagram::svg(subject, &edges.collect::<Vec<_>>()));
        File { path: format!("{SOURCE}/{api}/{}", image(number)), text }
    };
    subjects(index.api).into_iter().enumerate().map(diagram).collect()
}

fn image(number: usize) -> String {
    format!("states-{}.svg", number + 1)
}

/// Transitions by their subject, in the order of the spec.
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

fn section(index: &Index<'_>, image: &str, subject: &str, transitions: &[&Transition]) -> String {
    let words = |text: &Option<String>| {
        text.as_deref().map(|words| index.prose(PageFolder::Top, words)).unwrap_or_default()
    };
    let rows = transitions.iter().enumerate().map(|(number, transition)| {
        [
            (number + 1).to_string(),
            words(&transition.state),
            transition
                .trigger
                .as_ref()
                .map(|name| index.operation_link(PageFolder::Top, name))
                .unwrap_or_default(),
            words(&transition.condition),
            words(&transition.next),
            words(&transition.also),
        ]
    });
    let table = table(["No.", "State", "Trigger", "Condition", "Next state", "Also"], rows);
    format!("![States of: {}]({image})\n\n{table}", text(subject))
}
