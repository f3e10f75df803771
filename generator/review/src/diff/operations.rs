//! An operation, except for its parameters and its result.

use super::SubjectKind;
use super::compare::Row;
use super::differ::{Differ, Spot, both};
use super::pairing::pair;
use super::rule::row;
use super::rules::operation::SECTION;
use generator_spec::facts::{Key, Plain, Print, of_deprecation, of_operation};
use generator_spec::model::{
    Alias, Api, Auth, Deprecation, Effect, Group, HttpMethod, Operation, Path, RequestEncoding,
};

impl<'a> Differ<'a> {
    /// Compares an operation.
    pub fn operation(
        &mut self,
        (was, base): (&'a Group, &'a Operation),
        (is, head): (&'a Group, &'a Operation),
    ) {
        let spot = Spot::of(SubjectKind::Operation, both(&base.name, &head.name));
        let facts = [of_operation(self.base, was, base), of_operation(self.head, is, head)];
        let rows = [row!("operation-renamed"), row!("operation-renamed-in-documents")];
        self.names(rows, spot, [(&base.name, &base.rust), (&head.name, &head.rust)]);
        self.effect(spot.key("effect"), base, head);
        self.path(spot, &base.path, &head.path);
        self.aliases(spot.key("aliases"), &base.aliases, &head.aliases);
        if base.auth != head.auth {
            self.fact(self.auth_row(&base.auth, &head.auth), spot, Key::Auth, &facts);
        }
        self.http_method(spot.key("method"), base.http_method, head.http_method);
        // Into a query and out of it with the HTTP method.
        let encodings = [base.encoding, head.encoding];
        if base.encoding != head.encoding && !encodings.contains(&RequestEncoding::Query) {
            self.fact(row!("encoding-changed"), spot, Key::Encoding, &facts);
        }
        self.parameters(spot, &base.parameters, &head.parameters);
        self.returns(spot, &base.returns, &head.returns, &facts);
        self.deprecation(spot.key("deprecated"), base.deprecated.as_ref(), head.deprecated.as_ref());
        self.facts(&SECTION, spot, &facts, |key| match key {
            Key::Since => head.since < base.since,
            _ => head.device_since < base.device_since,
        });
    }

    /// A method that follows the API's is part of a change of the API.
    fn http_method(&mut self, spot: Spot<'a>, base: HttpMethod, head: HttpMethod) {
        if self.base.method.zip(self.head.method) != Some((base, head)) {
            let names = [base, head].map(|method| method.name().to_owned());
            self.values(row!("operation-method-changed"), spot, names);
        }
    }

    /// An effect that is known for the first time isn't another one.
    fn effect(&mut self, spot: Spot<'a>, base: &Operation, head: &Operation) {
        let is_known = base.effect_status.is_some() && head.effect_status.is_some();
        let row = match (base.effect, head.effect) {
            (was, is) if was == is || !is_known => None,
            (_, Effect::Destroys) => Some(row!("operation-destroys")),
            (Effect::Reads, _) => Some(row!("operation-no-longer-reads")),
            (Effect::Changes | Effect::Destroys, _) => Some(row!("operation-effect-lowered")),
        };
        if let Some(row) = row {
            self.values(row, spot, [base, head].map(|it| it.effect.name().to_owned()));
        } else {
            let status = [base, head].map(|it| it.effect_status.map(|status| status.in_words().to_owned()));
            self.values(row!("operation-effect-status-changed"), spot, status);
        }
        if is_known && base.repeatable != head.repeatable {
            let rows = [row!("operation-not-repeatable"), row!("operation-repeatable")];
            self.report(rows[usize::from(head.repeatable)], spot.key("repeatable"), None, None);
        }
    }

    fn path(&mut self, spot: Spot<'a>, base: &Path, head: &Path) {
        let spot = spot.key(match head {
            Path::Documented(_) | Path::Elsewhere { .. } => "path",
            Path::Inferred(_) => "inferred_path",
            Path::AliasOnly => "aliases",
        });
        let row = match (base.text(), head.text()) {
            (was, is) if was == is => {
                let status = |path: &Path| path.origin().map(|origin| origin.in_words().to_owned());
                return self.values(row!("path-status-changed"), spot, [base, head].map(status));
            }
            (None, _) => row!("path-added"),
            (_, None) => row!("path-removed"),
            (Some(_), Some(_)) => row!("path-changed"),
        };
        self.values(row, spot, [base, head].map(|path| path.text().map(str::to_owned)));
    }

    fn aliases(&mut self, spot: Spot<'a>, base: &'a [Alias], head: &'a [Alias]) {
        let matched = pair(base, head, |alias| &alias.path);
        let rows = [row!("alias-added"), row!("alias-removed")];
        self.entries(&matched, |_| rows, |_, _| spot, |alias| Some(alias.path.clone()));
        for (base, head) in &matched.both {
            let spot = spot.member("aliases", both(&base.path, &head.path));
            let is_raised = head.since > base.since;
            let row = if is_raised { row!("alias-since-raised") } else { row!("alias-since-lowered") };
            self.values(row, spot, [base, head].map(|it| it.since.map(|since| since.to_string())));
            self.values(row!("alias-name-changed"), spot, [base, head].map(|it| it.name.clone()));
        }
        self.order(row!("aliases-reordered"), spot, [base, head], |alias| &alias.path);
    }

    fn auth_row(&self, base: &Auth, head: &Auth) -> Row {
        use Auth::{None, NotShown, Optional, Required};
        let credential =
            |api: &'a Api, auth: &Auth| api.block_of(auth).map(|block| block.credential.as_str());
        let is_same = credential(self.base, base) == credential(self.head, head);
        match (base, head) {
            (Required(_) | Optional(_), Required(_) | Optional(_)) if !is_same => {
                row!("operation-credential-changed")
            }
            (Required(_), Required(_)) | (Optional(_), Optional(_)) => row!("operation-credential-moved"),
            (Optional(_) | None | NotShown, Required(_)) => row!("operation-credential-required"),
            (Required(_) | None | NotShown, Optional(_)) => row!("operation-credential-optional"),
            (Required(_) | Optional(_), None) => row!("operation-credential-dropped"),
            (Required(_) | Optional(_), NotShown) => row!("operation-credential-hidden"),
            (NotShown, None | NotShown) => row!("operation-opened"),
            (None, NotShown | None) => row!("operation-closed"),
        }
    }

    fn deprecation(&mut self, spot: Spot<'a>, base: Option<&Deprecation>, head: Option<&Deprecation>) {
        let row = match (base, head) {
            (None, Some(_)) => row!("operation-deprecated"),
            (Some(_), None) => row!("operation-undeprecated"),
            (Some(base), Some(head)) if base != head => row!("deprecation-changed"),
            (Some(_), Some(_)) | (None, None) => return,
        };
        self.report(row, spot, base.and_then(deprecation_text), head.and_then(deprecation_text));
    }
}

/// The documents' text about a deprecation.
fn deprecation_text(deprecation: &Deprecation) -> Option<String> {
    let texts: Vec<String> =
        of_deprecation(deprecation).iter().skip(1).map(|fact| Plain.sentence(fact)).collect();
    (!texts.is_empty()).then(|| texts.join(" ").trim_end_matches('.').to_owned())
}
