//! Prism as a mock: it responds as described, and refuses requests that aren't.

use std::process::Child;

use reqwest::{Client, Response};

use crate::foreign::{generated, listening, tool};

/// A mock of a description; it ends with this.
struct Mock {
    process: Child,
    url: String,
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Mock {
    fn start(file: &str) -> Self {
        let mut prism = tool("node_modules/.bin/prism");
        prism.args(["mock", &generated(file), "--port", "0"]);
        let (process, url) = listening(&mut prism, "listening on ");
        Self { process, url }
    }

    async fn post(&self, path: &str, token: Option<&str>, form: &[(&str, &str)]) -> Response {
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let post = Client::new().post(format!("{}{path}", self.url)).body(form);
        let post = post.header("content-type", "application/x-www-form-urlencoded");
        let post = token.into_iter().fold(post, |post, token| post.bearer_auth(token));
        post.send().await.unwrap()
    }
}

async fn json<T: serde::de::DeserializeOwned>(response: Response) -> T {
    serde_json::from_slice(&response.bytes().await.unwrap()).unwrap()
}

#[tokio::test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn prism_responds_for_the_portal() {
    // It ignores `encoding`: only in 3.0 is JSON in a form a text.
    let mock = Mock::start("account-portal.3.0.json");
    let path = "/api/v1/token/create_token";
    let created = mock.post(path, Some("any"), &[("permissions", r#"["a"]"#)]).await;
    assert_eq!(created.status(), 200);
    let created: serde_json::Value = json(created).await;
    assert_eq!((&created["status"], created["data"].is_object()), (&"ok".into(), true));
    assert_eq!(mock.post(path, Some("any"), &[]).await.status(), 422, "permissions are required");
}

#[tokio::test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn prism_responds_for_the_server() {
    for file in ["backup-server.json", "backup-server.3.0.json"] {
        let mock = Mock::start(file);
        let path = "/api/v1/admin/list-users";
        let names = mock.post(path, None, &[("Username", "a"), ("AuthType", "Password")]).await;
        assert_eq!(names.status(), 200, "{file}");
        let _: Vec<String> = json(names).await;
        let refused = mock.post(path, None, &[("Username", "a"), ("AuthType", "Other")]).await;
        assert_eq!(refused.status(), 422, "{file}: the scheme is not listed");
    }
}
