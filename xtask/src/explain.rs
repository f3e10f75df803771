//! `cargo xtask explain`

use generator::Spec;
use generator::diagnostics::suggest;
use generator::emit::File;
use generator::explain::{self, Explanation, Fact, Owner};
use generator::text::plain;
use lexopt::prelude::*;

use crate::Failure;
use crate::args::{Command, Common, Format, Reads, folder};
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "explain",
    about: "Print all that is known of an operation, and where it stands",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    run,
};

const HELP: &str = "\
Print all that is known of an operation: every fact with the line that says it,
inherited ones too, and how client, server, book and OpenAPI show it.

Usage: cargo xtask explain OPERATION [OPTIONS]

OPERATION is a name (the documents', the Rust one, that of an alias) or a path.

Options:
  --show PART    Print only what that shows: client, server, docs, openapi
";

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Facts,
    Client,
    Server,
    Docs,
    Openapi,
}

impl Part {
    fn named(name: &str) -> Result<Self, Failure> {
        match name {
            "client" => Ok(Self::Client),
            "server" => Ok(Self::Server),
            "docs" => Ok(Self::Docs),
            "openapi" => Ok(Self::Openapi),
            _ => Err(Failure::Usage(format!(
                "there is no part `{name}`; there is client, server, docs, openapi"
            ))),
        }
    }
}

fn run(mut args: lexopt::Parser, common: &Common) -> Result<(), Failure> {
    let (mut name, mut part) = (None, Part::Facts);
    while let Some(arg) = args.next()? {
        match arg {
            Long("show") => part = Part::named(&args.value()?.string()?)?,
            Value(value) if name.is_none() => name = Some(value.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let name = name.ok_or_else(|| Failure::Usage("which operation?".to_owned()))?;
    let spec = common.open()?;
    let found = explain::explain(&spec, &name);
    if found.is_empty() {
        return Err(unknown(&spec, &name));
    }
    print(&match common.format {
        Format::Json => {
            let all: Vec<_> = found.iter().map(Explanation::to_json).collect();
            format!("{:#}\n", serde_json::Value::from(all))
        }
        Format::Text | Format::Github | Format::Markdown => {
            let all: Vec<String> = found.iter().map(|it| text(it, part)).collect();
            all.join("\n")
        }
    })
}

fn unknown(spec: &Spec, name: &str) -> Failure {
    let operations = spec.apis.iter().flat_map(generator::model::Api::operations);
    let near = suggest(name, operations.flat_map(explain::names));
    let near = near.map_or_else(
        || "; `cargo xtask list WORD` finds operations by a part of the name".to_owned(),
        |near| format!("; did you mean `{near}`?"),
    );
    Failure::Usage(format!("there is no operation `{name}`{near}"))
}

fn text(it: &Explanation<'_>, part: Part) -> String {
    match part {
        Part::Facts => facts(it) + &shown(it),
        Part::Client => it.shown().client.text,
        Part::Server => it.shown().server.text,
        Part::Docs => it.shown().docs.text,
        Part::Openapi => it.shown().openapi.text,
    }
}

fn facts(it: &Explanation<'_>) -> String {
    let places: Vec<String> = it.facts.iter().map(place).collect();
    let width = places.iter().map(String::len).max().unwrap_or_default();
    let what = it.facts.iter().map(|fact| fact.what.len()).max().unwrap_or_default();
    let head = format!("{}  {}, group {}\n\n", plain(&it.operation.name), it.api.name, it.group.rust);
    let lines = it.facts.iter().zip(places).map(|(fact, place)| {
        let (key, value) = (fact.what, plain(&fact.value));
        format!("{place:width$}  {key:what$}  {value}{}\n", of(fact))
    });
    head + &lines.collect::<String>()
}

/// `file:line`, for the terminals and editors that open it.
fn place(fact: &Fact<'_>) -> String {
    match fact.place {
        Some(place) => format!("{}:{}", place.file, place.line),
        None => "decided by the generator".to_owned(),
    }
}

fn of(fact: &Fact<'_>) -> &'static str {
    match fact.place.map(|place| place.of) {
        Some(Owner::Defaults) => "  (inherited)",
        Some(Owner::Operation | Owner::Api) | None => "",
    }
}

fn shown(it: &Explanation<'_>) -> String {
    let shown = it.shown();
    let generated = folder("generated");
    let part = |name: &str, file: &File| format!("{name:8} {}\n", generated.join(&file.path).display());
    let more = format!(
        "\n`cargo xtask explain {} --show client|server|docs|openapi` prints what stands there.\n",
        it.operation.name
    );
    [
        format!("\n{}\n\n", indented(&shown.example)),
        part("client", &shown.client),
        part("server", &shown.server),
        part("docs", &shown.docs),
        part("openapi", &shown.openapi),
        more,
    ]
    .concat()
}

fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| if line.is_empty() { String::new() } else { format!("    {line}") });
    lines.collect::<Vec<_>>().join("\n")
}
