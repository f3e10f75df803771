//! The page of changes by server version.

use std::collections::BTreeMap;

use super::badges;
use super::index::{Index, PageFolder};
use super::page::Page;
use crate::emit::common::markdown::{code, enumerated, list, table};
use generator_spec::model::Version;

/// The page, the latest version first.
pub fn page(index: &Index<'_>, page: Page) -> Page {
    let added = added(index);
    if added.is_empty() {
        return page.block("The documents do not mention server versions.");
    }
    let known = index.api.operations().filter(|operation| badges::since(operation).is_some()).count();
    let total = index.api.operations().count();
    let head = format!(
        "What each server version added or changed, latest first. The documents give a first version for {known} of {total} operations."
    );
    let versions = added
        .iter()
        .rev()
        .flat_map(|(version, lines)| [format!("## Server {version}"), list(lines.iter().cloned())]);
    page.block(&head).blocks(versions).section("Device clients", &devices(index))
}

fn added(index: &Index<'_>) -> BTreeMap<Version, Vec<String>> {
    let mut added: BTreeMap<Version, Vec<String>> = BTreeMap::new();
    let mut add = |version: Option<Version>, line: String| {
        version.into_iter().for_each(|version| added.entry(version).or_default().push(line.clone()));
    };
    let link = |name: &str| index.operation_link(PageFolder::Top, name);
    for operation in index.api.operations() {
        add(operation.since, format!("Operation {}", link(&operation.name)));
        for alias in &operation.aliases {
            add(alias.since, format!("Alias {} of {}", code(&alias.path), link(&operation.name)));
        }
        for parameter in &operation.parameters {
            add(parameter.since, format!("Parameter {} of {}", code(&parameter.name), link(&operation.name)));
        }
    }
    for ty in &index.api.types {
        for field in ty.fields() {
            add(
                field.since,
                format!("Field {} of {}", code(&field.name), index.named_link(PageFolder::Top, ty)),
            );
        }
    }
    for change in &index.api.version_changes {
        let operations: Vec<String> = change.operations.iter().map(|name| link(name)).collect();
        add(
            Some(change.version),
            format!(
                "Changed {}: {}",
                enumerated(&operations, "and"),
                index.prose(PageFolder::Top, &change.change)
            ),
        );
    }
    added
}

/// Operations that need a version of the device's client.
fn devices(index: &Index<'_>) -> String {
    let mut operations: Vec<_> =
        index.api.operations().filter_map(|operation| Some((operation.device_since?, operation))).collect();
    operations.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    let rows = operations.into_iter().map(|(version, operation)| {
        [version.to_string(), index.operation_link(PageFolder::Top, &operation.name)]
    });
    table(["Client", "Operation that needs it"], rows)
}
