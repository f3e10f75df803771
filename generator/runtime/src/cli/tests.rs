//! A program of an API that no document describes, with names that get in the
//! way of each other.

use super::{
    confirm::Question,
    credential,
    describe::Description,
    names,
    problem::Problem,
    sources::Sources,
    table::{Command, Credential, Fields, Group, Help, Program, Scheme},
    tree, usage,
    values::{Form, Value},
};
use crate::codec::{FormReader, FormWriter};
use crate::core::{
    ApiDescriptor, Auth, AuthBlock, Descriptor, Parameter, Place, ReturnKind, Secret, ValueKind,
};

pub(super) static AUTH: AuthBlock = AuthBlock {
    name: "gnome",
    title: "Gnome",
    credential: "gnome",
    place: Place::Form,
    bearer: None,
    refused_with: &[401],
    checked_first: false,
    parameters: &[
        Parameter::required("Hat", "string"),
        Parameter::required("Kind", "string").values(&["Spade", "Rake"]),
        Parameter::optional("Token", "string").secret(),
        Parameter::optional("Code", "string").secret().one_time(),
    ],
};

const CREDENTIAL: Credential = Credential {
    block: &AUTH,
    recode: |_, _| {},
    notes: &[],
    scheme: Some("Kind"),
    schemes: &[
        Scheme::new(Some("Spade"), &["Hat", "Token"]),
        Scheme::new(Some("Both"), &["Hat", "Token", "Code"]),
        Scheme::new(Some("Rake"), &["Hat", "Code"]),
    ],
    fields: &[Help::new("hat", &[]), Help::new("kind", &[]), Help::new("token", &[]), Help::new("code", &[])],
};

static OPERATION: Descriptor = Descriptor::new("Dig")
    .auth(Auth::Required(&AUTH))
    .documented_path("/dig")
    .returns(ReturnKind::Text, "")
    .parameters(&[
        Parameter::required("url", "string"),
        Parameter::optional("help", "bool").kind(ValueKind::Boolean),
        Parameter::optional("Token", "string").secret(),
        Parameter::optional("seed", "string").secret(),
        Parameter::optional("seed_file", "string"),
        Parameter::optional("depths", "List<int>").json().kind(ValueKind::Number).items("int"),
        Parameter::optional("beds", "Array<string>").json().items("string"),
        Parameter::optional("mood", "Mood").json().kind(ValueKind::Other).values(&["glad", "\u{1b}[31msad"]),
        Parameter::optional("picture", "file").file(),
    ]);

const COMMAND: Command = Command {
    name: "dig",
    short: "",
    operation: &OPERATION,
    recode: |_: &mut FormReader, _: &mut FormWriter| {},
    summary: "Digs.",
    deprecated: &[],
    rules: &[],
    also: &[],
    facts: &[],
    notes: &[],
    fields: Fields::new(&[], &[]),
    parameters: &[
        Help::new("url", &["Where."]),
        Help::new("help", &[]),
        Help::new("token", &[]),
        Help::new("seed", &[]),
        Help::new("seed-file", &[]),
        Help::new("depths", &[]),
        Help::new("beds", &[]),
        Help::new("mood", &[]),
        Help::new("picture", &[]),
    ],
};

/// Its body is given as a whole or by its fields, of which none must be given.
static PLANT: Descriptor =
    Descriptor::new("Plant").documented_path("/plant").body("application/json").parameters(&[
        Parameter::optional("permit", "string").secret().place(Place::Header { prefix: "" }),
        Parameter::required("body", "Bed").json().kind(ValueKind::Other).place(Place::Body),
    ]);

const PLANT_COMMAND: Command = Command {
    name: "plant",
    operation: &PLANT,
    parameters: &[Help::new("permit", &[]), Help::new("body", &[])],
    fields: Fields::new(
        &[Parameter::optional("soil", "string"), Parameter::optional("lock", "string").secret()],
        &[Help::new("soil", &[]), Help::new("lock", &[])],
    ),
    ..COMMAND
};

