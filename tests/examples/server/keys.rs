//! Session keys, tokens and the like.

use std::time::{SystemTime, UNIX_EPOCH};

use backup_server_api::Secret;
use backup_server_api::server::Refusal;

/// 128 random bits, as hexadecimal digits.
pub fn random() -> Result<String, Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Refusal::internal("no randomness"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The same, as what must not show.
pub fn random_secret() -> Result<Secret, Refusal> {
    random().map(Secret::from)
}

/// Seconds since 1970: the documents don't show the format of a time.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().to_string()
}
