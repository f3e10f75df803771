//! Invalid parameters, and valid ones in other spellings.

use account_portal_api::AccountPortal;
use api_runtime::Parameter;
use backup_server_api::BackupServer;

use crate::support::fake_server::{FakeServer, Served, server};
use crate::support::wire::{Answer, Credential, Post, post};

/// The text of the refusal.
fn errors<A: Served>(answer: &Answer, fake: &FakeServer) -> String {
    let (status, text) = answer.refusal::<A>();
    assert_eq!((status, fake.heard().len()), (400, 0), "{text}");
    text
}

/// One response names every missing parameter.
async fn missing<A: Served>() {
    let (router, fake) = server::<A>();
    for operation in A::DESCRIPTOR.operations {
        let required: Vec<&Parameter> = operation.parameters.iter().filter(|it| it.required).collect();
        if required.is_empty() || operation.bearer_only {
            continue;
        }
        let mut post = Post::new::<A>(operation, Credential::Right);
        post.file = None;
        let post = required.iter().fold(post, |post, parameter| post.without(parameter.name));
        let text = errors::<A>(&post.send(&router).await, &fake);
        for parameter in required {
            assert!(text.contains(&format!("{}: missing", parameter.name)), "{}: {text}", operation.name);
        }
    }
}

#[tokio::test]
async fn missing_parameters() {
    missing::<BackupServer>().await;
    missing::<AccountPortal>().await;
}

/// Every parameter that isn't text gets a text.
async fn mistyped<A: Served>() {
    let (router, fake) = server::<A>();
    for operation in A::DESCRIPTOR.operations {
        let typed =
            operation.parameters.iter().filter(|it| it.json || !matches!(it.type_name, "string" | "file"));
        let typed: Vec<&Parameter> = typed.filter(|it| it.values.is_empty()).collect();
        if typed.is_empty() {
            continue;
        }
        let post = Post::new::<A>(operation, Credential::Right);
        let post = typed.iter().fold(post, |post, parameter| post.replace(parameter.name, "canary{"));
        let text = errors::<A>(&post.send(&router).await, &fake);
        assert!(!text.contains("canary"), "{text}");
        for parameter in typed {
            assert!(text.contains(&format!("{}: ", parameter.name)), "{}: {text}", operation.name);
        }
    }
}

#[tokio::test]
async fn mistyped_parameters() {
    mistyped::<BackupServer>().await;
    mistyped::<AccountPortal>().await;
}

/// Every parameter twice, even with the same value.
async fn repeated<A: Served>() {
    let (router, fake) = server::<A>();
    for operation in A::DESCRIPTOR.operations {
        for parameter in operation.parameters.iter().filter(|it| !it.file) {
            let mut post = Post::new::<A>(operation, Credential::Right).without(parameter.name);
            if operation.bearer_only {
                post = Post::new::<A>(operation, Credential::Right).without("token");
            }
            post.set::<A>(parameter);
            post.set::<A>(parameter);
            let text = errors::<A>(&post.send(&router).await, &fake);
            assert!(text.contains(&format!("{}: given more than once", parameter.name)), "{text}");
        }
    }
}

#[tokio::test]
async fn repeated_parameters() {
    repeated::<BackupServer>().await;
    repeated::<AccountPortal>().await;
}

#[tokio::test]
async fn a_repeated_credential_is_refused() {
    let (router, fake) = server::<BackupServer>();
    let answer = post::<BackupServer>("AdminListUsers")
        .field("Username", crate::support::fake_server::NAME)
        .send(&router)
        .await;
    assert_eq!(answer.refusal::<BackupServer>().0, 401);
    assert_eq!(fake.heard(), []);
}

#[tokio::test]
async fn unknown_fields_are_ignored() {
    let (router, fake) = server::<BackupServer>();
    let post = post::<BackupServer>("AdminListUsers").field("Canary", "1").field("Canary", "2").field("", "");
    post.send(&router).await;
    assert_eq!(fake.heard().len(), 1);
}

