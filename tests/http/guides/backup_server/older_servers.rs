//! Talk to an older server.

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAddUser, AdminAuth, ErrorKind, Json};

use crate::guides::Done;

#[tokio::test]
async fn what_the_server_lacks_is_not_sent() -> Done {
    let mock = Mock::new();
    mock.expect::<AdminAddUser>()
        .when(|request| request.require_password_change.is_none())
        .returns(Json::default())
        .once();
    let served = mock.serve()?;
    let (url, credential) = (&served.url(), AdminAuth::password("admin", "any"));
    use backup_server_api::{Client, Version};

    let client =
        Client::builder(url).credential(credential).server_version(Version::new(20, 3, 0)).build()?;

    {
        use backup_server_api::{AdminAddUser, ErrorKind};

        let request = || AdminAddUser::new("alice", "correct horse");
        let response = match client.send(request().require_password_change(1)).await {
            Err(error) if matches!(error.kind(), ErrorKind::TooNew { .. }) => {
                println!("{error}");
                client.send(request()).await?
            }
            response => response?,
        };

        assert_eq!(response, Json::default());
    }
    let error = client.send(AdminAddUser::new("alice", "x").require_password_change(1)).await;
    let error = error.expect_err("it is too new");
    assert!(matches!(error.kind(), ErrorKind::TooNew { .. }));
    // As the guide quotes it.
    assert_eq!(
        error.to_string(),
        "AdminAddUser: the parameter `RequirePasswordChange` needs server 20.3.4, but the server has 20.3.0; update the server, or correct the client's `server_version`"
    );
    Ok(())
}

#[tokio::test]
async fn aliases_can_come_first() -> Done {
    use backup_server_api::AdminRequestStorageVaultProviders;

    let mock = Mock::new();
    mock.expect::<AdminRequestStorageVaultProviders>().returns([].into()).once();
    let served = mock.serve()?;
    let (url, credential) = (&served.url(), AdminAuth::password("admin", "any"));

    use backup_server_api::Client;

    let client = Client::builder(url).credential(credential).prefer_alias().build()?;

    client.send(AdminRequestStorageVaultProviders::new()).await?;
    Ok(())
}
