//! The command `new`

mod repository;

use std::fs;
use std::path::Path;

use generator_spec::Spec;
use generator_spec::diagnostics::{Diagnostic, Errors};
use generator_spec::{program, text};

use crate::Failure;
use crate::args::{Args, check_name, usage};
use crate::command::{Command, Common, Reads, folder};
use crate::import;
use crate::schema;
use crate::scratch::Scratch;
use crate::settings::{Runtime, settings};
use crate::terminal::eprintln;

pub const COMMAND: Command = Command {
    name: "new",
    about: "Start the spec of another API",
    help: || HELP.to_owned(),
    reads: Reads::Nothing,
    flags: &[],
    options: &["--title", "--openapi"],
    run,
};

const HELP: &str = "\
Start the spec of another API: a folder in `spec` with two operations to replace.

In a repository of your own, also write what is missing of: `codegen.toml`, the
schemas for editors, a Cargo package with a test and an example that use the
generated crate, `.gitignore`, `.gitattributes`, and workflows for GitHub: for
each change, and for each night, which compares a server with its spec. What
exists is not changed: with a spec that is there, only the rest is written.

Usage: cargo xtask new API [OPTIONS]

Options:
  --title TITLE   Title of the API [default: from its name]
  --openapi FILE  Import an OpenAPI description, as `import` does, instead of
                  the two operations
";

/// The files in the folder of the API, with `{…}` as placeholders.
const FILES: &[(&str, &str)] = &[
    ("api.yaml", include_str!("api.yaml")),
    ("types.yaml", include_str!("types.yaml")),
    ("operations/1-items.yaml", include_str!("operations.yaml")),
];

/// The values of the placeholders.
struct Placeholders {
    /// The API.
    name: String,
    /// Its title.
    title: String,
}

impl Placeholders {
    fn fill(&self, template: &str) -> String {
        let Self { name, title } = self;
        // A JSON string is a YAML string.
        let text = template.replace("{title}", &serde_json::Value::from(title.as_str()).to_string());
        let text = text.replace("{Name}", &words(name).concat()).replace("{name}", name);
        let text = text.replace("{NAME}", &name.to_uppercase().replace('-', "_"));
        let text = text.replace("{package}", &format!("{name}-api"));
        let text = text.replace("{library}", &format!("{}_api", name.replace('-', "_")));
        text.replace("{spec}", &settings().spec).replace("{output}", &settings().output)
    }
}

fn run(args: Args, _: &Common) -> Result<(), Failure> {
    let title = args.text("--title")?;
    let openapi = args.text("--openapi")?;
    let name = args.value("API")?.ok_or_else(|| usage("missing API"))?;
    check_name(&name)?;
    if title.is_some() && openapi.is_some() {
        return Err(usage("the title is that of the description: remove `--title`"));
    }
    let title = title.unwrap_or_else(|| format!("{} API", words(&name).join(" ")));
    let names = Placeholders { name, title };
    let spec = folder(&settings().spec);
    let target = spec.join(&names.name);
    let is_imported = openapi.is_some();
    if let Some(openapi) = openapi {
        import::write(&openapi, &names.name)?;
    }
    let is_ours = settings().runtime == Runtime::Workspace;
    if !is_ours && target.join("api.yaml").is_file() {
        schema::write(&spec)?;
        if !is_imported {
            eprintln(&format!("{} is there already: not changed", text::path(&target)));
        }
        eprintln(&format!("\nNext:\n{}", repository::write(&names, repository::STARTED)?.trim_end()));
        return Ok(());
    }
    if is_imported {
        return schema::write(&spec);
    }
    let staged = stage(&spec, &target, &names)?;
    schema::write(&spec)?;
    let steps = match is_ours {
        true => format!("  {} codegen\n  cargo check -p {}-api\n", program::name(), names.name),
        false => repository::write(&names, repository::PROGRAMS)?,
    };
    let shown = text::path(&target);
    // Fails if another run has made the folder since.
    let moved = fs::rename(staged.path().join(&names.name), &target);
    moved.map_err(|error| Failure::at(&target, &error))?;
    eprintln(&format!(
        "write {shown}\n\nNext:\n{steps}\nThen describe your API in {shown}, and run codegen again."
    ));
    Ok(())
}

/// `my-garden` -> `My`, `Garden`.
fn words(name: &str) -> Vec<String> {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
    };
    name.split('-').map(capital).collect()
}

/// Writes the spec into a temporary folder of `spec`, which no command reads, and checks it there: not
/// every name can be used.
fn stage(spec: &Path, target: &Path, names: &Placeholders) -> Result<Scratch, Failure> {
    let scratch = Scratch::staging(spec)?;
    let staging = scratch.path();
    for (path, template) in FILES {
        let path = staging.join(&names.name).join(path);
        let written = fs::create_dir_all(path.parent().unwrap_or(staging))
            .and_then(|()| fs::write(&path, names.fill(template)));
        written.map_err(|error| Failure::at(&path, &error))?;
    }
    Spec::open(staging).map_err(refused)?;
    if fs::symlink_metadata(target).is_ok() {
        return Err(Failure::of(format!("{} already exists: nothing was written", text::path(target))));
    }
    Ok(scratch)
}

/// The errors without their places, which are in a folder that is gone: the name is invalid.
fn refused(errors: Errors) -> Failure {
    let line = |Diagnostic { title, help, .. }| format!("{title}: nothing was written\nhelp: {help}");
    Failure::of(errors.sorted().into_iter().map(line).collect::<Vec<_>>().join("\n"))
}
