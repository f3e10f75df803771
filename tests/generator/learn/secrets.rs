//! Secrets wherever a recording has names: none gets out.

use generator_learn::Learned;
use serde_json::{Value, json};
use tests::random::Random;
use tests::sample::sample;

use crate::learn::archive::post;
use crate::learn::learning::{evidence, learned_of, message, yaml};

const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE32: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const CROCKFORD: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BASE64URL: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
const HEX: &[u8] = b"0123456789abcdef";

/// Secrets of each class.
const SECRETS: usize = 24;
/// The secrets that are alone in a recording.
const ALONE: usize = 2;

fn letters(random: &mut Random, alphabet: &[u8], count: usize) -> String {
    (0..count).map(|_| char::from(*random.one(alphabet))).collect()
}

fn user(random: &mut Random) -> String {
    let syllables = ["ka", "lo", "mi", "ru", "sen", "tov", "jul", "bre"];
    (0..4).map(|_| *random.one(&syllables)).collect()
}

type Class = fn(&mut Random) -> String;

const CLASSES: &[(&str, Class)] = &[
    ("base62 of 12", |random| letters(random, BASE62, 12)),
    ("base62 of 16", |random| letters(random, BASE62, 16)),
    ("base62 of 22", |random| letters(random, BASE62, 22)),
    ("base62 of 40", |random| letters(random, BASE62, 40)),
    ("TOTP seed", |random| letters(random, BASE32, 16)),
    ("TOTP seed in small letters", |random| letters(random, BASE32, 16).to_lowercase()),
    ("ULID", |random| format!("01{}", letters(random, CROCKFORD, 24))),
    ("base64url", |random| letters(random, BASE64URL, 27)),
    ("hash", |random| letters(random, HEX, 32)),
    ("UUID", |random| [8, 4, 4, 4, 12].map(|count| letters(random, HEX, count)).join("-")),
    ("number", |random| letters(random, b"123456789", 9)),
    ("user", user),
    ("user with a number", |random| format!("{}{}", user(random), letters(random, HEX, 2))),
    ("two names", |random| format!("{}.{}", user(random), user(random))),
    ("email address", |random| format!("{}@{}.org", user(random), user(random))),
];

/// A request whose body is this text.
fn raw(mime: &str, body: &str) -> Value {
    let mut entry = post("/api/v1/admin/list-users", &[], &message());
    entry["request"]["postData"] = json!({ "mimeType": mime, "text": body });
    entry
}

/// Everything in which a secret can be taken for a name.
fn entries(secret: &str) -> Vec<Value> {
    const FORM: &str = "application/x-www-form-urlencoded";
    let admin = "Username=admin&AuthType=Password&Password";
    let user = [("TargetUser", secret)];
    let profile = "/api/v1/admin/get-user-profile";
    let map = json!({ secret: { "Name": secret, "Size": 1 }, "admin": null });
    let mut entries: Vec<Value> = [
        format!("/api/v1/{secret}/list-users"),
        format!("/api/v1/{secret}/add-user"),
        format!("/api/v1/{secret}/delete-user"),
        format!("/api/v1/{secret}/disable-user-totp"),
        format!("/api/v1/admin/users/{secret}/profile"),
        format!("/api/v1/admin/get-user-profile/{secret}"),
        format!("/api/v1/admin/get-{secret}"),
        format!("/{secret}/api/v1/admin/get-user-profile"),
        format!("{profile}?{secret}=1&{secret}"),
    ]
    .iter()
    .map(|path| post(path, &user, &map))
    .collect();
    entries.extend([FORM, "", "text/plain", "application/json"].map(|mime| raw(mime, secret)));
    entries.push(raw(FORM, &format!("{admin}=a&{secret}")));
    entries.push(raw(FORM, &format!("{admin}=a&{secret}=1&TargetUser=b")));
    entries.push(raw("application/json", &json!({ secret: 1, "TargetUser": map }).to_string()));
    let part = format!("--x\r\nContent-Disposition: form-data; name=\"{secret}\"\r\n\r\n1\r\n--x--\r\n");
    entries.push(raw("multipart/form-data; boundary=x", &part));
    entries.push(post(profile, &[("TargetUser", &map.to_string()), (secret, "1")], &json!([map])));
    for answer in [map, json!({ secret: 1 }), json!({ "Status": 400, "Message": "no", secret: "x" })] {
        entries.push(post("/api/v1/admin/get-user-profile", &user, &answer));
    }
    for address in
        ["https://u:a/SECRET/b@h", "https://u:a/b/SECRET@h", "https://u:SECRET@h", "https://SECRET"]
    {
        let mut entry = post(profile, &user, &message());
        entry["request"]["url"] = json!(format!("{}{profile}", address.replace("SECRET", secret)));
        entries.push(entry);
    }
    let mut entry = post(profile, &user, &message());
    entry["request"]["headers"] =
        json!([{ "name": secret, "value": "1" }, { "name": format!("X-{secret}-Username"), "value": "1" }]);
    entry["response"]["content"]["mimeType"] = json!(format!("application/{secret}"));
    entries.push(entry);
    entries
}

