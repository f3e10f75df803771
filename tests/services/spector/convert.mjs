// Turns the scenarios of Spector (dump.mjs) into specs of the language, a folder each, and into the plan of
// the calls: operation, values, expected request and response. What the language can't say is left out, with
// a reason that RESULTS.md lists.
//   node convert.mjs scenarios.json OUTPUT
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Types, LeftOut, delimited, identifier } from "./types.mjs";
import { completed, planned } from "./plan.mjs";

function convert(folder, data) {
  const api = folder.replace(/([a-z])([A-Z])/g, "$1-$2").replaceAll("/", "-").toLowerCase();
  const types = new Types(data.types);
  const credentials = {};
  const operations = [];
  const scenarios = data.scenarios.map(({ name, pass, operations: all, calls: raw }) => {
    try {
      const calls = raw.map(call => completed(call, all, data));
      const own = merged(all.flatMap(variants).map(it => operation({ ...it, accept: accepted(calls), answers: calls.map(call => call.response) }, data, types, credentials)));
      operations.push(...own);
      return { name, pass, own, calls };
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      return { name, left_out: error.message };
    }
  }).map(({ own, ...it }) => ({ ...it, ...(own ? { calls: planned(own, operations, it.calls, types.types) } : {}) }));
  if (operations.length > 0) write(api, folder, operations, types, credentials);
  return { api, scenarios };
}

/** An operation with an optional segment of the path is two. */
function variants(it) {
  const optional = it.parameters.find(p => p.in === "path" && p.optional);
  if (!optional) return [it];
  const without = { ...it, name: `${it.name}Without`, uri: it.uri.replace(`{/${optional.name}}`, ""), parameters: it.parameters.filter(p => p !== optional) };
  return [{ ...it, parameters: it.parameters.map(p => ({ ...p, optional: false })) }, without];
}

/** Operations that differ only in what they accept are one, with a parameter for it. */
function merged(operations) {
  const [first, ...rest] = operations;
  if (rest.length === 0 || rest.some(it => it.path !== first.path)) return operations;
  const accept = { type: "string", in: "header", sent_as: "Accept" };
  return [{ ...first, parameters: { ...first.parameters, accept }, returns: { 200: { bytes: "any" } } }];
}

/** The name of an operation, with as much of its interface as makes it unique. */
function unique(it, all) {
  const owner = it.owner.split(".");
  const name = (it, count) => [...it.owner.split(".").slice(-count || Infinity), it.name].join("-");
  const isUnique = count => all.filter(other => name(other, count) === name(it, count)).length === 1;
  return name(it, owner.findIndex((_, count) => isUnique(count)));
}

/** What the calls accept, if they say so and the operation doesn't. */
const accepted = calls => calls.length === 1 ? calls[0].request.headers?.accept : undefined;

function operation(it, data, types, credentials) {
  const name = unique(it, data.scenarios.flatMap(s => s.operations));

  const path = template(it, data);
  const parameters = Object.fromEntries([...path.parameters, ...it.parameters.flatMap(p => parameter(p, types, it))]);
  if (it.accept && !it.parameters.some(p => /^accept$/i.test(p.wire))) parameters.accept = { type: "string", in: "header", sent_as: "Accept", value: it.accept };
  const body = request(it, types, parameters);
  const method = it.method.toUpperCase();
  const hasNoBody = ["GET", "DELETE", "HEAD"].includes(method) || body.body !== undefined;
  const encoding = hasNoBody ? {} : { encoding: body.encoding ?? "query" };
  for (const [name, field] of Object.entries(body.parameters ?? {})) parameters[name] = field;
  if (!hasNoBody && encoding.encoding !== "query") for (const p of Object.values(parameters)) if (p.place === "query") p.in = "query";
  for (const p of Object.values(parameters)) delete p.place;
  return {
    operation: name, ...(/^(send|output|from)$/i.test(name) ? { rust: `${identifier(name)}Call` } : {}), summary: `Calls ${it.owner}.${it.name}.`, path: `${method} ${path.text}`,
    ...auth(it.auth, credentials), ...encoding, parameters, ...(body.body ? { body: body.body } : {}),
    returns: results(it, types), ...pages(it, types),
  };
}

