//! The `curl` examples of the book, run against the generated servers: each one
//! is accepted, and the right operation hears the right parameters.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use account_portal_api::AccountPortal;
use api_runtime::{Descriptor, Format, ReturnKind};
use backup_server_api::BackupServer;
use tests::TempDir;

use crate::support::fake_server::{self, Callers, FakeServer, Heard, Served};
use tests::book::pages::{self, Example};

/// Runs an example and returns the status of the response.
fn run(example: &Example, operation: &Descriptor, url: &str) -> u16 {
    let folder = TempDir::new();
    fs::write(folder.path().join("file.bin"), "content").expect("a file can be written");
    let script = format!(
        "curl() {{ command curl --silent --show-error --max-time 600 --dump-header headers \"$@\"; }}\n{}\n",
        example.code
    );
    let output = Command::new("sh")
        .args(["-eu", "-c", &script])
        .envs(variables(&example.code, operation, url))
        .current_dir(folder.path())
        .output()
        .expect("sh starts");
    assert!(output.status.success(), "{}: {}", example.title, String::from_utf8_lossy(&output.stderr));
    let headers = fs::read_to_string(folder.path().join("headers")).expect("curl wrote the headers");
    let status = headers.split(' ').nth(1).and_then(|status| status.parse().ok());
    status.unwrap_or_else(|| panic!("{}: {headers}", example.title))
}

/// Values of the variables: the address in the first, a secret in the others.
fn variables(code: &str, operation: &Descriptor, url: &str) -> Vec<(String, String)> {
    let names = code
        .split('$')
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>());
    let has_code = operation.parameters.iter().any(|it| it.format == Some(Format::SixDigits));
    let secret = if has_code { "123456" } else { "Secret 1 &=+%" };
    let value = |index| if index == 0 { url } else { secret };
    names.enumerate().map(|(index, name)| (name, value(index).to_owned())).collect()
}

/// The parameters that must be heard: those of the command, and the defaults.
fn expected<'a>(code: &'a str, operation: &'a Descriptor) -> BTreeSet<&'a str> {
    let values = code.lines().filter_map(|line| {
        let option = line.trim_start();
        let value = option.strip_prefix("--data-urlencode ").or(option.strip_prefix("--form-string "))?;
        value.trim_start_matches(['"', '\'']).split('=').next()
    });
    let sent: BTreeSet<&str> = values.collect();
    let parameters = operation.parameters.iter();
    parameters.filter(|it| it.default.is_some() || sent.contains(it.name)).map(|it| it.name).collect()
}

async fn check<A: Served>(operations: &[&'static Descriptor]) {
    let fake = FakeServer { callers: Callers::Anybody, ..FakeServer::default() };
    let url = fake_server::serve(A::builder(fake.clone()).into_router().expect("a router")).await;
    let source = Path::new(pages::SOURCE).join(A::DESCRIPTOR.name).join("operations");
    let pages = pages::pages(&source);
    let mut left: BTreeSet<&str> = operations.iter().map(|it| it.name).collect();
    let examples = pages.iter().flat_map(|page| pages::examples(page, "sh"));
    for example in examples.filter(|it| it.label == "curl") {
        let find = operations.iter().find(|it| it.name == example.title);
        let operation = *find.expect("the example is that of an operation");
        let (code, url) = (example.code.clone(), url.clone());
        let task = tokio::task::spawn_blocking(move || run(&example, operation, &url));
        let status = task.await.expect("the example runs");
        check_heard(&code, operation, status, &fake.heard());
        left.remove(operation.name);
    }
    assert!(left.is_empty(), "no example of {left:?}");
}

fn check_heard(code: &str, operation: &Descriptor, status: u16, heard: &[Heard]) {
    let accepted = if let ReturnKind::Redirect(status) = operation.returns { status } else { 200 };
    assert_eq!(status, accepted, "{code}");
    let [heard] = heard else { panic!("{code} is heard {} times", heard.len()) };
    check_sent(code, operation, heard);
}

/// A call sends what the command does, which is all that is required.
fn check_sent(code: &str, operation: &Descriptor, heard: &Heard) {
    let Heard { operation: name, path, form, file } = heard;
    let shown = operation.path.unwrap_or_else(|| operation.aliases[0].path);
    assert_eq!((*name, path.as_str()), (operation.name, shown));
    let form: Vec<_> = form_urlencoded::parse(form.as_bytes()).collect();
    let names: BTreeSet<&str> = form.iter().map(|(name, _)| name.as_ref()).collect();
    assert_eq!(names, expected(code, operation), "{code}");
    let mut required = operation.parameters.iter().filter(|it| it.required && !it.file);
    assert!(required.all(|it| names.contains(it.name)), "{code}");
    let sends_file = operation.parameters.iter().any(|it| it.file);
    let expected = sends_file.then_some(("file.bin", &b"content"[..]));
    assert_eq!(file.as_ref().map(|(name, content)| (name.as_str(), &content[..])), expected, "{code}");
}

#[tokio::test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn every_example_of_the_server() {
    check::<BackupServer>(backup_server_api::OPERATIONS).await;
}

#[tokio::test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn every_example_of_the_portal() {
    check::<AccountPortal>(account_portal_api::OPERATIONS).await;
}
