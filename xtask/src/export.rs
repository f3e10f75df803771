//! `cargo xtask export`

use lexopt::prelude::*;

use crate::Failure;
use crate::args::{Command, Common, Format, Reads, select};
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "export",
    about: "Print the resolved model of an API as JSON",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    run,
};

const HELP: &str = "\
Print the resolved model of an API as JSON; FORMATS.md describes its shape.

Usage: cargo xtask export API [OPTIONS]

The API may be left out where there is only one.

Options:
";

fn run(mut args: lexopt::Parser, common: &Common) -> Result<(), Failure> {
    let mut name = None;
    while let Some(arg) = args.next()? {
        match arg {
            Value(value) if name.is_none() => name = Some(value.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let apis = common.read()?;
    let api = match (&name, apis.as_slice()) {
        (Some(name), _) => select(&apis, name)?,
        (None, [only]) => only,
        (None, _) => {
            let known: Vec<&str> = apis.iter().map(|api| api.name.as_str()).collect();
            return Err(Failure::Usage(format!("which API? There is {}", known.join(", "))));
        }
    };
    print(&format!("{:#}\n", generator::export::export(api)))
}
