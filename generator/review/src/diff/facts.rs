//! Facts are compared key by key, by the rows of the table: a new key needs only its rows.

use serde_json::Value as Json;

use super::SubjectKind;
use super::compare::{Differ, Texts};
use super::entity::{Entity, Kind, Position};
use super::location::Location;
use super::order::order;
use super::rule::Section;
use generator_spec::facts::{Fact, Key, Origin, Part, Plain, Print, Shape};

impl<'a> Differ<'a> {
    /// Compares facts. One that changed and has no row is documentation.
    pub fn facts(&mut self, location: Location<'_>, pair: [&Entity<'a>; 2], texts: &mut Texts) {
        let section = pair[1].kind.section;
        for key in keys(pair.map(|entity| &entity.facts[..])) {
            let facts =
                pair.map(|entity| entity.facts.iter().filter(|fact| fact.key == key).collect::<Vec<_>>());
            let is_same_source = sources(&facts[0]).eq(sources(&facts[1]));
            let is_elsewhere = section.elsewhere.contains(&key);
            if is_elsewhere && is_same_source {
                continue;
            }
            let is_same_value = values(&self.halves[0], &facts[0]).eq(values(&self.halves[1], &facts[1]));
            let text = match is_same_value {
                true if !is_same_source => format!("source of {}", key.name()),
                true if key.part() == Part::Result && !self.has_same_doc(&facts) => key.name().to_owned(),
                true => continue,
                false if is_elsewhere => continue,
                false if section.has_rows(key.name()) => {
                    self.fact(section, location.key(key.name()), key, &facts);
                    continue;
                }
                false => key.name().to_owned(),
            };
            // Texts of an API are far apart in its file, so each is reported with its key.
            texts.push((if location.kind == SubjectKind::Api { key.name() } else { "" }, text));
        }
    }

    /// Returns whether the documents' words about a result, which are not its value, are the same.
    fn has_same_doc(&self, facts: &[Vec<&Fact<'_>>; 2]) -> bool {
        let docs = |side: usize| facts[side].iter().map(move |fact| self.halves[side].rest(fact));
        docs(0).eq(docs(1))
    }

    /// Reports a fact that changed and has rows.
    fn fact(
        &mut self,
        section: &'static Section,
        location: Location<'_>,
        key: Key,
        facts: &[Vec<&Fact<'_>>; 2],
    ) {
        // Compared by the names that types have now, and reported by those that they had.
        let values =
            [0, 1].map(|side| values(&self.halves[side], &facts[side]).zip(values(&Plain, &facts[side])));
        if key.shape() == Shape::Many {
            let kind = Kind { name: key.name(), section, position: Position::Item(key.name()) };
            let item = |(name, text)| Entity { text: Some(text), ..Entity::new(kind, name) };
            let lists = values.map(|values| values.map(item).collect::<Vec<_>>());
            return self.list(location, lists.each_ref());
        }
        let [(was, before), (is, after)] = values.map(|mut values| values.next().unzip());
        let mut limits =
            facts.each_ref().map(|facts| facts.first().map_or(Json::Null, |fact| fact.value.to_json()));
        if matches!(key, Key::Max | Key::ExclusiveMax | Key::MaxLength | Key::MaxItems) {
            limits.reverse();
        }
        if let Some(row) = section.row(key.name(), [was.as_deref(), is.as_deref()], order(limits)) {
            self.report(
                row,
                location,
                [before, after].map(|text| text.filter(|_| key.shape() != Shape::Flag)),
            );
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

/// The values of facts in words; where there are none, or for texts, as programs get them.
fn values(print: &impl Print, facts: &[&Fact<'_>]) -> impl Iterator<Item = String> {
    facts.iter().filter_map(|fact| {
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
fn sources<'a>(facts: &[&Fact<'a>]) -> impl Iterator<Item = Origin<'a>> {
    facts.iter().map(|fact| fact.origin).filter(|origin| matches!(origin, Origin::Elsewhere(_)))
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
        SECTIONS
            .into_iter()
            .flat_map(|(subject, section)| Key::of(subject).map(move |key| (subject, key, section)))
    }

    /// Facts without a row are reported as texts: only these, and those in the documents' words.
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
