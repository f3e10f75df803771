//! The command `export`

use generator_review::report::{Format, json};
use generator_spec::text::any_of;

use crate::Failure;
use crate::args::{Args, usage};
use crate::command::{Command, Common, Reads, select};
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "export",
    about: "Print the resolved model of an API as JSON",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_ERRORS),
    flags: &[],
    options: &[],
    run,
};

const HELP: &str = "\
Print the resolved model of an API as JSON. FORMATS.md describes it.

Usage: cargo xtask export [API] [OPTIONS]

API can be omitted if there is only one.
";

fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let name = args.value("API")?;
    let apis = common.read()?;
    let api = match (&name, apis.as_slice()) {
        (Some(name), _) => select(&apis, name)?,
        (None, [only]) => only,
        (None, _) => {
            let names = apis.iter().map(|api| api.name.as_str());
            return Err(usage(format!("missing API: expected {}", any_of(names))));
        }
    };
    print(&json(generator_review::export::export(api)))
}
