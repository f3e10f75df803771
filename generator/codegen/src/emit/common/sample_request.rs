//! The request that the examples of an operation show in all languages.

use super::{sample_body, sample_parameters};
use generator_spec::model::{Api, AuthBlock, BlockPlace, Operation, Parameter, Place, RequestEncoding, Wire};
use generator_spec::{keywords, naming};

/// A request with its credential, in the first scheme, and with all required parameters.
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
    /// In the path.
    Path,
    /// In the query of the URL.
    Query,
    /// The header `Authorization: Bearer`.
    Bearer,
    /// The header `Authorization: Basic`: a user, then a password.
    Basic,
    /// A header, whose name starts with this prefix.
    Header(&'a str),
    /// A cookie.
    Cookie,
    /// In a form.
    Form,
    /// A part of a multipart form.
    Part,
    /// A field of the JSON object that is the body.
    Field,
    /// The whole body.
    Body,
}

impl SamplePlace<'_> {
    /// Returns whether it is in the body.
    pub fn is_in_body(self) -> bool {
        match self {
            Self::Form | Self::Part | Self::Field | Self::Body => true,
            Self::Path | Self::Query | Self::Bearer | Self::Basic | Self::Header(_) | Self::Cookie => false,
        }
    }

    fn of(place: Place) -> Self {
        match place {
            Place::Path | Place::PathRest => Self::Path,
            Place::Query => Self::Query,
            Place::Header => Self::Header(""),
            Place::Cookie => Self::Cookie,
            Place::Form => Self::Form,
            Place::Part => Self::Part,
            Place::Field => Self::Field,
            Place::Body => Self::Body,
        }
    }

    /// The place of parameters without another place in an encoding.
    fn default_for(encoding: RequestEncoding) -> Self {
        match encoding {
            RequestEncoding::Form => Self::Form,
            RequestEncoding::Multipart => Self::Part,
            RequestEncoding::Query | RequestEncoding::Body => Self::Query,
            RequestEncoding::Json => Self::Field,
        }
    }
}

impl<'a> SamplePlace<'a> {
    /// The place of a field of a credential: its own, or that of the block.
    fn of_credential(block: &'a AuthBlock, field: &Parameter, encoding: RequestEncoding) -> Self {
        match (&block.place, field.place) {
            (BlockPlace::Basic, _) if !field.moved => Self::Basic,
            (BlockPlace::Bearer, _) if !field.moved => Self::Bearer,
            (BlockPlace::Header(prefix), Place::Header | Place::Form) => Self::Header(prefix),
            (_, Place::Query) | (BlockPlace::Query, Place::Form) => Self::Query,
            (_, Place::Cookie) | (BlockPlace::Cookie, Place::Form) => Self::Cookie,
            (_, Place::Header) => Self::Header(""),
            (BlockPlace::Form, Place::Form) => Self::default_for(encoding),
            (_, place) => Self::of(place),
        }
    }
}

/// A value as it is shown.
pub enum SampleValue {
    /// The only possible value, which callers don't have to set.
    Fixed(String),
    /// A valid value.
    Sample(String),
    /// The shell variable with a secret.
    Secret(String),
    /// The content of a file.
    File,
}

impl<'a> SampleRequest<'a> {
    /// The request of an operation.
    pub fn of(api: &'a Api, operation: &'a Operation) -> Self {
        let block = api.block_of(&operation.auth);
        Self {
            path: operation.paths().next().expect("an operation has a path or an alias"),
            credential: block.map(|block| credential(api, block, operation.encoding)).unwrap_or_default(),
            parameters: sample_parameters::taken(api, operation)
                .into_iter()
                .chain(operation.parameters.iter().filter(|parameter| parameter.constant.is_some()))
                .map(|parameter| SamplePart {
                    parameter,
                    place: SamplePlace::of(parameter.place),
                    value: value(api, parameter, option(api, parameter)),
                    option: option(api, parameter),
                })
                .collect(),
        }
    }

    /// All values, the credential's first.
    pub fn parts(&self) -> impl Iterator<Item = &SamplePart<'a>> {
        self.credential.iter().chain(&self.parameters)
    }
}

/// The credential of a block in its first scheme, or in a bearer header if that can carry it.
pub fn credential<'a>(api: &'a Api, block: &'a AuthBlock, encoding: RequestEncoding) -> Vec<SamplePart<'a>> {
    let bearer = block
        .bearer
        .as_ref()
        .and_then(|name| block.parameters.iter().find(|parameter| parameter.name == *name));
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
        None => sample_parameters::credential(api, block)
            .map(|(parameter, fixed)| {
                part(parameter, SamplePlace::of_credential(block, parameter, encoding), fixed)
            })
            .collect(),
    }
}

fn value(api: &Api, parameter: &Parameter, option: String) -> SampleValue {
    if let Some(constant) = &parameter.constant {
        return SampleValue::Fixed(constant.clone());
    }
    match (parameter.wire, parameter.secret) {
        (Wire::File, _) => SampleValue::File,
        (Wire::Json, _) if parameter.place == Place::Body => {
            SampleValue::Sample(sample_body::value(api, parameter).to_string())
        }
        // An object in a path is sent as a text.
        (Wire::Json, false) if matches!(parameter.place, Place::Path | Place::PathRest) => {
            let json = sample_parameters::wire(api, parameter);
            SampleValue::Sample(serde_json::from_str(&json).unwrap_or(json))
        }
        (_, true) => SampleValue::Secret(naming::variable(api.rust.program(), &option)),
        (_, false) => SampleValue::Sample(sample_parameters::wire(api, parameter)),
    }
}

/// The option for a credential's field.
fn field_option(field: &Parameter) -> String {
    unused("credential", field.option(), |name| keywords::CLI.contains(&name))
}

/// The option for a parameter, which can't have the name of a credential's option.
fn option(api: &Api, parameter: &Parameter) -> String {
    let fields: Vec<String> =
        api.blocks.iter().flat_map(|block| &block.parameters).map(field_option).collect();
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
