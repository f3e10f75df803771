//! An operation as a call of the generated client.

mod first_call;
pub mod handler;
mod names;
mod values;

pub use self::first_call::FirstCall;
use self::names::Names;
use self::values::{argument, spelled};
use super::{rust, samples, spelling};
use generator_spec::model::{Api, Auth, AuthBlock, Operation, Presence, ReturnKind, Shape};

/// The widest line of an example.
const WIDTH: usize = 70;

/// The client of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// In an async function.
    Async,
    /// In any other.
    Blocking,
}

impl Client {
    /// Its name in the crate.
    fn name(self) -> &'static str {
        match self {
            Self::Async => "Client",
            Self::Blocking => "BlockingClient",
        }
    }
}

/// The call: imports, and lines for the body of a function that has a `client`.
pub fn example(api: &Api, operation: &Operation, client: Client) -> String {
    let mut names = Names::default();
    names.used(&operation.rust);
    let request = request(api, operation, &mut names);
    let outcome = Outcome::of(api, operation, client, &mut names);
    let call = call(&outcome, client, &request, &mut names);
    format!("{}\n\n{call}", names.imports(&api.rust.library))
}

/// A placeholder address.
pub const ADDRESS: &str = "https://api.example.com";

/// A client for each credential; one without a credential if the API has none.
pub fn clients(api: &Api, client: Client) -> Vec<String> {
    let made = |block| {
        let mut names = Names::default();
        let client = construction(api, block, client, &mut names)?;
        Some(format!("{}\n\n{client}", names.imports(&api.rust.library)))
    };
    let clients: Vec<String> = api.blocks.iter().filter_map(|block| made(Some(block))).collect();
    if clients.is_empty() { made(None).into_iter().collect() } else { clients }
}

/// A client with the credential of a block, by its first scheme, or with none.
fn construction(api: &Api, block: Option<&AuthBlock>, client: Client, names: &mut Names) -> Option<String> {
    let client = client.name();
    let Some(block) = block else {
        names.used(client);
        return Some(format!("let client = {client}::anonymous(\"{ADDRESS}\")?;"));
    };
    let credential = credential_value(api, block, names)?;
    names.used(client);
    let one_line = format!("let client = {client}::new(\"{ADDRESS}\", {credential})?;");
    let lines = || format!("let client = {client}::new(\n    \"{ADDRESS}\",\n    {credential},\n)?;");
    Some(if one_line.len() > WIDTH { lines() } else { one_line })
}

fn credential_value(api: &Api, block: &AuthBlock, names: &mut Names) -> Option<String> {
    let scheme = block.schemes.first().filter(|_| block.is_own_credential())?;
    names.used(&block.rust);
    let taken = block.parameters.iter().filter(|it| scheme.takes.contains(&it.name));
    let arguments: Vec<String> = taken.map(|it| argument(api, it, names)).collect();
    Some(format!("{}::{}({})", block.rust, scheme.rust, arguments.join(", ")))
}

/// A first program.
pub struct Program {
    pub imports: String,
    /// The body of an async function that makes a client and calls an operation
    /// that needs few parameters.
    pub body: String,
    /// The variable that has the result, if there is one.
    pub result: Option<&'static str>,
}

/// The first program of an API.
pub fn program(api: &Api) -> Option<Program> {
    let (operation, block) = first_call(api)?;
    let mut names = Names::default();
    let client = construction(api, block, Client::Async, &mut names)?;
    names.used(&operation.rust);
    let request = request(api, operation, &mut names);
    let outcome = Outcome::of(api, operation, Client::Async, &mut names);
    let call = call(&outcome, Client::Async, &request, &mut names);
    // The crate itself has no `serde_json`.
    let body = format!("{client}\n{call}");
    let imports = names.imports(&api.rust.library);
    (!names.json).then(|| Program { imports, body, result: outcome.variable() })
}

