//! Policies, which change only if no one else has changed them.

use std::hash::{DefaultHasher, Hash, Hasher};

use backup_server_api::server::{Context, Policies, Refusal};
use backup_server_api::*;
use serde_json::json;

use super::{Admin, Backup, done, none};
use crate::keys;

impl Policies for Backup {
    async fn admin_policies_new(
        &self,
        request: AdminPoliciesNew,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let (id, hash) = (keys::random()?, hash(&request.policy));
        self.state().policies.insert(id.clone(), request.policy);
        Ok(json!({ "PolicyID": id, "PolicyHash": hash }).into())
    }

    async fn admin_policies_get(
        &self,
        request: AdminPoliciesGet,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let state = self.state();
        let policy = state.policies.get(&request.policy_id).ok_or_else(none("policy"))?;
        let value = policy.to_value().map_err(|_| Refusal::internal("the policy can't be read"))?;
        Ok(json!({ "Policy": value, "PolicyHash": hash(policy) }).into())
    }

    /// Changes nothing if another caller was faster.
    async fn admin_policies_set(
        &self,
        request: AdminPoliciesSet,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let mut state = self.state();
        let has = state.policies.get(&request.policy_id).map(hash);
        if request.check_policy_hash.is_some() && request.check_policy_hash != has {
            return Err(Refusal::conflict("the policy has changed since; get it again"));
        }
        let hash = hash(&request.policy);
        state.policies.insert(request.policy_id, request.policy);
        Ok(json!({ "PolicyHash": hash }).into())
    }

    async fn admin_policies_delete(
        &self,
        request: AdminPoliciesDelete,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        self.state().policies.remove(&request.policy_id).ok_or_else(none("policy"))?;
        Ok(done("deleted"))
    }
}

fn hash(policy: &GroupPolicy) -> String {
    let mut hasher = DefaultHasher::new();
    policy.as_str().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
