//! Rows whose programs are compiled once, against a crate with all their edits.
//!
//! Those that break neither program: if both compile, no edit breaks them. An edit whose place another
//! one has changed goes to another group. A row that breaks a program has a crate of its own.

use generator_review::diff::Effect;
use generator_spec::Spec;

use super::programs::PROGRAMS;
use super::{Case, after, edited};

/// Rows, and the spec with all their edits.
pub struct Group<'c> {
    cases: Vec<&'c Case>,
    /// Some rows have the same rule.
    number: usize,
    pub head: Spec,
}

/// As few groups as the first one that has room makes.
pub fn of<'c>(cases: &[&'c Case]) -> Vec<Group<'c>> {
    let mut groups: Vec<Group> = Vec::new();
    for case in cases {
        if breaks(case).next().is_some() || !groups.iter_mut().any(|group| group.takes(case)) {
            let (number, head) = (groups.len(), edited(case.edits, case.rule.id));
            groups.push(Group { cases: vec![case], number, head });
        }
    }
    groups
}

/// The programs that the change breaks.
fn breaks(case: &Case) -> impl Iterator<Item = &'static str> {
    let [callers, _, implementors, _] = case.change().expect("the change is reported").effects();
    let effects = PROGRAMS.into_iter().zip([callers, implementors]);
    effects.filter(|(_, effect)| *effect == Effect::Breaks).map(|(program, _)| program)
}

impl<'c> Group<'c> {
    /// Adds a row, if its edits find their places.
    fn takes(&mut self, case: &'c Case) -> bool {
        if breaks(self.cases[0]).next().is_some() {
            return false;
        }
        let Ok(head) = after(self.cases.iter().chain([&case]).flat_map(|case| case.edits)) else {
            return false;
        };
        self.cases.push(case);
        self.head = head;
        true
    }

    /// The name of its crate.
    pub fn name(&self) -> String {
        format!("{}_{}", self.cases[0].rule.id.replace('-', "_"), self.number)
    }

    /// Its programs that must not compile.
    pub fn breaks(&self) -> impl Iterator<Item = String> {
        breaks(self.cases[0]).map(|program| format!("{program}_{}", self.name()))
    }

    /// The name and the rows.
    pub fn list(&self) -> String {
        let rows: Vec<&str> = self.cases.iter().map(|case| case.rule.id).collect();
        format!("{}: {}\n", self.name(), rows.join(" "))
    }
}
