//! Findings about the paths of operations.

use std::collections::BTreeMap;

use generator_spec::diagnostics::At;
use generator_spec::model::{Operation, Path, ReturnKind, Returns};
use generator_spec::text::counted;

use super::{How, Match, Seen, Work};
use crate::finding::Section;
use crate::recordings::Exchanges;
use crate::words::{name, requests};
use crate::{Learner, dialect};

impl<'a> Learner<'a> {
    /// The path of an operation, unless it is known.
    pub fn path(&mut self, Match { operation, how, path, .. }: &Match<'a>, seen: &Seen<'_>) {
        let times = requests(seen.fine());
        let place = self.place(operation, "path", "").at(self.path_in_spec(operation));
        let is_inferred = matches!(operation.path, Path::Inferred(_));
        let why = match how {
            // There are many confirmed ones, and nothing about them is new but the status.
            How::Path if is_inferred => String::new(),
            How::Path | How::Alias => return,
            How::Gone => "because nothing is at its own".to_owned(),
            How::Moved(all) if all.is_empty() => "has `/` and `-` elsewhere".to_owned(),
            How::Moved(all) => {
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                format!("because {}", all.join(" and "))
            }
        };
        let spec = name(operation.path.text().unwrap_or_default());
        let seen = if why.is_empty() { why } else { format!("{} {why} ({times})", name(path)) };
        // The path may be where the spec says the method.
        let has_method = self.is_usual(operation) || self.said(operation, "method").is_some();
        let own = operation.http_method.name();
        let value = if has_method { path.clone() } else { format!("{own} {path}") };
        let found = place.contradicts(spec, seen);
        self.found.push(found.write(&["operations", &operation.name, "path"], value, times));
    }

    pub fn path_in_spec(&self, operation: &Operation) -> Option<At<'a>> {
        self.said(operation, "path").or_else(|| self.said(operation, "inferred_path"))
    }

    /// An operation whose requests all failed.
    pub fn failing(&mut self, Match { operation, how, path, .. }: &Match<'a>, seen: &Seen<'_>) {
        let endpoint = seen.methods.get(operation.http_method.name()).filter(|it| it.failed.count() > 0);
        let Some(endpoint) = endpoint.filter(|_| !self.served.contains(operation.name.as_str())) else {
            return;
        };
        let is_plain = !path.contains('{') && *how == How::Path;
        // It can be a failure of the operation, whose thing isn't there.
        let says = |it: &Exchanges<'_>| {
            let json = it.results();
            let is_own = |own: &Returns| match own.kind {
                ReturnKind::Text => it.of(ReturnKind::Text) > 0,
                _ => json.count() > 0,
            };
            dialect::is_message(self.api, &json) || operation.failures.iter().any(is_own)
        };
        let is_unknown =
            |(status, it): (&u16, &Exchanges<'_>)| matches!(status, 404 | 405 | 501) && !says(it);
        let failed = endpoint.failed.by_status();
        if is_plain && failed.iter().all(is_unknown) {
            let statuses: Vec<_> = failed.keys().map(ToString::to_string).collect();
            let seen = format!("HTTP {} only", statuses.join(" and "));
            let place = self.place(operation, "path", "").at(self.path_in_spec(operation));
            return self.found.push(place.contradicts(name(path), seen));
        }
        let line = format!("{}: {} has failures only", operation.name, name(&seen.path));
        self.add(Section::LeftOut, line);
    }

    /// Reports what is so of several paths.
    pub fn paths(&mut self, matched: &Work<'a, '_>) {
        let is_confirmed = |it: &&Match<'_>| {
            it.how == How::Path
                && matches!(it.operation.path, Path::Inferred(_))
                && self.seen[it.seen].fine() > 0
        };
        let confirmed = matched.found.iter().filter(is_confirmed).count();
        if confirmed > 0 {
            self.add(Section::Paths, format!("{} confirmed", counted(confirmed, "inferred path")));
        }
        let mut rules: BTreeMap<String, usize> = BTreeMap::new();
        for found in &matched.found {
            if let How::Moved(substitutions) = &found.how {
                substitutions.iter().for_each(|it| *rules.entry(it.to_string()).or_default() += 1);
            }
        }
        for (rule, count) in rules {
            self.add(Section::Paths, format!("{rule} in the paths of {}", counted(count, "operation")));
        }
        for (seen, candidates) in &matched.ambiguous {
            let candidates: Vec<&str> = candidates.iter().map(|operation| operation.name.as_str()).collect();
            let line = format!("{} may be {}", name(&self.seen[*seen].path), candidates.join(" or "));
            self.add(Section::Ambiguous, line);
        }
    }
}
