//! Parameters, of operations and of credentials.

use super::compare::Row;
use super::differ::{Differ, Spot, both};
use super::facts::{Facts, value};
use super::pairing::pair;
use super::rule::row;
use super::rules::parameter::SECTION;
use generator_spec::facts::{Key, of_parameter};
use generator_spec::model::{Format, Parameter, Presence, RequiredWhen, Wire};

const KEY: &str = "parameters";

impl<'a> Differ<'a> {
    /// Compares the parameters of something.
    pub fn parameters(&mut self, spot: Spot<'a>, base: &'a [Parameter], head: &'a [Parameter]) {
        let mut matched = pair(base, head, |parameter| &parameter.name);
        matched.recognize(|_, it| Some(&it.rust), |_, _| true);
        // In its place and the same except for its name.
        matched.recognize(|at, _| Some(at), is_alike);
        let rows = |it: &Parameter| match it.presence {
            Presence::Required => [row!("parameter-added-required"), row!("parameter-removed")],
            Presence::Optional => [row!("parameter-added-optional"), row!("parameter-removed")],
        };
        self.entries(&matched, rows, |names, it| spot.member(KEY, names(&it.name)), |it| Some(text(it)));
        for (base, head) in &matched.both {
            self.parameter(spot.member(KEY, both(&base.name, &head.name)), base, head);
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
        let before: Vec<&str> = both.iter().map(|(was, _)| was.name.as_str()).collect();
        both.sort_by_key(|(_, is)| place(head, &is.name));
        let names = both.iter().map(|(was, is)| (was.name.as_str(), is.name.as_str()));
        let (kept, after): (Vec<&str>, Vec<&str>) = names.unzip();
        if kept != before {
            let row = row!("required-parameters-reordered");
            self.report(row, spot.key(KEY), before.join(", "), after.join(", "));
        }
    }

    fn parameter(&mut self, spot: Spot<'a>, base: &'a Parameter, head: &'a Parameter) {
        let names = [
            row!("parameter-renamed"),
            row!("parameter-renamed-on-the-wire"),
            row!("parameter-rust-name-changed"),
        ];
        self.wire_names(names, spot, [(&base.name, &base.rust), (&head.name, &head.rust)]);
        let facts = [of_parameter(self.base, base), of_parameter(self.head, head)];
        self.parameter_type(spot, base, head, &facts);
        self.parameter_wire(spot, base, head);
        if let Some(row) = presence_row(base, head) {
            let key = if base.presence == head.presence { Key::Type } else { Key::Required };
            self.fact(row, spot, key, &facts);
        }
        self.facts(&SECTION, spot, &facts, |key| match key {
            Key::Since => head.since < base.since,
            Key::Format => head.format.as_ref().zip(base.format.as_ref()).is_some_and(takes_all_of),
            _ => head.required_when.as_ref().zip(base.required_when.as_ref()).is_some_and(is_part_of),
        });
    }

    fn parameter_type(&mut self, spot: Spot<'a>, base: &Parameter, head: &Parameter, facts: &Facts<'_>) {
        let is_same_list = match (base.values, head.values) {
            (None, None) => true,
            (Some(was), Some(is)) => self.is_same_type(was, is),
            (Some(_), None) | (None, Some(_)) => false,
        };
        let changed = row!("parameter-type-changed");
        let rows = [changed, row!("parameter-json-shape-changed"), row!("parameter-type-respelt")];
        let row = self.type_rule(rows, &base.ty, &head.ty);
        if let Some(row) = if is_same_list { row } else { Some(changed) } {
            let [was, is] = facts.each_ref().map(|facts| {
                let (ty, listed) = (value(facts, Key::Type)?, value(facts, Key::Values));
                Some(listed.map_or(ty.clone(), |listed| format!("{ty}, one of {listed}")))
            });
            self.report(row, spot, was, is);
        }
    }

    fn parameter_wire(&mut self, spot: Spot<'a>, base: &Parameter, head: &Parameter) {
        self.values(row!("parameter-encoding-changed"), spot, [base, head].map(|it| wire_text(it.wire)));
        if base.wire == head.wire {
            let mark = |it: &Parameter| (it.wire == Wire::Json && it.json).then(|| "(JSON)".to_owned());
            self.values(row!("parameter-json-mark-changed"), spot, [base, head].map(mark));
        }
    }
}

fn presence_row(base: &Parameter, head: &Parameter) -> Option<Row> {
    use Presence::{Optional, Required};
    Some(match ((base.presence, base.nullable), (head.presence, head.nullable)) {
        ((Optional, _), (Required, false)) => row!("parameter-became-required"),
        ((Required, false), (Optional, _)) => row!("parameter-became-optional"),
        ((Required, false), (Required, true)) => row!("parameter-became-nullable"),
        ((Required, true), (Required, false)) => row!("parameter-became-non-nullable"),
        ((Optional, _), (Required, true)) => row!("parameter-null-for-absent"),
        ((Required, true), (Optional, _)) => row!("parameter-absent-for-null"),
        ((Optional, _), (Optional, _))
        | ((Required, true), (Required, true))
        | ((Required, false), (Required, false)) => return None,
    })
}

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
        Wire::List => "a list of plain texts",
        Wire::File => "a file",
    }
    .to_owned()
}

/// Returns whether a format takes everything that another takes.
fn takes_all_of((head, base): (&Format, &Format)) -> bool {
    match (base, head) {
        (
            Format::Password { min_length: was, uppercase: upper, lowercase: lower, digit: number },
            Format::Password { min_length, uppercase, lowercase, digit },
        ) => min_length <= was && (!uppercase || *upper) && (!lowercase || *lower) && (!digit || *number),
        (Format::SixDigits, Format::SixDigits) => true,
        (Format::SixDigits, Format::Password { .. }) | (Format::Password { .. }, Format::SixDigits) => false,
    }
}

/// Returns whether a condition holds only where another holds.
fn is_part_of((head, base): (&RequiredWhen, &RequiredWhen)) -> bool {
    let RequiredWhen { parameter, values } = head;
    *parameter == base.parameter && values.iter().all(|value| base.values.contains(value))
}
