//! Credentials of both APIs and what must arrive of them.

use account_portal_api::{AccountPortal, TokenAuth};
use api_runtime::{Api, Auth, Client, Descriptor};
use backup_server_api::{AdminAuth, BackupServer, UserAuth, WebAuthnSignResponse};
use serde_json::{Value, json};

use crate::support::any_transport::AnyTransport;
use crate::support::fake_server::{NAME, PASSWORD, TOKEN};
use crate::support::sample::{OPAQUE, Wire, canary};
use crate::support::spec::{list, text};

/// The fields of a credential that are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fields {
    /// Those that a password needs.
    Password,
    All,
    /// The bearer header instead of them.
    Bearer,
}

/// The value of a field: a header can carry it too.
pub fn value(name: &str) -> String {
    match name {
        "Username" => NAME.to_owned(),
        "Password" => PASSWORD.to_owned(),
        "auth_type" => "token".to_owned(),
        "token" => TOKEN.to_owned(),
        _ => canary(name),
    }
}

fn web_authn() -> Value {
    json!({ "id": format!("{OPAQUE} ä&=+%\"z"), "list": [1, null] })
}

/// Gives clients credentials.
pub trait Login: Api + Sized {
    /// A client with the credential of that name.
    fn log_in(client: &Client<Self, AnyTransport>, name: &str, fields: Fields) -> Client<Self, AnyTransport>;
}

impl Login for BackupServer {
    fn log_in(client: &Client<Self, AnyTransport>, name: &str, fields: Fields) -> Client<Self, AnyTransport> {
        match (name, fields) {
            ("user", Fields::Password) => {
                client.with_credential(UserAuth::password(value("Username"), value("Password")))
            }
            ("user", _) => client.with_credential(user()),
            (_, Fields::Password) => {
                client.with_credential(AdminAuth::password(value("Username"), value("Password")))
            }
            _ => client.with_credential(admin()),
        }
    }
}

impl Login for AccountPortal {
    fn log_in(client: &Client<Self, AnyTransport>, _: &str, fields: Fields) -> Client<Self, AnyTransport> {
        client.with_credential(match fields {
            Fields::Password | Fields::All => token(),
            Fields::Bearer => token().in_bearer_header(),
        })
    }
}

/// The name of the credential that an operation takes, or else an administrator's.
pub fn name_of(operation: &Descriptor) -> &'static str {
    match operation.auth {
        Auth::Required(block) | Auth::Optional(block) => block.credential,
        Auth::None | Auth::NotShown => "admin",
    }
}

/// A credential with every field.
pub fn admin() -> AdminAuth {
    AdminAuth::new(value("Username"), "PasswordTOTP")
        .with_password(value("Password"))
        .with_session_key(value("SessionKey"))
        .with_totp(value("TOTP"))
        .with_web_authn_sign(WebAuthnSignResponse::from(web_authn()))
}

/// A credential with every field.
pub fn user() -> UserAuth {
    UserAuth::new(value("Username"), "LKey")
        .with_password(value("Password"))
        .with_l_key(value("LKey"))
        .with_session_key(value("SessionKey"))
}

pub fn token() -> TokenAuth {
    TokenAuth::new(value("token"))
}

/// The values of a block that must arrive, by the names of its fields.
pub fn expected(block: &Value, fields: Fields) -> Vec<(&str, Wire)> {
    let parameters = list(&block["parameters"]).iter();
    let set = parameters.filter(|parameter| {
        let short = ["Username", "AuthType", "Password", "auth_type", "token"];
        fields == Fields::All || short.contains(&text(&parameter["name"]))
    });
    set.map(|parameter| (text(&parameter["name"]), expected_field(block, parameter, fields))).collect()
}

fn expected_field(block: &Value, parameter: &Value, fields: Fields) -> Wire {
    let name = text(&parameter["name"]);
    match (name, text(&block["credential"]), fields) {
        ("AuthType", _, Fields::Password) => Wire::Text("Password".to_owned()),
        ("AuthType", "user", _) => Wire::Text("LKey".to_owned()),
        ("AuthType", ..) => Wire::Text("PasswordTOTP".to_owned()),
        _ if parameter["json"] == true => Wire::Json(web_authn()),
        _ => Wire::Text(value(name)),
    }
}
