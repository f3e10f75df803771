//! The test of a server finds callers that are let in, and passes on servers that refuse all that they must.

use api_runtime::{Api, Client, Effect, Tower};
use axum::Router;
use axum::http::StatusCode;
use backup_server_api::mock::Mock;
use backup_server_api::server::conformance::{Conformance, Problem, Report, Sent};
use backup_server_api::{AdminAddFirstAdminUser, AdminAddUser, AdminAuth, BackupServer, UserAuth};

use crate::backup::{self, Backup};
use crate::portal::{self, Portal};
use crate::support::wire::local;

fn client(router: Router) -> Client<BackupServer, Tower<Router>> {
    Client::with_transport("http://server", Tower::new(router)).build().unwrap()
}

/// A server that responds to everything alike.
fn alike(status: u16, text: &'static str) -> Router {
    let status = StatusCode::from_u16(status).unwrap();
    Router::new().fallback(move || async move {
        (status, format!(r#"{{"Status":{status},"Message":"{text}"}}"#, status = status.as_u16()))
    })
}

async fn report_of(router: Router) -> Report {
    let test = Conformance::new(client(router)).credential(AdminAuth::password("root", "pass"));
    test.credential(UserAuth::password("ann", "pass")).run().await
}

#[tokio::test]
async fn the_example_of_a_backup_server_conforms() {
    let admin = || AdminAuth::password("root", "pass");
    let root = local(backup::builder(Backup::default()).into_router().unwrap(), admin());
    root.send(AdminAddFirstAdminUser::new("root", "pass")).await.unwrap();
    root.send(AdminAddUser::new("ann", "word")).await.unwrap();
    let report =
        Conformance::new(root).credential(admin()).credential(UserAuth::password("ann", "word")).run().await;
    assert!(report.findings.is_empty(), "{report}");
    assert!(report.calls > 300, "{report}");
}

#[tokio::test]
async fn the_example_of_an_account_portal_conforms() {
    let portal = Portal::new();
    let token = account_portal_api::TokenAuth::new(portal.first_token());
    let client = local(portal::builder(portal).into_router().unwrap(), token);
    let report = account_portal_api::server::conformance::Conformance::new(client).run().await;
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!(report.calls, 50, "{report}");
}

#[tokio::test]
async fn a_shut_gate_must_refuse_those_with_a_credential() {
    let (open, shut) = (Mock::new(), Mock::new());
    for mock in [&open, &shut] {
        mock.accept_if(|_: &UserAuth| false);
    }
    shut.shut_gate("AR");
    let admin = AdminAuth::password("root", "pass");
    let passes = Conformance::new(open.anonymous()).credential(admin).shut("AR", shut.anonymous());
    let report = passes.run().await;
    assert!(report.findings.is_empty(), "{report}");
    let admin = AdminAuth::password("root", "pass");
    let fails = Conformance::new(client(alike(403, "no"))).credential(admin);
    let findings = fails.shut("AR", client(alike(501, "not implemented"))).run().await.findings;
    let list = findings.iter().find(|it| it.operation == "AdminListUsers").expect("it has the gate");
    assert_eq!((list.sent, &list.problem), (Sent::GateShut("AR"), &Problem::Reached));
}

#[tokio::test]
async fn a_server_that_lets_everyone_in_is_found() {
    let report = report_of(alike(200, "OK")).await;
    assert_eq!(report.findings.len(), report.calls);
    let reached = |sent| report.findings.iter().any(|it| it.sent == sent && it.problem == Problem::Reached);
    assert!(reached(Sent::NoCredential) && reached(Sent::OtherCredential("User credential")), "{report}");
}

#[tokio::test]
async fn a_refusal_says_nothing_about_parameters() {
    let report = report_of(alike(403, "TargetUser is missing")).await;
    let found = report.findings.iter().map(|it| &it.problem);
    assert!(found.clone().all(|it| *it == Problem::NamesParameter("TargetUser")), "{report}");
    assert!(found.count() > 40, "{report}");
    assert!(report_of(alike(403, "no")).await.findings.is_empty());
    assert!(report_of(alike(401, "Missing access token, path or format")).await.findings.is_empty());
    let gone = report_of(alike(404, "no")).await;
    assert!(gone.calls == 0 && gone.unserved.len() > 150 && gone.findings.is_empty(), "{gone}");
}

#[tokio::test]
async fn a_client_that_only_reads_sends_only_what_reads() {
    let builder = Client::with_transport("http://server", Tower::new(alike(200, "OK")));
    let report = Conformance::<BackupServer, _>::new(builder.read_only().build().unwrap()).run().await;
    let operations = BackupServer::DESCRIPTOR.operations.iter();
    let reading: Vec<&str> = operations.filter(|it| it.effect == Effect::Reads).map(|it| it.name).collect();
    assert!(report.findings.iter().all(|it| reading.contains(&it.operation)), "{report}");
    assert_eq!(report.calls, report.findings.len());
    assert!(report.calls > 100, "{report}");
}
