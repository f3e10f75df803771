//! Calls both servers with the clients of progenitor.

use std::env;
use std::error::Error;

use futures::TryStreamExt as _;
use reqwest::header::{AUTHORIZATION, HeaderMap};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [backup_url, portal_url, _, name, password, token] = args.as_slice() else {
        return Err("backup portal anyone name password token".into());
    };
    print!("{}", backup(backup_url, name, password).await?);
    println!(" {}", portal(portal_url, token).await?);
    Ok(())
}

async fn backup(url: &str, name: &str, password: &str) -> Result<String, Box<dyn Error>> {
    use backup::types::AdminAuthType;

    let server = backup::Client::new(url);
    let ping = server.admin_dispatcher_ping_destination().body_map(|form| {
        let form = form.username(name).auth_type(AdminAuthType::Password).password(Some(password.into()));
        form.target_id("böb & co").extra_data(r#"{"a":[1,null]}"#)
    });
    let pinged = ping.send().await?.status;
    let users = |password: &str| {
        let password = Some(password.to_owned());
        let list = server.admin_list_users();
        list.body_map(|form| form.username(name).auth_type(AdminAuthType::Password).password(password)).send()
    };
    let count = users(password).await?.len();
    let get = server.admin_meta_resource_get().body_map(|form| {
        let form = form.username(name).auth_type(AdminAuthType::Password).password(Some(password.into()));
        form.hash("h")
    });
    let parts: Vec<_> = get.send().await?.into_inner().into_inner().try_collect().await?;
    let size: usize = parts.iter().map(|part| part.len()).sum();
    let refused = match users("wrong").await {
        Err(backup::Error::ErrorResponse(failure)) => failure.status,
        other => return Err(format!("{other:?}").into()),
    };
    let shown = |status: Option<i64>| status.map_or_else(|| "none".to_owned(), |it| it.to_string());
    Ok(format!("{} {count} {size} - {}", shown(pinged), shown(refused)))
}

fn account(url: &str, token: &str) -> Result<portal::Client, Box<dyn Error>> {
    let bearer = [(AUTHORIZATION, format!("Bearer {token}").parse()?)];
    let client = reqwest::Client::builder().default_headers(HeaderMap::from_iter(bearer)).build()?;
    Ok(portal::Client::new_with_client(url, client))
}

async fn portal(url: &str, token: &str) -> Result<String, Box<dyn Error>> {
    let known = account(url, token)?;
    let actions = known.token_list_actions().send().await?.status;
    let create = known.token_create_token().body_map(|form| form.permissions(r#"["a","b c"]"#));
    let created = create.send().await?.status;
    let archive = known.license_archive_license().body_map(|form| form.serial("s"));
    let archived: Vec<_> = archive.send().await?.into_inner().into_inner().try_collect().await?;
    let refused = match account(url, "wrong")?.token_list_actions().send().await {
        Err(portal::Error::ErrorResponse(failure)) => failure.code,
        other => return Err(format!("{other:?}").into()),
    };
    Ok(format!("{actions} {created} {} {refused}", !archived.is_empty()))
}
