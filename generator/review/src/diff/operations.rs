//! Operations, with their aliases and their results.

use std::iter;

use super::SubjectKind;
use super::entity::{Chain, ELSEWHERE, Entity, Kind, Position, is, listed, maybe, value};
use super::location::Half;
use super::rules::operation::SECTION;
use super::rules::returns;
use super::values::{deprecation_text, parameters, together};
use generator_spec::facts::{Fact, Key, Piece, of_operation};
use generator_spec::model::{
    Alias, Api, Auth, Group, Operation, RequestEncoding, ReturnKind, Returns, Scalar, Status, path_shape,
};

const OPERATION: Kind =
    Kind { name: "operation", section: &SECTION, position: Position::Subject(SubjectKind::Operation) };
const RESULT: Kind = Kind { name: "result", section: &returns::SECTION, position: Position::Item("returns") };
const ALIAS: Kind = Kind { name: "alias", section: &SECTION, position: Position::Member("aliases") };

/// The operations of an API.
pub fn operations<'a>(half: &Half<'a>) -> Vec<Entity<'a>> {
    let of_group = |group: &'a Group| {
        let before =
            std::iter::once(None).chain(group.operations().map(|operation| Some(operation.name.as_str())));
        group
            .operations()
            .zip(before)
            .map(move |(operation, before)| self::operation(half, group, before, operation))
    };
    half.api.groups.iter().flat_map(of_group).collect()
}

fn operation<'a>(
    half: &Half<'a>,
    group: &'a Group,
    before: Option<&str>,
    operation: &'a Operation,
) -> Entity<'a> {
    let facts = of_operation(half.api, group, operation);
    let path = operation.path.text();
    let names: Vec<&str> = operation.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let alike = format!(
        "{} {names:?} {:?} {:?} {:?}",
        group.rust, operation.returns.kind, operation.auth, operation.gates
    );
    let moved = half.groups.get(&group.rust).unwrap_or(&group.rust);
    // An effect that is known for the first time isn't another one.
    let is_known = operation.effect_status.is_some();
    // A method that follows the API's is part of a change of the API.
    let method =
        if half.api.method == Some(operation.http_method) { "" } else { operation.http_method.name() };
    // Whether the parameters are in the query follows from the HTTP method.
    let encoding = value(&facts, Key::Encoding).filter(|_| operation.encoding != RequestEncoding::Query);
    let deprecation =
        operation.deprecated.as_ref().map(|deprecation| deprecation_text(deprecation, Piece::Operation));
    let traits = vec![
        vec![is("group", moved).shown(group.rust.clone())],
        vec![
            maybe("effect", is_known.then(|| operation.effect.name())).at("effect"),
            maybe("effect_status", operation.effect_status.map(Status::in_words)).at("effect"),
        ],
        vec![maybe("repeatable", is_known.then_some(operation.repeatable)).at("repeatable").shown(None)],
        vec![
            // The name of a parameter between braces isn't sent.
            maybe("path", path.map(path_shape)).at("path").shown(path.map(str::to_owned)),
            maybe("path_status", operation.path.origin().map(Status::in_words)).at("path"),
        ],
        access(half.api, &operation.auth, &facts),
        vec![is("method", method).at("method").shown(operation.http_method.name().to_owned())],
        vec![maybe("encoding", encoding).at("encoding")],
        vec![maybe("deprecation", deprecation).at("deprecated")],
    ];
    let result = result(half, &operation.returns, value(&facts, Key::Returns));
    Entity {
        rust: &operation.rust,
        text: path.map(str::to_owned),
        // The same method and path; the same path; the same content and summary; the same content
        // and place in the group.
        clues: vec![
            path.map(|path| format!("{} {path}", operation.http_method.name())).unwrap_or_default(),
            path.unwrap_or_default().to_owned(),
            format!("{alike} {}", operation.summary),
            format!("{alike} {before:?}"),
        ],
        traits,
        facts,
        parts: vec![
            ("aliases", operation.aliases.iter().map(alias).collect()),
            ("parameters", parameters(half, &operation.parameters)),
            ("returns", vec![result]),
        ],
        ..Entity::new(OPERATION, &operation.name)
    }
}

