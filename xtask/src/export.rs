//! `cargo xtask export`

use std::path::PathBuf;

use crate::{Failure, print, read, select};

pub const HELP: &str = "\
Print the resolved model of an API as JSON; ARCHITECTURE.md tells its shape.

Usage: cargo xtask export API [OPTIONS]

Options:
  --spec DIR     Read the specs there [default: spec]
";

/// What the user asks for.
pub struct Options {
    /// Folder of the specs.
    pub spec: PathBuf,
    /// The API; may be left out where there is only one.
    pub api: Option<String>,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<(), Failure> {
    let apis = read(&options.spec)?;
    let api = match (&options.api, apis.as_slice()) {
        (Some(name), _) => select(&apis, name)?,
        (None, [only]) => only,
        (None, _) => {
            let known: Vec<&str> = apis.iter().map(|api| api.name.as_str()).collect();
            return Err(Failure::Usage(format!("which API? There is {}", known.join(", "))));
        }
    };
    print(&format!("{:#}\n", generator::export::export(api)))
}
