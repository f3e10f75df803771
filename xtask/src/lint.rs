//! `cargo xtask lint`

use generator::diagnostics::{self, Finding, Severity};
use generator::lint::{Edit, Lint, RULES, Rule};
use generator::text::{counted, wrapped};
use lexopt::prelude::*;

use crate::Failure;
use crate::args::{Command, Common, Format, Reads, select};
use crate::files;
use crate::terminal::{colour, print, tell};

pub const COMMAND: Command = Command {
    name: "lint",
    about: "Find what could be better in the specs",
    help,
    reads: Reads::Spec(Format::OF_FAULTS),
    run: |args, common| run(&parse(args)?, common),
};

fn help() -> String {
    let rule = |rule: &Rule| format!("  {:32}{}\n", rule.name, rule.severity.name());
    format!("{HEAD}\nRules:\n{}\n{OPTIONS}", RULES.iter().map(rule).collect::<String>())
}

const HEAD: &str = "\
Find what could be better in specs that are sound: style, consistency, and
what is probably a slip. Fails if a rule of severity error is broken. An entry
that breaks a rule for a reason says so, on its line or above it:

    # lint: allow RULE: reason

Usage: cargo xtask lint [OPTIONS]
";

const OPTIONS: &str = "\
Options:
  --explain RULE   Print why a rule is one
  --fix            Mend what can be mended without a decision
  --deny warnings  Fail if any rule is broken
  --api NAME       Only this API
";

/// What the user asks for.
#[derive(Default)]
struct Options {
    explain: Option<String>,
    api: Option<String>,
    denied: Denied,
    fixes: Fixes,
}

/// What makes a run fail.
#[derive(Clone, Copy, Default)]
enum Denied {
    #[default]
    Errors,
    Warnings,
}

/// What is done about what can be mended.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Fixes {
    #[default]
    Tell,
    Make,
}

fn parse(mut args: lexopt::Parser) -> Result<Options, Failure> {
    let mut options = Options::default();
    while let Some(arg) = args.next()? {
        match arg {
            Long("explain") => options.explain = Some(args.value()?.string()?),
            Long("api") => options.api = Some(args.value()?.string()?),
            Long("fix") => options.fixes = Fixes::Make,
            Long("deny") => match args.value()?.string()?.as_str() {
                "warnings" => options.denied = Denied::Warnings,
                other => {
                    let reason = format!("`{other}` cannot be denied; `warnings` can");
                    return Err(Failure::Usage(reason));
                }
            },
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    if let Some(name) = &options.explain {
        return explain(name);
    }
    let mut found = find(options, common)?;
    if options.fixes == Fixes::Make && mend(&found)? {
        found = find(options, common)?;
    }
    let findings: Vec<Finding> = found.into_iter().map(|lint| lint.finding).collect();
    report(&findings, common.format)?;
    let least = match options.denied {
        Denied::Errors => Severity::Error,
        Denied::Warnings => Severity::Warning,
    };
    match findings.iter().any(|finding| finding.severity >= least) {
        true => Err(Failure::Told),
        false => Ok(()),
    }
}

fn explain(name: &str) -> Result<(), Failure> {
    let Some(rule) = RULES.iter().find(|rule| rule.name == name) else {
        let names = RULES.iter().map(|rule| rule.name);
        let known = names.clone().collect::<Vec<_>>().join(", ");
        let near = diagnostics::suggest(name, names).map(|near| format!("; did you mean `{near}`?"));
        let near = near.unwrap_or_else(|| format!("; there is {known}"));
        return Err(Failure::Usage(format!("there is no rule `{name}`{near}")));
    };
    let reason = wrapped(rule.reason.split(' '), 80, |text| text.chars().count()).join("\n");
    print(&format!("{} ({})\n\n{reason}\n", rule.name, rule.severity.name()))
}

fn find(options: &Options, common: &Common) -> Result<Vec<Lint>, Failure> {
    let spec = common.open()?;
    if let Some(name) = &options.api {
        select(&spec.apis, name)?;
    }
    Ok(generator::lint::lint(&spec, options.api.as_deref()))
}

/// Makes the edits; whether there were any.
fn mend(found: &[Lint]) -> Result<bool, Failure> {
    let edits: Vec<Edit> = found.iter().filter_map(|lint| lint.fix.clone()).collect();
    let mended = generator::lint::apply(&edits);
    files::replace(mended.iter().map(|(file, text)| (&*file.path, &**text)))?;
    for (file, _) in mended {
        tell(&format!("mended {}", file.path));
    }
    Ok(!edits.is_empty())
}

fn report(findings: &[Finding], format: Format) -> Result<(), Failure> {
    match format {
        Format::Text | Format::Markdown if findings.is_empty() => tell("no findings"),
        Format::Text | Format::Markdown => {
            tell(&format!("{}\n\n{}", diagnostics::render_findings(findings, colour()), count(findings)));
        }
        Format::Json => print(&format!("{:#}\n", diagnostics::json_findings(findings)))?,
        Format::Github => print(&diagnostics::github_findings(findings))?,
    }
    Ok(())
}

fn count(findings: &[Finding]) -> String {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let warnings = findings.len() - errors;
    format!(
        "{}, {}: `cargo xtask lint --explain RULE` tells why a rule is one",
        counted(errors, "error"),
        counted(warnings, "warning")
    )
}