/** The path of an operation with that of its server, and the parameters that only the server has. */
function template(it, data) {
  const server = data.servers[0] ?? { url: "", parameters: [] };
  const parameters = [];
  const base = server.url.replace(/^http:\/\/localhost:3000|^\{endpoint\}/, "");
  for (const [, name] of base.matchAll(/\{(\w+)\}/g)) parameters.push([name, { type: "string" }]);
  const uri = (base + it.uri).replace(/\{\?.*\}$/, "").replace(/\?(\w+)=(\w+)(\{&.*\})?$/, (_, name, value) => {
    parameters.push([name, { type: "string", value, place: "query" }]);
    return "";
  });
  const text = uri.replace(/\{([+/.;]?)([^}*]+)(\*?)\}/g, (_, operator, name, explode) => {
    if (explode && operator) {
      const type = it.parameters.find(p => p.name === name).type;
      if (type.list || type.map) throw new LeftOut("RFC 6570: exploded paths");
    }
    return { "+": `{+${name}}`, "/": `/{${name}}`, ".": `.{${name}}`, ";": `;${name}={${name}}`, "": `{${name}}` }[operator];
  });
  return { text: text.replace(/(.)\/$/, "$1"), parameters };
}

function parameter(p, types, it) {
  if (/^(content-type|accept)$/i.test(p.wire) && p.type.literal !== undefined) return [];
  const made = types.field(p.type, { place: p.in, hint: `${identifier(it.name)}${identifier(p.name)}` });
  const list = p.type.list && { list: p.type.encode ? delimited(p.type.encode) : p.explode && p.in === "query" ? "repeated" : "comma" };
  return [[p.name, {
    ...made, type: made.type + (p.optional ? "?" : ""), ...list, ...(p.type.map ? { object: !p.explode ? "commas" : p.in === "query" ? "fields" : "pairs" } : {}),
    ...(p.in === "header" ? { in: "header" } : { place: p.in }), ...(p.wire !== p.name ? { sent_as: p.wire } : {}),
  }]];
}

function request({ body, method, name }, types, others) {
  if (!body || ["get", "head"].includes(method)) return {};
  const [content] = body.contents;
  const content_type = body.contents.length > 1 ? body.contents : content;
  if (content.includes("xml")) throw new LeftOut("XML");
  if (body.kind === "multipart") return { encoding: "multipart", parameters: Object.fromEntries(body.parts.map(p => [p.name, part(p, types)])) };
  const optional = body.optional ? { optional: true } : {};
  if (body.kind === "file" || content === "application/jsonl" || (body.type === "bytes" && !content.includes("json")))
    return { body: { bytes: "any", content_type, ...optional } };
  if (content === "text/plain") return { body: { text: "string", ...optional } };
  const isSpread = body.type.fields && !body.type.fields.some(f => f.name in others) && content === "application/json";
  if (isSpread) return { encoding: "json", parameters: types.parameters(body.type, identifier(name)) };
  if (content.includes("merge-patch") && body.type.type) types.patches.add(body.type.type);
  const json = types.notation(body.type, { place: "json", hint: `${identifier(name)}Body` });
  return { body: { json, ...(content === "application/json" ? {} : { content_type }), ...optional } };
}

function part(p, types) {
  const isFile = p.file || p.type === "bytes";
  const type = isFile ? "file" : types.notation(p.type, { place: "part", hint: identifier(p.name) });
  const json = p.contents[0] === "application/json" ? " (JSON)" : "";
  return { type: (p.multi ? `List<${type}>` : type) + json + (p.optional ? "?" : "") };
}

function results({ responses, name, method, answers }, types) {
  return Object.fromEntries(responses.map(({ statuses, contents: [{ headers, body }] }) => {
    const status = statuses === "*" ? "default" : typeof statuses === "number" ? statuses : `${statuses.start}-${statuses.end}`;
    const fields = headers.map(h => {
      const made = types.field(h.type, { place: "header", hint: identifier(h.wire) });
      return [h.wire, { ...made, type: made.type + (h.optional ? "?" : "") }];
    });
    const key = status === "400-499" ? "4xx" : status;
    // Where Spector's server sends no body, whatever TypeSpec says, there is none.
    const isSent = body && method !== "head" && answers.some(it => it.body || it.status !== status);
    const result = isSent ? content(body, types, `${identifier(name)}${status === 200 ? "" : identifier(String(status))}Result`) : {};
    if (fields.length === 0 && Object.keys(result).length === 0) return [key, "nothing"];
    return [key, { ...result, ...(fields.length > 0 ? { headers: Object.fromEntries(fields) } : {}) }];
  }));
}

