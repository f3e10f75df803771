//! Objects of one type and its name.

use generator_learn::Learned;
use serde_json::{Value, json};
use tests::random::Random;

use crate::learn::archive::{CANARY, post};
use crate::learn::learning::{learned, learned_about, yaml};

/// A response of an operation whose result the documents don't describe.
fn answer(operation: &str, value: &Value) -> Value {
    post(&format!("/api/v1/admin/{operation}"), &[], value)
}

fn returned(learned: &Learned, operation: &str) -> String {
    let returns = learned.draft.value(&["operations", operation, "returns"]).expect("it returns something");
    returns.get("json").unwrap_or(returns).as_str().expect("a type").to_owned()
}

/// The type of a field of a new type.
fn field<'l>(learned: &'l Learned, ty: &str, field: &str) -> &'l Value {
    learned.draft.value(&["add", "types", ty, "fields", field]).expect("a field")
}

fn names(learned: &Learned) -> Vec<&String> {
    learned.draft.inside(&["add", "types"]).map(|(name, _)| name).collect()
}

fn device() -> Value {
    json!({ "FriendlyName": CANARY, "RegistrationTime": 5, "StorageVaultProviders": [{ "VaultType": 1, "VaultName": CANARY }] })
}

/// A result with more fields than a message has doesn't make messages something else.
#[test]
fn the_message_of_the_api_is_no_new_type() {
    let message = json!({ "Status": 200, "Message": CANARY });
    let more = json!({ "Status": 200, "Message": CANARY, "SessionKey": CANARY });
    let learned = learned(&[
        answer("get/user-profile", &more),
        answer("get-user-profile-and-hash", &message),
        answer("guests/list", &json!({ "Each": [message] })),
    ]);
    assert_eq!(returned(&learned, "AdminGetUserProfile"), "AdminGetUserProfileResult");
    assert_eq!(returned(&learned, "AdminGetUserProfileAndHash"), "message");
    assert_eq!(names(&learned), ["AdminGetUserProfileResult", "AdminGuestsListResult"]);
    let each = field(&learned, "AdminGuestsListResult", "Each");
    assert_eq!(each, "List<ServiceAPIResponseMessage>");
}

#[test]
fn objects_with_the_fields_of_a_documented_type_are_of_it() {
    let platform = json!({ "platform_id": CANARY, "platform_name": CANARY, "platform_icon": CANARY, "filesize_bytes": 5 });
    let entry =
        post("/api/v1/mirrors/list", &[("auth_type", "token"), ("token", CANARY)], &json!([platform]));
    let learned = learned_about("account-portal", &[entry.clone(), entry], &[]);
    assert!(names(&learned).is_empty(), "{}", yaml(&learned));
    assert!(yaml(&learned).contains("returns: {json: List<Platform>}"), "{}", yaml(&learned));
}

/// Two recordings of the same traffic, in any order, are the same evidence.
#[test]
fn the_order_of_entries_does_not_matter() {
    let devices = |count: i64| {
        let mut device = device();
        (0..count).for_each(|index| {
            drop(
                device
                    .as_object_mut()
                    .expect("an object")
                    .remove(["RegistrationTime", "FriendlyName"][index as usize]),
            )
        });
        device
    };
    let mut entries = Vec::new();
    for (index, path) in
        ["get/user-profile", "get-user-profile-and-hash", "guests/list", "guests/all"].iter().enumerate()
    {
        entries
            .extend([0, 1, 2].map(|count| {
                answer(path, &json!({ "Device": devices(count), (format!("Own{index}x")): 1 }))
            }));
        entries.push(answer(path, &json!({ "Device": null, "Devices": [devices(1)] })));
    }
    let first = learned(&entries);
    assert!(!names(&first).is_empty());
    let random = &mut Random::new(7);
    for _ in 0..5 {
        for end in (1..entries.len()).rev() {
            entries.swap(end, random.below(end + 1));
        }
        let other = learned(&entries);
        assert_eq!(yaml(&other), yaml(&first));
        assert_eq!(other.report.text(), first.report.text());
    }
}
