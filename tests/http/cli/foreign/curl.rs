//! The output of `--dry-run`, run by bash and curl.

use std::path::Path;

use account_portal_api::AccountPortal;
use backup_server_api::BackupServer;
use serde_json::{Map, Value};
use tests::book::pages::{Page, examples};

use crate::cli::calls::{command, heard_of_client};
use crate::cli::commands::{self, Secrets, log_in};
use crate::cli::hear::{Peer, with_peers};
use crate::cli::program::{Program, Run};
use crate::cli::rest::{compiled, served};
use crate::support::sample::Choice;

/// `--dry-run` sends nothing and needs no secret; bash runs what it prints, with
/// the secrets in variables, and the fake server hears the same again.
fn curl_does_the_same<A: Program>(choice: Choice) {
    with_peers(Peer::fake, A::cases(), |peer, case| {
        let operation = case.descriptor;
        let expected = heard_of_client(peer, case, choice).without_client();
        let mut run = command(peer, operation, choice).arg("--dry-run");
        let printed = run.run().exits(0);
        assert!(peer.heard().is_empty(), "{}", operation.name);
        let mut curl = Run::any("bash", ["-c", &format!("set -eu\n{}", printed.stdout())]);
        curl = log_in::<A>(curl);
        for (parameter, value) in commands::values::<A>(operation, choice, Secrets::Right) {
            // A parameter with a secret inside is a variable too.
            if parameter.secret || parameter.json {
                curl = curl.env(commands::variable::<A>(&commands::option::<A>(operation, parameter)), value);
            }
        }
        let ended = curl.run().exits(0);
        assert_eq!(peer.only(operation).without_client(), expected, "{}\n{}", printed.stdout(), ended.stderr);
    });
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn curl_sends_the_same_to_the_server() {
    curl_does_the_same::<BackupServer>(Choice::All);
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn curl_sends_the_same_to_the_portal() {
    curl_does_the_same::<AccountPortal>(Choice::All);
}

/// The secret of all credentials.
const SECRET: &str = "Secret1";

/// The parts that are alike in a request of curl and of the client: not the boundary of a form, the order of a
/// query, a body without fields, what a caller accepts, and how a credential that can be in several places is
/// sent.
fn alike(
    (line, content, body, headers): (String, String, String, String),
) -> (String, String, Value, String) {
    let (path, query) = line.split_once('?').unwrap_or((&line, ""));
    let mut fields: Vec<&str> = query.split('&').collect();
    fields.sort_unstable();
    let line = format!("{path}?{}", fields.join("&"));
    let differs = |header: &&str| {
        // What curl or the client fills in.
        let usual = ["accept:", "content-length:", "idempotency-key:", "user-agent:"];
        header.contains(SECRET) || usual.iter().any(|name| header.starts_with(name))
    };
    let headers: Vec<&str> = headers.lines().filter(|header| !differs(header)).collect();
    let (kind, boundary) = content.split_once("; boundary=").unwrap_or((&content, "no boundary"));
    let headers = headers.join("\n");
    let body = body.replace(boundary, "BOUNDARY");
    let json = serde_json::from_str(&body).unwrap_or_else(|_| Value::from(body.replace('"', "")));
    match json == "" || json == Value::Object(Map::new()) {
        true => (line, String::new(), Value::Null, headers),
        false => (line, kind.to_owned(), json, headers),
    }
}

/// The examples of a book, which show one request by curl and by the CLI.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn the_examples_of_a_book_send_the_same() {
    let program = compiled("rest/spec", "shelf", Path::new("shelf"));
    let (url, got) = served().await;
    let pages = tests::emitted_of("rest/spec").iter().filter(|it| it.path.contains("/shelf/operations/"));
    let mut count = 0;
    for page in pages {
        let page = Page { path: page.path.clone(), text: page.text.clone() };
        let examples = examples(&page, "sh");
        let code = |label| examples.iter().find(|it| it.label == label).map(|it| it.code.as_str());
        let (Some(curl), Some(command)) = (code("curl"), code("CLI")) else { continue };
        let shelf = format!("shelf() {{ {} \"$@\" --yes; }}\n{}", program.display(), command);
        let mut sent = Vec::new();
        for code in [curl, shelf.as_str()] {
            let mut run = Run::any("bash", ["-c", code]).env("SHELF_URL", &url);
            run.home.write("file.bin", "content");
            for name in ["KEY", "TOKEN", "DESK", "PASSWORD", "SHELF", "BODY"] {
                run = run.env(format!("SHELF_{name}"), SECRET);
            }
            let ended = tokio::task::spawn_blocking(move || run.end()).await.unwrap();
            let request = got.lock().unwrap().pop();
            sent.push(alike(request.unwrap_or_else(|| panic!("{code}\n{}", ended.stderr))));
        }
        assert_eq!(sent[0], sent[1], "{curl}\n{command}");
        count += 1;
    }
    assert!(count > 80, "{count}");
}
