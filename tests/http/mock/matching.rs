//! The requests that an expectation takes.

use account_portal_api::{DownloadsListLegacy, TokenAuth};
use backup_server_api::{AdminAddUser, AdminListUsers, AdminMetaResourceNew, Upload};

use serde_json::json;

use crate::mock::mocked;

#[tokio::test]
async fn the_first_expectation_that_matches_takes_the_call() {
    let (mock, client) = mocked();
    mock.expect::<AdminAddUser>().with(AdminAddUser::new("alice", "one")).returns(json!(1).into());
    mock.expect::<AdminAddUser>().with_parameter("TargetUser", "alice").returns(json!(2).into());
    mock.expect::<AdminAddUser>().when(|request| request.target_user.len() == 3).returns(json!(3).into());
    mock.expect::<AdminAddUser>().returns(json!(4).into()).once();
    mock.expect::<AdminAddUser>().returns(json!(5).into());
    let add = async |name: &str, password: &str| {
        client.send(AdminAddUser::new(name, password)).await.unwrap().as_str().to_owned()
    };
    assert_eq!(add("alice", "one").await, "1");
    assert_eq!(add("alice", "two").await, "2");
    assert_eq!(add("bob", "one").await, "3");
    assert_eq!(add("carol", "one").await, "4");
    assert_eq!(add("carol", "one").await, "5", "the one before it expects one call");
}

/// The server fills in what is left out, in the call and in the expectation.
#[tokio::test]
async fn defaults_are_equal_to_what_they_stand_for() {
    let mock = account_portal_api::mock::Mock::new();
    let client = mock.client(TokenAuth::new("token"));
    mock.expect::<DownloadsListLegacy>()
        .with(DownloadsListLegacy::new())
        .returns_with(|_| Err(backup_server_api::server::Refusal::not_found("none")))
        .times(1..=2);
    for request in [DownloadsListLegacy::new(), DownloadsListLegacy::new().format("json")] {
        let error = client.send(request).await.unwrap_err();
        assert_eq!(error.failure().unwrap().message(), "none");
    }
    mock.verify();
}

#[test]
#[should_panic(
    expected = "AdminAddUser has no parameter `TargetUsr`: expected one of TargetUser, TargetPassword"
)]
fn a_misspelt_parameter_fails_the_test() {
    let _ = mocked().0.expect::<AdminAddUser>().with_parameter("TargetUsr", "alice");
}

#[test]
#[should_panic(expected = "`with` can't compare the file of AdminMetaResourceNew: use `when`")]
fn a_file_is_not_compared() {
    let upload = AdminMetaResourceNew::new(Upload::bytes("a", "b"));
    let _ = mocked().0.expect::<AdminMetaResourceNew>().with(upload);
}

#[test]
#[should_panic(expected = "fails(200): the status of a failure is from 400 to 599")]
fn a_failure_fails() {
    mocked().0.expect::<AdminListUsers>().fails(200, "fine");
}
