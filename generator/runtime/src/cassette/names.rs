//! Names that belong to secrets.

use std::collections::HashSet;

use heck::ToKebabCase as _;
use regex::Regex;

use super::Redaction;

/// Words that name a secret, wherever they are in a name.
const WORDS: &str = "access-grant|assertion|authorization|bearer|cookies?|creds?|credentials?|csrf|cvc|cvv|dsn|hmac|\
    hotp|jwt|keys?|keystore|keytab|mnemonic|nonce|otp|otpauth|pass|passcode|passphrase|passwd|passwords?|pfx|pins?|\
    psk|pw|pwd|qr|salt|sas|secrets?|security-answers?|seed|sid|sig|signature|ssn|tokens?|totp|xsrf|\
    (?:backup|recovery)-(?:phrase|words)|conn(?:ection)?-(?:str|strings?)|sess(?:ion)?-(?:id|identifier)|\
    (?:auth|login|logon|signin)-(?:data|details|header|postdata)|\
    (?:access|activation|auth|backup|confirmation|device|emergency|factor|invitation|invite|login|mfa|one|pairing|\
    recovery|registration|reset|scratch|security|setup|sms|temp|temporary|time|twofa|unlock|user|verification|\
    verify)-codes?|\
    (?:activation|autologin|confirm|confirmation|connection|database|db|invitation|invite|join|login|logon|magic|\
    presigned|reset|signed|signin|unsubscribe|verification|verify|webhook)-(?:href|links?|ur[il]s?)";

/// The same, but only as the last word.
const LAST: &str = "auth|oauth|session";

/// Words that make a key harmless, such as `cache key`.
const OPEN: &str = "cache|composite|foreign|group|hot|index|object|partition|primary|pub|public|registry|row|sort|\
    surrogate|translation|unique|version";

/// Parts of names written without a mark between their words.
const STEMS: &str = "accesscode|authcode|backupcode|connectionstring|credential|dbpass|ftppass|jsession|kennwort|\
    logincode|loginurl|otpauth|otpcode|passcode|passphrase|passwd|password|passwort|phpsessid|pincode|postdata|\
    recoverycode|resetcode|secret|securitycode|sessionid|setcookie|smtppass|token|totp|userpass|verificationcode";

/// Words that have a stem, or end like a key, and nothing to hide.
const NO_STEMS: &str = "donkey|hockey|hotkey|jockey|lackey|monkey|secretar|tokeni|turkey|turnkey|whiskey";

/// Last words of names that only say something about a secret.
const ABOUT: &str = "algorithm|allowed|attempts|audience|bits|change|changed|count|created|date|days|description|\
    enabled|endpoint|exists|expired|expires|expiration|expiry|failures|format|hours|issuer|kind|label|length|\
    lifetime|limit|method|minutes|mode|modified|name|names|needed|permissions|policies|policy|present|provider|\
    required|rule|rules|scope|scopes|score|seconds|size|state|status|strength|supported|time|timeout|timestamp|type|\
    types|updated|usage|used|valid|version|visible";

/// The same, too short for names without a mark between their words.
const SHORT_ABOUT: &str = "age|alg|at|by|len|max|min|set|ttl";

/// First words of names that only say something about a secret.
const ASKING: &str = "allow|allows|can|count|enable|has|is|max|min|must|num|number|require|required|requires|should|\
    store|total";

/// Names of parameters that are secrets in URLs only.
const IN_URLS: [&str; 4] = ["code", "k", "t", "ticket"];

/// Maximum number of characters of a name that are looked at.
const LONGEST: usize = 200;

/// Patterns of the words of names.
pub(super) struct Words {
    number: Regex,
    about: Regex,
    open_key: Regex,
    secret: Regex,
    glued: Regex,
    not_glued: Regex,
}

impl Words {
    pub(super) fn new() -> Result<Self, regex::Error> {
        Ok(Self {
            number: Regex::new(r"\d+\b")?,
            about: Regex::new(&format!(r"\b(?:{ABOUT}|{SHORT_ABOUT})$|^(?:{ASKING})-"))?,
            open_key: Regex::new(&format!(r"\b(?:{OPEN})-keys?\b"))?,
            secret: Regex::new(&format!(r"\b(?:{WORDS})\b|\b(?:{LAST})$"))?,
            glued: Regex::new(&format!(r".keys?$|{STEMS}"))?,
            not_glued: Regex::new(&format!(r"(?:{ABOUT})$|{NO_STEMS}|(?:{OPEN})keys?$"))?,
        })
    }

    /// Returns whether a name looks like that of a secret.
    fn look_secret(&self, name: &str) -> bool {
        let name: String = name.chars().take(LONGEST).collect();
        // `S3SecretKey` is `s-secret-key`.
        let words = name.to_kebab_case();
        let words = self.number.replace_all(&words, "");
        let is_glued = |word: &str| self.glued.is_match(word) && !self.not_glued.is_match(word);
        !self.about.is_match(&words)
            && (self.secret.is_match(&self.open_key.replace_all(&words, ""))
                || words.split('-').any(is_glued)
                || is_glued(&words.replace('-', "")))
    }
}

