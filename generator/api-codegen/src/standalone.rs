//! Crates that depend on no workspace: their names, and the runtime beside them.

use std::path::Path;

use generator_codegen::emit::{File, Part};
use generator_codegen::write::{Output, Owner};
use generator_spec::crate_name;
use generator_spec::load;
use generator_spec::model::Api;
use generator_spec::program;
use generator_spec::text;
use semver::Version;
use toml_edit::{DocumentMut, InlineTable, Item, TomlError, Value, value};

use crate::Failure;
use crate::terminal::eprintln;

include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// Name of the runtime's crate, and of the folder of a copy.
pub const RUNTIME: &str = "api-runtime";

/// The runtime's folder in this workspace.
pub const RUNTIME_FOLDER: &str = "generator/runtime";

/// The user's name for a crate.
#[derive(Clone, Debug, Default)]
pub struct Naming {
    /// Name of the crate.
    pub name: Option<String>,
    /// Version of the crate.
    pub version: Option<String>,
}

impl Naming {
    /// Returns whether the user names anything.
    pub fn is_given(&self) -> bool {
        self.name.is_some() || self.version.is_some()
    }

    /// Rejects names and versions that Cargo or Rust would reject. The error is the problem and its
    /// remedy.
    pub fn check(&self) -> Result<(), (String, String)> {
        if let Some(name) = &self.name
            && let Some(reason) = crate_name::why_invalid(name)
        {
            return Err((format!("a crate cannot be called `{name}`"), reason));
        }
        match self.version.as_deref().filter(|version| Version::parse(version).is_err()) {
            Some(version) => Err((
                format!("`{version}` is not a version"),
                "write three numbers, as in `1.2.0`".to_owned(),
            )),
            None => Ok(()),
        }
    }

    /// Gives the crate of an API this name and this version.
    pub fn apply(&self, api: &mut Api) {
        if let Some(version) = self.version.as_deref().and_then(|version| Version::parse(version).ok()) {
            api.crate_version = version;
        }
        if let Some(name) = &self.name {
            api.rust.package.clone_from(name);
            api.rust.library = crate_name::library(name);
        }
    }
}

/// The owner of the copy of the runtime.
pub fn runtime_owner() -> Owner {
    Owner { api: RUNTIME.to_owned(), target: "runtime".to_owned() }
}

/// The version of the runtime that this program contains.
pub fn runtime_version() -> Result<Version, Failure> {
    version_in(runtime_file("Cargo.toml"), RUNTIME)
}

fn runtime_file(name: &str) -> &'static str {
    let found = RUNTIME_FILES.iter().find(|(path, _)| *path == name);
    found.map(|(_, text)| *text).expect("the runtime has this file")
}

/// The version of the package with this manifest.
pub fn version_in(manifest: &str, path: &str) -> Result<Version, Failure> {
    let manifest: DocumentMut = manifest.parse().map_err(|error| Failure::of(format!("{path}: {error}")))?;
    let version = manifest.get("package").and_then(|package| package.get("version")).and_then(Item::as_str);
    let version = version.and_then(|version| Version::parse(version).ok());
    version.ok_or_else(|| Failure::of(format!("{path} has no version")))
}

/// Reports an update of the copy in a folder. Fails if the copy is newer.
pub fn report_update(folder: &Path, check: bool) -> Result<(), Failure> {
    let path = folder.join(RUNTIME).join("Cargo.toml");
    let Ok(manifest) = load::read(&path) else { return Ok(()) };
    // A manifest with merge conflicts is written again.
    let Ok(there) = version_in(&manifest, &text::path(&path)) else { return Ok(()) };
    let own = runtime_version()?;
    if there > own {
        return Err(Failure::of(format!(
            "{} is of version {there}, and this program has {own}: nothing was written\n\
             help: install the program that wrote it, or a newer one; or remove the folder",
            text::path(folder.join(RUNTIME))
        )));
    }
    if there < own {
        let would = if check { "would update" } else { "updating" };
        eprintln(&format!("{would} {RUNTIME} from {there} to {own}"));
    }
    Ok(())
}

