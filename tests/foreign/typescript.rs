//! The TypeScript examples of the book: `tsc` checks them all, they call the
//! generated servers, and they recognize a failure that comes with HTTP status 200.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use account_portal_api::AccountPortal;
use api_runtime::{Descriptor, ReturnKind};
use axum::body::Bytes;
use axum::{Json, Router};
use backup_server_api::BackupServer;

use crate::foreign::{curl, folder, generated, run, tool};
use crate::support::fake_server::{self, Callers, FakeServer, Served};
use tests::book::pages::{self, Example};

const ADDRESS: &str = "\"https://api.example.com\"";

/// A module with a function per example, beside the client that they import.
struct Program {
    folder: PathBuf,
    /// The examples and those for curl.
    examples: Vec<(Example, Example)>,
}

impl Program {
    fn of(api: &str) -> Self {
        let pages = pages::pages(Path::new(pages::SOURCE));
        let of_api = pages.iter().filter(|it| it.path.starts_with(&format!("{api}/operations/")));
        let of_page = |page| pages::examples(page, "ts").into_iter().zip(pages::examples(page, "sh"));
        let examples = of_api.flat_map(of_page).collect();
        let program = Self { folder: Path::new(&folder()).join("clients/examples").join(api), examples };
        fs::create_dir_all(&program.folder).unwrap();
        let types = program.folder.join(format!("{api}.d.ts"));
        let mut generate = tool("node_modules/.bin/openapi-typescript");
        run(generate.arg(generated(&format!("{api}.json"))).arg("-o").arg(types));
        let others = pages.iter().find(|it| it.path == "other-languages.md").unwrap();
        let client = pages::examples(others, "ts").into_iter();
        let client = client.map(|it| it.code).find(|it| it.contains(&format!("./{api}.js"))).unwrap();
        assert!(client.contains(ADDRESS), "{client}");
        let client = client.replace(ADDRESS, "process.argv[2]");
        program.write("client", &format!("declare const process: {{ argv: string[] }};\n{client}"));
        program.write("examples", &program.joined());
        program
    }

    fn write(&self, module: &str, code: &str) {
        fs::write(self.folder.join(format!("{module}.ts")), code).unwrap();
    }

    /// Runs all examples and prints what each of them throws.
    fn joined(&self) -> String {
        let functions = self.examples.iter().map(|(example, _)| {
            let (import, code) = example.code.split_once("\n\n").unwrap();
            assert!(import.ends_with("from \"./client.js\";"), "{import}");
            format!("all.set(\"{}\", async () => {{\n{code}\n}});\n", example.title)
        });
        let functions: String = functions.collect();
        format!(
            "import {{ client, credentials }} from \"./client.js\";\n\
            const all = new Map<string, () => Promise<void>>();\n{functions}\
            const call = async () => {{ for (const [name, example] of all) {{\n\
            console.log(name, await example().then(() => \"ok\", (error) => error.message));\n}} }};\n\
            void call();\n"
        )
    }

    /// The `tsc` command for a module.
    fn compiler(&self, module: &str) -> Command {
        let settings = serde_json::json!({
            "extends": "../../../tsconfig.json",
            "compilerOptions": { "rootDir": "../../..", "outDir": "../../../built" },
            "files": [format!("{module}.ts")],
        });
        let path = self.folder.join(format!("{module}.json"));
        fs::write(&path, settings.to_string()).unwrap();
        let mut tsc = tool("node_modules/.bin/tsc");
        tsc.arg("-p").arg(path);
        tsc
    }

    /// The name of each operation and `ok`, or what was thrown.
    fn call(&self, url: &str) -> Vec<(String, String)> {
        let api = self.folder.file_name().unwrap().to_string_lossy();
        let mut node = Command::new("node");
        let said = run(node.arg(format!("{}/built/clients/examples/{api}/examples.js", folder())).arg(url));
        said.lines()
            .map(|line| line.split_once(' ').unwrap())
            .map(|(name, said)| (name.into(), said.into()))
            .collect()
    }
}

/// A server that responds to everything with this JSON and HTTP status 200.
async fn always(answer: serde_json::Value) -> String {
    fake_server::serve(Router::new().fallback(move |_: Bytes| async move { Json(answer) })).await
}

async fn check<A: Served>(operations: &[&'static Descriptor], failure: serde_json::Value, field: &str) {
    let fake = FakeServer { callers: Callers::Anybody, ..FakeServer::default() };
    let url = fake_server::serve(A::builder(fake.clone()).into_router().unwrap()).await;
    let failing = always(failure).await;
    let field = field.to_owned();
    let task = tokio::task::spawn_blocking(move || {
        let program = Program::of(A::DESCRIPTOR.name);
        run(&mut program.compiler("examples"));
        refuses_a_wrong_field(&program, &field);
        let said = program.call(&url);
        (said, program.call(&failing), program)
    });
    let (said, failed, program) = task.await.unwrap();
    let all: BTreeSet<&str> = operations.iter().map(|it| it.name).collect();
    assert_eq!(said.iter().map(|(name, _)| name.as_str()).collect::<BTreeSet<_>>(), all);
    let find = |name: &str| *operations.iter().find(|it| it.name == name).unwrap();
    let thrown: Vec<_> = said.iter().filter(|(_, said)| said != "ok").collect();
    assert!(thrown.is_empty(), "{thrown:?}");
    let heard = fake.heard();
    assert_eq!(heard.len(), program.examples.len());
    for ((example, curl), heard) in program.examples.iter().zip(&heard) {
        curl::check_sent(&curl.code, find(&example.title), heard);
    }
    for (name, said) in &failed {
        let is_redirect = matches!(find(name).returns, ReturnKind::Redirect(_));
        assert_eq!(said, if is_redirect { "ok" } else { "no" }, "{name}");
    }
}

/// The check means something: a field that there isn't is an error.
fn refuses_a_wrong_field(program: &Program, field: &str) {
    let joined = program.joined();
    assert!(joined.contains(&format!(" {field}:")), "{field}");
    program.write("wrong", &joined.replacen(&format!(" {field}:"), &format!(" {field}s:"), 1));
    let output = program.compiler("wrong").arg("--noEmit").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && said.contains(&format!("'{field}s'")), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_of_the_server() {
    let failure = serde_json::json!({ "Status": 403, "Message": "no" });
    check::<BackupServer>(backup_server_api::OPERATIONS, failure, "TargetUser").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_of_the_portal() {
    let failure = serde_json::json!({ "status": "error", "code": 403, "data": "no" });
    check::<AccountPortal>(account_portal_api::OPERATIONS, failure, "serial").await;
}
