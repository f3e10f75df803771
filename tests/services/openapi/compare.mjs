// Compares two OpenAPI 3 descriptions of one API: what was imported, and what `codegen` wrote of the spec.
//   node compare.mjs openapi.json generated/openapi/lamps.json
// It prints each difference: its kind, the operation, the JSON pointer in the first file, and what each has.

import { readFileSync } from "node:fs";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function compare(source, written) {
  const differences = [];
  const ours = operationsOf(written);
  let operations = 0;
  for (const [key, theirs] of operationsOf(source)) {
    operations++;
    const found = new Comparison(theirs.name, differences);
    const same = ours.get(key);
    if (!same) found.add("operation", theirs.at, "is missing");
    else found.operation(theirs, same);
  }
  for (const [key, it] of ours) {
    if (!operationsOf(source).has(key)) differences.push({ operation: it.name, kind: "operation", at: "", says: "is not in the source" });
  }
  return { operations, differences };
}

/** A value with its document and its place there. */
class At {
  constructor(document, value, pointer) {
    let seen = 0;
    while (value && typeof value.$ref === "string" && seen++ < 50) {
      pointer = value.$ref;
      value = follow(document, pointer);
    }
    Object.assign(this, { document, value: value ?? {}, pointer });
  }
  get(key) {
    return new At(this.document, this.value?.[key], `${this.pointer}/${escaped(key)}`);
  }
  *entries() {
    if (this.value && typeof this.value === "object") for (const key of Object.keys(this.value)) yield [key, this.get(key)];
  }
  has(key) {
    return this.value?.[key] !== undefined;
  }
}

const escaped = key => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

