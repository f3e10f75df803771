//! Facts are compared key by key, by the rows of the table: a new key needs only its rows.

use serde_json::Value as Json;

use super::SubjectKind;
use super::compare::{Differ, Texts};
use super::entity::{Entity, Kind, Position};
use super::order::order;
use super::rule::Section;
use super::spot::Spot;
use generator_spec::facts::{Fact, Key, Origin, Part, Plain, Print, Shape};

impl<'a> Differ<'a> {
    /// Compares facts. One that changed and has no row is documentation.
    pub fn facts(&mut self, spot: Spot<'_>, pair: [&Entity<'a>; 2], texts: &mut Texts) {
        let section = pair[1].kind.section;
        let facts = pair.map(|it| &it.facts[..]);
        for key in keys(facts) {
            let of_key = |side: usize| facts[side].iter().filter(move |it| it.key == key);
            let halves = &self.halves;
            let said = |side: usize| said(&halves[side], of_key(side));
            let is_same_source = sources(of_key(0)).eq(sources(of_key(1)));
            let is_elsewhere = section.elsewhere.contains(&key);
            if is_elsewhere && is_same_source {
                continue;
            }
            // The documents' words about a result are not its value.
            let doc = |side: usize| of_key(side).map(move |it| halves[side].rest(it));
            let text = match said(0).eq(said(1)) {
                true if !is_same_source => format!("source of {}", key.name()),
                true if key.part() == Part::Result && !doc(0).eq(doc(1)) => key.name().to_owned(),
                true => continue,
                false if is_elsewhere => continue,
                false if section.has_rows(key.name()) => {
                    self.fact(section, spot.key(key.name()), key, [0, 1].map(|side| of_key(side).collect()));
                    continue;
                }
                false => key.name().to_owned(),
            };
            // Those of an API are far apart in its file.
            texts.push((if spot.kind == SubjectKind::Api { key.name() } else { "" }, text));
        }
    }

    /// A fact that changed and has rows.
    fn fact(&mut self, section: &'static Section, spot: Spot<'_>, key: Key, facts: [Vec<&Fact<'_>>; 2]) {
        // Compared by the names that types have now, and reported by those that they had.
        let values = [0, 1].map(|side| {
            let facts = || facts[side].iter().copied();
            said(&self.halves[side], facts()).zip(said(&Plain, facts()))
        });
        if key.shape() == Shape::Many {
            let kind = Kind { name: key.name(), section, position: Position::Item(key.name()) };
            let item = |(name, text)| Entity { text: Some(text), ..Entity::new(kind, name) };
            let lists = values.map(|values| values.map(item).collect::<Vec<_>>());
            return self.list(spot, lists.each_ref());
        }
        let [(was, before), (is, after)] = values.map(|mut values| values.next().unzip());
        let json = |facts: &Vec<&Fact<'_>>| facts.first().map_or(Json::Null, |it| it.value.to_json());
        let mut limits = facts.each_ref().map(json);
        if matches!(key, Key::Max | Key::ExclusiveMax | Key::MaxLength | Key::MaxItems) {
            limits.reverse();
        }
        let row = section.row(key.name(), [was.as_deref(), is.as_deref()], order(limits));
        if let Some(row) = row {
            self.report(row, spot, [before, after].map(|text| text.filter(|_| key.shape() != Shape::Flag)));
        }
    }
}

