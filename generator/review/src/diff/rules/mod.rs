//! The table: what each kind of change means for each audience.

pub mod api;
pub mod credential;
pub mod operation;
pub mod parameter;
pub mod returns;
pub mod types;

use super::Rule;
use super::rule::Section;

/// Every kind of change, by what it concerns.
pub const TABLE: &[Section] = &[
    api::SECTION,
    operation::SECTION,
    parameter::SECTION,
    returns::SECTION,
    types::SECTION,
    credential::SECTION,
];

/// The row with that name: see `row!`.
#[allow(clippy::panic, reason = "the compiler runs it")]
pub const fn row(id: &str) -> &'static Rule {
    let mut sections = TABLE;
    while let [section, others @ ..] = sections {
        let mut rows = section.rows;
        while let [rule, others @ ..] = rows {
            if is_same(rule.id.as_bytes(), id.as_bytes()) {
                return rule;
            }
            rows = others;
        }
        sections = others;
    }
    panic!("the table has no row with that name")
}

const fn is_same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([x, rest @ ..], [y, others @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (rest, others);
    }
    a.is_empty() && b.is_empty()
}
