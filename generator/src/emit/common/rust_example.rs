//! An operation as a call of the generated client.

use std::collections::BTreeSet;

use super::{samples, spelling};
use crate::model::{
    Api, Auth, AuthBlock, Operation, Parameter, Presence, ReturnKind, Scalar, Shape, Type, TypeKind, Variant,
};

/// The widest line of an example.
const WIDTH: usize = 88;

/// The call: imports, and lines for the body of an async function that has a
/// `client`.
pub fn example(api: &Api, operation: &Operation) -> String {
    let mut names = Names::default();
    names.used(&operation.rust);
    let request = request(api, operation, &mut names);
    let call = call(api, operation, &request, &mut names);
    format!("{}\n\n{call}", names.imports(&api.rust.library))
}

/// A placeholder address.
const ADDRESS: &str = "https://api.example.com";

/// How a client with the credential of a block is made, by its first scheme.
pub fn client(api: &Api, block: &AuthBlock) -> Option<String> {
    let mut names = Names::default();
    let client = construction(api, block, &mut names)?;
    Some(format!("{}\n\n{client}", names.imports(&api.rust.library)))
}

fn construction(api: &Api, block: &AuthBlock, names: &mut Names) -> Option<String> {
    let scheme = block.schemes.first().filter(|_| block.is_own_credential())?;
    names.used("Client");
    names.used(&block.rust);
    let taken = block.parameters.iter().filter(|it| scheme.takes.contains(&it.name));
    let arguments: Vec<String> = taken.map(|it| argument(api, it, names)).collect();
    let credential = format!("{}::{}({})", block.rust, scheme.rust, arguments.join(", "));
    Some(format!("let client = Client::new(\"{ADDRESS}\", {credential})?;"))
}

/// A first program: its imports, and the body of an async function that makes
/// a client and calls an operation that needs few parameters.
pub fn program(api: &Api) -> Option<(String, String)> {
    let operations = api.operations().filter(|operation| operation.deprecated.is_none());
    let callable = operations.filter_map(|operation| Some((operation, credential(api, operation)?)));
    // An operation that returns a list only reads: copying this does no harm.
    let effort = |operation: &Operation| (!gives_list(operation), samples::taken(api, operation).len());
    let (operation, block) = callable.min_by_key(|(operation, _)| effort(operation))?;
    let mut names = Names::default();
    let client = construction(api, block, &mut names)?;
    names.used(&operation.rust);
    let request = request(api, operation, &mut names);
    let call = call(api, operation, &request, &mut names);
    // The crate itself has no `serde_json`.
    let body = format!("{client}\n{call}");
    (!names.json).then(|| (names.imports(&api.rust.library), body))
}

fn gives_list(operation: &Operation) -> bool {
    operation.returns.ty.as_ref().is_some_and(|ty| matches!(ty.shape, Shape::List(_)))
}

/// The block whose credential an operation requires.
fn credential<'a>(api: &'a Api, operation: &Operation) -> Option<&'a AuthBlock> {
    let Auth::Required(name) = &operation.auth else { return None };
    let block = api.block(name)?;
    api.block(&block.credential)
}

/// How a client without a credential is made.
pub fn anonymous_client(api: &Api) -> String {
    format!("use {}::Client;\n\nlet client = Client::anonymous(\"{ADDRESS}\")?;", api.rust.library)
}

/// Names that an example uses.
#[derive(Default)]
struct Names {
    /// Those of the crate.
    own: BTreeSet<String>,
    /// Whether it writes JSON.
    json: bool,
    /// Whether it has a map.
    map: bool,
}

impl Names {
    fn used(&mut self, name: &str) {
        self.own.insert(name.to_owned());
    }

    /// The types in a type.
    fn used_in(&mut self, ty: &str) {
        let words = ty.split(|c: char| !c.is_alphanumeric() && c != '_');
        for word in words.filter(|word| !word.is_empty()) {
            match word {
                "BTreeMap" => self.map = true,
                "Vec" | "String" | "Option" | "bool" | "i64" => {}
                own => self.used(own),
            }
        }
    }

    fn imports(&self, library: &str) -> String {
        let own: Vec<&str> = self.own.iter().map(String::as_str).collect();
        let own = match own.as_slice() {
            [only] => format!("use {library}::{only};"),
            names => format!("use {library}::{{{}}};", names.join(", ")),
        };
        let map = if self.map { "use std::collections::BTreeMap;\n\n" } else { "" };
        let json = if self.json { "\nuse serde_json::json;" } else { "" };
        format!("{map}{own}{json}")
    }
}

/// The request with what is required, on one line or on several.
fn request(api: &Api, operation: &Operation, names: &mut Names) -> String {
    let (required, others): (Vec<_>, Vec<_>) = samples::taken(api, operation)
        .into_iter()
        .partition(|parameter| parameter.presence == Presence::Required);
    let arguments: Vec<String> = required.iter().map(|it| argument(api, it, names)).collect();
    let one_line = format!("{}::new({})", operation.rust, arguments.join(", "));
    let setters = others.iter().map(|it| format!("\n    .{}({})", it.rust, argument(api, it, names)));
    let setters: String = setters.collect();
    if one_line.len() > WIDTH - "let request = ;".len() {
        format!(
            "{}::new(\n    {},\n){}",
            operation.rust,
            arguments.join(",\n    "),
            setters.replace("\n    ", "")
        )
    } else {
        format!("{one_line}{setters}")
    }
}

