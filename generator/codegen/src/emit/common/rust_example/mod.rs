//! An operation as a call of the generated client.

mod bodies;
pub mod first_call;
pub mod handler;
mod imports;
mod leaves;
mod outcome;
mod values;

use self::imports::Imports;
use self::outcome::Outcome;
use self::values::argument;
use super::{rust, sample_parameters};
use generator_spec::model::{Api, AuthBlock, Operation, Presence};

/// The widest line of an example.
const WIDTH: usize = 60;

/// The call: imports, and lines for the body of a function that has a `client`.
pub fn example(api: &Api, operation: &Operation) -> String {
    let mut imports = Imports::default();
    let call = call(api, operation, &mut imports);
    format!("{}\n\n{call}", imports.print(&api.rust.library))
}

/// The first address of the spec, with the usual values of its variables, or a placeholder.
pub fn address(api: &Api) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/%".contains(c);
    let known = match api.servers.first() {
        Some(it) => it.variables.iter().fold(it.url.clone(), |url, variable| {
            url.replace(&format!("{{{}}}", variable.name), &variable.default)
        }),
        None => api.base_url.replace("{host}", "api.example.com"),
    };
    // It becomes code, and commands of a shell.
    let is_known = known.starts_with("http") && known.chars().all(is_plain);
    if is_known { known } else { "https://api.example.com".to_owned() }
}

/// A client for each credential; one without a credential if the API has none.
pub fn clients(api: &Api) -> Vec<String> {
    let client = |block| {
        let mut imports = Imports::default();
        let construction = construction(api, block, &mut imports)?;
        Some(format!("{}\n\n{construction}", imports.print(&api.rust.library)))
    };
    let clients: Vec<String> = api.blocks.iter().filter_map(|block| client(Some(block))).collect();
    if clients.is_empty() { client(None).into_iter().collect() } else { clients }
}

/// A client with the credential of a block, in its first scheme, or without one.
fn construction(api: &Api, block: Option<&AuthBlock>, imports: &mut Imports) -> Option<String> {
    imports.used("Client");
    let address = address(api);
    let Some(block) = block else {
        return Some(format!("let client = Client::anonymous(\"{address}\")?;"));
    };
    let credential = credential_value(api, block, imports)?;
    let one_line = format!("let client = Client::new(\"{address}\", {credential})?;");
    let lines = || format!("let client = Client::new(\n    \"{address}\",\n    {credential},\n)?;");
    Some(if one_line.len() > WIDTH { lines() } else { one_line })
}

fn credential_value(api: &Api, block: &AuthBlock, imports: &mut Imports) -> Option<String> {
    let scheme = block.schemes.first().filter(|_| block.is_own_credential())?;
    imports.used(&block.rust);
    let taken = block.parameters.iter().filter(|parameter| scheme.takes.contains(&parameter.name));
    let arguments: Vec<String> = taken.map(|parameter| argument(api, parameter, imports)).collect();
    Some(format!("{}::{}({})", block.rust, scheme.rust, arguments.join(", ")))
}

/// The request with all required parameters, on one line or on several.
fn request(api: &Api, operation: &Operation, imports: &mut Imports) -> String {
    imports.used(&operation.rust);
    let (required, others): (Vec<_>, Vec<_>) = sample_parameters::taken(api, operation)
        .into_iter()
        .partition(|parameter| parameter.presence == Presence::Required);
    let arguments: Vec<String> = required.iter().map(|parameter| argument(api, parameter, imports)).collect();
    let one_line = format!("{}::new({})", operation.rust, arguments.join(", "));
    let setters: String = others
        .iter()
        .map(|parameter| {
            format!("\n    .{}({})", rust::ident(&parameter.rust), argument(api, parameter, imports))
        })
        .collect();
    if !arguments.is_empty() && one_line.len() > WIDTH - "let request = ;".len() {
        format!(
            "{}::new(\n    {},\n){}",
            operation.rust,
            arguments.join(",\n    "),
            setters.replace("\n    ", "\n")
        )
    } else {
        format!("{one_line}{setters}")
    }
}

/// The lines that make a call and print its result.
fn call(api: &Api, operation: &Operation, imports: &mut Imports) -> String {
    let request = request(api, operation, imports);
    if operation.pages.is_some() {
        return outcome::pages(&request);
    }
    if let Some(name) = &operation.results_rust {
        imports.used(name);
        return outcome::by_status(operation, name, &request);
    }
    let outcome = Outcome::of(api, operation);
    imports.used_in(&outcome.ty);
    let send = |request: &str| bound(&outcome, &format!("client.send({request}).await?;"));
    let one_line = send(&request);
    let call = if one_line.contains('\n') || one_line.len() > WIDTH {
        format!("let request = {request};\n{}", send("request"))
    } else {
        one_line
    };
    format!("{call}{}", outcome.print)
}

/// A statement with the result of a call, if it has one; on two lines if it is long.
fn bound(outcome: &Outcome, call: &str) -> String {
    if outcome.ty == "()" {
        return call.to_owned();
    }
    let binding = format!("let {}: {} =", outcome.name, outcome.ty);
    let space = if binding.len() + 1 + call.len() > WIDTH { "\n    " } else { " " };
    format!("{binding}{space}{call}")
}
