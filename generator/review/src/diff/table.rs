//! The table of changes as a page of the book.

use std::fmt::Write;

use super::{Effect, Effects, Rule, TABLE};
use generator_spec::program;

const HEAD: &str = "\
`cargo xtask diff` reports what changed in meaning between two specs. This table says which of four audiences each kind of change breaks.

| Column | In reports | Audience |
|---|---|---|
| callers | recompiled programs | programs that call the API through the crate, when they are compiled with the new one |
| client | running programs | the same programs, once compiled, against a server that has not changed |
| implementors | server code | programs that implement the crate's server traits, when they are compiled with the new one |
| http | other HTTP clients | clients without this crate, or with an older one, against a server of the new spec |

`✗` breaks: something that worked may no longer work. `+` gains: more is possible, or a deprecation warns; what worked still works. An empty cell: nothing changes.

Where requests and results differ, each has its line; what is in both has both effects. A type is in what it is used in, and so are the types that have it, or are extended by it.

The last column is the version bump of the generated crate from 1.0 on: major if anything breaks, minor if anything gains, otherwise patch. Before 1.0, a breaking change raises the minor version and any other the patch version.

The columns `callers` and `implementors` are tested: `tests/generator/changes` edits a spec once for each row, and compiles a recorded caller and a recorded implementor against the crates of both specs. The column `http` of types is tested by bytes: a server of the new spec takes old requests, and an old client reads new results.

*The documents* are those that an API is described in, from which its spec was transcribed. A change in the order of facts is reported only where this table says so.
";

/// The table as Markdown, without a title.
#[must_use]
pub fn table() -> String {
    let mut page = program::named(HEAD);
    for section in TABLE {
        let _ = write!(
            page,
            "\n## {}\n\n| Change | Meaning | callers | client | implementors | http | Bump |\n|---|---|:-:|:-:|:-:|:-:|---|\n{}",
            section.title,
            section.rows().map(row).collect::<String>()
        );
    }
    page
}

/// A line for requests and one for results, where they differ.
fn row(rule: &Rule) -> String {
    let note = if rule.note.is_empty() { String::new() } else { format!(" {}", rule.note) };
    let line = |effects: Effects, what: &str| {
        let signs: String = effects.iter().map(|effect| format!(" {} |", sign(*effect))).collect();
        let (id, step) = (rule.id, super::rule::step(effects).name());
        format!("| `{id}` | {}{what}.{note} |{signs} {step} |\n", rule.what)
    };
    match rule.effects {
        [requests, results] if requests == results => line(requests, ""),
        [requests, results] => line(requests, ", in requests") + &line(results, ", in results"),
    }
}

fn sign(effect: Effect) -> &'static str {
    match effect {
        Effect::Same => "",
        Effect::Gains => "+",
        Effect::Breaks => "✗",
    }
}
