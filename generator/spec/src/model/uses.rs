//! The direction in which types are sent.

use super::{Api, Field, Parameter, Returns, Row, Type, TypeId, TypeKind, TypeRef};

/// The directions in which something is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Requests have it.
    pub requests: bool,
    /// Results have it.
    pub results: bool,
}

impl Uses {
    /// Both.
    pub const ALL: Self = Self { requests: true, results: true };

    /// Only those that are also among others; all if there are none.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        let both =
            Self { requests: self.requests && others.requests, results: self.results && others.results };
        if both == Self::default() { Self::ALL } else { both }
    }

    /// Those of either.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        Self { requests: self.requests || others.requests, results: self.results || others.results }
    }
}

impl Field {
    /// The directions in which it is sent.
    #[must_use]
    pub fn uses(&self) -> Uses {
        Uses { requests: self.in_requests(), results: self.in_responses() }
    }
}

impl Api {
    /// The directions of each type, by its index; nothing is known of one that nothing names.
    #[must_use]
    pub fn uses(&self) -> Vec<Uses> {
        let requests = self.reached(self.taken(), Field::in_requests);
        let results = self.reached(self.given(), Field::in_responses);
        requests.into_iter().zip(results).map(|(requests, results)| Uses { requests, results }).collect()
    }

    /// Returns for each type whether something other than a type names it, or another one that it does.
    #[must_use]
    pub fn used(&self) -> Vec<bool> {
        let unnamed = self.rows().filter_map(|(_, row)| match row {
            Row::Named(_) => None,
            Row::Unnamed(row) => Some(row),
        });
        let unnamed = unnamed.flat_map(|row| {
            let taken = row.parameters.iter().flat_map(of_parameter).chain(held(&row.parameters));
            taken.chain(of_result(&row.returns)).chain(row.returns.holds.iter().flat_map(TypeRef::types))
        });
        self.reached(self.in_code().chain(self.held()).chain(unnamed), |_| true)
    }

    /// Returns for each type whether values of it are only in bytes and texts, where no code reads them.
    #[must_use]
    pub fn only_held(&self) -> Vec<bool> {
        let held = self.reached(self.held(), |_| true);
        let others = held.iter().enumerate().filter(|(_, is_held)| !**is_held).map(|(at, _)| TypeId(at));
        let in_code = self.reached(self.in_code().chain(others), |_| true);
        held.iter().zip(in_code).map(|(is_held, in_code)| *is_held && !in_code).collect()
    }

    /// The types that requests, results and constants have.
    fn in_code(&self) -> impl Iterator<Item = TypeId> {
        let constants = self.constants.iter().flat_map(|it| it.ty.types());
        self.taken().chain(self.given()).chain(constants)
    }

    /// The types that parameters name.
    fn taken(&self) -> impl Iterator<Item = TypeId> {
        let own = self.operations().flat_map(|it| &it.parameters);
        own.chain(self.blocks.iter().flat_map(|it| &it.parameters)).flat_map(of_parameter)
    }

    /// The types that results and their headers name, and the message.
    fn given(&self) -> impl Iterator<Item = TypeId> {
        let results = self.operations().flat_map(|it| it.results()).flat_map(of_result);
        results.chain(self.message.as_ref().map(|it| it.type_id))
    }

    /// The types of what is in bytes and texts.
    fn held(&self) -> impl Iterator<Item = TypeId> {
        let results = self.operations().flat_map(|it| it.results()).filter_map(|it| it.holds.as_ref());
        let bodies = self.operations().flat_map(|it| held(&it.parameters));
        bodies.chain(results.flat_map(TypeRef::types))
    }

    fn reached(&self, from: impl Iterator<Item = TypeId>, is_sent: fn(&Field) -> bool) -> Vec<bool> {
        reached(&self.types, |name| self.index.type_id(name), from, is_sent)
    }
}

fn of_parameter(it: &Parameter) -> impl Iterator<Item = TypeId> {
    it.ty.types().chain(it.values)
}

fn of_result(it: &Returns) -> impl Iterator<Item = TypeId> {
    let own = it.ty.iter().flat_map(TypeRef::types).chain(it.values);
    own.chain(it.headers.iter().flat_map(of_parameter))
}

fn held(parameters: &[Parameter]) -> impl Iterator<Item = TypeId> {
    parameters.iter().filter_map(|it| it.holds.as_ref()).flat_map(TypeRef::types)
}

/// Returns for each type whether it is one of these, in one, or extended by one.
pub fn reached(
    types: &[Type],
    named: impl Fn(&str) -> Option<TypeId>,
    from: impl Iterator<Item = TypeId>,
    is_sent: fn(&Field) -> bool,
) -> Vec<bool> {
    let mut reached = vec![false; types.len()];
    let mut open: Vec<TypeId> = from.collect();
    while let Some(id) = open.pop() {
        let (Some(ty), Some(false)) = (types.get(id.0), reached.get(id.0)) else { continue };
        reached[id.0] = true;
        let fields = ty.fields().iter().filter(|it| is_sent(it)).map(|it| &it.ty);
        let members = ty.members().iter().map(|it| &it.ty);
        open.extend(fields.chain(members).chain(ty.named()).flat_map(TypeRef::types));
        if let TypeKind::Fields { extends, additional, .. } = &ty.kind {
            open.extend(additional.iter().flat_map(TypeRef::types));
            open.extend(extends.as_deref().and_then(&named));
        }
    }
    reached
}
