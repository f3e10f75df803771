//! One bad spec per diagnostic: where it points, what it says, what would be right.
//!
//! To add one: a folder `data/bad/<diagnostic>/`, a line, and
//! `INSTA_UPDATE=always cargo test -p tests --test bad`.

#![allow(clippy::expect_used, clippy::panic)]

use std::path::Path;

use generator::Spec;
use generator::diagnostics::{self, Fault, Faults};
use tests::{GENERATOR, Words};

macro_rules! bad {
    ($($name:ident)*) => {
        const FIXTURES: &[&str] = &[$(stringify!($name)),*];

        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*
    };
}

bad! {
    auth_block_name
    condition_on_required
    constant_clash
    constant_name
    credential_collision
    credential_collision_bearer
    credential_parameter
    deep_nesting
    deep_type
    documented_off_convention
    duplicate_key
    field_notation
    file_in_list
    file_name
    file_optional
    file_outside_multipart
    folder_name
    folder_name_reserved
    folder_name_surface
    gate_anonymous
    gate_asks_nobody
    gate_method_twice
    gate_two_credentials
    group_name
    group_name_case
    group_name_mod
    group_name_twice
    inferred_off_convention
    listed_twice
    listed_value_type
    listed_values_misfit
    many
    message_field
    method_twice
    missing_key
    names_itself
    no_api
    no_api_file
    no_auth
    no_convention
    no_exception
    no_listed_values
    no_message
    no_method
    no_month
    no_name
    no_operations
    no_path
    no_path_at_all
    no_returns
    no_scheme
    no_version
    not_inherited
    not_utf8
    nullable_json
    odd_prefix
    odd_returns
    odd_versions
    operation_twice
    optional_and_nullable
    overlay_conflict
    overlay_keys
    overlay_misfit
    overlay_nameless
    overlay_resolved
    overlay_taken
    overlay_unknown
    overlay_without_change
    parameter_name
    permission_two_credentials
    required_default
    result_notation
    rule_support
    rust_name
    rust_name_case
    rust_name_given_twice
    rust_name_reserved
    rust_name_reserved_by_the_struct
    rust_name_reserved_traits
    rust_name_twice
    scheme_leaves_out
    scheme_name
    secret_misfit
    see_also
    stray_file
    swapped_parameters
    syntax
    taken
    too_many
    two_paths
    two_results
    type_kind
    unknown_auth_block
    unknown_auth_parameter
    unknown_condition
    unknown_document
    unknown_format
    unknown_gate
    unknown_inherited_auth_block
    unknown_inherited_gate
    unknown_inherited_replacement
    unknown_inherited_type
    unknown_key
    unknown_message_type
    unknown_message_type_far
    unknown_operation
    unknown_result
    unknown_type
    value_type
    values_of_what
    wrong_shape
    yaml_alias
    yaml_key
    yaml_second_document
}

fn faults(name: &str) -> Faults {
    match tests::open(&format!("data/bad/{name}")) {
        Ok(_) => panic!("data/bad/{name} has no fault"),
        Err(faults) => faults,
    }
}

fn check(name: &str) {
    let name = name.replace('_', "-");
    let text = diagnostics::render(faults(&name), tests::plain());
    tests::snapshot("bad", &name, &text.replace(&format!("data/bad/{name}/"), ""));
}

#[test]
fn every_fixture_is_listed() {
    let listed: Vec<String> = FIXTURES.iter().map(|name| name.replace('_', "-")).collect();
    assert_eq!(listed, tests::names_in("data/bad"));
}

#[test]
fn a_missing_folder() {
    let faults = Spec::open(Path::new("data/bad/nowhere")).expect_err("there is no such folder");
    let titles: Vec<String> = faults.sorted().iter().map(ToString::to_string).collect();
    let [title] = titles.as_slice() else { panic!("one fault, not {titles:?}") };
    assert!(title.starts_with("cannot read the spec folder data/bad/nowhere: "), "{title}");
}

/// One run reports the faults of every file of every API, by file and position.
#[test]
fn many_faults_come_at_once_and_sorted() {
    let faults = faults("many");
    let count = faults.len();
    let faults = faults.sorted();
    assert_eq!(faults.len(), count);
    let place = |fault: &Fault| (fault.file.as_ref().map(|file| file.path.clone()), fault.position());
    let places: Vec<_> = faults.iter().map(place).collect();
    assert!(places.is_sorted(), "{places:#?}");
    let mut files: Vec<_> = places.into_iter().filter_map(|(file, _)| file).collect();
    files.dedup();
    let files: Vec<&str> = files.iter().map(|file| file.trim_start_matches("data/bad/many/")).collect();
    assert_eq!(
        files,
        [
            "candles/api.yaml",
            "candles/operations/1-candles.yaml",
            "lamps/api.yaml",
            "lamps/operations/1-lamps.yaml",
            "lamps/operations/2-more.yaml",
            "lamps/types.yaml"
        ]
    );
}

/// Texts of the generator's source that are said in other ways than by a fixture here.
const NOT_IN_A_FIXTURE: &[&str] = &[
    "cannot read the spec folder {}: {error}",
    // The pass for places finds the faults of syntax first.
    "write valid YAML; see spec/README.md",
    "recursion limit exceeded",
    "unknown field ",
    "unknown variant ",
    ", expected ",
    "missing field ",
    "missing field",
    "expected a string",
    "expected one of ",
    "text or a map",
    "invalid type: ",
    "floating point",
    "unit value",
    "a Value::Tagged enum",
    "a whole number",
    "`true` or `false`",
    "a list of two",
    "a string",
    "a sequence",
    "a tuple",
    "a boolean",
    "enum Scalar",
    "enum ValuesSource",
    "expected text, a number, `true` or `false`",
    "expected a list, or a map of constants",
    "a word",
    " or null",
    // tests/faults.rs makes a FIFO.
    "{shown} is not a regular file",
    "write a YAML file in its place",
    "The documents do not show the name.",
    "It is called {}.",
    // Names of things, and what is no fault.
    "parameter `{name}` of `{operation}`",
    "unnamed row `{place}`",
    "The documents call it {old}.",
];

/// Whatever `load` and `resolve` can say, some fixture makes them say.
#[test]
fn every_diagnostic_has_a_fixture() {
    let said: Vec<String> = tests::names_in("data/bad")
        .iter()
        .flat_map(|name| faults(name).sorted())
        .flat_map(|fault| [fault.title, fault.help])
        .collect();
    let files = ["load", "resolve"].map(|folder| tests::rust_files(&Path::new(GENERATOR).join(folder)));
    let texts = files.into_iter().flatten().flat_map(|(_, code)| Words::of(&code).texts);
    let unsaid: Vec<String> = texts
        .filter(|text| text.contains(' ') && !NOT_IN_A_FIXTURE.contains(&text.as_str()))
        .filter(|text| !said.iter().any(|said| matches(text, said)))
        .collect();
    assert_eq!(unsaid, Vec::<String>::new());
}

/// Whether a format string can give a text, or a part of it.
fn matches(format: &str, text: &str) -> bool {
    let escaped = format.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let pieces = escaped.split('{').enumerate().map(|(index, piece)| match piece.split_once('}') {
        Some((_, rest)) if index > 0 => rest,
        _ => piece,
    });
    let mut rest = text;
    pieces.map(|piece| piece.replace('\u{1}', "{").replace('\u{2}', "}")).all(|piece| {
        let found = rest.find(&piece).map(|at| at + piece.len());
        rest = found.and_then(|end| rest.get(end..)).unwrap_or(rest);
        found.is_some()
    })
}
