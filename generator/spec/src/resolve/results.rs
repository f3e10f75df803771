//! Results and failures by status.

use crate::diagnostics::At;
use crate::load::source::{ByStatus, ReturnsSource, Shorthand, WrittenReturns};
use crate::model::{ReturnKind, Returns, StatusRange};
use crate::naming;

use super::returns;
use super::scope::Scope;

/// The results and the failures of an operation.
pub struct Results {
    /// The first result.
    pub first: Returns,
    /// The other results.
    pub more: Vec<Returns>,
    /// The failures.
    pub failures: Vec<Returns>,
}

/// Resolves what an operation says, and the failures that it inherits, the nearest first.
pub fn resolve<'a>(
    said: Option<(&WrittenReturns, At<'a>)>,
    inherited: impl Iterator<Item = (At<'a>, &'a ByStatus)>,
    scope: &Scope<'_>,
    at: At<'_>,
) -> Results {
    let unknown = Shorthand(ReturnsSource::from("not_shown".to_owned()));
    let mut all = match said {
        Some((WrittenReturns::ByStatus(map), of)) => by_status(map, of, scope, at),
        Some((WrittenReturns::One(one), of)) => {
            vec![returns::resolve(&one.0, scope, of, of.overlay_in(at))]
        }
        None => vec![returns::resolve(&unknown.0, scope, at, None)],
    };
    for (of, map) in inherited {
        let more = by_status(map, of.get("failures"), scope, at);
        let is_new = |it: &Returns, all: &[Returns]| !all.iter().any(|other| other.status == it.status);
        for it in more {
            if is_new(&it, &all) {
                all.push(it);
            }
        }
    }
    let is_failure = |it: &Returns| it.status.is_some_and(|status| status.from >= 400);
    let (failures, results): (Vec<_>, Vec<_>) = all.into_iter().partition(is_failure);
    check_bodies(&results, scope, said.map_or(at, |(_, at)| at));
    let mut results = results.into_iter();
    let first = results.next().unwrap_or_else(|| {
        let at = said.map_or(at, |(_, at)| at);
        let help = "add the status of a success: `200: not_shown` if the documents don't show it";
        scope.errors.push(at, "the operation has no result", help);
        returns::resolve(&unknown.0, scope, at, None)
    });
    Results { first, more: results.collect(), failures }
}

/// Some statuses have no body.
fn check_bodies(results: &[Returns], scope: &Scope<'_>, at: At<'_>) {
    for it in results {
        let Some(status) = it.status else { continue };
        let is_bare = status.from == status.to && matches!(status.from, 204 | 205 | 304);
        if is_bare && it.kind != ReturnKind::Nothing {
            let at = at.get(&status.to_string());
            scope.errors.push(at, format!("a response with status {status} has no body"), "write `nothing`");
        }
        if let ReturnKind::Redirect(redirect) = it.kind
            && (status.from, status.to) != (redirect, redirect)
        {
            let at = at.get(&status.to_string());
            let help = format!("write `{redirect}: {{redirect: {redirect}}}`");
            scope.errors.push(at, format!("the redirect has status {redirect}, not {status}"), help);
        }
    }
}

/// Failures that many operations inherit have statuses of failures.
pub fn check_failures(map: &ByStatus, scope: &Scope<'_>, at: At<'_>) {
    for (key, at) in map.keys().zip(at.items()) {
        if status(key).is_some_and(|status| status.from < 400) {
            let help = "write it in `returns` of operations: `failures` are 400 to 599 and `default`";
            scope.errors.push(at.key(), format!("`{key}` is not the status of a failure"), help);
        }
    }
}

/// The results of a map, each with its status.
fn by_status(map: &ByStatus, of: At<'_>, scope: &Scope<'_>, at: At<'_>) -> Vec<Returns> {
    let entries = map.iter().zip(of.items());
    let mut all: Vec<Returns> = Vec::new();
    for ((key, Shorthand(source)), of) in entries {
        let Some(status) = status(key) else {
            let help =
                "write a status from 200 to 599, `4xx`, `494-499`, or `default` for all other failures";
            scope.errors.push(of.key(), format!("`{key}` is not a status"), help);
            continue;
        };
        let is_range = |it: StatusRange| it.from != it.to;
        let overlaps = |it: &&Returns| {
            it.status.is_some_and(|other| is_range(other) == is_range(status) && other.overlaps(status))
        };
        if let Some(other) = all.iter().find(overlaps).and_then(|it| it.status)
            && other != StatusRange::FAILURES
            && status != StatusRange::FAILURES
        {
            let title = format!("the statuses `{other}` and `{status}` overlap");
            scope.errors.push(
                of.key(),
                title,
                "a status has one result; only a single one may be in a range, too",
            );
        }
        let result = returns::resolve(source, scope, of, of.overlay_in(at));
        all.push(Returns { status: Some(status), ..result });
    }
    all
}

/// Reads `404`, `4xx`, `494-499` or `default`.
fn status(key: &str) -> Option<StatusRange> {
    if key == "default" {
        return Some(StatusRange::FAILURES);
    }
    let number = |text: &str| text.parse::<u16>().ok().filter(|it| (200..600).contains(it));
    if let Some(class) = key.strip_suffix("xx") {
        let from = number(&format!("{class}00"))?;
        return Some(StatusRange { from, to: from + 99 });
    }
    let (from, to) = key.split_once('-').unwrap_or((key, key));
    let (from, to) = (number(from)?, number(to)?);
    (from <= to && (from < 400) == (to < 400)).then_some(StatusRange { from, to })
}

impl Results {
    /// Gives the results their Rust names; returns that of their enum, if there are several.
    pub fn name(&mut self, operation: &str, scope: &Scope<'_>, at: At<'_>) -> Option<String> {
        let help = "set a Rust name: `rust: ...`";
        let is_one = self.more.is_empty();
        for it in std::iter::once(&mut self.first).chain(&mut self.more) {
            let variant = it.status.map(variant).unwrap_or_default();
            if !it.headers.is_empty() {
                let of = if is_one { "" } else { &*variant };
                let name = format!("{operation}{of}Headers");
                it.headers_rust = Some(scope.rust.derive(&name, &name, help, at));
            }
            it.variant_rust = (!is_one).then_some(variant);
        }
        let name = format!("{operation}Result");
        (!is_one).then(|| scope.rust.derive(&name, &name, help, at))
    }
}

/// The Rust name of the variant of a status.
fn variant(status: StatusRange) -> String {
    let known = match (status.from, status.to) {
        (200, 200) => "ok",
        (201, 201) => "created",
        (202, 202) => "accepted",
        (204, 204) => "no content",
        (206, 206) => "partial content",
        (304, 304) => "not modified",
        (from, to) if from == to => return format!("Status{from}"),
        (from, to) if to - from == 99 => return format!("Status{}xx", from / 100),
        (from, to) => return format!("Status{from}To{to}"),
    };
    naming::type_name(known)
}
