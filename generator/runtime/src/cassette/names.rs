//! Which names are those of secrets.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use super::Redaction;

type Words = LazyLock<HashSet<&'static str>>;

/// Words that name a secret, wherever they are in a name.
static WORDS: Words = LazyLock::new(|| {
    of(
        "assertion authorization bearer cookie cookies cred credential credentials creds csrf cvc cvv dsn hmac hotp \
        jwt keystore keytab mnemonic nonce otp otpauth pass passcode passphrase passwd password passwords pfx pin \
        pins psk pw pwd qr salt sas secret secrets seed sid sig signature ssn token tokens totp xsrf",
    )
});

/// The same, but only as the last word.
static LAST: Words = LazyLock::new(|| of("auth oauth session"));

/// Pairs of words that name a secret: each of the first with each of the second.
const PAIRS: &[(&str, &str)] = &[
    (
        "access activation auth backup confirmation device emergency factor invitation invite login mfa one pairing \
        recovery registration reset scratch security setup sms temp temporary time twofa unlock user verification \
        verify",
        "code codes",
    ),
    (
        "activation autologin confirm confirmation connection database db invitation invite join login logon magic \
        presigned reset signed signin unsubscribe verification verify webhook",
        "href link links uri url urls",
    ),
    ("auth login logon signin", "data details header postdata"),
    ("conn connection", "str string strings"),
    ("sess session", "id identifier"),
    ("recovery backup", "phrase words"),
    ("security", "answer answers"),
    ("access", "grant"),
];

static PAIRED: LazyLock<HashSet<(&str, &str)>> = LazyLock::new(|| {
    let pairs = PAIRS.iter().flat_map(|(first, second)| {
        first.split(' ').flat_map(|first| second.split(' ').map(move |second| (first, second)))
    });
    pairs.collect()
});

/// What makes a key one that everybody may know.
static OPEN_KEYS: Words = LazyLock::new(|| {
    of(
        "cache composite foreign group hot index object partition primary pub public registry row sort surrogate \
        translation unique version",
    )
});

/// Parts of names written without a mark between their words.
const STEMS: &str = "accesscode authcode backupcode connectionstring credential dbpass ftppass jsession kennwort \
    logincode loginurl otpauth otpcode passcode passphrase passwd password passwort phpsessid pincode postdata \
    recoverycode resetcode secret securitycode sessionid setcookie smtppass token totp userpass verificationcode";

/// Words that have a stem, or end like a key, and nothing to hide.
const NO_STEMS: &str = "donkey hockey hotkey jockey lackey monkey secretar tokeni turkey turnkey whiskey";

/// Last words of names that only say something about a secret.
static ABOUT: Words = LazyLock::new(|| {
    of(
        "age alg algorithm allowed at attempts audience bits by change changed count created date days description \
        enabled endpoint exists expired expires expiration expiry failures format hours issuer kind label len length \
        lifetime limit max method min minutes mode modified name names needed permissions policies policy present \
        provider required rule rules scope scopes score seconds set size state status strength supported time \
        timeout timestamp ttl type types updated usage used valid version visible",
    )
});

/// First words of names that only say something about a secret.
static ASKING: Words = LazyLock::new(|| {
    of(
        "allow allows can count enable has is max min must num number require required requires should store total",
    )
});

/// Names of parameters that are secrets in URLs only.
static IN_URLS: Words = LazyLock::new(|| of("code k t ticket"));

