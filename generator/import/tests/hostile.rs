//! Descriptions by somebody who means harm: each has a clear error, or what is sound of it is imported.

#![allow(missing_docs, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::PathBuf;

use generator_codegen::Selection;
use generator_import::{Imported, STACK, import};
use serde_json::{Value, json};

/// In a thread with the stack that an import has.
fn tried(text: &str) -> Result<Imported, String> {
    let work = || import(text, "lamps", "lamps.yaml", None);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.expect("a thread starts").join().expect("it doesn't panic")
    })
}

#[track_caller]
fn fails(text: &str, why: &str) {
    let error = tried(text).expect_err("it is refused");
    assert!(error.contains(why), "{error}");
}

const HEAD: &str = "openapi: 3.0.0\ninfo: {title: T}\n";

/// A description with an operation that returns a schema.
fn returning(schema: &str, more: &str) -> String {
    format!(
        "{HEAD}paths: {{/a: {{get: {{operationId: a, responses: {{'200': {{description: D, content: \
         {{application/json: {{schema: {schema}}}}}}}}}}}}}}}\n{more}"
    )
}

/// Schemas of which each has the next in place of `NEXT`; the last is a text.
fn chain(length: usize, schema: &str) -> String {
    let one = |at: usize| {
        let next = format!("{{$ref: '#/components/schemas/S{}'}}", at + 1);
        format!("    S{at}: {}\n", schema.replace("NEXT", &next))
    };
    let all: String = (0..length).map(one).collect();
    let all = format!("components:\n  schemas:\n{all}    S{length}: {{type: string}}\n");
    returning("{$ref: '#/components/schemas/S0'}", &all)
}

#[test]
fn what_never_ends_is_refused() {
    let nested = |begin: &str, end: &str| format!("{}1{}", begin.repeat(10_000), end.repeat(10_000));
    let deep: String = (1..10_000).map(|depth| " ".repeat(depth) + "a:\n").collect();
    for (text, why) in [
        ("[".repeat(20 << 20), "recursion limit exceeded at line 1 column 128"),
        ("{\"a\":".repeat(4 << 20), "recursion limit"),
        (nested("[", "]"), "recursion limit"),
        (format!("{HEAD}a: {}", nested("{a: ", "}")), "brackets are nested more than 1000 levels deep"),
        (format!("{HEAD}a:\n {}1", "- ".repeat(10_000)), "recursion limit"),
        (format!("{HEAD}a:\n{deep}"), "recursion limit"),
        (format!("{HEAD}a: &a [*a]"), "recursion limit"),
    ] {
        fails(&text, why);
    }
    let more = |of: &str| {
        let of = |at: u8| vec![of.replace("OTHER", &format!("*x{at}")); 9].join(", ");
        (1..10_u8).map(|at| format!("x{at}: &x{at} [{}]\n", of(at - 1))).collect::<String>()
    };
    fails(&format!("{HEAD}x0: &x0 {{a: b}}\n{}", more("OTHER")), "repetition limit exceeded");
    fails(&format!("{HEAD}x0: &x0 {{a: b}}\n{}", more("{<<: OTHER}")), "repetition limit exceeded");
}

#[test]
fn what_grows_with_each_reference_does_not() {
    for (schema, length) in [
        ("{type: object, properties: {next: NEXT}}", 2_000),
        ("{oneOf: [{type: array, items: NEXT}, {type: object, additionalProperties: NEXT}]}", 60),
        ("{type: object, properties: {a: NEXT, b: {type: array, items: NEXT}}}", 60),
    ] {
        let found = tried(&chain(length, schema)).expect("it is a description");
        assert_eq!((found.operations, found.left_out.len()), (1, 0), "{schema}: {:?}", found.left_out);
    }
    for schema in ["NEXT", "{allOf: [NEXT, NEXT]}", "{type: array, items: NEXT}", "{not: NEXT}"] {
        tried(&chain(400, schema)).expect("it is a description");
    }
    // Each has its own fields, and those of each of two others.
    let doubling = "{type: object, properties: {a: {type: string}}, oneOf: [NEXT, {allOf: [NEXT, {properties: {b: {type: string}}}]}]}";
    let left_out = tried(&chain(40, doubling)).expect("it is a description").left_out;
    let reason = "too many alternatives of alternatives";
    assert!(left_out.iter().any(|it| it.reason == reason), "{left_out:?}");
    let inherited = tried(&chain(2_000, "{allOf: [NEXT, {properties: {a: {type: string}}}]}"));
    let left_out = inherited.expect("it is a description").left_out;
    assert!(left_out.iter().any(|it| it.reason == "allOf of too many schemas"), "{left_out:?}");
}

