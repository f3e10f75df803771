//! The rows of the documents.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::diagnostics::At;
use crate::keywords::FIELDS;
use crate::load::Loaded;
use crate::load::source::{
    AliasSource, AuthIn, OperationSource, OperationsFile, PlaceSource, WrittenReturns,
};
use crate::model::{
    Alias, Auth, Body, Choice, Deprecation, DocumentPart, HttpMethod, Operation, Parameter, Path,
    RequestEncoding, Row, Unnamed,
};
use crate::naming;

use super::names::RustNames;
use super::parameters::Sent;
use super::results::{self, Results};
use super::scope::Scope;
use super::together::{self, Map};
use super::{auth, body, choices, deprecations, effects, pages, parameters, paths, servers};

/// A row as written.
pub struct RowSource<'a> {
    pub scope: &'a Scope<'a>,
    pub methods: &'a RustNames<'a>,
    pub file: &'a Loaded<OperationsFile>,
    pub source: &'a OperationSource,
    pub at: At<'a>,
    pub part: &'a Arc<DocumentPart>,
}

/// The common part of named and unnamed entries.
struct Common {
    method: HttpMethod,
    rules: Vec<String>,
    gates: Vec<String>,
    auth: Auth,
    encoding: RequestEncoding,
    parameters: Vec<Parameter>,
    body: Option<Body>,
    results: Results,
}

impl<'a> RowSource<'a> {
    /// The row; `None` if it doesn't say which operation it is.
    pub fn row(&self) -> Option<Row> {
        let common = self.common();
        if self.source.operation.is_some() != self.source.unnamed.is_some() {
            together::check(Map::Operation, self.at, self.scope);
        }
        match (&self.source.operation, &self.source.unnamed) {
            (Some(name), None) => Some(Row::Named(Box::new(self.named(name, common)))),
            (None, Some(place)) => Some(Row::Unnamed(Box::new(self.unnamed(place, common)))),
            (Some(_), Some(_)) | (None, None) => {
                let help = "write `operation: Name`, or `unnamed:` with the place of the entry";
                self.error(
                    self.at.lacking(&["operation", "unnamed"]),
                    "an entry needs either `operation` or `unnamed`",
                    help,
                );
                None
            }
        }
    }

    fn error(&self, at: At<'_>, title: impl Into<String>, help: &str) {
        self.scope.errors.push(at, title, help);
    }

    /// Returns the entry's own value, or else the inherited one, and its place.
    fn said<T>(&self, key: &str, own: Option<&'a T>, inherited: Option<&'a T>) -> Option<(&'a T, At<'a>)> {
        let own = own.map(|value| (value, self.at.get(key)));
        own.or_else(|| inherited.map(|value| (value, self.file.at().get("defaults").get(key))))
    }

