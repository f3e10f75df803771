//! Each kind of difference is found, and what is the same in another notation isn't one.

use generator_import::{LeftOut, Loss};
use serde_json::{Value, json};

use super::{Differences, MEANT, differences};

/// A description with one operation; the second is that of what was written.
fn description(version: &str, operation: Value, schemas: Value) -> Value {
    json!({"openapi": version, "paths": {"/lamps/{id}": {"put": operation}}, "components": {"schemas": schemas}})
}

fn lamp(fields: Value, required: Value) -> Value {
    json!({"Lamp": {"type": "object", "properties": fields, "required": required}})
}

fn operation() -> Value {
    json!({
        "parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
            {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
        ],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Lamp"}}}},
        "responses": {"200": {"headers": {"ETag": {"schema": {"type": "string"}}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Lamp"}}}}},
    })
}

fn schemas() -> Value {
    lamp(
        json!({"color": {"enum": ["red", "blue"], "type": "string"}, "level": {"type": "integer"}}),
        json!(["color"]),
    )
}

/// The kinds of differences, each once.
fn kinds(found: &Differences) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = found.unexplained_ones.iter().map(|it| it.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The differences of what was written, in which a value was changed.
fn changed(pointer: &str, value: Value) -> Vec<&'static str> {
    let mut source = description("3.0.0", operation(), schemas());
    let mut written = description("3.1.0", operation(), schemas());
    let (parent, key) = pointer.rsplit_once('/').expect("a key");
    let parent = written.pointer_mut(parent).expect("it is there");
    match (parent, value) {
        (Value::Array(all), Value::Null) => drop(all.remove(key.parse().expect("an index"))),
        (Value::Object(all), Value::Null) => drop(all.remove(key)),
        (parent, value) => match key.parse::<usize>() {
            Ok(index) if parent.is_array() => parent[index] = value,
            _ => parent[key] = value,
        },
    }
    let found = differences(&mut source, &written, &[]);
    assert_eq!(found.same + found.unexplained, 1);
    kinds(&found)
}

#[test]
fn the_same_has_no_differences() {
    let found = differences(
        &mut description("3.0.0", operation(), schemas()),
        &description("3.1.0", operation(), schemas()),
        &[],
    );
    assert_eq!((found.same, found.unexplained_ones), (1, Vec::new()));
}

#[test]
fn each_kind_is_found() {
    let none = Vec::<&str>::new();
    let put = "/paths/~1lamps~1{id}/put";
    let at = |rest: &str| format!("{put}{rest}");
    let lamp = |rest: &str| format!("/components/schemas/Lamp{rest}");
    assert_eq!(changed("/paths/~1lamps~1{id}", json!({"get": operation()})), ["operation"]);
    assert_eq!(changed(&at("/parameters/1"), Value::Null), ["parameter"]);
    assert_eq!(changed(&at("/parameters/1/in"), json!("header")), ["parameter"]);
    assert_eq!(changed(&at("/parameters/1/required"), json!(true)), ["required"]);
    assert_eq!(changed(&at("/parameters/1/required"), json!(false)), none);
    assert_eq!(changed(&at("/parameters/1/explode"), json!(false)), ["style"]);
    assert_eq!(changed(&at("/parameters/1/style"), json!("pipeDelimited")), ["style"]);
    assert_eq!(changed(&at("/parameters/1/schema/items/type"), json!("integer")), ["type"]);
    assert_eq!(changed(&at("/requestBody"), Value::Null), ["body"]);
    assert_eq!(changed(&at("/requestBody/required"), json!(false)), ["body required"]);
    assert_eq!(changed(&at("/requestBody/content"), json!({"text/plain": {}})), ["body content"]);
    assert_eq!(changed(&at("/responses/200/content"), json!({"application/pdf": {}})), ["response content"]);
    assert_eq!(changed(&at("/responses/200/headers"), json!({})), ["header"]);
    assert_eq!(changed(&at("/responses"), json!({})), ["status"]);
    assert_eq!(changed(&at("/parameters/0/schema/type"), json!(["string", "null"])), none);
    assert_eq!(changed(&at("/responses/404"), json!({"description": "Gone."})), ["status"]);
    assert_eq!(changed(&at("/deprecated"), json!(true)), ["deprecated"]);
    assert_eq!(changed(&at("/security"), json!([{"key": []}])), ["security"]);
    assert_eq!(changed(&lamp("/properties/level"), Value::Null), ["field"]);
    assert_eq!(changed(&lamp("/properties/other"), json!({})), ["field"]);
    assert_eq!(changed(&lamp("/properties/level/type"), json!("number")), ["type"]);
    assert_eq!(changed(&lamp("/properties/level"), json!({})), ["type"]);
    assert_eq!(changed(&lamp("/properties/level"), json!({"type": "array"})), ["type"]);
    assert_eq!(changed(&lamp("/properties/level/type"), json!(["integer", "null"])), ["null"]);
    assert_eq!(
        changed(&lamp("/properties/level"), json!({"anyOf": [{"type": "integer"}, {"type": "string"}]})),
        ["type"]
    );
    assert_eq!(changed(&lamp("/properties/color/enum"), json!(["red"])), ["enum"]);
    assert_eq!(changed(&lamp("/properties/color/enum"), Value::Null), ["enum"]);
    assert_eq!(changed(&lamp("/required"), json!(["color", "level"])), ["required"]);
    assert_eq!(changed(&lamp("/additionalProperties"), json!(false)), ["additional"]);
    assert_eq!(changed(&lamp("/additionalProperties"), json!({"type": "string"})), ["additional"]);
    assert_eq!(changed(&lamp("/additionalProperties"), json!(true)), none);
}

/// The kinds of differences of a field in two notations.
fn field(theirs: Value, ours: Value) -> Vec<&'static str> {
    let both = [("3.0.0", theirs), ("3.1.0", ours)].map(|(version, field)| {
        let mut schemas = lamp(json!({"it": field}), json!([]));
        schemas["A"] = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        schemas["B"] = json!({"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]});
        description(version, operation(), schemas)
    });
    let [mut theirs, ours] = both;
    kinds(&differences(&mut theirs, &ours, &[]))
}

#[test]
fn notations_are_no_differences() {
    let none = Vec::<&str>::new();
    let a = json!({"$ref": "#/components/schemas/A"});
    let both = json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["b"]});
    assert_eq!(field(json!({"type": "string", "nullable": true}), json!({"type": ["string", "null"]})), none);
    assert_eq!(field(json!({"allOf": [a], "nullable": true}), json!({"anyOf": [a, {"type": "null"}]})), none);
    assert_eq!(
        field(json!({"allOf": [{"nullable": true}, a]}), json!({"anyOf": [a, {"type": "null"}]})),
        none
    );
    let narrowed = json!({"allOf": [{"type": "string", "nullable": true}], "nullable": false});
    assert_eq!(field(narrowed, json!({"type": "string"})), none);
    assert_eq!(field(json!({"nullable": true}), json!({})), none);
    assert_eq!(field(json!({"enum": ["x"], "type": "string"}), json!({"const": "x"})), none);
    assert_eq!(field(json!({"allOf": [a, {"$ref": "#/components/schemas/B"}]}), both), none);
    assert_eq!(
        field(json!({"oneOf": [{"type": "string"}, a]}), json!({"anyOf": [a, {"type": "string"}]})),
        none
    );
    assert_eq!(
        field(
            json!({"properties": {"x": {}}, "oneOf": [a, {"type": "object"}]}),
            json!({"properties": {"x": {}}, "type": "object"})
        ),
        ["type"]
    );
    assert_eq!(
        field(
            json!({"type": "object", "additionalProperties": {"description": "Any."}}),
            json!({"type": "object"})
        ),
        none
    );
}

#[test]
fn a_tag_and_types_with_the_same_fields_are_no_differences() {
    let none = Vec::<&str>::new();
    let of = |ty: &str| json!({"type": "object", "properties": {"a": {"type": ty}}});
    let tagged = json!({"discriminator": {"propertyName": "k"}, "type": "object", "properties": {"a": {"type": "string"}}});
    let written = json!({"type": "object", "properties": {"a": {"type": "string"}, "k": {"type": "string"}}});
    assert_eq!(field(tagged, written.clone()), none);
    assert_eq!(field(of("string"), written), ["field"]);
    assert_eq!(field(json!({"oneOf": [of("string"), of("string")]}), json!({"anyOf": [of("string")]})), none);
    assert_eq!(
        field(json!({"oneOf": [of("string"), of("string")]}), json!({"anyOf": [of("integer")]})),
        ["type"]
    );
}

#[test]
fn what_many_schemas_are_is_compared_whole() {
    let subtype = |index: usize| {
        let fields = json!({format!("f{index}"): {"type": "integer"}});
        json!({"allOf": [{"$ref": "#/components/schemas/Lamp"}, {"type": "object", "properties": fields}]})
    };
    let of = |version: &str, order: &mut dyn Iterator<Item = usize>| {
        let mut all = schemas();
        all["Lamp"]["discriminator"] = json!({"propertyName": "color"});
        order.for_each(|index| all[format!("Lamp{index:03}")] = subtype(index));
        description(version, operation(), all)
    };
    let mut theirs = of("3.0.0", &mut (0..600));
    let mut ours = of("3.1.0", &mut (0..600).rev());
    assert_eq!(kinds(&differences(&mut theirs, &ours, &[])), Vec::<&str>::new());
    let field = "/components/schemas/Lamp599/allOf/1/properties/f599/type";
    *ours.pointer_mut(field).expect("it is there") = json!("string");
    assert_eq!(kinds(&differences(&mut theirs, &ours, &[])), ["type"]);
}

#[test]
fn alternatives_with_the_same_fields_are_compared_by_name() {
    let of = |version: &str, names: [&str; 2]| {
        let mut all = schemas();
        all["Red"] = json!({"type": "object", "properties": {"it": {"type": "string"}}});
        all["Blue"] = json!({"type": "object", "properties": {"it": {"type": "integer"}}});
        let either = names.map(|name| json!({"$ref": format!("#/components/schemas/{name}")}));
        all["Lamp"]["properties"]["level"] = json!({"oneOf": either});
        description(version, operation(), all)
    };
    let mut theirs = of("3.0.0", ["Red", "Blue"]);
    let ours = of("3.1.0", ["Blue", "Red"]);
    assert_eq!(kinds(&differences(&mut theirs, &ours, &[])), Vec::<&str>::new());
}

#[test]
fn a_map_whose_entries_are_fields_is_other_fields() {
    let of = |schema: Value, encoding: Value| {
        let mut it = operation();
        it["requestBody"]["content"] =
            json!({"application/x-www-form-urlencoded": {"schema": schema, "encoding": encoding}});
        description("3.1.0", it, schemas())
    };
    let mut theirs = of(json!({"type": "object", "additionalProperties": {"type": "integer"}}), json!({}));
    let map = |ty: &str| json!({"type": "object", "properties": {"others": {"type": "object", "additionalProperties": {"type": ty}}}});
    let styled = json!({"others": {"style": "form", "explode": true}});
    assert_eq!(
        kinds(&differences(&mut theirs, &of(map("integer"), styled.clone()), &[])),
        Vec::<&str>::new()
    );
    assert_eq!(kinds(&differences(&mut theirs, &of(map("string"), styled), &[])), ["type"]);
    assert!(!kinds(&differences(&mut theirs, &of(map("integer"), json!({})), &[])).is_empty());
}

#[test]
fn only_the_schemes_of_an_operation_explain_its_credential() {
    let explained = |pointer: &str| {
        let of = |security: Value| {
            let mut it = operation();
            it["security"] = security;
            let mut it = description("3.0.0", it, schemas());
            it["components"]["securitySchemes"] =
                json!({"key": {"type": "apiKey", "in": "header", "name": "my key"}});
            it
        };
        let left = LeftOut {
            pointer: pointer.to_owned(),
            reason: "a name that cannot be sent at its place".to_owned(),
            detail: String::new(),
            loss: Loss::Part,
        };
        differences(&mut of(json!([{"key": []}])), &of(json!([])), &[left]).unexplained == 0
    };
    assert!(explained("#/components/securitySchemes/key"));
    assert!(!explained("#/components/securitySchemes/other"));
    assert!(!explained("#/paths/~1lamps~1{id}/put"));
}

#[test]
fn fields_of_an_exploded_object_are_parameters() {
    let of = |parameters: Value| {
        let mut it = operation();
        it["parameters"] = parameters;
        description("3.0.0", it, json!({}))
    };
    let filter = |style: &str| json!([{"name": "filter", "in": "query", "style": style, "explode": true, "schema": {"type": "object", "properties": {"a": {"type": "string"}}}}]);
    let alone = |name: &str| json!([{"name": name, "in": "query", "schema": {"type": "string"}}]);
    let found = |theirs: Value, ours: Value| kinds(&differences(&mut of(theirs), &of(ours), &[]));
    assert!(!found(filter("deepObject"), alone("filter[a]")).contains(&"parameter"));
    assert!(!found(filter("form"), alone("a")).contains(&"parameter"));
    assert!(found(filter("deepObject"), alone("a")).contains(&"parameter"));
    let list = |name: &str, style: &str| json!([{"name": name, "in": "query", "style": style, "explode": true, "schema": {"type": "array", "items": {"type": "string"}}}]);
    assert!(!found(list("a", "deepObject"), list("a[]", "form")).contains(&"parameter"));
    assert!(found(list("a", "deepObject"), list("a", "form")).contains(&"parameter"));
}

#[test]
fn values_that_may_grow_are_a_reason_and_no_difference() {
    let mut written = description("3.1.0", operation(), schemas());
    written["components"]["schemas"]["Lamp"]["properties"]["color"] =
        json!({"anyOf": [{"type": "string", "enum": ["red", "blue"]}, {"type": "string"}]});
    let found = differences(&mut description("3.0.0", operation(), schemas()), &written, &[]);
    assert_eq!((found.same, found.unexplained_ones.len()), (1, 0));
    assert!(found.reasons.contains_key(MEANT[0]));
}

#[test]
fn what_http_never_sends_is_no_difference() {
    let of = |content: Value| {
        let mut it = operation();
        it["responses"]["204"] = json!({"content": content});
        description("3.1.0", it, schemas())
    };
    let left = |reason: &str| LeftOut {
        pointer: "#/paths/~1lamps~1{id}/put/responses/204".to_owned(),
        reason: reason.to_owned(),
        detail: String::new(),
        loss: Loss::Words,
    };
    let found = |reason: &str| {
        let mut theirs = of(json!({"application/json": {}}));
        let found = differences(&mut theirs, &of(json!({})), &[left(reason)]);
        (found.same, found.unexplained)
    };
    assert_eq!(found(MEANT[3]), (1, 0));
    assert_eq!(found("an object whose fields are required"), (0, 1));
}

#[test]
fn swagger_is_compared_as_it_is_sent() {
    let of = |body: Value| {
        json!({"swagger": "2.0", "consumes": ["application/json"], "paths": {"/lamps/{id}": {"put": {
        "parameters": [{"name": "id", "in": "path", "required": true, "type": "string"}, {"name": "tags", "in": "query", "type": "array", "collectionFormat": "multi", "items": {"type": "string"}}, body],
        "responses": {"200": {"headers": {"ETag": {"type": "string"}}, "schema": {"$ref": "#/definitions/Lamp"}}},
    }}}, "definitions": schemas()})
    };
    let body =
        json!({"name": "lamp", "in": "body", "required": true, "schema": {"$ref": "#/definitions/Lamp"}});
    let written = description("3.1.0", operation(), schemas());
    assert_eq!(kinds(&differences(&mut of(body), &written, &[])), Vec::<&str>::new());
    // References, and what all operations of a path have.
    let body = json!({"$ref": "#/parameters/lamp"});
    let mut shared = of(body.clone());
    shared["parameters"]["lamp"] =
        json!({"name": "lamp", "in": "body", "required": true, "schema": {"$ref": "#/definitions/Lamp"}});
    shared["responses"]["lamp"] = shared["paths"]["/lamps/{id}"]["put"]["responses"]["200"].take();
    let item = &mut shared["paths"]["/lamps/{id}"];
    item["put"]["responses"]["200"] = json!({"$ref": "#/responses/lamp"});
    drop(item["put"]["parameters"].as_array_mut().expect("a list").pop());
    item["parameters"] = json!([body]);
    assert_eq!(kinds(&differences(&mut shared, &written, &[])), Vec::<&str>::new());
    shared["paths"]["/lamps/{id}"]["put"]["produces"] = json!(["text/csv"]);
    assert_eq!(kinds(&differences(&mut shared, &written, &[])), ["response content"]);
    let form = json!({"name": "color", "in": "formData", "type": "string"});
    assert_eq!(kinds(&differences(&mut of(form), &written, &[])), ["body content", "body required"]);
}

#[test]
fn only_what_is_left_out_at_the_place_explains_a_difference() {
    let explained = |pointer: &str, reason: &str, loss: Loss| {
        let mut written = description("3.1.0", operation(), schemas());
        written["components"]["schemas"]["Lamp"]["properties"]["level"] = json!({});
        let left =
            LeftOut { pointer: pointer.to_owned(), reason: reason.to_owned(), detail: String::new(), loss };
        let found = differences(&mut description("3.0.0", operation(), schemas()), &written, &[left]);
        assert_eq!(found.same, 0);
        found.unexplained == 0
    };
    assert!(explained("#/components/schemas/Lamp/properties/level", "an unknown type", Loss::Part));
    assert!(explained("#/components/schemas/Lamp", "an unknown type", Loss::Part));
    assert!(!explained("#/components/schemas/Lamp/properties/color", "an unknown type", Loss::Part));
    assert!(!explained("#/components/schemas/Other", "an unknown type", Loss::Part));
    // Limits aren't a type.
    assert!(!explained(
        "#/components/schemas/Lamp/properties/level",
        "limits of what is in a list",
        Loss::Words
    ));
}
