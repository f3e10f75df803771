//! Administrators, their sessions, and users.

use std::collections::BTreeMap;

use backup_server_api::server::{Administrators, Context, Refusal, SignIn, Users};
use backup_server_api::*;
use serde_json::json;

use super::{Account, Admin, Backup, Of, Session, done, none};
use crate::keys;

impl Administrators for Backup {
    async fn admin_add_first_admin_user(
        &self,
        request: AdminAddFirstAdminUser,
        _: Context<()>,
    ) -> Result<Json, Refusal> {
        let mut state = self.state();
        if !state.admins.is_empty() {
            return Err(Refusal::forbidden("the server has an administrator already"));
        }
        let account = Account { password: request.target_password, organization: String::new() };
        state.admins.insert(request.target_user, account);
        Ok(done("added"))
    }

    async fn admin_admin_user_new(
        &self,
        request: AdminAdminUserNew,
        context: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let mut state = self.state();
        if state.admins.contains_key(&request.target_user) {
            return Err(Refusal::conflict("there is such an administrator already"));
        }
        let organization = request.target_org_id.unwrap_or(context.into_caller().organization);
        state.admins.insert(request.target_user, Account { password: request.target_password, organization });
        Ok(done("added"))
    }

    async fn admin_admin_user_list(&self, _: AdminAdminUserList, _: Context<Admin>) -> Result<Json, Refusal> {
        let state = self.state();
        let organizations = state.admins.iter().map(|(name, account)| (name, &account.organization));
        Ok(json!(organizations.collect::<BTreeMap<_, _>>()).into())
    }

    async fn admin_admin_user_delete(
        &self,
        request: AdminAdminUserDelete,
        context: Context<Admin>,
    ) -> Result<Json, Refusal> {
        if context.caller().name == request.target_user {
            return Err(Refusal::conflict("you cannot delete your own account"));
        }
        let mut state = self.state();
        state.admins.remove(&request.target_user).ok_or_else(none("administrator"))?;
        state.sessions.retain(|session| session.of == Of::User || session.name != request.target_user);
        Ok(done("deleted"))
    }
}

impl SignIn for Backup {
    async fn admin_account_session_start(
        &self,
        _: AdminAccountSessionStart,
        context: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let key = keys::random_secret()?;
        let name = context.into_caller().name;
        self.state().sessions.push(Session { key: key.clone(), name, of: Of::Admin });
        Ok(json!({ "SessionKey": key.expose() }).into())
    }

    async fn admin_account_session_start_as_user(
        &self,
        request: AdminAccountSessionStartAsUser,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let key = keys::random_secret()?;
        let mut state = self.state();
        if !state.users.contains_key(&request.target_user) {
            return Err(none("user")());
        }
        state.sessions.push(Session { key: key.clone(), name: request.target_user, of: Of::User });
        Ok(json!({ "SessionKey": key.expose() }).into())
    }

    async fn admin_account_session_revoke(
        &self,
        _: AdminAccountSessionRevoke,
        context: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let Some(key) = &context.caller().session else {
            return Err(Refusal::bad_request("log out with the session key that is to be revoked"));
        };
        self.state().sessions.retain(|session| session.key != *key);
        Ok(done("revoked"))
    }
}

impl Users for Backup {
    async fn admin_list_users(
        &self,
        _: AdminListUsers,
        context: Context<Admin>,
    ) -> Result<Vec<String>, Refusal> {
        let organization = context.into_caller().organization;
        let state = self.state();
        let own = state
            .users
            .iter()
            .filter(|(_, account)| organization.is_empty() || account.organization == organization);
        Ok(own.map(|(name, _)| name.clone()).collect())
    }

    async fn admin_add_user(&self, request: AdminAddUser, context: Context<Admin>) -> Result<Json, Refusal> {
        let mut state = self.state();
        if state.users.contains_key(&request.target_user) {
            return Err(Refusal::conflict("there is such a user already"));
        }
        let organization = request.target_organization.unwrap_or(context.into_caller().organization);
        state.users.insert(request.target_user, Account { password: request.target_password, organization });
        Ok(done("added"))
    }

    /// The documents don't show a profile's fields; these are two of this server's.
    async fn admin_get_user_profile(
        &self,
        request: AdminGetUserProfile,
        _: Context<Admin>,
    ) -> Result<Json, Refusal> {
        let state = self.state();
        let account = state.users.get(&request.target_user).ok_or_else(none("user"))?;
        Ok(json!({ "Username": request.target_user, "OrganizationID": account.organization }).into())
    }

    /// All job history of the user goes too.
    async fn admin_delete_user(&self, request: AdminDeleteUser, _: Context<Admin>) -> Result<Json, Refusal> {
        let user = request.target_user;
        let mut state = self.state();
        state.users.remove(&user).ok_or_else(none("user"))?;
        state.jobs.retain(|_, job| job.user != user);
        state.sessions.retain(|session| session.of == Of::Admin || session.name != user);
        Ok(done("deleted"))
    }
}
