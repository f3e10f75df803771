//! A server and its clients in one process.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};

use lamps_api::server::{self, Call, Context, Gatekeeper, Lamps, Refusal, Serve, axum};
use lamps_api::{
    BlockingClient, Client, KeeperAuth, LampAdd, LampCount, LampDrop, LampFind, LampReplace, Upload,
};

/// A text that a query must escape.
const ROOM: &str = "Küche & Bad + 100% ?#=";
const PASS: &str = "canary&pass word";

struct House;

impl Gatekeeper for House {
    type Keeper = String;

    async fn keeper(&self, credential: KeeperAuth, _: &Call) -> Result<String, Refusal> {
        match credential.pass.expose() == PASS {
            true => Ok(credential.name.unwrap_or_default()),
            false => Err(Refusal::unauthorized("wrong pass")),
        }
    }
}

impl Lamps for House {
    async fn lamp_find(&self, request: LampFind, context: Context<String>) -> Result<Vec<String>, Refusal> {
        let levels = format!("{:?}", request.levels);
        Ok(vec![context.into_caller(), request.room, levels])
    }

    async fn lamp_add(&self, request: LampAdd, _: Context<String>) -> Result<Vec<String>, Refusal> {
        Ok(vec!["added".to_owned(), request.room])
    }

    async fn lamp_replace(&self, mut request: LampReplace, _: Context<String>) -> Result<String, Refusal> {
        let mut size = 0;
        while let Some(chunk) = request.photo.chunk().await.map_err(|error| Refusal::of_upload(&error))? {
            size += chunk.len();
        }
        Ok(format!("{size} bytes"))
    }

    async fn lamp_drop(&self, _: LampDrop, context: Context<String>) -> Result<String, Refusal> {
        Ok(format!("dropped by {}", context.caller()))
    }

    async fn lamp_count(&self, _: LampCount, _: Context<()>) -> Result<i64, Refusal> {
        Ok(3)
    }
}

/// The requests to the server: method, path, query, and the headers of a body.
type Asked = Arc<Mutex<Vec<(String, String, String, bool)>>>;

fn recorded(router: axum::Router, asked: &Asked) -> axum::Router {
    let asked = asked.clone();
    router.layer(axum::middleware::map_request(move |request: axum::extract::Request| {
        let uri = request.uri();
        let has_body = ["content-type", "content-length"].iter().any(|it| request.headers().contains_key(*it));
        let query = uri.query().unwrap_or_default().to_owned();
        asked.lock().unwrap().push((request.method().to_string(), uri.path().to_owned(), query, has_body));
        async { request }
    }))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let asked = Asked::default();
    let router = server::builder(House).group(server::lamps()).into_router()?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let router = recorded(router, &asked);
    tokio::spawn(async move { Serve::new().run(listener, router).await });
    let url = format!("http://{address}");

    parameters_travel_in_the_query(&url, &asked).await?;
    bodies_stay_bodies(&url, &asked).await?;
    tokio::task::spawn_blocking({
        let url = url.clone();
        move || blocking_clients_send_queries(&url)
    })
    .await??;
    the_wire(address);
    errors_hide_the_query(&url).await;
    println!("done");
    Ok(())
}

async fn parameters_travel_in_the_query(url: &str, asked: &Asked) -> Result<(), lamps_api::Error> {
    let keeper = KeeperAuth::pass("kim", PASS);
    let client = Client::new(url, keeper.clone())?;
    let found = client.send(LampFind::new(ROOM).levels([1, 2])).await?;
    assert_eq!(found, ["kim", ROOM, "Some([1, 2])"]);
    let escaped = "Room=K%C3%BCche%20%26%20Bad%20%2B%20100%25%20%3F%23%3D&Levels=%5B1%2C2%5D";
    let query = format!("Name=kim&Pass=canary%26pass%20word&{escaped}");
    let last = || asked.lock().unwrap().last().cloned().unwrap();
    assert_eq!(last(), ("GET".to_owned(), "/lamps".to_owned(), query, false));

    let bearer = Client::new(url, KeeperAuth::pass("kim", "canary").in_bearer_header())?;
    assert!(bearer.send(LampFind::new(ROOM)).await.is_err(), "it is the wrong pass");
    assert_eq!(last().2, "Room=K%C3%BCche%20%26%20Bad%20%2B%20100%25%20%3F%23%3D");

    let alias = Client::builder(url).credential(keeper).prefer_alias().build()?;
    assert_eq!(alias.send(LampFind::new("hall")).await?, ["kim", "hall", "None"]);
    assert_eq!(last().1, "/lamps/find");

    assert_eq!(Client::anonymous(url)?.send(LampCount::new()).await?, 3);
    assert_eq!(last(), ("GET".to_owned(), "/lamps/count".to_owned(), String::new(), false));
    Ok(())
}

