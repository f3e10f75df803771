//! Parameters, of operations and of credentials.

use super::Rule;
use super::differ::{Differ, Names, Spot};
use super::pairing::pair;
use super::rules::parameter as rules;
use super::shapes::Likeness;
use crate::model::{Api, Format, Literal, Parameter, Presence, RequiredWhen, TypeId, TypeRef, Wire};

const KEY: &str = "parameters";

impl<'a> Differ<'a> {
    /// Compares the parameters of something.
    pub fn parameters(&mut self, spot: Spot<'a>, base: &'a [Parameter], head: &'a [Parameter]) {
        let mut matched = pair(base, head, |parameter| &parameter.name);
        matched.recognise(|_, it| Some(&it.rust), |_, _| true);
        // In its place, and the same but for its name.
        matched.recognise(|at, _| Some(at), is_alike);
        for (_, parameter) in &matched.gone {
            let spot = spot.gone(KEY, &parameter.name);
            self.tell(&rules::REMOVED, spot, text(parameter), None);
        }
        for (_, parameter) in &matched.new {
            let rule = match parameter.presence {
                Presence::Required => &rules::ADDED_REQUIRED,
                Presence::Optional => &rules::ADDED_OPTIONAL,
            };
            self.tell(rule, spot.added(KEY, &parameter.name), None, text(parameter));
        }
        for (base, head) in &matched.both {
            let spot = spot.member(KEY, Names::both(&base.name, &head.name));
            self.parameter(spot, base, head);
        }
        self.order(spot, matched.both, base, head);
    }

    /// `new` takes what is required before and now in the order of the lists.
    fn order(
        &mut self,
        spot: Spot<'a>,
        mut both: Vec<(&'a Parameter, &'a Parameter)>,
        base: &[Parameter],
        head: &[Parameter],
    ) {
        let is_required = |it: &Parameter| it.presence == Presence::Required && it.constant.is_none();
        both.retain(|(base, head)| is_required(base) && is_required(head));
        let place = |list: &[Parameter], name: &str| list.iter().position(|it| it.name == name);
        both.sort_by_key(|(was, _)| place(base, &was.name));
        let places: Vec<_> = both.iter().map(|(_, is)| place(head, &is.name)).collect();
        if !places.is_sorted() {
            let before: Vec<&str> = both.iter().map(|(was, _)| was.name.as_str()).collect();
            both.sort_by_key(|(_, is)| place(head, &is.name));
            let after: Vec<&str> = both.iter().map(|(_, is)| is.name.as_str()).collect();
            self.tell(&rules::REORDERED, spot.key(KEY), before.join(", "), after.join(", "));
        }
    }

    /// Compares one parameter.
    pub fn parameter(&mut self, spot: Spot<'a>, base: &'a Parameter, head: &'a Parameter) {
        let Parameter {
            name,
            rust,
            // Follows from the names.
            renamed: _,
            ty,
            values,
            constant,
            json,
            wire,
            presence,
            nullable,
            doc,
            since,
            default,
            format,
            required_when,
            top_level_only,
            secret,
            one_time,
        } = base;
        self.parameter_names(spot, (name, rust), head);
        self.parameter_type(spot, (ty, *values), (&head.ty, head.values));
        self.parameter_wire(spot, (*wire, *json), (head.wire, head.json));
        self.presence(spot, (*presence, *nullable), (head.presence, head.nullable));
        self.since(spot, (*since, head.since), (&rules::SINCE_RAISED, &rules::SINCE_LOWERED));
        self.default_value(
            spot,
            default.as_ref().map(Literal::text),
            head.default.as_ref().map(Literal::text),
        );
        self.format(spot, format.as_ref(), head.format.as_ref());
        self.condition(spot, required_when.as_ref(), head.required_when.as_ref());
        let secrets = (&rules::SECRET_MARKED, &rules::SECRET_UNMARKED);
        self.flag(spot, (*secret, head.secret), secrets);
        self.flag(spot, (*one_time, head.one_time), (&rules::ONE_TIME_MARKED, &rules::ONE_TIME_UNMARKED));
        self.flag(spot, (*top_level_only, head.top_level_only), (&rules::TOP_LEVEL_ONLY, &rules::ANY_LEVEL));
        if *constant != head.constant {
            self.tell(&rules::CONSTANT_CHANGED, spot, constant.clone(), head.constant.clone());
        }
        self.tell_texts(spot, &[("doc", *doc == head.doc)]);
    }

