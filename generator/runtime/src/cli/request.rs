//! The request of a call.

use std::{fs::File, path::Path};

use super::{
    credential::Chosen,
    options::Options,
    problem::Problem,
    progress::Progress,
    table::{Command, Program},
    values::{self, Given},
};
use crate::{Api, Client, ClientBuilder, FormReader, Reqwest, Upload};

/// A call that is ready to be sent.
pub(super) struct Prepared {
    pub(super) program: &'static Program,
    pub(super) command: &'static Command,
    pub(super) options: Options,
    pub(super) given: Vec<Given>,
    pub(super) credential: Option<Chosen>,
}

/// A client for one call.
pub(super) fn client<A: Api>(
    options: &Options,
    url: &str,
    command: &Command,
    credential: Option<Chosen>,
) -> Result<ClientBuilder<A, Reqwest>, Problem> {
    let mut builder = Client::<A, Reqwest>::builder(url);
    for (name, value) in headers(options)? {
        builder = builder.header(&name, &value);
    }
    if let Some(timeout) = options.timeout {
        builder = builder.timeout(timeout);
    }
    if let Some(version) = options.server_version {
        builder = builder.server_version(version);
    }
    for (operation, path) in &options.paths {
        builder = builder.path(operation, path);
    }
    if let Some(path) = &options.request_path {
        builder = builder.path(command.operation.name, path);
    }
    if options.prefer_alias {
        builder = builder.prefer_alias();
    }
    if let Some(credential) = credential {
        builder = builder.any_credential(credential);
    }
    Ok(builder)
}

/// The names and values of the headers that the user set.
fn headers(options: &Options) -> Result<Vec<(String, String)>, Problem> {
    let mut headers = Vec::new();
    for text in &options.headers {
        let lines = match text.strip_prefix('@') {
            None => text.clone(),
            Some(path) => std::fs::read_to_string(path).map_err(|error| Problem::local(path, &error))?,
        };
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            let malformed =
                || Problem::Usage("--header: expected NAME: VALUE, or @FILE with such lines".to_owned());
            let (name, value) = line.split_once(':').ok_or_else(malformed)?;
            headers.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    Ok(headers)
}

/// The form with its files, and how far they have been sent.
pub(super) fn form(given: &[Given]) -> Result<(FormReader, Option<Progress>), Problem> {
    let form = values::form(given);
    let files = values::files(given).map(|(name, path)| Ok((name, LocalFile::open(path)?)));
    let files: Vec<(&str, LocalFile)> = files.collect::<Result<_, Problem>>()?;
    if files.is_empty() {
        return Ok((form, None));
    }
    let progress = Progress::new(files.iter().map(|(_, file)| file.size).sum());
    let add =
        |form: FormReader, (name, file): (&str, LocalFile)| form.with_file(name, file.upload(&progress));
    let form = files.into_iter().fold(form, add);
    Ok((form, Some(progress)))
}

/// A file to send.
struct LocalFile {
    name: String,
    file: File,
    /// In bytes; a pipe has no size.
    size: Option<u64>,
}

impl LocalFile {
    fn open(path: &Path) -> Result<Self, Problem> {
        let failed = |error| Problem::local(path.display(), &error);
        let file = File::open(path).map_err(failed)?;
        let found = file.metadata().map_err(failed)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, file, size: found.is_file().then_some(found.len()) })
    }

    fn upload(self, progress: &Progress) -> Upload {
        let upload = Upload::reader(self.name, progress.with(self.file));
        match self.size {
            Some(size) => upload.size(size),
            None => upload,
        }
    }
}