function follow(document, reference) {
  let value = document;
  for (const part of reference.replace(/^#\/?/, "").split("/").filter(it => it !== "")) {
    value = value?.[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return value;
}

const cache = new WeakMap();

/** All operations by method and path, whose parameters have numbers for names. */
function operationsOf(document) {
  if (cache.has(document)) return cache.get(document);
  const operations = new Map();
  for (const [path, item] of new At(document, document.paths, "#/paths").entries()) {
    for (const method of METHODS.filter(it => item.has(it))) {
      const operation = item.get(method);
      const name = `${method.toUpperCase()} ${path}`;
      const shared = [...item.get("parameters").entries()].map(([, it]) => it);
      const own = [...operation.get("parameters").entries()].map(([, it]) => it);
      const parameters = new Map([...shared, ...own].filter(isSent).map(it => [keyOf(it.value), it]));
      operations.set(`${method} ${anonymous(path)}`, { name, path, at: operation.pointer, operation, parameters });
    }
  }
  cache.set(document, operations);
  return operations;
}

const anonymous = path => path.replace(/\{\+?[^}]*\}/g, "{}").replace(/(.)\/$/, "$1");
/** OpenAPI says that these headers are no parameters. */
const isSent = it => !(it.value.in === "header" && /^(accept|content-type|authorization)$/i.test(it.value.name));
const keyOf = it => `${it.in} ${it.in === "header" ? String(it.name).toLowerCase() : it.name}`;

class Comparison {
  constructor(operation, differences) {
    Object.assign(this, { operationName: operation, differences, seen: new Set() });
  }

  add(kind, at, says) {
    this.differences.push({ operation: this.operationName, kind, at, says });
  }

  same(kind, at, theirs, ours) {
    if (JSON.stringify(theirs) !== JSON.stringify(ours)) this.add(kind, at, `${JSON.stringify(theirs)}, written ${JSON.stringify(ours)}`);
  }

  operation(theirs, ours) {
    this.keys("parameter", theirs.at, theirs.parameters, ours.parameters, (a, b) => this.parameter(a, b));
    this.body(theirs.operation.get("requestBody"), ours.operation.get("requestBody"));
    const responses = it => new Map([...it.operation.get("responses").entries()].filter(([status]) => !status.startsWith("x-")).map(([status, value]) => [status.toUpperCase(), value]));
    this.keys("response", `${theirs.at}/responses`, responses(theirs), responses(ours), (a, b) => this.response(a, b));
    this.same("deprecated", theirs.at, Boolean(theirs.operation.value.deprecated), Boolean(ours.operation.value.deprecated));
    this.same("security", theirs.at, security(theirs.operation), security(ours.operation));
  }

  /** Compares the values of two maps, and which keys they have. */
  keys(kind, at, theirs, ours, values) {
    for (const [key, value] of theirs) {
      if (ours.has(key)) values(value, ours.get(key));
      else this.add(kind, value.pointer, `${key} is missing`);
    }
    for (const key of ours.keys()) if (!theirs.has(key)) this.add(kind, at, `${key} is not in the source`);
  }

  parameter(theirs, ours) {
    const at = theirs.pointer;
    this.same("required", at, Boolean(theirs.value.required), Boolean(ours.value.required));
    this.same("style", at, style(theirs), style(ours));
    this.same("deprecated", at, Boolean(theirs.value.deprecated), Boolean(ours.value.deprecated));
    this.schema(schemaOf(theirs), schemaOf(ours));
  }

  body(theirs, ours) {
    const content = it => contents(it);
    if (content(theirs).size === 0 && content(ours).size === 0) return;
    this.same("body required", theirs.pointer, Boolean(theirs.value.required), Boolean(ours.value.required));
    this.keys("body content", theirs.pointer, content(theirs), content(ours), (a, b) => this.schema(a.get("schema"), b.get("schema")));
  }

  response(theirs, ours) {
    this.keys("response content", theirs.pointer, contents(theirs), contents(ours), (a, b) => this.schema(a.get("schema"), b.get("schema")));
    const headers = it => new Map([...it.get("headers").entries()].filter(([name]) => !/^content-type$/i.test(name)).map(([name, value]) => [name.toLowerCase(), value]));
    this.keys("header", theirs.pointer, headers(theirs), headers(ours), (a, b) => this.schema(schemaOf(a), schemaOf(b)));
  }

  schema(theirs, ours) {
    const pair = `${theirs.pointer} ${ours.pointer}`;
    if (this.seen.has(pair)) return;
    this.seen.add(pair);
    const [a, b] = [view(theirs), view(ours)];
    const at = theirs.pointer;
    this.same("type", at, a.types, b.types);
    this.same("null", at, a.nullable, b.nullable);
    this.same("enum", at, a.values, b.values);
    this.same("other values", at, Boolean(a.isOpen), Boolean(b.isOpen));
    this.same("required", at, [...a.required].sort(), [...b.required].sort());
    this.keys("field", at, a.fields, b.fields, (x, y) => this.schema(x, y));
    this.same("additional", at, Boolean(a.additional) && typeof a.additional, Boolean(b.additional) && typeof b.additional);
    if (a.additional instanceof At && b.additional instanceof At) this.schema(a.additional, b.additional);
    if (a.items && b.items) this.schema(a.items, b.items);
    this.same("items", at, Boolean(a.items), Boolean(b.items));
    this.same("union", at, a.members.length, b.members.length);
    if (a.members.length === b.members.length) a.members.forEach((member, index) => this.schema(member, b.members[index]));
  }
}

function contents(it) {
  return new Map([...it.get("content").entries()].map(([type, value]) => [type.toLowerCase().replace(/\s*;\s*/g, ";").replace(/;charset=utf-8$/, ""), value]));
}

function schemaOf(parameter) {
  if (!parameter.has("content")) return parameter.get("schema");
  const [[, content]] = [...parameter.get("content").entries(), [null, parameter.get("schema")]];
  return content.get("schema");
}

/** Only what a list or an object makes of it. */
function style(parameter) {
  const { types, fields } = view(schemaOf(parameter));
  if (parameter.has("content")) return Object.keys(parameter.value.content)[0];
  if (!types.includes("array") && !types.includes("object") && fields.size === 0) return "";
  const usual = parameter.value.in === "query" || parameter.value.in === "cookie" ? "form" : "simple";
  const style = parameter.value.style ?? usual;
  return `${style} ${parameter.value.explode ?? style === "form"}`;
}

/** The alternatives; each is what is sent. A token of OAuth or OpenID Connect is a bearer. */
function security(operation) {
  const { document } = operation;
  const alternatives = operation.value.security ?? document.security ?? [];
  const schemes = new At(document, document.components?.securitySchemes, "#/components/securitySchemes");
  const sent = name => {
    const { type, in: place, name: sentAs, scheme } = schemes.get(name).value;
    if (type === "apiKey") return `${place} ${place === "header" ? String(sentAs).toLowerCase() : sentAs}`;
    return type === "http" ? String(scheme).toLowerCase() : type === undefined ? `unknown ${name}` : "bearer";
  };
  const all = alternatives.map(it => [...new Set(Object.keys(it).map(sent))].sort().join(" and "));
  return [...new Set(all.length === 0 ? [""] : all)].sort();
}

/** What a schema says at its own level, with `allOf` merged and null taken out. */
function view(at, depth = 0) {
  const { value } = at;
  const it = { types: typesOf(value), nullable: value.nullable === true, values: null, required: new Set(), fields: new Map(), additional: true, items: null, members: [] };
  if (value === true || value === false || depth > 30) return it;
  if (it.types.includes("null")) {
    it.types = it.types.filter(type => type !== "null");
    it.nullable = true;
  }
  const listed = value.const === undefined ? value.enum : [value.const];
  if (Array.isArray(listed)) {
    if (listed.includes(null)) it.nullable = true;
    it.values = listed.filter(listedValue => listedValue !== null).map(String).sort();
  }
  for (const name of Array.isArray(value.required) ? value.required : []) it.required.add(name);
  for (const [name, field] of at.get("properties").entries()) it.fields.set(name, field);
  if (value.additionalProperties === false) it.additional = false;
  else if (value.additionalProperties && typeof value.additionalProperties === "object" && Object.keys(value.additionalProperties).length > 0) it.additional = at.get("additionalProperties");
  if (value.items !== undefined) it.items = at.get("items");
  for (const [, part] of at.get("allOf").entries()) merge(it, view(part, depth + 1));
  for (const key of ["oneOf", "anyOf"]) if (Array.isArray(value[key])) alternatives(it, [...at.get(key).entries()].map(([, member]) => member), depth);
  if (it.types.length === 0) it.types = it.fields.size > 0 || it.additional instanceof At ? ["object"] : it.items ? ["array"] : it.values ? listedTypes(listed ?? it.values) : [];
  if (it.types.includes("array") && !it.items) it.items = new At(at.document, {}, `${at.pointer}/items`);
  it.types.sort();
  return it;
}

function typesOf({ type }) {
  return type === undefined ? [] : [type].flat();
}

const listedTypes = listed => [...new Set(listed.filter(it => it !== null).map(it => (typeof it === "number" ? (Number.isInteger(it) ? "integer" : "number") : typeof it)))];

function merge(it, part) {
  if (it.types.length === 0) it.types = part.types;
  it.nullable ||= part.nullable;
  it.values ??= part.values;
  for (const name of part.required) it.required.add(name);
  for (const [name, field] of part.fields) if (!it.fields.has(name)) it.fields.set(name, field);
  if (it.additional === true) it.additional = part.additional;
  it.items ??= part.items;
  it.members.push(...part.members);
}

function alternatives(it, members, depth) {
  const isNull = member => member.value.type === "null" || (Array.isArray(member.value.enum) && member.value.enum.every(value => value === null));
  const others = members.filter(member => !isNull(member));
  if (others.length < members.length) it.nullable = true;
  // Listed values of which others are possible.
  const isOpen = others.length === 2 && Array.isArray(others[0].value.enum) && Object.keys(others[1].value).join() === "type";
  if (isOpen) it.isOpen = true;
  if (others.length === 1 || isOpen) merge(it, view(others[0], depth + 1));
  else it.members.push(...others);
}

const [source, written] = process.argv.slice(2).map(path => JSON.parse(readFileSync(path, "utf8")));
const { operations, differences } = compare(source, written);
for (const { kind, operation, at, says } of differences) console.log(`${kind}: ${operation}: ${at}: ${says}`);
console.log(`${operations} operations, ${differences.length} differences in ${new Set(differences.map(it => it.operation)).size} of them`);
