//! The report of `explain`.

use std::path::Path;

use super::indented;
use crate::explain::{Explanation, Fact};
use generator_codegen::emit::File;
use generator_spec::load::Owner;
use generator_spec::program;
use generator_spec::text::{columns, path, plain};

/// The facts of an operation with their places, and the places of its code and docs in those
/// targets that are written.
#[must_use]
pub fn text(explanation: &Explanation<'_>, generated: &Path, is_written: impl Fn(&str) -> bool) -> String {
    let row = |fact: &Fact<'_>| [place(fact), fact.what.to_owned(), plain(&fact.value) + inherited(fact)];
    let rows: Vec<_> = explanation.facts.iter().map(row).collect();
    let lines: String = columns(&rows).into_iter().map(|line| line + "\n").collect();
    let name = plain(&explanation.operation.name);
    format!(
        "{name}  {}, group {}\n\n{lines}{}",
        explanation.api.name,
        explanation.group.rust,
        shown(explanation, generated, is_written)
    )
}

/// `file:line`, which terminals and editors can open.
fn place(fact: &Fact<'_>) -> String {
    match fact.place {
        Some(place) => format!("{}:{}", path(place.at.path()), place.at.line()),
        None => "decided by the generator".to_owned(),
    }
}

fn inherited(fact: &Fact<'_>) -> &'static str {
    match fact.place.map(|place| place.of) {
        Some(Owner::Defaults) => "  (inherited)",
        Some(Owner::Operation | Owner::Api) | None => "",
    }
}

fn shown(explanation: &Explanation<'_>, generated: &Path, is_written: impl Fn(&str) -> bool) -> String {
    let shown = explanation.shown();
    let parts = [
        ("client", "operations", &shown.client),
        ("server", "server", &shown.server),
        ("docs", "docs", &shown.docs),
        ("openapi", "openapi", &shown.openapi),
    ];
    let written: Vec<_> = parts.into_iter().filter(|(_, target, _)| is_written(target)).collect();
    let example =
        if is_written("operations") { indented(&shown.example, "    ") + "\n" } else { String::new() };
    let line =
        |(name, _, file): &(&str, &str, &File)| format!("{name:8} {}\n", path(generated.join(&file.path)));
    let lines: String = written.iter().map(line).collect();
    let names: Vec<&str> = written.iter().map(|(name, ..)| *name).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(
        "\n{example}{lines}\n`{} explain {} --show {}` prints {}.\n",
        program::name(),
        plain(&explanation.operation.name),
        names.join("|"),
        if names.len() == 1 { "it" } else { "one of these" },
    )
}
