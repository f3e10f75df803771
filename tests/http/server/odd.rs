//! A server whose handlers wait, panic, read uploads and send a file without end.

use std::sync::Arc;
use std::{io, iter};

use api_runtime::server::{Builder, File, Refusal};
use axum::Router;
use backup_server_api::server::{self, Call, Context, Gatekeeper, Jobs, Software, System, Users};
use backup_server_api::{
    AdminAuth, AdminBrandingGenerateClientLinuxDeb, AdminGetJobLog, AdminListUsers, AdminMetaResourceNew,
    BackupServer, Json, Number,
};
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::Notify;

use crate::support::wire::{self, Post};

#[derive(Clone, Default)]
pub struct Odd {
    pub go_on: Arc<Notify>,
    pub started: Arc<Notify>,
}

impl Odd {
    pub fn builder(&self) -> Builder<Self> {
        let builder = server::builder(self.clone()).group(server::users()).group(server::jobs());
        builder.group(server::software()).group(server::system())
    }
}

pub fn builder() -> Builder<Odd> {
    Odd::default().builder()
}

/// A valid request to the operation of that name.
pub fn post(name: &str) -> Post {
    wire::post::<BackupServer>(name)
}

/// The status of the refusal.
pub async fn refused(router: &Router, post: Post) -> u16 {
    post.send(router).await.refusal::<BackupServer>().0
}

impl Gatekeeper for Odd {
    type Admin = ();
    type User = ();

    async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<(), Refusal> {
        assert_ne!(credential.username, "panic", "the gatekeeper panics with canary");
        let is_right = credential.password != Some("wrong".into());
        is_right.then_some(()).ok_or_else(|| Refusal::unauthorized("wrong password"))
    }

    fn auth_role_enabled(&self, _: &Call) -> bool {
        true
    }

    fn software_build_role_enabled(&self, _: &Call) -> bool {
        true
    }
}

impl Users for Odd {
    async fn admin_list_users(&self, _: AdminListUsers, call: Context<()>) -> Result<Vec<String>, Refusal> {
        Ok(vec!["a user".to_owned(), call.request_id().to_string()])
    }
}

impl Jobs for Odd {
    async fn admin_get_job_log(&self, request: AdminGetJobLog, _: Context<()>) -> Result<String, Refusal> {
        assert_eq!(request.job_id, "wait", "the handler panics with canary");
        self.started.notify_one();
        self.go_on.notified().await;
        Ok("done".to_owned())
    }
}

impl System for Odd {
    async fn admin_meta_resource_new(
        &self,
        request: AdminMetaResourceNew,
        _: Context<()>,
    ) -> Result<Json, Refusal> {
        let mut upload = request.upload;
        let (mut size, mut pieces) = (0, 0);
        while let Some(piece) = upload.chunk().await.map_err(|error| Refusal::of_upload(&error))? {
            size += piece.len() as u64;
            pieces += 1;
        }
        Ok(serde_json::json!([upload.file_name(), upload.media_type(), Number::from(size), pieces > 1])
            .into())
    }
}

impl Software for Odd {
    async fn admin_branding_generate_client_linux_deb(
        &self,
        _: AdminBrandingGenerateClientLinuxDeb,
        _: Context<Option<()>>,
    ) -> Result<File, Refusal> {
        let piece = || io::Result::Ok(Bytes::from_static(&[0; 16 * 1024]));
        Ok(File::stream(stream::iter(iter::repeat_with(piece))))
    }
}
