//! The command of an operation and the options of its parameters.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use api_runtime::{Auth, Descriptor, Format, Parameter, ValueKind};
use tests::TempDir;

use crate::cli::program::{Program, Run};
use crate::support::fake_server::{NAME, PASSWORD, TOKEN};
use crate::support::sample::{self, Choice};
use crate::support::wire;

/// The values of secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// Those that the fake server accepts.
    Right,
    /// A canary in each.
    Canaries,
}

/// A parameter and its value as text.
pub type Values = Vec<(&'static Parameter, String)>;

/// Valid values for the parameters of an operation, without the file.
pub fn values<A: Program>(operation: &Descriptor, choice: Choice, secrets: Secrets) -> Values {
    let set = operation.parameters.iter().filter(|it| !it.file);
    let set = set.filter(|it| wire::is_needed(it) || matches!(choice, Choice::All));
    set.map(|it| match secrets {
        Secrets::Canaries if it.secret && !it.json && it.format != Some(Format::SixDigits) => {
            (it, format!("Aa1{}", sample::canary(it.name)))
        }
        _ => (it, wire::fitting::<A>(it)),
    })
    .collect()
}

/// Group, command and options, by the names in the documents.
struct Names {
    command: Vec<String>,
    options: HashMap<String, String>,
}

/// The names of an operation's command and options: the names in Rust with `-`.
fn names<A: Program>(operation: &Descriptor) -> &'static Names {
    static ALL: OnceLock<HashMap<(String, String), Names>> = OnceLock::new();
    let option = |rust: &str| rust.replace('_', "-");
    let all = ALL.get_or_init(|| {
        let apis = tests::read("../spec");
        let groups = apis.iter().flat_map(|api| api.groups.iter().map(move |group| (api, group)));
        let operations = groups.flat_map(|(api, group)| group.operations().map(move |it| (api, group, it)));
        let named = operations.map(|(api, group, it)| {
            let command = vec![option(&group.rust), option(&it.method)];
            let options = it.parameters.iter().map(|it| (it.name.clone(), option(&it.rust))).collect();
            ((api.name.clone(), it.name.clone()), Names { command, options })
        });
        named.collect()
    });
    all.get(&(A::DESCRIPTOR.name.to_owned(), operation.name.to_owned())).expect("an operation of the spec")
}

/// The option of a parameter.
pub fn option<A: Program>(operation: &Descriptor, parameter: &Parameter) -> String {
    let name = &names::<A>(operation).options[parameter.name];
    let is_taken = TAKEN.contains(&name.as_str())
        || A::DESCRIPTOR.operations.iter().any(|it| fields(it).any(|field| option_of_field(field) == *name));
    if is_taken { format!("parameter-{name}") } else { name.clone() }
}

/// Options that every command has.
const TAKEN: [&str; 7] = ["url", "profile", "header", "output", "force", "timeout", "credential"];

fn fields(operation: &Descriptor) -> impl Iterator<Item = &'static str> {
    let block = match operation.auth {
        Auth::Required(block) | Auth::Optional(block) => block.parameters,
        Auth::None | Auth::NotShown => &[],
    };
    block.iter().map(|field| field.name)
}

fn option_of_field(name: &str) -> String {
    match name {
        "AuthType" | "auth_type" => "auth-type".to_owned(),
        "SessionKey" => "session-key".to_owned(),
        "LKey" => "l-key".to_owned(),
        other => other.to_lowercase(),
    }
}

/// The command of an operation, which sends these values to this server.
///
/// Each kind of value takes turns at the ways in which it can be given.
pub fn call<A: Program>(operation: &Descriptor, values: &Values, url: &str) -> Run {
    let mut run = Run::of::<A>(&names::<A>(operation).command).args(["--yes", "--url", url]);
    if let Auth::NotShown = operation.auth {
        run = run.args(["--credential", "admin"]);
    }
    for (index, (parameter, value)) in values.iter().enumerate() {
        run = give::<A>(run, operation, parameter, value, index);
    }
    if let Some(file) = operation.parameters.iter().find(|it| it.file) {
        let path = run.home.write(&format!("input/{}", sample::FILE.0), sample::FILE.1);
        let option = if values.is_empty() { option::<A>(operation, file) } else { "upload".to_owned() };
        run = run.arg(format!("--{option}")).arg(path);
    }
    run
}

fn give<A: Program>(
    run: Run,
    operation: &Descriptor,
    parameter: &Parameter,
    value: &str,
    index: usize,
) -> Run {
    let option = option::<A>(operation, parameter);
    let (long, odd) = (format!("--{option}"), index % 2 == 1);
    let file = |home: &TempDir| -> PathBuf { home.write(&format!("input/{option}"), value) };
    if parameter.secret && odd {
        return run.env(variable::<A>(&option), value);
    }
    if parameter.secret {
        let path = file(&run.home);
        make_private(&path);
        run.arg(format!("{long}-file")).arg(path)
    } else if parameter.items == Some("string") && !odd {
        let items: Vec<String> = serde_json::from_str(value).expect("a list of texts");
        items.iter().fold(run, |run, item| run.arg(&long).arg(item))
    } else if parameter.kind == ValueKind::Other && parameter.json && odd {
        let path = file(&run.home);
        run.arg(long).arg(format!("@{}", path.display()))
    } else {
        run.arg(long).arg(value)
    }
}

pub fn make_private(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

/// The environment variable of an option.
pub fn variable<A: Program>(option: &str) -> String {
    format!("{}_{}", A::PREFIX, option.to_uppercase().replace('-', "_"))
}

/// The credential that the fake server accepts.
pub fn log_in<A: Program>(run: Run) -> Run {
    [("username", NAME), ("password", PASSWORD), ("token", TOKEN)]
        .iter()
        .fold(run, |run, (name, value)| run.env(variable::<A>(name), value))
}
