//! Generates both clients. progenitor 0.15 knows no `multipart/form-data`: the
//! paths that need it are left out.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use openapiv3::{OpenAPI, ReferenceOr};
use progenitor::{GenerationSettings, Generator, InterfaceStyle};

fn main() -> Result<(), Box<dyn Error>> {
    for api in ["account-portal", "backup-server"] {
        let path = format!("../../../../generated/openapi/{api}.3.0.json");
        println!("cargo::rerun-if-changed={path}");
        let mut description: OpenAPI = serde_json::from_str(&fs::read_to_string(path)?)?;
        description.paths.paths.retain(|_, item| !is_multipart(item));
        let mut settings = GenerationSettings::default();
        settings.with_interface(InterfaceStyle::Builder);
        let code = Generator::new(&settings).generate_tokens(&description)?;
        let code = prettyplease::unparse(&syn::parse2(code)?);
        fs::write(Path::new(&env::var("OUT_DIR")?).join(format!("{api}.rs")), code)?;
    }
    Ok(())
}

fn is_multipart(item: &ReferenceOr<openapiv3::PathItem>) -> bool {
    let body = item.as_item().and_then(|it| it.post.as_ref()?.request_body.as_ref()?.as_item());
    body.is_some_and(|body| body.content.contains_key("multipart/form-data"))
}
