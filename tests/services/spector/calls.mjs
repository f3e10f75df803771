// Writes the package `calls`: the table of all operations of the generated crates.
//   node calls.mjs GENERATED OUTPUT
import { mkdirSync, readdirSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";

const [, , generated, output] = process.argv;
const apis = readdirSync(generated).filter(name => existsSync(join(generated, name, "src/api.rs")));
const modules = apis.map(api => {
  const read = path => readFileSync(join(generated, api, path), "utf8");
  const code = read("src/operations/calls.rs");
  const paged = new Set([...code.matchAll(/impl rt::Paged for (\S+) \{/g)].map(found => found[1]));
  const operations = [...code.matchAll(/impl rt::Operation for (\S+) \{/g)].map(([, name]) => `        ${paged.has(name) ? "paged" : "row"}::<${crate(api)}::${name}>(sign),\n`);
  const auth = existsSync(join(generated, api, "src/auth.rs")) ? read("src/auth.rs") : "";
  const credentials = [...auth.matchAll(/impl rt::Credential for (\w+)Auth \{/g)].map(([, name]) => {
    const bearer = name === "Token" ? ".in_bearer_header()" : "";
    return `        "${name.toLowerCase()}" => builder.credential(<${crate(api)}::${name}Auth as Decode>::decode(form)${bearer}),\n`;
  });
  const marker = /impl rt::Api for (\w+)/.exec(read("src/api.rs"))[1];
  const sign = credentials.length > 0 ? `|builder, block, form| match block {\n${credentials.join("")}        _ => builder,\n    }` : "|builder, _, _| builder";
  return `fn ${module(api)}() -> Vec<Row> {\n    let sign: Sign<${crate(api)}::${marker}> = ${sign};\n    vec![\n${operations.join("")}    ]\n}\n`;
});


mkdirSync(join(output, "src"), { recursive: true });
const dependencies = apis.map(api => `${api}-api = { path = "../generated/${api}", default-features = false, features = ["mock"] }\n`);
writeFileSync(join(output, "Cargo.toml"), `[package]\nname = "calls"\nversion = "0.1.0"\nedition = "2024"\npublish = false\n\n[dependencies]\napi-runtime = { path = "../generated/api-runtime", default-features = false, features = ["mock", "reqwest"] }\nspector-harness = { path = "../harness" }\n${dependencies.join("")}\n[lints.rust]\nwarnings = "deny"\n`);
writeFileSync(join(output, "src/main.rs"), `//! All operations.\n\nuse api_runtime::Decode;\nuse spector_harness::{Row, Sign, paged, row};\n\nfn main() -> Result<(), Box<dyn std::error::Error>> {\n    let rows = [\n${apis.map(api => `        ("${api}", ${module(api)}()),\n`).join("")}    ];\n    spector_harness::run(&rows.into())\n}\n\n${modules.join("\n")}`);

function module(api) { return api.replaceAll("-", "_"); }
function crate(api) { return `${module(api)}_api`; }
