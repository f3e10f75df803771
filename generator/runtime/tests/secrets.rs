//! Secrets never show, whatever the server says.

use api_runtime::{Encode, Json, Operation, Secret, Upload};
use serde_json::json;

use crate::{
    alone::log_alone,
    by_hand::{Bed, Client, Garden, GardenList, GardenPhoto, GardenWater, GardenerAuth},
    operations::{Plant, Revoke},
    server::Server,
};

const CANARY: &str = "ca ry&\"1";
const SPELLINGS: [&str; 4] = [CANARY, "ca+ry%26%221", "ca%20ry%26%221", "ca ry&\\\"1"];

fn no_canary(text: &str) {
    for spelling in SPELLINGS {
        assert!(!text.contains(spelling), "{text}");
    }
    assert!(!text.contains("token-canary"), "{text}");
}

/// Sends an operation to a server that says everything that it was asked, in
/// every way in which it can fail.
async fn provoke<O: Operation<Api = Garden> + Encode>(
    client: &Client,
    server: &Server,
    operation: impl Fn() -> O,
    sent: &[&str],
) {
    let echo = sent.join(" | ");
    let json = json!({"Status": 400, "Message": echo, "status": "error", "code": 400, "data": echo});
    for (status, body) in [(200, json.to_string()), (500, json.to_string()), (500, echo.clone()), (200, echo)]
    {
        server.status(status, body.clone());
        let Err(error) = client.send(operation()).await else { continue };
        let Some(failure) = error.failure() else {
            no_canary(&format!("{error} {error:?}"));
            continue;
        };
        assert_eq!(failure.message().matches("[secret]").count(), sent.len(), "{error}");
        assert_eq!(failure.body(), body.as_bytes());
        no_canary(&format!("{error} {error:?} {} {failure:?}", failure.message()));
    }
}

#[tokio::test]
async fn no_secret_shows_in_errors_or_traces() {
    let Some(log) = log_alone("secrets::no_secret_shows_in_errors_or_traces") else { return };
    let server = Server::start().await;
    let client = Client::new(server.url(), GardenerAuth::password("ann", CANARY)).unwrap();

    let water = || GardenWater::new("bed", json!(1), "pin-canary", Some(Secret::from("nick-canary")));
    provoke(&client, &server, water, &[&SPELLINGS[..], &["pin-canary", "nick-canary"]].concat()).await;
    let photo = || GardenPhoto::new("bed", Upload::default());
    provoke(&client, &server, photo, &SPELLINGS).await;
    let bed = Bed { key: Some(Secret::from("bed-canary")), ..Bed::default() };
    provoke(&client, &server, || Plant(bed.clone()), &["bed-canary"]).await;
    let bearer = Client::new(server.url(), GardenerAuth::password("ann", "token-canary")).unwrap();
    provoke(&bearer, &server, || Revoke("revoked-canary".into()), &["token-canary", "revoked-canary"]).await;

    let trace = log.text();
    assert!(trace.contains("operation=\"GardenWater\" path=/api/v1/garden/water"), "{trace}");
    assert!(trace.contains("status=500"), "{trace}");
    no_canary(&trace);
    assert!(!trace.contains("canary"), "{trace}");
}

#[tokio::test]
async fn json_that_nobody_knows_does_not_show() {
    let server = Server::start().await;
    let client = Client::new(server.url(), GardenerAuth::password("ann", "p-canary")).unwrap();
    let plan = json!({"rows": [{"by": CANARY}], "n": 1});
    let water = || GardenWater::new("bed", plan.clone(), "pin-canary", None).rows(["north"]);
    let (raw, pretty) = (plan.to_string(), format!("{plan:#}"));
    let form: String = form_urlencoded::byte_serialize(raw.as_bytes()).collect();
    provoke(&client, &server, water, &[&SPELLINGS[..], &[&raw, &pretty, &form]].concat()).await;
    let mut bed = Bed::default();
    bed.extra.insert("new", json!(["new-canary"]));
    provoke(&client, &server, || Plant(bed.clone()), &["new-canary"]).await;
    server.status(500, "north, rows 1");
    let error = client.send(water()).await.unwrap_err();
    assert_eq!(error.failure().unwrap().message(), "north, rows 1", "what is known stays");
}

/// The client's error if a response repeats something.
fn message(password: &str, body: &str) -> String {
    let client = Client::new("http://localhost", GardenerAuth::password("ann", password)).unwrap();
    let response = http::Response::builder().status(500).body(body.to_owned().into()).unwrap();
    let error = client.prepare(GardenList::new()).unwrap().1.read(response).unwrap_err();
    error.failure().unwrap().message().to_owned()
}