fn of(words: &'static str) -> HashSet<&'static str> {
    words.split_whitespace().collect()
}

/// Which names are those of secrets.
pub(super) struct Names {
    /// Those that the API's description marks.
    marked: HashSet<&'static str>,
    redaction: Redaction,
    /// What was answered: the same names come again and again.
    known: RefCell<HashMap<String, bool>>,
}

impl Names {
    pub(super) fn new(marked: impl Iterator<Item = &'static str>, redaction: Redaction) -> Self {
        Self { marked: marked.collect(), redaction, known: RefCell::default() }
    }

    /// Whether the API's description or the program says so.
    pub(super) fn are_marked(&self, name: &str) -> bool {
        self.marked.contains(name) || self.redaction.hides(name)
    }

    /// Whether the program says that everything there can be shown.
    pub(super) fn are_kept(&self, name: &str) -> bool {
        !self.are_marked(name) && self.redaction.keeps(name)
    }

    /// Whether what has this name is hidden.
    pub(super) fn are_secret(&self, name: &str) -> bool {
        let mut known = self.known.borrow_mut();
        if let Some(is_secret) = known.get(name) {
            return *is_secret;
        }
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        let is_secret = self.are_marked(name) || (!self.redaction.keeps(name) && looks_secret(name));
        known.insert(name.to_owned(), is_secret);
        is_secret
    }

    /// The same for a parameter of a URL.
    pub(super) fn are_secret_in_urls(&self, name: &str) -> bool {
        self.are_secret(name) || (!self.redaction.keeps(name) && IN_URLS.contains(&*name.to_lowercase()))
    }
}

/// Whether a name looks like that of a secret.
pub(super) fn looks_secret(name: &str) -> bool {
    let words = words(name);
    let words: Vec<&str> =
        words.iter().map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit())).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    if ABOUT.contains(last) || (words.len() > 1 && ASKING.contains(first)) {
        return false;
    }
    LAST.contains(last)
        || words.iter().any(|word| WORDS.contains(word) || has_stem(word))
        || has_stem(&words.concat())
        || has_key(&words)
        || words.windows(2).any(|pair| matches!(pair, [first, second] if PAIRED.contains(&(*first, *second))))
}

/// Whether a key is among the words that not everybody may know.
fn has_key(words: &[&str]) -> bool {
    let is_key = |index: usize| matches!(words.get(index), Some(&("key" | "keys")));
    let is_open = |index: usize| {
        let before = index.checked_sub(1).and_then(|index| words.get(index));
        before.is_some_and(|before| OPEN_KEYS.contains(before))
    };
    (0..words.len()).any(|index| is_key(index) && !is_open(index))
}

/// Whether words without a mark between them name a secret.
fn has_stem(word: &str) -> bool {
    let is_about = ABOUT.iter().any(|about| about.len() > 3 && word.ends_with(about));
    let is_open = NO_STEMS.split(' ').any(|it| word.contains(it));
    let is_key = word.strip_suffix("key").or_else(|| word.strip_suffix("keys"));
    let is_secret_key =
        is_key.is_some_and(|it| !it.is_empty() && !OPEN_KEYS.iter().any(|open| it.ends_with(open)));
    !is_about && !is_open && (is_secret_key || STEMS.split(' ').any(|stem| word.contains(stem)))
}

/// The words of a name, in lower case: `S3SecretKey` is `s3`, `secret`, `key`.
fn words(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().take(LONGEST).collect();
    let mut words = vec![String::new()];
    for (index, character) in characters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| characters.get(index));
        let next_is_lower = characters.get(index + 1).is_some_and(|next| next.is_lowercase());
        let is_start =
            character.is_uppercase() && before.is_some_and(|before| !before.is_uppercase() || next_is_lower);
        if !character.is_alphanumeric() || is_start {
            words.push(String::new());
        }
        if character.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(character.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// How much of a name is looked at, in characters.
const LONGEST: usize = 200;

/// How many answers about names are kept.
const MOST_KNOWN: usize = 10_000;

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

    #[test]
    fn secrets_are_known_by_their_names() {
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
        let names = Names::new(["Pin"].into_iter(), redaction);
        assert!(names.are_secret("comment") && names.are_secret("Pin") && names.are_secret("other_key"));
        assert!(!names.are_secret("LicenceKey") && names.are_kept("licenceKey") && !names.are_kept("Pin"));
        assert!(names.are_secret_in_urls("code") && !names.are_secret("code"));
    }
}
