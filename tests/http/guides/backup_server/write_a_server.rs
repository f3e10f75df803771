//! Write a server.

use backup_server_api::server::{self, Serve};
use backup_server_api::{
    AdminAuth, AdminGetJobsAll, AdminListUsers, AdminMetaVersion, AdminOrganizationList, Client, ErrorKind,
    Json, Tower,
};
use tokio::net::TcpListener;

use crate::guides::Done;

/// The program of the guide.
#[allow(dead_code)]
mod program {
    use backup_server_api::server::{self, Call, Context, Gatekeeper, Refusal, Serve, System, Users};
    use backup_server_api::{AdminAuth, AdminListUsers, AdminMetaVersion, Json, Secret};
    use serde_json::json;
    use tokio::net::TcpListener;
    use tokio::signal::unix::{SignalKind, signal};

    struct Office {
        password: Secret,
    }

    impl Gatekeeper for Office {
        type Admin = String; // the type that handlers get for an administrator
        type User = ();

        async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<String, Refusal> {
            match credential.password {
                Some(password) if password == self.password => Ok(credential.username),
                _ => Err(Refusal::unauthorized("wrong user name or password")),
            }
        }

        fn auth_role_enabled(&self, _: &Call) -> bool {
            true
        }
    }

    impl Users for Office {
        async fn admin_list_users(
            &self,
            _: AdminListUsers,
            context: Context<String>,
        ) -> Result<Vec<String>, Refusal> {
            Ok(vec![context.into_caller()])
        }
    }

    impl System for Office {
        async fn admin_meta_version(&self, _: AdminMetaVersion, _: Context<String>) -> Result<Json, Refusal> {
            Ok(json!({ "Version": "1.0" }).into())
        }
    }

    #[tokio::main]
    async fn main() {
        if let Err(error) = run().await {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }

    async fn run() -> Result<(), Box<dyn std::error::Error>> {
        let office = Office { password: std::env::var("OFFICE_PASSWORD")?.into() };
        let builder = server::builder(office).group(server::users()).group(server::system());
        let router = builder.into_router()?;

        // Service managers send SIGTERM; Ctrl-C stops the server too.
        let mut terminated = signal(SignalKind::terminate())?;
        let stop = async {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
        };
        let listener = TcpListener::bind("127.0.0.1:8060").await?;
        Serve::new().run_until(listener, router, stop).await;
        Ok(())
    }

    /// Its service.
    pub(super) fn office() -> impl System + Users {
        Office { password: "correct horse".into() }
    }
}

mod lookups {
    use std::io;

    use backup_server_api::server::{Call, Gatekeeper, Refusal};
    use backup_server_api::{AdminAuth, Secret};

    pub struct Member {
        pub password: Secret,
        pub is_at_the_top: bool,
    }

    impl Gatekeeper for Directory {
        type Admin = Member;
        type User = ();

        async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<Member, Refusal> {
            let found = self.find(&credential.username).await;
            let member = found.map_err(|_| Refusal::internal("the directory does not respond"))?;
            let known = member.filter(|member| credential.password.as_ref() == Some(&member.password));
            known.ok_or_else(|| Refusal::unauthorized("wrong user name or password"))
        }

        fn is_top_level(&self, caller: &Member, _: &Call) -> bool {
            caller.is_at_the_top
        }
    }

    pub struct Directory;

    impl Directory {
        /// Like a database, which may be down.
        async fn find(&self, name: &str) -> io::Result<Option<Member>> {
            tokio::task::yield_now().await;
            match name {
                "down" => Err(io::ErrorKind::TimedOut.into()),
                "top" | "tenant" => {
                    Ok(Some(Member { password: "correct horse".into(), is_at_the_top: name == "top" }))
                }
                _ => Ok(None),
            }
        }
    }
}

#[tokio::test]
async fn a_look_up_decides_and_may_fail() -> Done {
    let router = backup_server_api::server::builder(lookups::Directory).into_router()?;
    for (name, status) in [("top", 501), ("tenant", 403), ("nobody", 401), ("down", 500)] {
        let client = Client::with_transport("http://office", Tower::new(router.clone()));
        let client = client.credential(AdminAuth::password(name, "correct horse")).build()?;
        let error = client.send(AdminOrganizationList::new()).await.map(drop).expect_err("no handler");
        let failure = error.failure().expect("it is refused");
        assert_eq!(failure.http_status().as_u16(), status, "{name}: {error}");
    }
    Ok(())
}

#[tokio::test]
async fn it_serves() -> Done {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    let builder = server::builder(program::office()).group(server::users()).group(server::system());
    let router = builder.into_router()?;
    tokio::spawn(Serve::new().run_until(listener, router, std::future::pending()));
    let client = Client::new(&url, AdminAuth::password("admin", "correct horse"))?;
    assert_eq!(client.send(AdminListUsers::new()).await?, ["admin"]);
    assert_eq!(
        client.send(AdminMetaVersion::new()).await?,
        Json::from(serde_json::json!({ "Version": "1.0" }))
    );
    let status = |error: backup_server_api::Error| match error.kind() {
        ErrorKind::Failure(refusal) => refusal.http_status().as_u16(),
        other => panic!("{other:?}"),
    };
    let stranger = client.with_credential(AdminAuth::password("admin", "guess"));
    assert_eq!(stranger.send(AdminListUsers::new()).await.map_err(status), Err(401));
    // No handler of its own.
    assert_eq!(client.send(AdminGetJobsAll::new()).await.map_err(status).map(drop), Err(501));
    Ok(())
}

mod proxied {
    use backup_server_api::server::{Serve, axum::http::HeaderName};

    pub fn behind_a_proxy() -> Serve {
        Serve::new().peer_header(HeaderName::from_static("x-forwarded-for"))
    }
}

#[test]
fn a_peer_is_in_a_header() {
    assert!(format!("{:?}", proxied::behind_a_proxy()).contains("x-forwarded-for"));
}
