//! The runtime's imports point down its layers, as ARCHITECTURE.md lists them, and form no circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tests::{codes, rust_files, table};

type Module = Vec<String>;

/// The paths in a text that begins with one, each with the name that `use` gives it.
fn paths<'t>(text: &'t str, before: &[String], found: &mut Vec<(Vec<String>, String)>) -> &'t str {
    let (mut path, mut rest) = (before.to_vec(), text.trim_start());
    if let Some(inner) = rest.strip_prefix('{') {
        rest = inner.trim_start();
        while !rest.starts_with('}') {
            rest = paths(rest, &path, found).trim_start().trim_start_matches(',').trim_start();
        }
        return &rest[1..];
    }
    let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_' && it != '*').unwrap_or(rest.len());
    path.extend((&rest[..end] != "self" || path.is_empty()).then(|| rest[..end].to_owned()));
    rest = &rest[end..];
    if let Some(more) = rest.strip_prefix("::").filter(|it| !it.starts_with('<')) {
        return paths(more, &path, found);
    }
    let alias =
        rest.strip_prefix(" as ").map(|it| it.split([',', ';', '}', '\n']).next().unwrap_or(it).trim());
    let name = alias.or(path.last().map(String::as_str)).unwrap_or_default().to_owned();
    found.push((path, name));
    alias.map_or(rest, |alias| &rest[" as ".len() + alias.len()..])
}

/// The path from the crate's root.
fn absolute(module: &Module, path: &[String]) -> Module {
    let ups = path.iter().take_while(|it| *it == "super").count();
    let base = if path[0] == "crate" { &[] } else { &module[..module.len() - ups] };
    let root = |it: &&String| !["crate", "self", "super"].contains(&it.as_str());
    base.iter().chain(path.iter().filter(root)).cloned().collect()
}

/// The module that defines a thing, through re-exports.
fn defined(names: &BTreeMap<Module, BTreeMap<String, Module>>, path: &[String], steps: u8) -> Module {
    let mut module = Module::new();
    for (at, name) in path.iter().enumerate() {
        let inner = [module.as_slice(), std::slice::from_ref(name)].concat();
        match names.get(&module).and_then(|it| it.get(name)).filter(|it| **it != inner) {
            Some(there) if steps > 0 => {
                return defined(names, &[there, &path[at + 1..]].concat(), steps - 1);
            }
            _ if names.contains_key(&inner) => module = inner,
            _ => break,
        }
    }
    module
}

fn file_of_tests(module: &Module) -> bool {
    module.last().is_some_and(|it| it == "tests")
}

#[test]
fn imports_point_down_and_form_no_circle() {
    let rows = table(include_str!("../../ARCHITECTURE.md"), "in six layers");
    let below: BTreeMap<&str, Vec<&str>> = rows
        .iter()
        .map(|row| (row[0].trim_matches('`'), codes(row[2].trim_end_matches('|')).collect()))
        .collect();
    let src = Path::new("../generator/runtime/src");
    let (mut names, mut uses) = (BTreeMap::<Module, BTreeMap<String, Module>>::new(), Vec::new());
    for (file, text) in rust_files(src) {
        let stem = file.strip_prefix(src).expect("below").with_extension("");
        let mut module: Module = stem.iter().map(|it| it.to_string_lossy().into_owned()).collect();
        module.pop_if(|it| ["mod", "lib"].contains(&it.as_str()));
        let code = text.split("\nmod tests {").next().unwrap_or_default();
        let children = code.split("mod ").skip(1).filter_map(|it| it.split_once(';'));
        let code = children.fold(code.to_owned(), |code, (name, _)| {
            code.replace(&format!("use {name}::"), &format!("use self::{name}::"))
        });
        let known = names.entry(module.clone()).or_default();
        let mut at = 0;
        while let Some(next) =
            ["crate::", "super::", "self::"].iter().filter_map(|it| code[at..].find(it)).min()
        {
            let start = at + next;
            let line = code[..start].rfind('\n').map_or(0, |it| it + 1);
            let (before, mut found) = (code[line..start].trim_start(), Vec::new());
            let rest = paths(&code[start..], &[], &mut found);
            at = code.len() - rest.len();
            if before.starts_with("//") || before.ends_with(['$', ':']) || before.ends_with("(in ") {
                continue;
            }
            for (path, name) in found {
                let path = absolute(&module, &path);
                if before.ends_with("use ") {
                    known.insert(name, path.clone());
                }
                let place = format!("{}:{}", file.display(), code[..start].lines().count());
                uses.push((module.clone(), path, before.starts_with("pub"), place));
            }
        }
    }
    let mut arrows = Vec::new();
    for (module, path, is_export, place) in uses {
        let target = defined(&names, &path, 9);
        let (from, to) = (module.first(), target.first());
        let is_down = |to: &String| below[from.expect("a layer").as_str()].contains(&to.as_str());
        let is_lib = from.is_none() || file_of_tests(&module);
        assert!(is_lib || from == to || to.is_some_and(is_down), "{place}: {path:?} isn't below: {below:?}");
        if !is_lib && !is_export && module != target {
            arrows.push((module, target, place));
        }
    }
    // What is left when modules that import nothing are taken away again and again has a circle.
    loop {
        let before = arrows.len();
        let from: BTreeSet<Module> = arrows.iter().map(|it| it.0.clone()).collect();
        arrows.retain(|it| from.contains(&it.1));
        let to: BTreeSet<Module> = arrows.iter().map(|it| it.1.clone()).collect();
        arrows.retain(|it| to.contains(&it.0));
        if arrows.len() == before {
            break;
        }
    }
    assert!(arrows.is_empty(), "a circle: {arrows:#?}");
}
