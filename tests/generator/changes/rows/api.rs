//! Edits of APIs, groups, constants and texts.

use super::{Edit, Row, api, types, wicks};

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    ("api-added", &[Edit::Add("stools/api.yaml", STOOLS), Edit::Add("stools/operations/1-stools.yaml", SIT)]),
    ("api-removed", &[
        Edit::Remove("lamps"),
        Edit::Add("stools/api.yaml", STOOLS),
        Edit::Add("stools/operations/1-stools.yaml", SIT),
    ]),
    ("http-method-changed", &[api("method: POST", "method: PUT")]),
    ("message-shape-changed", &[api("text: Message}", "text: Title}"), types("Message: string}", "Message: string, Title: string}")]),
    ("envelope-shape-changed", &[api("ok: good", "ok: fine")]),
    ("encoding-status-changed", &[api("  status: inferred\n  rules:", "  status: documented\n  rules:")]),
    ("group-added", &[Edit::Add("lamps/operations/3-oils.yaml", OILS)]),
    ("group-removed", &[Edit::Remove("lamps/operations/2-wicks.yaml")]),
    ("group-renamed", &[wicks("group: wicks", "group: threads")]),
    ("server-added", &[api("  main: https://lamps.example.com\n", "  main: https://lamps.example.com\n  other: https://other.example.com\n")]),
    ("server-removed", &[api("  main: https://lamps.example.com\n", "")]),
    ("servers-reordered", &[api("  main: https://lamps.example.com\n  spare: https://spare.example.com\n", "  spare: https://spare.example.com\n  main: https://lamps.example.com\n")]),
    ("constant-added", &[api("  LAMPS: {", "  WICKS: {type: int, value: 2}\n  LAMPS: {")]),
    ("constant-removed", &[api("constants:\n  LAMPS: {type: int, value: 12}\n", "")]),
    ("constant-type-changed", &[api("{type: int, value: 12}", "{type: string, value: twelve}")]),
    ("constant-value-changed", &[api("value: 12", "value: 13")]),
    ("documentation-changed", &[api("Lamps can be lit.", "A lamp can be lit.")]),
    ("unnamed-row-changed", &[wicks("Purpose not described.", "Purpose is not described.")]),
    ("unnamed-row-changed", &[wicks("    summary: Purpose not described.\n    returns: not_shown", "    summary: Purpose not described.\n    returns: {described: A wick.}")]),
    ("documentation-changed", &[api("{type: Basket", "{type: Hamper")]),
];

const STOOLS: &str = "\
title: Stools
base_url: \"{stools}\"
documents: {1: Book of stools}
method: POST
encoding: {kind: form}
";

const SIT: &str = "\
document: 1
part: A
title: Stools
group: seats
operations:
  - {operation: StoolSit, summary: Sits., path: /stool/sit, auth: none, returns: {text: string}}
";

const OILS: &str = "\
document: 1
part: C
title: Oils
group: oils
operations:
  - {operation: OilPour, summary: Pours oil., inferred_path: /oil-pour, gates: [K], returns: message}
";
