//! The command `learn`

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use generator_learn::draft::Draft;
use generator_learn::recordings::Evidence;
use generator_learn::report::{Section, requests};
use generator_learn::{Learned, OVERLAY, fit, learn, vocabulary};
use generator_review::lint::{Lint, lint};
use generator_review::report::{self, Format};
use generator_spec::Spec;
use generator_spec::naming;
use generator_spec::text::{self, any_of, counted};

use crate::Failure;
use crate::args::{Args, unknown, usage};
use crate::command::{Command, Common, Reads, select};
use crate::terminal::{eprintln, print};

pub const COMMAND: Command = Command {
    name: "learn",
    about: "Make an overlay of what recorded traffic shows",
    help: || HELP.to_owned(),
    reads: Reads::Spec(&[Format::Text, Format::Json, Format::Github, Format::Markdown]),
    flags: &["--check", "--partial", "--show-masked"],
    options: &["--accept", "--api", "--deny", "--name", "--out", "--values", "--source"],
    run,
};

const HELP: &str = "\
Compare recorded traffic with the spec, call by call. Print what contradicts the
spec first, each with its place, the spec's line and how often it was seen, then
what the documents leave open: paths, parameters, results. Write an overlay of
both. Values get into neither, except those that you ask for with `--values`. A
segment of a path or a name of a parameter or field could be a value too: unless
its words are known, the report has `{…}` in its place and the overlay leaves it
out. Known are the words of the spec, usual ones such as `total`, and those that
replace words of the spec in several paths alike.

Evidence is HTTP Archive 1.2, as browsers and proxies save it, or a cassette, as
the API's CLI writes with `--record`; both compressed with gzip or not, and in
any order. With `--overlay`, only what is new is written.

Usage: cargo xtask learn [OPTIONS] EVIDENCE...

Options:
  --check         Write nothing; fail if the traffic contradicts the spec
  --deny added    With `--check`, fail too if it shows what the spec lacks
  --api NAME      The API [default: the one that the requests are for]
  --name NAME     Name of the overlay [default: learned; after it, learned2]
  --out FILE      The overlay; a file that exists is not replaced [default: NAME.yaml]
  --source TEXT   Where the evidence is from [default: Recorded traffic.]
  --values FIELD  List the values of this field or parameter in the report (can
                  be repeated)
  --show-masked   Show what `{…}` stands for, on standard error only: secrets
                  may be among it
  --accept WORD   Take this for a known word (can be repeated); `@FILE` reads
                  words from a file, one a line
  --partial       Use what can be read of files that are cut off or damaged
";

fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let api = args.text("--api")?;
    let (name, out) = (args.text("--name")?, args.option("--out").map(PathBuf::from));
    let source = args.text("--source")?.unwrap_or_else(|| "Recorded traffic.".to_owned());
    let values = args.texts("--values")?.into_iter().collect();
    let (is_partial, show) = (args.flag("--partial"), args.flag("--show-masked"));
    let (is_check, denied) = (args.flag("--check"), denied(&args)?);
    let accept = accepted(&args.texts("--accept")?)?;
    let files = args.values(usize::MAX)?;
    if files.is_empty() {
        return Err(usage("missing evidence: an HTTP Archive of a browser or a proxy, or a cassette"));
    }
    let spec = common.open()?;
    let name = name.unwrap_or_else(|| unused_name(&spec));
    let out = out.unwrap_or_else(|| PathBuf::from(format!("{name}.yaml")));
    let mut vocabulary = vocabulary(&spec);
    accept.iter().for_each(|word| vocabulary.add_name(word));
    let evidence = read(&files, Evidence::new(vocabulary, values), is_partial)?;
    let mut learned = learn_from(&evidence, &spec, api.as_deref())?;
    (learned.draft.name, learned.draft.source) = (name, source);
    summary(&mut learned, &evidence, files.len());
    let (with, taken) = fit(&mut learned.draft, &common.folder(), &common.overlays)?;
    taken.into_iter().for_each(|line| learned.report.add(Section::Ambiguous, line));
    if !is_check {
        learned.report.settle(&learned.draft);
        learned.draft.allowed = broken(&with);
    }
    print(&match common.format {
        Format::Json => report::json(learned.report.json()),
        Format::Markdown => learned.report.markdown(),
        Format::Text | Format::Github => learned.report.text(),
    })?;
    show_masked(&evidence, show);
    if is_check {
        let is_added = denied == Denied::Added && learned.report.has_additions();
        let fails = is_added || !learned.report.contradictions().is_empty();
        return if fails { Err(Failure::Reported) } else { Ok(()) };
    }
    if learned.draft.is_empty() {
        eprintln("\nnothing new: no overlay was written");
        return Ok(());
    }
    save(&learned.draft, &out, &counted(learned.draft.facts(), "fact"))
}

/// Reasons for a check to fail.
#[derive(PartialEq)]
enum Denied {
    /// Contradictions only.
    Nothing,
    /// Facts that the spec lacks, too.
    Added,
}

fn denied(args: &Args) -> Result<Denied, Failure> {
    match args.text("--deny")?.as_deref() {
        None => Ok(Denied::Nothing),
        Some("added") if args.flag("--check") => Ok(Denied::Added),
        Some("added") => Err(usage("`--deny` needs `--check`")),
        Some(other) => Err(unknown("level", other, ["added"])),
    }
}

/// The lints that the overlay breaks, since the server does.
fn broken(spec: &Spec) -> BTreeSet<&'static str> {
    let is_of_overlay =
        |it: &Lint| it.finding.diagnostic.file.as_ref().is_some_and(|file| file.path == OVERLAY);
    lint(spec, None).into_iter().filter(is_of_overlay).filter_map(|it| it.finding.rule).collect()
}

