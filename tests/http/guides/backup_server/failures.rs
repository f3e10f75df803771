//! Handle failures.

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAuth, Client, Json};

use crate::guides::{Done, Failed};

/// The outcome of adding alice.
async fn add(client: &Client, password: &str) -> Result<&'static str, Failed> {
    use backup_server_api::{AdminAddUser, ErrorKind};

    let outcome = match client.send(AdminAddUser::new("alice", password)).await {
        Ok(_) => "added",
        Err(error) => match error.kind() {
            // The server refused.
            ErrorKind::Failure(refusal) if refusal.status() == Some(409) => "already there",
            // Nothing was sent: safe to repeat.
            ErrorKind::Connect(_) => "not reachable",
            // The server may have added the user anyway.
            ErrorKind::TimedOut | ErrorKind::Transport(_) | ErrorKind::Decode(_) => "unknown",
            _ => return Err(error.into()),
        },
    };

    Ok(outcome)
}

#[tokio::test]
async fn outcomes_are_told_apart() -> Done {
    use backup_server_api::AdminAddUser;

    let mock = Mock::new();
    let mut calls = mock.in_order();
    calls.expect::<AdminAddUser>().returns(Json::default());
    calls.expect::<AdminAddUser>().fails(409, "alice exists");
    calls.expect::<AdminAddUser>().breaks();
    calls.expect::<AdminAddUser>().fails(403, "not for you");
    let served = mock.serve()?;
    let client = Client::new(&served.url(), AdminAuth::password("admin", "any"))?;
    assert_eq!(add(&client, "correct horse").await?, "added");
    assert_eq!(add(&client, "correct horse").await?, "already there");
    assert_eq!(add(&client, "correct horse").await?, "unknown");
    let error = add(&client, "correct horse").await.expect_err("it was refused");
    assert_eq!(
        error.to_string(),
        "AdminAddUser: the server refused with status 403 (HTTP 403 Forbidden): not for you"
    );
    let nowhere = Client::new("http://127.0.0.1:1", AdminAuth::password("admin", "any"))?;
    assert_eq!(add(&nowhere, "correct horse").await?, "not reachable");
    Ok(())
}

#[tokio::test]
async fn time_is_limited() -> Done {
    use backup_server_api::AdminListUsers;

    let mock = Mock::new();
    mock.expect::<AdminListUsers>().returns(vec![]).times(2);
    let served = mock.serve()?;
    let (url, credential) = (&served.url(), AdminAuth::password("admin", "any"));

    let client = {
        use std::time::Duration;

        use backup_server_api::{AdminListUsers, Client};

        let client = Client::builder(url).credential(credential).timeout(Duration::from_secs(30)).build()?;
        let users = client.call(AdminListUsers::new()).timeout(Duration::from_secs(300)).send().await?;

        assert!(users.is_empty());
        client
    };
    client.send(AdminListUsers::new()).await?;
    Ok(())
}

#[tokio::test]
async fn a_call_is_sent_again() -> Done {
    let mock = Mock::new();
    let mut calls = mock.in_order();
    calls.expect::<AdminListUsers>().fails(503, "restarting");
    calls.expect::<AdminListUsers>().returns(vec![]);
    calls.expect::<AdminAddUser>().returns(Json::default());
    let served = mock.serve()?;
    let (url, credential) = (&served.url(), AdminAuth::password("admin", "any"));
    let password = "correct horse";
    use backup_server_api::{AdminAddUser, AdminListUsers, Client, Retry};

    let client = Client::builder(url).credential(credential).retry(Retry::tries(3)).build()?;
    let users = client.send(AdminListUsers::new()).await?;
    let once = client.call(AdminAddUser::new("alice", password)).retry(Retry::never()).send().await?;

    assert!(users.is_empty());
    drop(once);
    Ok(())
}

#[tokio::test]
async fn a_client_only_reads() -> Done {
    let mock = Mock::new();
    mock.expect::<backup_server_api::AdminListUsers>().returns(vec![]).once();
    let served = mock.serve()?;
    let (url, credential) = (&served.url(), AdminAuth::password("admin", "any"));
    use backup_server_api::{AdminDeleteUser, AdminListUsers, Client, ErrorKind};

    let client = Client::builder(url).credential(credential).read_only().build()?;
    let users = client.send(AdminListUsers::new()).await?;
    let error = client.send(AdminDeleteUser::new("alice")).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::ReadOnly { .. }));

    assert!(users.is_empty());
    Ok(())
}
