//! Walks through the example `server`, which must be running:
//! `cargo run -p tests --example client -- <its URL> <first token of the portal>`.
//!
//! ```toml
//! [dependencies]
//! account-portal-api = { path = "../api-codegen/generated/account-portal" }
//! backup-server-api = { path = "../api-codegen/generated/backup-server" }
//! serde_json = "1"
//! tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
//! ```

use std::env;

use account_portal_api::{
    Client as Portal, LicenseArchiveLicense, LicenseCreateLicense, LicenseListLicenses, TokenAuth,
    TokenCreateToken, TokenRevokeToken,
};
use backup_server_api::{
    AdminAccountSessionRevoke, AdminAccountSessionStart, AdminAddFirstAdminUser, AdminAddUser, AdminAuth,
    AdminListUsers, AdminPoliciesGet, AdminPoliciesNew, AdminPoliciesSet, Client as Backup, Error,
};
use serde_json::json;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let mut arguments = env::args().skip(1);
    let (Some(url), Some(token)) = (arguments.next(), arguments.next()) else {
        println!("usage: client URL TOKEN, as the example server prints them");
        return Ok(());
    };
    backup(&url).await?;
    portal(&url, &token).await
}

async fn backup(url: &str) -> Result<(), Error> {
    let server = Backup::new(url, AdminAuth::password("admin", "secret"))?;
    if let Err(error) = server.send(AdminAddFirstAdminUser::new("admin", "secret")).await {
        println!("{error}");
    }
    let key = server.send(AdminAccountSessionStart::new()).await?;
    let key = key.to_value().unwrap_or_default()["SessionKey"].as_str().unwrap_or_default().to_owned();
    let session = server.with_credential(AdminAuth::session_key("admin", key));
    if let Err(error) = session.send(AdminAddUser::new("alice", "her password")).await {
        println!("{error}");
    }
    println!("users: {:?}", session.send(AdminListUsers::new()).await?);
    let made = session.send(AdminPoliciesNew::new(json!({ "Description": "one" }))).await?;
    let made = made.to_value().unwrap_or_default();
    let id = made["PolicyID"].as_str().unwrap_or_default();
    let got = session.send(AdminPoliciesGet::new(id)).await?.to_value().unwrap_or_default();
    let hash = got["PolicyHash"].as_str().unwrap_or_default();
    let set = || AdminPoliciesSet::new(id, json!({ "Description": "two" })).check_policy_hash(hash);
    session.send(set()).await?;
    println!(
        "the same hash again: {}",
        session.send(set()).await.err().map(|it| it.to_string()).unwrap_or_default()
    );
    session.send(AdminAccountSessionRevoke::new()).await?;
    let refused = session.send(AdminListUsers::new()).await.err();
    println!("after logging out: {}", refused.map(|it| it.to_string()).unwrap_or_default());
    Ok(())
}

async fn portal(url: &str, token: &str) -> Result<(), Error> {
    let portal = Portal::new(url, TokenAuth::new(token))?;
    let actions = ["License::CreateLicense", "License::ListLicenses"];
    let limited = portal.send(TokenCreateToken::new(actions)).await?;
    let limited = limited.api_token.unwrap_or_default();
    let client = portal.with_credential(TokenAuth::new(limited.clone()).in_bearer_header());
    let license = client.send(LicenseCreateLicense::new().target_name("first")).await?;
    let serial = license.serial_number.unwrap_or_default();
    let refused = client.send(LicenseArchiveLicense::new(&serial)).await.err();
    println!("without the permission: {}", refused.map(|it| it.to_string()).unwrap_or_default());
    portal.send(LicenseArchiveLicense::new(&serial)).await?;
    println!("licenses: {}", portal.send(LicenseListLicenses::new()).await?.len());
    portal.send(TokenRevokeToken::new(limited)).await?;
    let refused = client.send(LicenseListLicenses::new()).await.err();
    println!("with a revoked token: {}", refused.map(|it| it.to_string()).unwrap_or_default());
    Ok(())
}
