//! Clients that third-party generators make from the descriptions: they compile,
//! and their calls reach the handlers of both generated servers.
//!
//! A row is what the page *Other languages* says about one generator. A program in `callers/`
//! makes the same nine calls in each language: a message, JSON, a download, an
//! upload, a failure; two envelopes, a text and a failure.

use std::path::Path;
use std::process::Command;

use account_portal_api::AccountPortal;
use backup_server_api::BackupServer;

use crate::foreign::{APIS, folder, printed, run, tool};
use crate::support::fake_server::{self, Callers, FakeServer, NAME, PASSWORD, Served, TOKEN};

/// The line that all callers print.
pub const SAID: &str = "399 2 200000 200 401 ok ok true 401";

/// A client of both APIs.
pub struct Row {
    /// Writes the client of an API below `clients/`.
    pub generate: fn(api: &str),
    /// The program that calls both servers.
    pub caller: fn() -> Command,
    /// The line that it prints.
    pub says: &'static str,
}

/// Both servers, and a third that accepts any credential: most clients send only
/// ASCII in headers, and the name is not.
struct Servers {
    backup: FakeServer,
    portal: FakeServer,
    anyone: FakeServer,
    urls: [String; 3],
}

impl Servers {
    async fn start() -> Self {
        let (backup, portal) = (FakeServer::default(), FakeServer::default());
        let anyone = FakeServer { callers: Callers::Anybody, ..FakeServer::default() };
        let urls = [
            serve::<BackupServer>(&backup).await,
            serve::<AccountPortal>(&portal).await,
            serve::<BackupServer>(&anyone).await,
        ];
        Self { backup, portal, anyone, urls }
    }
}

async fn serve<A: Served>(fake: &FakeServer) -> String {
    fake_server::serve(A::builder(fake.clone()).into_router().unwrap()).await
}

/// The requests that reached the handlers: JSON is compared as JSON, because some write spaces.
fn heard(fake: &FakeServer) -> Vec<(&'static str, String)> {
    let plain = |form: String| form.replace("%3A+", "%3A").replace("%2C+", "%2C");
    fake.heard().into_iter().map(|heard| (heard.operation, plain(heard.form))).collect()
}

pub async fn calls_both_servers(row: Row) {
    let servers = Servers::start().await;
    let urls = servers.urls.clone();
    let said = tokio::task::spawn_blocking(move || {
        APIS.iter().for_each(|api| (row.generate)(api));
        let said = run((row.caller)().args(urls).args([NAME, PASSWORD, TOKEN]));
        assert_eq!(said.trim().to_lowercase(), row.says, "what the calls gave");
        row.says
    });
    let uploads = said.await.unwrap() == SAID;
    let ping = "TargetID=b%C3%B6b+%26+co&ExtraData=%7B%22a%22%3A%5B1%2Cnull%5D%7D".to_owned();
    let get = ("AdminMetaResourceGet", "Hash=h".to_owned());
    let expected = [("AdminDispatcherPingDestination", ping), ("AdminListUsers", String::new()), get];
    assert_eq!(heard(&servers.backup), expected);
    let create = ("TokenCreateToken", "permissions=%5B%22a%22%2C%22b+c%22%5D".to_owned());
    let archive = ("LicenseArchiveLicense", "serial=s".to_owned());
    assert_eq!(heard(&servers.portal), [("TokenListActions", String::new()), create, archive]);
    let files: Vec<_> = servers.anyone.heard().into_iter().filter_map(|heard| heard.file).collect();
    assert_eq!(files.len(), usize::from(uploads), "the upload");
}

/// A TypeScript caller; `tsc` checks its types.
fn typescript(caller: &str) -> Command {
    let (source, config) = (format!("callers/{caller}.ts"), format!("clients/{caller}.json"));
    let settings = serde_json::json!({ "extends": "../tsconfig.json", "files": [format!("../{source}")] });
    std::fs::write(format!("{}/{config}", folder()), settings.to_string()).unwrap();
    run(tool("node_modules/.bin/tsc").args(["-p", &config]));
    let mut node = Command::new("node");
    node.arg(format!("{}/built/callers/{caller}.js", folder()));
    node
}

/// A Python caller, with the generated packages of this folder of `clients/`.
fn python(caller: &str, client: &str) -> Command {
    let mut python = tool("venv/bin/python");
    let packages = APIS.map(|api| format!("clients/{client}/{api}/client")).join(":");
    python.arg(format!("callers/{caller}.py")).env("PYTHONPATH", packages);
    python
}

/// Runs the command of a generator of openapi-generator, without documentation.
pub fn openapi_generator(generator: &str, api: &str, names: &str) {
    let no_docs = "models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false";
    let options = format!("--additional-properties {names} --global-property {no_docs}");
    printed::generate(&format!(" -g {generator} "), generator, api, &options);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn openapi_fetch() {
    let generate = |api: &str| printed::generate("npx openapi-typescript ", "openapi-typescript", api, "");
    calls_both_servers(Row { generate, caller: || typescript("openapi_fetch"), says: SAID }).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn hey_api() {
    let generate = |api: &str| printed::generate("npx openapi-ts ", "hey-api", api, "");
    calls_both_servers(Row { generate, caller: || typescript("hey_api"), says: SAID }).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn orval() {
    // Its configuration names both APIs.
    let generate = |api: &str| {
        if api == APIS[0] {
            printed::run_in(Path::new(&folder()), "npx orval ", "");
        }
    };
    calls_both_servers(Row { generate, caller: || typescript("orval"), says: SAID }).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn openapi_python_client() {
    let generate = |api: &str| {
        let package = format!("package_name_override: {}_client", api.replace('-', "_"));
        let zip = "content_type_overrides: {application/zip: application/octet-stream}";
        let config = format!("{}/clients/{api}.yaml", folder());
        std::fs::create_dir_all(format!("{}/clients", folder())).unwrap();
        std::fs::write(&config, format!("{package}\n{zip}\npost_hooks: []\n")).unwrap();
        let options = format!("--config '{config}' --output-path client --fail-on-warning");
        printed::generate("openapi-python-client generate ", "openapi_python_client", api, &options);
    };
    calls_both_servers(Row {
        generate,
        caller: || python("openapi_python_client", "openapi_python_client"),
        says: SAID,
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn openapi_generator_python() {
    let generate = |api: &str| {
        openapi_generator("python", api, &format!("packageName={}", api.replace('-', "_")));
    };
    calls_both_servers(Row { generate, caller: || python("openapi_generator", "python"), says: SAID }).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn openapi_generator_typescript_fetch() {
    let generate = |api: &str| openapi_generator("typescript-fetch", api, "importFileExtension=.js");
    calls_both_servers(Row { generate, caller: || typescript("openapi_generator"), says: SAID }).await;
}
