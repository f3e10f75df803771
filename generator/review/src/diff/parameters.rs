//! Parameters, of operations and of credentials.

use super::compare::{changed, values};
use super::differ::{Differ, Names, Spot};
use super::pairing::pair;
use super::rules::parameter as rules;
use generator_spec::facts::{Key, of_parameter};
use generator_spec::model::{Format, Parameter, Presence, RequiredWhen, Wire};

const KEY: &str = "parameters";

impl<'a> Differ<'a> {
    /// Compares the parameters of something.
    pub fn parameters(&mut self, spot: Spot<'a>, base: &'a [Parameter], head: &'a [Parameter]) {
        let mut matched = pair(base, head, |parameter| &parameter.name);
        matched.recognise(|_, it| Some(&it.rust), |_, _| true);
        // In its place, and the same except for its name.
        matched.recognise(|at, _| Some(at), is_alike);
        let entries = |it: &Parameter| match it.presence {
            Presence::Required => [&rules::ADDED_REQUIRED, &rules::REMOVED],
            Presence::Optional => [&rules::ADDED_OPTIONAL, &rules::REMOVED],
        };
        self.entries(&matched, entries, |names, it| spot.member(KEY, names(&it.name)), |it| Some(text(it)));
        for (base, head) in &matched.both {
            self.parameter(spot.member(KEY, Names::both(&base.name, &head.name)), base, head);
        }
        self.argument_order(spot, matched.both, base, head);
    }

    /// `new` takes what is required before and now in the order of the lists.
    fn argument_order(
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
            self.report(&rules::REORDERED, spot.key(KEY), before.join(", "), after.join(", "));
        }
    }

    /// Compares one parameter.
    fn parameter(&mut self, spot: Spot<'a>, base: &'a Parameter, head: &'a Parameter) {
        let Parameter {
            name,
            rust,
            // Follows from the names.
            renamed: _,
            // Compared with others below.
            ty: _,
            values: _,
            json: _,
            wire: _,
            presence: _,
            nullable: _,
            constant,
            doc,
            since,
            default,
            format,
            required_when,
            top_level_only,
            secret,
            one_time,
            source,
        } = base;
        let (was, is) = (self.base, self.head);
        let said = |key| values([of_parameter(was, base), of_parameter(is, head)], key);
        let names = [&rules::RENAMED, &rules::RENAMED_ON_THE_WIRE, &rules::RUST_NAME_CHANGED];
        self.wire_names(names, spot, (name, rust), (&head.name, &head.rust));
        self.parameter_type(spot, base, head, said);
        self.parameter_wire(spot, base, head);
        self.presence(spot, base, head, said);
        self.since([&rules::SINCE_RAISED, &rules::SINCE_LOWERED], spot, *since, head.since);
        let rows = [&rules::DEFAULT_ADDED, &rules::DEFAULT_REMOVED, &rules::DEFAULT_CHANGED];
        self.key(rows, spot, Key::Default, *default != head.default, said);
        let looser = head
            .format
            .as_ref()
            .is_none_or(|head| format.as_ref().is_some_and(|base| takes_all_of(head, base)));
        let row = if looser { &rules::FORMAT_LOOSENED } else { &rules::FORMAT_TIGHTENED };
        self.key([row; 3], spot, Key::Format, *format != head.format, said);
        let looser = head
            .required_when
            .as_ref()
            .is_none_or(|head| required_when.as_ref().is_some_and(|base| is_part_of(head, base)));
        let row = if looser { &rules::CONDITION_LOOSENED } else { &rules::CONDITION_TIGHTENED };
        self.key([row; 3], spot, Key::RequiredWhen, *required_when != head.required_when, said);
        self.flag([&rules::SECRET_MARKED, &rules::SECRET_UNMARKED], spot, *secret, head.secret);
        self.flag([&rules::ONE_TIME_MARKED, &rules::ONE_TIME_UNMARKED], spot, *one_time, head.one_time);
        self.flag([&rules::TOP_LEVEL_ONLY, &rules::ANY_LEVEL], spot, *top_level_only, head.top_level_only);
        self.key([&rules::CONSTANT_CHANGED; 3], spot, Key::Constant, *constant != head.constant, said);
        self.texts(spot, &changed!(head; doc source));
    }

    fn parameter_type(&mut self, spot: Spot<'a>, base: &Parameter, head: &Parameter, said: impl Said) {
        let is_same_list = match (base.values, head.values) {
            (None, None) => true,
            (Some(was), Some(is)) => self.is_same_type(was, is),
            (Some(_), None) | (None, Some(_)) => false,
        };
        let types = [&rules::TYPE_CHANGED, &rules::JSON_SHAPE_CHANGED, &rules::TYPE_RESPELT];
        let rule = self.type_rule(types, &base.ty, &head.ty);
        if let Some(rule) = if is_same_list { rule } else { Some(&rules::TYPE_CHANGED) } {
            let ([was, is], [was_listed, is_listed]) = (said(Key::Type), said(Key::Values));
            let text = |ty: Option<String>, listed: Option<String>| match (ty, listed) {
                (Some(ty), Some(listed)) => Some(format!("{ty}, one of {listed}")),
                (ty, _) => ty,
            };
            self.report(rule, spot, text(was, was_listed), text(is, is_listed));
        }
    }

    fn parameter_wire(&mut self, spot: Spot<'a>, base: &Parameter, head: &Parameter) {
        self.value(&rules::ENCODING_CHANGED, spot, wire_text(base.wire), wire_text(head.wire));
        if base.wire == head.wire {
            let mark = |it: &Parameter| (it.wire == Wire::Json && it.json).then(|| "(JSON)".to_owned());
            self.value(&rules::JSON_MARK_CHANGED, spot, mark(base), mark(head));
        }
    }

    fn presence(&mut self, spot: Spot<'a>, base: &Parameter, head: &Parameter, said: impl Said) {
        use Presence::{Optional, Required};
        let rule = match ((base.presence, base.nullable), (head.presence, head.nullable)) {
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
        let [was, is] = said(if base.presence == head.presence { Key::Type } else { Key::Required });
        self.report(rule, spot, was, is);
    }
}

/// The words for a key on both sides.
trait Said: Fn(Key) -> [Option<String>; 2] + Copy {}

impl<F: Fn(Key) -> [Option<String>; 2] + Copy> Said for F {}

fn is_alike(base: &Parameter, head: &Parameter) -> bool {
    base.ty.notation == head.ty.notation
        && (base.presence, base.nullable, base.secret) == (head.presence, head.nullable, head.secret)
}

/// Its type as the documents write it.
pub fn text(parameter: &Parameter) -> String {
    let presence = match (parameter.presence, parameter.nullable) {
        (Presence::Optional, _) => "?",
        (Presence::Required, true) => " or null",
        (Presence::Required, false) => "",
    };
    format!("{}{presence}", parameter.ty.notation)
}

fn wire_text(wire: Wire) -> String {
    match wire {
        Wire::Text => "plain text",
        Wire::Json => "JSON text",
        Wire::File => "a file",
    }
    .to_owned()
}

/// Whether a format takes everything that another takes.
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

fn is_part_of(head: &RequiredWhen, base: &RequiredWhen) -> bool {
    let RequiredWhen { parameter, values } = head;
    *parameter == base.parameter && values.iter().all(|value| base.values.contains(value))
}
