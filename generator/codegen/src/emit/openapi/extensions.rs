//! `x-` keys: facts that OpenAPI has no keyword for. `FORMATS.md` has the same
//! list; a test holds the two together.

use serde_json::{Map, Value};

use super::json::Object;
use generator_spec::facts::{Fact, Key, Part, Shape};

/// Facts with a keyword in OpenAPI, or handled elsewhere.
const ELSEWHERE: &[Key] = &[
    // Operations.
    Key::Deprecated,
    Key::Method,
    Key::Rules,
    Key::Since,
    Key::Aliases,
    Key::Auth,
    Key::AuthIn,
    Key::Encoding,
    Key::Server,
    Key::VersionChanges,
    Key::Limits,
    // Parameters.
    Key::Default,
    Key::Values,
    Key::Constant,
    Key::Format,
    Key::RequiredWhen,
    Key::Secret,
    Key::Min,
    Key::Max,
    Key::ExclusiveMin,
    Key::ExclusiveMax,
    Key::MultipleOf,
    Key::MinLength,
    Key::MaxLength,
    Key::MinItems,
    Key::MaxItems,
    Key::Unique,
    Key::Pattern,
];

/// All other facts: `x-` and the key, in kebab case.
pub fn of(facts: &[Fact<'_>]) -> Object {
    let mut object = Map::new();
    for fact in facts.iter().filter(|fact| fact.is_for_people()) {
        let is_rule = matches!(fact.key.part(), Part::Plain | Part::Deprecation | Part::Text | Part::Note);
        if is_rule && !ELSEWHERE.contains(&fact.key) {
            let entry = object.entry(format!("x-{}", fact.key.name().replace('_', "-")));
            match fact.key.shape() {
                Shape::One | Shape::Flag => *entry.or_insert(Value::Null) = fact.value.to_json(),
                Shape::Many => {
                    let list = entry.or_insert_with(|| Value::Array(Vec::new()));
                    list.as_array_mut().into_iter().for_each(|list| list.push(fact.value.to_json()));
                }
            }
        }
    }
    object.into_iter().collect()
}
