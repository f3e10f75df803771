//! Facts are compared key by key, by the rows of the table: a new key needs only its rows.

use serde_json::Value as Json;

use super::SubjectKind;
use super::compare::Row;
use super::differ::{Differ, Spot};
use super::pairing::pair;
use super::rule::{Section, When};
use generator_spec::facts::{Fact, Key, Origin, Shape, Value};

/// Facts on both sides.
pub type Facts<'f> = [Vec<Fact<'f>>; 2];

/// A fact's value, for machines and for people.
type Said = (Json, String);

impl<'a> Differ<'a> {
    /// Compares facts. Of one that changed, `is_looser` says whether more fulfils it now.
    pub fn facts(
        &mut self,
        section: &Section,
        spot: Spot<'a>,
        facts: &Facts<'_>,
        is_looser: impl Fn(Key) -> bool,
    ) {
        let mut texts = Vec::new();
        for key in keys(facts) {
            let [was, is] = facts.each_ref().map(|facts| said(facts, key));
            let spot = spot.or_key(key.name());
            if was == is {
                let [was, is] = facts.each_ref().map(|facts| sources(facts, key));
                texts.extend((was != is).then(|| (key, format!("source of {}", key.name()))));
            } else if section.by_code.contains(&key) {
                // The caller compares it.
            } else if !section.has_rows(key) {
                texts.push((key, key.name().to_owned()));
            } else if key.shape() == Shape::Many {
                self.items(section, spot, key, &[was, is]);
            } else {
                let order = if is_looser(key) { When::Looser } else { When::Stricter };
                self.one(section, spot, key, [was, is], order);
            }
        }
        // Those of an API are far apart in its file.
        let each = if spot.kind == SubjectKind::Api { 1 } else { usize::MAX };
        for texts in texts.chunks(each) {
            let spot = if each == 1 { spot.key(texts[0].0.name()) } else { spot };
            self.texts(spot, texts.iter().map(|(_, text)| (text.as_str(), true)));
        }
    }

    fn one(&mut self, section: &Section, spot: Spot<'a>, key: Key, said: [Vec<Said>; 2], order: When) {
        let [was, is] = said.map(|said| said.into_iter().next().map(|(_, text)| text));
        let whens = match (&was, &is) {
            (None, _) => [When::Added, When::Stricter],
            (_, None) => [When::Removed, When::Looser],
            (Some(_), Some(_)) => [When::Changed, order],
        };
        match (section.row(key, &whens), key.shape()) {
            (None, _) => {}
            (Some(rule), Shape::Flag) => self.report(rule, spot, None, None),
            (Some(rule), Shape::One | Shape::Many) => self.report(rule, spot, was, is),
        }
    }

    /// A list whose items have no facts of their own.
    fn items(&mut self, section: &Section, spot: Spot<'a>, key: Key, [was, is]: &[Vec<Said>; 2]) {
        let row = |when| section.row(key, &[when]);
        let matched = pair(was, is, |(_, text)| text);
        if let (Some(added), Some(removed)) = (row(When::Added), row(When::Removed)) {
            self.entries(&matched, |_| [added, removed], |_, _| spot, |(_, text)| Some(text.clone()));
        }
        if let Some(reordered) = row(When::Reordered) {
            self.order(reordered, spot, [was, is], |(_, text)| text);
        }
    }

    /// Reports a fact that changed.
    pub fn fact(&mut self, rule: Row, spot: Spot<'a>, key: Key, facts: &Facts<'_>) {
        let [was, is] = facts.each_ref().map(|facts| value(facts, key));
        self.report(rule, spot.or_key(key.name()), was, is);
    }
}

/// The keys of facts, each once.
fn keys(facts: &Facts<'_>) -> Vec<Key> {
    let mut keys = Vec::new();
    for fact in facts.iter().rev().flatten() {
        if !keys.contains(&fact.key) {
            keys.push(fact.key);
        }
    }
    keys
}

/// The values of a key, as JSON and in words.
fn said(facts: &[Fact<'_>], key: Key) -> Vec<Said> {
    let facts = facts.iter().filter(|fact| fact.key == key && !matches!(fact.value, Value::Nothing));
    let said = facts.map(|fact| {
        let (json, text) = (fact.value.to_json(), fact.short());
        let text = if text.is_empty() {
            json.as_str().map_or_else(|| json.to_string(), str::to_owned)
        } else {
            text
        };
        (json, text)
    });
    said.collect()
}

/// The overlays that a key is from.
fn sources<'f>(facts: &[Fact<'f>], key: Key) -> Vec<Origin<'f>> {
    let origins = facts.iter().filter(|fact| fact.key == key).map(|fact| fact.origin);
    origins.filter(|origin| matches!(origin, Origin::Elsewhere(_))).collect()
}

/// The value of a key for people, if it has one.
pub fn value(facts: &[Fact<'_>], key: Key) -> Option<String> {
    let values: Vec<String> = facts.iter().filter(|fact| fact.key == key).map(Fact::short).collect();
    listed(&values)
}

/// A list of names; `None` if it is empty.
pub fn listed(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::rules::TABLE;
    use generator_spec::facts::{Key, Part};

    /// Plain facts without a row are reported as texts: these only.
    #[test]
    fn every_plain_fact_has_a_row() {
        let texts = [Key::Matches, Key::SeeAlso, Key::NamedByDocuments, Key::Overlays];
        let plain = Key::ALL.iter().filter(|key| key.part() == Part::Plain);
        let without = plain.filter(|key| {
            !TABLE.iter().any(|section| section.has_rows(**key) || section.by_code.contains(key))
        });
        assert_eq!(without.copied().collect::<Vec<_>>(), texts);
    }
}