/// Everything that a user, a log or a file may get.
fn out(entries: &[Value]) -> String {
    let evidence = evidence(entries, &[]);
    let learned: Learned = learned_of(&evidence);
    format!(
        "{evidence:?}\n{learned:?}\n{}\n{}\n{}",
        learned.report.text(),
        learned.report.json(),
        yaml(&learned)
    )
}

fn leaked<'s>(secrets: &'s [String], entries: &[Value]) -> Vec<&'s String> {
    let out = out(entries).to_lowercase();
    secrets.iter().filter(|secret| out.contains(&secret.to_lowercase())).collect()
}

#[test]
fn no_secret_gets_out() {
    let mut wrong = String::new();
    for (class, make) in sample("classes of secrets", CLASSES.to_vec(), 4) {
        let random = &mut Random::new(class.len() as u64);
        let secrets: Vec<String> = (0..SECRETS).map(|_| make(random)).collect();
        let all: Vec<Value> = secrets.iter().flat_map(|secret| entries(secret)).collect();
        let mut out = leaked(&secrets, &all);
        for secret in secrets.iter().take(ALONE) {
            out.extend(leaked(std::slice::from_ref(secret), &entries(secret)));
        }
        if !out.is_empty() {
            wrong += &format!("{class}: {} of {}, such as {}\n", out.len(), SECRETS + ALONE, out[0]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A map that has users for its keys is a map, whatever words some are.
#[test]
fn a_map_of_users_is_a_dictionary() {
    let users =
        json!({ "kalomi": { "Name": "x", "Size": 1 }, "admin": { "Name": "x", "Size": 1 }, "tovsen": null });
    let entry = post("/api/v1/admin/get-user-profile", &[("TargetUser", "x")], &users);
    let yaml = yaml(&learned_of(&evidence(&[entry], &[])));
    assert!(yaml.contains("Dictionary<string, "), "{yaml}");
}

#[test]
fn a_word_that_is_accepted_is_written() {
    let entry = || post("/api/v1/admin/kalomi/list", &[("Sentov", "5")], &json!({ "Julbre": 1 }));
    let entries = [entry(), entry()];
    let masked = learned_of(&evidence(&entries, &[]));
    let lines = masked.report.text();
    assert!(lines.contains("`/api/v1/admin/{…}/list` has words that are not known (2 requests)"), "{lines}");
    assert!(masked.draft.is_empty());
    let some = yaml(&learned_of(&evidence(&entries, &["Kalomi"])));
    assert!(some.contains("path: /api/v1/admin/kalomi/list") && !some.contains("Sentov"), "{some}");
    let all = yaml(&learned_of(&evidence(&entries, &["kalomi", "sentov", "julbre"])));
    assert!(all.contains("Sentov: int") && all.contains("Julbre: int"), "{all}");
}
