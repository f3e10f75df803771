//! Edits of credentials and gates.

use super::{Row, api};

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    ("credential-added", &[api("gates:\n", "  thief: {title: Thief, in: form, parameters: {pick: string}, schemes: {new: {takes: [pick]}}}\ngates:\n")]),
    ("credential-removed", &[api("  owner:
    title: Owner block
    in: form
    scheme: Sort
    bearer: Sign
    parameters: {Deed: string, Sort: string?, Sign: string?}
    schemes:
      deed: {value: Deed, takes: [Deed]}
", "")]),
    ("credential-carrier-added", &[api("gates:\n", "  hat_headers: {title: Hat, credential_of: keeper, in: header, prefix: Hat-, parameters: {Name: string}}\ngates:\n")]),
    ("credential-carrier-removed", &[api("  spare_headers:
    title: Spare headers
    credential_of: keeper
    in: header
    prefix: Spare-
    parameters: {Name: string}
", "")]),
    ("credential-carrier-changed", &[api("parameters: {Name: string}", "parameters: {Name: string, Hat: string?}")]),
    ("credential-of-changed", &[api(
        "credential_of: keeper\n    in: header\n    prefix: Spare-\n    parameters: {Name: string}",
        "credential_of: owner\n    in: header\n    prefix: Spare-\n    parameters: {Deed: string}",
    )]),
    ("credential-place-changed", &[api("prefix: Spare-", "prefix: Other-")]),
    ("credential-bearer-added", &[api("    scheme: Kind\n", "    scheme: Kind\n    bearer: Key\n")]),
    ("credential-bearer-removed", &[api("    bearer: Sign\n", "")]),
    ("credential-bearer-changed", &[api("bearer: Sign", "bearer: Sort")]),
    ("credential-scheme-named", &[api("    bearer: token\n", "    bearer: token\n    scheme: kind\n")]),
    ("credential-scheme-not-named", &[api("    scheme: Sort\n", ""), api("{value: Deed, takes: [Deed]}", "{takes: [Deed]}")]),
    ("credential-scheme-parameter-changed", &[api("scheme: Sort", "scheme: Sign")]),
    ("credential-refusal-changed", &[api("    bearer: Sign\n", "    bearer: Sign\n    refused_with: [401, 419]\n")]),
    ("credential-checked-first", &[api("    bearer: Sign\n", "    bearer: Sign\n    checked_first: true\n")]),
    ("credential-not-checked-first", &[api("    checked_first: true\n", "")]),
    ("scheme-added", &[api("      key: {value: Key,", "      hat: {value: Glove, takes: [Name, Hat]}\n      key: {value: Key,")]),
    ("scheme-removed", &[api("      code: {value: Code, takes: [Name, Code]}\n", "")]),
    ("scheme-takes-changed", &[api("takes: [Name, Code]", "takes: [Name, Key, Code]")]),
    ("scheme-value-changed", &[api("{value: Code,", "{value: Glove,")]),
    ("scheme-status-changed", &[api("    status: inferred\n  keeper_headers:", "  keeper_headers:")]),
    ("gate-added", &[api("  Z: {", "  Y: {doc: Nobody either.}\n  Z: {")]),
    ("gate-removed", &[api("  Z: {doc: Nobody passes.}\n", "")]),
    ("gate-credential-changed", &[api("Nobody passes.}", "Nobody passes., auth: keeper}")]),
    ("gate-question-changed", &[api("asks: caller, rust: is_named", "asks: operation, rust: is_named")]),
    ("gates-reordered", &[api(
        "  K: {doc: A keeper., auth: keeper}\n  H: {doc: A keeper by headers., auth: keeper_headers}\n",
        "  H: {doc: A keeper by headers., auth: keeper_headers}\n  K: {doc: A keeper., auth: keeper}\n",
    )]),
    ("gatekeeper-question-added", &[api("Nobody passes.}", "Nobody passes., asks: server, rust: is_open}")]),
    ("gatekeeper-question-removed", &[api(", asks: server, rust: switch_is_on", "")]),
    ("gatekeeper-question-changed", &[api("rust: switch_is_on", "rust: switch_is_up")]),
    ("credential-alternative-added", &[api("    bearer: token\n", "    bearer: token\n    alternatives: [keeper]\n")]),
    ("credential-alternative-removed", &[api("    alternatives: [visitor]\n", "")]),
];