/// `learned`, with a number if an overlay of the spec has that name.
fn unused_name(spec: &Spec) -> String {
    let mut taken = spec.apis.iter().flat_map(|api| &api.overlays).map(|it| it.name.clone()).collect();
    naming::unused("learned", &mut taken)
}

/// Reads all files; one that can't be read to its end is a failure unless a part will do.
fn read(files: &[OsString], mut evidence: Evidence, is_partial: bool) -> Result<Evidence, Failure> {
    for file in files {
        let name = text::path(file);
        let opened = File::open(file).map_err(|error| Failure::of(format!("{name}: {error}")))?;
        let before = evidence.entries;
        let Err(broken) = evidence.add(&mut BufReader::new(opened)) else { continue };
        let entries = format!("{} read before", requests(evidence.entries - before));
        if !is_partial {
            let help = match evidence.entries == before {
                true => "is it an HTTP Archive, as browsers and proxies save it, or a cassette?",
                false => "use `--partial` to learn from these, or record it again",
            };
            return Err(Failure::of(format!("{name}: {broken}; {entries}\n  {help}")));
        }
        eprintln(&format!("warning: {name}: {broken}; {entries}"));
    }
    Ok(evidence)
}

/// The words to accept; `@FILE` stands for those in a file.
fn accepted(given: &[String]) -> Result<Vec<String>, Failure> {
    let mut words = Vec::new();
    for word in given {
        let Some(file) = word.strip_prefix('@') else {
            words.push(word.clone());
            continue;
        };
        let name = text::path(file);
        let text = fs::read_to_string(file).map_err(|error| Failure::of(format!("{name}: {error}")))?;
        words.extend(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
    }
    Ok(words)
}

/// Says what the report and the overlay lack.
fn show_masked(evidence: &Evidence, show: bool) {
    let count = evidence.names.hidden().count();
    if count == 0 {
        return;
    }
    let names = match count {
        1 => "1 name may be a value, so it is masked".to_owned(),
        _ => format!("{count} names may be values, so they are masked"),
    };
    if !show {
        let lost = "the overlay lacks what is masked; such a field stays in the additional fields (`extra`)";
        let help = "`--show-masked` shows them, `--accept WORD` takes one for a word";
        return eprintln(&format!("\n{names}\n  {lost}\n  {help}"));
    }
    eprintln(&format!("\n{names}; do not share this list:"));
    for (name, times) in evidence.names.hidden() {
        eprintln(&format!("  {} ({})", text::shown(name), counted(times, "time")));
    }
}

/// Learns about the API that is named, or else the one that the requests are for.
fn learn_from(evidence: &Evidence, spec: &Spec, api: Option<&str>) -> Result<Learned, Failure> {
    if let Some(name) = api {
        select(&spec.apis, name)?;
    }
    let chosen = spec.apis.iter().zip(&spec.sources).filter(|(it, _)| api.is_none_or(|api| api == it.name));
    let all = chosen.map(|(it, source)| learn(it, source, evidence));
    let (mut found, none): (Vec<Learned>, Vec<Learned>) = all.partition(|learned| learned.requests > 0);
    match (found.len(), api) {
        (0, Some(_)) => none.into_iter().next().ok_or_else(|| Failure::of("no such API")),
        (0, None) => {
            let names = any_of(none.iter().map(|learned| learned.draft.api.as_str()));
            Err(Failure::of(format!("no request is for {names}\n  use `--api` to see what was left out")))
        }
        (1, _) => Ok(found.remove(0)),
        _ => {
            let names = any_of(found.iter().map(|learned| learned.draft.api.as_str()));
            Err(usage(format!("requests are for several APIs: choose one with `--api`: {names}")))
        }
    }
}

fn summary(learned: &mut Learned, evidence: &Evidence, files: usize) {
    let Evidence { entries, left_out, .. } = evidence;
    let Learned { report, requests: own, draft } = learned;
    let entries = requests(*entries);
    let files = counted(files, "file");
    report.add(Section::Evidence, format!("{entries} in {files}; {own} without failure for {}", draft.api));
    for (what, count) in left_out {
        report.add(Section::LeftOut, format!("{count} {what}"));
    }
    for (field, values) in evidence.values() {
        let values = match values {
            Some(values) => any_of(values.iter().map(String::as_str)),
            None => "has many values, or long ones".to_owned(),
        };
        report.add(Section::Values, format!("{}: {values}", text::shown(field)));
    }
}

/// Writes an overlay that fits, unless another file is in its place, and says what to do with it;
/// `content` is what it has.
pub fn save(draft: &Draft, out: &Path, content: &str) -> Result<(), Failure> {
    let (path, yaml) = (text::path(out), draft.yaml());
    let failed = |error: std::io::Error| Failure::at(out, &error);
    match fs::read(out) {
        Ok(before) if before == yaml.as_bytes() => {}
        Ok(_) => {
            let help =
                "choose another `--out`, or remove it; to learn on top of it, pass it as `--overlay` as well";
            return Err(Failure::of(format!("{path} exists, and differs from what was learned\n  {help}")));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let mut file = File::create_new(out).map_err(failed)?;
            file.write_all(yaml.as_bytes()).map_err(failed)?;
        }
        Err(error) => return Err(failed(error)),
    }
    eprintln(&format!("\n{path}: {content}; read it, then pass it as `--overlay`"));
    Ok(())
}
