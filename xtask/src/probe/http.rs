//! Sends requests, and reads no more of a response than is compared.

use std::error::Error;
use std::pin::Pin;
use std::time::Duration;

use generator_learn::probe::{Heard, MOST_BODY, Reply, Server};
use generator_spec::text;
use indicatif::{ProgressBar, ProgressStyle};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response, Url, redirect};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{Instant, sleep_until};

use crate::Failure;
use crate::args::usage;

/// A server over HTTP.
pub struct Http {
    runtime: Runtime,
    client: Client,
    /// Without a slash at the end.
    base: String,
    /// Between the beginnings of two requests.
    pause: Duration,
    next: Instant,
    /// Ready after Ctrl-C, also if that was between two requests.
    interrupted: Pin<Box<dyn Future<Output = ()>>>,
    bar: ProgressBar,
}

impl Http {
    /// The server at a URL, asked at most `rate` times a second. `timeout` is for a
    /// response with its body.
    pub fn new(url: &str, rate: u32, timeout: Duration) -> Result<Self, Failure> {
        let base = base(url).map_err(|reason| usage(format!("the URL is invalid: {reason}")))?;
        let runtime = Builder::new_current_thread().enable_all().build().map_err(Failure::of)?;
        let client = Client::builder().redirect(redirect::Policy::none()).timeout(timeout);
        let client = client.user_agent("cargo-probe").build().map_err(Failure::of)?;
        let bar = ProgressBar::new(0);
        let style = "{bar:30} {pos} of {len} operations, {elapsed}, {eta} left {wide_msg}";
        bar.set_style(ProgressStyle::with_template(style).map_err(Failure::of)?);
        Ok(Self {
            runtime,
            client,
            base,
            pause: Duration::from_secs(1) / rate,
            next: Instant::now(),
            interrupted: Box::pin(async {
                if tokio::signal::ctrl_c().await.is_err() {
                    // Without a handler, Ctrl-C ends the program.
                    std::future::pending::<()>().await;
                }
            }),
            bar,
        })
    }

    /// The base URL.
    pub fn url(&self) -> &str {
        &self.base
    }

    /// Takes the progress bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Server for Http {
    fn ask(&mut self, path: &str) -> Heard {
        if self.bar.position() == 0 {
            // The time in which the user was asked doesn't count.
            self.bar.reset_elapsed();
        }
        self.bar.set_message(text::plain(path));
        let url = format!("{}{path}", self.base);
        let (client, next) = (self.client.clone(), self.next);
        let asked = async move {
            sleep_until(next).await;
            // Not before: waiting takes no longer than it must.
            (Instant::now(), exchange(&client, &url).await)
        };
        let interrupted = &mut self.interrupted;
        let heard = self.runtime.block_on(async {
            tokio::select! {
                () = interrupted => None,
                heard = asked => Some(heard),
            }
        });
        let Some((start, heard)) = heard else { return Heard::Interrupted };
        self.next = start + self.pause;
        heard
    }

    fn progress(&mut self, done: usize, of: usize) {
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
    }
}

async fn exchange(client: &Client, url: &str) -> Heard {
    let request = client.post(url).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    match request.send().await {
        Ok(response) => Heard::Reply(reply(response).await),
        Err(error) => Heard::Nothing(reason(&error.without_url())),
    }
}

/// The response, with what comes of its body in time.
async fn reply(mut response: Response) -> Reply {
    let status = response.status().as_u16();
    let content_type = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let content_type = content_type.map(str::to_owned);
    let mut body = Vec::new();
    while body.len() < MOST_BODY
        && let Ok(Some(piece)) = response.chunk().await
    {
        body.extend_from_slice(&piece);
    }
    body.truncate(MOST_BODY);
    Reply { status, content_type, body }
}

/// The innermost cause, which says the most.
fn reason(error: &dyn Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// The URL without a slash at its end. A reason never repeats it: it may contain
/// a password.
fn base(url: &str) -> Result<String, &'static str> {
    let parsed = Url::parse(url).map_err(|_| "use one such as https://api.example.com")?;
    if !["http", "https"].contains(&parsed.scheme()) || !parsed.has_host() {
        return Err("it starts with neither http:// nor https://");
    }
    if !parsed.username().is_empty() || parsed.password().is_some() {
        return Err("it contains a user, but nothing is sent with credentials");
    }
    if parsed.query().is_some() || parsed.fragment().is_some() {
        return Err("it has a query or a fragment");
    }
    Ok(parsed.as_str().trim_end_matches('/').to_owned())
}
