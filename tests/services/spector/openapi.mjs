// Compares the OpenAPI files that codegen writes with the data that they come from: paths, places, styles, what
// is required, content types, statuses and fields. A difference that is right has a reason in REASONS.
//   node openapi.mjs scenarios.json PLAN FOLDER
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Differences that are right; `+` is only in the OpenAPI file, `-` only in the data. */
const REASONS = [
  [/^. path name (required|optional): Parameters_Path_optional/, "a path with an optional segment is two operations"],
  [/: Payload_ContentNegotiation_/, "operations that differ in what they accept are one, whose result is bytes"],
  [/^\+ header accept required: Payload_MediaType_/, "Spector's server checks the header"],
  [/^- 200( application\/json|\.value): Encode_Datetime_Property_/, "Spector's server sends no body"],
  [/^. 200 .*: Type_File_Body_downloadFile(Multiple|Default)/, "the type of bytes that have several is said by each result"],
  [/^. body (required|optional): Payload_MultiPart_FormData_optionalParts/, "a form whose parts may all be absent may be absent"],
  [/^. body\.(create|update|delete)Prop\??: Type_Model_Visibility_/, "creating, updating and deleting share one type"],
  [/^. 200\.nestedNext\??: Payload_Pageable_/, "Spector's last page lacks what is around the URL of the next one"],
];

const [, , ...paths] = process.argv;
const read = path => JSON.parse(readFileSync(path, "utf8"));
const [{ folders }, plan] = paths.slice(0, 2).map(read);
const found = [];
let operations = 0;
for (const [folder, data] of Object.entries(folders)) {
  const left = new Set(plan[folder].scenarios.filter(it => it.left_out).map(it => it.name));
  const scenarios = data.scenarios.filter(it => !left.has(it.name));
  if (scenarios.length === 0) continue;
  const document = read(join(paths[2], `${plan[folder].api}.json`));
  for (const { name, operations: all } of scenarios) for (const it of all) {
    operations++;
    const said = new Set(ofData(it, data));
    const written = new Set(ofDocument(document, it.method, path(it, data)));
    const differences = [...[...written].filter(line => !said.has(line)).map(line => `+ ${line}`), ...[...said].filter(line => !written.has(line)).map(line => `- ${line}`)];
    found.push(...differences.map(line => `${line}: ${name}`));
  }
}
const reason = line => REASONS.find(([pattern]) => pattern.test(line));
const wrong = found.filter(line => !reason(line));
const unused = REASONS.filter(it => !found.some(line => reason(line) === it)).map(([pattern]) => `no difference is ${pattern}`);
if (wrong.length + unused.length > 0) {
  console.error(`OpenAPI (+) and the data (-) differ:\n${[...wrong, ...unused].join("\n")}`);
  process.exit(1);
}
console.log(`OpenAPI: ${operations} operations say what the data say, but for ${found.length} differences with a reason`);

/** The path of an operation as OpenAPI writes it. */
function path(it, data) {
  const base = (data.servers[0]?.url ?? "").replace(/^http:\/\/localhost:3000|^\{endpoint\}/, "");
  const text = (base + it.uri).replace(/\?.*$|\{\?.*$/, "");
  const named = text.replace(/\{([+/.;]?)(\w+)\*?\}/g, (_, operator, name) => `${{ "/": "/", ".": ".", ";": `;${name}=` }[operator] ?? ""}{${name}}`);
  return named.replace(/(.)\/$/, "$1");
}

function* ofData(it, data) {
  const fixed = /\?(\w+)=/.exec(it.uri);
  if (fixed) yield `query ${fixed[1]} required`;
  for (const [, name] of (data.servers[0]?.url ?? "").matchAll(/\{(?!endpoint\})(\w+)\}/g)) yield `path ${name} required`;
  for (const p of it.parameters.filter(p => !(/^(content-type|accept)$/i.test(p.wire) && p.type.literal))) {
    const style = p.type.list || p.type.map ? ` ${styleOf(p)}` : "";
    yield `${p.in} ${p.in === "header" ? p.wire.toLowerCase() : p.wire} ${p.optional ? "optional" : "required"}${style}`;
  }
  const { body } = it;
  if (body && !["get", "head"].includes(it.method)) {
    yield `body ${body.optional ? "optional" : "required"}`;
    for (const content of body.contents) yield `body ${content}`;
    if (body.kind === "multipart") for (const p of body.parts) {
      yield `body.${p.name}${p.optional ? "?" : ""}`;
      if (p.multi) yield `body.${p.name} many`;
      if (!p.file && p.type !== "bytes") yield* fieldsOf(p.type, `body.${p.name}`, data.types, it => it.create || it.update);
    } else if (isJson(body)) yield* fieldsOf(body.type, "body", data.types, it => it.create || it.update);
  }
  for (const { statuses, contents } of it.responses) for (const status of statusesOf(statuses)) {
    yield status;
    for (const { headers, body } of contents) {
      for (const h of headers) yield `${status} header ${h.wire.toLowerCase()} ${h.optional ? "optional" : "required"}`;
      for (const content of body?.contents ?? []) yield `${status} ${content}`;
      if (isJson(body)) yield* fieldsOf(body.type, status, data.types, it => it.read);
    }
  }
}