function content(body, types, hint) {
  const [type] = body.contents;
  if (type.includes("xml")) throw new LeftOut("XML");
  if (body.kind === "file" || type === "application/jsonl" || (body.type === "bytes" && !type.includes("json")))
    return { bytes: "any", ...(type === "application/octet-stream" || body.contents.length > 1 || type === "*/*" ? {} : { content_type: type }) };
  if (type === "text/plain") return { text: "string" };
  return { json: types.notation(body.type, { place: "json", hint }) };
}

function pages({ paging }, types) {
  if (!paging?.items) return {};
  const items = paging.items.path.join(".");
  const [around, ...inner] = (paging.next_link ?? paging.continuation)?.path ?? [];
  if (inner.length > 0) types.allowAbsent(around);
  if (paging.next_link) return { pages: { next_url: paging.next_link.path.join("."), items } };
  if (!paging.continuation) return {};
  const next = paging.continuation.in === "header" ? { next_header: "next-token" } : { next: paging.continuation.path.join(".") };
  return { pages: { cursor: paging.continuation_in, ...next, items } };
}

function auth(options, credentials) {
  if (!options) return { auth: "none" };
  const names = options.flat().map(scheme => {
    if (scheme.kind === "noAuth") return "none";
    const secret = { type: "string", secret: true };
    if (scheme.kind === "oauth2") {
      credentials.token = { title: "Token", in: "header", bearer: "token", parameters: { token: secret }, schemes: { token: { takes: ["token"] } } };
      return "token";
    }
    const name = scheme.kind === "apiKey" ? scheme.name : "Authorization";
    credentials.key = { title: "Key", in: "header", prefix: "", parameters: { [name]: { ...secret, rust: "key" } }, schemes: { key: { takes: [name] } } };
    return "key";
  });
  if (!names.includes("none")) {
    const [first, ...alternatives] = names;
    if (alternatives.length > 0) credentials[first].alternatives = alternatives;
    return { auth: first };
  }
  return { gates: ["guests"] };
}

const GUESTS = { doc: "Without a credential, too.", auth: "token", auth_optional: true, asks: "anonymous", rust: "allows_guests" };

function write(api, folder, operations, types, credentials) {
  const directory = join(output, "spec", api);
  mkdirSync(join(directory, "operations"), { recursive: true });
  const file = (name, content) => writeFileSync(join(directory, name), yaml(content));
  file("api.yaml", {
    title: `Spector ${folder}`, base_url: "{base_url}", documents: { 1: `Spector, ${folder}` }, encoding: { kind: "json" },
    ...(Object.keys(credentials).length > 0 ? { auth: credentials } : {}), ...(operations.some(it => it.gates) ? { gates: { guests: GUESTS } } : {}),
  });
  const used = types.finish(operations.map(it => it.operation));
  if (Object.keys(used).length > 0) file("types.yaml", used);
  file("operations/1-calls.yaml", { document: 1, part: "A", title: "Calls", group: "calls", operations: [...new Map(operations.map(it => [it.operation, it])).values()] });
}

/** YAML in which whatever is small is JSON. */
function yaml(value, indent = "") {
  const isSmall = typeof value !== "object" || JSON.stringify(value).length < 90;
  if (isSmall && indent !== "") return ` ${JSON.stringify(value)}\n`;
  const lines = Array.isArray(value)
    ? value.map(item => `${indent}-${yaml(item, indent + "  ")}`)
    : Object.entries(value).map(([key, item]) => `${indent}${JSON.stringify(key)}:${yaml(item, indent + "  ")}`);
  return (indent === "" ? "" : "\n") + lines.join("");
}

const [, , input, output] = process.argv;
const { folders } = JSON.parse(readFileSync(input, "utf8"));
const plan = {};
for (const [folder, data] of Object.entries(folders)) plan[folder] = convert(folder, data);
writeFileSync(join(output, "plan.json"), JSON.stringify(plan, null, 1) + "\n");
