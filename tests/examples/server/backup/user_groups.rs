//! User groups.

use std::collections::BTreeMap;

use backup_server_api::server::{Context, Refusal, Storage};
use backup_server_api::*;
use serde_json::json;

use super::{Admin, Backup, Group, done, none};
use crate::keys;

impl Storage for Backup {
    async fn admin_user_groups_new(
        &self,
        request: AdminUserGroupsNew,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let id = keys::random()?;
        self.state().groups.insert(id.clone(), Group { name: request.name, users: Vec::new() });
        Ok(json!({ "GroupID": id }).into())
    }

    async fn admin_user_groups_list(
        &self,
        _: AdminUserGroupsList,
        _: Context<Admin>,
    ) -> Result<BTreeMap<String, String>, Refusal> {
        let state = self.state();
        Ok(state.groups.iter().map(|(id, group)| (id.clone(), group.name.clone())).collect())
    }

    async fn admin_user_groups_get(
        &self,
        request: AdminUserGroupsGet,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let state = self.state();
        let group = state.groups.get(&request.group_id).ok_or_else(none("group"))?;
        let users = request.include_users.unwrap_or_default().then_some(&group.users);
        Ok(json!({ "Name": group.name, "Users": users }).into())
    }

    /// A user is in one group: the listed move here, all others leave.
    async fn admin_user_groups_set_users_for_group(
        &self,
        request: AdminUserGroupsSetUsersForGroup,
        _: Context<Admin>,
    ) -> Result<ServiceApiResponseMessage, Refusal> {
        let mut state = self.state();
        if request.users.iter().any(|user| !state.users.contains_key(user)) {
            return Err(none("user")());
        }
        if !state.groups.contains_key(&request.group_id) {
            return Err(none("group")());
        }
        for (id, group) in &mut state.groups {
            match *id == request.group_id {
                true => group.users.clone_from(&request.users),
                false => group.users.retain(|user| !request.users.contains(user)),
            }
        }
        let mut message = ServiceApiResponseMessage::default();
        (message.status, message.message) = (Some(200), Some("moved".to_owned()));
        Ok(message)
    }

    async fn admin_user_groups_delete(
        &self,
        request: AdminUserGroupsDelete,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        self.state().groups.remove(&request.group_id).ok_or_else(none("group"))?;
        Ok(done("deleted"))
    }
}
