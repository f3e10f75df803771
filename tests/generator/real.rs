//! The two real specs: complete, consistent, and what comes out of them is
//! what `generated/` holds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use generator_codegen::Selection;
use generator_codegen::write::{self, Accept};
use generator_review::export::export;
use generator_spec::model::{
    Alias, Api, Group, Operation, Parameter, Path as ApiPath, Presence, Row, Unnamed,
};
use serde_json::Value;

fn real() -> Vec<Api> {
    tests::read("../spec")
}

fn api(name: &str) -> Api {
    real().into_iter().find(|api| api.name == name).expect("the API is there")
}

/// The number of rows of each part of the documents.
fn counts(api: &Api) -> Vec<(&str, usize)> {
    let mut counts = BTreeMap::new();
    for (_, row) in api.rows() {
        let part = row.part();
        *counts.entry((part.file.as_str(), part.name.as_str())).or_default() += 1;
    }
    counts.into_iter().map(|((_, part), rows)| (part, rows)).collect()
}

#[test]
fn every_row_of_the_documents_is_there() {
    let server = api("backup-server");
    let rows = [16, 15, 13, 51, 23, 34, 27, 15, 7, 25];
    let parts = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
    assert_eq!(counts(&server), parts.into_iter().zip(rows).collect::<Vec<_>>());
    assert_eq!(rows.iter().sum::<usize>(), 226);
    assert_eq!(server.operations().count(), 223, "three rows have no name");

    let portal = api("account-portal");
    let rows: Vec<usize> = counts(&portal).into_iter().map(|(_, rows)| rows).collect();
    assert_eq!(rows, [6, 1, 4, 12, 10, 2, 4, 11]);
    assert_eq!(portal.operations().count(), 50);
}

/// A group is a topic that one can look through.
#[test]
fn groups_are_neither_many_nor_large() {
    for api in real() {
        assert!((8..=16).contains(&api.groups.len()), "{}", api.name);
        for group in &api.groups {
            let rows = group.rows.len();
            assert!((2..=40).contains(&rows), "{} has {rows} operations", group.rust);
            assert!(group.about.is_some(), "{}", group.rust);
        }
    }
}

/// `AdminAddUser  ~/api/v1/admin/add-user  AA AR  (TargetUser, TargetPassword*, Profile?) -> message`
///
/// `~` marks an inferred path, `?` an optional parameter, `*` a secret.
#[test]
fn every_operation_in_a_line() {
    for api in [api("backup-server"), api("account-portal")] {
        for group in &api.groups {
            let lines: Vec<String> = group.rows.iter().map(line).collect();
            tests::snapshot("real", &format!("{}.{}", api.name, group.rust), &lines.join("\n"));
        }
    }
}

fn line(row: &Row) -> String {
    let (name, path, gates, parameters, returns) = match row {
        Row::Named(it) => (it.name.clone(), paths(it), &it.gates, &it.parameters, &it.returns),
        Row::Unnamed(it) => (unnamed(it), String::new(), &it.gates, &it.parameters, &it.returns),
    };
    let parameters: Vec<String> = parameters.iter().map(parameter).collect();
    let ty = returns.ty.as_ref().map(|ty| format!(" {}", ty.notation)).unwrap_or_default();
    let result = format!("({}) -> {}{ty}", parameters.join(", "), returns.kind.name());
    let cells = [name, path, gates.join(" "), result];
    cells.into_iter().filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("  ")
}

fn unnamed(row: &Unnamed) -> String {
    format!("({})", row.place)
}

fn paths(operation: &Operation) -> String {
    let own = match &operation.path {
        ApiPath::Documented(path) | ApiPath::Elsewhere { path, .. } => vec![path.clone()],
        ApiPath::Inferred(path) => vec![format!("~{path}")],
        ApiPath::AliasOnly => Vec::new(),
    };
    let aliases = operation.aliases.iter().map(|alias| format!("= {}", alias.path));
    own.into_iter().chain(aliases).collect::<Vec<_>>().join(" ")
}

fn parameter(parameter: &Parameter) -> String {
    let optional = if parameter.presence == Presence::Optional { "?" } else { "" };
    let secret = if parameter.secret { "*" } else { "" };
    format!("{}{secret}{optional}", parameter.name)
}

/// Every path that the documents show, with the name that it belongs to.
fn documented(api: &Api) -> Vec<(&str, &str)> {
    let paths = api.operations().flat_map(|operation| {
        let own = match &operation.path {
            ApiPath::Documented(path) => Some((operation.name.as_str(), path.as_str())),
            ApiPath::Inferred(_) | ApiPath::Elsewhere { .. } | ApiPath::AliasOnly => None,
        };
        own.into_iter()
            .chain(operation.aliases.iter().map(|alias| (alias_name(operation, alias), &*alias.path)))
    });
    paths.collect()
}

fn alias_name<'a>(operation: &'a Operation, alias: &'a Alias) -> &'a str {
    alias.name.as_deref().unwrap_or(&operation.name)
}

