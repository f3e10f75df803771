//! Takes out of a spec what `resolve` refuses, until it refuses nothing.

use std::collections::BTreeMap;

use generator_spec::diagnostics::{Diagnostic, Errors, SpecFile};
use generator_spec::load::{self, ApiSource};
use generator_spec::model::Api;
use generator_spec::node::Node;
use generator_spec::resolve;

use crate::left_out::LeftOut;
use crate::spec::{SpecFiles, unit};

/// The rounds after which an import gives up.
const MOST: usize = 40;

/// Loads a spec from memory.
fn load(name: &str, texts: &[(String, String)]) -> (ApiSource, Result<Api, Vec<Diagnostic>>) {
    let errors = Errors::default();
    let file = |path: &str| {
        texts.iter().find(|(it, _)| it == path).map(|(path, text)| SpecFile::new(path, text.as_str()))
    };
    let operations = texts.iter().filter(|(path, _)| path.starts_with("operations/"));
    let types: Option<load::Loaded<_>> = file("types.yaml").map(|file| load::parse(file, &errors));
    let source = ApiSource {
        name: name.to_owned(),
        type_files: types.iter().map(|it| it.file.clone()).collect(),
        api: file("api.yaml").map(|file| load::parse(file, &errors)).unwrap_or_default(),
        types,
        operations: operations
            .map(|(path, text)| load::parse(SpecFile::new(path, text.as_str()), &errors))
            .collect(),
        search: None,
        changelog: None,
        guides: Vec::new(),
        overlays: Vec::new(),
        retired_paths: Vec::new(),
        lacks_file: false,
        lacks_overlay: false,
    };
    let api = resolve(&source, &errors);
    match api {
        Some(api) if errors.is_empty() => (source, Ok(api)),
        _ => (source, Err(errors.sorted())),
    }
}

/// Takes out what doesn't load.
///
/// # Errors
/// Errors that nothing could be taken out for.
pub fn settle(
    name: &str,
    files: &mut SpecFiles,
    left: &mut Vec<LeftOut>,
) -> Result<Option<Api>, Vec<Diagnostic>> {
    for round in 0..MOST {
        if files.operations().next().is_none() {
            return Ok(None);
        }
        let (source, loaded) = load(name, &files.texts());
        let errors = match loaded {
            Ok(api) => return Ok(Some(api)),
            Err(errors) => errors,
        };
        // The first reason of each counts; the last place is taken out first.
        let mut cuts: BTreeMap<(String, Vec<String>), String> = BTreeMap::new();
        for error in &errors {
            let Some((file, keys)) = place(&source, error) else { return Err(errors) };
            cuts.entry((file, unit(&keys, round > MOST / 2))).or_insert_with(|| error.title.clone());
        }
        let mut has_cut = false;
        for ((file, keys), reason) in cuts.iter().rev() {
            has_cut |= files.cut(file, keys, reason, left);
        }
        if !has_cut {
            return Err(errors);
        }
    }
    let errors = load(name, &files.texts()).1.err();
    Err(errors.unwrap_or_default())
}

/// The file and the keys of an error; items have their numbers.
fn place(source: &ApiSource, error: &Diagnostic) -> Option<(String, Vec<String>)> {
    let file = error.file.as_ref()?;
    let mut roots = vec![&source.api.root];
    roots.extend(source.types.as_ref().map(|it| &it.root));
    roots.extend(source.operations.iter().map(|it| &it.root));
    let root = roots.into_iter().find(|root| root.file.path == file.path)?;
    let mut keys = Vec::new();
    walk(root, error.span.start, &mut keys);
    Some((file.path.clone(), keys))
}

fn walk(node: &Node, byte: usize, keys: &mut Vec<String>) {
    if let Some(index) = node.items().iter().rposition(|item| item.span.start <= byte) {
        // As wide as any: the keys are sorted as texts.
        keys.push(format!("{index:06}"));
        walk(&node.items()[index], byte, keys);
    }
    if let Some(entry) =
        node.entries().iter().filter(|entry| entry.key.start <= byte).max_by_key(|entry| entry.key.start)
    {
        keys.push(entry.name.clone());
        walk(&entry.value, byte, keys);
    }
}
