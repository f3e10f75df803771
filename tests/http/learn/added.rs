//! Parameters that the spec lacks.

use generator_spec::model::{Parameter, Scalar, Shape, Wire};
use serde_json::Value;
use tests::random::Random;

use crate::learn::made::Made;

const NAMES: &[&str] =
    &["Verbose", "MaxItems", "Ratio", "ClientLabel", "Options", "DryRun", "PageToken", "Locale"];

pub struct Added {
    pub name: &'static str,
    /// An object is JSON.
    pub ty: Made,
    pub optional: bool,
}

impl Added {
    pub fn any(random: &mut Random) -> Self {
        let name = *random.one(NAMES);
        let ty = match random.below(6) {
            0 => Made::Bool,
            1 => Made::Int,
            2 => Made::Number,
            3 | 4 => Made::Text,
            _ => Made::object(random, 2, false),
        };
        Self { name, ty, optional: random.percent(50) }
    }

    pub fn sample(&self, random: &mut Random) -> String {
        match self.ty.sample(random, 0) {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }

    pub fn notation(&self) -> String {
        let json = if matches!(self.ty, Made::Object(_)) { " (JSON)" } else { "" };
        format!("{}{json}{}", self.ty.structure(), if self.optional { "?" } else { "" })
    }

    pub fn is_like(&self, parameter: &Parameter) -> bool {
        match (&self.ty, &parameter.ty.shape, parameter.wire) {
            (Made::Object(_), _, wire) => wire == Wire::Json,
            // As JSON they are the same texts.
            (Made::Bool, Shape::Scalar(Scalar::Bool), Wire::Text | Wire::Json)
            | (Made::Int, Shape::Scalar(Scalar::Int), Wire::Text | Wire::Json)
            | (Made::Int | Made::Number, Shape::Scalar(Scalar::Number), Wire::Text | Wire::Json) => true,
            (Made::Text, shape, Wire::Text) => {
                !matches!(shape, Shape::Scalar(Scalar::Bool | Scalar::Int | Scalar::Number))
            }
            _ => false,
        }
    }
}