#[test]
fn references_in_a_circle_end() {
    let schemas = [
        "A: {$ref: '#/components/schemas/A'}",
        "A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}",
        "A: {allOf: [{$ref: '#/components/schemas/A'}, {type: object, properties: {b: {type: string}}}]}",
        "A: {allOf: [{$ref: '#/components/schemas/B'}]}, B: {allOf: [{$ref: '#/components/schemas/A'}]}",
        "A: {oneOf: [{$ref: '#/components/schemas/A'}, {type: string}]}",
        "A: {type: array, items: {$ref: '#/components/schemas/A'}}",
        "A: {type: object, additionalProperties: {$ref: '#/components/schemas/A'}}",
        "A: {$ref: '#/components/schemas/A/properties/b', properties: {b: {$ref: '#/components/schemas/A'}}}",
        "A: {not: {$ref: '#/components/schemas/A'}, anyOf: [{$ref: '#/components/schemas/A'}]}",
        "A: {discriminator: {propertyName: k}, allOf: [{$ref: '#/components/schemas/A'}], properties: {k: {type: string}}}",
    ];
    for schema in schemas {
        let more = format!("components: {{schemas: {{{schema}}}}}\n");
        tried(&returning("{$ref: '#/components/schemas/A'}", &more)).expect("it is a description");
    }
    for part in [
        "parameters: {P: {$ref: '#/components/parameters/P'}}",
        "responses: {P: {$ref: '#/components/responses/P'}}",
        "requestBodies: {P: {$ref: '#/components/requestBodies/P'}}",
        "headers: {P: {$ref: '#/components/headers/P'}}",
    ] {
        let text = format!(
            "{HEAD}paths: {{/a: {{$ref: '#/paths/~1a'}}, /b: {{post: {{parameters: [{{$ref: '#/components/parameters/P'}}], \
             requestBody: {{$ref: '#/components/requestBodies/P'}}, responses: {{'200': {{$ref: '#/components/responses/P'}}, \
             '201': {{description: D, headers: {{H: {{$ref: '#/components/headers/P'}}}}}}}}}}}}}}\ncomponents: {{{part}}}\n"
        );
        assert_eq!(tried(&text).expect("it is a description").operations, 1, "{part}");
    }
}

#[test]
fn files_in_a_circle_end_and_none_outside_is_read() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    fs::create_dir_all(folder.join("api")).expect("a folder");
    fs::write(folder.join("secret.yaml"), "a: {type: string}").expect("a file");
    for (name, other) in [("a", "b"), ("b", "a")] {
        let text = format!(
            "a: {{$ref: '{other}.yaml#/a'}}\nlist: {{type: array, items: {{$ref: '{other}.yaml#/list'}}}}"
        );
        fs::write(folder.join(format!("api/{name}.yaml")), text).expect("a file");
    }
    #[cfg(unix)]
    let _ = std::os::unix::fs::symlink("../secret.yaml", folder.join("api/link.yaml"));
    let absolute = folder.join("secret.yaml").display().to_string();
    for (to, why) in [
        ("a.yaml#/a", ""),
        ("a.yaml#/list", ""),
        ("../secret.yaml#/a", "leads out of the folder"),
        ("%2e%2e/secret.yaml#/a", "leads out of the folder"),
        ("x/../../secret.yaml#/a", "leads out of the folder"),
        (&absolute, "leads out of the folder"),
        ("../../../../../../etc/passwd", "leads out of the folder"),
        ("file:///etc/passwd", "nothing is loaded from a network"),
        ("http://127.0.0.1:1/x.yaml", "nothing is loaded from a network"),
        ("//127.0.0.1/x.yaml", "leads out of the folder"),
        ("/dev/zero", "leads out of the folder"),
        #[cfg(unix)]
        ("link.yaml#/a", "is a link that leads out of the folder"),
        (".", "not a file"),
        ("none.yaml", "cannot be read"),
    ] {
        let text = returning(&format!("{{$ref: '{to}'}}"), "");
        let found = import(&text, "lamps", "a.yaml", Some(&folder.join("api"))).expect("a description");
        let is_said = found.left_out.iter().any(|it| it.detail.contains(why));
        assert!(why.is_empty() || is_said, "{to}: {:?}", found.left_out);
    }
}

#[test]
fn a_key_that_is_there_twice_is_refused() {
    let operations = "/a: {get: {operationId: a}}";
    fails(
        &format!("{HEAD}paths: {{{operations}, {operations}}}"),
        "the key `/a` is there twice: remove one at line 3",
    );
    let json = r#"{"openapi": "3.0.0", "paths": {}, "paths": {}}"#;
    fails(json, "the key `paths` is there twice: remove one at line 1 column 41");
}

