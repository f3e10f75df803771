//! The numbers of what the documents give.

use crate::model::{Api, Effect, Operation, Path, ReturnKind, Returns, Scalar, Shape, Status, TypeKind};

/// The share of an API that its documents give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Operations.
    pub operations: usize,
    /// Those whose path is documented.
    pub paths: usize,
    /// Those whose path is inferred.
    pub inferred_paths: usize,
    /// Those whose result has a known type.
    pub results: usize,
    /// Those whose result has a type with inferred fields.
    pub inferred_results: usize,
    /// Those that only read.
    pub reads: usize,
    /// Those of them whose effect is inferred.
    pub inferred_reads: usize,
    /// The words for what these are inferred from.
    pub inferred_from: &'static str,
}

impl Coverage {
    /// Counts.
    #[must_use]
    pub fn of(api: &Api) -> Self {
        let count = |is: &dyn Fn(&&Operation) -> bool| api.operations().filter(is).count();
        let is_read = |it: &Operation| it.effect == Effect::Reads;
        let result = |status| count(&|it| known(api, &it.returns) == Some(status));
        Self {
            operations: api.operations().count(),
            paths: count(&|it| matches!(it.path, Path::Documented(_) | Path::AliasOnly)),
            inferred_paths: count(&|it| matches!(it.path, Path::Inferred(_))),
            results: result(Status::Documented) + result(Status::Elsewhere),
            inferred_results: result(Status::Inferred),
            reads: count(&|it| is_read(it)),
            inferred_reads: count(&|it| is_read(it) && it.effect_status == Some(Status::Inferred)),
            inferred_from: inferred_from(api),
        }
    }

    /// A sentence on paths, on results and on effects.
    #[must_use]
    pub fn sentences(self) -> [String; 3] {
        let Self { operations, paths, inferred_paths, results, inferred_results, .. } = self;
        let Self { reads, inferred_reads, inferred_from, .. } = self;
        let typed = results + inferred_results;
        let some = |count: usize, what: &str| match count {
            0 => String::new(),
            count => format!("; {count} {what}"),
        };
        let rest = |count: usize, what: &str| some(count, what) + ".";
        [
            format!(
                "Paths: {paths} of {operations} are documented{}",
                rest(inferred_paths, "are inferred from the pattern of the others")
            ),
            format!(
                "Results: {results} of {operations} have a known type{}{}",
                some(inferred_results, "have a type whose fields are inferred"),
                rest(operations - typed, "are JSON whose fields the documents don't give")
            ),
            format!(
                "Effects: that a call only reads is documented for {} of {reads}{}",
                reads - inferred_reads,
                rest(inferred_reads, &format!("are inferred from their {inferred_from}"))
            ),
        ]
    }
}

/// The status of what is known of a result; `None` if it can be any JSON, or any object.
fn known(api: &Api, it: &Returns) -> Option<Status> {
    let shape = it.ty.as_ref().map(|ty| &ty.shape);
    match (it.kind, shape.map(Shape::innermost)) {
        (ReturnKind::Described, _) => None,
        (ReturnKind::Json | ReturnKind::Envelope, Some(Shape::Scalar(Scalar::Any | Scalar::Object))) => None,
        (_, Some(Shape::Named(id))) => match api.ty(*id)?.kind {
            TypeKind::Fields { status, .. } => Some(status),
            TypeKind::Opaque | TypeKind::Enum { .. } | TypeKind::Union { .. } | TypeKind::Alias { .. } => {
                Some(Status::Documented)
            }
        },
        (_, _) => Some(Status::Documented),
    }
}

/// The words for what says that an operation only reads. Without a rule, methods say it.
fn inferred_from(api: &Api) -> &'static str {
    let rules = || api.effect_convention.iter().flat_map(|it| &it.rules);
    let mut reads = rules().filter(|rule| rule.effect == Effect::Reads);
    let by_method = rules().any(|rule| rule.effect == Effect::Reads && !rule.methods.is_empty());
    match (reads.any(|rule| !rule.words.is_empty()), by_method) {
        (true, true) => "names and HTTP methods",
        (true, false) => "names",
        (false, true | false) => "HTTP methods",
    }
}
