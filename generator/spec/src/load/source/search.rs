//! `search.yaml`.

use indexmap::IndexMap;

/// The phrases that people use for operations, with `, ` between them, by the names of these.
pub type SearchFile = IndexMap<String, String>;
