//! Which pages an API has, in the order of the table of contents.

use super::index::group_page;
use super::markdown::{link, text};
use crate::model::Api;

/// A page that every API has.
pub struct Fixed {
    /// Its title.
    pub title: &'static str,
    /// Its file, in the API's folder.
    pub file: &'static str,
}

pub const INTRODUCTION: &str = "index.md";
pub const STATES: Fixed = Fixed { title: "States and transitions", file: "states.md" };
pub const TYPES: Fixed = Fixed { title: "Types", file: "types.md" };
pub const A_TO_Z: Fixed = Fixed { title: "A–Z", file: "a-z.md" };
pub const BY_PATH: Fixed = Fixed { title: "By path", file: "by-path.md" };
pub const BY_VERSION: Fixed = Fixed { title: "By version", file: "by-version.md" };
pub const DEPRECATED: Fixed = Fixed { title: "Deprecated", file: "deprecated.md" };
pub const NOT_SHOWN: Fixed = Fixed { title: "Not shown", file: "not-shown.md" };

/// The pages after those of the groups.
pub const LISTS: &[Fixed] = &[STATES, TYPES, A_TO_Z, BY_PATH, BY_VERSION, DEPRECATED, NOT_SHOWN];

/// The API's lines of the table of contents.
pub fn contents(api: &Api) -> String {
    let mut lines = vec![format!("- {}", link(&text(&api.title), &format!("{}/{INTRODUCTION}", api.name)))];
    let groups = api.groups.iter().map(|group| (text(&group.title), group_page(group)));
    let lists = LISTS.iter().map(|page| (page.title.to_owned(), page.file.to_owned()));
    for (title, file) in groups.chain(lists) {
        lines.push(format!("  - {}", link(&title, &format!("{}/{file}", api.name))));
    }
    lines.join("\n")
}
