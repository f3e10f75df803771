//! Suggestions for misspelt names.

/// The name closest to a wrong one, if any is close.
#[must_use]
pub fn suggest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let edits = |name: &'a str| edits(wrong, name).map(|edits| (edits, name));
    names.into_iter().filter_map(edits).min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

/// `did you mean …?`, or another remedy if no name is close.
#[must_use]
pub fn did_you_mean<'a>(
    wrong: &str,
    names: impl IntoIterator<Item = &'a str>,
    otherwise: impl Into<String>,
) -> String {
    suggest(wrong, names).map_or_else(|| otherwise.into(), |name| format!("did you mean `{name}`?"))
}

/// The edits between a wrong name and one that is close.
fn edits(wrong: &str, name: &str) -> Option<usize> {
    let most = name.len().div_ceil(3);
    // So many characters more are so many edits more.
    let is_near = name.chars().count().abs_diff(wrong.chars().count()) <= most;
    is_near.then(|| distance(wrong, name)).filter(|edits| *edits <= most)
}

/// Number of single-character edits between two words, in any letter case.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(&b) {
            let best = (diagonal + usize::from(x != *y)).min(left + 1).min(*cell + 1);
            diagonal = std::mem::replace(cell, best);
            left = best;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}
