//! Parameters that the spec lacks.

use generator_spec::model::{Parameter, Scalar, Shape, Wire};
use tests::random::Random;

use crate::made::Made;

pub struct Added {
    pub name: &'static str,
    pub ty: AddedType,
    pub optional: bool,
}

#[derive(Clone)]
pub enum AddedType {
    Bool,
    Int,
    Number,
    Text,
    Json(Made),
}

impl AddedType {
    pub fn any(random: &mut Random) -> Self {
        match random.below(6) {
            0 => Self::Bool,
            1 => Self::Int,
            2 => Self::Number,
            3 | 4 => Self::Text,
            _ => Self::Json(Made::object(random, 2, false)),
        }
    }

    pub fn sample(&self, random: &mut Random) -> String {
        match self {
            Self::Bool => random.percent(50).to_string(),
            Self::Int => (2 + random.below(1000)).to_string(),
            Self::Number => format!("{}.5", random.below(1000)),
            Self::Text => format!("CaNaRy {}", random.number()),
            Self::Json(made) => made.sample(random, 0).to_string(),
        }
    }

    /// The invented type in it.
    pub fn made(&mut self) -> Option<&mut Made> {
        match self {
            Self::Json(made) => Some(made),
            Self::Bool | Self::Int | Self::Number | Self::Text => None,
        }
    }

    fn structure(&self) -> String {
        let mark = if matches!(self, Self::Json(_)) { " (JSON)" } else { "" };
        format!("{}{mark}", self.plain())
    }

    /// Without its marks.
    pub fn plain(&self) -> String {
        match self {
            Self::Bool => "bool".to_owned(),
            Self::Int => "int".to_owned(),
            Self::Number => "number".to_owned(),
            Self::Text => "string".to_owned(),
            Self::Json(made) => made.structure(),
        }
    }

    pub fn is_like(&self, parameter: &Parameter) -> bool {
        match (self, &parameter.ty.shape, parameter.wire) {
            (Self::Json(_), _, wire) => wire == Wire::Json,
            (Self::Bool, Shape::Scalar(Scalar::Bool), Wire::Text)
            | (Self::Int, Shape::Scalar(Scalar::Int), Wire::Text)
            | (Self::Int | Self::Number, Shape::Scalar(Scalar::Number), Wire::Text) => true,
            (Self::Text, shape, Wire::Text) => {
                !matches!(shape, Shape::Scalar(Scalar::Bool | Scalar::Int | Scalar::Number))
            }
            _ => false,
        }
    }
}

impl Added {
    pub fn notation(&self) -> String {
        format!("{}{}", self.ty.structure(), if self.optional { "?" } else { "" })
    }
}
