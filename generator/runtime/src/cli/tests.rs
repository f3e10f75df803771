//! A program of an invented API, whose names clash with each other.

use super::{
    confirm::Question,
    credential,
    describe::Description,
    names,
    problem::Problem,
    request,
    sources::Sources,
    table::{Command, Credential, Fields, Group, Help, Program, Scheme},
    tree,
    values::Form,
};
use crate::codec::values::{Value, quoted};
use crate::codec::{FormReader, FormWriter};
use crate::core::{ApiDescriptor, Auth, AuthBlock, Descriptor, Parameter, Place, ReturnKind, ValueKind};

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
        Parameter::optional("title", "string").json(),
        Parameter::optional("box", "Box").json().kind(ValueKind::Other),
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
        Help::new("title", &[]),
        Help::new("box", &[]),
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

/// Its body is an image of any type.
static PAINT: Descriptor = Descriptor::new("Paint")
    .documented_path("/paint")
    .body("image/*")
    .parameters(&[Parameter::required("body", "file").file().place(Place::Body)]);

const PAINT_COMMAND: Command =
    Command { name: "paint", operation: &PAINT, parameters: &[Help::new("body", &[])], ..COMMAND };

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
        operations: &[&OPERATION, &PLANT, &PAINT],
    },
    credentials: &[CREDENTIAL],
    groups: &[
        &Group { name: "find", title: "Find", commands: &[] },
        &Group { name: "beds", title: "Beds", commands: &[COMMAND, PLANT_COMMAND, PAINT_COMMAND] },
    ],
};

/// The values that the arguments of a call give.
fn read(arguments: &[&str]) -> Form {
    read_as(command(), arguments).0
}

/// The values and the credential that the arguments of any command give.
fn read_as(command: &'static Command, arguments: &[&str]) -> (Form, Result<Option<Form>, Problem>) {
    with_sources(command, arguments, |sources| {
        let form = Form::read(command, sources);
        (form, credential::read(command, sources))
    })
}

fn with_sources<T>(
    command: &'static Command,
    arguments: &[&str],
    then: impl FnOnce(&mut Sources<'_>) -> T,
) -> T {
    let arguments: Vec<_> =
        ["program", "beds", command.name].iter().chain(arguments).map(std::ffi::OsString::from).collect();
    let matches = tree::of(&PROGRAM, &arguments).try_get_matches_from(&arguments).unwrap();
    let matches = matches.subcommand().and_then(|(_, matches)| matches.subcommand()).unwrap().1;
    then(&mut Sources::new(&PROGRAM, matches, &[]).unwrap())
}

fn command() -> &'static Command {
    &PROGRAM.groups[1].commands[0]
}

/// Names and texts; of secrets only the names.
fn shown(form: &Form) -> Vec<String> {
    let given = form.values.iter().map(|placed| match &placed.value {
        _ if placed.is_secret() => format!("{}=[secret]", placed.name),
        Value::List(items) => format!("{}={}", placed.name, items.join("|")),
        Value::File(file) => format!("{}=@{}", placed.name, file.file_name()),
        Value::Text(_) | Value::Json(_) | Value::Null if placed.parameter.unwrap().json => {
            format!("{}={}", placed.name, placed.json())
        }
        Value::Text(_) | Value::Json(_) | Value::Null => {
            format!("{}={}", placed.name, placed.text().unwrap())
        }
    });
    let fields = form.fields.iter().map(|fields| format!("body: {} fields", fields.len()));
    let invalid = form.invalid.iter().map(|invalid| format!("{}: {}", invalid.option, invalid.what));
    let asked = form.ask.iter().map(|slot| format!("{}?", slot.name));
    given.chain(fields).chain(invalid).chain(asked).collect()
}

fn parameters(arguments: &[&str]) -> Vec<String> {
    shown(&read(arguments))
}

#[test]
fn no_name_of_a_spec_hides_another() {
    let names =
        names::commands(&PROGRAM).flat_map(|(group, command)| [group.name, names::command_name(command)]);
    tree::of(&PROGRAM, &names.map(Into::into).collect::<Vec<_>>()).debug_assert();
    let names: Vec<_> =
        names::operation_slots(&PROGRAM, command()).into_iter().map(|slot| slot.name).collect();
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
            "title",
            "box",
        ]
    );
    assert_eq!(names::group_name(PROGRAM.groups[0]), "find-operations");
}