/// Sends each value: the error of one that doesn't fit has nothing of it.
async fn formats<A: Served>(operation: &str, parameter: &str, error: &str, values: &[(&str, bool)]) {
    let (router, fake) = server::<A>();
    for (value, fits) in values {
        let answer = post::<A>(operation).replace(parameter, value).send(&router).await;
        if *fits {
            assert_eq!(fake.heard().len(), 1, "{value}: {answer:?}");
        } else {
            let text = errors::<A>(&answer, &fake);
            assert!(text.contains(&format!("{parameter}: {error}")), "{value}: {text}");
            let start = value.get(..5).unwrap_or("no value");
            assert!(!text.to_lowercase().contains(&start.to_lowercase()), "{value}: {text}");
        }
    }
}

#[tokio::test]
async fn six_digits() {
    let codes = [("012345", true), ("12345", false), ("1234567", false), ("12345a", false), ("", false)];
    formats::<BackupServer>("AdminAccountValidateTotp", "TOTPCode", "not six digits", &codes).await;
}

#[tokio::test]
async fn the_password_rule() {
    let passwords = [
        ("Canary12", true),
        ("canary12", false),
        ("CANARY12", false),
        ("Canaryyy", false),
        ("Canar12", false),
        ("", true),
    ];
    let error = "not at least 8 characters";
    formats::<AccountPortal>("UserCreateUser", "target_password", error, &passwords).await;
}

#[tokio::test]
async fn required_when_another_says_so() {
    let (router, fake) = server::<AccountPortal>();
    let post = || post::<AccountPortal>("HostedServerCreate").without("target_storage_bucket_name");
    let text = errors::<AccountPortal>(&post().send(&router).await, &fake);
    assert!(text.contains("target_storage_bucket_name: missing, and required when"), "{text}");
    let other = post().replace("target_storage_type", "another").send(&router).await;
    let text = String::from_utf8_lossy(&other.body).into_owned();
    assert!(!text.contains("target_storage_bucket_name"), "{text}");
}

#[tokio::test]
async fn reversed_parameters_are_swapped() {
    let (router, fake) = server::<BackupServer>();
    for (start, end, form) in [
        ("5", "3", "Start=3&End=5"),
        ("3", "5", "Start=3&End=5"),
        ("0", "0", "Start=0&End=0"),
        ("7", "0", "Start=0&End=7"),
    ] {
        let post =
            post::<BackupServer>("AdminGetJobsForDateRange").replace("Start", start).replace("End", end);
        post.send(&router).await;
        assert_eq!(fake.heard()[0].form, form);
    }
}

#[tokio::test]
async fn spellings_of_other_clients() {
    let (router, fake) = server::<BackupServer>();
    let url = || post::<BackupServer>("AdminDispatcherUpdateLoginUrl");
    for (spelling, form) in [("1", "true"), ("0", "false"), ("true", "true"), (" false ", "false")] {
        url().replace("Force", spelling).send(&router).await;
        let heard = fake.heard();
        assert!(heard[0].form.ends_with(&format!("&Force={form}")), "{heard:?}");
    }
    // JSON null where the parameter is optional.
    url().replace("Force", "null").send(&router).await;
    assert!(!fake.heard()[0].form.contains("Force"));
    // A content type with parameters, in another case.
    let mut post = post::<BackupServer>("AdminListUsers");
    post.content_type = Some("Application/X-WWW-form-urlencoded; charset=UTF-8".to_owned());
    post.send(&router).await;
    assert_eq!(fake.heard().len(), 1);
}

#[tokio::test]
async fn a_header_alone_is_a_request() {
    let (router, fake) = server::<AccountPortal>();
    let mut post = post::<AccountPortal>("TokenListTokens").without("token").without("auth_type");
    post.content_type = Some(String::new());
    let post = post.header("authorization", &format!("Bearer {}", crate::support::fake_server::TOKEN));
    post.send_body(&router, axum::body::Body::empty()).await;
    assert_eq!(fake.heard().len(), 1);
}

/// The headers of an upload may omit the scheme.
#[tokio::test]
async fn an_upload_without_auth_type() {
    let (router, fake) = server::<BackupServer>();
    let mut post = post::<BackupServer>("AdminMetaResourceNew");
    post.headers.retain(|(name, _)| !name.ends_with("AuthType"));
    post.send(&router).await;
    assert_eq!(fake.heard().len(), 1);
}