function isJson(body) {
  return body?.kind === "single" && /json$/.test(body.contents[0]);
}

function statusesOf(it) {
  if (typeof it !== "object") return [it === "*" ? "default" : String(it)];
  const { start, end } = it;
  return start % 100 === 0 && end === start + 99 ? [`${start / 100}XX`] : Array.from({ length: end - start + 1 }, (_, index) => String(start + index));
}

function styleOf(p) {
  const styles = { spaceDelimited: "spaceDelimited", pipeDelimited: "pipeDelimited" };
  return styles[p.type.encode?.split(".").at(-1)] ?? (p.explode && p.in === "query" ? "exploded" : p.explode && p.type.map ? "pairs" : "commas");
}

/** The fields of a type, `?` if one may be absent, and what they are made of. */
function* fieldsOf(type, at, types, isSeen) {
  if (at.split(/[.[{]/).length > 4 || typeof type === "string") return;
  const go = (type, at) => fieldsOf(type, at, types, isSeen);
  if (type.type && types[type.type]) return yield* go(types[type.type], at);
  if (type.nullable && typeof type.nullable === "object") return yield* go(type.nullable, at);
  if (type.list && type.encode) return;
  if (type.list) yield* go(type.list, `${at}[]`);
  if (type.map) yield* go(type.map, `${at}{}`);
  const { tagged } = type;
  if (tagged) yield `${at}.${tagged.tag}`;
  if (tagged?.envelope === "object") yield (at = `${at}.${tagged.value}`);
  for (const it of type.union ?? []) yield* go(it.type, at);
  for (const it of type.derived ?? []) yield* own(types[it.type], at);
  yield* own(type, at);

  function* own(type, at) {
    if (type.additional) yield* go(type.additional, `${at}{}`);
    if (type.base) yield* type.base.map ? go(type.base, at) : own(types[type.base.type], at);
    for (const it of (type.fields ?? []).filter(it => !it.place && it.type !== "never" && isSeen(it))) {
      yield `${at}.${it.wire}${it.optional ? "?" : ""}`;
      yield* go(it.type, `${at}.${it.wire}`);
    }
  }
}

function* ofDocument(document, method, path) {
  const it = document.paths[path]?.[method];
  if (!it) return yield `no ${method} ${path}; there are ${Object.keys(document.paths)}`;
  const resolved = value => value.$ref ? value.$ref.split("/").slice(1).reduce((at, name) => at[name], document) : value;
  for (const p of (it.parameters ?? []).map(resolved)) {
    const { type, properties, additionalProperties } = resolved(p.schema);
    const isMap = type === "object" && additionalProperties && !properties;
    const style = { form: p.explode === false ? "commas" : "exploded", simple: p.explode && isMap ? "pairs" : "commas" }[p.style ?? (p.in === "query" ? "form" : "simple")] ?? p.style;
    yield `${p.in} ${p.in === "header" ? p.name.toLowerCase() : p.name} ${p.required ? "required" : "optional"}${type === "array" || isMap ? ` ${style}` : ""}`;
  }
  if (it.requestBody) {
    yield `body ${it.requestBody.required ? "required" : "optional"}`;
    for (const [content, { schema }] of Object.entries(it.requestBody.content)) {
      yield `body ${content}`;
      if (content === "multipart/form-data") for (const [name, part] of Object.entries(schema.properties)) if (part.type === "array" && part.items.format === "binary") yield `body.${name} many`;
      if (/json$|form-data/.test(content)) yield* properties(schema, "body", it => !it.readOnly);
    }
  }
  for (const [status, given] of Object.entries(it.responses)) {
    if (given.$ref === "#/components/responses/Failure") continue;
    yield status;
    for (const [name, header] of Object.entries(given.headers ?? {})) yield `${status} header ${name.toLowerCase()} ${header.required ? "required" : "optional"}`;
    for (const [content, { schema }] of Object.entries(given.content ?? {})) {
      yield `${status} ${content}`;
      if (/json$/.test(content)) yield* properties(schema, status, it => !it.writeOnly);
    }
  }

  function* properties(schema, at, isSeen) {
    if (!schema || at.split(/[.[{]/).length > 4) return;
    if (schema.$ref) return yield* properties(resolved(schema), at, isSeen);
    for (const it of [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) yield* properties(it, at, isSeen);
    yield* properties(schema.items, `${at}[]`, isSeen);
    if (typeof schema.additionalProperties === "object") yield* properties(schema.additionalProperties, `${at}{}`, isSeen);
    for (const [name, it] of Object.entries(schema.properties ?? {}).filter(([, it]) => isSeen(it))) {
      yield `${at}.${name}${schema.required?.includes(name) ? "" : "?"}`;
      yield* properties(it, `${at}.${name}`, isSeen);
    }
  }
}
