//! Sign in: each scheme, sessions, and second factors.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use backup_server_api::mock::Mock;
use backup_server_api::{
    AdminAccountSessionStart, AdminAuth, AdminAuthType, AdminListUsers, Client, ErrorKind, Json,
    UserWebDispatcherListActive,
};
use serde_json::json;

use crate::guides::Done;

/// The program of the guide: `downstream` compiles it with the manifest beside it.
#[allow(dead_code)]
mod program {
    use backup_server_api::{AdminAuth, AdminListUsers, Client};

    #[tokio::main]
    async fn main() {
        if let Err(error) = run().await {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }

    async fn run() -> Result<(), Box<dyn std::error::Error>> {
        let url = std::env::var("BACKUP_SERVER_URL")?;
        let password = std::env::var("BACKUP_SERVER_PASSWORD")?;
        let client = Client::new(&url, AdminAuth::password("admin", password))?;
        for user in client.send(AdminListUsers::new()).await? {
            println!("{user}");
        }
        Ok(())
    }
}

/// As the guide shows it.
#[derive(serde::Deserialize)]
struct Session {
    #[serde(rename = "SessionKey")]
    key: String,
}

/// A server that accepts one scheme.
fn accepting(scheme: AdminAuthType) -> Mock {
    let mock = Mock::new();
    mock.accept_if(move |it: &AdminAuth| it.auth_type == scheme);
    mock
}

fn session() -> Json {
    json!({ "SessionKey": "k" }).into()
}

#[tokio::test]
async fn with_a_password_then_a_session_key() -> Done {
    let mock = Mock::new();
    mock.accept_if(|it: &AdminAuth| it.password.is_some() || it.session_key == Some("k".into()));
    mock.expect::<AdminListUsers>().returns(vec!["alice".to_owned()]).once();
    mock.expect::<AdminAccountSessionStart>().returns(session()).once();
    mock.expect::<AdminAccountSessionRevoke>().returns(Json::default()).once();
    let served = mock.serve()?;
    let (url, password) = (&served.url(), "correct horse");
    let client = {
        use backup_server_api::{AdminAuth, AdminListUsers, Client};

        let client = Client::new(url, AdminAuth::password("admin", password))?;
        let users = client.send(AdminListUsers::new()).await?;

        assert_eq!(users, ["alice"]);
        client
    };
    use backup_server_api::{AdminAccountSessionRevoke, AdminAccountSessionStart, AdminAuth};

    #[derive(serde::Deserialize)]
    struct Session {
        #[serde(rename = "SessionKey")]
        key: String,
    }

    let session: Session = client.send(AdminAccountSessionStart::new()).await?.read()?;
    let client = client.with_credential(AdminAuth::session_key("admin", session.key));
    // … calls with the session key …
    client.send(AdminAccountSessionRevoke::new()).await?;

    Ok(())
}

#[tokio::test]
async fn when_sessions_end() -> Done {
    let mock = Mock::new();
    let is_over = Arc::new(AtomicBool::new(false));
    let valid = is_over.clone();
    mock.accept_if(move |it: &AdminAuth| {
        let key = if valid.load(Ordering::Relaxed) { "k2" } else { "k1" };
        it.password.is_some() || it.session_key == Some(key.into())
    });
    let mut calls = mock.in_order();
    for key in ["k1", "k2"] {
        calls.expect::<AdminAccountSessionStart>().returns(json!({ "SessionKey": key }).into());
    }
    mock.expect::<AdminListUsers>().returns(vec!["alice".to_owned()]).times(2);
    let served = mock.serve()?;
    let (url, password) = (&served.url(), "correct horse");
    use backup_server_api::{AdminAccountSessionStart, AdminAuth, BoxError, Client};

    let login = Client::new(url, AdminAuth::password("admin", password))?;
    let start = move || {
        let login = login.clone();
        async move {
            let session: Session = login.send(AdminAccountSessionStart::new()).await?.read()?;
            Ok::<_, BoxError>(AdminAuth::session_key("admin", session.key))
        }
    };
    let client = Client::builder(url).credential_from(start).build()?;

    for ends in [false, true] {
        is_over.store(ends, Ordering::Relaxed);
        assert_eq!(client.send(AdminListUsers::new()).await?, ["alice"]);
    }
    Ok(())
}

#[tokio::test]
async fn with_a_one_time_code() -> Done {
    let mock = Mock::new();
    mock.accept_if(|it: &AdminAuth| it.totp == Some("123456".into()) || it.session_key == Some("k".into()));
    mock.expect::<AdminAccountSessionStart>().returns(session()).once();
    mock.expect::<AdminListUsers>().returns(vec![]).once();
    let served = mock.serve()?;
    let (url, password, code) = (&served.url(), "correct horse", "123456");
    use backup_server_api::{AdminAccountSessionStart, AdminAuth, Client};

    let login = Client::new(url, AdminAuth::password_totp("admin", password, code))?;
    let session: Session = login.send(AdminAccountSessionStart::new()).await?.read()?;
    let client = login.with_credential(AdminAuth::session_key("admin", session.key));

    client.send(AdminListUsers::new()).await?;
    let again = login.send(AdminListUsers::new()).await.expect_err("the code was sent");
    assert!(matches!(again.kind(), ErrorKind::OneTimeSent), "{again}");
    Ok(())
}

#[tokio::test]
async fn with_a_webauthn_token() -> Done {
    let mock = accepting(AdminAuthType::PasswordWebAuthn);
    mock.expect::<AdminAccountSessionStart>().returns(session()).once();
    let served = mock.serve()?;
    let (url, password, signature) = (&served.url(), "correct horse", json!({ "id": "1" }));

    use backup_server_api::{AdminAuth, Client};

    let login = Client::new(url, AdminAuth::password_webauthn("admin", password, signature))?;

    login.send(AdminAccountSessionStart::new()).await?;
    Ok(())
}

#[tokio::test]
async fn as_an_end_user() -> Done {
    let mock = Mock::new();
    mock.accept_if(|it: &UserAuth| it.password.is_some() || it.session_key == Some("k".into()));
    mock.expect::<AdminAccountSessionStartAsUser>().returns(session()).once();
    mock.expect::<UserWebDispatcherListActive>().returns(Json::default()).times(2);
    let served = mock.serve()?;
    let url = &served.url();
    let client = Client::new(url, AdminAuth::password("admin", "correct horse"))?;
    let password = "battery staple";
    {
        use backup_server_api::{Client, UserAuth, UserWebDispatcherListActive};

        let alice = Client::new(url, UserAuth::password("alice", password))?;
        let devices = alice.send(UserWebDispatcherListActive::new()).await?;

        assert_eq!(devices, Json::default());
    }

    use backup_server_api::{AdminAccountSessionStartAsUser, UserAuth};

    let start = AdminAccountSessionStartAsUser::new("alice");
    let session: Session = client.send(start).await?.read()?;
    let alice = client.with_credential(UserAuth::session_key("alice", session.key));

    alice.send(UserWebDispatcherListActive::new()).await?;
    Ok(())
}

#[tokio::test]
async fn totp_is_turned_on() -> Done {
    let mock = Mock::new();
    mock.expect::<AdminAccountRegenerateTotp>().returns(json!("data:image/png;base64,").into()).once();
    mock.expect::<AdminAccountValidateTotp>().with_parameter("TOTPCode", "123456").returns(Json::default());
    let client = mock.client(AdminAuth::password("admin", "correct horse"));
    let code = "123456";

    use backup_server_api::{AdminAccountRegenerateTotp, AdminAccountValidateTotp};

    let image = client.send(AdminAccountRegenerateTotp::new()).await?;
    // … the administrator scans the image and types the code …
    client.send(AdminAccountValidateTotp::new(code)).await?;

    assert_eq!(image.as_str(), "\"data:image/png;base64,\"");
    Ok(())
}
