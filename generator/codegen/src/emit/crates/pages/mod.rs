//! Pages of prose: the crate's front page, and the guides below `guide`.
//!
//! The text is in the templates beside this file; here is what depends on the API.

mod front;
mod guide;
mod template;

use self::template::module_docs;
pub use self::{front::front, guide::emit as guide};

/// A value that only says whether a part of a page is there.
fn mark(is_there: bool) -> String {
    if is_there { "yes".to_owned() } else { String::new() }
}
