//! The operation of a request: by its path and its method.

use std::sync::Arc;

use http::{HeaderValue, Method, StatusCode, request::Parts};

use super::{
    Admitted, Handled, Refusal, choice,
    credential::Hidden,
    headers,
    limits::{Limits, MAX_PATH},
    pattern::Pattern,
};
use crate::core::{Descriptor, Gate};

/// A request that reaches no operation.
pub(super) enum Astray {
    Refused(Refusal),
    /// It asks for the methods of a path.
    Options,
}

/// The operations of a route whose paths may match, the most literal path first; none if the path
/// is unknown.
#[derive(Clone, Default)]
pub(super) struct Targets(pub(super) Arc<[Target]>);

/// The operation of a request.
pub(super) enum Found<'a> {
    One(&'a Target),
    /// It is one of these, and the body says which.
    InBody(Vec<&'a Target>),
}

/// A path of an operation.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) operation: Arc<Operation>,
    /// `None` if it has no variables: then axum has matched it.
    pub(super) pattern: Option<Arc<Pattern>>,
    /// The same for all operations with its method and path, if there are several.
    pub(super) family: Option<usize>,
}

/// An operation and its handler, if the implementor has its group.
pub(super) struct Operation {
    pub(super) descriptor: &'static Descriptor,
    pub(super) gates: Vec<&'static Gate>,
    pub(super) limits: Limits,
    /// True if all parameters are in one form, under their own names.
    pub(super) is_one_form: bool,
    /// The headers that are not logged.
    pub(super) hidden: Hidden,
    pub(super) handler: Option<Handler>,
}

/// A handler, bound to its implementor.
pub(super) type Handler = Arc<dyn Fn(Admitted) -> Handled + Send + Sync>;

impl Targets {
    /// Returns the operation of a request: of those with its method, the one with the most literal
    /// path, and what that needs.
    ///
    /// # Errors
    /// If the path doesn't exist, takes other methods, or no operation has all that it needs.
    pub(super) fn of(&self, head: &Parts) -> Result<Found<'_>, Astray> {
        headers::check_host(head).map_err(Astray::Refused)?;
        let path = head.uri.path();
        let of =
            |method: &str| self.0.iter().find(|target| target.method() == method && target.matches(path));
        let as_get = || of("GET").filter(|_| head.method == Method::HEAD);
        if let Some(found) = of(head.method.as_str()).or_else(as_get) {
            return match path.len() > MAX_PATH {
                true => Err(Astray::Refused(too_long())),
                false => self.chosen(found, head).map_err(Astray::Refused),
            };
        }
        let mut methods: Vec<&str> = Vec::new();
        for method in self.matching(path).map(Target::method) {
            if !methods.contains(&method) {
                methods.push(method);
            }
        }
        Err(match methods.as_slice() {
            [] => Astray::Refused(Refusal::not_found("unknown path")),
            _ if head.method == Method::OPTIONS => Astray::Options,
            methods => {
                let message = format!("this path only takes {}", methods.join(" and "));
                Astray::Refused(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, message))
            }
        })
    }

    /// The operation of a request, of those with the method and path of one.
    fn chosen<'a>(&'a self, found: &'a Target, head: &Parts) -> Result<Found<'a>, Refusal> {
        if found.family.is_none() {
            return Ok(Found::One(found));
        }
        let family = self.0.iter().filter(|target| target.family == found.family).collect();
        let left = choice::fitting(family, |target: &Target| target.operation.descriptor, head, None)?;
        Ok(match left.as_slice() {
            [one] => Found::One(one),
            _ => Found::InBody(left),
        })
    }

    /// The operations at a path, whatever their methods.
    pub(super) fn matching<'a, 'p>(
        &'a self,
        path: &'p str,
    ) -> impl Iterator<Item = &'a Target> + use<'a, 'p> {
        self.0.iter().filter(move |target| target.matches(path))
    }

    /// Returns the methods of a path, for the header `Allow`.
    pub(super) fn allowed(&self, head: &Parts) -> Option<HeaderValue> {
        let mut methods = Vec::new();
        for target in self.matching(head.uri.path()) {
            let implied = if target.method() == "GET" { Some("HEAD") } else { None };
            for method in [Some(target.method()), implied].into_iter().flatten() {
                if !methods.contains(&method) {
                    methods.push(method);
                }
            }
        }
        HeaderValue::try_from(methods.join(", ")).ok().filter(|value| !value.is_empty())
    }
}

impl Target {
    fn matches(&self, path: &str) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| pattern.values(path).is_some())
    }

    fn method(&self) -> &'static str {
        self.operation.descriptor.method
    }
}

fn too_long() -> Refusal {
    Refusal::new(StatusCode::URI_TOO_LONG, "the path is too long")
}
