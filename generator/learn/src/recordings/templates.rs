//! The paths of a spec: what stands in the place of a variable is a value, and is forgotten.

/// The path of the spec that a path is, if that has variables, and what is before it, such as the path of a
/// proxy.
pub fn template<'t, 'p>(paths: &'t [String], path: &'p str) -> Option<(&'p str, &'t str)> {
    let variables = |path: &str| path.matches('{').count();
    if paths.iter().all(|path| variables(path) == 0) {
        return None;
    }
    let fitting = paths.iter().filter_map(|it| Some((before(it, path)?, it.as_str())));
    let best = fitting.min_by_key(|(before, template)| (before.len(), variables(template)));
    best.filter(|(_, template)| variables(template) > 0)
}

/// The values of the variables of a template that a path ends in; a segment with several is left out.
pub fn variables<'t, 'p>(template: &'t str, path: &'p str) -> impl Iterator<Item = (&'t str, &'p str)> {
    template.rsplit('/').zip(path.rsplit('/')).filter_map(|(template, segment)| {
        let (start, rest) = template.split_once('{')?;
        let (name, end) = rest.split_once('}')?;
        let value = segment.strip_prefix(start)?.strip_suffix(end)?;
        // The path of a cassette has the variables themselves.
        let is_one = !name.starts_with('+') && !end.contains('{') && !value.starts_with('{');
        is_one.then_some((name, value))
    })
}

/// The part before a path of the spec, if it ends in it.
fn before<'p>(template: &str, path: &'p str) -> Option<&'p str> {
    let wanted: Vec<&str> = template.split('/').skip(1).collect();
    let own: Vec<&str> = path.split('/').collect();
    let (wanted, has_rest) = match wanted.split_last() {
        Some((last, others)) if last.starts_with("{+") => (others, true),
        Some(_) | None => (&wanted[..], false),
    };
    let last = own.len().checked_sub(wanted.len() + usize::from(has_rest))?;
    let first = if has_rest { 1 } else { last };
    let start = (first.max(1)..=last).find(|start| {
        wanted.iter().zip(&own[*start..]).all(|(wanted, segment)| is_segment(wanted, segment))
    })?;
    let length: usize = own[..start].iter().map(|segment| segment.len() + 1).sum();
    path.get(..length - 1)
}

/// Returns whether a segment can be that of a template.
fn is_segment(template: &str, segment: &str) -> bool {
    match (template.split_once('{'), template.rsplit_once('}')) {
        (Some((start, _)), Some((_, end))) => {
            segment.len() > start.len() + end.len() && segment.starts_with(start) && segment.ends_with(end)
        }
        (Some(_), None) | (None, Some(_) | None) => template == segment,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_the_template_with_the_fewest_variables() {
        let paths = ["/users/{id}", "/users/me", "/files/{+path}", "/v{n}/a-{b}.json"].map(str::to_owned);
        assert_eq!(template(&paths, "/users/7"), Some(("", "/users/{id}")));
        assert_eq!(template(&paths, "/proxy/users/7"), Some(("/proxy", "/users/{id}")));
        assert_eq!(template(&paths, "/users/me"), None);
        assert_eq!(template(&paths, "/users/"), None);
        assert_eq!(template(&paths, "/files/a/b"), Some(("", "/files/{+path}")));
        assert_eq!(template(&paths, "/v1/a-x.json"), Some(("", "/v{n}/a-{b}.json")));
        assert_eq!(template(&paths, "/v/a-x.json"), None);
    }
}
