//! Checks who may call an operation.

use backup_server_api::server::{Call, Gatekeeper, Refusal};
use backup_server_api::{AdminAuth, AdminAuthType, UserAuth, UserAuthType};

use super::{Admin, Backup, Of, User};

impl Gatekeeper for Backup {
    type Admin = Admin;
    type User = User;

    async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<Admin, Refusal> {
        let state = self.state();
        let account = state.admins.get(&credential.username);
        let session = credential.session_key.filter(|_| credential.auth_type == AdminAuthType::SessionKey);
        let is_right = account.is_some_and(|account| match (&credential.auth_type, &session) {
            (AdminAuthType::Password, _) => credential.password.as_ref() == Some(&account.password),
            (AdminAuthType::SessionKey, Some(key)) => state.session(Of::Admin, &credential.username, key),
            _ => false,
        });
        match account.filter(|_| is_right) {
            Some(account) => {
                Ok(Admin { organization: account.organization.clone(), name: credential.username, session })
            }
            None => Err(Refusal::unauthorized("wrong name, password or session key")),
        }
    }

    async fn user(&self, credential: UserAuth, _: &Call) -> Result<User, Refusal> {
        let state = self.state();
        let account = state.users.get(&credential.username);
        let is_right =
            account.is_some_and(|account| match (&credential.auth_type, &credential.session_key) {
                (UserAuthType::Password, _) => credential.password.as_ref() == Some(&account.password),
                (UserAuthType::SessionKey, Some(key)) => state.session(Of::User, &credential.username, key),
                _ => false,
            });
        is_right.then_some(User).ok_or(Refusal::unauthorized("wrong name, password or session key"))
    }

    fn has_web_access(&self, _: &User, _: &Call) -> bool {
        true
    }

    fn auth_role_enabled(&self, _: &Call) -> bool {
        true
    }

    fn is_top_level(&self, caller: &Admin, _: &Call) -> bool {
        caller.organization.is_empty()
    }

    fn may_call(&self, _: &Admin, _: &Call) -> bool {
        true
    }
}