#[test]
fn a_secret_is_recognized_in_every_spelling() {
    const SECRET: &str = "k/é <&\"'😀b";
    for spelling in [
        SECRET,
        // Percent-encoding.
        "k%2F%C3%A9%20%3C%26%22%27%F0%9F%98%80b",
        "k%2f%c3%a9+%3c%26%22%27%f0%9f%98%80b",
        "%6b%2F%C3%a9%20%3C%26%22%27%F0%9F%98%80%62",
        // JSON.
        r#"k\/é <&\"'😀b"#,
        r#"k/\u00e9 \u003c\u0026\"\u0027\ud83d\ude00b"#,
        r"\u006B\u002F\u00E9\u0020\u003C\u0026\u0022\u0027\uD83D\uDE00\u0062",
        // HTML.
        "k/é &lt;&amp;&quot;&#39;😀b",
        "k&#x2F;&#xe9;&#32;&#60;&#38;&#34;&apos;&#128512;&#X62;",
        "k&sol;&eacute;&#32;&LT;&AMP;&QUOT;&apos;&#128512;b",
        // One in the other: JSON in HTML, HTML in JSON, JSON in a form, and twice the same.
        r"k\/\u00e9 &lt;&amp;\&quot;&#39;😀b",
        r"k/é \u0026lt;\u0026amp;\u0026quot;'😀b",
        "k%5C%2F%5Cu00e9+%3C%26%5C%22'%F0%9F%98%80b",
        "k%252F%25C3%25A9%2520%253C%2526%2522%2527%25F0%259F%2598%2580b",
        r#"k\\/é <&\\\"'😀b"#,
        "k/é &amp;lt;&amp;amp;&amp;quot;&amp;#39;😀b",
    ] {
        assert_eq!(message(SECRET, &format!("no: {spelling}.")), "no: [secret].", "{spelling}");
    }
}

#[test]
fn what_only_resembles_a_secret_stays() {
    for (secret, body) in [
        ("%41b", "Ab"),
        ("a b", "a%2Db"),
        ("+", "1 1"),
        ("a\\nb", "a\nb"),
        ("&lt;x", "<x"),
        ("é", "%e9 \\u00e &#xg9; %c3"),
    ] {
        assert_eq!(message(secret, body), body.replace('\n', " "), "{secret}");
        let word = "[not shown: it repeats a secret]";
        assert_eq!(message(secret, secret), if secret == "é" { word } else { "[secret]" });
    }
}

#[test]
fn a_hostile_response_is_read_in_linear_time() {
    let secret = format!("{}b", "a".repeat(1_000_000));
    for piece in ["%", "%2", "%25", "\\", "\\u005c", "&", "&amp;", "&#38;", "+", "a", "%61"] {
        let body = piece.repeat(3_000_000 / piece.len());
        let said = message(&secret, &body);
        assert!(said.len() < 2500, "{piece}: {}", said.len());
    }
}

#[tokio::test]
async fn headers_of_the_caller_do_not_show() {
    let server = Server::start().await;
    let client = Client::builder(server.url()).credential(GardenerAuth::password("ann", "p"));
    let client = client.header("X-Key", "token-canary").header("X-Short", "abc").user_agent("tester");
    let client = client.header("Authorization", "Bearer bearer-canary").build().unwrap();
    let bed = Bed::default();
    let sent = ["token-canary", "Bearer bearer-canary", "bearer-canary"];
    provoke(&client, &server, || Plant(bed.clone()), &sent).await;
    server.status(500, "abc tester application/x-www-form-urlencoded");
    let error = client.send(Plant(bed)).await.unwrap_err();
    assert_eq!(error.failure().unwrap().message(), "abc tester application/x-www-form-urlencoded");
}

#[test]
fn no_secret_shows_in_debug() {
    let json: Json = json!({"password": CANARY}).into();
    let bed = Bed { key: Some(CANARY.into()), ..Bed::default() };
    let water = GardenWater::new("bed", json.clone(), CANARY, Some(CANARY.into()));
    let auth = GardenerAuth::password("ann", CANARY).with_code(CANARY);
    let upload = Upload::bytes("name", CANARY);
    let builder =
        Client::builder("http://localhost").credential(auth.clone()).header("X-Key", "token-canary");
    let shown_builder = format!("{builder:?}");
    let client = builder.build().unwrap();
    for shown in [shown_builder, format!("{client:?}")] {
        no_canary(&shown);
        assert!(shown.contains("x-key") && shown.contains("gardener"), "{shown}");
    }
    let prepared = client.prepare(water.clone()).unwrap();
    let shown = format!("{json:?} {bed:?} {water:?} {auth:?} {upload:?} {prepared:?}");
    no_canary(&shown);
    assert!(shown.contains("BedPlan(opaque, 24 bytes)"), "{shown}");
}
