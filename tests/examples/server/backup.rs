//! The backup server: administrators and their sessions, users, groups,
//! policies, jobs.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use api_runtime::server::{BuildError, axum::Router};
use backup_server_api::server::{
    self, AdminAccount, Call, Context, Gatekeeper, Jobs, Organizations, Refusal, Storage, Users,
};
use backup_server_api::*;
use serde_json::json;

use crate::keys;

/// The server. Its state goes with the process.
#[derive(Default)]
pub struct Backup(Mutex<State>);

#[derive(Default)]
struct State {
    admins: BTreeMap<String, Account>,
    users: BTreeMap<String, Account>,
    sessions: Vec<Session>,
    groups: BTreeMap<String, Group>,
    policies: BTreeMap<String, GroupPolicy>,
    jobs: BTreeMap<String, Job>,
}

struct Account {
    password: Secret,
    /// Empty: the top-level organization.
    organization: String,
}

struct Session {
    key: Secret,
    name: String,
    of: Of,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Admin,
    User,
}

struct Group {
    name: String,
    users: Vec<String>,
}

struct Job {
    user: String,
    status: Status,
    cancellation_id: String,
}

/// The documents name two states of a job; the third is what a cancelled one
/// is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Running,
    Abandoned,
    Cancelled,
}

/// An administrator whose credential is right.
pub struct Admin {
    name: String,
    organization: String,
    /// The session key that proved it.
    session: Option<Secret>,
}

/// An end user whose credential is right.
pub struct User;

/// Every path of the API; the groups below have handlers.
pub fn router(backup: Backup) -> Result<Router, BuildError> {
    server::builder(backup)
        .group(server::admin_account())
        .group(server::users())
        .group(server::jobs())
        .group(server::organizations())
        .group(server::storage())
        .into_router()
}

impl Backup {
    fn state(&self) -> MutexGuard<'_, State> {
        // No handler leaves the state half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job, as a device would report it.
    pub fn add_job(&self, id: &str, user: &str, cancellation_id: &str) {
        let job = Job {
            user: user.to_owned(),
            status: Status::Running,
            cancellation_id: cancellation_id.to_owned(),
        };
        self.state().jobs.insert(id.to_owned(), job);
    }
}

impl State {
    fn session(&self, of: Of, name: &str, key: &Secret) -> bool {
        self.sessions.iter().any(|it| it.of == of && it.name == name && it.key == *key)
    }

    fn job(&mut self, id: &str, user: &str) -> Result<&mut Job, Refusal> {
        let job = self.jobs.get_mut(id).filter(|job| job.user == user);
        job.ok_or(Refusal::not_found("the user has no such job"))
    }
}

fn none(what: &'static str) -> impl Fn() -> Refusal {
    move || Refusal::not_found(format!("there is no such {what}"))
}

fn done(text: &str) -> Json {
    json!({ "Status": 200, "Message": text }).into()
}

fn hash(policy: &GroupPolicy) -> String {
    let mut hasher = DefaultHasher::new();
    policy.as_str().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

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

impl AdminAccount for Backup {
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
            return Err(Refusal::conflict("nobody deletes the own account"));
        }
        let mut state = self.state();
        state.admins.remove(&request.target_user).ok_or_else(none("administrator"))?;
        state.sessions.retain(|session| session.of == Of::User || session.name != request.target_user);
        Ok(done("deleted"))
    }
}

impl Users for Backup {
    async fn admin_add_user(&self, request: AdminAddUser, context: Context<Admin>) -> Result<Json, Refusal> {
        let mut state = self.state();
        if state.users.contains_key(&request.target_user) {
            return Err(Refusal::conflict("there is such a user already"));
        }
        let organization = request.target_organization.unwrap_or(context.into_caller().organization);
        state.users.insert(request.target_user, Account { password: request.target_password, organization });
        Ok(done("added"))
    }

    /// All job history of the user goes too.
    async fn admin_delete_user(&self, request: AdminDeleteUser, _: Context<Admin>) -> Result<Json, Refusal> {
        let user = request.target_user;
        let mut state = self.state();
        state.users.remove(&user).ok_or_else(none("user"))?;
        state.jobs.retain(|_, job| job.user != user);
        state.sessions.retain(|session| session.of == Of::Admin || session.name != user);
        state.groups.values_mut().for_each(|group| group.users.retain(|name| *name != user));
        Ok(done("deleted"))
    }
}

impl Jobs for Backup {
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

impl Organizations for Backup {
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

    /// Changes nothing if somebody else was faster.
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
