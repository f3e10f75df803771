//! A REST call through the generated client against the same by hand on reqwest with serde.

mod turns;

/// The type of 100 fields, as one writes it for serde.
mod sheet {
    include!(env!("SHEET"));
}

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{Method, StatusCode, header};
use axum::response::IntoResponse as _;
use stock_api::{Client, ItemGet, ItemList, KeeperAuth, SheetPut};
use tokio::runtime::Builder;
use turns::{Result, compare, serve};

const KEY: &str = "correct horse";

fn main() -> Result<()> {
    let url = serve(router())?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let generated = Client::new(&url, KeeperAuth::key(KEY))?;
    // The time limits that a generated client has.
    let client = reqwest::Client::builder().connect_timeout(Duration::from_secs(30));
    let by_hand = ByHand { client: client.read_timeout(Duration::from_secs(60)).build()?, url };
    let text = sheet();
    let sheet: sheet::Sheet = serde_json::from_str(&text)?;
    let typed: stock_api::Sheet = serde_json::from_str(&text)?;

    println!("{:<28} {:>12} {:>12} {:>8}", "call", "generated", "by hand", "ratio");
    compare(
        &runtime,
        "a GET with path and query",
        || async {
            let request = ItemGet::new("north/1", 7).view("full").limit(3).tag(["a b", "c"]);
            Ok(generated.send(request).await?.name.map_or(0, |name| name.len()))
        },
        || async { Ok(by_hand.item("north/1", 7, "full", 3, &["a b", "c"]).await?.name.len()) },
    )?;
    // A program makes the body of each call: either has its own.
    compare(
        &runtime,
        "a PUT with 100 fields",
        || async {
            generated.send(SheetPut::new("north", typed.clone())).await?;
            Ok(1)
        },
        || async {
            by_hand.put_sheet("north", &sheet.clone()).await?;
            Ok(1)
        },
    )?;
    compare(
        &runtime,
        "a page of 1,000 items",
        || async {
            Ok(generated.send(ItemList::new("north").limit(1000)).await?.items.map_or(0, |it| it.len()))
        },
        || async { Ok(by_hand.items("north", 1000).await?.items.len()) },
    )
}

/// A client as one writes it without a generator.
struct ByHand {
    client: reqwest::Client,
    url: String,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "a program reads some of the fields")]
struct Item {
    id: i64,
    name: String,
    size: i64,
    is_open: bool,
    created: String,
    tags: Vec<String>,
    owner: Owner,
    note: Option<String>,
}

#[derive(serde::Deserialize)]
#[allow(dead_code, reason = "a program reads some of the fields")]
struct Owner {
    id: String,
    name: String,
}

#[derive(serde::Deserialize)]
#[allow(dead_code, reason = "a program reads some of the fields")]
struct Page {
    items: Vec<Item>,
    next: Option<String>,
}

impl ByHand {
    fn url(&self, segments: &[&str]) -> Result<reqwest::Url> {
        let mut url = reqwest::Url::parse(&self.url)?;
        url.path_segments_mut().map_err(|()| "no base")?.extend(segments);
        Ok(url)
    }

    async fn item(&self, store: &str, item: i64, view: &str, limit: i64, tags: &[&str]) -> Result<Item> {
        let url = self.url(&["stores", store, "items", &item.to_string()])?;
        let request = self.client.get(url).header("x-key", KEY).query(&[("view", view)]);
        let request = request.query(&[("limit", limit)]);
        let tags: Vec<_> = tags.iter().map(|tag| ("tag", tag)).collect();
        Ok(request.query(&tags).send().await?.error_for_status()?.json().await?)
    }

    async fn put_sheet(&self, store: &str, sheet: &sheet::Sheet) -> Result<()> {
        let url = self.url(&["stores", store, "sheet"])?;
        let request = self.client.put(url).header("x-key", KEY).json(sheet);
        request.send().await?.error_for_status()?;
        Ok(())
    }

    async fn items(&self, store: &str, limit: i64) -> Result<Page> {
        let url = self.url(&["stores", store, "items"])?;
        let request = self.client.get(url).header("x-key", KEY).query(&[("limit", limit)]);
        Ok(request.send().await?.error_for_status()?.json().await?)
    }
}

fn router() -> Router {
    let one = Bytes::from(item(7));
    let items: Vec<_> = (0..1000).map(item).collect();
    let page = Bytes::from(format!(r#"{{"items":[{}],"next":null}}"#, items.join(",")));
    Router::new().fallback(move |method: Method, uri: axum::http::Uri, _body: Bytes| {
        let body = if uri.path().ends_with("/items") { page.clone() } else { one.clone() };
        async move {
            match method {
                Method::GET => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
                _ => StatusCode::NO_CONTENT.into_response(),
            }
        }
    })
}

/// An item: 200 bytes, as most services send them.
fn item(number: usize) -> String {
    format!(
        concat!(
            r#"{{"id":{0},"name":"item number {0}","size":1{0},"isOpen":true,"created":"2024-05-06T07:08:09Z","#,
            r#""tags":["new","blue"],"owner":{{"id":"u-{0}","name":"Somebody's name"}},"note":"on \"sale\""}}"#
        ),
        number
    )
}

fn sheet() -> String {
    let values = (1..=100).map(|number| {
        let value = match number % 5 {
            1 => number.to_string(),
            2 => "true".to_owned(),
            3 => r#"["a","b"]"#.to_owned(),
            _ => format!(r#""the text of {number}""#),
        };
        format!(r#""columnOf{number}":{value}"#)
    });
    format!("{{{}}}", values.collect::<Vec<_>>().join(","))
}
