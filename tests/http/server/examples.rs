//! The documents' states and transitions in the example server, as seen by the
//! generated clients.

use account_portal_api::{
    AccountPortal, LicenseArchiveLicense, LicenseCreateLicense, LicenseListLicenses, LicenseSetName,
    TokenAuth, TokenCreateToken, TokenListActions, TokenListTokens, TokenRevokeToken,
};
use api_runtime::server::Serve;
use api_runtime::{Api, Client, Encode, Error, Failure, Json, Operation, Tower};
use axum::Router;
use backup_server_api::*;
use serde_json::{Value, json};

use crate::backup::{self, Backup};
use crate::listen;
use crate::portal::{self, Portal};
use crate::support::wire::local;

type Local<A> = Client<A, Tower<Router>>;

fn status(error: &Error) -> Option<i64> {
    error.failure().and_then(Failure::status)
}

/// The status of a refusal.
async fn refused<A, O>(client: &Local<A>, operation: O) -> i64
where
    A: Api,
    O: Operation<Api = A> + Encode,
{
    match client.send(operation).await {
        Ok(_) => panic!("{} is refused", O::DESCRIPTOR.name),
        Err(error) => status(&error).unwrap_or_else(|| panic!("{error}")),
    }
}

fn value(json: &Json) -> Value {
    json.to_value().unwrap()
}

fn text(json: &Json, name: &str) -> String {
    value(json)[name].as_str().expect("a text").to_owned()
}

/// A server with its first administrator and that administrator's client.
async fn backup(prepare: impl FnOnce(&Backup)) -> Local<BackupServer> {
    let backup = Backup::default();
    prepare(&backup);
    let client = local(backup::builder(backup).into_router().unwrap(), AdminAuth::password("root", "pass"));
    client.send(AdminAddFirstAdminUser::new("root", "pass")).await.unwrap();
    client
}

#[tokio::test]
async fn only_one_administrator_is_the_first() {
    let root = backup(|_| ()).await;
    assert_eq!(refused(&root, AdminAddFirstAdminUser::new("other", "pass")).await, 403);
}

#[tokio::test]
async fn a_session_is_issued_and_revoked() {
    let root = backup(|_| ()).await;
    let key = text(&root.send(AdminAccountSessionStart::new()).await.unwrap(), "SessionKey");
    let session = root.with_credential(AdminAuth::session_key("root", key));
    session.send(AdminListUsers::new()).await.unwrap();
    session.send(AdminAccountSessionRevoke::new()).await.unwrap();
    assert_eq!(refused(&session, AdminListUsers::new()).await, 401);
    root.send(AdminListUsers::new()).await.unwrap();
    assert_eq!(refused(&root, AdminAccountSessionRevoke::new()).await, 400, "a password is no session");
}

#[tokio::test]
async fn a_session_as_user_is_the_users() {
    let root = backup(|_| ()).await;
    assert_eq!(refused(&root, AdminAccountSessionStartAsUser::new("alice")).await, 404);
    root.send(AdminAddUser::new("alice", "hers")).await.unwrap();
    let key = text(&root.send(AdminAccountSessionStartAsUser::new("alice")).await.unwrap(), "SessionKey");
    let alice = root.with_credential(UserAuth::session_key("alice", key.as_str()));
    assert_eq!(
        refused(&alice, UserWebAccountRegenerateTotp::new("hash")).await,
        501,
        "let in, and not implemented"
    );
    let bob = root.with_credential(UserAuth::session_key("bob", key.as_str()));
    assert_eq!(refused(&bob, UserWebAccountRegenerateTotp::new("hash")).await, 401);
    let admin = root.with_credential(AdminAuth::session_key("alice", key));
    assert_eq!(refused(&admin, AdminListUsers::new()).await, 401, "a user is no administrator");
}

#[tokio::test]
async fn a_tenant_is_not_at_the_top() {
    let root = backup(|_| ()).await;
    root.send(AdminAdminUserNew::new("tenant", "pass").target_org_id("org")).await.unwrap();
    assert_eq!(refused(&root, AdminAdminUserNew::new("tenant", "pass")).await, 409);
    let tenant = root.with_credential(AdminAuth::password("tenant", "pass"));
    assert_eq!(refused(&tenant, AdminAdminUserList::new()).await, 403);
    assert_eq!(refused(&tenant, AdminAddUser::new("x", "y").target_organization("z")).await, 403);
    tenant.send(AdminAddUser::new("own", "y")).await.unwrap();
    root.send(AdminAddUser::new("other", "y")).await.unwrap();
    assert_eq!(tenant.send(AdminListUsers::new()).await.unwrap(), ["own"]);
    assert_eq!(root.send(AdminListUsers::new()).await.unwrap(), ["other", "own"]);
    assert_eq!(refused(&root, AdminAdminUserDelete::new("root")).await, 409);
    root.send(AdminAdminUserDelete::new("tenant")).await.unwrap();
    assert_eq!(refused(&tenant, AdminListUsers::new()).await, 401);
}