fn call(api: &Api, operation: &Operation, request: &str, names: &mut Names) -> String {
    let outcome = Outcome::of(api, operation);
    names.used_in(&outcome.ty);
    let binding =
        if outcome.ty == "()" { String::new() } else { format!("let {}: {} = ", outcome.name, outcome.ty) };
    let one_line = format!("{binding}client.send({request}).await?;");
    let call = if request.contains('\n') || one_line.len() > WIDTH {
        format!("let request = {request};\n{binding}client.send(request).await?;")
    } else {
        one_line
    };
    format!("{call}{}", outcome.use_of_it)
}

/// What a call returns.
struct Outcome {
    name: &'static str,
    ty: String,
    use_of_it: &'static str,
}

impl Outcome {
    fn of(api: &Api, operation: &Operation) -> Self {
        let kind = operation.returns.kind;
        let (name, use_of_it) = match kind {
            ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope | ReturnKind::Described => {
                ("answer", "")
            }
            ReturnKind::Text => ("text", ""),
            ReturnKind::Redirect(_) => ("target", ""),
            ReturnKind::Bytes => ("file", "\nlet content = file.bytes().await?;"),
        };
        let ty = match kind {
            ReturnKind::Bytes => "Download".to_owned(),
            ReturnKind::Message
            | ReturnKind::Json
            | ReturnKind::Envelope
            | ReturnKind::Described
            | ReturnKind::Text
            | ReturnKind::Redirect(_) => spelled(&spelling::given(api, &operation.returns)),
        };
        Self { name, ty, use_of_it }
    }
}

/// A type as it is written where it is imported.
fn spelled(ty: &syn::Type) -> String {
    let spelled = quote::ToTokens::to_token_stream(ty).to_string().replace(' ', "").replace(',', ", ");
    ["rt::", "crate::", "std::collections::"].iter().fold(spelled, |ty, path| ty.replace(path, ""))
}

/// A value that the setter or the constructor takes.
fn argument(api: &Api, parameter: &Parameter, names: &mut Names) -> String {
    let value = value(api, parameter, names);
    if !(parameter.nullable && parameter.presence == Presence::Required) {
        return value;
    }
    // It takes an `Option` or exactly what is in one.
    let ty = spelled(&spelling::parameter(api, parameter));
    match (ty.as_str(), parameter.values) {
        (_, Some(_)) => value,
        ("i64", _) => format!("{value}_i64"),
        ("String", _) => format!("{value}.to_owned()"),
        ("bool", _) => value,
        (other, _) => {
            names.used_in(other);
            format!("{other}::from({value})")
        }
    }
}

fn value(api: &Api, parameter: &Parameter, names: &mut Names) -> String {
    if let Some(listed) = parameter.values.and_then(|id| samples::listed(api, id)) {
        return variant(listed, names);
    }
    if parameter.secret && parameter.format.is_none() {
        return "\"<secret>\"".to_owned();
    }
    shape(api, &parameter.ty.shape, &samples::text(parameter), names)
}

fn shape(api: &Api, ty: &Shape, word: &str, names: &mut Names) -> String {
    match ty {
        Shape::Scalar(Scalar::String) => format!("{word:?}"),
        Shape::Scalar(Scalar::Int | Scalar::Number) => "1".to_owned(),
        Shape::Scalar(Scalar::Bool) => "true".to_owned(),
        Shape::Scalar(Scalar::Null) => "()".to_owned(),
        Shape::Scalar(Scalar::Any | Scalar::Object) => json(names),
        Shape::Scalar(Scalar::File) => {
            names.used("Upload");
            "Upload::bytes(\"file.bin\", \"content\")".to_owned()
        }
        Shape::List(item) => format!("[{}]", inner(api, item, word, names)),
        Shape::Map(item) => format!("[(\"name\", {})]", inner(api, item, word, names)),
        Shape::Named(id) => match (samples::listed(api, *id), api.ty(*id)) {
            (Some(listed), _) => variant(listed, names),
            (None, Some(Type { rust, kind: TypeKind::Fields { .. }, .. })) => {
                names.used(rust);
                format!("{rust}::default()")
            }
            (None, _) => json(names),
        },
    }
}

/// An item of a list or a map: a list in a list must have exactly its type.
fn inner(api: &Api, ty: &Shape, word: &str, names: &mut Names) -> String {
    match ty {
        Shape::List(_) | Shape::Map(_) => {
            let ty = spelled(&spelling::shape(api, ty));
            names.used_in(&ty);
            let (name, arguments) = ty.split_once('<').unwrap_or((&ty, ""));
            format!("{name}::<{arguments}::new()")
        }
        Shape::Scalar(_) | Shape::Named(_) => shape(api, ty, word, names),
    }
}

fn variant((ty, variant): (&Type, &Variant), names: &mut Names) -> String {
    names.used(&ty.rust);
    format!("{}::{}", ty.rust, variant.rust)
}

fn json(names: &mut Names) -> String {
    names.json = true;
    "json!({})".to_owned()
}
