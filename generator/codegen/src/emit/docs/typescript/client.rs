//! The module that all examples of an API import: a client and the credentials.

use super::code::{Object, member, member_if_any, quoted};
use super::values::{self, Place};
use crate::emit::common::samples;
use generator_spec::model::{Api, AuthBlock, BlockPlace, RequestEncoding};

/// The module.
pub fn client(api: &Api) -> String {
    let credentials = api.blocks.iter();
    let credentials = credentials
        .fold(Object::default(), |all, block| all.filled(&block.name, &credential(api, block)))
        .print();
    let credentials = match credentials.as_str() {
        "" => credentials,
        _ => format!("export const credentials = {credentials} as const;\n\n"),
    };
    let has_multipart = api.operations().any(|it| it.encoding == RequestEncoding::Multipart);
    let multipart = if has_multipart { "  if (body instanceof FormData) return body;\n" } else { "" };
    format!(
        r#"import createClient from "openapi-fetch";
import type {{ paths }} from "./{name}.js";

{credentials}export const client = createClient<paths>({{
  baseUrl: "https://api.example.com",
  headers: {{ "Content-Type": "application/x-www-form-urlencoded" }},
  bodySerializer: form,
}});

// What is not a text is sent as JSON.
function form(body: unknown) {{
{multipart}  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const fields = Object.entries(body as object);
  return new URLSearchParams(fields.map(([name, value]) => [name, text(value)]));
}}
{failures}"#,
        name = api.name,
        failures = failures(api),
    )
}

/// The values of a block's first scheme.
fn credential(api: &Api, block: &AuthBlock) -> Object {
    if let Some(name) = &block.bearer {
        return Object::default().with("Authorization", quoted(&format!("Bearer <{name}>")));
    }
    let (prefix, place) = match (&block.place, api.encoding.kind) {
        (BlockPlace::Header(prefix), _) => (prefix.as_str(), Place::Query),
        (BlockPlace::Form, RequestEncoding::Form) => ("", Place::Form),
        (BlockPlace::Form, RequestEncoding::Query) => ("", Place::Query),
        (BlockPlace::Form, RequestEncoding::Multipart) => ("", Place::Part),
    };
    samples::credential(api, block).fold(Object::default(), |all, (it, fixed)| {
        let value = fixed.map_or_else(|| values::value(api, it, place), quoted);
        all.with(&format!("{prefix}{}", it.name), value)
    })
}

/// openapi-fetch takes any response with HTTP status 200 for a success.
fn failures(api: &Api) -> String {
    let message = api.message.as_ref().map(|it| {
        let (status, real) = (member_if_any("body", &it.status), member("body", &it.status));
        (format!("{status} >= 400"), real)
    });
    let envelope = api.envelope.as_ref().map(|it| {
        let status = member_if_any("body", &it.status);
        (format!("{status} === {}", quoted(&it.error)), member("body", &it.code))
    });
    let shapes = message.into_iter().chain(envelope).map(|(is_failure, status)| format!(
        "    if ({is_failure}) {{\n      return new Response(response.body, {{ headers: response.headers, status: {status} }});\n    }}\n"
    ));
    let shapes: String = shapes.collect();
    if shapes.is_empty() {
        return shapes;
    }
    format!(
        r#"
// A failure can arrive with HTTP status 200; its body has the real one.
client.use({{
  async onResponse({{ response }}) {{
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    if (!response.ok || !isJson) return undefined;
    const body = await response.clone().json().catch(() => undefined);
{shapes}    return undefined;
  }},
}});
"#
    )
}
