//! Paths that differ from an inferred one only in where `/` and `-` are, the
//! most plausible first.

use std::collections::BTreeSet;

/// At most so many boundaries are changed at once.
const MOST_CHANGES: u32 = 3;

/// Of more boundaries than this, only one is changed, among the first so many.
const MOST_BOUNDARIES: usize = 16;

/// A path without its last segment.
pub fn folder(path: &str) -> &str {
    path.rfind('/').and_then(|end| path.get(..=end)).unwrap_or("/")
}

/// At most `most` other paths. One in a folder that exists comes first, such as `/rest/v2/admin/`; then,
/// the fewer boundaries change, the better.
pub fn candidates(path: &str, prefix: &str, folders: &BTreeSet<String>, most: usize) -> Vec<String> {
    let start = if path.starts_with(prefix) { prefix.len() } else { 1 };
    let boundaries = path.bytes().enumerate().skip(start).filter(|(_, byte)| is_boundary(*byte));
    let mut boundaries: Vec<usize> = boundaries.map(|(at, _)| at).collect();
    let changes = if boundaries.len() > MOST_BOUNDARIES { 1 } else { MOST_CHANGES };
    boundaries.truncate(MOST_BOUNDARIES);
    let mut all: Vec<(bool, usize, String)> = Vec::new();
    change(path.as_bytes(), &boundaries, changes, 0, &mut |changed, count| {
        if let Ok(changed) = String::from_utf8(changed.to_vec()) {
            all.push((!folders.contains(folder(&changed)), count, changed));
        }
    });
    all.sort_by_key(|(is_new, count, _)| (*is_new, *count));
    all.into_iter().map(|(.., path)| path).take(most).collect()
}

fn is_boundary(byte: u8) -> bool {
    byte == b'/' || byte == b'-'
}

/// Changes up to `left` of the boundaries, in every way.
fn change(path: &[u8], boundaries: &[usize], left: u32, count: usize, found: &mut dyn FnMut(&[u8], usize)) {
    if left == 0 {
        return;
    }
    for (index, at) in boundaries.iter().enumerate() {
        let mut changed = path.to_vec();
        if let Some(byte) = changed.get_mut(*at) {
            *byte = if *byte == b'/' { b'-' } else { b'/' };
        }
        found(&changed, count + 1);
        let rest = boundaries.get(index + 1..).unwrap_or_default();
        change(&changed, rest, left - 1, count + 1, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, folders: &[&str], most: usize) -> Vec<String> {
        let known = folders.iter().map(|path| folder(path).to_owned()).collect();
        candidates(path, "/rest/v2/", &known, most)
    }

    #[test]
    fn the_prefix_stays_and_few_changes_come_first() {
        assert_eq!(of("/rest/v2/users", &[], 9), Vec::<String>::new());
        assert_eq!(
            of("/rest/v2/admin/list-users", &[], 9),
            ["/rest/v2/admin-list-users", "/rest/v2/admin/list/users", "/rest/v2/admin-list/users",]
        );
        assert_eq!(of("/other/list", &[], 9), ["/other-list"]);
    }

    #[test]
    fn a_folder_that_exists_comes_first() {
        let found = of("/rest/v2/admin/user/groups-add", &["/rest/v2/admin/user-groups/list"], 2);
        assert_eq!(found, ["/rest/v2/admin/user-groups/add", "/rest/v2/admin-user/groups-add"]);
    }

    #[test]
    fn long_paths_are_bounded() {
        let long = format!("/rest/v2/{}", "a-".repeat(50_000));
        assert_eq!(of(&long, &[], 5).len(), 5);
        let hundreds = of(&format!("/rest/v2/{}", "a-".repeat(16)), &[], usize::MAX);
        assert_eq!(hundreds.len(), 16 + 120 + 560);
    }
}
