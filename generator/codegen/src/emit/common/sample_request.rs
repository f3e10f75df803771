//! The request that the examples of an operation show, whatever they are written in.

use super::samples;
use generator_spec::model::{Api, AuthBlock, BlockPlace, Operation, Parameter, RequestEncoding, Wire};
use generator_spec::{keywords, naming};

/// A request with its credential, by the first scheme, and with what is required.
pub struct SampleRequest<'a> {
    /// The path that it is sent to.
    pub path: &'a str,
    /// The parts of its credential.
    pub credential: Vec<SamplePart<'a>>,
    /// The parameters.
    pub parameters: Vec<SamplePart<'a>>,
}

/// A value that is sent.
pub struct SamplePart<'a> {
    /// Its parameter, or the credential's field.
    pub parameter: &'a Parameter,
    pub place: SamplePlace<'a>,
    pub value: SampleValue,
    /// The option of the CLI that takes it, without dashes.
    pub option: String,
}

/// The place of a value in a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SamplePlace<'a> {
    /// The header `Authorization: Bearer`.
    Bearer,
    /// A header, whose name starts with this prefix.
    Header(&'a str),
    /// The form or the query.
    Field(RequestEncoding),
}

/// A value as it is shown.
pub enum SampleValue {
    /// The only value that there is; nobody has to say it.
    Fixed(String),
    /// A value that fits.
    Sample(String),
    /// A secret: the variable of a shell that has it.
    Secret(String),
    /// The content of a file.
    File,
}

impl<'a> SampleRequest<'a> {
    /// The request of an operation.
    pub fn of(api: &'a Api, operation: &'a Operation) -> Self {
        let block = api.block_of(&operation.auth);
        let place = SamplePlace::Field(operation.encoding);
        Self {
            path: operation.paths().next().expect("an operation has a path or an alias"),
            credential: block.map(|it| credential(api, it, operation.encoding)).unwrap_or_default(),
            parameters: samples::taken(api, operation)
                .into_iter()
                .map(|it| SamplePart {
                    parameter: it,
                    place,
                    value: value(api, it, option(api, it)),
                    option: option(api, it),
                })
                .collect(),
        }
    }

    /// All values, the credential's first.
    pub fn parts(&self) -> impl Iterator<Item = &SamplePart<'a>> {
        self.credential.iter().chain(&self.parameters)
    }
}

/// The credential of a block by its first scheme, in the header if a bearer header can carry it.
pub fn credential<'a>(api: &'a Api, block: &'a AuthBlock, encoding: RequestEncoding) -> Vec<SamplePart<'a>> {
    let bearer = block.bearer.as_ref().and_then(|name| block.parameters.iter().find(|it| it.name == *name));
    let place = match &block.place {
        BlockPlace::Form => SamplePlace::Field(encoding),
        BlockPlace::Header(prefix) => SamplePlace::Header(prefix),
        BlockPlace::Query | BlockPlace::Cookie | BlockPlace::Basic => {
            SamplePlace::Field(RequestEncoding::Query)
        }
    };
    let part = |parameter: &'a Parameter, place, fixed: Option<&str>| {
        let option = field_option(parameter);
        let value = match fixed {
            Some(fixed) => SampleValue::Fixed(fixed.to_owned()),
            None => value(api, parameter, option.clone()),
        };
        SamplePart { parameter, place, value, option }
    };
    match bearer {
        Some(token) => vec![part(token, SamplePlace::Bearer, None)],
        None => samples::credential(api, block).map(|(it, fixed)| part(it, place, fixed)).collect(),
    }
}

fn value(api: &Api, parameter: &Parameter, option: String) -> SampleValue {
    match (parameter.wire, parameter.secret) {
        (Wire::File, _) => SampleValue::File,
        (_, true) => SampleValue::Secret(naming::variable(api.rust.program(), &option)),
        (_, false) => SampleValue::Sample(samples::wire(api, parameter)),
    }
}

/// The option for a credential's field.
fn field_option(field: &Parameter) -> String {
    unused("credential", field.option(), |name| keywords::CLI.contains(&name))
}

/// The option for a parameter: those of credentials have the same name in all commands.
fn option(api: &Api, parameter: &Parameter) -> String {
    let fields: Vec<String> = api.blocks.iter().flat_map(|it| &it.parameters).map(field_option).collect();
    unused("parameter", parameter.option(), |name| {
        keywords::CLI.contains(&name) || fields.iter().any(|field| field == name)
    })
}

fn unused(prefix: &str, mut name: String, is_taken: impl Fn(&str) -> bool) -> String {
    while is_taken(&name) {
        name = format!("{prefix}-{name}");
    }
    name
}
