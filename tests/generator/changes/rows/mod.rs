//! For each row of the table, what to edit in `base` so that this is what
//! changed, and nothing else that breaks a program.

mod api;
mod credential;
mod operation;
mod parameter;
mod types;

/// An edit of `base`.
pub enum Edit {
    /// Replaces a text that occurs once in a file.
    Replace(&'static str, &'static str, &'static str),
    /// Adds a file.
    Add(&'static str, &'static str),
    /// Removes a file or a folder.
    Remove(&'static str),
}

/// A row's name and its edits.
pub type Row = (&'static str, &'static [Edit]);

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Row> {
    [api::ROWS, operation::ROWS, parameter::ROWS, types::ROWS, credential::ROWS].into_iter().flatten()
}

pub const fn api(from: &'static str, to: &'static str) -> Edit {
    Edit::Replace("lamps/api.yaml", from, to)
}

pub const fn lamps(from: &'static str, to: &'static str) -> Edit {
    Edit::Replace("lamps/operations/1-lamps.yaml", from, to)
}

pub const fn wicks(from: &'static str, to: &'static str) -> Edit {
    Edit::Replace("lamps/operations/2-wicks.yaml", from, to)
}

pub const fn types(from: &'static str, to: &'static str) -> Edit {
    Edit::Replace("lamps/types.yaml", from, to)
}
