//! The export of the spec's model, which says what must arrive.

use std::sync::OnceLock;

use serde_json::Value;

use crate::support::sample::Shape;

/// One API.
pub struct Spec(Value);

/// The spec of the API with that name.
pub fn of(api: &str) -> &'static Spec {
    static ALL: OnceLock<Vec<Spec>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        tests::read("../spec").iter().map(|api| Spec(generator_review::export::export(api))).collect()
    });
    all.iter().find(|spec| spec.0["name"] == api).expect("the API has a spec")
}

impl Spec {
    pub fn name(&self) -> &str {
        text(&self.0["name"])
    }

    /// Every operation that has a name.
    pub fn operations(&self) -> impl Iterator<Item = &Value> {
        list(&self.0["operations"]).iter().filter(|operation| !operation["name"].is_null())
    }

    pub fn operation(&self, name: &str) -> &Value {
        let mut operations = self.operations();
        operations.find(|operation| operation["name"] == name).expect("the operation is in the spec")
    }

    pub fn ty(&self, name: &str) -> Option<&Value> {
        self.types().iter().find(|ty| ty["name"] == name)
    }

    pub fn types(&self) -> &[Value] {
        list(&self.0["types"])
    }

    pub fn block(&self, name: &str) -> &Value {
        let mut blocks = list(&self.0["auth"]).iter();
        blocks.find(|block| block["name"] == name).expect("the block is in the spec")
    }
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The first path: the operation's own, or that of its first alias.
pub fn path(operation: &Value) -> &str {
    operation["path"].as_str().unwrap_or_else(|| text(&operation["aliases"][0]["path"]))
}

/// The shape of a parameter of the export.
pub fn shape(parameter: &Value) -> Shape<'_> {
    let ty = text(&parameter["type"]);
    let is_scalar = ["string", "int", "number", "bool", "boolean", "file"].contains(&ty);
    Shape {
        name: text(&parameter["name"]),
        ty,
        required: parameter["required"] == true,
        json: parameter["json"] == true || !is_scalar,
        file: parameter["in"] == "part",
        nullable: parameter["nullable"] == true,
        secret: parameter["secret"] == true,
        six_digits: parameter["format"] == "six_digits",
        values: list(&parameter["values"]).iter().map(text).collect(),
    }
}
