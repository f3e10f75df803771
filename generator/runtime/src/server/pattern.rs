//! Paths with variables: which operation a path is of, and which parts of it are values.
//!
//! Paths are compared as they are sent. Only a value is decoded, after it was cut out: an encoded
//! slash is a part of a value, and never ends a segment.

use std::cmp::Reverse;

/// A path with variables, such as `/beds/{bed}/photo-{n}.jpg` or `/files/{+path}`.
#[derive(Debug)]
pub(super) struct Pattern {
    segments: Vec<Segment>,
}

/// The part of a path between two slashes.
#[derive(Debug, PartialEq, Eq)]
enum Segment {
    Fixed(String),
    /// Fixed texts and variables in turn.
    Mixed {
        before: String,
        /// The name of each variable and the text after it.
        variables: Vec<(String, String)>,
    },
    /// A variable that takes the rest of the path.
    Rest(String),
}

/// The part of a path that a variable takes.
pub(super) struct Value<'a> {
    pub(super) name: &'a str,
    pub(super) encoded: &'a str,
    pub(super) kind: ValueKind,
}

/// Kinds of values: one in a segment, or one with segments.
#[derive(Clone, Copy)]
pub(super) enum ValueKind {
    Part,
    Rest,
}

/// A path for axum's router: each segment is fixed or matches anything.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Fixed(String),
    Any,
    Rest,
}

impl Pattern {
    /// Reads a path; without variables unless `has_variables`.
    pub(super) fn of(path: &str, has_variables: HasVariables) -> Self {
        let segments = path.split('/').skip(1);
        let segment = |text: &str| match has_variables {
            HasVariables::Yes => Segment::of(text),
            HasVariables::No => Segment::Fixed(text.to_owned()),
        };
        Self { segments: segments.map(segment).collect() }
    }

    /// Returns whether it has no variable.
    pub(super) fn is_fixed(&self) -> bool {
        self.segments.iter().all(|segment| matches!(segment, Segment::Fixed(_)))
    }

    /// Returns the names of its variables.
    pub(super) fn names(&self) -> Vec<&str> {
        self.segments.iter().flat_map(Segment::names).collect()
    }

    /// Returns the path that axum's router matches.
    pub(super) fn shape(&self) -> Vec<Shape> {
        self.segments.iter().map(Segment::shape).collect()
    }

    /// The order in which patterns are tried: fixed segments before variables, left to right.
    pub(super) fn order(&self) -> Vec<Reverse<usize>> {
        self.segments.iter().map(|segment| Reverse(segment.fixed())).collect()
    }

    /// Returns its text with nameless variables: equal for patterns that match the same paths.
    pub(super) fn nameless(&self) -> String {
        let text = self.segments.iter().map(|segment| match segment {
            Segment::Fixed(text) => format!("/{text}"),
            Segment::Mixed { before, variables } => {
                let rest = variables.iter().map(|(_, after)| format!("\0{after}"));
                format!("/{before}{}", rest.collect::<String>())
            }
            Segment::Rest(_) => "/\0\0".to_owned(),
        });
        text.collect()
    }

    /// Returns the variables and the parts of a path that they take; `None` if the path is another.
    pub(super) fn values<'a>(&'a self, path: &'a str) -> Option<Vec<Value<'a>>> {
        let (mut values, mut rest) = (Vec::new(), path.strip_prefix('/')?);
        let mut segments = self.segments.iter().peekable();
        while let Some(segment) = segments.next() {
            if let Segment::Rest(name) = segment {
                values.push(Value { name, encoded: rest, kind: ValueKind::Rest });
                return (!rest.is_empty()).then_some(values);
            }
            let (own, after) = match rest.split_once('/') {
                Some((own, after)) => (own, Some(after)),
                None => (rest, None),
            };
            segment.add_values(own, &mut values)?;
            match (after, segments.peek()) {
                (Some(after), Some(_)) => rest = after,
                (None, None) => return Some(values),
                (Some(_), None) | (None, Some(_)) => return None,
            }
        }
        None
    }
}

/// The meaning of braces in a path: variables, or only braces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HasVariables {
    Yes,
    No,
}

impl Segment {
    fn of(text: &str) -> Self {
        if let Some(name) = text.strip_prefix("{+").and_then(|it| it.strip_suffix('}')) {
            return Self::Rest(name.to_owned());
        }
        let mut parts = text.split('{');
        let before = parts.next().unwrap_or_default().to_owned();
        let variables = parts.map(|part| {
            let (name, after) = part.split_once('}').unwrap_or((part, ""));
            (name.to_owned(), after.to_owned())
        });
        match variables.collect::<Vec<_>>() {
            none if none.is_empty() => Self::Fixed(before),
            variables => Self::Mixed { before, variables },
        }
    }

    fn names(&self) -> Vec<&str> {
        match self {
            Self::Fixed(_) => Vec::new(),
            Self::Mixed { variables, .. } => variables.iter().map(|(name, _)| name.as_str()).collect(),
            Self::Rest(name) => vec![name],
        }
    }

    fn shape(&self) -> Shape {
        match self {
            Self::Fixed(text) => Shape::Fixed(text.clone()),
            Self::Mixed { .. } => Shape::Any,
            Self::Rest(_) => Shape::Rest,
        }
    }

    /// The number of characters that are fixed.
    fn fixed(&self) -> usize {
        match self {
            Self::Fixed(_) => usize::MAX,
            Self::Mixed { before, variables } => {
                1 + before.len() + variables.iter().map(|(_, after)| after.len()).sum::<usize>()
            }
            Self::Rest(_) => 0,
        }
    }

