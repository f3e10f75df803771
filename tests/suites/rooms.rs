//! ARCHITECTURE.md lists the rooms of the generator and of the runtime: a room
//! imports only from rooms further down.

#![allow(clippy::expect_used)]

use std::collections::{HashMap, HashSet};
use std::iter::Peekable;
use std::path::Path;

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

#[test]
fn the_generator_imports_downwards() {
    assert_eq!(violations("generator/src"), Vec::<String>::new());
}

#[test]
fn the_evidence_imports_downwards() {
    assert_eq!(violations("generator/evidence/src"), Vec::<String>::new());
}

#[test]
fn the_runtime_imports_downwards() {
    assert_eq!(violations("generator/runtime/src"), Vec::<String>::new());
}

/// A path inside a crate, from its root.
type Segments = Vec<String>;

/// The rooms of a crate as ARCHITECTURE.md lists them, the highest first; those between
/// two `>` do not import each other.
struct Rooms(Vec<(usize, Segments)>);

impl Rooms {
    fn read(folder: &str) -> Self {
        let text = std::fs::read_to_string("../ARCHITECTURE.md").expect("the file can be read");
        let (_, block) = text.split_once(&format!("```rooms {folder}\n")).expect("a list of its rooms");
        let (block, _) = block.split_once("```").expect("its end");
        let floors = block.split('>').enumerate();
        let rooms = floors
            .flat_map(|(depth, floor)| floor.split_whitespace().map(move |room| (depth, segments(room))));
        Self(rooms.collect())
    }

    /// The room of a path, and how far down it is.
    fn of(&self, path: &[String]) -> Option<&(usize, Segments)> {
        let around = self.0.iter().filter(|(_, room)| path.starts_with(room));
        around.max_by_key(|(_, room)| room.len())
    }
}

/// Files without a room, and imports that do not go down.
fn violations(folder: &str) -> Vec<String> {
    let rooms = Rooms::read(folder);
    let modules = modules(&Path::new("..").join(folder));
    let named = named(&modules);
    let mut violations = Vec::new();
    for (module, code) in modules.iter().filter(|(module, _)| !module.is_empty()) {
        let name = module.join("/");
        let Some((depth, room)) = rooms.of(module) else {
            violations.push(format!("{name} has no room"));
            continue;
        };
        let imports = imports(module, code).into_iter().map(|path| origin(path, &named));
        let upward = imports.filter(|import| {
            let found = rooms.of(import);
            found.is_none_or(|(other_depth, other)| other != room && other_depth <= depth)
        });
        violations.extend(upward.map(|import| format!("{name} imports {}", import.join("/"))));
    }
    violations
}

/// Every module that is a file, with its code.
fn modules(folder: &Path) -> Vec<(Segments, String)> {
    let files = tests::rust_files(folder).into_iter().map(|(path, code)| {
        let path = path.strip_prefix(folder).expect("a file below it").with_extension("");
        let mut module = segments(&path.display().to_string());
        module.pop_if(|last| *last == "mod" || *last == "lib");
        (module, code)
    });
    files.collect()
}

fn segments(path: &str) -> Segments {
    path.split('/').map(str::to_owned).collect()
}

/// The names that modules have from elsewhere, and where from.
fn named(modules: &[(Segments, String)]) -> HashMap<Segments, Segments> {
    let known: HashSet<&Segments> = modules.iter().map(|(module, _)| module).collect();
    let names = modules.iter().flat_map(|(module, code)| {
        let mut tokens = tokens(code).into_iter().peekable();
        let mut paths = Vec::new();
        while let Some(token) = tokens.next() {
            if let TokenTree::Ident(ident) = token
                && ident == "use"
                && let Some(TokenTree::Ident(first)) = tokens.next()
            {
                let inner = joined(module, &first);
                match first.to_string().as_str() {
                    "crate" => tree(Vec::new(), &mut tokens, &mut paths),
                    "self" => tree(module.clone(), &mut tokens, &mut paths),
                    _ if known.contains(&inner) => tree(inner, &mut tokens, &mut paths),
                    _ => {}
                }
            }
        }
        paths.into_iter().filter_map(|path| Some((joined(module, path.last()?), path))).collect::<Vec<_>>()
    });
    names.filter(|(name, _)| !known.contains(name)).collect()
}