/// A copy of the runtime that does not depend on its workspace.
pub fn runtime() -> Result<Output<'static>, Failure> {
    let file = |name: &str, text: String| File { path: format!("{RUNTIME}/{name}"), text };
    let manifest = without_workspace(runtime_file("Cargo.toml"), WORKSPACE).map_err(Failure::of)?;
    let mut files = vec![
        file("Cargo.toml", format!("{}\n{manifest}", banner("#"))),
        file("rustfmt.toml", format!("{}\ndisable_all_formatting = true\n", banner("#"))),
    ];
    let others = RUNTIME_FILES.iter().filter(|(name, _)| *name != "Cargo.toml");
    files.extend(others.map(|(name, text)| match name.rsplit_once('.') {
        Some((_, "rs")) => file(name, format!("{}\n{text}", banner("//"))),
        Some((_, "md")) => file(name, format!("<!--{} -->\n\n{text}", banner(""))),
        _ => file(name, format!("{}\n\n{text}", banner("").trim_start())),
    }));
    let parts = vec![Part::of(&[], move || files.clone())];
    Ok(Output { owner: runtime_owner(), parts })
}

fn banner(comment: &str) -> String {
    format!("{comment} @generated by {} codegen. Do not edit: a copy of {RUNTIME}.", program::name())
}

/// A manifest with the workspace's values in place of `workspace = true`, and
/// without the sections for tests and lints.
fn without_workspace(manifest: &str, workspace: &str) -> Result<String, TomlError> {
    let (mut manifest, workspace) = (manifest.parse::<DocumentMut>()?, workspace.parse::<DocumentMut>()?);
    for section in ["test", "dev-dependencies", "lints"] {
        manifest.remove(section);
    }
    inherit(&mut manifest["package"], &workspace["workspace"]["package"]);
    // The copy is not the runtime's own package.
    manifest["package"]["publish"] = value(false);
    // Its tests need dependencies that the copy lacks.
    manifest["lib"] = Item::Table(["test", "doctest"].into_iter().map(|key| (key, value(false))).collect());
    let dependencies = &workspace["workspace"]["dependencies"];
    inherit(&mut manifest["dependencies"], dependencies);
    for (_, target) in
        manifest["target"].as_table_like_mut().into_iter().flat_map(|targets| targets.iter_mut())
    {
        inherit(&mut target["dependencies"], dependencies);
    }
    Ok(manifest.to_string())
}

/// Replaces inherited values in a table of a manifest. A dependency keeps its own keys, and its
/// features are added to the inherited ones.
fn inherit(table: &mut Item, workspace: &Item) {
    for (key, item) in table.as_table_like_mut().into_iter().flat_map(|table| table.iter_mut()) {
        let Some(own) = item.as_table_like().filter(|item| item.contains_key("workspace")) else { continue };
        let mut inherited = workspace[key.get()].clone();
        if own.len() > 1 {
            inherited = Item::Value(inline(&inherited));
            for (name, own) in own.iter().filter(|(name, _)| *name != "workspace") {
                let there = inherited.get_mut(name).and_then(Item::as_array_mut);
                match (there, own.as_array()) {
                    (Some(there), Some(own)) => {
                        there.extend(own.iter().cloned());
                        there.fmt();
                    }
                    (None, _) | (_, None) => inherited[name] = own.clone(),
                }
            }
            inherited.as_inline_table_mut().into_iter().for_each(InlineTable::fmt);
        }
        *item = inherited;
    }
}

/// `"1"` as `{ version = "1" }`.
fn inline(dependency: &Item) -> Value {
    match dependency.as_str() {
        Some(version) => InlineTable::from_iter([("version", version)]).into(),
        None => dependency.as_value().cloned().expect("a dependency of the workspace is a value"),
    }
}
