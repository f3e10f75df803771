//! Test without a server.

use tests::TempDir;

use crate::guides::Done;

mod program {
    use backup_server_api::{AdminAddUser, AdminListUsers, Client, Error, Transport};

    pub async fn ensure_alice<T: Transport>(client: &Client<T>) -> Result<(), Error> {
        let users = client.send(AdminListUsers::new()).await?;
        if !users.iter().any(|user| user == "alice") {
            client.send(AdminAddUser::new("alice", "correct horse")).await?;
        }
        Ok(())
    }
}

mod tests_of_the_program {
    use super::program::ensure_alice;

    use backup_server_api::mock::Mock;
    use backup_server_api::{AdminAddUser, AdminAuth, AdminListUsers, Json};

    #[tokio::test]
    async fn alice_is_added() {
        let mock = Mock::new();
        mock.expect::<AdminListUsers>().returns(vec![]).once();
        mock.expect::<AdminAddUser>().with_parameter("TargetUser", "alice").returns(Json::default()).once();
        let client = mock.client(AdminAuth::password("admin", "any"));
        ensure_alice(&client).await.unwrap();
    } // dropping the mock checks that everything expected was called
}

mod more_tests_of_the_program {
    use super::program::ensure_alice;

    use backup_server_api::AdminAuth;
    use backup_server_api::mock::Mock;

    #[tokio::test]
    async fn a_refusal_is_passed_on() {
        let mock = Mock::new();
        mock.shut_gate("AR");
        let client = mock.client(AdminAuth::password("admin", "any"));
        let error = ensure_alice(&client).await.unwrap_err();
        assert_eq!(error.failure().and_then(|it| it.status()), Some(403));
    }
}

#[tokio::test]
async fn a_cassette_is_recorded_and_replayed() -> Done {
    use backup_server_api::AdminListUsers;
    use backup_server_api::mock::Mock;

    let mock = Mock::new();
    mock.expect::<AdminListUsers>().returns(vec!["alice".to_owned()]).once();
    let served = mock.serve()?;
    let (url, password) = (&served.url(), "correct horse");
    let folder = TempDir::new();
    let path = folder.path().join("users.jsonl");
    {
        use backup_server_api::cassette::Recorder;
        use backup_server_api::{AdminAuth, Client, Reqwest};

        let recorder = Recorder::create(&path, Reqwest::new()?)?;
        let client = Client::with_transport(url, recorder)
            .credential(AdminAuth::password("admin", password))
            .build()?;

        client.send(AdminListUsers::new()).await?;
    }
    {
        use backup_server_api::cassette::Replayer;
        use backup_server_api::{AdminAuth, Client};

        let client = Client::with_transport("http://replay.invalid", Replayer::open(&path)?)
            .credential(AdminAuth::password("admin", "any"))
            .build()?;

        assert_eq!(client.send(AdminListUsers::new()).await?, ["alice"]);
    }
    Ok(())
}

mod its_test {
    use backup_server_api::server::axum::Router;
    use backup_server_api::server::{self, Call, Gatekeeper, Refusal, Users};

    use backup_server_api::server::conformance::Conformance;
    use backup_server_api::{AdminAuth, Client, Tower, UserAuth};

    #[tokio::test]
    async fn refuses_everyone_it_must() {
        let client =
            |shut| Client::with_transport("http://office", Tower::new(office(shut))).build().unwrap();
        let test = Conformance::new(client(None))
            .credential(AdminAuth::password("ann", "pass"))
            .credential(UserAuth::password("bob", "word"))
            .shut("AR", client(Some("AR")));
        test.run().await.verify();
    }

    struct Office {
        shut: Option<&'static str>,
    }

    impl Gatekeeper for Office {
        type Admin = ();
        type User = ();

        async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<(), Refusal> {
            let is_right = credential.password == Some("pass".into());
            is_right.then_some(()).ok_or_else(|| Refusal::unauthorized("wrong password"))
        }

        async fn user(&self, credential: UserAuth, _: &Call) -> Result<(), Refusal> {
            let is_right = credential.password == Some("word".into());
            is_right.then_some(()).ok_or_else(|| Refusal::unauthorized("wrong password"))
        }

        fn auth_role_enabled(&self, _: &Call) -> bool {
            self.shut != Some("AR")
        }
    }

    impl Users for Office {}

    fn office(shut: Option<&'static str>) -> Router {
        server::builder(Office { shut }).group(server::users()).into_router().unwrap()
    }
}