    fn parameter_names(&mut self, spot: Spot<'a>, (name, rust): (&str, &str), head: &Parameter) {
        let rule = match (name == head.name, rust == head.rust) {
            (true, true) => return,
            (false, false) => &rules::RENAMED,
            (false, true) => &rules::RENAMED_ON_THE_WIRE,
            (true, false) => {
                return self.tell(&rules::RUST_NAME_CHANGED, spot, rust.to_owned(), head.rust.clone());
            }
        };
        self.tell(rule, spot, name.to_owned(), head.name.clone());
    }

    fn parameter_type(
        &mut self,
        spot: Spot<'a>,
        (base, was): (&TypeRef, Option<TypeId>),
        (head, is): (&TypeRef, Option<TypeId>),
    ) {
        let is_same_list = match (was, is) {
            (None, None) => true,
            (Some(was), Some(is)) => self.is_same_type(was, is),
            (Some(_), None) | (None, Some(_)) => false,
        };
        let likeness = self.likeness(&base.shape, &head.shape);
        let rule = match likeness {
            Likeness::Different => &rules::TYPE_CHANGED,
            Likeness::Same | Likeness::SameInRust if !is_same_list => &rules::TYPE_CHANGED,
            Likeness::SameInRust => &rules::JSON_SHAPE_CHANGED,
            Likeness::Same if base.notation == head.notation => return,
            // A type that was renamed is told there.
            Likeness::Same if base.shape.named().is_some() => return,
            Likeness::Same => &rules::TYPE_RESPELT,
        };
        let text = |api: &Api, ty: &TypeRef, id: Option<TypeId>| match id.and_then(|id| api.ty(id)) {
            Some(listed) => format!("{}, values of {}", ty.notation, listed.name),
            None => ty.notation.clone(),
        };
        self.tell(rule, spot, text(self.base, base, was), text(self.head, head, is));
    }

    fn parameter_wire(&mut self, spot: Spot<'a>, base: (Wire, bool), head: (Wire, bool)) {
        let text = |(wire, json): (Wire, bool)| match wire {
            Wire::Text => "as it is".to_owned(),
            Wire::Json if json => "JSON text, marked `(JSON)`".to_owned(),
            Wire::Json => "JSON text".to_owned(),
            Wire::File => "a file".to_owned(),
        };
        if base.0 != head.0 {
            self.tell(&rules::ENCODING_CHANGED, spot, text(base), text(head));
        } else if base.1 != head.1 {
            self.tell(&rules::JSON_MARK_CHANGED, spot, text(base), text(head));
        }
    }

    fn presence(&mut self, spot: Spot<'a>, base: (Presence, bool), head: (Presence, bool)) {
        use Presence::{Optional, Required};
        let rule = match (base, head) {
            ((Optional, _), (Required, false)) => &rules::BECAME_REQUIRED,
            ((Required, false), (Optional, _)) => &rules::BECAME_OPTIONAL,
            ((Required, false), (Required, true)) => &rules::BECAME_NULLABLE,
            ((Required, true), (Required, false)) => &rules::BECAME_NON_NULLABLE,
            ((Optional, _), (Required, true)) => &rules::NULL_FOR_ABSENT,
            ((Required, true), (Optional, _)) => &rules::ABSENT_FOR_NULL,
            ((Optional, _), (Optional, _))
            | ((Required, true), (Required, true))
            | ((Required, false), (Required, false)) => return,
        };
        let text = |(presence, nullable)| match (presence, nullable) {
            (Optional, _) => "optional".to_owned(),
            (Required, true) => "required, may be null".to_owned(),
            (Required, false) => "required".to_owned(),
        };
        self.tell(rule, spot, text(base), text(head));
    }

