//! The program of a REST API, made of `data/rest-cli`, against a server over HTTP: bodies by
//! their fields, and lists in pages.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Json, Router, routing};
use serde_json::{Value, json};
use tests::compile::Crate;
use tests::write_if_changed;

use crate::cli::program::{Ended, Run};

/// The compiled program.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| compiled("data/rest-cli", "lamps", Path::new("rest-cli")))
}

/// The compiled program of the API with this name in a spec.
pub fn compiled(spec: &str, name: &str, folder: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    for file in tests::emitted_of(spec) {
        write_if_changed(&folder.join("source").join(&file.path), &file.text);
    }
    let root = |path: &str| folder.join("source").join(name).join("src").join(path);
    let library = format!("{name}_api");
    let made = Crate::library(&library, root("lib.rs"), &["blocking", "cli", "client", "server"]);
    let made = made.compiled(&folder);
    let uses: &[_] = &[(library.as_str(), Some(made.as_path()))];
    Crate { warnings: "deny", ..Crate::program(name, root("main.rs"), uses) }.compiled(&folder)
}

/// The requests that the server got: method and path, content type, body, and its other headers.
pub type Got = Arc<Mutex<Vec<(String, String, String, String)>>>;

/// Keeps requests, and has three pages of lists.
pub async fn served() -> (String, Got) {
    let got = Got::default();
    let router = Router::new()
        .route("/by-page", routing::get(by_page))
        .route("/by-cursor", routing::get(by_cursor))
        .route("/by-link", routing::get(by_link))
        .route("/login", routing::post(|| async { Json(json!({ "session": { "key": "canary-session" } })) }))
        .route("/lamps/refused/note", routing::put(refuse))
        .fallback(keep)
        .with_state(got.clone());
    (crate::support::fake_server::serve(router).await, got)
}

/// Repeats the key of the caller.
async fn refuse(headers: HeaderMap) -> (StatusCode, Json<Value>) {
    let key = headers["x-lamp-key"].to_str().unwrap();
    let body = json!({ "errcode": "M_NO", "message": "no", "said": { key: [key, 7] }, "pin": "canary-pin" });
    (StatusCode::UNAUTHORIZED, Json(body))
}

async fn keep(State(got): State<Got>, request: Request) -> impl IntoResponse {
    let (head, body) = request.into_parts();
    let content = head.headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap());
    let body = axum::body::to_bytes(body, 10_000).await.unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    let own = |name, agent: &str| match name {
        // curl asks for no encoding, either.
        header::HOST | header::CONTENT_TYPE | header::ACCEPT_ENCODING => true,
        header::USER_AGENT => agent.starts_with("curl/") || agent.starts_with("lamps-api/"),
        _ => false,
    };
    let others = head.headers.iter().filter(|(name, value)| !own((*name).clone(), value.to_str().unwrap()));
    let mut others: Vec<_> =
        others.map(|(name, value)| format!("{name}: {}", value.to_str().unwrap())).collect();
    others.sort();
    let line = format!("{} {}", head.method, head.uri);
    got.lock().unwrap().push((line, content.to_owned(), body, others.join("\n")));
    ([(header::ETAG, "\"7\"")], Json(json!({ "done": true })))
}

/// A number of the query.
fn asked(uri: &Uri, name: &str) -> Option<usize> {
    let query = uri.query().unwrap_or_default().as_bytes();
    form_urlencoded::parse(query).find(|(known, _)| known == name).map(|(_, text)| text.parse().unwrap())
}

/// A lamp of a page, whose name would control a terminal.
fn lamp(number: usize) -> Value {
    json!({ "id": number, "name": "a\u{1b}b" })
}

async fn by_page(uri: Uri) -> Response {
    let (page, size) = (asked(&uri, "page").unwrap_or(1), asked(&uri, "per_page").unwrap_or(2));
    if size == 7 && page == 3 {
        let problem = Json(json!({ "message": "the third is broken" }));
        return (StatusCode::INTERNAL_SERVER_ERROR, problem).into_response();
    }
    match (size, page) {
        (8, 2) => return Html("<p>Log in</p>").into_response(),
        (9, 1) => return Json(json!({})).into_response(),
        _ => {}
    }
    let lamps: Vec<Value> = (1..=5).skip((page - 1) * size).take(size).map(lamp).collect();
    let lamps = if size == 7 { vec![lamp(page); 7] } else { lamps };
    Json(json!({ "lamps": lamps, "page": page })).into_response()
}

