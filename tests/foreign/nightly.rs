//! What takes minutes to install or to run: `.ci/nightly` runs it.

use std::process::Command;

use crate::foreign::book::{check_links, site};
use crate::foreign::clients::{Row, SAID, calls_both_servers, openapi_generator};
use crate::foreign::{folder, printed, run, tool};

/// More tools that take the descriptions: `tools/tools.test.mjs`, `tools/servers.py`.
#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn clients_servers_mocks_and_collections_work() {
    let mut node = Command::new("node");
    run(node.args(["--test", "tools/"]).current_dir(folder()).env("NO_COLOR", "1"));
}

/// The descriptions in Swagger UI, Redoc and Scalar, in a real browser: `viewers/viewers.test.mjs`.
#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn pages_show_the_descriptions() {
    let mut node = Command::new("node");
    run(node.args(["--test", "viewers/"]).current_dir(folder()).env("NO_COLOR", "1"));
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn the_site_has_the_documentation_of_the_crates() {
    let site = site("book-with-rustdoc", &["--rustdoc"]);
    let to_rustdoc = check_links(&site);
    let operations = account_portal_api::OPERATIONS.len() + backup_server_api::OPERATIONS.len();
    assert!(to_rustdoc >= operations, "{to_rustdoc} links for {operations} operations");
    let mut node = Command::new("node");
    node.args(["--test", "rustdoc/"]).current_dir(folder()).env("RUSTDOC_SITE", site.join("rust"));
    run(node.env("NO_COLOR", "1"));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn openapi_generator_go() {
    let generate = |api: &str| {
        openapi_generator("go", api, &format!("withGoMod=false,packageName={}", api.replace('-', "")));
    };
    let caller = || {
        let clients = format!("{}/clients/go", folder());
        for file in ["go.mod", "main.go"] {
            std::fs::copy(format!("{}/callers/go/{file}", folder()), format!("{clients}/{file}")).unwrap();
        }
        // Nothing but the standard library is needed.
        run(tool("venv/bin/go")
            .args(["build", "-o", "calls", "."])
            .current_dir(&clients)
            .env("GOPROXY", "off"));
        Command::new(format!("{clients}/calls"))
    };
    calls_both_servers(Row { generate, caller, says: SAID }).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn openapi_generator_java() {
    let generate = |api: &str| {
        let name = api.split('-').find(|it| ["portal", "backup"].contains(it)).unwrap();
        let packages = format!("invokerPackage={name},apiPackage={name}.api,modelPackage={name}.model");
        openapi_generator("java", api, &packages);
    };
    let caller = || {
        let script = "shopt -s globstar && javac -nowarn -encoding UTF-8 -cp \"$1\" -d clients/java/built \
            callers/java/Calls.java clients/java/*/client/src/main/java/**/*.java";
        run(tool("/bin/bash").args(["-c", script, "bash", &jars()]));
        let mut java = tool("/usr/bin/java");
        java.args(["-Dfile.encoding=UTF-8", "-Dsun.jnu.encoding=UTF-8", "-cp"]);
        java.args([&format!("clients/java/built:{}", jars()), "Calls"]);
        java
    };
    calls_both_servers(Row { generate, caller, says: SAID }).await;
}

/// The dependencies of the client's pom.xml, as Debian has them; Jackson is in the generator's own
/// jar.
fn jars() -> String {
    let find = "import openapi_generator_cli, os; print(os.path.dirname(openapi_generator_cli.__file__))";
    let package = run(tool("venv/bin/python").args(["-c", find]));
    let debian = ["httpclient", "httpcore", "httpmime", "geronimo-annotation-1.3-spec"];
    let debian = debian.map(|jar| format!("/usr/share/java/{jar}.jar")).join(":");
    format!("{}/openapi-generator.jar:{debian}", package.trim())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn progenitor() {
    let generate = |api: &str| {
        // The default of a release build: the installed one is a debug build.
        printed::generate("`cargo progenitor ", "progenitor", api, "--include-client false");
        // A lock file can't have two packages of one name.
        let manifest = format!("{}/clients/progenitor/{api}/client/Cargo.toml", folder());
        let text = std::fs::read_to_string(&manifest).unwrap();
        std::fs::write(&manifest, text.replacen("\"client\"", &format!("\"{api}-client\""), 1)).unwrap();
    };
    let caller = || {
        let mut build = Command::new("cargo");
        let target = format!("{}/clients/progenitor/target", folder());
        build.args(["build", "--quiet", "--locked", "--target-dir", &target]);
        run(build.current_dir(format!("{}/callers/progenitor", folder())));
        Command::new(format!("{target}/debug/callers"))
    };
    // Its clients have no multipart forms.
    calls_both_servers(Row { generate, caller, says: "399 2 200000 - 401 ok ok true 401" }).await;
}
