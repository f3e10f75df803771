//! The differences between a simulated server and the spec.

use std::collections::BTreeSet;

use generator_spec::model::{Api, Operation, Parameter, Path, Presence, ReturnKind};

use crate::learn::facts::{Class, Facts, class_of_path};
use crate::learn::server::{Answer, Change, Real, Simulated};

impl Simulated {
    /// Everything that differs from the spec and that traffic shows, but for undecided operations.
    pub fn truth(&self, api: &Api, undecided: &BTreeSet<String>) -> Facts {
        let mut facts = Facts::new();
        let mut shown = BTreeSet::new();
        for real in self.operations.iter().filter(|real| !undecided.contains(&real.name)) {
            let operation = api.operation(&real.name).unwrap();
            real.truth(operation, &mut facts);
            let dropped = |it: &&Parameter| matches!(real.changes.get(&it.name), Some(Change::Dropped));
            for parameter in operation.parameters.iter().filter(|it| !dropped(it)) {
                // Under another name it is a parameter of an unknown type.
                if !matches!(real.changes.get(&parameter.name), Some(Change::Renamed(_))) {
                    shown.extend(parameter.ty.shape.named());
                }
            }
            if let (ReturnKind::Json | ReturnKind::Envelope, Some(ty)) =
                (operation.returns.kind, &operation.returns.ty)
            {
                shown.extend(ty.shape.named());
            }
        }
        for (id, made) in self.opaque.iter().filter(|(id, _)| shown.contains(id)) {
            let name = &api.ty(*id).unwrap().name;
            facts.insert((Class::KnownType, format!("{name} {}", made.structure())));
        }
        for new in &self.new {
            let added = new.added.iter().map(|it| format!("{} {}", it.name, it.notation()));
            let parameters = crate::learn::made::object(added.collect());
            facts.insert((
                Class::NewOperation,
                format!("{} {parameters} json {} ", new.path, new.returns.structure()),
            ));
        }
        facts
    }
}

impl Real {
    fn truth(&self, operation: &Operation, facts: &mut Facts) {
        let name = &self.name;
        let mut add = |class, text: String| facts.extend([(class, format!("{name} {text}"))]);
        if let Path::Inferred(path) = &operation.path {
            add(class_of_path(path, &self.path), self.path.clone());
        }
        if self.method != "POST" {
            add(Class::Method, self.method.to_owned());
        }
        if self.encoding != operation.encoding {
            add(Class::Encoding, generator_spec::facts::encoding(self.encoding).0.to_owned());
        }
        let mark = |parameter: &String| {
            let own = operation.parameters.iter().find(|it| it.name == *parameter).unwrap();
            if own.presence == Presence::Optional { "?" } else { "" }
        };
        for (parameter, change) in &self.changes {
            match change {
                Change::Renamed(to) => add(Class::Renamed, format!("{parameter} {to}")),
                Change::Dropped => add(Class::Dropped, parameter.clone()),
                Change::Unwritable(_) => {}
                Change::Optional => add(Class::Optional, parameter.clone()),
                Change::Bit => add(Class::Type, format!("{parameter} int{}", mark(parameter))),
                Change::Json(made) => {
                    add(Class::Json, format!("{parameter} {} (JSON){}", made.structure(), mark(parameter)));
                }
            }
        }
        for added in &self.added {
            add(Class::Added, format!("{} {}", added.name, added.notation()));
        }
        match &self.returns {
            Answer::AsDocumented => {}
            Answer::Message => add(Class::Result, "message".to_owned()),
            Answer::Json(made) => add(Class::Result, format!("json {} ", made.structure())),
            Answer::Text => add(Class::Result, "text string text/csv".to_owned()),
            Answer::Bytes => add(Class::Result, "bytes any application/pdf".to_owned()),
            Answer::Redirect => add(Class::Result, "redirect 302 ".to_owned()),
        }
    }
}
