//! The table: what each kind of change means for each audience.

pub mod api;
pub mod both;
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

/// The row with that name.
pub fn row(id: &str) -> &'static Rule {
    let mut all = TABLE.iter().flat_map(Section::rows);
    all.find(|rule| rule.id == id).expect("the table has the rows that code names")
}