    /// The row, to report that neither it nor the defaults have any of these keys.
    fn lacking(&self, keys: &[&str]) -> At<'a> {
        let defaults = self.file.at().get("defaults");
        self.at.lacking(keys).poisoned_if(defaults.lacking(keys).is_poisoned())
    }

    /// The places of its own parameters and of the inherited ones.
    fn parameter_maps(&self) -> [At<'a>; 2] {
        [self.at, self.file.at().get("defaults")].map(|at| at.get("parameters"))
    }

    fn common(&self) -> Common {
        let Self { scope, file, source, at, .. } = *self;
        let defaults = &file.value.defaults;
        let (method, encoding) = self.encoding();
        let gates = self.gates();
        let maps = self.parameter_maps();
        let [own, inherited] = maps;
        let inherited = parameters::written(&defaults.parameters, inherited);
        let own = parameters::written(&source.parameters, own);
        let written = parameters::inherit(&inherited, own, &source.without, scope, (at, maps[1]));
        let names = RustNames::new(FIELDS, scope.errors);
        let path = paths::template(source);
        let sent = Sent::of_operation(method, encoding, path.map_or("", |(path, _)| path));
        let mut parameters = parameters::resolve(&written, &maps, scope, &sent, &names);
        let lost = |name: &str| maps.iter().any(|map| map.poisons(name));
        paths::check_names(source, &parameters, scope, (at, &lost));
        let body = body::resolve(source.body.as_ref(), method, scope, (&names, at));
        let (body, whole) = body.unzip();
        parameters.extend(whole.into_iter().flatten());
        let results = self.results();
        let results = if method == HttpMethod::Head { results.without_bodies() } else { results };
        let said = self.said("auth", source.auth.as_ref(), defaults.auth.as_ref());
        Common {
            method,
            rules: defaults.rules.iter().chain(&source.rules).cloned().collect(),
            auth: auth::of_operation(said, &gates, scope, self.lacking(&["auth", "gates"])),
            gates,
            encoding,
            parameters,
            body,
            results,
        }
    }

    /// The HTTP method and the encoding that follows from it.
    fn encoding(&self) -> (HttpMethod, RequestEncoding) {
        let (source, api) = (self.source, self.scope.api());
        let said = paths::method(source, self.at, self.scope.errors);
        // If there is none, it is reported once.
        let method = said.or(api.method).unwrap_or_default();
        let encoding = match source.body {
            Some(_) => RequestEncoding::Body,
            None if method.has_body() || self.is_in_body() => source.encoding.unwrap_or(api.encoding.kind),
            None => RequestEncoding::Query,
        };
        self.check_encoding(method, encoding);
        (method, encoding)
    }

    /// Returns whether a parameter says that it is in the body.
    fn is_in_body(&self) -> bool {
        let all = self.source.parameters.values().chain(self.file.value.defaults.parameters.values());
        all.into_iter().any(|it| it.0.place == Some(PlaceSource::Body))
    }

    /// An encoding is that of a body.
    fn check_encoding(&self, method: HttpMethod, encoding: RequestEncoding) {
        let at = self.at.find("method").unwrap_or_else(|| self.at.get("encoding"));
        match (encoding, self.source.encoding) {
            (RequestEncoding::Query, Some(RequestEncoding::Multipart)) => {
                let title = format!("a {} request has no body, so it cannot be multipart", method.name());
                self.error(at, title, "use `method: POST`, or write `in: body` at parameters");
            }
            (RequestEncoding::Query, Some(RequestEncoding::Json)) => {
                let title = format!("a {} request has no JSON object of parameters", method.name());
                let help = "remove `encoding`, use another HTTP method, or write `in: body` at parameters";
                self.error(at, title, help);
            }
            _ => {}
        }
    }

    fn gates(&self) -> Vec<String> {
        let (own, inherited) = (self.source.gates.as_ref(), self.file.value.defaults.gates.as_ref());
        let Some((codes, at)) = self.said("gates", own, inherited) else { return Vec::new() };
        self.scope.check_once(codes, at);
        for (code, at) in codes.iter().zip(at.items()) {
            if !self.scope.gates.iter().any(|gate| gate.code == *code) {
                let known = self.scope.gates.iter().map(|gate| gate.code.as_str());
                let help = "add the gate to `gates` in api.yaml";
                let at = at.poisoned_if(self.scope.at().get("gates").poisons(code));
                self.scope.errors.unknown(at, "gate", code, known, help);
            }
        }
        codes.clone()
    }

    fn results(&self) -> Results {
        let (own, inherited) = (self.source.returns.as_ref(), self.file.value.defaults.returns.as_ref());
        let said = self.said("returns", own, inherited);
        if said.is_none() {
            let help = "add `returns:`, or `returns: not_shown` if the documents don't show it";
            self.error(self.lacking(&["returns"]), "missing key `returns`", help);
        }
        let defaults = [(self.file.at().get("defaults"), &self.file.value.defaults.failures)];
        let inherited = defaults.into_iter().chain([(self.scope.at(), &self.scope.api().failures)]);
        results::resolve(said, inherited, self.scope, self.at)
    }

    fn named(&self, name: &str, common: Common) -> Operation {
        let Self { scope, file, source, at, .. } = *self;
        let defaults = &file.value.defaults;
        let since = self.said("since", source.since.as_ref(), defaults.since.as_ref());
        let device_since =
            self.said("device_since", source.device_since.as_ref(), defaults.device_since.as_ref());
        let at_name = at.get("operation");
        let usual = naming::type_name(name);
        let (rust, renamed) = scope.rust.take(name, source.rust.as_ref(), usual, (at, at_name));
        let effects = effects::of(source, &rust, common.method, scope, at);
        let mut results = common.results;
        let results_rust = results.name(&rust, scope, at_name);
        let mut parameters = common.parameters;
        body::name(&mut parameters, &rust, scope, at_name);
        let pages = pages::resolve(source.pages.as_ref(), &parameters, &results, scope, at);
        Operation {
            method: self.methods.follow(&rust, naming::field(&rust), at_name),
            short_command: None,
            rust,
            renamed,
            name: name.to_owned(),
            summary: source.summary.clone(),
            rules: common.rules,
            effect: effects.effect,
            effect_status: effects.status,
            repeatable: effects.repeatable,
            path: self.path(),
            since: since.and_then(|(version, at)| scope.version(Some(version), at)),
            aliases: self.aliases(),
            gates: common.gates,
            bearer_only: self.bearer_only(&common.auth),
            auth: common.auth,
            server: servers::named(
                self.said("server", source.server.as_ref(), defaults.server.as_ref()),
                scope,
            ),
            http_method: common.method,
            encoding: common.encoding,
            body: common.body,
            returns: results.first,
            more_returns: results.more,
            results_rust,
            failures: results.failures,
            pages,
            waits: pages::waits(source.waits.as_ref(), &parameters, scope, at),
            device_since: device_since.and_then(|(version, at)| scope.version(Some(version), at)),
            choices: self.choices(&parameters),
            shares_path: false,
            marks: Vec::new(),
            swapped_if_reversed: self.swapped(&parameters),
            parameters,
            matches: source.matches.clone(),
            see_also: source.see_also.clone(),
            deprecated: self.deprecated(),
            permission: source.permission.clone(),
            not_shown: source.not_shown.clone(),
            notes: source.notes.clone(),
            part: self.part.clone(),
            source: at.overlay().cloned(),
            overlaid: self.overlaid(),
        }
    }

    /// Returns whether the credential is sent only in the bearer header: the entry says so, or the defaults
    /// do, and its credential can be sent there.
    fn bearer_only(&self, auth: &Auth) -> bool {
        let has_bearer = || {
            let block = self.scope.blocks.iter().find(|block| auth.block() == Some(block.name.as_str()));
            block.is_some_and(|block| block.bearer.is_some())
        };
        self.source.auth_in == Some(AuthIn::Bearer)
            || self.file.value.defaults.auth_in == Some(AuthIn::Bearer) && has_bearer()
    }

    fn unnamed(&self, place: &str, common: Common) -> Unnamed {
        if matches!(self.source.returns, Some(WrittenReturns::ByStatus(_))) {
            let help = "write the result alone, or name the operation: `operation: ...`";
            self.error(self.at.get("returns").key(), "an entry without a name has one result", help);
        }
        Unnamed {
            place: place.to_owned(),
            summary: self.source.summary.clone(),
            rules: common.rules,
            gates: common.gates,
            auth: common.auth,
            parameters: common.parameters,
            returns: common.results.first,
            not_shown: self.source.not_shown.clone(),
            notes: self.source.notes.clone(),
            part: self.part.clone(),
        }
    }

    fn deprecated(&self) -> Option<Deprecation> {
        let own = self.source.deprecated.as_ref();
        let (deprecated, at) = self.said("deprecated", own, self.file.value.defaults.deprecated.as_ref())?;
        deprecations::resolve(Some(deprecated), self.scope, at)
    }

    /// The keys that an overlay sets. Another name is not a fact about the server, and a note says why it is there.
    fn overlaid(&self) -> IndexMap<String, String> {
        let is_fact = |key: &str| !["operation", "rust", "notes"].contains(&key);
        let keys = self.at.entries().filter(|(key, _)| is_fact(key));
        keys.filter_map(|(key, at)| Some((key.to_owned(), at.overlay_in(self.at)?.clone()))).collect()
    }

    fn path(&self) -> Path {
        let (source, at_inferred) = (self.source, self.at.get("inferred_path"));
        let bare = |path: &Option<String>| path.as_deref().map(|it| paths::without_method(it).to_owned());
        match (bare(&source.path), bare(&source.inferred_path)) {
            (Some(path), None) => {
                paths::check(&path, self.at.get("path"), self.scope.errors);
                match self.at.get("path").overlay() {
                    Some(source) => Path::Elsewhere { path, source: source.clone() },
                    None => Path::Documented(path),
                }
            }
            (None, Some(path)) => {
                paths::check(&path, at_inferred, self.scope.errors);
                Path::Inferred(path)
            }
            (None, None) => {
                if source.aliases.is_empty() {
                    let help = "add `path:` (documented), `inferred_path:` (by the convention) or `aliases:`";
                    let at = self.at.lacking(&["path", "inferred_path", "aliases"]);
                    self.error(at, "the operation has no path", help);
                }
                Path::AliasOnly
            }
            (Some(_), Some(_)) => {
                let help = "keep `path` if the documents show it, otherwise `inferred_path`";
                self.error(at_inferred.key(), "a path cannot be both documented and inferred", help);
                Path::AliasOnly
            }
        }
    }

    fn aliases(&self) -> Vec<Alias> {
        let alias = |(alias, at): (&AliasSource, At<'_>)| {
            paths::check(&alias.path, at.get("path"), self.scope.errors);
            Alias {
                path: alias.path.clone(),
                name: alias.name.clone(),
                since: self.scope.version(alias.since.as_ref(), at.get("since")),
            }
        };
        self.source.aliases.iter().zip(self.at.get("aliases").items()).map(alias).collect()
    }

    fn choices(&self, parameters: &[Parameter]) -> Vec<Choice> {
        let is_lost = |name: &str| self.parameter_maps().iter().any(|map| map.poisons(name));
        choices::resolve(&self.source.choices, parameters, &is_lost, self.scope, self.at.get("choices"))
    }

    fn swapped(&self, parameters: &[Parameter]) -> Option<(String, String)> {
        let pair = self.source.swapped_if_reversed.clone()?;
        let at = self.at.get("swapped_if_reversed");
        for (name, at) in [&pair.0, &pair.1].into_iter().zip(at.items()) {
            if !parameters.iter().any(|parameter| parameter.name == *name) {
                let names = parameters.iter().map(|parameter| parameter.name.as_str());
                let help = "use two parameters of this operation";
                let is_lost = self.parameter_maps().iter().any(|map| map.poisons(name));
                self.scope.errors.unknown(at.poisoned_if(is_lost), "parameter", name, names, help);
            }
        }
        if pair.0 == pair.1 {
            let help = "name two parameters, the smaller one first";
            self.error(at, "a parameter cannot be swapped with itself", help);
        }
        Some(pair)
    }
}
