//! Jobs, which end, are abandoned or cancelled.

use backup_server_api::server::{Context, Jobs, Refusal};
use backup_server_api::*;
use serde_json::json;

use super::{Admin, Backup, Status, done, none};

impl Jobs for Backup {
    async fn admin_get_job_properties(
        &self,
        request: AdminGetJobProperties,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let state = self.state();
        let job = state.jobs.get(&request.job_id).ok_or_else(none("job"))?;
        let status = format!("{:?}", job.status);
        Ok(json!({ "Username": job.user, "Status": status, "CancellationID": job.cancellation_id }).into())
    }

    /// Running -> abandoned; nothing is cancelled.
    async fn admin_job_abandon(&self, request: AdminJobAbandon, _: Context<Admin>) -> Result<Json, Refusal> {
        let mut state = self.state();
        let job = state.job(&request.job_id, &request.target_user)?;
        if job.status != Status::Running {
            return Err(Refusal::conflict("the job is not running"));
        }
        job.status = Status::Abandoned;
        Ok(done("abandoned"))
    }

    /// Works only if the job has a CancellationID.
    async fn admin_job_cancel(&self, request: AdminJobCancel, _: Context<Admin>) -> Result<Json, Refusal> {
        let mut state = self.state();
        let job = state.job(&request.job_id, &request.target_user)?;
        if job.status != Status::Running || job.cancellation_id.is_empty() {
            return Err(Refusal::conflict("the job is not running, or can't be cancelled"));
        }
        job.status = Status::Cancelled;
        Ok(done("cancelled"))
    }
}