#[test]
fn the_convention_gives_every_documented_path() {
    let api = api("backup-server");
    let convention = api.convention.as_ref().expect("the API has a path convention");
    let documented = documented(&api);
    let distinct: BTreeSet<&str> = documented.iter().map(|(_, path)| *path).collect();
    assert_eq!(distinct.len(), 67);
    let off: BTreeSet<&str> = documented
        .iter()
        .filter(|(name, path)| convention.infer(name) != *path)
        .map(|(name, _)| *name)
        .collect();
    let excepted: BTreeSet<&str> = convention.exceptions.keys().map(String::as_str).collect();
    assert_eq!(off, excepted);
}

#[test]
fn every_exported_value_is_one_that_programs_expect() {
    real()
        .iter()
        .flat_map(|api| array(&export(api), "operations").to_vec())
        .for_each(|row| check_values(&row));
}

fn check_values(row: &Value) {
    assert_ne!(row["name"].is_null(), row["place"].is_null(), "{row:#}");
    if row["name"].is_string() {
        let status = row["path_status"].as_str().expect("a status");
        assert!(["documented", "inferred", "alias_only"].contains(&status), "{row:#}");
        assert_eq!(row["path"].is_null(), status == "alias_only", "{row:#}");
    }
    for parameter in array(row, "parameters") {
        assert!(parameter["required"].is_boolean() && parameter["secret"].is_boolean(), "{parameter:#}");
        let notation = parameter["type"].as_str().expect("a type in the documents' notation");
        assert!(!notation.ends_with('?') && !notation.contains("(JSON)"), "{parameter:#}");
        let place = parameter["in"].as_str().expect("a place");
        assert!(["form", "part"].contains(&place), "{parameter:#}");
    }
}

fn array<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("`{key}` is no list"))
}

#[test]
fn generated_is_what_the_spec_says() {
    let apis = real();
    let changes = generator_review::diff::table();
    let (outputs, known) = generator_codegen::emit(&apis, &changes, &Selection::default());
    let report = write::check(Path::new("../generated"), &outputs, &known, Accept::All, &|_| {});
    assert_eq!(
        report.expect("generated/ can be read").changes,
        [""; 0],
        "run `cargo xtask codegen` and commit what it writes"
    );
}

#[test]
fn two_runs_write_the_same() {
    let files = || -> BTreeMap<String, String> {
        tests::emitted(&real()).into_iter().map(|file| (file.path, file.text)).collect()
    };
    assert!(files() == files());
    let exports = || real().iter().map(|api| export(api).to_string()).collect::<Vec<_>>();
    assert!(exports() == exports());
}

/// Parts of names that sound like a secret.
const SECRET_WORDS: &str = "password passwd secret token key totp otp credential challenge signature recovery postdata \
     passphrase";

/// Texts that sound like a secret and are none.
const NO_SECRETS: &[(&str, &str)] = &[
    ("DownloadsGet.version_key", "names a software version"),
    ("DownloadsGetMetadata.version_key", "names a software version"),
    ("UserMfaEnableWebauthnChallengeResponse.webauthn_challenge", "options that the browser gets to see"),
    ("AdminAccountU2fSubmitChallengeResponse.U2FChallengeID", "names a challenge; the answer is secret"),
    ("AdminAccountWebauthnSubmitChallengeResponse.ChallengeID", "names a challenge; the answer is secret"),
    ("AdminStorageRegisterBucket.SetKeyHashFormat", "names a hash format"),
];

#[test]
fn whatever_sounds_like_a_secret_is_marked() {
    let mut unused: BTreeSet<&str> = NO_SECRETS.iter().map(|(place, _)| *place).collect();
    let mut open = Vec::new();
    for place in real().iter().flat_map(unmarked) {
        let excused = NO_SECRETS.iter().find(|(it, _)| place == *it);
        match excused {
            Some((it, _)) => _ = unused.remove(it),
            None => open.push(place),
        }
    }
    assert_eq!(open, Vec::<String>::new(), "mark them, or say above why they are no secrets");
    assert_eq!(unused, BTreeSet::new(), "these are marked or gone");
}

/// `Operation.Parameter` and `Type.field` of texts that are not marked.
fn unmarked(api: &Api) -> Vec<String> {
    let rows = api.groups.iter().flat_map(|group: &Group| &group.rows).map(|row| match row {
        Row::Named(it) => (it.name.as_str(), &it.parameters),
        Row::Unnamed(it) => (it.place.as_str(), &it.parameters),
    });
    let blocks = api.blocks.iter().map(|block| (block.name.as_str(), &block.parameters));
    let parameters = rows.chain(blocks).flat_map(|(owner, parameters)| {
        parameters
            .iter()
            .filter(|it| !it.secret && is_text(&it.ty.notation) && it.values.is_none())
            .map(move |it| (owner, it.name.as_str()))
    });
    let fields = api.types.iter().flat_map(|ty| {
        let open = ty.fields().iter().filter(|it| !it.secret && is_text(&it.ty.notation));
        open.map(|it| (ty.name.as_str(), it.name.as_str()))
    });
    let sounds = |(_, name): &(&str, &str)| {
        SECRET_WORDS.split_whitespace().any(|word| name.to_lowercase().contains(word))
    };
    parameters.chain(fields).filter(sounds).map(|(owner, name)| format!("{owner}.{name}")).collect()
}

fn is_text(notation: &str) -> bool {
    notation.contains("string") || notation == "any"
}
