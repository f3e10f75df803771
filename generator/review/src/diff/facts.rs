//! Facts are compared key by key, by the rows of the table: a new key needs only its rows.

use serde_json::Value as Json;

use super::SubjectKind;
use super::compare::{Differ, Texts};
use super::order::order;
use super::pairing::{is_reordered, pair};
use super::rule::{Section, What, When};
use super::spot::Spot;
use generator_spec::facts::{Fact, Key, Origin, Part, Shape};

impl<'a> Differ<'a> {
    /// Compares facts. One that changed and has no row is documentation.
    pub fn facts(&mut self, section: &Section, spot: Spot<'a>, facts: [&[Fact<'_>]; 2], texts: &mut Texts) {
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
                false if section.has_rows(What::Fact(key)) => {
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
    fn fact(&mut self, section: &Section, spot: Spot<'a>, key: Key, facts: [Vec<&Fact<'_>>; 2]) {
        let said = facts.each_ref().map(|facts| said(facts.iter().copied()).collect::<Vec<_>>());
        let said = said.each_ref();
        let row = |values, order| section.row(What::Fact(key), values, order);
        let changed: Vec<[Option<&str>; 2]> = if key.shape() == Shape::Many {
            let [was, is] = said.map(|said| said.iter().map(String::as_str).collect::<Vec<_>>());
            let [gone, new] = pair([&was, &is], |text| text).left;
            let gone = gone.into_iter().map(|(_, text)| [Some(text), None]);
            gone.chain(new.into_iter().map(|(_, text)| [None, Some(text)])).collect()
        } else {
            vec![said.map(|said| said.first().map(String::as_str))]
        };
        let json = |facts: &Vec<&Fact<'_>>| facts.first().map_or(Json::Null, |it| it.value.to_json());
        let mut values = facts.each_ref().map(json);
        if matches!(key, Key::Max | Key::MaxLength) {
            values.reverse();
        }
        let order = order(values);
        for values in changed {
            if let Some(row) = row(values, order) {
                let shown = values.map(|text| text.filter(|_| key.shape() != Shape::Flag).map(str::to_owned));
                self.report(row, spot, shown);
            }
        }
        if let Some(row) = row([None; 2], When::Reordered)
            && is_reordered(said.map(Vec::as_slice))
        {
            self.report(row, spot, said.map(|said| Some(said.join(", "))));
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
    use super::What;
    use generator_spec::facts::{Key, Part};

    /// Plain facts without a row are reported as texts: these only.
    #[test]
    fn every_plain_fact_has_a_row() {
        let texts = [Key::Matches, Key::SeeAlso, Key::NamedByDocuments, Key::Overlays];
        let plain = Key::ALL.iter().filter(|key| key.part() == Part::Plain);
        let without = plain.filter(|key| {
            !TABLE.iter().any(|it| it.has_rows(What::Fact(**key)) || it.elsewhere.contains(key))
        });
        assert_eq!(without.copied().collect::<Vec<_>>(), texts);
    }
}