/// The operation to call first, and the credential that it requires, if it does.
pub fn first_call(api: &Api) -> Option<(&Operation, Option<&AuthBlock>)> {
    let operations = api.operations().filter(|operation| operation.deprecated.is_none());
    let callable = operations.filter_map(|operation| Some((operation, credential(api, operation)?)));
    // An operation that returns a list changes nothing: copying the call does no harm.
    let effort = |operation: &Operation| (!returns_list(operation), samples::taken(api, operation).len());
    callable.min_by_key(|(operation, _)| effort(operation))
}

fn returns_list(operation: &Operation) -> bool {
    operation.returns.ty.as_ref().is_some_and(|ty| matches!(ty.shape, Shape::List(_)))
}

/// The block whose credential an operation requires, or none; `None` if it is optional or not shown.
fn credential<'a>(api: &'a Api, operation: &Operation) -> Option<Option<&'a AuthBlock>> {
    match &operation.auth {
        Auth::Required(name) => api.block(name).map(|block| Some(api.owner(block))),
        Auth::None => Some(None),
        Auth::Optional(_) | Auth::NotShown => None,
    }
}

/// The request with what is required, on one line or on several.
fn request(api: &Api, operation: &Operation, names: &mut Names) -> String {
    let (required, others): (Vec<_>, Vec<_>) = samples::taken(api, operation)
        .into_iter()
        .partition(|parameter| parameter.presence == Presence::Required);
    let arguments: Vec<String> = required.iter().map(|it| argument(api, it, names)).collect();
    let one_line = format!("{}::new({})", operation.rust, arguments.join(", "));
    let setters =
        others.iter().map(|it| format!("\n    .{}({})", rust::ident(&it.rust), argument(api, it, names)));
    let setters: String = setters.collect();
    if one_line.len() > WIDTH - "let request = ;".len() {
        format!(
            "{}::new(\n    {},\n){}",
            operation.rust,
            arguments.join(",\n    "),
            setters.replace("\n    ", "")
        )
    } else {
        format!("{one_line}{setters}")
    }
}

fn call(outcome: &Outcome, client: Client, request: &str, names: &mut Names) -> String {
    names.used_in(&outcome.ty);
    let binding =
        if outcome.ty == "()" { String::new() } else { format!("let {}: {} = ", outcome.name, outcome.ty) };
    let end = match client {
        Client::Async => ".await?;",
        Client::Blocking => "?;",
    };
    let one_line = format!("{binding}client.send({request}){end}");
    let call = if request.contains('\n') || one_line.len() > WIDTH {
        format!("let request = {request};\n{binding}client.send(request){end}")
    } else {
        one_line
    };
    format!("{call}{}", outcome.use_of_it)
}

/// The result of a call.
struct Outcome {
    name: &'static str,
    ty: String,
    use_of_it: &'static str,
}

impl Outcome {
    fn of(api: &Api, operation: &Operation, client: Client, names: &mut Names) -> Self {
        let received = || spelled(&spelling::received(api, &operation.returns));
        match operation.returns.kind {
            ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope | ReturnKind::Described => {
                Self { name: "response", ty: received(), use_of_it: "" }
            }
            ReturnKind::Text => Self { name: "text", ty: received(), use_of_it: "" },
            ReturnKind::Redirect(_) => Self { name: "target", ty: received(), use_of_it: "" },
            ReturnKind::Bytes => Self::download(client, names),
        }
    }

    /// The variable that has it at the end.
    fn variable(&self) -> Option<&'static str> {
        match (self.ty.as_str(), self.use_of_it) {
            ("()", _) => None,
            (_, "") => Some(self.name),
            _ => Some("content"),
        }
    }

    fn download(client: Client, names: &mut Names) -> Self {
        let ty = "Download".to_owned();
        match client {
            Client::Async => Self { name: "file", ty, use_of_it: "\nlet content = file.bytes().await?;" },
            Client::Blocking => {
                names.used_of_std("std::io::Read");
                let use_of_it = "\nlet mut content = Vec::new();\nfile.read_to_end(&mut content)?;";
                Self { name: "mut file", ty, use_of_it }
            }
        }
    }
}
