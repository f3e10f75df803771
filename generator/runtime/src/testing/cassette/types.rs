//! The types of values in JSON by an API's description, which says of each whether it is a secret.

use std::collections::{HashMap, HashSet};

use crate::codec::JsonReader;
use crate::core::{
    ApiDescriptor, Auth, AuthBlock, Descriptor, Parameter, ReturnKind, StatusResult, TypeShape, row_of,
};

/// Unions in unions that are looked into.
const DEEPEST: u8 = 8;

/// The contents of an API's description, by name.
pub(super) struct Words {
    pub(super) api: &'static ApiDescriptor,
    types: HashMap<&'static str, &'static TypeShape>,
    /// The names of all parameters and fields.
    pub(super) names: HashSet<&'static str>,
    /// Listed values by the name of the field, or of the operation that returns one.
    listed: HashMap<&'static str, &'static [&'static str]>,
}

/// The description of a value. It may be of several types: those of a union.
#[derive(Clone, Default)]
pub(super) struct Said {
    /// In the documents' notation.
    types: Vec<&'static str>,
    pub(super) is_secret: bool,
    /// True if its name is that of a field.
    pub(super) is_described: bool,
}

impl Said {
    pub(super) fn parameter(known: &Parameter) -> Self {
        Self { types: vec![known.type_name], is_secret: known.secret, is_described: true }
    }
}

impl Words {
    pub(super) fn of(api: &'static ApiDescriptor) -> Self {
        let of_operation = |it: &&'static Descriptor| {
            it.parameters.iter().chain(it.auth_blocks().flat_map(|block| block.parameters))
        };
        let parameters = api.operations.iter().flat_map(of_operation).map(|it| it.name);
        let message = api.message.map(|it| it.status.into_iter().chain([it.text]));
        let envelope = api.envelope.map(|it| [it.status, it.code, it.data]);
        let shapes = message.into_iter().flatten().chain(envelope.into_iter().flatten());
        let fields = api.types.iter().flat_map(|ty| ty.fields).copied();
        let names = parameters.chain(fields).chain(shapes).collect();
        let types = api.types.iter().map(|ty| (ty.name, ty)).collect();
        Self { api, types, names, listed: api.listed.iter().copied().collect() }
    }

