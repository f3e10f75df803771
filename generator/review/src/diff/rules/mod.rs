//! The table: what each kind of change means for each audience.

pub mod api;
pub mod credential;
pub mod operation;
pub mod parameter;
pub mod returns;
pub mod types;

use super::Rule;

/// Every kind of change, by what it concerns.
pub const TABLE: &[(&str, &[&Rule])] = &[
    ("APIs and groups", api::ROWS),
    ("Operations", operation::ROWS),
    ("Parameters", parameter::ROWS),
    ("Results", returns::ROWS),
    ("Types", types::ROWS),
    ("Credentials and gates", credential::ROWS),
];
