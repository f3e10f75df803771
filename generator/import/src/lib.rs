//! Specs from OpenAPI descriptions: Swagger 2.0, OpenAPI 3.0 and 3.1, as JSON or YAML.
//!
//! ```text
//! read        text      -> a tree of JSON values
//! document    tree      -> places in it and in the files beside it, and where references lead
//! at, schema  what is at a place, in the way of each version
//! swagger     2.0       -> the shape of 3.0
//! operations, paths, parameters, structured, contents, forms, servers, security
//!             paths     -> operations of the spec language
//! schemas, objects, all_of, unions, enums, limits
//!             schemas   -> types
//! unread      what no step reads
//! settle      what `resolve` refuses is taken out, so every import loads
//! entry, yaml maps of the spec, and their text
//! ```
//!
//! What the language can't say is in the list of what is left out: nothing is lost in silence.

mod all_of;
mod at;
mod contents;
mod document;
mod entry;
mod enums;
mod files;
mod forms;
mod importer;
mod left_out;
mod limits;
mod names;
mod objects;
mod operations;
mod parameters;
mod paths;
mod read;
mod reasons;
mod schema;
mod schemas;
mod security;
mod servers;
mod settle;
mod spec;
mod structured;
mod swagger;
mod text;
mod typed;
mod unions;
mod unread;
mod uses;
mod write;
mod yaml;

use std::path::Path;

use generator_spec::model::Api;

pub use self::files::Files;
pub use self::left_out::{LeftOut, Loss};
pub use self::read::MOST;

/// The stack that an import may need.
pub const STACK: usize = 256 << 20;

/// The spec of a description.
#[derive(Debug)]
pub struct Imported {
    /// The texts of its files, by path below the folder of the API.
    pub files: Vec<(String, String)>,
    /// The parts of the description that the spec doesn't have.
    pub left_out: Vec<LeftOut>,
    /// The operations that the description has.
    pub total: usize,
    /// The number of those that the spec describes as they are.
    pub described: usize,
    /// The SHA-256 of the description; with other files, of all that were read, one after another.
    pub sha256: String,
    /// The operations of the spec.
    pub operations: usize,
    /// The types of the spec.
    pub types: usize,
    /// The API; none if no operation is left.
    pub api: Option<Api>,
}

/// Reads a description, and writes it as the spec `name`. Its references to other files lead into `folder`.
///
/// # Errors
/// It is not a description: why, and what to do.
pub fn import(text: &str, name: &str, source: &str, folder: Option<&Path>) -> Result<Imported, String> {
    let value = read::read(text).map_err(|error| format!("{source} is neither JSON nor YAML: {error}"))?;
    let version =
        |key: &str| value.get(key).map(|it| it.as_str().map_or_else(|| it.to_string(), str::to_owned));
    let is_swagger = match (version("swagger"), version("openapi")) {
        (Some(version), _) if version.starts_with('2') => true,
        (_, Some(version)) if version.starts_with("3.") => false,
        (found, other) => {
            let said = found.or(other).map_or_else(String::new, |it| format!(" (it says `{it}`)"));
            return Err(format!(
                "{source} is not a description that this program reads: `swagger: \"2.0\"`, `openapi: 3.0` or `openapi: 3.1`{said}"
            ));
        }
    };
    // The components of Swagger are moved, where other files don't find them.
    let own = Path::new(source).file_name().map(Path::new).filter(|_| !is_swagger);
    let mut document = document::Document::new(value, text, folder, own);
    if is_swagger {
        document.map(swagger::converted);
        document.is_swagger = true;
    }
    write::spec(document, name, source)
}