    pub(super) fn listed(&self, name: &str) -> &'static [&'static str] {
        self.listed.get(name).copied().unwrap_or_default()
    }

    /// The description of a result, or of a failure. One with a status that has none may be any of them.
    pub(super) fn result(&self, operation: &'static Descriptor, status: u16, is_failure: bool) -> Said {
        let all = if is_failure { operation.failures } else { operation.results };
        let row = row_of(all, status, None);
        let is_like =
            |it: &&StatusResult| row.is_some_and(|row| (it.from, it.to) == (all[row].from, all[row].to));
        let mut types: Vec<_> = all.iter().filter(is_like).map(|it| it.type_name).collect();
        if types.is_empty() {
            types = all.iter().map(|it| it.type_name).collect();
            types.extend((!is_failure).then_some(operation.return_type));
        }
        types.retain(|ty| !ty.is_empty());
        let is_described = !types.is_empty() && operation.returns != ReturnKind::Described;
        Said { types, is_secret: operation.secret_result && !is_failure, is_described }
    }

    /// The same for a value that is there: of a union, the type that its tag says.
    pub(super) fn known(&self, said: &Said, value: JsonReader<'_>) -> Said {
        let mut types = Vec::new();
        said.types.iter().for_each(|ty| self.expand(ty, value, DEEPEST, &mut types));
        Said { types, ..*said }
    }

    fn expand(&self, ty: &'static str, value: JsonReader<'_>, deepest: u8, to: &mut Vec<&'static str>) {
        let ty = ty.strip_suffix(" or null").unwrap_or(ty);
        let union = self.types.get(ty).filter(|it| !it.members.is_empty() && it.content.is_none());
        let Some(union) = union.filter(|_| deepest > 0) else { return to.push(ty) };
        let tag = union.tag.and_then(|tag| value.field(tag)?.text());
        union.said_by(tag.as_deref()).iter().for_each(|member| self.expand(member, value, deepest - 1, to));
    }

    /// The description of the items of a list.
    pub(super) fn item(said: &Said) -> Said {
        let types = said.types.iter().filter_map(|ty| inside(ty, &["List<", "Array<"])).collect();
        Said { types, ..*said }
    }

    /// The description of a field.
    pub(super) fn field(&self, said: &Said, object: JsonReader<'_>, name: &str) -> Said {
        let mut field = Said { is_secret: said.is_secret, ..Said::default() };
        for ty in &said.types {
            if let Some(ty) = inside(ty, &["Dictionary<string,"]) {
                field.types.push(ty);
            }
            let Some(ty) = self.types.get(ty) else { continue };
            let is_known = ty.fields.contains(&name);
            field.is_described |= is_known || ty.tag == Some(name);
            field.is_secret |= ty.secret.contains(&name);
            field.types.extend(ty.inner.iter().filter(|(own, _)| *own == name).map(|(_, ty)| *ty));
            field.types.extend(ty.additional.filter(|_| !is_known));
            if ty.content == Some(name) {
                let tag = ty.tag.and_then(|tag| object.field(tag)?.text());
                field.types.extend(ty.said_by(tag.as_deref()));
                field.is_described = true;
            }
        }
        field
    }

    /// Returns whether a value can have a secret in it.
    pub(super) fn can_have_secrets(&self, said: &Said) -> bool {
        let (mut left, mut seen) = (said.types.clone(), HashSet::new());
        while let Some(ty) = left.pop() {
            let ty = ty.strip_suffix(" or null").unwrap_or(ty);
            left.extend(inside(ty, &["List<", "Array<", "Dictionary<string,"]));
            let Some(ty) = self.types.get(ty).filter(|ty| seen.insert(ty.name)) else { continue };
            if !ty.secret.is_empty() {
                return true;
            }
            left.extend(ty.inner.iter().chain(ty.members).map(|(_, ty)| *ty).chain(ty.additional));
        }
        said.is_secret
    }

    /// A field of the credential that a request of an operation can have.
    pub(super) fn credential(&self, operation: &Descriptor, name: &str) -> Option<&'static Parameter> {
        let own = |name: &str| operation.parameters.iter().any(|it| it.name == name);
        let fields = self.blocks(operation).flat_map(|block| block.parameters);
        fields.filter(|it| !operation.bearer_only || !own(it.name)).find(|it| it.name == name)
    }

    /// The credentials that a request may carry.
    pub(super) fn blocks(&self, operation: &Descriptor) -> impl Iterator<Item = &'static AuthBlock> + use<> {
        let is_any = matches!(operation.auth, Auth::NotShown);
        let all = self.api.operations.iter().filter(move |_| is_any);
        all.flat_map(|it| it.auth_blocks()).chain(operation.auth_blocks())
    }
}

impl TypeShape {
    /// The types of a union that a tag says; all, if it says none.
    fn said_by(&self, tag: Option<&str>) -> Vec<&'static str> {
        let of = |tag: Option<&str>| {
            let members = self.members.iter().filter(|(value, _)| tag.is_none_or(|tag| *value == tag));
            members.map(|(_, ty)| *ty).collect::<Vec<_>>()
        };
        let said = of(tag);
        if said.is_empty() { of(None) } else { said }
    }
}

/// The type in a list or a dictionary.
fn inside(ty: &'static str, starts: &[&str]) -> Option<&'static str> {
    let ty = ty.strip_suffix(" or null").unwrap_or(ty);
    starts.iter().find_map(|start| ty.strip_prefix(start)?.strip_suffix('>')).map(str::trim)
}
