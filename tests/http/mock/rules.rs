//! Calls that the API would refuse are refused in tests, too.

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAddUser, AdminAuth, AdminListUsers, Client, Error, Json, Transport, UserAuth};

use crate::mock::{mocked, report};

fn status(error: &Error) -> Option<i64> {
    error.failure().expect("a refusal").status()
}

async fn list<T: Transport>(client: &Client<T>) -> Result<Vec<String>, Error> {
    client.send(AdminListUsers::new()).await
}

#[tokio::test]
async fn invalid_parameters_do_not_reach_an_expectation() {
    let (mock, _) = mocked();
    mock.expect::<AdminAddUser>().returns(Json::default());
    let server = mock.serve().unwrap();
    let form = [("Username", "a"), ("AuthType", "Password"), ("Password", "b"), ("StoreRecoveryCode", "x")];
    let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = reqwest::Client::new().post(format!("{}/api/v1/admin/add-user", server.url()));
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(form);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 400);
    let text = report(&mock);
    assert!(text.contains("never called: AdminAddUser"), "{text}");
    assert!(
        text.contains("TargetUser: missing; TargetPassword: missing; StoreRecoveryCode: not a 64-bit"),
        "{text}"
    );
}

#[tokio::test]
async fn a_gate_can_be_shut_and_opened() {
    let (mock, client) = mocked();
    mock.expect::<AdminListUsers>().returns(vec![]).once();
    mock.shut_gate("AR");
    assert_eq!(status(&list(&client).await.unwrap_err()), Some(403));
    let text = report(&mock);
    assert!(text.contains("a call was refused by the API's rules: HTTP 403"), "{text}");
    mock.open_gate("AR");
    list(&client).await.unwrap();
    mock.verify();
}

#[test]
#[should_panic(expected = "the API has no gate `XX` that can be shut: expected one of UA, AR")]
fn an_unknown_gate_fails_the_test() {
    Mock::new().shut_gate("XX");
}

#[tokio::test]
async fn a_credential_can_be_refused() {
    let (mock, client) = mocked();
    mock.expect::<AdminListUsers>().returns(vec![]).once();
    mock.accept_if(|credential: &AdminAuth| credential.username == "root");
    mock.accept_if(|_: &UserAuth| false);
    assert_eq!(status(&list(&client).await.unwrap_err()), Some(401));
    list(&client.with_credential(AdminAuth::password("root", "any"))).await.unwrap();
}

#[test]
fn invalid_settings_are_an_error() {
    assert!(Mock::with(|server| server.path("AdminListUsers", "no slash")).is_err());
}
