//! `Source` -> `Api`: what the files mean.
//!
//! Names are looked up, defaults applied, every rule checked; whatever is wrong
//! is reported, all of it, and no `Api` comes out then.

mod apart;
mod auth;
mod body;
mod choices;
mod commands;
mod contents;
mod crosschecks;
mod defaults;
mod deprecations;
mod effects;
mod extends;
mod gatekeeper;
mod groups;
mod guides;
mod kinds;
mod literals;
mod names;
mod notation;
mod operations;
mod overlaps;
mod pages;
mod parameters;
mod parts;
mod paths;
mod places;
mod ranges;
mod recursion;
mod results;
mod returns;
mod scope;
mod servers;
mod styles;
pub(crate) mod together;
mod topics;
mod types;
mod unions;

use semver::Version;

use crate::crate_name;
use crate::diagnostics::Errors;
use crate::load::ApiSource;
use crate::load::source::{OperationSource, Shorthand};
use crate::model::{Api, ApiNames, Index, Packaging};
use crate::naming;

use self::scope::Scope;

/// Resolves one API; `None` if anything is wrong with it.
pub fn resolve(source: &ApiSource, errors: &Errors) -> Option<Api> {
    let own = Errors::default();
    let api = resolve_all(source, &own);
    let is_sound = own.is_empty();
    errors.append(own);
    is_sound.then_some(api)
}

fn resolve_all(source: &ApiSource, errors: &Errors) -> Api {
    let mut scope = Scope::new(source, errors);
    keep_names(&scope);
    let names = api_names(&scope);
    types::resolve(&mut scope);
    scope.gates = auth::gates(&scope);
    auth::check_default(&scope);
    scope.blocks = auth::blocks(&scope);
    paths::check_method(&scope);
    check_failures(&scope);
    let mut api = api(scope, names);
    api.index = Index::new(&api);
    parts::hold(&mut api);
    commands::shorten(&mut api);
    gatekeeper::complete(&mut api, source, errors);
    apart::mark(&mut api);
    crosschecks::check(&api, source, errors);
    api
}

/// Keeps the names of types and operations, to which derived names give way.
fn keep_names(scope: &Scope<'_>) {
    let types = scope.source.types.iter().flat_map(|file| &file.value);
    let types = types.filter(|(_, it)| it.0.alias().is_none());
    let types = types.map(|(name, it)| it.0.rust.clone().unwrap_or_else(|| types::usual_name(name)));
    let rows = scope.source.operations.iter().flat_map(|file| &file.value.operations);
    let usual = |it: &OperationSource| Some(naming::type_name(it.operation.as_ref()?));
    let operations = rows.filter_map(|it| it.rust.clone().or_else(|| usual(it)));
    scope.rust.keep(types.chain(operations));
}

/// Checks the failures that operations inherit.
fn check_failures(scope: &Scope<'_>) {
    results::check_failures(&scope.api().failures, scope, scope.at().get("failures"));
    for file in &scope.source.operations {
        let at = file.at().get("defaults").get("failures");
        results::check_failures(&file.value.defaults.failures, scope, at);
    }
}

fn api(mut scope: Scope<'_>, rust: ApiNames) -> Api {
    let mut groups = groups::groups(&scope);
    parts::add(&mut groups, &mut scope);
    let file = scope.api();
    Api {
        index: Index::default(),
        name: scope.source.name.clone(),
        rust,
        title: file.title.clone(),
        crate_version: crate_version(&scope),
        changelog: scope.source.changelog.clone(),
        guides: guides::resolve(scope.source, scope.errors),
        about: file.about.clone(),
        base_url: base_url(&scope),
        servers: servers::resolve(&scope),
        documents: file.documents.clone(),
        imported: file.imported.clone(),
        names: file.names,
        method: file.method,
        encoding: file.encoding.clone(),
        message: types::message(&scope),
        envelope: file.envelope.clone(),
        convention: file.path_convention.clone(),
        effect_convention: file.effect_convention.clone(),
        groups,
        synonyms: topics::synonyms(&scope),
        search: scope.source.search.as_ref().map(|file| file.value.clone()).unwrap_or_default(),
        constants: topics::constants(&scope),
        resources: file.resources.clone(),
        states: file.states.clone(),
        limits: file.limits.clone(),
        version_changes: topics::version_changes(&scope),
        topics: file.topics.clone(),
        not_shown: file.not_shown.clone(),
        notes: file.notes.clone(),
        permission_credential: None,
        overlays: scope.source.overlays.clone(),
        packaging: Packaging::Member,
        blocks: scope.blocks,
        gates: scope.gates,
        types: scope.types,
        types_source: match scope.source.type_files.as_slice() {
            [] => "types.yaml",
            [one] if one.path.ends_with("types.yaml") => "types.yaml",
            _ => "types/",
        },
    }
}

/// The documents' words for the address, or else the first address.
fn base_url(scope: &Scope<'_>) -> String {
    let file = scope.api();
    let first = file.servers.values().next().map(|Shorthand(server)| server.url.clone());
    file.base_url.clone().or(first).unwrap_or_else(|| {
        let help = "write what the documents call the server's address, or list addresses in `servers`";
        scope.errors.push(scope.at().lacking(&["base_url", "servers"]), "missing key `base_url`", help);
        String::new()
    })
}

/// The version of a crate whose spec gives none.
const FIRST_VERSION: Version = Version::new(0, 1, 0);

fn crate_version(scope: &Scope<'_>) -> Version {
    let Some(text) = &scope.api().crate_version else { return FIRST_VERSION };
    let version = Version::parse(text).ok().filter(|it| it.pre.is_empty() && it.build.is_empty());
    version.unwrap_or_else(|| {
        let title = format!("`{text}` is not the version of a crate");
        scope.errors.push(scope.at().get("crate_version"), title, "write three numbers, as in `1.2.0`");
        FIRST_VERSION
    })
}

/// Folders of the output that no API can have for itself.
const SHARED_FOLDERS: &[&str] = &["api-runtime", "docs", "openapi", "surface"];

fn api_names(scope: &Scope<'_>) -> ApiNames {
    let (name, at) = (&scope.source.name, scope.at());
    let package = format!("{name}-api");
    let underscore = || name.contains('_').then(|| crate_name::SPELLING.to_owned());
    if let Some(reason) = crate_name::why_invalid(&package).or_else(underscore) {
        let title = format!("a crate cannot be named after the folder `{name}`");
        scope.errors.push(at, title, format!("rename the folder: {reason}"));
    }
    if SHARED_FOLDERS.contains(&name.as_str()) {
        let title = format!("an API cannot be called `{name}`");
        scope.errors.push(at, title, "rename the folder: all APIs share the output folder of that name");
    }
    ApiNames {
        library: crate_name::library(&package),
        package,
        marker: scope.rust.derive_with((name, "rename the folder"), at, |number| match number {
            1 => naming::type_name(name),
            2 => format!("{}Api", naming::type_name(name)),
            number => format!("{}Api{number}", naming::type_name(name)),
        }),
    }
}
