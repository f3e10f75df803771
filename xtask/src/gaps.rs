//! `cargo xtask gaps`

use generator::gaps::{self, Gap, GapKind, Gaps};
use generator::text::{counted, plain};
use lexopt::prelude::*;

use crate::Failure;
use crate::args::{Command, Common, Format, Reads, select};
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "gaps",
    about: "Print what the documents don't show",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    run,
};

const HELP: &str = "\
Print what the documents don't show, per API and group, with counts and what
was inferred. With `--format json`, all of it for programs.

Usage: cargo xtask gaps [API] [OPTIONS]

Options:
  --details      Every gap and every ambiguity, not only how many
";

fn run(mut args: lexopt::Parser, common: &Common) -> Result<(), Failure> {
    let (mut name, mut details) = (None, Details::Counts);
    while let Some(arg) = args.next()? {
        match arg {
            Long("details") => details = Details::All,
            Value(value) if name.is_none() => name = Some(value.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let apis = common.read()?;
    let apis = match &name {
        Some(name) => vec![select(&apis, name)?],
        None => apis.iter().collect(),
    };
    let gaps: Vec<Gaps<'_>> = apis.into_iter().map(gaps::gaps).collect();
    match common.format {
        Format::Json => {
            let all: Vec<_> = gaps.iter().map(Gaps::to_json).collect();
            print(&format!("{:#}\n", serde_json::Value::from(all)))
        }
        Format::Text | Format::Github | Format::Markdown => {
            print(&gaps.iter().map(|it| text(it, details)).collect::<String>())
        }
    }
}

/// How much is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Details {
    Counts,
    All,
}

fn text(gaps: &Gaps<'_>, details: Details) -> String {
    let total = gaps.all().count();
    let mut text = format!(
        "{}: {}, {} ambiguities\n{}",
        gaps.api.name,
        counted(total, "gap"),
        gaps.ambiguities.len(),
        counts(gaps::counts(gaps.all()), "  ")
    );
    let whole = ("the API as a whole", &gaps.whole);
    let groups = gaps.groups.iter().map(|it| (it.group.rust.as_str(), &it.gaps));
    for (title, gaps) in std::iter::once(whole).chain(groups).filter(|(_, gaps)| !gaps.is_empty()) {
        text.push_str(&format!("\n  {title}: {}\n", gaps.len()));
        text.push_str(&match details {
            Details::Counts => counts(gaps::counts(gaps), "    "),
            Details::All => gaps.iter().map(line).collect(),
        });
    }
    if details == Details::All {
        text.push_str("\n  ambiguities\n");
        text.extend(gaps.ambiguities.iter().map(|(subject, note)| {
            let subject = if subject.is_empty() { "the API as a whole" } else { subject };
            format!(
                "    {}\n      read:    {}\n      decided: {}\n      why:     {}\n",
                plain(subject),
                plain(&note.read),
                plain(&note.decided),
                plain(&note.why)
            )
        }));
    }
    text.push('\n');
    text
}

fn counts(counts: Vec<(GapKind, usize)>, indent: &str) -> String {
    counts.into_iter().map(|(kind, count)| format!("{indent}{count:>4}  {}\n", kind.title())).collect()
}

fn line(gap: &Gap<'_>) -> String {
    let subject = if gap.subject.is_empty() { "-" } else { gap.subject };
    let words = gap.words.map(|words| format!(": {}", plain(words))).unwrap_or_default();
    let inferred = gap.inferred.map(|inferred| format!(" -> {inferred}")).unwrap_or_default();
    format!("    {}  {}{words}{inferred}\n", plain(subject), gap.kind.title())
}
