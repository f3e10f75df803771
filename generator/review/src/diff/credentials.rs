//! Credentials, gates, and the methods of the gatekeeper that follow from them.

use super::SubjectKind;
use super::entity::{Entity, Kind, Position, is, listed, maybe, value};
use super::location::Half;
use super::rules::credential::SECTION;
use super::values::{parameters, together};
use generator_spec::facts::{Key, asked, of_block, of_gate};
use generator_spec::model::{Auth, AuthBlock, Gate, Scheme};

const CREDENTIAL: Kind =
    Kind { name: "credential", section: &SECTION, position: Position::Subject(SubjectKind::Credential) };
const SCHEME: Kind = Kind { name: "constructor", section: &SECTION, position: Position::Member("schemes") };
const GATE: Kind = Kind { name: "gate", section: &SECTION, position: Position::Subject(SubjectKind::Gate) };
const CHECK: Kind = Kind { name: "check", section: &SECTION, position: Position::Item("gates") };

/// An authentication block.
pub fn credential<'a>(half: &Half<'a>, block: &'a AuthBlock) -> Entity<'a> {
    let facts = of_block(half.api, block);
    let mut parts =
        vec![("schemes", block.schemes.iter().map(|scheme| self::scheme(block, scheme)).collect())];
    let parameters = parameters(half, &block.parameters);
    let (sort, carried) = if block.is_own_credential() {
        parts.insert(0, ("parameters", parameters));
        ("own", maybe("carried", None::<&str>))
    } else {
        // A block that carries another block's credential has no type for its parameters.
        ("carrier", together("carried", &parameters).at("parameters"))
    };
    Entity {
        sort,
        text: value(&facts, Key::In),
        traits: vec![
            vec![
                is("credential", sort).at("credential_of").shown(block.credential.clone()),
                is("credential_of", &block.credential).at("credential_of"),
            ],
            vec![carried],
        ],
        facts,
        parts,
        ..Entity::new(CREDENTIAL, &block.name)
    }
}

fn scheme<'a>(block: &AuthBlock, scheme: &'a Scheme) -> Entity<'a> {
    let parameters = scheme
        .takes
        .iter()
        .filter_map(|name| block.parameters.iter().find(|parameter| parameter.name == *name));
    let takes: Vec<String> = parameters.map(|parameter| parameter.rust.clone()).collect();
    // Its arguments are in the order of the block's parameters.
    let mut sorted = takes.clone();
    sorted.sort_unstable();
    let shown = listed(&scheme.takes);
    Entity {
        text: shown.clone(),
        traits: vec![
            vec![maybe("scheme_value", scheme.value.as_ref())],
            vec![maybe("takes", listed(&sorted)).shown(shown), maybe("order", listed(&takes))],
        ],
        ..Entity::new(SCHEME, &scheme.rust)
    }
}

/// A gate.
pub fn gate<'a>(half: &Half<'a>, gate: &'a Gate) -> Entity<'a> {
    // Its method and its caller are the gatekeeper's.
    let question = gate.asks.as_ref().map(|asks| asked(asks.kind));
    Entity {
        traits: vec![vec![maybe("question", question).at("asks")]],
        facts: of_gate(half.api, gate),
        ..Entity::new(GATE, &gate.code)
    }
}

/// The methods of an API's gatekeeper that have a default.
pub fn checks<'a>(half: &Half<'a>) -> Vec<Entity<'a>> {
    let api = half.api;
    let of_gates = api.gates.iter().filter_map(|gate| {
        let asks = gate.asks.as_ref()?;
        Some(check(&asks.method, asks.credential.as_deref(), Some(&gate.code)))
    });
    let permission = api.permission_credential.as_deref();
    let permission = permission.map(|about| check("has_permission", Some(about), None));
    let is_not_shown = api.operations().any(|operation| operation.auth == Auth::NotShown);
    let not_shown = is_not_shown.then(|| check("lets_in_where_not_shown", None, None));
    of_gates.chain(permission).chain(not_shown).collect()
}

fn check<'a>(method: &'a str, about: Option<&str>, gate: Option<&String>) -> Entity<'a> {
    let text = about.map_or_else(|| method.to_owned(), |about| format!("{method} (of {about})"));
    Entity {
        // A renamed method is recognized by its gate.
        clues: gate.into_iter().cloned().collect(),
        traits: vec![vec![is("check", &text).at("gates")]],
        text: Some(text),
        ..Entity::new(CHECK, method)
    }
}
