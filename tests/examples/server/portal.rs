//! The account portal: tokens with permissions, and licenses.

use std::sync::{Mutex, MutexGuard, PoisonError};

use account_portal_api::server::{self, Builder, Call, Context, Gatekeeper, Licenses, Refusal, Tokens};
use account_portal_api::*;

use crate::keys;

/// The portal of one company. Its state goes with the process.
pub struct Portal(Mutex<State>);

struct State {
    tokens: Vec<Token>,
    licenses: Vec<ServerLicense>,
}

struct Token {
    secret: Secret,
    permissions: Vec<String>,
    created_at: String,
    revoked_at: Option<String>,
}

/// A caller with a token that is not revoked, and its permissions.
pub struct Caller {
    permissions: Vec<String>,
}

/// Every path of the API; the groups below have handlers.
pub fn builder(portal: Portal) -> Builder<Portal> {
    server::builder(portal).group(server::tokens()).group(server::licenses())
}

/// Every permission that an operation needs.
fn actions() -> Vec<String> {
    let mut actions: Vec<String> =
        OPERATIONS.iter().filter_map(|operation| operation.permission).map(str::to_owned).collect();
    actions.sort();
    actions.dedup();
    actions
}

impl Token {
    fn shown(&self) -> CompanyApiToken {
        let mut shown = CompanyApiToken::default();
        shown.api_token = Some(self.secret.clone());
        shown.created_at = Some(self.created_at.clone());
        shown.revoked_at.clone_from(&self.revoked_at);
        shown.permissions = Some(self.permissions.join(","));
        shown
    }
}

impl Portal {
    /// A portal with one token, which may do everything.
    pub fn new() -> Self {
        // Without randomness the token is empty, and no one gets in.
        let secret = keys::random_secret().unwrap_or_default();
        let first = Token { secret, permissions: actions(), created_at: keys::now(), revoked_at: None };
        Self(Mutex::new(State { tokens: vec![first], licenses: Vec::new() }))
    }

    /// The token to begin with.
    pub fn first_token(&self) -> Secret {
        self.state().tokens.first().map(|token| token.secret.clone()).unwrap_or_default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No handler leaves the state half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// A license that can still be changed.
    fn license(&mut self, serial: &str) -> Result<&mut ServerLicense, Refusal> {
        let mut licenses = self.licenses.iter_mut();
        let license = licenses.find(|license| license.serial_number.as_deref() == Some(serial));
        let license = license.ok_or(Refusal::not_found("there is no such license"))?;
        match license.is_archived {
            Some(true) => Err(Refusal::conflict("the license is archived")),
            _ => Ok(license),
        }
    }

    fn create(&mut self, name: Option<String>) -> Result<ServerLicense, Refusal> {
        let mut license = ServerLicense::default();
        license.serial_number = Some(keys::random()?);
        license.name = name;
        license.created_at = Some(keys::now());
        (license.enabled, license.is_archived) = (Some(true), Some(false));
        self.licenses.push(license.clone());
        Ok(license)
    }
}

impl Gatekeeper for Portal {
    type Token = Caller;

    async fn token(&self, credential: TokenAuth, _: &Call) -> Result<Caller, Refusal> {
        let state = self.state();
        let mut tokens = state.tokens.iter();
        let is_good = |token: &&Token| token.secret == credential.token && !token.secret.expose().is_empty();
        match tokens.find(is_good).filter(|token| token.revoked_at.is_none()) {
            Some(token) => Ok(Caller { permissions: token.permissions.clone() }),
            None => Err(Refusal::unauthorized("no such token, or it is revoked")),
        }
    }

    fn has_permission(&self, caller: &Caller, permission: &str) -> bool {
        caller.permissions.iter().any(|known| known == permission)
    }
}

impl Tokens for Portal {
    /// A token passes on only what it may do itself: the documents don't say so,
    /// but anything else would make every limit worthless.
    async fn token_create_token(
        &self,
        request: TokenCreateToken,
        context: Context<Caller>,
    ) -> Result<CompanyApiToken, Refusal> {
        let known = actions();
        if request.permissions.iter().any(|permission| !known.contains(permission)) {
            return Err(Refusal::bad_request("permissions: not all are listed by TokenListActions"));
        }
        let own = &context.caller().permissions;
        if request.permissions.iter().any(|permission| !own.contains(permission)) {
            return Err(Refusal::forbidden("permissions: not all are those of this token"));
        }
        let token = Token {
            secret: keys::random_secret()?,
            permissions: request.permissions,
            created_at: keys::now(),
            revoked_at: None,
        };
        let shown = token.shown();
        self.state().tokens.push(token);
        Ok(shown)
    }

    async fn token_list_actions(
        &self,
        _: TokenListActions,
        _: Context<Caller>,
    ) -> Result<Vec<String>, Refusal> {
        Ok(actions())
    }

    /// The revoked ones too.
    async fn token_list_tokens(
        &self,
        _: TokenListTokens,
        _: Context<Caller>,
    ) -> Result<Vec<CompanyApiToken>, Refusal> {
        Ok(self.state().tokens.iter().map(Token::shown).collect())
    }

    async fn token_revoke_token(&self, request: TokenRevokeToken, _: Context<Caller>) -> Result<(), Refusal> {
        let mut state = self.state();
        let token = state.tokens.iter_mut().find(|token| token.secret == request.token);
        let token = token.ok_or(Refusal::not_found("there is no such token"))?;
        token.revoked_at.get_or_insert_with(keys::now);
        Ok(())
    }
}

impl Licenses for Portal {
    async fn license_create_license(
        &self,
        request: LicenseCreateLicense,
        _: Context<Caller>,
    ) -> Result<ServerLicense, Refusal> {
        self.state().create(request.target_name)
    }

    async fn license_list_licenses(
        &self,
        _: LicenseListLicenses,
        _: Context<Caller>,
    ) -> Result<Vec<ServerLicense>, Refusal> {
        Ok(self.state().licenses.clone())
    }

    async fn license_set_name(&self, request: LicenseSetName, _: Context<Caller>) -> Result<(), Refusal> {
        self.state().license(&request.target_serial)?.name = Some(request.target_name);
        Ok(())
    }

    /// Disabled for good.
    async fn license_archive_license(
        &self,
        request: LicenseArchiveLicense,
        _: Context<Caller>,
    ) -> Result<String, Refusal> {
        let mut state = self.state();
        let license = state.license(&request.serial)?;
        (license.is_archived, license.enabled) = (Some(true), Some(false));
        Ok("archived".to_owned())
    }
}
