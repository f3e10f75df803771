//! Calls a running Syncthing by the client that `api-codegen` made from its documents.
//!
//! Arguments: the server's URL, its API key, an empty folder for files, the generated CLI. Everything
//! else is in the modules, a topic each; [`ledger`] counts what was called.

mod attack;
mod cli;
mod config;
mod devices;
mod end;
mod events;
mod files;
mod folders;
mod help;
mod ledger;
mod replay;
mod services;
mod system;
mod versions;

use std::error::Error;
use std::path::PathBuf;

use syncthing_api::cassette::Recorder;
use syncthing_api::{Client, DebugCpuprofGet, KeyAuth, Reqwest, Retry, SystemVersionGet, Version};

use ledger::{Ledger, Watched};

/// What a topic returns.
type Done<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// What the topics need.
struct Place {
    url: String,
    key: String,
    /// An empty folder.
    files: PathBuf,
    /// The generated CLI.
    program: PathBuf,
}

impl Place {
    fn of_arguments() -> Option<Self> {
        let mut arguments = std::env::args().skip(1);
        let mut next = || arguments.next();
        Some(Self { url: next()?, key: next()?, files: next()?.into(), program: next()?.into() })
    }

    fn recording(&self) -> PathBuf {
        self.files.join("recording.jsonl")
    }
}

#[tokio::main]
async fn main() -> Done {
    attack::run().await?;
    let place = Place::of_arguments().ok_or("usage: syncthing-driver URL KEY FOLDER PROGRAM")?;
    let ledger = Ledger::default();
    let version = version(&place).await?;
    println!("syncthing {version}");
    let transport = Recorder::create(place.recording(), Reqwest::new()?)?;
    let client = Client::with_transport(&place.url, Watched::new(transport, ledger.clone()))
        .credential(KeyAuth::api_key(&*place.key))
        .server_version(version)
        // A change of its own settings makes the server listen again.
        .retry(Retry::tries(5))
        .build()?;

    system::run(&client).await?;
    versions::run(&client, &ledger).await?;
    folders::run(&client, &place).await?;
    devices::run(&client).await?;
    config::run(&client).await?;
    config::gui(&client).await?;
    // A profile takes half a minute, if the server's settings stay.
    let profile = tokio::spawn({
        let client = client.clone();
        async move { client.send(DebugCpuprofGet::new()).await?.bytes().await }
    });
    files::run(&client, &place).await?;
    events::run(&client).await?;
    services::run(&client, &place).await?;
    cli::run(&place).await?;
    assert_eq!(&profile.await??[..2], [0x1f, 0x8b], "gzip");
    replay::run(&place).await?;
    end::run(&client).await?;
    ledger.verify()
}

/// The version that the server itself reports, as versions are compared.
async fn version(place: &Place) -> Done<Version> {
    let client = Client::new(&place.url, KeyAuth::api_key(&*place.key))?;
    let said = client.send(SystemVersionGet::new()).await?.version;
    // `v1.19.2-ds1`
    let number = said.trim_start_matches('v').split(['-', '+']).next().unwrap_or_default();
    Ok(number.parse()?)
}
