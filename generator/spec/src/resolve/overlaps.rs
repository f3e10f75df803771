//! Templates that fit the same path, of which none is the more specific one: `/a-{x}` and `/{y}-b`.

use std::collections::HashMap;

use crate::diagnostics::{At, Errors};
use crate::model::{HttpMethod, Operation, Path, PathPiece, path_shape, pieces};

/// The templates with a segment that is partly a parameter, by method and what is before that segment.
///
/// Others can't clash: a fixed segment is more specific than one with parameters, and a whole
/// parameter less specific than all.
#[derive(Default)]
pub struct Overlaps<'a>(HashMap<(HttpMethod, String), Vec<Known<'a>>>);

/// A template from such a segment on.
#[derive(Clone, Copy)]
struct Known<'a> {
    segments: &'a str,
    path: &'a str,
    owner: &'a str,
}

impl<'a> Overlaps<'a> {
    /// Adds the paths of an operation.
    pub fn claim(&mut self, operation: &'a Operation, at: At<'_>, errors: &Errors) {
        let key = if matches!(operation.path, Path::Inferred(_)) { "inferred_path" } else { "path" };
        let aliases = operation.aliases.iter().zip(at.get("aliases").items());
        let aliases = aliases.map(|(alias, at)| (alias.path.as_str(), at.get("path")));
        for (path, at) in operation.path.text().map(|path| (path, at.get(key))).into_iter().chain(aliases) {
            if let Some((other, owner)) = self.add(operation.http_method, path, &operation.name) {
                let title = format!("a request can fit both `{path}` and `{other}` of `{owner}`");
                errors.push(at, title, "change the texts between the parameters, so that no path fits both");
            }
        }
    }

    /// Adds a path. Returns the path and the operation that it clashes with.
    fn add(&mut self, method: HttpMethod, path: &'a str, owner: &'a str) -> Option<(&'a str, &'a str)> {
        let mut clash = None;
        for (index, _) in path.match_indices('/') {
            let (before, segments) = path.split_at(index);
            if is_partly_fixed(first(segments)) {
                let known = self.0.entry((method, path_shape(before))).or_default();
                let other = known.iter().find(|other| is_ambiguous(other.segments, segments));
                clash = clash.or(other.map(|other| (other.path, other.owner)));
                known.push(Known { segments, path, owner });
            }
        }
        clash
    }
}

/// The first segment, without its slash.
fn first(segments: &str) -> &str {
    segments.split('/').nth(1).unwrap_or_default()
}

fn is_partly_fixed(segment: &str) -> bool {
    let is_fixed = |piece: &PathPiece<'_>| matches!(piece, PathPiece::Fixed(_));
    pieces(segment).any(|piece| is_fixed(&piece)) && !pieces(segment).all(|piece| is_fixed(&piece))
}

/// Returns whether the same path fits both, and neither is the more specific one by its first segment.
fn is_ambiguous(one: &str, other: &str) -> bool {
    let (own, others) = (first(one), first(other));
    let (own, others) = (tokens(own), tokens(others));
    let is_more_specific = |one: &[Token], other: &[Token]| overlap(&example(one), other);
    !is_more_specific(&own, &others) && !is_more_specific(&others, &own) && can_be_same(one, other)
}

fn can_be_same(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.split('/'), other.split('/'));
    let is_rest = |segment: &str| matches!(pieces(segment).next(), Some(PathPiece::Rest(_)));
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if is_rest(one) || is_rest(other) => return true,
            (Some(one), Some(other)) if overlap(&tokens(one), &tokens(other)) => {}
            (Some(_), Some(_)) | (None, Some(_)) | (Some(_), None) => return false,
        }
    }
}

/// A part of a segment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Fixed(char),
    /// Any character.
    Any,
    /// Any characters, or none.
    More,
}

fn tokens(segment: &str) -> Vec<Token> {
    let tokens = pieces(segment).flat_map(|piece| match piece {
        PathPiece::Fixed(text) => text.chars().map(Token::Fixed).collect(),
        PathPiece::Parameter(_) | PathPiece::Rest(_) => vec![Token::Any, Token::More],
    });
    tokens.collect()
}

/// A segment with values that only a parameter takes.
fn example(segment: &[Token]) -> Vec<Token> {
    let value = |token: &Token| match token {
        Token::Fixed(_) => Some(*token),
        Token::Any => Some(Token::Fixed('/')),
        Token::More => None,
    };
    segment.iter().filter_map(value).collect()
}

/// Returns whether a text fits both.
fn overlap(one: &[Token], other: &[Token]) -> bool {
    // Whether the rest of one from each token on fits that of the other: from the end.
    let mut after = Vec::new();
    for index in (0..=one.len()).rev() {
        let mut fits = vec![false; other.len() + 1];
        let next = |place: usize| after.get(place).copied().unwrap_or_default();
        for place in (0..=other.len()).rev() {
            let skipped = fits.get(place + 1).copied().unwrap_or_default();
            fits[place] = match (one.get(index), other.get(place)) {
                (None, None) => true,
                (Some(Token::More), _) | (_, Some(Token::More)) => next(place) || skipped,
                (Some(Token::Fixed(one)), Some(Token::Fixed(other))) => one == other && next(place + 1),
                (Some(_), Some(_)) => next(place + 1),
                (None, Some(_)) | (Some(_), None) => false,
            };
        }
        after = fits;
    }
    after.first().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nothing_tells_apart_clashes() {
        let clashes = |one: &'static str, other: &'static str| {
            let mut overlaps = Overlaps::default();
            let [first, second] = [one, other].map(|path| overlaps.add(HttpMethod::Get, path, path));
            assert_eq!(first, None, "{one}");
            second.is_some()
        };
        for (one, other) in [
            ("/a-{x}", "/{y}-b"),
            ("/{x}-{y}", "/a{z}"),
            ("/l/{x}.json/b", "/l/a{y}/{z}"),
            ("/{x}/a-{y}", "/{z}/{v}-b"),
            ("/a-{x}/{+rest}", "/{y}-b/c/d"),
            ("/ab{x}", "/a{x}c"),
        ] {
            assert!(clashes(one, other) && clashes(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("/a-{x}", "/b-{x}"),
            ("/a-{x}", "/{y}"),
            ("/a-{x}", "/a-b"),
            ("/a-{x}", "/{y}-{z}"),
            ("/a-{x}", "/ab-{y}"),
            ("/a-{x}/b", "/{y}-b/c"),
            ("/a-{x}", "/{y}-b/c"),
            ("/x/a-{x}", "/{y}/{z}-b"),
            ("/a-{x}/c-{y}", "/a-{x}/d-{y}"),
            ("/{x}.json", "/{x}.xml"),
            ("/ab{x}bc", "/abc"),
        ] {
            assert!(!clashes(one, other) && !clashes(other, one), "{one} {other}");
        }
    }
}
