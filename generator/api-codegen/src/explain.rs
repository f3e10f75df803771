//! The command `explain`

use generator_codegen::emit::shown::Shown;
use generator_review::explain::{self, Explanation};
use generator_review::report::{self, Format};
use generator_spec::Spec;
use generator_spec::diagnostics::did_you_mean;
use generator_spec::model::Api;
use generator_spec::program;

use crate::Failure;
use crate::args::{Args, unknown, usage};
use crate::command::{Command, Common, Reads, output};
use crate::settings::settings;
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "explain",
    about: "Print everything that is known about an operation, and where it is written",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_ERRORS),
    flags: &[],
    options: &["--show"],
    run,
};

const HELP: &str = "\
Print everything that is known about an operation: each fact with the line that
states it, including inherited ones, and where the client, the server, the docs
and the OpenAPI file show it.

Usage: cargo xtask explain OPERATION [OPTIONS]

OPERATION is its name in the documents or in Rust, the name of an alias, or a
path.

Options:
  --show PART    Print only what this part shows: client, server, docs, openapi
";

/// An output that shows an operation, and its text.
type View = (&'static str, fn(Shown) -> String);

const PARTS: [View; 4] = [
    ("client", |shown| shown.client.text),
    ("server", |shown| shown.server.text),
    ("docs", |shown| shown.docs.text),
    ("openapi", |shown| shown.openapi.text),
];

fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let part = args.text("--show")?.map(|name| {
        let found = PARTS.iter().find(|(part, _)| *part == name).map(|(_, print)| print);
        found.ok_or_else(|| unknown("part", &name, PARTS.map(|(part, _)| part)))
    });
    let part = part.transpose()?;
    let name = args.value("OPERATION")?.ok_or_else(|| usage("missing OPERATION"))?;
    let spec = common.open()?;
    let found = explain::explain(&spec, &name);
    if found.is_empty() {
        return Err(unknown_operation(&spec, &name));
    }
    let text = |explanation: &Explanation<'_>| match part {
        Some(part) => part(explanation.shown()),
        None => report::explain::text(explanation, &output(), |target| settings().writes(target)),
    };
    print(&match common.format {
        Format::Json => report::json(found.iter().map(Explanation::to_json).collect::<Vec<_>>()),
        Format::Text | Format::Github | Format::Markdown => {
            found.iter().map(text).collect::<Vec<_>>().join("\n")
        }
    })
}

fn unknown_operation(spec: &Spec, name: &str) -> Failure {
    let operations = spec.apis.iter().flat_map(Api::operations);
    let help = did_you_mean(
        name,
        operations.flat_map(explain::names),
        format!("search with `{} list WORD`", program::name()),
    );
    usage(format!("unknown operation `{name}`: {help}"))
}
