//! The server on the generated crate: one operation and a gatekeeper.

use api_runtime::Secret;
use axum::Router;
use backup_server_api::server::{Call, Context, Devices, Gatekeeper, Refusal, builder, devices};
use backup_server_api::{AdminAuth, AdminDispatcherUninstallSoftware, ServiceApiResponseMessage};

use crate::{DONE, NAME, PASSWORD, Result};

struct Stub {
    password: Secret,
}

struct Admin;

impl Gatekeeper for Stub {
    type Admin = Admin;
    type User = ();

    async fn admin(&self, credential: AdminAuth, _: &Call) -> std::result::Result<Admin, Refusal> {
        let is_right = credential.username == NAME && credential.password.as_ref() == Some(&self.password);
        is_right.then_some(Admin).ok_or_else(|| Refusal::unauthorized("wrong credentials"))
    }

    fn auth_role_enabled(&self, _: &Call) -> bool {
        true
    }
}

impl Devices for Stub {
    async fn admin_dispatcher_uninstall_software(
        &self,
        request: AdminDispatcherUninstallSoftware,
        _: Context<Admin>,
    ) -> std::result::Result<ServiceApiResponseMessage, Refusal> {
        if request.target_id.is_empty() || !request.remove_config_file {
            return Err(Refusal::not_found("no such device"));
        }
        let mut message = ServiceApiResponseMessage::default();
        message.status = Some(200);
        message.message = Some(DONE.to_owned());
        Ok(message)
    }
}

/// The whole API: operations that aren't implemented have routes too.
pub fn router() -> Result<Router> {
    Ok(builder(Stub { password: PASSWORD.into() }).group(devices()).into_router()?)
}