#[test]
fn numbers_without_end_are_no_limits() {
    let digits = "9".repeat(100_000);
    for limits in
        [format!("maximum: {digits}"), "minimum: -1e400".to_owned(), format!("maxLength: 0.{digits}")]
    {
        let found = tried(&returning(
            &format!("{{type: object, properties: {{a: {{type: integer, {limits}}}}}}}"),
            "",
        ));
        assert_eq!(found.expect("it is a description").operations, 1, "{}", &limits[..20]);
    }
}

/// Names and texts that would be paths, keywords, code or markup where they end up.
const WORDS: &[&str] = &[
    "../../up",
    "/etc/x",
    "..",
    "",
    "type",
    "self",
    "Self",
    "fn",
    "r#x",
    "_",
    "__proto__",
    "a b",
    "a\nb",
    "é",
    "9",
    "*/ mod x {} /*",
    "\"#\"##",
    "<script>alert(1)</script>",
    "-->",
    "```\n# text\n```",
    "#![deny(warnings)]",
    "{{x}}",
    "\u{202e}x",
    "\0\u{1b}[31m",
    "</code></pre><img src=x>",
    "$(id) `id`",
    "\r\n\r\nX: y",
    "| a |",
    "CON",
];

/// A description that has them in every place.
fn full_of_words() -> Value {
    let text = WORDS.join(" ");
    let string = |word: &str| json!({"type": "string", "description": word, "enum": [word, "x"], "default": word, "pattern": word});
    let object = json!({"type": "object", "description": text,
        "properties": WORDS.iter().map(|it| ((*it).to_owned(), string(it))).collect::<serde_json::Map<_, _>>()});
    let keyed = |value: &dyn Fn(&str) -> Value| -> Value {
        WORDS.iter().map(|it| ((*it).to_owned(), value(it))).collect::<serde_json::Map<_, _>>().into()
    };
    let operation = |word: &str, at: usize| {
        let schema = format!("#/components/schemas/{}", word.replace('~', "~0").replace('/', "~1"));
        let places = ["query", "header", "cookie"];
        let mut parameters: Vec<Value> = places
            .iter()
            .map(|place| json!({"name": word, "in": place, "description": text, "schema": string(word)}))
            .collect();
        parameters.push(json!({"name": "type", "in": "path", "required": true, "schema": string(word)}));
        let one = |kind: &str| {
            json!({"operationId": format!("{word}{kind}"), "tags": [word], "summary": word, "description": text,
                "parameters": parameters, "security": [{word: [word]}],
                "responses": {"200": {"description": text, "headers": {word: {"description": word, "schema": {"type": "string"}}},
                    "content": {"application/json": {"schema": {"$ref": schema}}}}, "4XX": {"description": word}}})
        };
        let mut post = one("2");
        post["requestBody"] = json!({"description": text, "content": {"application/x-www-form-urlencoded": {"schema": object}}});
        (format!("/{at}/{{type}}"), json!({"get": one(""), "post": post}))
    };
    let paths: serde_json::Map<String, Value> =
        WORDS.iter().enumerate().map(|(at, it)| operation(it, at)).collect();
    json!({
        "openapi": "3.0.0",
        "info": {"title": text, "version": text, "description": text},
        "servers": [{"url": format!("https://{{../x}}/{text}"), "variables": {"../x": {"default": text}}}],
        "tags": WORDS.iter().map(|it| json!({"name": it, "description": text})).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "schemas": keyed(&|_| object.clone()),
            "securitySchemes": keyed(&|it| json!({"type": "apiKey", "in": "header", "name": it, "description": text})),
        },
    })
}

#[test]
fn words_are_neither_paths_nor_code() {
    let found = tried(&full_of_words().to_string()).expect("it is a description");
    assert_eq!(found.total, 2 * WORDS.len());
    assert!(found.operations > WORDS.len(), "{}", found.operations);
    for (path, text) in &found.files {
        assert!(
            path.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c)) && !path.contains(".."),
            "{path}"
        );
        assert_eq!(&generator_fmt::format(path, text).expect("it can be formatted"), text, "{path}");
    }
    let apis = [found.api.expect("an API")];
    let (outputs, _) = generator_codegen::emit(&apis, "", &Selection::default());
    for file in outputs.iter().flat_map(|it| &it.parts).flat_map(|part| part.files()) {
        assert!(!file.path.contains(".."), "{}", file.path);
    }
}
