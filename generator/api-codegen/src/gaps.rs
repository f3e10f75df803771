//! The command `gaps`

use generator_review::report::gaps::{Details, json, text};
use generator_review::report::{self, Format};
use generator_spec::gaps::{self, Gaps};

use crate::Failure;
use crate::args::Args;
use crate::command::{Command, Common, Reads, select_or_all};
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "gaps",
    about: "Print what the API's documents leave out",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_ERRORS),
    flags: &["--details"],
    options: &[],
    run,
};

const HELP: &str = "\
Count what the API's documents leave out, by API and group, and what was
inferred instead. With `--format json`, print all of it.

Usage: cargo xtask gaps [API] [OPTIONS]

Options:
  --details      Print every gap and every ambiguity, not just the counts
";

fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let details = if args.flag("--details") { Details::All } else { Details::Counts };
    let name = args.value("API")?;
    let apis = common.read()?;
    let gaps: Vec<Gaps<'_>> = select_or_all(&apis, name.as_ref())?.iter().map(gaps::gaps).collect();
    print(&match common.format {
        Format::Json => report::json(gaps.iter().map(json).collect::<Vec<_>>()),
        Format::Text | Format::Github | Format::Markdown => {
            gaps.iter().map(|gaps| text(gaps, details)).collect::<String>()
        }
    })
}
