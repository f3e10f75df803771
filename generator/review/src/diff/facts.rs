//! Facts are compared key by key, by the rows of the table: a new key needs only its rows.

use serde_json::Value as Json;

use super::SubjectKind;
use super::aspect::Aspect;
use super::compare::{Differ, Texts};
use super::entity::{Entity, Kind, Place};
use super::order::order;
use super::rule::Section;
use super::spot::Spot;
use generator_spec::facts::{Fact, Key, Origin, Part, Shape};

impl<'a> Differ<'a> {
    /// Compares facts. One that changed and has no row is documentation.
    pub fn facts(
        &mut self,
        section: &'static Section,
        spot: Spot<'_>,
        facts: [&[Fact<'_>]; 2],
        texts: &mut Texts,
    ) {
        for key in keys(facts) {
            let of_key = |side: usize| facts[side].iter().filter(move |it| it.key == key);
            let is_same_source = sources(of_key(0)).eq(sources(of_key(1)));
            let is_elsewhere = section.elsewhere.contains(&key);
            if is_elsewhere && is_same_source {
                continue;
            }
            let text = match said(of_key(0)).eq(said(of_key(1))) {
                true if is_same_source => continue,
                true => format!("source of {}", key.name()),
                false if is_elsewhere => continue,
                false if section.has_rows(Aspect::Fact(key)) => {
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
        let texts = facts.each_ref().map(|facts| said(facts.iter().copied()));
        if key.shape() == Shape::Many {
            let kind = Kind { what: Aspect::Fact(key), section, place: Place::Item(key.name()) };
            let item = |text: String| Entity { text: Some(text.clone()), ..Entity::new(kind, text) };
            let lists = texts.map(|texts| texts.map(item).collect::<Vec<_>>());
            return self.list(spot, lists.each_ref().map(Vec::as_slice));
        }
        let values = texts.map(|mut texts| texts.next());
        let json = |facts: &Vec<&Fact<'_>>| facts.first().map_or(Json::Null, |it| it.value.to_json());
        let mut limits = facts.each_ref().map(json);
        if matches!(key, Key::Max | Key::MaxLength) {
            limits.reverse();
        }
        let row = section.row(Aspect::Fact(key), values.each_ref().map(Option::as_deref), order(limits));
        if let Some(row) = row {
            self.report(row, spot, values.map(|text| text.filter(|_| key.shape() != Shape::Flag)));
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
fn said<'f, 'a: 'f>(facts: impl Iterator<Item = &'f Fact<'a>>) -> impl Iterator<Item = String> {
    facts.filter_map(|fact| {
        let text = fact.short();
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
mod tests {
    use super::super::rules::TABLE;
    use super::Aspect;
    use generator_spec::facts::{Key, Part};

    /// Plain facts without a row are reported as texts: these only.
    #[test]
    fn every_plain_fact_has_a_row() {
        let texts = [Key::Matches, Key::SeeAlso, Key::NamedByDocuments, Key::Overlays];
        let plain = Key::ALL.iter().filter(|key| key.part() == Part::Plain);
        let without = plain.filter(|key| {
            !TABLE.iter().any(|it| it.has_rows(Aspect::Fact(**key)) || it.elsewhere.contains(key))
        });
        assert_eq!(without.copied().collect::<Vec<_>>(), texts);
    }
}
