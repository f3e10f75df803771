//! A call through the generated client against the same request written by
//! hand on reqwest, both against one loopback server of this process.
//!
//! Both are measured in turns, in small batches, so that other load on the
//! machine affects both. The result is the median of the batches' ratios.

#[path = "rest/turns.rs"]
mod turns;

use std::fmt::Write as _;

use api_runtime::Reqwest;
use axum::Router;
use axum::body::Bytes;
use axum::http::Uri;
use backup_server_api::{AdminAuth, AdminDispatcherApplyRetentionRules, AdminListUsers, Client};
use tokio::runtime::Builder;
use turns::{Result, compare, serve};

const USERS: &str = "/api/v1/admin/list-users";
const RETENTION: &str = "/api/v1/admin/dispatcher/apply-retention-rules";

fn main() -> Result<()> {
    let url = serve(router())?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let generated = Client::<Reqwest>::new(&url, AdminAuth::password("admin", "correct horse"))?;
    let by_hand = ByHand { client: reqwest::Client::builder().build()?, url };

    println!("{:<28} {:>12} {:>12} {:>8}", "call", "generated", "by hand", "ratio");
    compare(
        &runtime,
        "100 names as JSON",
        || async { Ok(generated.send(AdminListUsers::new()).await?.len()) },
        || async { Ok(by_hand.users().await?.len()) },
    )?;
    compare(
        &runtime,
        "a form with two parameters",
        || async {
            let operation = AdminDispatcherApplyRetentionRules::new("target 1", "vault/2");
            Ok(generated.send(operation).await?.message.map_or(0, |text| text.len()))
        },
        || async { Ok(by_hand.apply_retention_rules("target 1", "vault/2").await?.len()) },
    )
}

/// A client as one writes it without a generator.
struct ByHand {
    client: reqwest::Client,
    url: String,
}

#[derive(serde::Deserialize)]
struct Message {
    #[serde(rename = "Status")]
    status: i64,
    #[serde(rename = "Message")]
    message: String,
}

impl ByHand {
    async fn post(&self, path: &str, parameters: &[(&str, &str)]) -> Result<Bytes> {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("Username", "admin");
        form.append_pair("AuthType", "Password");
        form.append_pair("Password", "correct horse");
        form.extend_pairs(parameters);
        let request = self.client.post(format!("{}{path}", self.url));
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let response = request.body(form.finish()).send().await?.error_for_status()?;
        Ok(response.bytes().await?)
    }

    async fn users(&self) -> Result<Vec<String>> {
        Ok(serde_json::from_slice(&self.post(USERS, &[]).await?)?)
    }

    async fn apply_retention_rules(&self, target: &str, destination: &str) -> Result<String> {
        let body = self.post(RETENTION, &[("TargetID", target), ("Destination", destination)]).await?;
        let message: Message = serde_json::from_slice(&body)?;
        if message.status >= 400 {
            return Err(message.message.into());
        }
        Ok(message.message)
    }
}

fn router() -> Router {
    let users = Bytes::from(users());
    let message = Bytes::from_static(br#"{"Status":200,"Message":"the rules are being applied"}"#);
    Router::new().fallback(move |uri: Uri, _form: Bytes| {
        let body = if uri.path() == USERS { users.clone() } else { message.clone() };
        async { body }
    })
}

fn users() -> String {
    let mut json = "[\"admin\"".to_owned();
    for number in 1..100 {
        let _ = write!(json, ",\"user-{number}@example.com\"");
    }
    json.push(']');
    json
}