/// Names that belong to secrets.
pub(super) struct Names {
    /// Those that the API's description marks.
    marked: HashSet<&'static str>,
    redaction: Redaction,
    words: &'static Words,
}

impl Names {
    pub(super) fn new(
        marked: impl Iterator<Item = &'static str>,
        redaction: Redaction,
        words: &'static Words,
    ) -> Self {
        Self { marked: marked.collect(), redaction, words }
    }

    /// Returns whether the API's description or the program says so.
    pub(super) fn are_marked(&self, name: &str) -> bool {
        self.marked.contains(name) || self.redaction.hides(name)
    }

    /// Returns whether the program says that everything there can be shown.
    pub(super) fn are_kept(&self, name: &str) -> bool {
        !self.are_marked(name) && self.redaction.keeps(name)
    }

    /// Returns whether what has this name is hidden.
    pub(super) fn are_secret(&self, name: &str) -> bool {
        self.are_marked(name) || (!self.redaction.keeps(name) && self.words.look_secret(name))
    }

    /// The same for a parameter of a URL.
    pub(super) fn are_secret_in_urls(&self, name: &str) -> bool {
        let is_usual = || IN_URLS.iter().any(|usual| usual.eq_ignore_ascii_case(name));
        self.are_secret(name) || (is_usual() && !self.redaction.keeps(name))
    }
}

/// Names are the same however their words are joined.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIDDEN: &str = "\
        S3SecretKey EncryptionKey AccessKey AccessKeyId RecoveryCode RecoveryCodes PasswordHash ConnectionString \
        otp OTP pin PinCode jwt tokens token_1 apiKey APIKey api_key apikey X-Api-Key ApiKeys PrivateKey SSHKey \
        ssh_private_key secretkey accesstoken userpassword LKey SessionKey sessionid SessionId sid JSESSIONID \
        refresh_token OAuth2Token ClientSecret passphrase Passwd pwd PW Pass basicAuth auth Authorization Bearer \
        cookie Set-Cookie csrf_token XSRF-TOKEN salt Seed TOTPSecret TotpUrl QRCode QrImage VerificationCode \
        BackupCodes OneTimeCode login_url LoginLink login_postdata MagicLink ResetUrl webhookUrl dsn DatabaseURL \
        KeyHash KeyHashValue LicenseKey key Keys Credentials smtp_password B2ApplicationKey sas Signature \
        X-Amz-Signature SharedAccessSignature nonce SecurityAnswer Kennwort password2 user[password] \
        PasswordHint NewPassword EncryptedKey LICENSEKEY licensekeys userpass RecoveryPhrase AuthHeader db_pass \
        SECRET_KEY_BASE MFASecret IdToken client_assertion AccessGrant";

    const SHOWN: &str = "\
        PasswordMinLength MinPasswordLength passwordminlength TokenCount token_type TokenExpiresAt tokenExpiry \
        PasswordPolicy password_policies RequirePasswordChange StoreRecoveryCode HasPassword isTokenValid \
        PasswordFormat KeyFormat TokenName SecretName MaxTokens PublicKey SSHPublicKey PrimaryKey primary_key_column \
        version_key keyboard monkey Tokenizer secretary compass passenger spin opinion Shipping StatusCode ErrorCode \
        CountryCode zip Username email Url homepage_url release_notes_url Hash ProfileHash Id DeviceID author \
        authority AuthType auth_type AuthRole session_timeout SessionTimeout bypass Passport AllowedOrigins \
        publickey hotkey NumberOfTokens LastPasswordChange AuthUrl AuthProvider keyword KeyCount \
        webauthn_challenge serial_number description SnapshotID Continuation";

    fn words() -> &'static Words {
        &super::super::patterns::patterns().unwrap().words
    }

    #[test]
    fn secrets_are_known_by_their_names() {
        let looks_secret = |name: &str| words().look_secret(name);
        for name in HIDDEN.split_whitespace() {
            assert!(looks_secret(name), "{name} is shown");
        }
        for name in SHOWN.split_whitespace() {
            assert!(!looks_secret(name), "{name} is hidden");
        }
        assert!(looks_secret("recovery code") && looks_secret("API key") && !looks_secret(""));
    }

    #[test]
    fn a_program_hides_more_and_keeps_some() {
        let redaction = Redaction::new().hide(["Comment"]).keep(["licence_key", "Pin"]);
        let names = Names::new(["Pin"].into_iter(), redaction, words());
        assert!(names.are_secret("comment") && names.are_secret("Pin") && names.are_secret("other_key"));
        assert!(!names.are_secret("LicenceKey") && names.are_kept("licenceKey") && !names.are_kept("Pin"));
        assert!(names.are_secret_in_urls("code") && !names.are_secret("code"));
    }
}
