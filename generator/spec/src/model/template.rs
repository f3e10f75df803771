//! Paths with parameters: `/lamps/{id}`, `/files/{+path}`.

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPiece<'a> {
    /// A text that is always the same.
    Fixed(&'a str),
    /// The value of a parameter.
    Parameter(&'a str),
    /// The value of a parameter that is the rest of the path, with its slashes.
    Rest(&'a str),
}

/// The pieces of a path. A brace that is not closed belongs to the text.
pub fn pieces(path: &str) -> impl Iterator<Item = PathPiece<'_>> {
    let mut rest = path;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let parameter = rest.strip_prefix('{').and_then(|after| after.split_once('}'));
        if let Some((name, after)) = parameter {
            rest = after;
            return Some(match name.strip_prefix('+') {
                Some(name) => PathPiece::Rest(name),
                None => PathPiece::Parameter(name),
            });
        }
        let end = rest.char_indices().skip(1).find(|(_, c)| *c == '{').map_or(rest.len(), |(index, _)| index);
        let (fixed, after) = rest.split_at(end);
        rest = after;
        Some(PathPiece::Fixed(fixed))
    })
}

/// The names of the parameters in a path.
pub fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    pieces(path).filter_map(|piece| match piece {
        PathPiece::Fixed(_) => None,
        PathPiece::Parameter(name) | PathPiece::Rest(name) => Some(name),
    })
}

/// The path with each parameter as `{}`: two operations with the same one can't be told apart.
#[must_use]
pub fn path_shape(path: &str) -> String {
    let shape = pieces(path).map(|piece| match piece {
        PathPiece::Fixed(text) => text,
        PathPiece::Parameter(_) => "{}",
        PathPiece::Rest(_) => "{+}",
    });
    shape.collect()
}
