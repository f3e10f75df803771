//! Write a server.

use backup_server_api::{AdminAuth, AdminGetJobsAll, AdminListUsers, Client, ErrorKind};
use tokio::net::TcpListener;

use crate::Done;

mod gates {
    use backup_server_api::server::{Call, Gatekeeper, Refusal};
    use backup_server_api::{AdminAuth, Secret};

    pub struct Office {
        pub password: Secret,
    }

    impl Gatekeeper for Office {
        type Admin = String; // what handlers learn about an administrator
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
}

mod handlers {
    use super::gates::Office;

    use backup_server_api::AdminListUsers;
    use backup_server_api::server::{Context, Jobs, Refusal};

    impl Jobs for Office {
        async fn admin_list_users(
            &self,
            _: AdminListUsers,
            context: Context<String>,
        ) -> Result<Vec<String>, Refusal> {
            Ok(vec![context.into_caller()])
        }
    }
}

async fn run(office: gates::Office, listener: TcpListener) -> Done {
    use backup_server_api::server::{self, Serve};

    let router = server::builder(office).group(server::jobs()).into_router()?;
    Serve::new().run(listener, router).await;

    Ok(())
}

#[tokio::test]
async fn it_serves() -> Done {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(run(gates::Office { password: "correct horse".into() }, listener));
    let client = Client::new(&url, AdminAuth::password("admin", "correct horse"))?;
    assert_eq!(client.send(AdminListUsers::new()).await?, ["admin"]);
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
