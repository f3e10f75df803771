//! What overlays have set already: it is not set again, and what contradicts it is reported.

use super::draft::{Draft, OperationDraft};
use super::report::{Report, Section, name};
use crate::load::ApiSource;
use crate::model::{Api, BlockPlace, Operation, Parameter, Path};

/// Takes out what overlays have set, and names everything as the spec does.
pub fn settle(draft: &mut Draft, api: &Api, base: &Api, source: &ApiSource, report: &mut Report) {
    let operations = std::mem::take(&mut draft.operations);
    for operation in api.operations() {
        let Some(mut changes) = operations.get(&operation.name).cloned() else { continue };
        let own = spec_operation(base, operation);
        claimed(&mut changes, operation, own, report);
        if !changes.is_empty() {
            let name = own.map_or(&operation.name, |own| &own.name);
            draft.operations.insert(name.clone(), changes);
        }
    }
    types(draft, api, base, report);
    blocks(draft, api, base, report);
    if draft.message.is_some() && !is_same_message(api, base) {
        contradict(report, "the message");
        draft.message = None;
    }
    if draft.envelope.is_some() && api.envelope != base.envelope {
        contradict(report, "the envelope");
        draft.envelope = None;
    }
    inherited(draft, source);
}

fn contradict(report: &mut Report, what: &str) {
    report.add(Section::Contradictions, format!("{what}: an overlay says otherwise; nothing was written"));
}

/// The operation in the spec; an overlay that renames one keeps its Rust name.
pub fn spec_operation<'a>(base: &'a Api, operation: &Operation) -> Option<&'a Operation> {
    base.operation(&operation.name).or_else(|| base.operations().find(|it| it.rust == operation.rust))
}

fn claimed(
    changes: &mut OperationDraft,
    operation: &Operation,
    own: Option<&Operation>,
    report: &mut Report,
) {
    let is_set = matches!(operation.path, Path::Elsewhere { .. });
    if changes.path.take_if(|_| is_set).is_some() {
        contradict(report, &format!("the path of {}", operation.name));
    }
    let is_set = operation.http_method_source.is_some();
    if changes.method.take_if(|_| is_set).is_some() {
        contradict(report, &format!("the HTTP method of {}", operation.name));
    }
    let is_set = operation.encoding_source.is_some();
    if changes.encoding.take_if(|_| is_set).is_some() {
        contradict(report, &format!("the encoding of {}", operation.name));
    }
    let is_set = operation.returns.source.is_some();
    if changes.returns.take_if(|_| is_set).is_some() {
        contradict(report, &format!("the result of {}", operation.name));
    }
    for (parameter, fact) in std::mem::take(&mut changes.parameters) {
        let now = operation.parameters.iter().find(|it| it.name == parameter);
        let before = own.and_then(|own| {
            let rust = now.map_or(&parameter, |now| &now.rust);
            own.parameters.iter().find(|it| it.rust == *rust)
        });
        match (now, before) {
            (Some(now), Some(before)) if is_same(now, before) => {
                changes.parameters.insert(before.name.clone(), fact);
            }
            (None, None) => drop(changes.parameters.insert(parameter, fact)),
            _ => contradict(report, &format!("{} of {}", name(&parameter), operation.name)),
        }
    }
}

fn is_same(now: &Parameter, before: &Parameter) -> bool {
    now.name == before.name && now.ty.notation == before.ty.notation && now.presence == before.presence
}

fn types(draft: &mut Draft, api: &Api, base: &Api, report: &mut Report) {
    for (ty, fields) in std::mem::take(&mut draft.types) {
        let Some(now) = api.types.iter().find(|it| it.name == ty) else { continue };
        match base.types.iter().find(|it| it.rust == now.rust) {
            Some(own) if now.source.is_none() || fields.adds => {
                drop(draft.types.insert(own.name.clone(), fields))
            }
            _ => contradict(report, &format!("the type {ty}")),
        }
    }
}

fn blocks(draft: &mut Draft, api: &Api, base: &Api, report: &mut Report) {
    let prefix = |api: &Api, block: &str| match api.block(block).map(|block| &block.place) {
        Some(BlockPlace::Header(prefix)) => Some(prefix.clone()),
        Some(BlockPlace::Form) | None => None,
    };
    draft.prefixes.retain(|block, _| {
        let is_own = prefix(api, block) == prefix(base, block);
        if !is_own {
            contradict(report, &format!("the headers of {block}"));
        }
        is_own
    });
}

fn is_same_message(api: &Api, base: &Api) -> bool {
    let message = |api: &Api| api.message.as_ref().map(|it| (it.status.clone(), it.text.clone()));
    message(api) == message(base)
}

/// New operations have no parameter that was not seen, even if their group has it.
fn inherited(draft: &mut Draft, source: &ApiSource) {
    for (group, operations) in &mut draft.new_operations {
        let file = source.operations.iter().find(|file| file.value.group == *group);
        let names = file.map(|file| &file.value.defaults.parameters);
        for operation in operations {
            let names = names.into_iter().flat_map(|parameters| parameters.keys());
            let is_lacking = |name: &&String| !operation.value.parameters.contains_key(*name);
            operation.value.without = names.filter(is_lacking).cloned().collect();
        }
    }
}