async fn bodies_stay_bodies(url: &str, asked: &Asked) -> Result<(), lamps_api::Error> {
    let client = Client::new(url, KeeperAuth::pass("kim", PASS))?;
    assert_eq!(client.send(LampAdd::new(ROOM)).await?, ["added", ROOM]);
    assert_eq!(client.send(LampReplace::new(Upload::bytes("a.bin", "12345"))).await?, "5 bytes");
    assert_eq!(client.send(LampDrop::new()).await?, "dropped by kim");
    let asked = asked.lock().unwrap();
    let last: Vec<_> = asked.iter().rev().take(3).map(|it| (it.0.as_str(), it.2.as_str(), it.3)).collect();
    assert_eq!(last, [("DELETE", "", false), ("PUT", "", true), ("POST", "", true)]);
    Ok(())
}

fn blocking_clients_send_queries(url: &str) -> Result<(), lamps_api::Error> {
    let client = BlockingClient::new(url, KeeperAuth::pass("kim", PASS))?;
    assert_eq!(client.send(LampFind::new(ROOM))?, ["kim", ROOM, "None"]);
    Ok(())
}

/// Requests that no client of this crate sends.
fn the_wire(address: SocketAddr) {
    let ask = |line: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "{line} HTTP/1.1\r\nHost: lamps\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.to_lowercase()
    };
    let wrong = ask("PATCH /lamps");
    assert!(wrong.starts_with("http/1.1 405 "), "{wrong}");
    assert!(wrong.contains("allow: get, head, post, put, delete\r\n"), "{wrong}");
    assert!(ask("POST /lamps/count").contains("allow: get, head\r\n"));

    let pass = "Pass=canary%26pass%20word";
    let right = ask(&format!("GET /lamps?Room=hall&{pass}"));
    assert!(right.starts_with("http/1.1 200 "), "{right}");
    assert!(right.contains("cache-control: no-store\r\n"), "{right}");
    let missing = ask(&format!("GET /lamps?{pass}"));
    assert!(missing.starts_with("http/1.1 400 ") && missing.contains("room"), "{missing}");
    // Without its parameters, a caller that is not known learns nothing about them.
    let stranger = ask("GET /lamps?Pass=guess");
    assert!(stranger.starts_with("http/1.1 401 ") && !stranger.contains("room"), "{stranger}");
    // A form takes no query.
    let query = ask(&format!("POST /lamps?Room=hall&{pass}"));
    assert!(query.starts_with("http/1.1 401 "), "{query}");
    assert!(!query.contains("cache-control"), "{query}");
    let long = ask(&format!("GET /lamps/count?{}", "a".repeat(65_000)));
    assert!(long.starts_with("http/1.1 200 "), "{long}");
    let crowded = ask(&format!("GET /lamps/count?{}", "a&".repeat(10_001)));
    assert!(crowded.starts_with("http/1.1 400 "), "{crowded}");
}

/// Neither a message nor its cause repeats what the URL held.
async fn errors_hide_the_query(url: &str) {
    let nobody = "http://127.0.0.1:9";
    for url in [url, nobody] {
        let client = Client::new(url, KeeperAuth::pass("canary", "canary")).unwrap();
        let mut pin = LampFind::new("canary");
        if url == nobody {
            pin = pin.pin("canary");
        }
        let error = client.send(pin).await.expect_err("the pass is wrong, or nobody answers");
        let mut text = format!("{error} {error:?} {client:?}");
        let mut cause = std::error::Error::source(&error);
        while let Some(error) = cause {
            text.push_str(&format!("{error} {error:?}"));
            cause = error.source();
        }
        assert!(!text.contains("canary"), "{text}");
    }
    let client = Client::new(url, KeeperAuth::pass("kim", PASS)).unwrap();
    let error = client.send(LampFind::new("canary".repeat(20_000))).await.expect_err("it is too long");
    assert!(error.to_string().contains("too long for a URL") && !format!("{error:?}").contains("canary"));
}
