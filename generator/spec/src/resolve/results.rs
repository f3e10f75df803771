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
        Some((WrittenReturns::One(one), of)) => returns::resolve(&one.0, scope, of, of.overlay_in(at)),
        None => returns::resolve(&unknown.0, scope, at, None),
    };
    all.extend(default_result(&all));
    for (of, map) in inherited {
        let more = by_status(map, of.get("failures"), scope, at);
        let is_new = |it: &Returns| !all.iter().any(|other| other.status == it.status);
        let more: Vec<_> = more.into_iter().filter(is_new).collect();
        all.extend(more);
    }
    let is_failure = |it: &Returns| it.status.is_some_and(|status| status.from >= 400);
    let (failures, results): (Vec<_>, Vec<_>) = all.into_iter().partition(is_failure);
    check_redirects(&results, scope, said.map_or(at, |(_, at)| at));
    let is_bare = |status: StatusRange| status.from == status.to && matches!(status.from, 204 | 205 | 304);
    let mut results = bare(results, |it| it.status.is_some_and(is_bare)).into_iter();
    let first = results.next().unwrap_or_else(|| {
        let at = said.map_or(at, |(_, at)| at);
        let help = "add the status of a success: `200: not_shown` if the documents don't show it";
        scope.errors.push(at, "the operation has no result", help);
        returns::resolve(&unknown.0, scope, at, None).remove(0)
    });
    Results { first, more: results.collect(), failures }
}

/// `default` is the result, too, if no other success is described: servers may have any.
fn default_result(all: &[Returns]) -> Vec<Returns> {
    let is_success = |it: &Returns| it.status.is_none_or(|status| (200..300).contains(&status.from));
    let is_default = |it: &&Returns| it.status == Some(StatusRange::FAILURES);
    let default = all.iter().filter(is_default).filter(|_| !all.iter().any(is_success)).cloned();
    default.map(|it| Returns { status: Some(StatusRange::RESULTS), ..it }).collect()
}

/// Drops bodies of responses that have none, whatever the documents say: of each status, one remains.
fn bare(results: Vec<Returns>, is_bare: impl Fn(&Returns) -> bool) -> Vec<Returns> {
    let mut all: Vec<Returns> = Vec::new();
    for it in results {
        match is_bare(&it) {
            true if all.iter().any(|other| other.status == it.status) => {}
            true => all.push(Returns { by_content: false, ..it.without_body() }),
            false => all.push(it),
        }
    }
    all
}

/// A redirect has its own status.
fn check_redirects(results: &[Returns], scope: &Scope<'_>, at: At<'_>) {
    for it in results {
        let Some(status) = it.status else { continue };
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
        let results = returns::resolve(source, scope, of, of.overlay_in(at));
        all.extend(results.into_iter().map(|it| Returns { status: Some(status), ..it }));
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
    /// Drops all bodies: those of responses to HEAD.
    pub fn without_bodies(self) -> Self {
        let has_body = |it: &Returns| !matches!(it.kind, ReturnKind::Redirect(_));
        let of_body = |it: Returns| match it.kind {
            ReturnKind::Nothing => it,
            kind => Returns { status: it.status.or(Some(StatusRange::one(kind.status()))), ..it },
        };
        let all = std::iter::once(self.first).chain(self.more).map(of_body).collect();
        let mut all = bare(all, has_body);
        Self { first: all.remove(0), more: all, ..self }
    }

    /// Gives the results their Rust names; returns that of their enum, if there are several.
    pub fn name(&mut self, operation: &str, scope: &Scope<'_>, at: At<'_>) -> Option<String> {
        let help = "set a Rust name: `rust: ...`";
        let is_one = self.more.is_empty();
        let is_one_status = self.more.iter().all(|it| it.status == self.first.status);
        let mut headers: Vec<(Option<StatusRange>, String)> = Vec::new();
        let mut variants: Vec<String> = Vec::new();
        for it in std::iter::once(&mut self.first).chain(&mut self.more) {
            let status = it.status.map(variant).unwrap_or_default();
            if !it.headers.is_empty() {
                let of = if is_one_status { "" } else { &*status };
                let name = format!("{operation}{of}Headers");
                let known = headers.iter().find(|(of, _)| *of == it.status).map(|(_, name)| name.clone());
                let name = known.unwrap_or_else(|| scope.rust.derive(&name, &name, help, at));
                headers.push((it.status, name.clone()));
                it.headers_rust = Some(name);
            }
            let variant = match it.by_content {
                true => naming::content_variant(&status, &it.content_type, &variants),
                false => status,
            };
            variants.push(variant.clone());
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
        _ if status == StatusRange::RESULTS => "default",
        (from, to) if from == to => return format!("Status{from}"),
        (from, to) if to - from == 99 => return format!("Status{}xx", from / 100),
        (from, to) => return format!("Status{from}To{to}"),
    };
    naming::type_name(known)
}
