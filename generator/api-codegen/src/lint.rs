//! The command `lint`

use generator_codegen::write;
use generator_review::lint::{Edit, Lint, RULES, Rule};
use generator_review::report::{self, Format};
use generator_spec::diagnostics::{self, Finding, Severity};
use generator_spec::text;

use crate::Failure;
use crate::args::{Args, unknown};
use crate::command::{Command, Common, Reads, select};
use crate::terminal::{color, eprintln, print, waiting};

pub const COMMAND: Command = Command {
    name: "lint",
    about: "Find style problems in the specs",
    help,
    reads: Reads::Spec(Format::OF_ERRORS),
    flags: &["--fix"],
    options: &["--explain", "--deny", "--api"],
    run,
};

fn help() -> String {
    let rule = |rule: &Rule| format!("  {:32}{}\n", rule.name, rule.severity.name());
    format!("{HEAD}\nRules:\n{}\n{OPTIONS}", RULES.iter().map(rule).collect::<String>())
}

const HEAD: &str = "\
Find style problems in valid specs: inconsistencies and probable mistakes. Fails
if a rule of severity error is violated. To allow a violation, write the reason
in a comment on the entry's first line or above it (`allow-in-file` allows it in
the whole file, and `allow-in-api`, in api.yaml, in all files of the API):

    # lint: allow RULE: reason

Usage: cargo xtask lint [OPTIONS]
";

const OPTIONS: &str = "\
Options:
  --explain RULE   Print the reason for a rule
  --fix            Apply fixes that need no human judgment
  --deny warnings  Fail if any rule is violated
  --api NAME       Only this API
";

fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let (explained, api) = (args.text("--explain")?, args.text("--api")?);
    let is_fix = args.flag("--fix");
    let least = match args.text("--deny")?.as_deref() {
        None => Severity::Error,
        Some("warnings") => Severity::Warning,
        Some(other) => return Err(unknown("level", other, ["warnings"])),
    };
    args.finish()?;
    if let Some(name) = explained {
        return explain(&name);
    }
    let mut found = find(api.as_deref(), common)?;
    // Of fixes that overlap, each run makes the outermost.
    while is_fix && fix(&found)? {
        let left = find(api.as_deref(), common)?;
        let is_done = left.len() >= found.len();
        found = left;
        if is_done {
            break;
        }
    }
    let findings: Vec<Finding> = found.into_iter().map(|lint| lint.finding).collect();
    match common.format {
        Format::Text | Format::Markdown => eprintln(&report::lint::text(&findings, color())),
        Format::Json => print(&report::json(diagnostics::json(&findings)))?,
        Format::Github => print(&diagnostics::github(&findings))?,
    }
    match findings.iter().any(|finding| finding.severity >= least) {
        true => Err(Failure::Reported),
        false => Ok(()),
    }
}

fn explain(name: &str) -> Result<(), Failure> {
    match RULES.iter().find(|rule| rule.name == name) {
        Some(rule) => print(&report::lint::explanation(rule)),
        None => Err(unknown("rule", name, RULES.iter().map(|rule| rule.name))),
    }
}

fn find(api: Option<&str>, common: &Common) -> Result<Vec<Lint>, Failure> {
    let spec = common.open()?;
    if let Some(name) = api {
        select(&spec.apis, name)?;
    }
    Ok(generator_review::lint::lint(&spec, api))
}

/// Makes the edits, and returns whether there were any.
fn fix(found: &[Lint]) -> Result<bool, Failure> {
    let edits: Vec<Edit> = found.iter().filter_map(|lint| lint.fix.clone()).collect();
    let fixed = generator_review::lint::apply(&edits);
    let changed =
        fixed.iter().map(|(file, after)| write::Edit { path: file.path.as_ref(), before: &file.text, after });
    write::replace(&changed.collect::<Vec<_>>(), &waiting).map_err(|error| Failure::writing(&error))?;
    for (file, _) in fixed {
        eprintln(&format!("fixed {}", text::path(&file.path)));
    }
    Ok(!edits.is_empty())
}
