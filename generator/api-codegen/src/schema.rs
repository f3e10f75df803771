//! The command `schema`

use std::path::Path;

use generator_codegen::write::put;
use generator_spec::{program, text};

use crate::Failure;
use crate::args::Args;
use crate::command::{Command, Common, Reads, folder, read};
use crate::settings::settings;
use crate::terminal::eprintln;

pub const COMMAND: Command = Command {
    name: "schema",
    about: "Write the schemas by which editors check and complete specs",
    help: || HELP.to_owned(),
    reads: Reads::Nothing,
    flags: &[],
    options: &[],
    run,
};

const HELP: &str = "\
Write the schemas by which editors check and complete specs into the folder of
the specs. The first line of a spec file names its schema. `new` writes them,
too; run this again after an update of this program.

Usage: cargo xtask schema
";

/// The committed schemas, which a test compares with the types that load specs.
const FILES: [(&str, &str); 5] = [
    ("api.schema.json", include_str!("../../../spec/api.schema.json")),
    ("operations.schema.json", include_str!("../../../spec/operations.schema.json")),
    ("overlay.schema.json", include_str!("../../../spec/overlay.schema.json")),
    ("search.schema.json", include_str!("../../../spec/search.schema.json")),
    ("types.schema.json", include_str!("../../../spec/types.schema.json")),
];

fn run(args: Args, _: &Common) -> Result<(), Failure> {
    args.finish()?;
    let spec = folder(&settings().spec);
    let shown = text::path(&spec);
    if !spec.is_dir() {
        let program = program::name();
        return Err(Failure::of(format!(
            "{shown}: there is no such folder\nhelp: run `{program} new NAME`, which makes it"
        )));
    }
    write(&spec)?;
    eprintln(&format!("{shown}: {} schemas, up to date", FILES.len()));
    Ok(())
}

/// Writes the schemas that differ.
pub fn write(spec: &Path) -> Result<(), Failure> {
    for (name, schema) in FILES {
        let place = spec.join(name);
        if read(&place).is_ok_and(|there| there == schema) {
            continue;
        }
        put(&place, schema).map_err(|error| Failure::writing(&error))?;
        eprintln(&format!("write {}", text::path(&place)));
    }
    Ok(())
}
