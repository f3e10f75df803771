//! What a path can be.

use crate::diagnostics::{At, Faults};

/// Reports a path that is none.
pub fn check(path: &str, at: At<'_>, faults: &mut Faults) {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_' | '.');
    let is_sound =
        path.starts_with('/') && path.chars().all(is_plain) && !path.contains("//") && !path.contains("..");
    if !is_sound {
        faults.push(
            at,
            format!("`{path}` is no path"),
            "write it from the leading `/`, with letters, digits, `-`, `_`, `.` and `/`",
        );
    }
}
