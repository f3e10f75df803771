//! The lines of an example that use the result of a call.

use super::WIDTH;
use super::leaves::spelled;
use crate::emit::common::spelling;
use generator_spec::model::{Api, Operation, ReturnKind, Returns, TypeKind};

/// A loop over the items of all pages.
pub fn pages(request: &str) -> String {
    let one_line = format!("let mut items = client.pages({request});");
    let start = if one_line.contains('\n') || one_line.len() > WIDTH {
        format!("let request = {request};\nlet mut items = client.pages(request);")
    } else {
        one_line
    };
    format!("{start}\nwhile let Some(item) = items.next().await? {{\n    println!(\"{{item:?}}\");\n}}")
}

/// A match of the results by status. Secret results, and those that the spec doesn't have, are in the last
/// arm.
pub fn by_status(operation: &Operation, name: &str, request: &str) -> String {
    let one_line = format!("match client.send({request}).await? {{");
    let start = if one_line.contains('\n') || one_line.len() > WIDTH {
        format!("let request = {request};\nmatch client.send(request).await? {{")
    } else {
        one_line
    };
    let shown = operation.successes().filter(|returns| !returns.secret);
    let arms = shown.filter_map(|returns| Some(arm(returns, name, returns.variant_rust.as_deref()?)));
    format!("{start}\n{}    other => println!(\"{{other:?}}\"),\n}}", arms.collect::<String>())
}

fn arm(returns: &Returns, name: &str, variant: &str) -> String {
    if !returns.has_value() {
        return format!("    {name}::{variant} => println!(\"{variant}\"),\n");
    }
    let is_json = match returns.kind {
        ReturnKind::Described => returns.headers_rust.is_none(),
        ReturnKind::Message
        | ReturnKind::Json
        | ReturnKind::Envelope
        | ReturnKind::Text
        | ReturnKind::Bytes
        | ReturnKind::Redirect(_)
        | ReturnKind::Nothing => false,
    };
    let print = if is_json { "println!(\"{}\", result.as_str())" } else { "println!(\"{result:?}\")" };
    format!("    {name}::{variant}(result) => {print},\n")
}

/// The result of a call.
pub struct Outcome {
    pub name: &'static str,
    pub ty: String,
    /// The lines that print it.
    pub print: String,
}

impl Outcome {
    pub fn of(api: &Api, operation: &Operation) -> Self {
        // A handler returns a file, and a client gets it as a download.
        let ty = spelled(&spelling::received(api, operation)).replace("server::File", "Download");
        let name = match operation.returns.kind {
            ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope | ReturnKind::Described => {
                "response"
            }
            ReturnKind::Text | ReturnKind::Nothing => "text",
            ReturnKind::Redirect(_) => "target",
            ReturnKind::Bytes if operation.returns.headers_rust.is_none() => return Self::download(),
            ReturnKind::Bytes => "file",
        };
        let print = match (operation.returns.secret, &*ty) {
            (_, "()") => String::new(),
            (true, _) => format!("\n// The {name} is a secret: keep it, don't print it."),
            (false, "String") => format!("\nprintln!(\"{{{name}}}\");"),
            (false, ty) if is_json(api, operation, ty) => format!("\nprintln!(\"{{}}\", {name}.as_str());"),
            (false, _) => format!("\nprintln!(\"{{{name}:?}}\");"),
        };
        Self { name, ty, print }
    }

    fn download() -> Self {
        let print = "\nlet size = file.save(\"file.bin\").await?;\nprintln!(\"{size} bytes\");".to_owned();
        Self { name: "file", ty: "Download".to_owned(), print }
    }
}

/// Returns whether `Debug` of a type shows only the size of its JSON.
fn is_json(api: &Api, operation: &Operation, ty: &str) -> bool {
    let named = operation.returns.ty.as_ref().and_then(|ty| api.ty(ty.shape.named()?));
    ty == "Json" || named.is_some_and(|named| named.rust == ty && matches!(named.kind, TypeKind::Opaque))
}
