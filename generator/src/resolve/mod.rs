//! `Source` -> `Api`: what the files mean.
//!
//! Names are looked up, defaults applied, every rule checked; whatever is wrong
//! is reported, all of it, and no `Api` comes out then.

mod auth;
mod crosschecks;
mod gatekeeper;
mod literals;
mod names;
mod notation;
mod operations;
mod parameters;
mod paths;
mod recursion;
mod returns;
mod scope;
mod topics;
mod types;

use crate::diagnostics::{At, Faults};
use crate::load::ApiSource;
use crate::model::{Api, ApiNames, Packaging};
use crate::naming;

use self::names::Names;
use self::scope::{Scope, TypeNames};

/// Resolves one API; `None` where anything is wrong with it.
pub fn resolve(source: &ApiSource, faults: &mut Faults) -> Option<Api> {
    let mut own = Faults::default();
    let api = resolve_all(source, &mut own);
    let is_sound = own.is_empty();
    faults.append(own);
    is_sound.then_some(api)
}

fn resolve_all(source: &ApiSource, faults: &mut Faults) -> Api {
    let (file, at) = (&source.api.value, source.api.at());
    let mut rust = Names::types();
    let api_names = api_names(&source.name, &mut rust, at, faults);
    let scope = scope(source, &mut rust, faults);
    if file.method.is_empty() || !file.method.chars().all(|c| c.is_ascii_uppercase()) {
        faults.push(
            at.get("method"),
            format!("`{}` is no HTTP method", file.method),
            "write `POST`, or another in capitals",
        );
    }
    let mut api = Api {
        name: source.name.clone(),
        rust: api_names,
        title: file.title.clone(),
        about: file.about.clone(),
        base_url: file.base_url.clone(),
        documents: file.documents.clone(),
        method: file.method.clone(),
        encoding: file.encoding.clone(),
        message: types::message(file, &scope, at, faults),
        envelope: file.envelope.clone(),
        groups: operations::groups(&source.operations, &scope, &mut rust, faults),
        constants: topics::constants(file, &scope.type_names, &mut rust, at, faults),
        resources: file.resources.clone(),
        states: file.states.clone(),
        limits: file.limits.clone(),
        version_changes: topics::version_changes(file, at, faults),
        topics: file.topics.clone(),
        not_shown: file.not_shown.clone(),
        notes: file.notes.clone(),
        blocks: scope.blocks,
        gates: scope.gates,
        permission_credential: None,
        types: scope.types,
        convention: scope.convention,
        overlays: source.overlays.clone(),
        packaging: Packaging::Member,
    };
    gatekeeper::complete(&mut api, file, at, faults);
    crosschecks::check(&api, source, faults);
    api
}

fn scope<'a>(source: &'a ApiSource, rust: &mut Names, faults: &mut Faults) -> Scope<'a> {
    let (api, at) = (&source.api.value, source.api.at());
    let type_names = TypeNames::new(source.types.as_ref().map(|types| &types.value));
    let types = types::resolve(source.types.as_ref(), &type_names, rust, faults);
    let mut scope = Scope {
        api,
        type_names,
        types,
        blocks: Vec::new(),
        gates: auth::gates(api, at, faults),
        convention: api.path_convention.clone(),
        encoding: api.encoding.kind,
    };
    auth::check_default(api, at, faults);
    scope.blocks = auth::blocks(&scope, rust, at, faults);
    scope
}

/// Folders of the output that no API can have for itself.
const SHARED_FOLDERS: &[&str] = &["docs", "openapi", "surface"];

fn api_names(name: &str, names: &mut Names, at: At<'_>, faults: &mut Faults) -> ApiNames {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_plain) {
        faults.push(
            at,
            format!("the folder `{name}` can't name a crate"),
            "use lowercase letters, digits and `-`",
        );
    }
    if SHARED_FOLDERS.contains(&name) {
        let help = "rename the folder: what is written of all APIs stands there";
        faults.push(at, format!("the folder `{name}` of the output is taken"), help);
    }
    let package = format!("{name}-api");
    ApiNames {
        library: package.replace('-', "_"),
        package,
        marker: names.claim(name, naming::type_name(name), "rename the folder", at, faults),
    }
}
