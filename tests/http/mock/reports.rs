//! The report of a failed test.

use std::panic::{AssertUnwindSafe, catch_unwind};

use backup_server_api::mock::Mock;
use backup_server_api::{
    AdminAddUser, AdminAddUserFromProfile, AdminDeleteUser, AdminListUsers, AdminSetUserProfile, Json,
    UserProfileConfig,
};

use crate::mock::{PASSWORD, admin, mocked, report};

/// The report without line numbers, which change with this file.
fn plain(report: &str) -> String {
    let mut words = report.split("tests/http/mock/reports.rs:");
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        text + "HERE"
            + word.trim_start_matches(|character: char| character.is_ascii_digit() || character == ':')
    })
}

#[tokio::test]
async fn the_nearest_expectation_is_named_with_what_differs() {
    let (mock, client) = mocked();
    mock.expect::<AdminAddUser>()
        .with(AdminAddUser::new("carol", "other").store_recovery_code(1))
        .returns(Json::default());
    mock.expect::<AdminAddUser>()
        .with(AdminAddUser::new("alice", PASSWORD).require_password_change(1))
        .returns(Json::default());
    mock.expect::<AdminListUsers>().returns(vec![]).times(0..);
    let error = client.send(AdminAddUser::new("bob", PASSWORD)).await.unwrap_err();
    assert_eq!(error.failure().unwrap().status(), Some(501));
    assert!(error.to_string().contains("TargetUser: expected \"alice\", sent \"bob\""), "{error}");
    assert_eq!(
        plain(&report(&mock)),
        "the mock was not called as expected\n\
         - unexpected call of AdminAddUser\n    \
             sent: AdminAddUser { target_user: \"bob\", target_password: [secret], store_recovery_code: None, \
             require_password_change: None, target_organization: None }\n    \
             nearest: AdminAddUser, expected at HERE\n      \
               TargetUser: expected \"alice\", sent \"bob\"\n      \
               RequirePasswordChange: expected \"1\", not sent\n    \
             also expected: AdminAddUser, expected at HERE; AdminListUsers, expected at HERE\n\
         - never called: AdminAddUser, expected at HERE (at least 1 call)\n\
         - never called: AdminAddUser, expected at HERE (at least 1 call)"
    );
    mock.verify();
}

#[tokio::test]
async fn an_operation_without_an_expectation_is_shown_by_its_descriptor() {
    let (mock, client) = mocked();
    mock.expect::<AdminAddUserFromProfile>().returns(Json::default()).times(..);
    client.send(AdminAddUser::new("bob", PASSWORD)).await.unwrap_err();
    let profile = UserProfileConfig::from(serde_json::json!({ "Username": PASSWORD }));
    client.send(AdminSetUserProfile::new("bob", profile)).await.unwrap_err();
    let text = report(&mock);
    assert!(text.contains("sent: AdminAddUser, TargetUser: \"bob\", TargetPassword: [secret]"), "{text}");
    assert!(text.contains("nearest: AdminAddUserFromProfile, expected at "), "{text}");
    assert!(text.contains("it is another operation"), "{text}");
    assert!(text.contains("ProfileData: JSON, "), "{text}");
    assert!(!text.contains("CaNaRy"), "{text}");
}

#[tokio::test]
async fn secrets_are_compared_but_not_shown() {
    let (mock, client) = mocked();
    mock.expect::<AdminAddUser>().with(AdminAddUser::new("bob", "CaNaRy-other")).returns(Json::default());
    let error = client.send(AdminAddUser::new("bob", PASSWORD)).await.unwrap_err();
    let text = format!("{error}{error:?}{}", report(&mock));
    assert!(text.contains("TargetPassword: sent another value ([secret])"), "{text}");
    assert!(!text.contains("CaNaRy"), "{text}");
}

#[tokio::test]
async fn a_condition_is_named_by_its_place() {
    let (mock, client) = mocked();
    mock.expect::<AdminDeleteUser>().when(|request| request.target_user == "alice").never();
    client.send(AdminDeleteUser::new("bob")).await.unwrap_err();
    let text = report(&mock);
    assert!(text.contains("the condition at tests/http/mock/reports.rs:"), "{text}");
    client.send(AdminDeleteUser::new("alice")).await.unwrap_err();
    assert!(report(&mock).contains("it expects no call"));
}

#[tokio::test]
async fn a_call_of_a_mock_without_expectations_fails() {
    let (mock, client) = mocked();
    client.send(AdminListUsers::new()).await.unwrap_err();
    assert!(report(&mock).contains("no call was expected"));
}

#[tokio::test]
async fn an_expectation_needs_a_response() {
    let (mock, client) = mocked();
    mock.expect::<AdminListUsers>();
    client.send(AdminListUsers::new()).await.unwrap_err();
    assert!(report(&mock).contains("has no response: add one, such as `returns`"));
}

#[test]
#[should_panic(expected = "never called: AdminListUsers")]
fn dropping_the_mock_verifies() {
    Mock::new().expect::<AdminListUsers>().returns(vec![]);
}

/// A second panic would abort the test program.
#[test]
fn dropping_the_mock_in_a_panic_does_not_panic_again() {
    let failed = catch_unwind(AssertUnwindSafe(|| {
        let mock = Mock::new();
        mock.expect::<AdminListUsers>().returns(vec![]);
        panic!("the test's own");
    }));
    assert_eq!(failed.unwrap_err().downcast_ref(), Some(&"the test's own"));
}

#[tokio::test]
async fn an_assertion_in_a_closure_fails_the_test() {
    let (mock, client) = mocked();
    mock.expect::<AdminDeleteUser>().returns_with(|request| {
        assert_eq!(request.target_user, "alice");
        Ok(Default::default())
    });
    mock.expect::<AdminAddUser>().when(|_| panic!("a condition")).returns(Json::default()).times(..);
    let error = client.send(AdminDeleteUser::new("bob")).await.unwrap_err();
    assert_eq!(error.failure().unwrap().status(), Some(500));
    client.send(AdminAddUser::new("bob", "secret")).await.unwrap_err();
    let text = report(&mock);
    assert!(text.contains("the response to AdminDeleteUser, expected at "), "{text}");
    assert!(text.contains("a condition of AdminAddUser panicked"), "{text}");
    client.send(AdminDeleteUser::new("alice")).await.unwrap();
}

#[tokio::test]
async fn what_is_reported_is_not_reported_again() {
    let (mock, client) = mocked();
    client.send(AdminListUsers::new()).await.unwrap_err();
    report(&mock);
    mock.verify();
}

#[tokio::test]
async fn a_call_to_another_path_says_why_it_was_refused() {
    let mock = Mock::new();
    mock.expect::<AdminListUsers>().returns(vec![]).once();
    let client = mock.client_builder().credential(admin()).path("AdminListUsers", "/users").build().unwrap();
    client.send(AdminListUsers::new()).await.unwrap_err();
    let text = report(&mock);
    assert!(text.contains("never called: AdminListUsers") && text.contains("HTTP 404"), "{text}");
}
