use backup_server_api::{
    AdminAddUser, AdminAuth, AdminListUsers, Client, Error, Json, Transport, mock::Mock,
};

/// The code under test: generic over the transport, so that a mock can stand in.
async fn ensure_alice<T: Transport>(server: &Client<T>) -> Result<(), Error> {
    if !server.send(AdminListUsers::new()).await?.iter().any(|user| user == "alice") {
        server.send(AdminAddUser::new("alice", "correct horse")).await?;
    }
    Ok(())
}

#[tokio::test]
async fn alice_is_added_once() {
    let mock = Mock::new();
    mock.expect::<AdminListUsers>().returns(vec![]).once().returns(vec!["alice".to_owned()]);
    mock.expect::<AdminAddUser>().with_parameter("TargetUser", "alice").returns(Json::default()).once();
    let server = mock.client(AdminAuth::password("admin", "any"));
    ensure_alice(&server).await.unwrap();
    ensure_alice(&server).await.unwrap();
} // dropping the mock checks that everything expected was called
