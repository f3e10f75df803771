//! The direction in which types are sent.

use super::{Api, Field, Parameter, TypeId, TypeKind, TypeRef};

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
        let of = |it: &Parameter| it.ty.types().chain(it.values);
        let taken = self
            .operations()
            .flat_map(|it| &it.parameters)
            .chain(self.blocks.iter().flat_map(|it| &it.parameters));
        let requests = self.reached(taken.flat_map(of), Field::in_requests);
        let returns = || self.operations().flat_map(|it| it.results());
        let given = returns().flat_map(|it| it.ty.iter().flat_map(TypeRef::types).chain(it.values));
        let headers = returns().flat_map(|it| &it.headers).flat_map(of);
        let message = self.message.as_ref().map(|it| it.type_id);
        let results = self.reached(given.chain(headers).chain(message), Field::in_responses);
        requests.into_iter().zip(results).map(|(requests, results)| Uses { requests, results }).collect()
    }

    /// Returns for each type whether it is one of these, in one, or extended by one.
    fn reached(&self, from: impl Iterator<Item = TypeId>, is_sent: fn(&Field) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.types.len()];
        let mut open: Vec<TypeId> = from.collect();
        while let Some(id) = open.pop() {
            let (Some(ty), Some(false)) = (self.ty(id), reached.get(id.0)) else { continue };
            reached[id.0] = true;
            let fields = ty.fields().iter().filter(|it| is_sent(it)).map(|it| &it.ty);
            let members = ty.members().iter().map(|it| &it.ty);
            open.extend(fields.chain(members).chain(ty.named()).flat_map(TypeRef::types));
            if let TypeKind::Fields { extends, additional, .. } = &ty.kind {
                open.extend(additional.iter().flat_map(TypeRef::types));
                open.extend(extends.as_ref().and_then(|name| self.index.type_id(name)));
            }
        }
        reached
    }
}