/// A session replaces a secret.
#[test]
fn a_program_without_secrets_has_no_sessions() {
    let has = |program, name| tree::of(program, &[]).find_subcommand(name).is_some();
    let without: &Program = Box::leak(Box::new(Program { credentials: &[], ..PROGRAM }));
    for name in ["login", "logout"] {
        assert_eq!((has(&PROGRAM, name), has(without, name)), (true, false));
    }
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
    let of_file = format!("@{}", file.path().display());
    let json = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&json, "{\"a\":1}\r\n").unwrap();
    let of_box = format!("@{}", json.path().display());
    for (arguments, values) in [
        (&["--parameter-url", "x y"][..], "url=x y"),
        (&["--parameter-url", "@@x"], "url=@@x"),
        (&["--parameter-url", &of_file], &format!("url={of_file}")),
        (&["--parameter-url", "-"], "url=-"),
        (&["--title", "5"], "title=\"5\""),
        (&["--title", "null"], "title=\"null\""),
        (&["--title", "\"q\""], r#"title="\"q\"""#),
        (&["--title", &of_file], &format!("title={}", quoted(&of_file))),
        (&["--box", &of_box], "box={\"a\":1}"),
        (&["--box", "{\"a\""], "box: the JSON ends too early"),
        (&["--parameter-help"], "help=true"),
        (&["--parameter-help", "false"], "help=false"),
        (&["--depths", "1", "--depths", "-2"], "depths=[1,-2]"),
        (&["--depths", "[1, 2]"], "depths=[1,2]"),
        (&["--depths", "1],[2"], r#"depths=["1],[2"]"#),
        (&["--depths", "1", "--depths", "[2"], "depths: item 2: the JSON ends too early"),
        (&["--beds", "[c"], r#"beds=["[c"]"#),
        (&["--beds", "a\"b", "--beds", "[c"], r#"beds=["a\"b","[c"]"#),
        (&["--mood", "glad"], "mood=\"glad\""),
        (&["--upload", "Cargo.toml"], "picture=@Cargo.toml"),
    ] {
        assert_eq!(parameters(arguments), [values]);
    }
    assert!(parameters(&["--box", "@/no/such/file"])[0].starts_with("box: /no/such/file: "));
}

/// A secret that the user wants to be asked for gives a body if it is a field of it.
#[test]
fn a_body_is_given_by_its_own_fields_only() {
    let plant = &PROGRAM.groups[1].commands[1];
    let of = |arguments: &[&str]| shown(&read_as(plant, arguments).0);
    assert_eq!(of(&["--permit"]), ["permit?"]);
    assert_eq!(of(&["--permit", "--lock"]), ["body: 0 fields", "permit?", "lock?"]);
    assert_eq!(of(&["--soil", "loam"]), ["body: 1 fields"]);
}

#[test]
fn a_file_has_the_content_type_of_its_extension_or_that_which_is_given() {
    let paint = &PROGRAM.groups[1].commands[2];
    let sent = |arguments: &[&str]| {
        let headers = with_sources(paint, arguments, |sources| {
            let mut form = Form::read(paint, sources);
            request::headers(sources, paint.operation, &mut form.values)
        });
        headers.map(|headers| headers.into_iter().map(|(_, value)| value).collect::<Vec<_>>().join(", "))
    };
    let file = |suffix| tempfile::Builder::new().suffix(suffix).tempfile().unwrap();
    let (image, text, none) = (file(".JPG"), file(".txt"), file(""));
    let [image, text, none] = [&image, &text, &none].map(|file| file.path().to_str().unwrap());
    assert_eq!(sent(&["--body", image]).unwrap(), "image/jpeg");
    assert_eq!(sent(&["--body", image, "--content-type", "image/x"]).unwrap(), "image/x");
    assert_eq!(sent(&["--body", image, "--header", "Content-Type: image/y"]).unwrap(), "image/y");
    for unknown in [text, none] {
        let problem = sent(&["--body", unknown]).unwrap_err();
        assert!(
            matches!(problem, Problem::Usage(text) if text == "--content-type: pass a content type that the body can have: image/*")
        );
    }
}

#[test]
fn a_secret_is_read_from_its_file_and_not_shown() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "canary\n").unwrap();
    let path = file.path().display().to_string();
    let form = read(&["--seed-file", &path]);
    assert_eq!(form.values[0].secrets().collect::<Vec<_>>(), ["canary"]);
}

/// The scheme is the one that is named, or the only one whose fields have values, or an error.
#[test]
fn nothing_is_guessed_about_the_scheme() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "x").unwrap();
    let path = file.path().display().to_string();
    let of = |arguments: &[&str]| match read_as(command(), arguments).1 {
        Ok(credential) => shown(&credential.unwrap()),
        Err(Problem::Usage(text)) => vec![text],
        Err(other) => panic!("{other:?}"),
    };
    let list =
        "choose with --kind:\n  Spade: --hat, --token\n  Both: --hat, --token, --code\n  Rake: --hat, --code";
    let missing = "hat: missing: pass --hat, or set API_RUNTIME_TEST_HAT";
    for arguments in [&[][..], &["--hat", "red"]] {
        assert_eq!(
            of(arguments),
            [format!(
                "the credential is missing: give what one of its schemes needs, as options, in the environment \
                 (such as `API_RUNTIME_TEST_TOKEN`) or in a profile, or {list}"
            )]
        );
    }
    assert_eq!(of(&["--hat", "red", "--code-file", &path]), ["Hat=red", "Kind=Rake", "Code=[secret]"]);
    assert_eq!(of(&["--hat", "red", "--token"]), ["Hat=red", "Kind=Spade", "token?"]);
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
    let text = Description::new(&PROGRAM, found).text();
    assert!(text.contains("Values: glad,  [31msad."), "{text}");
}

/// It shows the required parameters that aren't secrets, and the name to type.
#[test]
fn a_question_names_what_and_where() {
    let question =
        |arguments: &[&str]| format!("{:?}", Question::new(command(), &read(arguments), "https://a.example"));
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