pub(super) static PROGRAM: Program = Program {
    name: "api-runtime-test",
    title: "Garden",
    about: &[],
    synonyms: &[],
    ignored: "",
    api: &ApiDescriptor {
        name: "garden",
        title: "Garden",
        crate_version: "1.0.0",
        message: None,
        envelope: None,
        gates: &[],
        types: &[],
        listed: &[],
        operations: &[&OPERATION, &PLANT],
    },
    credentials: &[CREDENTIAL],
    groups: &[
        &Group { name: "find", title: "Find", commands: &[] },
        &Group { name: "beds", title: "Beds", commands: &[COMMAND, PLANT_COMMAND] },
    ],
};

/// The values that the arguments of a call give.
fn read(arguments: &[&str]) -> Result<(Form, Form), Problem> {
    let (values, credential) = read_as(command(), arguments)?;
    Ok((values, credential.unwrap()))
}

/// The same of another command; its credential, if it has one.
fn read_as(command: &'static Command, arguments: &[&str]) -> Result<(Form, Option<Form>), Problem> {
    let arguments: Vec<_> =
        ["program", "beds", command.name].iter().chain(arguments).map(std::ffi::OsString::from).collect();
    let matches = tree::of(&PROGRAM, &arguments).try_get_matches_from(&arguments);
    let matches = matches.map_err(|error| usage::explained(&PROGRAM, error))?;
    let matches = matches.subcommand().and_then(|(_, matches)| matches.subcommand()).unwrap().1;
    let mut sources = Sources::new(&PROGRAM, matches)?;
    let form = Form::read(command, &mut sources);
    Ok((form, credential::read(command, &mut sources)?))
}

fn command() -> &'static Command {
    &PROGRAM.groups[1].commands[0]
}

/// Names and texts; of secrets only the names.
fn shown(values: &Form) -> Vec<String> {
    let given = values.given.iter().map(|given| match &given.value {
        Value::Text(text) => format!("{}={text}", given.parameter.name),
        Value::Items(items) => format!("{}={}", given.parameter.name, items.join("|")),
        Value::Secret(_) => format!("{}=[secret]", given.parameter.name),
        Value::Files(paths) => {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            format!("{}=@{}", given.parameter.name, paths.join("|"))
        }
        Value::Object(fields) => format!("{}: {} fields", given.parameter.name, fields.len()),
    });
    let invalid = values.invalid.iter().map(|it| format!("{}: {}", it.option, it.what));
    given.chain(invalid).chain(values.ask.iter().map(|slot| format!("{}?", slot.name))).collect()
}

fn parameters(arguments: &[&str]) -> Vec<String> {
    shown(&read(arguments).unwrap().0)
}

#[test]
fn no_name_of_a_spec_hides_another() {
    let names = names::commands(&PROGRAM).flat_map(|(group, it)| [group.name, names::of_command(it)]);
    tree::of(&PROGRAM, &names.map(Into::into).collect::<Vec<_>>()).debug_assert();
    let names: Vec<_> = names::of_operation(&PROGRAM, command()).into_iter().map(|slot| slot.name).collect();
    assert_eq!(
        names,
        [
            "parameter-url",
            "parameter-help",
            "parameter-token",
            "seed",
            "parameter-seed-file",
            "depths",
            "beds",
            "mood",
            "picture",
        ]
    );
    assert_eq!(names::of_group(PROGRAM.groups[0]), "find-operations");
}

#[test]
fn only_what_the_arguments_name_is_built() {
    let tree = tree::of(&PROGRAM, &["program".into(), "beds".into()]);
    let group = tree.find_subcommand("beds").unwrap();
    assert_eq!(group.find_subcommand("dig").unwrap().get_arguments().count(), 0);
    assert_eq!(tree.find_subcommand("find-operations").unwrap().get_subcommands().count(), 0);
}

