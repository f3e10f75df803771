//! Rust expressions of values without parts.

use proc_macro2::TokenStream;

use super::imports::Imports;
use generator_spec::model::{Scalar, ScalarRow, Type, Variant};

/// The spelling of a type whose name is imported.
pub fn spelled(ty: &TokenStream) -> String {
    let spelled = ty.to_string().replace(' ', "").replace(',', ", ");
    // The crate's root has only some of the runtime's types.
    let spelled = Scalar::ALL.iter().map(|scalar| scalar.row()).filter(|row| row.is_text_form()).fold(
        spelled,
        |ty, row| {
            let name = row.rust.join("::");
            ty.replace(&name, &name.replacen("rt", "runtime", 1))
        },
    );
    ["rt::", "crate::", "std::collections::"].iter().fold(spelled, |ty, path| ty.replace(path, ""))
}

/// A value of a type without parts; `None` is any text.
pub fn sample(scalar: Scalar, imports: &mut Imports) -> Option<&'static str> {
    let ScalarRow { sample, rust, .. } = scalar.row();
    let sample = (*sample)?;
    if sample.starts_with("json!") {
        imports.used("json");
    }
    if let Some(own) = rust.last().filter(|own| sample.starts_with(**own)) {
        imports.used(own);
    }
    Some(sample)
}

/// `Color::Warm`
pub fn variant((ty, variant): (&Type, &Variant), imports: &mut Imports) -> String {
    imports.used(&ty.rust);
    format!("{}::{}", ty.rust, variant.rust)
}

/// JSON of any shape.
pub fn json(imports: &mut Imports) -> String {
    imports.used("json");
    "json!({})".to_owned()
}
