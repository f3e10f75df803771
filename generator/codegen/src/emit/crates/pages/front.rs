//! The front page of a crate, and that of its operations.

use std::mem::discriminant;

use super::template::{mark, module_docs};
use crate::emit::common::doc::{Rustdoc, code, escape};
use crate::emit::common::markdown::table;
use crate::emit::common::rust::Printed;
use crate::emit::common::rust_example::first_call::{Program, program};
use crate::emit::crates::features::FEATURES;
use crate::emit::docs::introduction::trust;
use generator_spec::model::{Api, RequestEncoding, ReturnKind, Status, TypeKind, Wire};

/// The docs of the crate.
pub fn front(api: &Api) -> Printed {
    let title = escape(api.title.trim_end_matches('.'));
    let mut about = api.about.iter().map(|text| Rustdoc::of(api).prose(text));
    let values = [
        ("title", title),
        ("first", about.next().unwrap_or_default()),
        ("more", about.collect::<Vec<_>>().join("\n\n")),
        ("overlays", overlays(api)),
        ("program", getting_started(api).unwrap_or_default()),
        ("trust", trust(api)),
        ("features", features()),
    ];
    module_docs(include_str!("front.md"), &values)
}

/// The docs of the module of operations.
pub fn operations(api: &Api) -> Printed {
    let values = [
        ("groups", groups(api)),
        ("results", results(api)),
        ("secret", mark(api.operations().any(|it| it.parameters.iter().any(|it| it.secret)))),
        ("upload", mark(has_upload(api))),
        ("unknown", unknown(api).to_owned()),
        ("encoding", encoding(api)),
    ];
    module_docs(include_str!("operations.md"), &values)
}

fn overlays(api: &Api) -> String {
    if api.overlays.is_empty() {
        return String::new();
    }
    let overlays = api.overlays.iter().map(|it| format!("- {}: {}", escape(&it.name), escape(&it.source)));
    format!(
        "Not everything here is in the documents. These overlays add facts from other sources:\n\n{}",
        overlays.collect::<Vec<_>>().join("\n")
    )
}

fn getting_started(api: &Api) -> Option<String> {
    let Program { imports, body } = program(api)?;
    Some(format!(
        "{imports}\n\n# async fn run() -> Result<(), Box<dyn std::error::Error>> {{\n{body}\n# Ok(())\n# }}"
    ))
}

fn groups(api: &Api) -> String {
    let groups = api.groups.iter().map(|group| {
        let (module, about) = (&group.rust, escape(&group.in_a_sentence()));
        [format!("[`{module}`](self::{module})"), about, group.operations().count().to_string()]
    });
    table(["Group", "Subject", "Operations"], groups)
}

/// The Rust type that a client returns for each kind of result.
fn results(api: &Api) -> String {
    let message = api.message.as_ref().and_then(|it| api.ty(it.type_id));
    let message = message.map(|ty| format!("[`{0}`](crate::{0})", ty.rust)).unwrap_or_default();
    let envelope = api.envelope.as_ref().map(|it| code(&it.name)).unwrap_or_default();
    let rows = [
        (ReturnKind::Message, "a message".to_owned(), &*message),
        (ReturnKind::Json, "JSON of a named type".to_owned(), "that type"),
        (
            ReturnKind::Envelope,
            format!("a type wrapped in {envelope}"),
            "that type; the envelope is checked and removed",
        ),
        (ReturnKind::Text, "text".to_owned(), "a `String`"),
        (
            ReturnKind::Bytes,
            "a file".to_owned(),
            "a [`Download`](crate::Download), which streams, or saves itself as a file",
        ),
        (ReturnKind::Redirect(0), "a redirect".to_owned(), "its target as a `String`; it is not followed"),
        (
            ReturnKind::Described,
            "a result in words only, or nothing".to_owned(),
            "[`Json`](crate::Json), which deserializes into your own type",
        ),
    ];
    let is_there =
        |kind: &ReturnKind| api.operations().any(|it| discriminant(&it.returns.kind) == discriminant(kind));
    let rows = rows.into_iter().filter(|(kind, ..)| is_there(kind));
    let rows = rows.map(|(_, said, got)| [said, got.to_owned()]);
    table(["The documents say", "You get"], rows)
}

fn has_upload(api: &Api) -> bool {
    api.operations().any(|it| it.parameters.iter().any(|it| it.wire == Wire::File))
}

/// The sentence about fields and values that the crate doesn't know.
fn unknown(api: &Api) -> &'static str {
    let has_fields = api.types_in_rust().any(|ty| matches!(ty.kind, TypeKind::Fields { .. }));
    let has_values = api.types_in_rust().any(|ty| matches!(ty.kind, TypeKind::Enum { .. }));
    match (has_fields, has_values) {
        (true, true) => {
            "Fields and values that this crate doesn't know are not errors. Unknown fields are kept in `extra`, and unknown enum values as `Other`; both are sent back unchanged."
        }
        (true, false) => {
            "Fields that this crate doesn't know are not errors: they are kept in `extra` and sent back unchanged."
        }
        (false, true) => {
            "Enum values that this crate doesn't know are not errors: they are kept as `Other` and sent back unchanged."
        }
        (false, false) => "",
    }
}

fn features() -> String {
    let rows = FEATURES.iter().map(|it| {
        let default = if it.is_default { "yes" } else { "" };
        let adds: Vec<String> = it.adds.iter().map(|item| format!("[`{item}`]")).collect();
        [format!("`{}`", it.name), default.to_owned(), it.about.to_owned(), adds.join(", ")]
    });
    table(["Feature", "Default", "Purpose", "Adds"], rows)
}

fn encoding(api: &Api) -> String {
    let usual = match api.usual_encoding() {
        RequestEncoding::Form => "Requests are sent as `application/x-www-form-urlencoded`.",
        RequestEncoding::Multipart => "Requests are sent as `multipart/form-data`.",
        RequestEncoding::Json => "Bodies are sent as `application/json`, unless an operation says otherwise.",
        RequestEncoding::Query | RequestEncoding::Body => "Parameters are sent in the query of the URL.",
    };
    let mark = match api.encoding.status {
        Status::Documented | Status::Elsewhere => None,
        Status::Inferred => Some("*This is inferred.*".to_owned()),
    };
    let rules = api.encoding.rules.iter().map(|rule| Rustdoc::of(api).prose(rule));
    [usual.to_owned()].into_iter().chain(rules).chain(mark).collect::<Vec<_>>().join(" ")
}
