//! `openapi/<api>.http`: a request per operation, for the HTTP clients of VS
//! Code and JetBrains IDEs and for httpyac.
//!
//! httpyac runs what is between two braces as JavaScript, and all of them read
//! comments that begin with `@`: neither may come from a text of the spec.

use super::words::path_status;
use crate::emit::common::file::api_banner;
use crate::emit::common::samples;
use generator_spec::model::{
    Api, AuthBlock, BlockPlace, Operation, Parameter, Presence, RequestEncoding, ReturnKind, Wire,
};
use generator_spec::text::plain;

/// The placeholder that the user replaces.
const SECRET: &str = "replace-me";

const HELP: &str = "\
# Requests for the HTTP clients of VS Code and JetBrains IDEs, and for httpyac.
# Set these variables; in a form, special characters must be percent-encoded.
# A request has the required parameters: append optional ones to its body or address.";

/// The function that escapes a text for its place.
type Write = fn(&str) -> String;

/// Between the parts of a multipart form.
const BOUNDARY: &str = "next-part";

/// The requests of an API.
pub fn requests(api: &Api) -> String {
    let head = format!("{}\n{HELP}\n\n{}", api_banner("#", api, ""), variables(api));
    let requests = api.operations().map(|operation| request(api, operation));
    std::iter::once(head).chain(requests).collect::<Vec<_>>().join("\n")
}

/// The address and what the credentials need.
fn variables(api: &Api) -> String {
    let of_block = |block| {
        let parameters = samples::credential(api, block).filter(|(_, fixed)| fixed.is_none());
        parameters.map(move |(it, _)| (variable(api, block, it), sample(api, it, encode)))
    };
    let mut all = vec![("base_url".to_owned(), "https://api.example.com".to_owned())];
    for (name, value) in api.blocks.iter().flat_map(of_block) {
        if all.iter().all(|(known, _)| *known != name) {
            all.push((name, value));
        }
    }
    all.iter().map(|(name, value)| format!("@{name} = {value}\n")).collect()
}

/// The variable of a credential's value; blocks with the same credential share it.
fn variable(api: &Api, block: &AuthBlock, parameter: &Parameter) -> String {
    let owner = api.owner(block);
    if owner.method == parameter.rust {
        return parameter.rust.clone();
    }
    format!("{}_{}", owner.method, parameter.rust)
}

fn request(api: &Api, operation: &Operation) -> String {
    let block = api.block_of(&operation.auth);
    let write: Write = match operation.encoding {
        RequestEncoding::Form | RequestEncoding::Query => encode,
        RequestEncoding::Multipart => inert,
    };
    let (headers, mut fields) = block.map(|block| credential(api, block, write)).unwrap_or_default();
    let own = samples::taken(api, operation);
    fields.extend(own.iter().map(|it| (encode(&it.name), sample(api, it, write))));
    let path = operation.paths().next().expect("an operation has a path or an alias");
    let mut address = format!("{} {{{{base_url}}}}{}", operation.http_method.name(), encode(path));
    let (content_type, body) = match operation.encoding {
        RequestEncoding::Query => {
            let separator = if fields.is_empty() { "" } else { "?" };
            address += &format!("{separator}{}", joined(&fields, "&"));
            (String::new(), String::new())
        }
        RequestEncoding::Form if fields.is_empty() => (String::new(), String::new()),
        RequestEncoding::Form => {
            let content_type = "Content-Type: application/x-www-form-urlencoded\n";
            (content_type.to_owned(), format!("\n{}\n", joined(&fields, "\n&")))
        }
        RequestEncoding::Multipart => {
            let content_type = format!("Content-Type: multipart/form-data; boundary={BOUNDARY}\n");
            (content_type, parts(operation, &fields))
        }
    };
    let comments = comments(api, operation, &own);
    format!("{comments}{address}\n{headers}{content_type}{body}")
}