#[test]
fn values_are_texts_lists_files_or_json() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "one\ntwo\r\n").unwrap();
    let of_file = format!("@{}", file.path().display());
    for (arguments, values) in [
        (&["--parameter-url", "x y"][..], "url=x y"),
        (&["--parameter-url", "@@x"], "url=@x"),
        (&["--parameter-url", &of_file], "url=one\ntwo"),
        (&["--parameter-help"], "help=true"),
        (&["--parameter-help", "false"], "help=false"),
        (&["--depths", "1", "--depths", "-2"], "depths=[1,-2]"),
        (&["--depths", "[1, 2]"], "depths=[1, 2]"),
        (&["--depths", "1],[2"], "depths: item 1 is not JSON"),
        (&["--beds", "a\"b", "--beds", "[c"], r#"beds=["a\"b","[c"]"#),
        (&["--mood", "glad"], "mood=\"glad\""),
        (&["--mood", "\"glad\""], "mood=\"glad\""),
        (&["--upload", "Cargo.toml"], "picture=@Cargo.toml"),
    ] {
        assert_eq!(parameters(arguments), [values]);
    }
    assert!(parameters(&["--beds", "@/no/such/file"])[0].starts_with("beds: /no/such/file: "));
}

/// A secret that the user wants to be asked for gives a body if it is a field of it.
#[test]
fn a_body_is_given_by_its_own_fields_only() {
    let plant = &PROGRAM.groups[1].commands[1];
    let of = |arguments: &[&str]| shown(&read_as(plant, arguments).unwrap().0);
    assert_eq!(of(&["--permit"]), ["permit?"]);
    assert_eq!(of(&["--permit", "--lock"]), ["body: 0 fields", "permit?", "lock?"]);
    assert_eq!(of(&["--soil", "loam"]), ["body: 1 fields"]);
}

#[test]
fn a_secret_is_read_from_its_file_and_not_shown() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "canary\n").unwrap();
    let path = file.path().display().to_string();
    let (values, _) = read(&["--seed-file", &path]).unwrap();
    assert!(matches!(&values.given[0].value, Value::Secret(secret) if *secret == Secret::from("canary")));
    assert!(!format!("{:?}", values.given).contains("canary"));
}

#[test]
fn the_scheme_follows_from_what_is_given() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "x").unwrap();
    let path = file.path().display().to_string();
    let of = |arguments: &[&str]| shown(&read(arguments).unwrap().1);
    let missing = "hat: missing: pass --hat, or set API_RUNTIME_TEST_HAT";
    assert_eq!(of(&[]), ["Kind=Spade", missing, "token?"]);
    assert_eq!(of(&["--hat", "red"]), ["Hat=red", "Kind=Spade", "token?"]);
    assert_eq!(of(&["--hat", "red", "--code-file", &path]), ["Hat=red", "Kind=Rake", "Code=[secret]"]);
    let both = ["--token-file", &path, "--code-file", &path];
    assert_eq!(of(&both), ["Kind=Both", "Token=[secret]", "Code=[secret]", missing]);
    assert_eq!(of(&["--hat", "red", "--kind", "Rake"]), ["Hat=red", "Kind=Rake", "code?"]);
    assert_eq!(of(&["--hat", "red", "--kind", "New"]), ["Hat=red", "Kind=New"]);
}

#[test]
fn a_spec_does_not_control_the_terminal() {
    let arguments = ["program", "beds", "dig", "--help"];
    let help = tree::of(&PROGRAM, &arguments.map(Into::into)).try_get_matches_from(arguments);
    let help = help.unwrap_err().render().to_string();
    assert!(help.contains("[known values: glad]") && !help.contains("sad"), "{help}");
    let found = names::command(&PROGRAM, &["beds", "dig"]).unwrap();
    let text = Description::of(&PROGRAM, found).text();
    assert!(text.contains("Values: glad,  [31msad."), "{text}");
}

/// With the required parameters that are not secret; the one to type is typed if it can be.
#[test]
fn a_question_names_what_and_where() {
    let question = |arguments: &[&str]| {
        let (values, _) = read(arguments).unwrap();
        format!("{:?}", Question::new(command(), &values.given, "https://a.example"))
    };
    let named = question(&["--parameter-url", "rose bed", "--mood", "glad"]);
    assert!(
        named.contains(r"dig on https://a.example: Digs.\n  url: rose bed\nType rose bed to confirm: "),
        "{named}"
    );
    for unnamed in ["", " x", "a\u{1b}[1mb", &"x".repeat(41)] {
        let asked = question(&["--parameter-url", unnamed]);
        assert!(
            asked.contains(r"dig on https://a.example: Digs.\n  url: ") && asked.contains("Type yes to"),
            "{asked}"
        );
    }
}
