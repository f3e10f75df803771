//! Calls of a client, or requests to a server, without sockets: `client 200`, `server 200`.
//! The script beside this file counts their instructions.

#[path = "server/stub.rs"]
mod stub;

use std::error::Error;

use api_runtime::{Body, Tower};
use axum::Router;
use backup_server_api::{AdminAuth, AdminDispatcherUninstallSoftware, Client};
use http::Request;
use tokio::runtime::Builder;
use tower::{ServiceExt, service_fn};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const PATH: &str = "/api/v1/admin/dispatcher/uninstall-software";
const NAME: &str = "admin@example.com";
const PASSWORD: &str = "correct horse";
const DONE: &str = "the device uninstalls itself";
const TARGET: &str = "4f8e2a1c-90b7-4d3e-a6f5-1c2d3e4f5a6b";

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().collect();
    let [_, side, count, ..] = &arguments[..] else { return Err("usage: client|server COUNT".into()) };
    let runtime = Builder::new_current_thread().enable_time().build()?;
    match &**side {
        "client" => runtime.block_on(call(count.parse()?)),
        "server" => runtime.block_on(serve(count.parse()?)),
        other => Err(format!("`{other}` is neither `client` nor `server`").into()),
    }
}

async fn call(count: u32) -> Result<()> {
    let service = service_fn(async |_: Request<Body>| {
        let json = format!(r#"{{"Status":200,"Message":"{DONE}"}}"#);
        let response = http::Response::builder().header("content-type", "application/json");
        response.body(Body::from(json))
    });
    let credential = AdminAuth::password(NAME, PASSWORD);
    let client =
        Client::with_transport("http://localhost", Tower::new(service)).credential(credential).build()?;
    for _ in 0..count {
        let done = client.send(AdminDispatcherUninstallSoftware::new(TARGET, true)).await?;
        assert_eq!(done.message.as_deref(), Some(DONE));
    }
    Ok(())
}

async fn serve(count: u32) -> Result<()> {
    let router: Router = stub::router()?;
    let form = format!(
        "Username=admin%40example.com&AuthType=Password&Password=correct+horse&TargetID={TARGET}&RemoveConfigFile=true"
    );
    for _ in 0..count {
        let request = Request::post(PATH).header("content-type", "application/x-www-form-urlencoded");
        let response = router.clone().oneshot(request.body(axum::body::Body::from(form.clone()))?).await?;
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await?;
        assert_eq!(body, format!(r#"{{"Status":200,"Message":"{DONE}"}}"#));
    }
    Ok(())
}
