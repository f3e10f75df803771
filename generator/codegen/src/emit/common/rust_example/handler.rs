//! The handler of an operation, in an implementation of its group's trait.

use super::WIDTH;
use super::imports::Imports;
use super::leaves::spelled;
use super::values;
use crate::emit::common::rust::ident;
use crate::emit::common::{sample_parameters, spelling};
use generator_spec::model::{Api, Group, Operation, Presence, ReturnKind};

/// The part of a service that comes before its first handler, with its imports.
pub fn start(api: &Api) -> String {
    format!("use {}::server::Gatekeeper;\n\n{}", api.rust.library, gatekeeper(api))
}

/// A service that only implements the gatekeeper.
pub fn gatekeeper(api: &Api) -> String {
    let types: String = api
        .callers()
        .map(|block| {
            format!("    type {} = (); // the type that handlers get for this caller\n", block.caller)
        })
        .collect();
    let body = if types.is_empty() { types } else { format!("\n{types}") };
    format!(
        "struct {SERVICE};\n\n// Decides who may call what. Until it has methods, it refuses every caller.\nimpl Gatekeeper for {SERVICE} {{{body}}}"
    )
}

/// The type that implements the traits: no name of a generated crate.
pub const SERVICE: &str = "MyService";

/// The implementation of a group's trait with one method.
pub fn example(api: &Api, group: &Group, operation: &Operation) -> String {
    let mut imports = Imports::default();
    imports.used(&operation.rust);
    let (output, response) = response(api, operation, &mut imports);
    let [group, refusal, context] =
        [&*group.trait_name, "Refusal", "Context"].map(|name| imports.of_server(name));
    let [request, context] = inputs(api, operation, &context);
    let body = body(api, operation, response);
    let method = ident(&operation.method);
    let mut signature =
        format!("    async fn {method}(&self, {request}, {context}) -> Result<{output}, {refusal}> {{");
    if signature.len() > WIDTH {
        signature = format!(
            "    async fn {method}(\n        &self,\n        {request},\n        {context},\n    ) -> Result<{output}, {refusal}> {{"
        );
    }
    format!(
        "{}\n\nimpl {group} for {SERVICE} {{\n{signature}\n{body}    }}\n}}",
        imports.print(&api.rust.library)
    )
}

/// The type of the response and lines that return one.
fn response(api: &Api, operation: &Operation, imports: &mut Imports) -> (String, Vec<String>) {
    let has_parts = operation.results_rust.is_some() || operation.returns.headers_rust.is_some();
    if operation.returns.kind == ReturnKind::Bytes && !has_parts {
        let file = imports.of_server("File");
        let line = format!("Ok({file}::bytes(\"content\").name(\"file.bin\"))");
        return (file, vec![line]);
    }
    let output = spelled(&spelling::given(api, operation));
    imports.used_in(&output);
    let lines = values::response(api, &operation.returns, imports);
    (output, if has_parts { in_parts(api, operation, lines, imports) } else { lines })
}

/// Changes the last line to return the first of several results, or a result with headers.
fn in_parts(api: &Api, operation: &Operation, mut lines: Vec<String>, imports: &mut Imports) -> Vec<String> {
    let last = lines.pop().unwrap_or_default();
    let value = last.strip_prefix("Ok(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(&last);
    let value = match &operation.returns.headers_rust {
        Some(headers) => {
            imports.used(headers);
            imports.used("WithHeaders");
            let required = operation.returns.headers.iter();
            let required = required
                .filter(|parameter| parameter.presence == Presence::Required && parameter.constant.is_none());
            let arguments: Vec<String> =
                required.map(|parameter| values::argument(api, parameter, imports)).collect();
            lines.push(format!("let headers = {headers}::new({});", arguments.join(", ")));
            format!("WithHeaders {{ value: {value}, headers }}")
        }
        None => value.to_owned(),
    };
    let value = match (&operation.results_rust, &operation.returns.variant_rust) {
        (Some(name), Some(variant)) if operation.returns.has_value() => format!("{name}::{variant}({value})"),
        (Some(name), Some(variant)) => format!("{name}::{variant}"),
        _ => value,
    };
    lines.push(format!("Ok({value})"));
    lines
}

/// The request and the context, which are ignored if they are empty.
fn inputs(api: &Api, operation: &Operation, context: &str) -> [String; 2] {
    let request = if operation.parameters.is_empty() { "_" } else { "request" };
    let request = format!("{request}: {}", operation.rust);
    let caller = spelling::caller(api, operation);
    let name = if caller == "()" { "_" } else { "context" };
    [request, format!("{name}: {context}<{caller}>")]
}

/// The body of a handler. The caller comes first, since a field may be called `context`.
fn body(api: &Api, operation: &Operation, response: Vec<String>) -> String {
    let caller = operation.auth.block().map(|_| "let caller = context.into_caller();".to_owned());
    let lines = caller.into_iter().chain(fields(api, operation)).chain(response);
    lines.map(|line| format!("        {line}\n")).collect()
}

/// A pattern with the required fields, or the first field, as many as fit on a line.
fn fields(api: &Api, operation: &Operation) -> Option<String> {
    let taken = sample_parameters::taken(api, operation);
    let first = operation.parameters.first().filter(|_| taken.is_empty());
    let mut pattern = format!("let {} {{ ", operation.rust);
    let end = ".. } = request;";
    for (index, parameter) in taken.into_iter().chain(first).enumerate() {
        let field = format!("{}, ", ident(&parameter.rust));
        if index > 0 && pattern.len() + field.len() + end.len() > WIDTH - 8 {
            break;
        }
        pattern.push_str(&field);
    }
    (!operation.parameters.is_empty()).then(|| pattern + end)
}
