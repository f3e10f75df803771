//! The report of `explain`.

use std::path::Path;

use super::indented;
use crate::explain::{Explanation, Fact};
use generator_codegen::emit::File;
use generator_spec::load::Owner;
use generator_spec::program;
use generator_spec::text::{columns, path, plain};

/// The facts of an operation with their places and where its code and docs are.
#[must_use]
pub fn text(it: &Explanation<'_>, generated: &Path) -> String {
    let row = |fact: &Fact<'_>| [place(fact), fact.what.to_owned(), plain(&fact.value) + inherited(fact)];
    let rows: Vec<_> = it.facts.iter().map(row).collect();
    let lines: String = columns(&rows).into_iter().map(|line| line + "\n").collect();
    let name = plain(&it.operation.name);
    format!("{name}  {}, group {}\n\n{lines}{}", it.api.name, it.group.rust, shown(it, generated))
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

fn shown(it: &Explanation<'_>, generated: &Path) -> String {
    let shown = it.shown();
    let part = |name: &str, file: &File| format!("{name:8} {}\n", path(generated.join(&file.path)));
    let parts = [
        part("client", &shown.client),
        part("server", &shown.server),
        part("docs", &shown.docs),
        part("openapi", &shown.openapi),
    ];
    format!(
        "\n{}\n{}\n`{} explain {} --show client|server|docs|openapi` prints one of these.\n",
        indented(&shown.example, "    "),
        parts.concat(),
        program::name(),
        plain(&it.operation.name)
    )
}