/// The credential of an operation, whether it is required, and how it is sent.
fn access(api: &Api, auth: &Auth, facts: &[Fact<'_>]) -> Chain {
    let block = api.block_of(auth);
    let how = match auth {
        Auth::Required(_) => "required",
        Auth::Optional(_) => "optional",
        Auth::None => "none",
        Auth::NotShown => "not shown",
    };
    let all = [
        maybe("caller", block.map(|block| &block.credential)),
        is("access", how),
        maybe("block", auth.block()),
    ];
    all.map(|fact| fact.at("auth").shown(value(facts, Key::Auth))).into()
}

/// A result. Kinds with the same Rust type have the same output.
fn result<'a>(half: &Half<'a>, returns: &'a Returns, shown: Option<String>) -> Entity<'a> {
    let kind = returns.kind.name();
    let (output, framing) = match returns.kind {
        ReturnKind::Message | ReturnKind::Json => ("json", "json"),
        ReturnKind::Envelope => ("json", kind),
        ReturnKind::Text => ("text", kind),
        ReturnKind::Redirect(_) => ("text", "redirect"),
        ReturnKind::Bytes | ReturnKind::Described | ReturnKind::Nothing => (kind, kind),
    };
    let values = returns.values.map(|id| half.type_name(id).to_owned());
    let ty = values.or_else(|| Some(half.shape(&returns.ty.as_ref()?.shape, Scalar::Object)));
    let redirect = if let ReturnKind::Redirect(status) = returns.kind { Some(status) } else { None };
    let named = returns.ty.as_ref().and_then(|ty| ty.shape.named());
    let notation = returns.ty.as_ref().map(|ty| &ty.notation).filter(|_| named.is_none());
    let secrecy = match (returns.secret, returns.is_sealed()) {
        (false, _) => "open",
        (true, false) => "secret",
        (true, true) => "sealed",
    };
    let (in_rust, in_text) = if output == "json" { (ty, None) } else { (None, ty) };
    let type_in_rust = format!("{output} {in_rust:?}");
    let spelling = format!("{kind} {notation:?}");
    // The words about a text don't have its type.
    let spelled = if output == "json" { shown.clone() } else { spelled(half.api, returns) };
    let content_types: Vec<_> =
        iter::once(&returns.content_type).chain(&returns.more_content_types).cloned().collect();
    let docs: Vec<String> = returns.headers.iter().filter_map(|header| header.doc.clone()).collect();
    let status = returns.status.map(|status| status.to_string());
    let traits = vec![
        vec![
            is("output", output).shown(shown.clone()),
            maybe("output_type", in_rust).shown(shown.clone()),
            is("framing", framing).shown(shown),
            maybe("content_type", listed(&content_types)),
        ],
        vec![
            is(ELSEWHERE, type_in_rust),
            maybe("variant", returns.variant_rust.as_ref()).shown(status.clone()),
            is(ELSEWHERE, framing),
            maybe("redirect_status", redirect),
            is("return_status", status.as_deref().unwrap_or(&returns.kind.status().to_string())),
            maybe(ELSEWHERE, in_text.clone()),
            is("return_spelling", spelling).shown(spelled.clone()),
            maybe("status", status),
        ],
        vec![is(ELSEWHERE, output), is(ELSEWHERE, framing), maybe("text_type", in_text).shown(spelled)],
        vec![together("header_fields", &parameters(half, &returns.headers)), maybe("headers", listed(&docs))],
        vec![is("secrecy", secrecy).shown(None)],
        vec![maybe("doc", returns.doc.as_ref())],
        vec![maybe("source", returns.source.as_ref())],
    ];
    Entity { traits, ..Entity::new(RESULT, "") }
}

/// The type of a text or a file, with its listed values.
fn spelled(api: &Api, returns: &Returns) -> Option<String> {
    let listed = returns.values.and_then(|id| api.ty(id)).map(|ty| format!(", one of {}", ty.name));
    Some(returns.ty.as_ref()?.notation.clone() + &listed.unwrap_or_default())
}

fn alias(alias: &Alias) -> Entity<'_> {
    Entity {
        text: Some(alias.path.clone()),
        traits: vec![vec![maybe("alias_since", alias.since)], vec![maybe("alias_name", alias.name.as_ref())]],
        ..Entity::new(ALIAS, &alias.path)
    }
}