/// The credential: lines of headers, or fields with the parameters.
fn credential(api: &Api, block: &AuthBlock, write: Write) -> (String, Vec<(String, String)>) {
    let bearer = block.bearer.as_ref().and_then(|name| block.parameters.iter().find(|it| it.name == *name));
    if let Some(token) = bearer {
        let token = variable(api, block, token);
        return (format!("Authorization: Bearer {{{{{token}}}}}\n"), Vec::new());
    }
    let fields = |write: Write| {
        samples::credential(api, block).map(move |(it, fixed)| {
            let variable = || format!("{{{{{}}}}}", variable(api, block, it));
            (&it.name, fixed.map_or_else(variable, write))
        })
    };
    match &block.place {
        BlockPlace::Form => {
            (String::new(), fields(write).map(|(name, value)| (encode(name), value)).collect())
        }
        BlockPlace::Header(prefix) => {
            (fields(inert).map(|(name, value)| format!("{prefix}{name}: {value}\n")).collect(), Vec::new())
        }
    }
}

/// The heading and what a reader should know before sending the request.
fn comments(api: &Api, operation: &Operation, taken: &[&Parameter]) -> String {
    let status = operation.path.origin().and_then(path_status);
    let lines = [
        Some(inert(&operation.summary)),
        operation.deprecated.as_ref().map(|_| "Deprecated.".to_owned()),
        status.map(str::to_owned),
        optional(api, operation, taken),
    ];
    // Not `@`: that would be an instruction.
    let lines = lines.into_iter().flatten().map(|line| format!("# {}\n", line.trim_start_matches('@')));
    let is_redirect = matches!(operation.returns.kind, ReturnKind::Redirect(_));
    let redirect = if is_redirect { "# @no-redirect\n" } else { "" };
    let name = inert(&operation.name);
    format!("### {name}\n{}# @name {}\n{redirect}", lines.collect::<String>(), operation.rust)
}

/// The parameters that the request doesn't have.
fn optional(api: &Api, operation: &Operation, taken: &[&Parameter]) -> Option<String> {
    let is_left = |it: &&Parameter| taken.iter().all(|taken| taken.name != it.name);
    let left = operation.parameters.iter().filter(is_left);
    let left: Vec<String> = match operation.encoding {
        RequestEncoding::Multipart => left.map(|it| encode(&it.name)).collect(),
        RequestEncoding::Form | RequestEncoding::Query => {
            left.map(|it| format!("&{}={}", encode(&it.name), sample(api, it, encode))).collect()
        }
    };
    let separator = if operation.encoding == RequestEncoding::Multipart { ", " } else { "" };
    (!left.is_empty()).then(|| format!("Optional: {}", left.join(separator)))
}

fn joined(fields: &[(String, String)], separator: &str) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    fields.join(separator)
}

/// A multipart form. A file is one beside this one.
fn parts(operation: &Operation, fields: &[(String, String)]) -> String {
    let is_file =
        |name: &str| operation.parameters.iter().any(|it| it.wire == Wire::File && encode(&it.name) == name);
    let parts = fields.iter().map(|(name, value)| {
        let (file, value) =
            if is_file(name) { ("; filename=\"file.bin\"", "< ./file.bin") } else { ("", value.as_str()) };
        format!("--{BOUNDARY}\nContent-Disposition: form-data; name=\"{name}\"{file}\n\n{value}\n")
    });
    format!("\n{}--{BOUNDARY}--\n", parts.collect::<String>())
}

/// A value that fits the parameter; a secret is to be replaced.
fn sample(api: &Api, parameter: &Parameter, write: Write) -> String {
    let is_open = parameter.presence == Presence::Optional || parameter.format.is_none();
    if parameter.secret && is_open && parameter.wire == Wire::Text {
        return SECRET.to_owned();
    }
    write(&samples::wire(api, parameter))
}

/// A text as it can be in a URL and in a form, without what clients would run.
fn encode(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~/:,[]{}\"".contains(&byte);
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match is_plain(byte) {
            true => encoded.push(char::from(byte)),
            false => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded.replace("{{", "%7B%7B").replace("}}", "%7D%7D")
}

/// A text as it can be in a header, a part and a comment, without what clients would run or read.
fn inert(text: &str) -> String {
    // Twice: of three braces, the last two are still together after the first time.
    plain(text).trim_start_matches(['<', ' ']).replace("{{", "{ {").replace("{{", "{ {")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_run() {
        for braces in 2..10 {
            let text = format!("{}1{}", "{".repeat(braces), "}".repeat(braces));
            assert!(!inert(&text).contains("{{"), "{text}");
            assert!(!encode(&text).contains("{{"), "{text}");
        }
        assert_eq!(inert(" < ./file\n### x"), "./file ### x");
    }
}
