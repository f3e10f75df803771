//! The command `list`

use generator_review::report::list::{EFFECTS, Filter, PATH_STATUSES, json, text};
use generator_review::report::{self, Format};
use generator_spec::model::Group;

use crate::Failure;
use crate::args::{Args, unknown};
use crate::command::{Command, Common, Reads, select_or_all};
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "list",
    about: "Print one line per operation",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_ERRORS),
    flags: &["--deprecated"],
    options: &["--api", "--group", "--gate", "--path", "--effect"],
    run,
};

const HELP: &str = "\
Print one line per operation: API, group, name, path (`~` marks an inferred
one; with the HTTP method, if the API has none of its own), first server
version, gates. With `--format json`, one object each.

Usage: cargo xtask list [OPTIONS] [WORD...]

Lists the operations whose name, method or path contains every WORD, ignoring
case; if there are none, those whose names have words that mean the same.

Options:
  --api NAME     Only this API
  --group NAME   Only this group
  --gate CODE    Only operations with this gate
  --path STATUS  Only documented, inferred, elsewhere or alias_only paths
  --effect NAME  Only operations that have this effect: reads, changes, destroys
  --deprecated   Only deprecated operations
";

fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let api = args.text("--api")?;
    let filter = Filter {
        group: args.text("--group")?,
        gate: args.text("--gate")?,
        path: args.text("--path")?,
        effect: args.text("--effect")?,
        deprecated: args.flag("--deprecated"),
        words: args.values(usize::MAX)?.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
    };
    let apis = common.read()?;
    let groups: Vec<&Group> = apis.iter().flat_map(|api| &api.groups).collect();
    let gates = apis.iter().flat_map(|api| &api.gates).map(|gate| gate.code.as_str());
    check("path status", filter.path.as_ref(), PATH_STATUSES)?;
    check("effect", filter.effect.as_ref(), EFFECTS)?;
    check("group", filter.group.as_ref(), groups.iter().map(|group| group.rust.as_str()))?;
    check("gate", filter.gate.as_ref(), gates)?;
    let found = filter.apply(select_or_all(&apis, api.as_ref())?);
    match common.format {
        Format::Json => print(&report::json(json(&found))),
        Format::Text | Format::Github | Format::Markdown if found.is_empty() => {
            Err(Failure::of("no operation matches"))
        }
        Format::Text | Format::Github | Format::Markdown => print(&text(&found)),
    }
}

/// Refuses a filter that matches nothing: it is a typo.
fn check<'a>(
    what: &str,
    given: Option<&String>,
    known: impl IntoIterator<Item = &'a str>,
) -> Result<(), Failure> {
    let known: Vec<&str> = known.into_iter().collect();
    match given.filter(|given| !known.contains(&given.as_str())) {
        Some(given) => Err(unknown(what, given, known)),
        None => Ok(()),
    }
}
