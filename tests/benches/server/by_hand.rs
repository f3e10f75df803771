//! A handler written by hand, without the generated crate: the same checks and
//! the same responses, and axum's own limit of the form's size.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::FormRejection;
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

/// Compares in constant time.
fn is_same(one: &str, other: &str) -> bool {
    let difference = one.bytes().zip(other.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
    one.len() == other.len() && std::hint::black_box(difference) == 0
}

fn message(status: StatusCode, message: &str) -> (StatusCode, Json<Message>) {
    (status, Json(Message { status: status.as_u16(), message: message.to_owned() }))
}

async fn uninstall_software(
    State(server): State<Arc<Server>>,
    form: Result<Form<UninstallSoftware>, FormRejection>,
) -> (StatusCode, Json<Message>) {
    let Form(request) = match form {
        Ok(form) => form,
        Err(rejection) => return message(rejection.status(), &rejection.body_text()),
    };
    let is_right = request.auth_type == "Password"
        && request.username == NAME
        && is_same(&request.password, &server.password);
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
