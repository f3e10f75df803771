//! Facts that overlays set already: they are not set again, and contradictions to them are
//! reported.

use indexmap::IndexMap;

use super::draft::{Draft, Node};
use super::report::{Report, Section, name};
use generator_spec::load::ApiSource;
use generator_spec::model::{Api, BlockPlace, Operation, Parameter, Path, Type};

/// Takes out what overlays have set, and names everything as the spec does.
pub fn settle(draft: &mut Draft, api: &Api, base: &Api, source: &ApiSource, report: &mut Report) {
    let mut contradict = |what: &str| {
        let line = format!("{what}: an overlay says otherwise; nothing was written");
        report.add(Section::Contradictions, line);
    };
    for (operation, mut changes) in std::mem::take(draft.inside_mut(&["operations"])) {
        let Some(operation) = api.operation(&operation) else { continue };
        let own = spec_operation(base, operation);
        changed(&mut changes.inside, operation, own, &mut contradict);
        draft.inside_mut(&["operations"]).insert(own.unwrap_or(operation).name.clone(), changes);
    }
    for (ty, fields) in std::mem::take(draft.inside_mut(&["types"])) {
        let own = base.types.iter().find(|it| it.name == ty);
        let is_set = |own: &Type| api.types.iter().any(|now| now.rust == own.rust && now.source.is_some());
        // Fields that are added have no line of their own for the type.
        match own.is_some_and(|own| fields.seen.is_empty() || !is_set(own)) {
            true => drop(draft.inside_mut(&["types"]).insert(ty, fields)),
            false => contradict(&format!("the type {ty}")),
        }
    }
    let prefix = |api: &Api, block: &str| match api.block(block).map(|block| &block.place) {
        Some(BlockPlace::Header(prefix)) => Some(prefix.clone()),
        Some(BlockPlace::Form) | None => None,
    };
    draft.inside_mut(&["auth"]).retain(|block, _| {
        let is_own = prefix(api, block) == prefix(base, block);
        if !is_own {
            contradict(&format!("the headers of {block}"));
        }
        is_own
    });
    let message = |api: &Api| api.message.as_ref().map(|it| (it.status.clone(), it.text.clone()));
    for (key, is_own) in
        [("message", message(api) == message(base)), ("envelope", api.envelope == base.envelope)]
    {
        if !is_own && draft.at(&[key]).is_some_and(|node| !node.value.is_null()) {
            contradict(&format!("the {key}"));
            draft.set(&[key], (), "");
        }
    }
    inherited(draft, source);
}

/// The operation in the spec; an overlay that renames one keeps its Rust name.
pub fn spec_operation<'a>(base: &'a Api, operation: &Operation) -> Option<&'a Operation> {
    base.operation(&operation.name).or_else(|| base.operations().find(|it| it.rust == operation.rust))
}

fn changed(
    changes: &mut IndexMap<String, Node>,
    operation: &Operation,
    own: Option<&Operation>,
    contradict: &mut dyn FnMut(&str),
) {
    for (key, what, is_set) in [
        ("path", "path", matches!(operation.path, Path::Elsewhere { .. })),
        ("method", "HTTP method", operation.overlaid.contains_key("method")),
        ("encoding", "encoding", operation.overlaid.contains_key("encoding")),
        ("returns", "result", operation.returns.source.is_some()),
    ] {
        if is_set && changes.shift_remove(key).is_some() {
            contradict(&format!("the {what} of {}", operation.name));
        }
    }
    let Some(parameters) = changes.get_mut("parameters") else { return };
    for (parameter, change) in std::mem::take(&mut parameters.inside) {
        let now = operation.parameters.iter().find(|it| it.name == parameter);
        let rust = now.map_or(&parameter, |now| &now.rust);
        let before = own.and_then(|own| own.parameters.iter().find(|it| it.rust == *rust));
        match (now, before) {
            (Some(now), Some(before)) if is_same(now, before) => {
                parameters.inside.insert(before.name.clone(), change);
            }
            (None, None) => drop(parameters.inside.insert(parameter, change)),
            _ => contradict(&format!("{} of {}", name(&parameter), operation.name)),
        }
    }
}

fn is_same(now: &Parameter, before: &Parameter) -> bool {
    now.name == before.name && now.ty.notation == before.ty.notation && now.presence == before.presence
}

/// New operations have no parameter that was not seen, even if their group has it.
fn inherited(draft: &mut Draft, source: &ApiSource) {
    for (group, operations) in draft.inside_mut(&["add", "operations"]) {
        let file = source.file_of_group(group).and_then(|file| source.operations.get(file));
        let Some(file) = file else { continue };
        for operation in operations.inside.values_mut() {
            let parameters = operation.inside.get("parameters").map(|it| &it.inside);
            let is_lacking = |name: &&String| parameters.is_none_or(|own| !own.contains_key(*name));
            let lacking: Vec<&String> = file.value.defaults.parameters.keys().filter(is_lacking).collect();
            if !lacking.is_empty() {
                let at = operation.inside.get_index_of("parameters").unwrap_or(operation.inside.len() - 1);
                let node = Node { value: serde_json::json!(lacking), ..Node::default() };
                operation.inside.shift_insert(at, "without".to_owned(), node);
            }
        }
    }
}
