//! Adapt to a server that differs.

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAddUser, AdminAuth, Client, Json};

use crate::Done;

#[tokio::test]
async fn paths_can_be_set() -> Done {
    let mock = Mock::with(|server| server.path("AdminAddUser", "/api/v2/users/add"))?;
    mock.expect::<AdminAddUser>().returns(Json::default()).times(2);
    let served = mock.serve()?;
    let (url, credential) = (&served.url(), AdminAuth::password("admin", "any"));

    let client =
        Client::builder(url).credential(credential).path("AdminAddUser", "/api/v2/users/add").build()?;

    client.send(AdminAddUser::new("alice", "correct horse")).await?;

    let client = client.with_credential(AdminAuth::password("admin", "any"));
    let request = AdminAddUser::new("alice", "correct horse");
    client.call(request).path("/api/v2/users/add").send().await?;

    Ok(())
}
