//! What somebody writes who has no generated crate.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Form, Json, Router};
use serde::{Deserialize, Serialize};

use crate::{DONE, NAME, PASSWORD, PATH};

struct Server {
    password: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct UninstallSoftware {
    username: String,
    auth_type: String,
    password: String,
    #[serde(rename = "TargetID")]
    target_id: String,
    remove_config_file: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Message {
    status: u16,
    message: String,
}

fn message(status: StatusCode, message: &str) -> (StatusCode, Json<Message>) {
    (status, Json(Message { status: status.as_u16(), message: message.to_owned() }))
}

async fn uninstall_software(
    State(server): State<Arc<Server>>,
    Form(request): Form<UninstallSoftware>,
) -> (StatusCode, Json<Message>) {
    let is_right =
        request.auth_type == "Password" && request.username == NAME && request.password == server.password;
    if !is_right {
        return message(StatusCode::UNAUTHORIZED, "wrong credentials");
    }
    if request.target_id.is_empty() || !request.remove_config_file {
        return message(StatusCode::NOT_FOUND, "no such device");
    }
    message(StatusCode::OK, DONE)
}

pub fn router() -> Router {
    let server = Arc::new(Server { password: PASSWORD.to_owned() });
    Router::new().route(PATH, post(uninstall_software)).with_state(server)
}
