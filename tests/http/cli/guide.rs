//! The guide's section about a JSON login, as it is written.

use std::path::Path;

use axum::http::{HeaderMap, StatusCode};
use axum::{Json, Router, routing};
use serde_json::{Value, json};
use tests::{TempDir, blocks, guide, write_texts, written};

use crate::cli::program::Run;
use crate::cli::rest::compiled;

async fn login(Json(body): Json<Value>) -> Json<Value> {
    assert_eq!(body, json!({ "type": "password", "user": "ann", "password": "canary-word" }));
    Json(json!({ "access_token": "canary-token", "user": "ann" }))
}

async fn with_token(headers: HeaderMap) -> Result<Json<Value>, StatusCode> {
    match headers.get("authorization").is_some_and(|value| value == "Bearer canary-token") {
        true => Ok(Json(json!({ "user": "ann" }))),
        false => Err(StatusCode::UNAUTHORIZED),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_works_as_the_guide_says() {
    let router = Router::new()
        .route("/login", routing::post(login))
        .route("/logout", routing::post(with_token))
        .route("/whoami", routing::get(with_token));
    let url = crate::support::fake_server::serve(router).await;
    let page = guide("credentials.md");
    let (_, section) = page.split_once("## Log in with JSON").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let folder = TempDir::new();
    write_texts(&folder, written(section, "yaml"));
    let (spec, section) = (folder.path().join("spec"), section.to_owned());
    let run = move || {
        let program = compiled(spec.to_str().unwrap(), "chat", Path::new("guide-login"));
        let profile = blocks(&section, "toml").concat().replace("https://chat.example.com", &url);
        let user = Run::any("true", [""]).profiles("chat", &profile);
        let mut shown = String::new();
        for line in blocks(&section, "sh").concat().lines() {
            let words = line.split('#').next().unwrap().split_whitespace().skip(1);
            let run = Run::any(program.to_str().unwrap(), words).env("HOME", user.home.path());
            // There is no terminal to ask.
            let run = if line.contains("--user") { run.args(["--password-file", "-"]) } else { run };
            let ended = run.stdin("canary-word").end().exits(0);
            assert!(!ended.printed().contains("canary"), "{}", ended.printed());
            shown.push_str(ended.stdout());
        }
        shown
    };
    let shown = tokio::task::spawn_blocking(run).await.unwrap();
    assert!(
        shown.starts_with("the access-token is kept in ") && shown.contains(r#"{"user":"ann"}"#),
        "{shown}"
    );
}