    fn add_values<'a>(&'a self, text: &'a str, values: &mut Vec<Value<'a>>) -> Option<()> {
        match self {
            Self::Fixed(fixed) => (text == fixed).then_some(()),
            Self::Rest(_) => None,
            Self::Mixed { before, variables } => {
                let mut rest = text.strip_prefix(before.as_str())?;
                let mut variables = variables.iter().peekable();
                while let Some((name, after)) = variables.next() {
                    let encoded = match variables.peek() {
                        // The shortest value, but not an empty one.
                        Some(_) => {
                            let first = rest.chars().next()?.len_utf8();
                            let end = first + rest.get(first..)?.find(after.as_str())?;
                            let (value, after_it) = rest.split_at_checked(end)?;
                            rest = after_it.strip_prefix(after.as_str())?;
                            value
                        }
                        None => rest.strip_suffix(after.as_str()).filter(|value| !value.is_empty())?,
                    };
                    values.push(Value { name, encoded, kind: ValueKind::Part });
                }
                Some(())
            }
        }
    }
}

/// Returns whether two shapes can match the same path.
pub(super) fn overlap(one: &[Shape], other: &[Shape]) -> bool {
    match (one, other) {
        ([Shape::Rest], [_, ..]) | ([_, ..], [Shape::Rest]) | ([], []) => true,
        ([Shape::Fixed(one), ones @ ..], [Shape::Fixed(other), others @ ..]) => {
            one == other && overlap(ones, others)
        }
        ([_, ones @ ..], [_, others @ ..]) => overlap(ones, others),
        ([], [_, ..]) | ([_, ..], []) => false,
    }
}

/// Returns whether the routes of a shape are a part of another's, which takes the rest of a path:
/// axum's router can't have both.
pub(super) fn is_within(shape: &[Shape], wide: &[Shape]) -> bool {
    let Some((Shape::Rest, before)) = wide.split_last() else { return false };
    let Some((start, after)) = shape.split_at_checked(before.len()) else { return false };
    shape != wide && start == before && matches!(after.first(), Some(Shape::Any))
}

/// Returns the path of a shape in axum's notation.
pub(super) fn route(shape: &[Shape]) -> String {
    let segments = shape.iter().enumerate().map(|(index, segment)| match segment {
        // Braces would begin a pattern.
        Shape::Fixed(text) => format!("/{}", text.replace('{', "{{").replace('}', "}}")),
        Shape::Any => format!("/{{{index}}}"),
        Shape::Rest => format!("/{{*{index}}}"),
    });
    segments.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values<'a>(pattern: &'a Pattern, path: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
        let values = pattern.values(path)?.into_iter();
        Some(values.map(|value| (value.name, value.encoded)).collect())
    }

    #[test]
    fn values_are_cut_out_encoded() {
        let pattern = Pattern::of("/v{n}/a-{b}.{c}.json/{d}", HasVariables::Yes);
        let found = values(&pattern, "/v1/a-x%2Fy.z.json.json/%2e%2E");
        assert_eq!(found.unwrap(), [("n", "1"), ("b", "x%2Fy"), ("c", "z.json"), ("d", "%2e%2E")]);
        for path in ["/v/a-x.z.json/d", "/v1/a-.z.json/d", "/v1/a-x.z.json/", "/v1/a-x.z.json/d/", "v1", "/"]
        {
            assert_eq!(values(&pattern, path), None, "{path}");
        }
        let rest = Pattern::of("/files/{+path}", HasVariables::Yes);
        assert_eq!(values(&rest, "/files/a//b").unwrap(), [("path", "a//b")]);
        assert_eq!((values(&rest, "/files/"), values(&rest, "/files")), (None, None));
    }

    /// axum's router finds a route for each path that a pattern matches.
    #[test]
    fn axum_routes_every_shape() {
        let patterns = ["/a/b", "/a/{x}", "/a/{x}/c", "/{x}/b/c", "/a/{+rest}", "/a/b/c/{+rest}", "/{x}/{y}"];
        let patterns = patterns.map(|path| Pattern::of(path, HasVariables::Yes));
        let shapes: Vec<_> = patterns.iter().map(Pattern::shape).collect();
        let routes = shapes.iter().filter(|own| !shapes.iter().any(|wide| is_within(own, wide)));
        let mut router = matchit_router(routes.map(|shape| route(shape)));
        for path in ["/a/b", "/a/x", "/a/b/c", "/x/b/c", "/a/b/c/d", "/a/x/c", "/a/b/d/e", "/x/y", "/b/b"] {
            let found = patterns.iter().any(|pattern| pattern.values(path).is_some());
            assert_eq!(found, router(path), "{path}");
        }
    }

    fn matchit_router(routes: impl Iterator<Item = String>) -> impl FnMut(&str) -> bool {
        use axum::{Router, body::Body, routing::any};
        use tower_service::Service as _;
        let mut router = Router::<()>::new().without_v07_checks();
        for route in routes {
            router = router.route(&route, any(|| async {}));
        }
        move |path| {
            let request = http::Request::get(path).body(Body::empty()).unwrap();
            let mut response = std::pin::pin!(router.as_service::<Body>().call(request));
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            match response.as_mut().poll(&mut context) {
                std::task::Poll::Ready(Ok(response)) => response.status() == 200,
                other => panic!("{other:?}"),
            }
        }
    }
}
