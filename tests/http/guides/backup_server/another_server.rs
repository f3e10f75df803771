//! Use a server with different paths.

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAuth, AdminListUsers, Client, Json, Tower};

use crate::guides::Done;

/// The program of the guide: `downstream` compiles it, too.
#[allow(dead_code)]
mod program {
    use backup_server_api::{AdminAddUser, AdminAuth, AdminListUsers, Client, Error};

    /// The paths of our server that aren't those of the crate.
    const PATHS: [(&str, &str); 2] =
        [("AdminAddUser", "/api/v2/users/add"), ("AdminListUsers", "/api/v2/users")];

    /// Nothing else makes a client, so every call has the paths.
    fn client(url: &str, credential: AdminAuth) -> Result<Client, Error> {
        let client = Client::builder(url).credential(credential);
        PATHS.iter().fold(client, |client, (operation, path)| client.path(operation, path)).build()
    }

    async fn ensure_alice(client: &Client, password: &str) -> Result<(), Error> {
        if !client.send(AdminListUsers::new()).await?.iter().any(|user| user == "alice") {
            client.send(AdminAddUser::new("alice", password)).await?;
        }
        Ok(())
    }

    #[tokio::main]
    async fn main() {
        if let Err(error) = run().await {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }

    async fn run() -> Result<(), Box<dyn std::error::Error>> {
        let variable = std::env::var;
        let credential = AdminAuth::password("admin", variable("BACKUP_SERVER_PASSWORD")?);
        let client = client(&variable("BACKUP_SERVER_URL")?, credential)?;
        ensure_alice(&client, &variable("ALICE_PASSWORD")?).await?;
        Ok(())
    }

    /// The rest of `run`, with the URL of a server.
    pub(super) async fn run_at(url: &str) -> Result<(), Error> {
        let client = client(url, AdminAuth::password("admin", "any"))?;
        ensure_alice(&client, "correct horse").await
    }
}

#[tokio::test]
async fn paths_can_be_set() -> Done {
    let mock = Mock::with(|server| {
        server.path("AdminAddUser", "/api/v2/users/add").path("AdminListUsers", "/api/v2/users")
    })?;
    let nothing = Client::with_transport("http://in-process.invalid", Tower::new(axum::Router::new()));
    let nothing = nothing.credential(AdminAuth::password("admin", "any")).build()?;
    let error = nothing.send(AdminAddUser::new("alice", "correct horse")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "AdminAddUser: the server refused (HTTP 404 Not Found); the path /api/v1/admin/add-user is inferred, not documented: if the server has another, set it with `ClientBuilder::path`, or with an overlay, which `api-codegen learn` can write from recorded traffic"
    );
    mock.expect::<AdminAddUser>().returns(Json::default()).times(2);
    let served = mock.serve()?;
    let url = &served.url();
    mock.expect::<AdminListUsers>().returns(vec![]).once();
    program::run_at(url).await?;
    let client = Client::new(url, AdminAuth::password("admin", "any"))?;
    use backup_server_api::AdminAddUser;

    let request = AdminAddUser::new("alice", "correct horse");
    client.call(request).path("/api/v2/users/add").send().await?;

    Ok(())
}
