//! A client over tower layers: `cargo run -p tests --example layers`, while the
//! example `server` runs.
//!
//! ```toml
//! [dependencies]
//! backup-server-api = { path = "../api-codegen/generated/backup-server" }
//! tokio = { version = "1", features = ["macros", "rt-multi-thread", "time"] }
//! tower = { version = "0.5", features = ["buffer", "limit", "util"] }
//! tracing = "0.1"
//! tracing-subscriber = "0.3"
//! ```

mod spans;
mod stack;

use std::time::Duration;

use backup_server_api::{AdminAddFirstAdminUser, AdminAuth, AdminListUsers, Client, Error, Reqwest, Retry};

use stack::{Limits, layers};

#[tokio::main]
async fn main() -> Result<(), Error> {
    tracing_subscriber::fmt().with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG).init();
    let connections = Reqwest::new()?;
    let transport = layers(connections, Limits { at_once: 4, each_second: 50 });
    let client = Client::with_transport("http://127.0.0.1:8060", transport)
        .credential(AdminAuth::password("admin", "secret"))
        .timeout(Duration::from_secs(5))
        .retry(Retry::tries(3))
        .build()?;
    // Sent once, unless there is no connection: it is not repeatable.
    if let Err(error) = client.send(AdminAddFirstAdminUser::new("admin", "secret")).await {
        println!("{error}");
    }
    let response = client.call(AdminListUsers::new()).header("X-Trace", "7f3a").send_full().await?;
    println!("{:?}: HTTP {}, {:?}", response.value, response.http_status(), response.elapsed());
    Ok(())
}
