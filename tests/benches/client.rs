//! A call through the generated client against the same request written by
//! hand on reqwest, both against one loopback server of this process.
//!
//! Both are measured in turns, in small batches, so that other load on the
//! machine affects both. The result is the median of the batches' ratios.

use std::error::Error;
use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use api_runtime::Reqwest;
use axum::Router;
use axum::body::Bytes;
use axum::http::Uri;
use backup_server_api::{AdminAuth, AdminDispatcherApplyRetentionRules, AdminListUsers, Client};
use tests::median;
use tokio::runtime::{Builder, Runtime};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const USERS: &str = "/api/v1/admin/list-users";
const RETENTION: &str = "/api/v1/admin/dispatcher/apply-retention-rules";

/// The time for which each call is measured.
const TIME: Duration = Duration::from_secs(9);

/// Calls of one batch.
const BATCH: u32 = 25;

fn main() -> Result<()> {
    let url = serve()?;
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

/// Measures both in turns and prints the medians.
fn compare<A, B>(
    runtime: &Runtime,
    name: &str,
    generated: impl Fn() -> A,
    by_hand: impl Fn() -> B,
) -> Result<()>
where
    A: Future<Output = Result<usize>>,
    B: Future<Output = Result<usize>>,
{
    for _ in 0..20 {
        runtime.block_on(batch(&generated))?;
        runtime.block_on(batch(&by_hand))?;
    }
    let (mut generated_times, mut by_hand_times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let start = Instant::now();
    while start.elapsed() < TIME {
        // Each is first as often as the other.
        let one = runtime.block_on(batch(&generated))?;
        let two = runtime.block_on(batch(&by_hand))? + runtime.block_on(batch(&by_hand))?;
        let one = one + runtime.block_on(batch(&generated))?;
        generated_times.push(one / 2.0);
        by_hand_times.push(two / 2.0);
        ratios.push(one / two);
    }
    let (one, two, ratio) = (median(generated_times), median(by_hand_times), median(ratios));
    println!("{name:<28} {:>9.1} µs {:>9.1} µs {ratio:>8.3}", one * 1e6, two * 1e6);
    Ok(())
}

/// Seconds that one call of a batch takes.
async fn batch<F: Future<Output = Result<usize>>>(call: &impl Fn() -> F) -> Result<f64> {
    let start = Instant::now();
    for _ in 0..BATCH {
        if call().await? == 0 {
            return Err("the answer is empty".into());
        }
    }
    Ok(start.elapsed().as_secs_f64() / f64::from(BATCH))
}

/// Starts the server on another thread and returns its URL.
fn serve() -> Result<String> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let url = format!("http://{}", listener.local_addr()?);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    thread::spawn(move || {
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, router()).await
        })
    });
    Ok(url)
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
