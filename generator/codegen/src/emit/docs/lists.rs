//! Pages that list operations: by name, by path, the deprecated ones.

use super::badges;
use super::index::{Index, PageFolder};
use super::page::Page;
use super::words::INFERRED;
use crate::emit::common::markdown::{blocks, code, link, table, text, wrapped};
use generator_spec::model::{Operation, Path, PathConvention};

/// Operations by name.
pub fn a_to_z(index: &Index<'_>, page: Page) -> Page {
    let mut operations: Vec<&Operation> = index.api.operations().collect();
    operations.sort_by_cached_key(|operation| operation.name.to_lowercase());
    let rows = operations.into_iter().map(|operation| {
        let permission = operation.permission.as_ref().map(|name| code(name)).unwrap_or_default();
        let effect = operation.effect_status.map(|_| badges::effect(operation, operation.effect.name()));
        let link = index.operation_link(PageFolder::Top, &operation.name);
        [link, summary(operation), effect.unwrap_or_default(), permission, since_text(operation)]
    });
    let table = table(["Operation", "Summary", "Effect", "Permission", "Since"], rows);
    page.block(&wrapped("filter", [table]))
}

/// The summary of an operation in Markdown, with a mark if it is deprecated.
pub fn summary(operation: &Operation) -> String {
    text(&marked(operation))
}

/// The summary of an operation, with a mark if it is deprecated.
pub fn marked(operation: &Operation) -> String {
    let mark = if operation.deprecated.is_some() { "Deprecated. " } else { "" };
    format!("{mark}{}", operation.summary)
}

/// The first version; empty if the documents give none.
pub fn since_text(operation: &Operation) -> String {
    badges::since(operation).map(|version| version.to_string()).unwrap_or_default()
}

/// Paths, including those of aliases. Of documented and inferred paths, the rarer kind is marked.
pub fn by_path(index: &Index<'_>, page: Page) -> Page {
    let paths = || index.api.operations().map(|operation| &operation.path);
    let inferred = paths().filter(|path| matches!(path, Path::Inferred(_))).count();
    let is_usual = inferred > paths().filter(|path| matches!(path, Path::Documented(_))).count();
    let mut rows: Vec<(&str, [String; 4])> = Vec::new();
    for operation in index.api.operations() {
        let link = index.operation_link(PageFolder::Top, &operation.name);
        let kind = match operation.path {
            Path::Inferred(_) if !is_usual => "inferred",
            Path::Documented(_) if is_usual => "documented",
            Path::Elsewhere { .. } => "from elsewhere",
            Path::Inferred(_) | Path::Documented(_) | Path::AliasOnly => "",
        };
        let own = operation.path.text().map(|path| (path, kind.to_owned(), operation.since));
        let aliases = operation.aliases.iter().map(|alias| {
            let name = alias.name.as_ref().map(|name| format!(" {}", text(name))).unwrap_or_default();
            (alias.path.as_str(), format!("alias{name}"), alias.since)
        });
        rows.extend(own.into_iter().chain(aliases).map(|(path, kind, since)| {
            let since = since.map(|version| version.to_string()).unwrap_or_default();
            (path, [code(path), link.clone(), kind, since])
        }));
    }
    rows.sort_by_key(|(path, _)| *path);
    let table = table(["Path", "Operation", "Kind", "Since"], rows.into_iter().map(|(_, row)| row));
    let convention = index.api.convention.as_ref();
    let is_from =
        link("inferred", if convention.is_some() { "by-path.md#how-paths-are-inferred" } else { INFERRED });
    let head = match (inferred, is_usual) {
        (0, _) => String::new(),
        (_, true) => format!("Paths without a kind are {is_from}."),
        (_, false) => format!("Some paths are {is_from}."),
    };
    page.block(&head)
        .block(&wrapped("filter", [table]))
        .section("How paths are inferred", &convention.map(self::convention).unwrap_or_default())
}

fn convention(convention: &PathConvention) -> String {
    let rules = convention.rules.iter().map(|rule| {
        let namespaces: Vec<String> = rule.namespaces.iter().map(|name| code(name)).collect();
        [text(&rule.rule), namespaces.join(", "), code(&rule.as_in)]
    });
    let rules = table(["Rule", "Namespaces", "As in"], rules);
    let words = convention.words.iter().map(|(from, to)| [code(from), code(to)]);
    let words = table(["Word", "In a path"], words);
    let exceptions = convention.exceptions.iter().map(|(name, reason)| [code(name), text(reason)]);
    let exceptions = table(["Exception", "Reason"], exceptions);
    blocks([
        format!(
            "A path that the documents don't show is inferred from those that they do. It begins with {}.",
            code(&convention.prefix)
        ),
        rules,
        words,
        exceptions,
    ])
}

/// Deprecated operations.
pub fn deprecated(index: &Index<'_>, page: Page) -> Page {
    let rows = index.api.operations().filter_map(|operation| {
        let deprecation = operation.deprecated.as_ref()?;
        let replacement = deprecation.replacement.as_ref();
        Some([
            index.operation_link(PageFolder::Top, &operation.name),
            replacement.map_or("not shown".to_owned(), |name| index.operation_link(PageFolder::Top, name)),
            deprecation.removed_after.as_ref().map_or("not shown".to_owned(), |month| text(month)),
        ])
    });
    let table = table(["Operation", "Replacement", "Removal announced for after"], rows);
    let table = if table.is_empty() { "No operation is deprecated.".to_owned() } else { table };
    let has_aliases = index.api.operations().any(|operation| !operation.aliases.is_empty());
    let aliases = if has_aliases {
        "[By path](by-path.md) lists the aliases. The OpenAPI description marks an alias as deprecated if its operation has a path of its own."
    } else {
        ""
    };
    page.block(&table).block(aliases)
}