    fn default_value(&mut self, spot: Spot<'a>, base: Option<String>, head: Option<String>) {
        let rule = match (&base, &head) {
            (None, Some(_)) => &rules::DEFAULT_ADDED,
            (Some(_), None) => &rules::DEFAULT_REMOVED,
            (Some(base), Some(head)) if base != head => &rules::DEFAULT_CHANGED,
            (Some(_), Some(_)) | (None, None) => return,
        };
        self.tell(rule, spot, base, head);
    }

    fn format(&mut self, spot: Spot<'a>, base: Option<&Format>, head: Option<&Format>) {
        if base != head {
            let is_looser = head.is_none_or(|head| base.is_some_and(|base| takes_all_of(head, base)));
            let rule = if is_looser { &rules::FORMAT_LOOSENED } else { &rules::FORMAT_TIGHTENED };
            self.tell(rule, spot, base.map(format_text), head.map(format_text));
        }
    }

    fn condition(&mut self, spot: Spot<'a>, base: Option<&RequiredWhen>, head: Option<&RequiredWhen>) {
        if base.map(condition_text) != head.map(condition_text) {
            let is_looser = head.is_none_or(|head| base.is_some_and(|base| is_part_of(head, base)));
            let rule = if is_looser { &rules::CONDITION_LOOSENED } else { &rules::CONDITION_TIGHTENED };
            self.tell(rule, spot, base.map(condition_text), head.map(condition_text));
        }
    }

    /// A mark that is set or not.
    pub fn flag(
        &mut self,
        spot: Spot<'a>,
        (base, head): (bool, bool),
        (set, unset): (&'static Rule, &'static Rule),
    ) {
        match (base, head) {
            (false, true) => self.tell(set, spot, None, None),
            (true, false) => self.tell(unset, spot, None, None),
            (false, false) | (true, true) => {}
        }
    }
}

fn is_alike(base: &Parameter, head: &Parameter) -> bool {
    base.ty.notation == head.ty.notation
        && (base.presence, base.nullable, base.secret) == (head.presence, head.nullable, head.secret)
}

fn text(parameter: &Parameter) -> String {
    let presence = match (parameter.presence, parameter.nullable) {
        (Presence::Optional, _) => "?",
        (Presence::Required, true) => " or null",
        (Presence::Required, false) => "",
    };
    format!("{}{presence}", parameter.ty.notation)
}

/// Whether a format takes whatever another takes.
fn takes_all_of(head: &Format, base: &Format) -> bool {
    match (base, head) {
        (
            Format::Password { min_length: was, uppercase: upper, lowercase: lower, digit: number },
            Format::Password { min_length, uppercase, lowercase, digit },
        ) => min_length <= was && (!uppercase || *upper) && (!lowercase || *lower) && (!digit || *number),
        (Format::SixDigits, Format::SixDigits) => true,
        (Format::SixDigits, Format::Password { .. }) | (Format::Password { .. }, Format::SixDigits) => false,
    }
}

fn format_text(format: &Format) -> String {
    match format {
        Format::SixDigits => "six digits".to_owned(),
        Format::Password { min_length, uppercase, lowercase, digit } => {
            let needs = [
                (uppercase, ", an uppercase letter"),
                (lowercase, ", a lowercase letter"),
                (digit, ", a digit"),
            ];
            let needs = needs.into_iter().filter(|(is_needed, _)| **is_needed).map(|(_, need)| need);
            format!("{min_length} characters{}", needs.collect::<String>())
        }
    }
}

fn is_part_of(head: &RequiredWhen, base: &RequiredWhen) -> bool {
    let RequiredWhen { parameter, values } = head;
    *parameter == base.parameter && values.iter().all(|value| base.values.contains(value))
}

fn condition_text(condition: &RequiredWhen) -> String {
    format!("when {} is {}", condition.parameter, condition.values.join(" or "))
}
