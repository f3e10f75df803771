//! `openapi/<api>.json`: an OpenAPI 3.1 description, for users of other
//! languages, and `openapi/<api>.3.0.json`, the same for tools that lag behind.
//!
//! ```text
//! document     the root: what the API is, tags, paths, components
//! paths        one operation per path, those of aliases included
//! merged       several operations with one method and path, as one
//! bodies       forms: the parameters of the credential and of the operation
//! parameters   a parameter as a property, or outside a form
//! patterns     regular expressions as other languages read them
//! responses    what comes back, and failures
//! schemas      types
//! servers      addresses
//! security     credentials
//! ways         how a credential is sent, as schemes and as headers
//! older        from 3.1 to 3.0
//! words        facts as descriptions
//! names        what components are called
//! extensions   `x-` keys: facts that OpenAPI has no keyword for
//! json         how JSON is built and printed
//! ```

mod bodies;
mod document;
mod extensions;
mod json;
mod merged;
mod names;
mod older;
mod parameters;
mod paths;
mod patterns;
mod responses;
mod schemas;
mod security;
mod servers;
mod ways;
mod words;

use self::json::Object;
use self::names::Book;
use super::File;
use generator_spec::model::{Api, Group, Operation};

/// The descriptions of the API.
pub fn emit(api: &Api) -> Vec<File> {
    let book = Book::of(api);
    let [text, older] = document::documents(&book);
    vec![File { path: path(api), text }, File { path: format!("openapi/{}.3.0.json", api.name), text: older }]
}

/// The file's part about one operation.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    let book = Book::of(api);
    let paths = paths::paths(&book, std::iter::once((group, operation)));
    let paths: Object = paths.map(|(path, item)| (path.to_owned(), item)).collect();
    let bodies = Object::default().filled("requestBodies", bodies::shared(&book, [operation]));
    let document = Object::default().with("paths", paths).filled("components", bodies);
    File { path: path(api), text: json::text(document) }
}

fn path(api: &Api) -> String {
    format!("openapi/{}.json", api.name)
}