#[tokio::test]
async fn jobs_are_abandoned_or_cancelled_once() {
    let root = backup(|backup| {
        backup.add_job("stuck", "alice", "");
        backup.add_job("running", "alice", "c-1");
    })
    .await;
    root.send(AdminAddUser::new("alice", "hers")).await.unwrap();
    assert_eq!(refused(&root, AdminJobAbandon::new("bob", "stuck")).await, 404);
    assert_eq!(refused(&root, AdminJobCancel::new("alice", "stuck")).await, 409, "it has no CancellationID");
    root.send(AdminJobAbandon::new("alice", "stuck")).await.unwrap();
    let job = root.send(AdminGetJobProperties::new("stuck")).await.unwrap();
    assert_eq!(text(&job, "Status"), "Abandoned");
    assert_eq!(refused(&root, AdminJobAbandon::new("alice", "stuck")).await, 409);
    root.send(AdminJobCancel::new("alice", "running")).await.unwrap();
    assert_eq!(refused(&root, AdminJobCancel::new("alice", "running")).await, 409);
    // The history is deleted with the user.
    root.send(AdminDeleteUser::new("alice")).await.unwrap();
    assert_eq!(refused(&root, AdminGetJobProperties::new("stuck")).await, 404);
}

#[tokio::test]
async fn a_policy_is_changed_by_who_has_its_hash() {
    let root = backup(|_| ()).await;
    let made = root.send(AdminPoliciesNew::new(json!({ "a": 1 }))).await.unwrap();
    let (id, hash) = (text(&made, "PolicyID"), text(&made, "PolicyHash"));
    let set = |value: Value| AdminPoliciesSet::new(id.as_str(), value).check_policy_hash(hash.as_str());
    root.send(set(json!({ "a": 2 }))).await.unwrap();
    assert_eq!(refused(&root, set(json!({ "a": 3 }))).await, 409, "the hash is old");
    let got = root.send(AdminPoliciesGet::new(id.as_str())).await.unwrap();
    assert_eq!(value(&got)["Policy"], json!({ "a": 2 }));
    root.send(AdminPoliciesDelete::new(id.as_str())).await.unwrap();
    assert_eq!(refused(&root, AdminPoliciesGet::new(id.as_str())).await, 404);
}

fn portal() -> Local<AccountPortal> {
    let portal = Portal::new();
    let first = TokenAuth::new(portal.first_token());
    local(portal::builder(portal).into_router().unwrap(), first)
}

#[tokio::test]
async fn a_revoked_token_is_still_listed() {
    let first = portal();
    let actions = first.send(TokenListActions::new()).await.unwrap();
    assert!(actions.contains(&"Token::RevokeToken".to_owned()));
    assert_eq!(refused(&first, TokenCreateToken::new(["No::Such"])).await, 400);
    let own = ["Token::ListTokens", "Token::CreateToken"];
    let made = first.send(TokenCreateToken::new(own)).await.unwrap();
    let token = made.api_token.unwrap();
    let second = first.with_credential(TokenAuth::new(token.clone()));
    assert_eq!(second.send(TokenListTokens::new()).await.unwrap().len(), 2);
    assert_eq!(refused(&second, TokenListActions::new()).await, 403, "not its permission");
    assert_eq!(refused(&second, TokenCreateToken::new(["Token::ListActions"])).await, 403, "nor to pass on");
    first.send(TokenRevokeToken::new(token.clone())).await.unwrap();
    assert_eq!(refused(&second, TokenListTokens::new()).await, 401);
    let listed = first.send(TokenListTokens::new()).await.unwrap();
    let revoked = listed.iter().find(|it| it.api_token.as_ref() == Some(&token)).unwrap();
    assert!(revoked.revoked_at.is_some());
    assert_eq!(refused(&first, TokenRevokeToken::new("unknown")).await, 404);
}

#[tokio::test]
async fn an_archived_license_is_disabled_for_good() {
    let client = portal();
    let license = client.send(LicenseCreateLicense::new().target_name("one")).await.unwrap();
    let serial = license.serial_number.unwrap();
    client.send(LicenseSetName::new(serial.as_str(), "two")).await.unwrap();
    client.send(LicenseArchiveLicense::new(serial.as_str())).await.unwrap();
    let listed = client.send(LicenseListLicenses::new()).await.unwrap();
    assert_eq!(listed[0].name.as_deref(), Some("two"));
    assert_eq!((listed[0].is_archived, listed[0].enabled), (Some(true), Some(false)));
    assert_eq!(refused(&client, LicenseSetName::new(serial.as_str(), "three")).await, 409);
    assert_eq!(refused(&client, LicenseArchiveLicense::new(serial.as_str())).await, 409);
    assert_eq!(refused(&client, LicenseArchiveLicense::new("unknown")).await, 404);
}

/// Both APIs over one socket; unknown paths have one response.
#[tokio::test]
async fn both_servers_share_a_port() {
    let (listener, url) = listen::on(0).await.unwrap();
    let portal = Portal::new();
    let token = TokenAuth::new(portal.first_token());
    let router = listen::router(Backup::default(), portal).unwrap();
    tokio::spawn(Serve::new().run(listener, router));
    let portal = account_portal_api::Client::new(&url, token).unwrap();
    assert!(portal.send(TokenListActions::new()).await.unwrap().contains(&"Token::ListActions".to_owned()));
    let root = backup_server_api::Client::new(&url, AdminAuth::password("root", "pass1")).unwrap();
    root.send(AdminAddFirstAdminUser::new("root", "pass1")).await.unwrap();
    assert!(root.send(AdminListUsers::new()).await.unwrap().is_empty());
    let error = root.call(AdminListUsers::new()).path("/unknown").send().await.unwrap_err();
    assert_eq!((status(&error), error.failure().unwrap().message()), (Some(404), "unknown path"));
}

#[tokio::test]
async fn a_taken_port_is_one_sentence() {
    let (listener, _taken) = listen::on(0).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let error = listen::on(port).await.unwrap_err().to_string();
    let expected = format!("another program uses port {port}; choose one with --port, or 0 for any");
    assert_eq!(error, expected);
}
