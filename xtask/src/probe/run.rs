//! Runs the command.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use generator_learn::fit;
use generator_learn::probe::{Outcome, Plan, probe};
use generator_review::report::{self, Format};
use generator_spec::model::Api;
use generator_spec::text::{self, any_of, counted};

use super::http::Http;
use crate::Failure;
use crate::args::{Args, usage};
use crate::command::{Common, select};
use crate::learn;
use crate::terminal::{eprintln, print};

/// Requests a second.
const RATE: u32 = 5;

/// Seconds for a response.
const TIMEOUT: u32 = 10;

/// Other paths tried for each inferred one.
const GUESSES: u32 = 24;

pub fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let options = Options::of(&args)?;
    let api = args.text("--api")?;
    let url = args.value("URL")?.ok_or_else(|| usage("missing URL of the server"))?;
    let mut server = Http::new(&url, options.rate, options.timeout)?;
    let spec = common.open()?;
    let api = choose(&spec.apis, api.as_deref())?;
    let plan = Plan::new(api);
    if plan.documented().is_empty() {
        return Err(Failure::of(generator_learn::probe::Stop::NothingDocumented.text()));
    }
    if options.out.exists() {
        let help = "choose another `--out`, or remove it; what it says need not be asked again: pass it as `--overlay` \
                    as well";
        return Err(Failure::of(format!("{} exists\n  {help}", text::path(&options.out))));
    }
    confirm(&plan, server.url(), &options)?;
    let outcome = probe(plan, &mut server, &nonce(), options.guesses as usize);
    server.finish();
    print(&match common.format {
        Format::Json => report::json(outcome.json()),
        Format::Text | Format::Github | Format::Markdown => outcome.text(),
    })?;
    save(&outcome, &options, common)?;
    match &outcome.stop {
        None => Ok(()),
        Some(stop) => Err(Failure::of(text::plain(&stop.text()))),
    }
}

struct Options {
    rate: u32,
    timeout: Duration,
    guesses: u32,
    yes: bool,
    name: String,
    out: PathBuf,
    source: String,
}

impl Options {
    fn of(args: &Args) -> Result<Self, Failure> {
        let name = args.text("--name")?.unwrap_or_else(|| "probed".to_owned());
        Ok(Self {
            rate: number(args, "--rate", 1)?.unwrap_or(RATE),
            timeout: Duration::from_secs(number(args, "--timeout", 1)?.unwrap_or(TIMEOUT).into()),
            guesses: number(args, "--guesses", 0)?.unwrap_or(GUESSES),
            yes: args.flag("--yes"),
            out: args.option("--out").map_or_else(|| PathBuf::from(format!("{name}.yaml")), PathBuf::from),
            source: args.text("--source")?.unwrap_or_else(|| "A running server.".to_owned()),
            name,
        })
    }
}

fn number(args: &Args, name: &str, least: u32) -> Result<Option<u32>, Failure> {
    let Some(text) = args.text(name)? else { return Ok(None) };
    let number = text.parse().ok().filter(|number| (least..=1000).contains(number));
    number.map(Some).ok_or_else(|| usage(format!("`{name}` needs a number from {least} to 1000")))
}

fn choose<'a>(apis: &'a [Api], name: Option<&str>) -> Result<&'a Api, Failure> {
    match (name, apis) {
        (Some(name), _) => select(apis, name),
        (None, [api]) => Ok(api),
        (None, _) => {
            let names = any_of(apis.iter().map(|api| api.name.as_str()));
            Err(usage(format!("missing `--api`: {names}")))
        }
    }
}

/// Says what will be sent, and asks.
fn confirm(plan: &Plan<'_>, url: &str, options: &Options) -> Result<(), Failure> {
    let (least, most) = plan.requests(options.guesses as usize);
    let minutes = |requests: usize| requests.div_ceil(options.rate as usize * 60);
    eprintln(&format!(
        "{} is asked which of {} of {} exist.\n\
         Each request is a POST with an empty body and without credentials, to the path of an operation \
         that demands them.\n{} are never asked about.\n\
         At least {least} requests, and at most {most} if many paths are elsewhere; {} a second, so {} to {}.",
        text::plain(url),
        counted(plan.targets.len(), "path"),
        plan.api.name,
        counted(plan.left_out.len(), "other operation"),
        options.rate,
        minutes(least),
        counted(minutes(most), "minute"),
    ));
    if options.yes {
        return Ok(());
    }
    if !std::io::stdin().is_terminal() {
        return Err(usage("there is no terminal to confirm on: use `--yes`"));
    }
    let mut error = std::io::stderr();
    // If the question can't be seen, stop.
    let _ = error.write_all(b"Continue? [y/N] ").and_then(|()| error.flush());
    let mut typed = String::new();
    std::io::stdin().lock().read_line(&mut typed).map_err(Failure::of)?;
    match ["y", "yes"].contains(&typed.trim().to_lowercase().as_str()) {
        true => Ok(()),
        false => Err(Failure::Failed("nothing was sent".to_owned())),
    }
}

/// A word that no path contains.
fn nonce() -> String {
    format!("no-such-path-{:x}", RandomState::new().hash_one(0))
}

fn save(outcome: &Outcome<'_>, options: &Options, common: &Common) -> Result<(), Failure> {
    let base = common.base()?;
    let api = outcome.plan.api;
    let base = base.as_ref().and_then(|base| base.apis.iter().find(|it| it.name == api.name));
    let mut draft = outcome.draft(base.unwrap_or(api));
    (draft.name, draft.source) = (options.name.clone(), options.source.clone());
    let (_, taken) = fit(&mut draft, &common.folder(), &common.overlays)?;
    taken.iter().for_each(|line| eprintln(&format!("warning: {line}")));
    if draft.is_empty() {
        eprintln("\nno inferred path was found: no overlay was written");
        return Ok(());
    }
    learn::save(&draft, &options.out, &counted(draft.facts(), "path"))
}