fn joined(path: &[String], name: impl ToString) -> Segments {
    path.iter().cloned().chain([name.to_string()]).collect()
}

/// Where a path leads, through what other modules have from elsewhere.
fn origin(mut path: Segments, named: &HashMap<Segments, Segments>) -> Segments {
    while let Some((length, from)) =
        (1..=path.len()).find_map(|length| Some((length, named.get(&path[..length])?)))
    {
        path = from.iter().chain(&path[length..]).cloned().collect();
    }
    path
}

/// What a module names of its own crate, from the root; not in the code that it makes.
fn imports(module: &[String], code: &str) -> Vec<Segments> {
    let mut paths = Vec::new();
    walk(module, tokens(code), &mut paths);
    paths
}

fn tokens(code: &str) -> TokenStream {
    code.parse().expect("the file is Rust")
}

fn walk(module: &[String], tokens: TokenStream, paths: &mut Vec<Segments>) {
    let mut tokens = tokens.into_iter().peekable();
    let mut before: [Option<String>; 2] = [None, None];
    while let Some(token) = tokens.next() {
        let parent = module.split_last().map_or(&[][..], |(_, parent)| parent);
        let [second, last] = &before;
        match &token {
            TokenTree::Ident(ident) if ident == "crate" && last.as_deref() != Some("$") => {
                tree(Vec::new(), &mut tokens, paths);
            }
            TokenTree::Ident(ident) if ident == "super" => tree(parent.to_vec(), &mut tokens, paths),
            TokenTree::Ident(ident) if ident == "self" => tree(module.to_vec(), &mut tokens, paths),
            TokenTree::Group(_)
                if last.as_deref() == Some("!")
                    && matches!(second.as_deref(), Some("quote" | "parse_quote")) => {}
            TokenTree::Group(group) if second.as_deref() == Some("mod") => {
                let inner = last.iter().fold(module.to_vec(), |module, name| joined(&module, name));
                walk(&inner, group.stream(), paths);
            }
            TokenTree::Group(group) => walk(module, group.stream(), paths),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        let text = if let TokenTree::Group(_) = token { None } else { Some(token.to_string()) };
        let [_, last] = before;
        before = [last, text];
    }
}

/// The paths that go on from here: `::a::{b, c::D}`.
fn tree(mut path: Segments, tokens: &mut Peekable<IntoIter>, paths: &mut Vec<Segments>) {
    let mut is_named = false;
    while is_colon(tokens.peek()) {
        tokens.next();
        tokens.next();
        match tokens.next() {
            Some(TokenTree::Ident(ident)) if ident == "super" => drop(path.pop()),
            Some(TokenTree::Ident(ident)) => {
                path.push(ident.to_string());
                is_named = true;
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                return branches(&path, group.stream(), paths);
            }
            _ => break,
        }
    }
    if is_named {
        paths.push(path);
    }
}

fn branches(path: &[String], tokens: TokenStream, paths: &mut Vec<Segments>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "self" => paths.push(path.to_vec()),
            // What it is called here.
            TokenTree::Ident(ident) if ident == "as" => drop(tokens.next()),
            TokenTree::Ident(ident) => {
                let inner = joined(path, ident);
                let before = paths.len();
                tree(inner.clone(), &mut tokens, paths);
                if paths.len() == before {
                    paths.push(inner);
                }
            }
            TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

fn is_colon(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && punct.spacing() == proc_macro2::Spacing::Joint)
}

#[test]
fn every_way_to_name_a_module_counts() {
    let code = "
        use crate::{a::{B, c::D as E, self}, F};
        use super::g::*;
        pub use self::h::I;
        fn j() { crate::k::l(super::m) }
        mod n { use super::super::o; }
        fn p() -> T { quote! { crate::q } parse_quote! { crate::q } }
        macro_rules! r { () => { $crate::s } }
    ";
    let module = segments("x/y");
    let paths: Vec<String> = imports(&module, code).iter().map(|path| path.join("/")).collect();
    assert_eq!(paths, ["a/B", "a/c/D", "a", "F", "x/g", "x/y/h/I", "k/l", "x/m", "x/o"]);
}
