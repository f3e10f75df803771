//! Use a server with different paths.

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAuth, Client, Json, Tower};

use crate::guides::Done;

#[tokio::test]
async fn paths_can_be_set() -> Done {
    let mock = Mock::with(|server| server.path("AdminAddUser", "/api/v2/users/add"))?;
    let nothing = Client::with_transport("http://in-process.invalid", Tower::new(axum::Router::new()));
    let nothing = nothing.credential(AdminAuth::password("admin", "any")).build()?;
    let error = nothing.send(AdminAddUser::new("alice", "correct horse")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "AdminAddUser: the server refused (HTTP 404 Not Found); the path /api/v1/admin/add-user is inferred, not documented: if the server has another, set it with `ClientBuilder::path`, or with an overlay, which `cargo probe` can write"
    );
    mock.expect::<AdminAddUser>().returns(Json::default()).times(2);
    let served = mock.serve()?;
    let (url, credential) = (&served.url(), AdminAuth::password("admin", "any"));

    {
        use backup_server_api::Client;

        let client =
            Client::builder(url).credential(credential).path("AdminAddUser", "/api/v2/users/add").build()?;

        client.send(AdminAddUser::new("alice", "correct horse")).await?;
    }
    let client = Client::new(url, AdminAuth::password("admin", "any"))?;
    use backup_server_api::AdminAddUser;

    let request = AdminAddUser::new("alice", "correct horse");
    client.call(request).path("/api/v2/users/add").send().await?;

    Ok(())
}
