//! Scenarios: a call, the request that it is, the response, and what the caller gets; written once, and
//! played by everything that can play it.
//!
//! | driver | plays |
//! |---|---|
//! | `client` | the call, against a server that compares requests and sends the responses |
//! | `blocking` | the same with a blocking client |
//! | `server` | the request, against a server whose handler compares its values and returns the response |
//! | `mock` | the call, against a mock that expects it |
//! | `cassette` | the call while it is recorded, and once more from the recording |
//! | `cli` | the call as a command |
//!
//! To add one, write it into a file of this folder; `SCENARIO="part of its name or file" cargo test -p
//! rest-tests scenarios` plays it alone. An operation or a type that is missing is added to `spec`, and
//! `cargo xtask codegen` writes the crate.
//!
//! ```yaml
//! - name: a book has a title
//!   call: BookGet                   # the operation; without it, only the server plays
//!   with: {shelf: a/b, number: 7}   # its parameters by name; a file is its content
//!   credential: key                 # key (as here, if it isn't given), bearer, login, token, both or none
//!   send: GET /shelves/a%2Fb/book-7.json
//!   headers: {x-trace: null}        # some of its headers; null is absent
//!   body: {}                        # JSON, or a text that is the body literally
//!   answer: {status: 200, headers: {etag: x}, body: {title: a}}
//!   output: Ok(…                    # JSON; `Debug` of what has a status or headers; … is any end
//!   # error: …                      # the error instead; without `send`, nothing may be sent
//!   # items: […]                    # of a list, which is read to its end; an `error` may follow them
//!   # then: [{send: …, answer: …}]  # further requests
//!   except: {server mock: a handler can't return that}   # or `only`; with the reason
//! ```
//!
//! - An exception that a driver doesn't need is a failure, too.
//! - The key is sent in its header. Whatever else a server must get, such as another credential or the
//!   content type of a body that is no JSON, is in `headers`.
//! - The handler of a server that a request without `call` reaches refuses it with 418 and the
//!   operation's name.
//! - `$URL` in a response is the address of the server.
//! - A text with `canary` in it is a secret: no `Debug`, error or recording may have it.

mod bench;
mod command;
mod drivers;
mod operations;
mod scenario;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use api_runtime::{Client, Reqwest};
use shelf_api::{KeyAuth, LoginAuth, Shelf, TokenAndKeyAuth, TokenAuth};

use crate::any_transport::AnyTransport;
pub use bench::Bench;
use scenario::{Credential, DRIVERS, Scenario};

/// The key, the token, and user and password of the login.
pub const KEY: &str = "canary-key";
pub const TOKEN: &str = "canary-token";
pub const LOGIN: (&str, &str) = ("ann", "canary:b");

/// One for all clients, because it reads the system's certificates.
static REQWEST: LazyLock<AnyTransport> = LazyLock::new(|| AnyTransport::new(Reqwest::new().unwrap()));

#[tokio::test(flavor = "multi_thread")]
async fn scenarios() {
    let part = std::env::var("SCENARIO").unwrap_or_default();
    let folder = Path::new("scenarios").read_dir().unwrap().map(|entry| entry.unwrap().path());
    let files = folder.filter(|path| path.extension().is_some_and(|it| it == "yaml"));
    let mut scenarios: Vec<Arc<Scenario>> =
        files.flat_map(|file| Scenario::read(&file)).map(Arc::new).collect();
    scenarios.retain(|scenario| scenario.name.contains(&part) || scenario.place.contains(&part));
    let mut plays = Vec::new();
    for scenario in &scenarios {
        for driver in DRIVERS.into_iter().filter(|driver| scenario.is_for(driver)) {
            let play = tokio::spawn(drivers::play(driver, scenario.clone()));
            plays.push((scenario, driver, play));
        }
    }
    let (count, mut failures) = (plays.len(), Vec::new());
    for (scenario, driver, play) in plays {
        let played = play.await.unwrap_or_else(|error| Err(error.to_string()));
        let why = match (played, scenario.excepts(driver)) {
            (Err(why), false) => Some(why),
            (Ok(()), true) => Some("it can play it: remove the exception".to_owned()),
            _ => None,
        };
        if let Some(why) = why {
            failures.push(format!("tests/rest/{}: {}: {driver}: {why}", scenario.place, scenario.name));
        }
    }
    assert!(failures.is_empty(), "{} of {count} plays failed:\n{}", failures.len(), failures.join("\n"));
    println!("{} scenarios, {count} plays", scenarios.len());
}

/// A client with the credential of a scenario.
fn client(url: &str, scenario: &Scenario) -> Client<Shelf, AnyTransport> {
    builder(url, scenario.credential, REQWEST.clone()).build().unwrap()
}

fn builder(
    url: &str,
    credential: Credential,
    transport: AnyTransport,
) -> api_runtime::ClientBuilder<Shelf, AnyTransport> {
    let builder = Client::with_transport(url, transport);
    match credential {
        Credential::Key => builder.credential(KeyAuth::key(KEY)),
        Credential::Bearer => builder.credential(KeyAuth::key(KEY).in_bearer_header()),
        Credential::Login => builder.credential(LoginAuth::password(LOGIN.0, LOGIN.1)),
        Credential::Token => builder.credential(TokenAuth::token(TOKEN)),
        Credential::Both => builder.credential(TokenAndKeyAuth::both(TOKEN, KEY)),
        Credential::None => builder,
    }
}
