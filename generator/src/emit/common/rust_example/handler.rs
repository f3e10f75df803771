//! The method of an operation as an implementor of its group's trait writes it.

use super::Names;
use super::values::{self, spelled};
use crate::emit::common::rust::ident;
use crate::emit::common::{samples, spelling};
use crate::model::{Api, Auth, Group, Operation, ReturnKind};

/// The widest line that is not broken.
const WIDTH: usize = 70;

/// What a service has before its first handler: a type of its own that lets
/// callers in.
pub fn start(api: &Api) -> String {
    let owners = api.blocks.iter().filter(|block| block.is_own_credential());
    let callers: String = owners.map(|block| format!("    type {} = ();\n", block.caller)).collect();
    let callers = if callers.is_empty() { callers } else { format!("\n{callers}") };
    format!(
        "use {}::server::Gatekeeper;\n\nstruct {SERVICE};\n\nimpl Gatekeeper for {SERVICE} {{{callers}}}",
        api.rust.library
    )
}

/// The type that implements the traits: no name of a generated crate.
const SERVICE: &str = "MyService";

/// The implementation of a group's trait with one method.
pub fn example(api: &Api, group: &Group, operation: &Operation) -> String {
    let mut names = Names::default();
    names.used_of_server("Context");
    names.used_of_server("Refusal");
    names.used_of_server(&group.trait_name);
    names.used(&operation.rust);
    let output = output(api, operation, &mut names);
    let body = body(api, operation, &mut names);
    let [request, context] = inputs(api, operation);
    let method = ident(&operation.method);
    let signature =
        format!("    async fn {method}(&self, {request}, {context}) -> Result<{output}, Refusal> {{");
    let signature = if signature.len() > WIDTH {
        format!(
            "    async fn {method}(\n        &self,\n        {request},\n        {context},\n    ) -> Result<{output}, Refusal> {{"
        )
    } else {
        signature
    };
    format!(
        "{}\n\nimpl {} for {SERVICE} {{\n{signature}\n{body}    }}\n}}",
        names.imports(&api.rust.library),
        group.trait_name
    )
}

fn output(api: &Api, operation: &Operation, names: &mut Names) -> String {
    if operation.returns.kind == ReturnKind::Bytes {
        names.used_of_server("File");
        return "File".to_owned();
    }
    let output = spelled(&spelling::given(api, &operation.returns));
    names.used_in(&output);
    output
}

/// The request and the context, ignored where nothing is in them.
fn inputs(api: &Api, operation: &Operation) -> [String; 2] {
    let request = if operation.parameters.is_empty() { "_" } else { "request" };
    let request = format!("{request}: {}", operation.rust);
    let caller = operation.auth.block().and_then(|block| api.block(&api.block(block)?.credential));
    let context = match (&operation.auth, caller) {
        (Auth::Required(_), Some(owner)) => format!("context: Context<Self::{}>", owner.caller),
        (Auth::Optional(_), Some(owner)) => format!("context: Context<Option<Self::{}>>", owner.caller),
        (Auth::Required(_) | Auth::Optional(_) | Auth::None | Auth::NotShown, _) => {
            "_: Context<()>".to_owned()
        }
    };
    [request, context]
}

fn body(api: &Api, operation: &Operation, names: &mut Names) -> String {
    let mut lines = Vec::new();
    if let Some(fields) = fields(api, operation) {
        lines.push(fields);
    }
    if operation.auth.block().is_some() {
        lines.push("let caller = context.into_caller();".to_owned());
    }
    lines.extend(values::answer(api, &operation.returns, names));
    lines.iter().map(|line| format!("        {line}\n")).collect()
}

/// The fields that are always there, or the first one, as far as they fit.
fn fields(api: &Api, operation: &Operation) -> Option<String> {
    let taken = samples::taken(api, operation);
    let first = operation.parameters.first().filter(|_| taken.is_empty());
    let mut pattern = format!("let {} {{ ", operation.rust);
    let end = ".. } = request;";
    for (index, it) in taken.into_iter().chain(first).enumerate() {
        let field = format!("{}, ", ident(&it.rust));
        if index > 0 && pattern.len() + field.len() + end.len() > WIDTH - 8 {
            break;
        }
        pattern.push_str(&field);
    }
    (!operation.parameters.is_empty()).then(|| pattern + end)
}
