//! The table of changes as a page of the book.

use std::fmt::Write;

use super::{Effect, Rule, TABLE};
use generator_spec::program;

const HEAD: &str = "\
`cargo xtask diff` reports what changed in meaning between two specs. This table says which of four audiences each kind of change breaks.

| Column | Audience |
|---|---|
| callers | programs that call the API through the crate, when they are compiled with the new one |
| client | the same programs, once compiled, against a server that has not changed |
| implementors | programs that implement the crate's server traits, when they are compiled with the new one |
| http | clients without this crate, or with an older one, against a server of the new spec |

`✗` breaks: something that worked may no longer work. `+` gains: more is possible, or a deprecation warns; what worked still works. An empty cell: nothing changes.

The last column is the version step of the generated crate from 1.0 on: major if anything breaks, minor if anything gains, otherwise patch. Before 1.0, a breaking change raises the minor version and any other the patch version.

The columns `callers` and `implementors` are tested: `tests/generator/changes` edits a spec once for each row, and compiles a recorded caller and a recorded implementor against the crates of both specs.

A change in the order of facts is reported only by the rows that say so.
";

/// The table as Markdown, without a title.
#[must_use]
pub fn table() -> String {
    let mut page = program::named(HEAD);
    for section in TABLE {
        let _ = write!(
            page,
            "\n## {}\n\n| Change | Meaning | callers | client | implementors | http | Step |\n|---|---|:-:|:-:|:-:|:-:|---|\n{}",
            section.title,
            section.rows().map(row).collect::<String>()
        );
    }
    page
}

fn row(rule: &Rule) -> String {
    let effects: String = rule.effects.iter().map(|effect| format!(" {} |", sign(*effect))).collect();
    let note = if rule.note.is_empty() { String::new() } else { format!(" {}", rule.note) };
    format!("| `{}` | {}.{note} |{effects} {} |\n", rule.id, rule.what, rule.step().name())
}

fn sign(effect: Effect) -> &'static str {
    match effect {
        Effect::Same => "",
        Effect::Gains => "+",
        Effect::Breaks => "✗",
    }
}
