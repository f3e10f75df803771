//! The facts of one operation, in the order of the spec language.

use super::{Fact, FactPlace, Owner};
use crate::diagnostics::At;
use crate::emit::surface;
use crate::load::{Locator, Said};
use crate::model::{Api, Literal, Operation, Parameter, RequestEncoding, TypeId, TypeKind};

/// Everything that the spec and the generator say of it.
pub fn facts<'a>(api: &'a Api, locator: &Locator<'a>, operation: &'a Operation) -> Vec<Fact<'a>> {
    let mut facts = Facts { api, locator, operation, facts: Vec::new() };
    facts.names();
    facts.paths();
    facts.access();
    facts.request();
    facts.parameters();
    facts.returns();
    facts.life();
    facts.elsewhere();
    facts.open_questions();
    facts.facts
}

struct Facts<'a, 'b> {
    api: &'a Api,
    locator: &'b Locator<'a>,
    operation: &'a Operation,
    facts: Vec<Fact<'a>>,
}

impl<'a> Facts<'a, '_> {
    fn add(&mut self, what: &'static str, value: impl Into<String>, place: Option<FactPlace<'a>>) {
        self.facts.push(Fact { what, value: value.into(), place });
    }

    /// A fact that the row or its defaults say under that key.
    fn said(&mut self, what: &'static str, value: Option<impl Into<String>>) {
        let Some(value) = value else { return };
        let place = self.key(what).map(FactPlace::said);
        self.add(what, value, place);
    }

    fn key(&self, key: &str) -> Option<Said<'a>> {
        self.locator.key(&self.operation.name, key)
    }

    /// The items of a list that adds to what is inherited.
    fn list(&mut self, what: &'static str, values: impl Iterator<Item = String>) {
        let places: Vec<_> = self.locator.items(&self.operation.name, what).map(FactPlace::said).collect();
        for (index, value) in values.enumerate() {
            self.add(what, value, places.get(index).copied());
        }
    }

    /// A fact of api.yaml.
    fn of_api(&mut self, what: &'static str, value: impl Into<String>, at: At<'a>) {
        self.add(what, value, Some(FactPlace::new(at, Owner::Api)));
    }

    fn names(&mut self) {
        let operation = self.operation;
        self.said("operation", Some(&operation.name));
        self.said("rust", Some(&operation.rust));
        self.said("summary", Some(&operation.summary));
        self.list("rules", operation.rules.iter().cloned());
    }

    fn paths(&mut self) {
        let operation = self.operation;
        let said = ["path", "inferred_path", "aliases"].into_iter().find_map(|key| self.key(key));
        let place = said.map(FactPlace::said);
        self.add("path", format!("{} {}", self.api.method, surface::path(operation)), place);
        let aliases = operation.aliases.iter().map(|alias| {
            let name = alias.name.as_ref().map(|name| format!(" as {name}")).unwrap_or_default();
            let since = alias.since.map(|version| format!(" since {version}")).unwrap_or_default();
            format!("{}{name}{since}", alias.path)
        });
        self.list("aliases", aliases);
    }

    fn access(&mut self) {
        let operation = self.operation;
        let auth = surface::auth_words(Some(&operation.auth));
        match self.key("auth") {
            Some(said) => self.add("auth", auth, Some(FactPlace::said(said))),
            None => self.auth_of_gates(auth),
        }
        if let Some(block) = operation.auth.block().and_then(|name| self.api.block(name)) {
            let at = self.locator.api().get("auth").get(&block.name);
            self.of_api("auth", format!("{}: {}", block.name, block.title), at);
        }
        self.said("auth_in", operation.bearer_only.then_some("bearer only"));
        let said = self.key("gates").map(FactPlace::said);
        for code in &operation.gates {
            self.add("gates", code, said);
            if let Some(gate) = self.api.gate(code) {
                let at = self.locator.api().get("gates").get(code);
                self.of_api("gates", format!("{code}: {}", gate.doc), at);
            }
        }
        self.said("permission", operation.permission.as_ref());
    }

    /// The credential that a gate asks for, or the API's default.
    fn auth_of_gates(&mut self, auth: String) {
        let asks = |code: &&String| {
            self.api.gate(code).is_some_and(|gate| gate.auth.as_ref() == Some(&self.operation.auth))
        };
        let place = match self.operation.gates.iter().find(asks) {
            Some(code) => self.locator.api().get("gates").get(code),
            None => self.locator.api().get("default_auth"),
        };
        self.of_api("auth", auth, place);
    }

    fn request(&mut self) {
        let encoding = match self.operation.encoding {
            RequestEncoding::Form => "form",
            RequestEncoding::Multipart => "multipart",
        };
        match self.key("encoding") {
            Some(said) => self.add("encoding", encoding, Some(FactPlace::said(said))),
            None => self.of_api("encoding", encoding, self.locator.api().get("encoding")),
        }
    }

    fn parameters(&mut self) {
        for parameter in &self.operation.parameters {
            let said = self.locator.parameter(&self.operation.name, &parameter.name);
            let text = surface::parameter(self.api, parameter);
            let text = text.strip_prefix("parameter ").unwrap_or(&text).to_owned();
            let doc = parameter.doc.as_ref().map(|doc| format!(": {doc}")).unwrap_or_default();
            self.add("parameters", text + &doc, said.map(FactPlace::said));
            self.types_of(parameter);
        }
        let swapped = self.operation.swapped_if_reversed.as_ref();
        self.said("swapped_if_reversed", swapped.map(|(first, second)| format!("{first}, {second}")));
    }

    fn types_of(&mut self, parameter: &Parameter) {
        for id in parameter.ty.shape.named().into_iter().chain(parameter.values) {
            self.type_named(id);
        }
    }

    fn type_named(&mut self, id: TypeId) {
        let Some(ty) = self.api.ty(id) else { return };
        let kind = match &ty.kind {
            TypeKind::Opaque => "opaque".to_owned(),
            TypeKind::Fields { fields, .. } => {
                let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
                format!("fields {}", names.join(", "))
            }
            TypeKind::Enum { variants, .. } => {
                let values: Vec<String> =
                    variants.iter().map(|variant| Literal::text(&variant.value)).collect();
                format!("values {}", values.join(", "))
            }
        };
        let place = self.locator.named_type(&ty.name).map(|at| FactPlace::new(at, Owner::Api));
        self.add("types", format!("{}: {kind}", ty.name), place);
    }

    fn returns(&mut self) {
        let returns = &self.operation.returns;
        let doc = returns.doc.as_ref().map(|doc| format!(": {doc}")).unwrap_or_default();
        self.said("returns", Some(surface::returns(self.api, returns) + &doc));
        let named = returns.ty.as_ref().and_then(|ty| ty.shape.named());
        for id in named.into_iter().chain(returns.values) {
            self.type_named(id);
        }
    }

    fn life(&mut self) {
        let operation = self.operation;
        self.said("since", operation.since.map(|version| version.to_string()));
        self.said("device_since", operation.device_since.map(|version| version.to_string()));
        self.said("matches", operation.matches.as_ref());
        let deprecated = operation.deprecated.as_ref().map(|it| {
            let replacement = it.replacement.as_ref().map(|name| format!(", use {name}")).unwrap_or_default();
            let removed =
                it.removed_after.as_ref().map(|month| format!(", removed after {month}")).unwrap_or_default();
            format!("deprecated{replacement}{removed}")
        });
        self.said("deprecated", deprecated);
    }

    /// What api.yaml says of the operation by its name.
    fn elsewhere(&mut self) {
        let (api, name) = (self.api, &self.operation.name);
        let at = |key: &str, index: usize| self.locator.api().get(key).item(index);
        let changes = api.version_changes.iter().enumerate().filter(|(_, it)| it.operations.contains(name));
        let changes = changes.map(|(index, it)| {
            ("version_changes", format!("{}: {}", it.version, it.change), at("version_changes", index))
        });
        let limits = api.limits.iter().enumerate().filter(|(_, it)| it.applies_to == *name);
        let limits = limits.map(|(index, it)| ("limits", it.limit.clone(), at("limits", index)));
        let states = api.states.iter().enumerate().filter(|(_, it)| it.trigger.as_ref() == Some(name));
        let states = states.map(|(index, it)| {
            let side = |state: &Option<String>| state.clone().unwrap_or_else(|| "?".to_owned());
            (
                "states",
                format!("{}: {} -> {}", it.subject, side(&it.state), side(&it.next)),
                at("states", index),
            )
        });
        let all: Vec<_> = changes.chain(limits).chain(states).collect();
        all.into_iter().for_each(|(what, value, at)| self.of_api(what, value, at));
    }

    fn open_questions(&mut self) {
        let operation = self.operation;
        self.list("not_shown", operation.not_shown.iter().cloned());
        let notes = operation.notes.iter();
        self.list(
            "notes",
            notes.map(|it| format!("read: {} decided: {} why: {}", it.read, it.decided, it.why)),
        );
    }
}
