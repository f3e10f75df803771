//! Compares types: in Rust, and on the wire.

use super::differ::Differ;
use generator_spec::model::{Scalar, Shape};

/// The likeness of two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// The same everywhere.
    Same,
    /// The same in Rust, where any JSON and a JSON object are one type.
    SameInRust,
    /// Different.
    Different,
}

impl Differ<'_> {
    /// Compares two types.
    pub fn likeness(&self, base: &Shape, head: &Shape) -> Likeness {
        match (base, head) {
            (Shape::Scalar(base), Shape::Scalar(head)) => scalars(*base, *head),
            (Shape::List(base), Shape::List(head)) | (Shape::Map(base), Shape::Map(head)) => {
                self.likeness(base, head)
            }
            (Shape::Named(base), Shape::Named(head)) if self.is_same_type(*base, *head) => Likeness::Same,
            (Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Named(_), _) => Likeness::Different,
        }
    }
}

fn scalars(base: Scalar, head: Scalar) -> Likeness {
    let is_json = |scalar| matches!(scalar, Scalar::Any | Scalar::Object);
    if base == head {
        Likeness::Same
    } else if is_json(base) && is_json(head) {
        Likeness::SameInRust
    } else {
        Likeness::Different
    }
}
