//! An operation as a command line of curl.

use crate::emit::common::sample_request::{self, SamplePart, SamplePlace, SampleRequest, SampleValue};
use crate::emit::common::shell;
use generator_spec::model::{Api, AuthBlock, HttpMethod, Operation, RequestEncoding, ReturnKind};
use generator_spec::naming;

/// The command, one option a line.
pub fn example(api: &Api, operation: &Operation) -> String {
    let request = SampleRequest::of(api, operation);
    let has_data = request.parts().any(|part| matches!(part.place, SamplePlace::Field(_)));
    let is_query = operation.encoding == RequestEncoding::Query;
    let mut options = Vec::new();
    if has_data && is_query {
        // Puts the data into the query.
        options.push("--get".to_owned());
    }
    let usual = if has_data && !is_query { HttpMethod::Post } else { HttpMethod::Get };
    if operation.http_method != usual {
        options.push(format!("--request {}", operation.http_method.name()));
    }
    options.extend(request.parts().map(option));
    options.extend(outcome(operation).map(str::to_owned));
    let url = format!("\"${}{}\"", base_url(api), request.path);
    shell::lines(format!("curl {url}"), options)
}

/// The variable with the address of a server: the same as for the CLI.
pub fn base_url(api: &Api) -> String {
    naming::variable(api.rust.program(), "url")
}

/// The options that carry the credential of a block, by its first scheme.
pub fn credential(api: &Api, block: &AuthBlock) -> Vec<String> {
    sample_request::credential(api, block, api.encoding.kind).iter().map(option).collect()
}

/// The option that sends a value.
fn option(part: &SamplePart<'_>) -> String {
    let name = &part.parameter.name;
    let value = match &part.value {
        SampleValue::Fixed(text) | SampleValue::Sample(text) => shell::word(text),
        SampleValue::Secret(variable) => format!("\"${variable}\""),
        SampleValue::File => return format!("--form {name}=@file.bin"),
    };
    let (option, start) = match part.place {
        SamplePlace::Bearer => ("--header", "Authorization: Bearer ".to_owned()),
        SamplePlace::Header(prefix) => ("--header", format!("{prefix}{name}: ")),
        // `--form` would read a file where a value begins with `@`.
        SamplePlace::Field(RequestEncoding::Multipart) => ("--form-string", format!("{name}=")),
        SamplePlace::Field(
            RequestEncoding::Form | RequestEncoding::Query | RequestEncoding::Json | RequestEncoding::Body,
        ) => ("--data-urlencode", format!("{name}=")),
    };
    format!("{option} {}", shell::joined(&start, &value))
}

/// Options for the response.
fn outcome(operation: &Operation) -> Option<&'static str> {
    match operation.returns.kind {
        ReturnKind::Bytes => Some("--output file.out"),
        ReturnKind::Redirect(_) => Some("--write-out '%{redirect_url}\\n'"),
        ReturnKind::Message
        | ReturnKind::Json
        | ReturnKind::Envelope
        | ReturnKind::Text
        | ReturnKind::Described
        | ReturnKind::Nothing => None,
    }
}
