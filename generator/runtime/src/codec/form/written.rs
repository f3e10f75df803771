//! A parameter in a list.

use super::elsewhere::Shown;
use crate::core::{Parameter, Place, Secret};

/// A parameter that was written.
pub(crate) struct Written {
    /// Its name in the description.
    pub(crate) name: &'static str,
    pub(crate) text: Secret,
    /// True if all of it, or a part, must not be shown.
    pub(crate) is_secret: bool,
    /// Its description.
    pub(crate) parameter: Option<&'static Parameter>,
    /// Its place in the request.
    pub(crate) place: Place,
}

impl Written {
    pub(crate) fn shown(&self) -> Shown<'_> {
        Shown { text: self.text.expose(), is_secret: self.is_secret }
    }

    /// Its name on the wire, without brackets.
    pub(crate) fn wire_name(&self) -> &'static str {
        match self.parameter {
            Some(Parameter { sent_as: Some(name), .. }) => name,
            Some(_) | None => self.name,
        }
    }
}