/// The keys of facts, each once.
fn keys(facts: [&[Fact<'_>]; 2]) -> Vec<Key> {
    let mut keys = Vec::new();
    for fact in facts.into_iter().rev().flatten() {
        if !keys.contains(&fact.key) {
            keys.push(fact.key);
        }
    }
    keys
}

/// The values of facts: in words, or for programs if that is all or if it is more.
fn said<'f, 'a: 'f>(
    print: &impl Print,
    facts: impl Iterator<Item = &'f Fact<'a>>,
) -> impl Iterator<Item = String> {
    facts.filter_map(|fact| {
        let mut text = String::new();
        print.pieces(fact.words.value(), &mut text);
        if !text.is_empty() && !matches!(fact.key.part(), Part::Text | Part::Note) {
            return Some(text);
        }
        match fact.value.to_json() {
            Json::Null => None,
            Json::String(text) => Some(text),
            json => Some(json.to_string()),
        }
    })
}

/// The overlays that facts are from.
fn sources<'f, 'a: 'f>(facts: impl Iterator<Item = &'f Fact<'a>>) -> impl Iterator<Item = Origin<'a>> {
    facts.map(|fact| fact.origin).filter(|origin| matches!(origin, Origin::Elsewhere(_)))
}

#[cfg(test)]
pub mod tests {
    use super::super::rule::When;
    use super::super::rules::{TABLE, api, credential, operation, parameter, types};
    use super::{Key, Part, Section, Shape};
    use generator_spec::facts::Subject;

    const SECTIONS: [(Subject, &Section); 9] = [
        (Subject::Api, &api::SECTION),
        (Subject::Group, &api::SECTION),
        (Subject::Constant, &api::SECTION),
        (Subject::Operation, &operation::SECTION),
        (Subject::Parameter, &parameter::SECTION),
        (Subject::Type, &types::SECTION),
        (Subject::Field, &types::SECTION),
        (Subject::Block, &credential::SECTION),
        (Subject::Gate, &credential::SECTION),
    ];

    /// The facts of each subject, with its section.
    pub fn facts() -> impl Iterator<Item = (Subject, Key, &'static Section)> {
        let of = |(subject, section)| Key::of(subject).map(move |key| (subject, key, section));
        SECTIONS.into_iter().flat_map(of)
    }

    /// Facts without a row are reported as texts: these only, and what is in the documents' words.
    #[test]
    fn every_fact_has_a_row_in_its_section() {
        let texts = [
            Key::States,
            Key::BaseUrl,
            Key::Synonyms,
            Key::Documents,
            Key::Imported,
            Key::Names,
            Key::PathConvention,
            Key::EffectConvention,
            Key::Resources,
            Key::Topics,
            Key::Overlays,
            Key::Matches,
            Key::SeeAlso,
            // The parameter that is the body says it.
            Key::Partial,
            Key::NamedByDocuments,
        ];
        let without = facts().filter(|(_, key, section)| {
            let is_text =
                matches!(key.part(), Part::Summary | Part::Text | Part::Note | Part::Source | Part::Member);
            !is_text && !section.has_rows(key.name()) && !section.elsewhere.contains(key)
        });
        assert_eq!(without.map(|(_, key, _)| key).collect::<Vec<_>>(), texts);
    }

    /// Facts that an export has under another key.
    #[test]
    fn every_other_fact_is_reported_elsewhere() {
        let others = Key::ALL.iter().filter(|other| !facts().any(|(_, key, _)| key == **other));
        let without = others.filter(|key| !TABLE.iter().any(|section| section.elsewhere.contains(key)));
        assert_eq!(without.copied().collect::<Vec<_>>(), []);
    }

    /// A fact that has rows has one for each way in which it changes.
    #[test]
    fn no_change_of_a_fact_is_silent() {
        // The first two are seen in operations and as constant parameters; the others are always there.
        let kept = [Key::Method, Key::Constant, Key::Status, Key::RefusedWith];
        let ways = |key: Key| {
            let changed = [When::Stricter, When::Looser].map(|order| ([Some("1"), Some("2")], order));
            let changed = changed.into_iter().filter(move |_| key.shape() == Shape::One);
            let [added, removed] =
                [[None, Some("1")], [Some("1"), None]].map(|values| (values, When::Changed));
            changed.chain([added, removed])
        };
        let silent = facts().filter(|(_, key, section)| {
            let row = |(values, order)| section.row(key.name(), values, order);
            let has_rows = section.has_rows(key.name()) && !section.elsewhere.contains(key);
            has_rows && ways(*key).any(|way| row(way).is_none())
        });
        assert_eq!(silent.map(|(_, key, _)| key).collect::<Vec<_>>(), kept);
    }
}