async fn by_cursor(uri: Uri) -> Json<Value> {
    let after = asked(&uri, "after").unwrap_or_default();
    let next = (after < 4).then(|| (after + 2).to_string());
    let lamps: Vec<Value> = (after + 1..=5).take(2).map(lamp).collect();
    Json(json!({ "lamps": lamps, "meta": { "next": next } }))
}

async fn by_link(uri: Uri) -> (HeaderMap, String) {
    let start = asked(&uri, "start").unwrap_or_default();
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, "application/json".parse().unwrap());
    if start < 4 {
        headers
            .insert(header::LINK, format!("</by-link?start={}>; rel=\"next\"", start + 2).parse().unwrap());
    }
    let lamps: Vec<Value> = (start + 1..=5).take(2).map(lamp).collect();
    // On several lines.
    (headers, serde_json::to_string_pretty(&lamps).unwrap())
}

/// A command with a credential; its words are separated by spaces.
fn run(url: &str, words: &str) -> Run {
    let run = Run::any(program().to_str().unwrap(), ["--url", url]).args(words.split(' '));
    run.env("LAMPS_X_LAMP_KEY", "canary-key")
}

async fn ended(run: Run) -> Ended {
    tokio::task::spawn_blocking(|| run.end()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_is_given_by_its_fields() {
    let (url, got) = served().await;
    let given = run(&url, "lamps add --room attic --name desk --watts 7 --paused --color warm")
        .args(["--colors", "cold", "--colors", "warm", "--labels", r#"{"a":"b"}"#, "--dry", "false"])
        .args(["--places", r#"{"x":1}"#, "--body-room", "the \"attic\""])
        .env("LAMPS_PIN", "canary-pin");
    ended(given).await.exits(0);
    ended(run(&url, "lamps change --lamp 7 --paused false --body-url http://a")).await.exits(0);
    ended(run(&url, "lamps change --lamp 7 --body").arg(r#"{"room":null}"#)).await.exits(0);
    ended(run(&url, "lamps change --lamp 7 --body -").stdin("{\"room\":\"x\"}\n")).await.exits(0);
    let from_file = run(&url, "lamps add --room r --body @body.json");
    from_file.home.write("body.json", r#"{"kind":"lamp","name":"desk"}"#);
    ended(from_file).await.exits(0);
    let picture = run(&url, "lamps picture --lamp 7 --body picture.png");
    picture.home.write("picture.png", "PNG");
    ended(picture).await.exits(0);
    ended(run(&url, "lamps move --lamp 7 --words a --words b --place").arg(r#"{"x":1}"#)).await.exits(0);
    let got = std::mem::take(&mut *got.lock().unwrap());
    let shown: Vec<String> =
        got.into_iter().map(|(line, content, body, _)| format!("{line}\n{content}\n{body}\n")).collect();
    tests::snapshot("cli", "rest-bodies", &shown.join("\n"));
}

/// Its type says how a value is read, not how it looks.
#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_sent_as_it_is_typed() {
    let (url, got) = served().await;
    for text in ["5", "true", "1e5", "007", "null", "\"q\"", "@alice:localhost", "@@a", "-", "-x", "[a", ""] {
        let options = [format!("--title={text}"), format!("--memo={text}")];
        ended(run(&url, "lamps name --lamp @a:b").args(&options)).await.exits(0);
        let (line, _, body, _) = got.lock().unwrap().pop().unwrap();
        assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), json!({ "title": text, "memo": text }));
        assert_eq!(line, "POST /lamps/@a:b/name");
        ended(run(&url, "lamps change --lamp 7").arg(format!("--room={text}"))).await.exits(0);
        let (_, _, body, _) = got.lock().unwrap().pop().unwrap();
        assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), json!({ "room": text }));
    }
}

/// All that is wrong, before anything is sent, each by its option and its place in the JSON.
#[tokio::test(flavor = "multi_thread")]
async fn fields_are_checked_before_anything_is_sent() {
    let (url, got) = served().await;
    let wrong = [
        run(&url, "lamps add --room .. --name desk"),
        run(&url, "lamps add --name desk --room").arg(""),
        run(&url, "lamps add --room r --name desk --places").arg("[{\"x\":1"),
        run(&url, "lamps name --lamp 7 --memo m --title -x"),
        run(&url, "lamps name --lamp 7 --memo m --title -v"),
        run(&url, "--read-only lamps name --lamp 7 --memo m --title a"),
        run(&url, "--verbose lamps name"),
        run(&url, "lamps add --room r"),
        run(&url, "lamps add --room r --name A --watts 99 --paused maybe --color green").args([
            "--places",
            "[{\"x\":-1},{\"y\":\"a\"},3]",
            "--labels",
            "a=b",
        ]),
        run(&url, "lamps add --room r --name desk --body {}"),
        run(&url, "lamps add --room r --body").arg(r#"{"kind":"lamp","places":[{"y":1}]}"#),
        run(&url, "lamps add --room r --body @missing.json"),
        run(&url, "lamps add --room r --body").arg("{\"kind\""),
        run(&url, "lamps change --lamp 7"),
        run(&url, "lamps change --lamp 7 --watts 0"),
        run(&url, "lamps change --lamp 7 --body").arg(r#"{"watts":61,"name":""}"#),
        run(&url, "lamps change --lamp 7 --body-url a --server-version 1.0.0"),
        run(&url, "lamps move --lamp 7 --words a --words b --words c --place").arg(r#"{"x":"a"}"#),
    ];
    let mut said = String::new();
    for run in wrong {
        let ended = ended(run).await.exits(2);
        said.push_str(&ended.stderr.replace("canary", "!"));
    }
    assert_eq!(got.lock().unwrap().len(), 0);
    tests::snapshot("cli", "rest-faults", &said);
    let json = ended(run(&url, "lamps add --room r --name A --watts 0 --json")).await.exits(2);
    let json: Value = serde_json::from_str(&json.stderr).unwrap();
    let options: Vec<&Value> =
        json["error"]["parameters"].as_array().unwrap().iter().map(|it| &it["option"]).collect();
    assert_eq!(options, ["name", "watts"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn help_and_curl_have_the_fields() {
    let (url, _) = served().await;
    let help = ended(run(&url, "lamps add --help")).await.exits(0);
    tests::snapshot("cli", "rest-help", help.stdout());
    let describe = ended(run(&url, "describe lamps add --json")).await.exits(0);
    let describe: Value = serde_json::from_str(describe.stdout()).unwrap();
    assert_eq!(describe["example"], "lamps lamps add --room TEXT --name TEXT");
    let field = describe["parameters"].as_array().unwrap().iter().find(|it| it["option"] == "body-room");
    assert_eq!(field.unwrap()["field_of"], "body");
    let curl = run(&url, "lamps add --room attic --name it's --dry-run").env("LAMPS_PIN", "canary-pin");
    let curl = ended(curl).await.exits(0);
    assert!(!curl.printed().contains("canary"), "{}", curl.printed());
    tests::snapshot("cli", "rest-curl", &curl.stdout().replace(&url, "URL"));
    for (option, nested) in
        [("--places", r#"[{"x":1,"code":"canary-code"}]"#), ("--notes", r#"{"any":"canary-code"}"#)]
    {
        let run = run(&url, "lamps add --room attic --name desk --dry-run").args([option, nested]);
        let ended = ended(run).await.exits(0);
        let body = r#"--data-raw "${LAMPS_BODY}""#;
        assert!(ended.stdout().contains(body) && !ended.printed().contains("canary"), "{}", ended.printed());
    }
}

mod foreign {
    use super::{ended, served};
    use crate::cli::program::Run;

    /// Bash and curl send the same by what `--dry-run` prints.
    #[tokio::test(flavor = "multi_thread")]
    #[ignore = "third-party tools: see CONTRIBUTING.md"]
    async fn curl_sends_the_same() {
        let (url, got) = served().await;
        for words in [
            "lamps add --room attic --name desk --dry false",
            "lamps change --lamp 7 --paused false",
            "lamps move --lamp 7 --words a --words b --place {\"x\":1}",
            "lamps note --lamp 7",
            "lamps note --lamp 7 --body a --form text/html",
            "lamps note --lamp 7 --header accept:image/png",
            "lamps note --lamp 7 --header accept:image/png --header accept:image/png",
            "lamps note --lamp 7 --header x.y`z:image/png",
            "lamps ping --lamp 7",
            "lamps lock --lamp 7",
            "lamps lock --lamp 7 --agent Mozilla",
            "lamps print --body a=b%26c&d",
            "lamps print --body @@form.txt",
            "lamps scan --body form.txt",
        ] {
            let run = |run: Run| {
                run.home.write("form.txt", "a=b%26c&d");
                run.env("LAMPS_WORD", "canary word").env("LAMPS_CODE", "canary-code")
            };
            let call = || run(super::run(&url, words));
            ended(call()).await.exits(0);
            let printed = ended(call().arg("--dry-run")).await.exits(0);
            assert!(!printed.printed().contains("canary"), "{}", printed.printed());
            let curl = run(Run::any("bash", ["-c", &format!("set -eu\n{}", printed.stdout())]));
            let curl = curl.env("LAMPS_X_LAMP_KEY", "canary-key").env("LAMPS_HEADER_ACCEPT", "image/png");
            let curl = curl.env("LAMPS_HEADER_X_Y_Z", "image/png");
            ended(curl).await.exits(0);
            let got = std::mem::take(&mut *got.lock().unwrap());
            assert_eq!(got.first(), got.last(), "{}", printed.stdout());
            assert_eq!(got.len(), 2, "{words}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_pages_are_one_list() {
    let (url, _) = served().await;
    for list in ["by-page", "by-cursor", "by-link"] {
        let ids = |ended: &Ended| -> Vec<Value> {
            let list: Value = serde_json::from_str(ended.stdout()).unwrap();
            list.as_array().unwrap().iter().map(|it| it["id"].clone()).collect()
        };
        let all = ended(run(&url, &format!("lamps {list} --all"))).await.exits(0);
        assert_eq!(ids(&all), [1, 2, 3, 4, 5], "{list}");
        let three = ended(run(&url, &format!("lamps {list} --all=3"))).await.exits(0);
        assert_eq!(ids(&three), [1, 2, 3], "{list}");
        let lines = ended(run(&url, &format!("lamps {list} --all --jsonl"))).await.exits(0);
        let lines: Vec<Value> =
            lines.stdout().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines, (1..=5).map(lamp).collect::<Vec<_>>(), "{list}");
        let page = ended(run(&url, &format!("lamps {list} --table"))).await.exits(0);
        assert_eq!(page.stdout().lines().count(), 3, "{}", page.stdout());
        let table = ended(run(&url, &format!("lamps {list} --all=2 --table"))).await.exits(0);
        assert_eq!(table.stdout().lines().count(), 3, "{}", table.stdout());
    }
    let second = ended(run(&url, "lamps by-page --page 2 --per-page 2 --all --jsonl")).await.exits(0);
    assert_eq!(second.stdout().lines().count(), 3, "from the page that is named on");
    let mut saved = run(&url, "lamps by-link --all --jsonl --output all.jsonl");
    assert_eq!(saved.run().exits(0).stdout(), "all.jsonl\n");
    assert_eq!(std::fs::read_to_string(saved.home.path().join("all.jsonl")).unwrap().lines().count(), 5);
}

/// A call whose result is only headers prints them.
#[tokio::test(flavor = "multi_thread")]
async fn a_union_is_described_with_a_valid_example() {
    let (url, got) = served().await;
    let describe = ended(run(&url, "describe lamps shade")).await.exits(0);
    let help = ended(run(&url, "lamps shade --help")).await.exits(0);
    let shown = help.stdout();
    assert!(shown.contains("- kind: glass, tint?: string") && shown.contains("Example: '{"), "{shown}");
    let alternatives =
        "One of these, by `kind`: - kind: paper, color: Color, size?: int - kind: glass, tint?: string";
    assert!(describe.stdout().contains(alternatives), "{}", describe.stdout());
    let (_, example) = describe.stdout().split_once("lamps lamps shade --lamp TEXT --body '").unwrap();
    let (example, _) = example.split_once('\'').unwrap();
    let shade = ended(run(&url, "lamps shade --lamp 7 --body").arg(example)).await.exits(0);
    assert_eq!(shade.stdout(), "{\"ETag\":\"\\\"7\\\"\"}\n");
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(json(&got.lock().unwrap()[0].2), json(example));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_has_its_body_without_secrets() {
    let (url, _) = served().await;
    let refused = ended(run(&url, "lamps note --lamp refused --body a --json")).await.exits(1);
    let error: Value = serde_json::from_str(&refused.stderr).unwrap();
    let body = json!({
        "errcode": "M_NO", "message": "no", "said": { "[secret]": ["[secret]", 7] }, "pin": "[secret]"
    });
    assert_eq!(error["error"]["body"], body);
}

/// Only of what changes something.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_without_a_response_may_have_been_carried_out() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    for (words, is_warned) in [("lamps by-link", false), ("lamps name --lamp 7 --title a --memo b", true)] {
        let ended =
            ended(run(&url, &format!("{words} --timeout 0.5"))).await.says(1, ["no response in time"]);
        assert_eq!(ended.stderr.contains("may have been carried out"), is_warned, "{}", ended.stderr);
    }
}

/// The login is JSON, and what it issues is inside its result.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_started_by_json() {
    let (url, got) = served().await;
    let profile = "default = 'home'\n[profile.home]\nstart-session = 'lamps login'\n\
                   session-field = 'session.key'\n";
    let mut user =
        Run::any(program().to_str().unwrap(), ["login", "--user", "ann"]).profiles("lamps", profile);
    user = user.env("LAMPS_URL", &url).args(["--word-file", "-"]).stdin("canary-word");
    let home = user.home.path().to_owned();
    let call = |words: &str| {
        let run = Run::any(program().to_str().unwrap(), words.split(' ')).env("LAMPS_URL", &url);
        run.env("HOME", &home)
    };
    let help = ended(call("login --help")).await.exits(0);
    assert!(help.stdout().contains("--user <string>"), "{}", help.stdout());
    let started = tokio::task::spawn_blocking(move || (user.run(), user)).await.unwrap();
    let shown = started.0.exits(0);
    assert!(shown.stdout().starts_with("the x-lamp-key is kept in "), "{}", shown.printed());
    ended(call("lamps ping --lamp 7")).await.exits(0);
    assert_eq!(got.lock().unwrap().pop().unwrap().3.lines().last(), Some("x-lamp-key: canary-session"));
    let refused = ended(call("lamps note --lamp refused --body a")).await;
    refused.says(1, ["; if the session has ended, run `lamps login`"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_names_its_page() {
    let (url, _) = served().await;
    let failed = ended(run(&url, "lamps by-page --per-page 7 --all")).await;
    let failed = failed.says(1, ["page 3 of the list: LampsByPage: ", "HTTP 500"]);
    assert_eq!(failed.stdout(), "");
    let failed = ended(run(&url, "lamps by-page --per-page 7 --all --json")).await.exits(1);
    let error: Value = serde_json::from_str(&failed.stderr).unwrap();
    assert_eq!((&error["error"]["page"], &error["error"]["http_status"]), (&json!(3), &json!(500)));
    // What came before is there.
    let lines = ended(run(&url, "lamps by-page --per-page 7 --all --jsonl")).await.says(1, ["page 3"]);
    assert_eq!(lines.stdout().lines().count(), 14);
    let lines = ended(run(&url, "lamps by-page --per-page 8 --all --jsonl")).await;
    let lines = lines.says(1, ["page 2 of the list: LampsByPage: ", "this is a web page"]);
    assert_eq!(lines.stdout().lines().count(), 5);
    let failed = ended(run(&url, "lamps by-page --per-page 9 --all")).await;
    failed.says(1, ["page 1 of the list: LampsByPage: ", "`lamps`: the page has no list"]);
    ended(run(&url, "lamps by-page --jsonl")).await.says(2, ["--all"]);
    ended(run(&url, "lamps by-page --all=x")).await.exits(2);
}
