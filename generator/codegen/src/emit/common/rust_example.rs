//! An operation as a call of the generated client.

pub mod first_call;
pub mod handler;
mod names;
mod values;

use self::names::Names;
use self::values::{argument, spelled};
use super::{rust, samples, spelling};
use generator_spec::model::{Api, AuthBlock, Operation, Presence, ReturnKind};

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
    let (call, _) = call(api, operation, client, &mut names);
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
    names.used(client);
    let Some(block) = block else {
        return Some(format!("let client = {client}::anonymous(\"{ADDRESS}\")?;"));
    };
    let credential = credential_value(api, block, names)?;
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

/// The request with what is required, on one line or on several.
fn request(api: &Api, operation: &Operation, names: &mut Names) -> String {
    names.used(&operation.rust);
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

/// The lines of a call, and the variable that has its result, if there is one.
fn call(
    api: &Api,
    operation: &Operation,
    client: Client,
    names: &mut Names,
) -> (String, Option<&'static str>) {
    let request = request(api, operation, names);
    let outcome = Outcome::of(api, operation, client, names);
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
    (call + outcome.use_of_it, outcome.variable())
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
