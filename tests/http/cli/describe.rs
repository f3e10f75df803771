//! The commands as scripts read them.

use std::collections::BTreeSet;
use std::path::Path;

use account_portal_api::AccountPortal;
use api_runtime::Api as _;
use backup_server_api::BackupServer;
use serde_json::{Value, json};

use crate::cli::hear::with_items;
use crate::cli::program::{Program, Run};
use tests::book::pages;

fn described<A: Program>(arguments: &[&str]) -> Value {
    let ended = Run::of::<A>(["describe", "--json"].iter().chain(arguments)).end().exits(0);
    serde_json::from_str(ended.stdout()).unwrap()
}

#[test]
fn a_command_is_described() {
    let add = described::<BackupServer>(&["users", "add"]);
    for words in [&["admin-add-user"][..], &["AdminAddUser"], &["users admin-add-user"]] {
        assert_eq!(described::<BackupServer>(words), add);
    }
    assert_eq!(add["operation"], "AdminAddUser");
    assert_eq!(
        add["gates"][1],
        json!({ "code": "AR", "meaning": "The server must have the Auth Role enabled." })
    );
    assert_eq!(add["example"], "backup-server users add --target-user TEXT --target-password-file FILE");
    let parameters = add["parameters"].as_array().unwrap();
    assert_eq!(parameters[0]["required"], true);
    assert_eq!(parameters[1]["variable"], "BACKUP_SERVER_TARGET_PASSWORD");
    assert_eq!(parameters[2]["since"], "18.3.9");
    let credential = &add["credentials"][0];
    assert_eq!(credential["required"], true);
    assert_eq!(
        credential["schemes"][4],
        json!({ "value": "SessionKey", "takes": ["username", "session-key"] })
    );
    let scheme = &credential["parameters"][1];
    assert_eq!([&scheme["values"][4], &scheme["required"]], [&json!("SessionKey"), &json!(false)]);
    let help = Run::of::<BackupServer>(["users", "add", "--help"]).end().exits(0);
    for line in ["AuthType: string, chosen by what you pass.", "[known values: Password, PasswordTOTP, "] {
        assert!(help.stdout().contains(line), "{}", help.stdout());
    }

    let text = Run::of::<BackupServer>(["describe", "users", "add"]).end().exits(0);
    for line in ["users add ", "--target-password ", "--auth-type ", "example "] {
        assert!(text.stdout().lines().any(|it| it.starts_with(line)), "{line}: {}", text.stdout());
    }
}

#[test]
fn an_unknown_command_is_suggested() {
    let describe = |words: &[&str]| Run::of::<BackupServer>(["describe"].iter().chain(words)).end();
    describe(&["jobs", "list-users"]).says(2, ["did you mean\n  backup-server users list\n"]);
    describe(&["no", "such", "thing"]).says(2, ["there is no command `no such thing`"]);
}

#[test]
fn all_commands_are_listed() {
    let all = described::<BackupServer>(&[]);
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), BackupServer::DESCRIPTOR.operations.len());
    let found = Run::of::<BackupServer>(["find", "--json", "--effect", "destroys"]).end().exits(0);
    let found: Vec<Value> = serde_json::from_str(found.stdout()).unwrap();
    let mut destroys = all.iter().filter(|it| it["effect"] == "destroys");
    assert!(
        !found.is_empty() && found.iter().all(|it| destroys.next() == Some(it)) && destroys.next().is_none()
    );
    Run::of::<BackupServer>(["find", "--effect", "harms"]).end().says(2, ["reads, changes, destroys"]);
}

/// It takes what is required, in its form.
fn examples_are_valid<A: Program>() {
    let all = described::<A>(&[]);
    with_items(all.as_array().unwrap().clone(), |it| {
        let described = described::<A>(&[it["operation"].as_str().unwrap()]);
        let example = described["example"].as_str().unwrap();
        let line = example.split_once(' ').unwrap().1;
        let script = format!("exec {} {line} --dry-run", A::PROGRAM);
        let mut run = Run::any("bash", ["-c", &script]);
        run.home.write("FILE", "Correct horse 1");
        for field in ["USERNAME", "PASSWORD", "TOKEN"] {
            run = run.env(format!("{}_{field}", A::PREFIX), "x");
        }
        run.run().exits(0);
    });
}

#[test]
fn examples_of_the_server_are_valid() {
    examples_are_valid::<BackupServer>();
}

#[test]
fn examples_of_the_portal_are_valid() {
    examples_are_valid::<AccountPortal>();
}

/// The command of each page of the book takes what it shows, and asks for the secrets that are
/// variables of the curl example beside it.
fn pages_are_valid<A: Program>() {
    let source = Path::new(pages::SOURCE).join(A::DESCRIPTOR.name).join("operations");
    let pages = pages::pages(&source);
    let tabs = pages.iter().map(|page| pages::examples(page, "sh"));
    let tabs: Vec<_> = tabs.filter(|tabs| !tabs.is_empty()).collect();
    assert_eq!(tabs.len(), A::DESCRIPTOR.operations.len());
    with_items(tabs, |tabs| {
        let [cli, curl] = &tabs[..] else { panic!("a command and its request") };
        let (_, line) = cli.code.split_once(' ').unwrap();
        let mut run = Run::any("bash", ["-c", &format!("exec {} {line} --dry-run", A::PROGRAM)]);
        run.home.write("file.bin", "content");
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let names = curl.code.split('$').skip(1).map(|it| it.split(|c| !is_name(c)).next().unwrap());
        let secrets: BTreeSet<&str> = names.filter(|name| !name.ends_with("_URL")).collect();
        for name in &secrets {
            run = run.env(name, "x");
        }
        let ended = run.run().exits(0);
        let mut lines = ended.stdout().lines();
        let asked = lines.find_map(|line| line.strip_prefix("# Set these variables first: "));
        let asked: BTreeSet<&str> = asked.into_iter().flat_map(|names| names.split(", ")).collect();
        // It shows no JSON that may have a secret in it.
        assert!(secrets.is_subset(&asked), "{}: {asked:?}", cli.title);
    });
}

#[test]
fn pages_of_the_server_are_valid() {
    pages_are_valid::<BackupServer>();
}

#[test]
fn pages_of_the_portal_are_valid() {
    pages_are_valid::<AccountPortal>();
}

/// Pages name the option of a parameter, which is another one if the program has that name itself.
#[test]
fn pages_know_the_options_of_the_program() {
    let help = Run::of::<BackupServer>(["users", "list", "--help"]).end().exits(0);
    let words = help
        .stdout()
        .lines()
        .filter_map(|line| line.split("--").nth(1))
        .map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap());
    let fields = ["username", "auth-type", "password", "session-key", "totp", "web-authn"];
    let own = words.filter(|name| !fields.iter().any(|field| name.starts_with(field)));
    let unknown: Vec<&str> = own.filter(|name| !generator_spec::keywords::CLI.contains(name)).collect();
    assert_eq!(unknown, Vec::<&str>::new());
}
