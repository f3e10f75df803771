// What the harness does: each call by the operation and its values, with the exact requests and responses.
import { changes } from "./changes.mjs";

/** The calls of a scenario. `own` are its operations, `all` those of the folder; a call of neither is a further page. */
export function planned(own, all, calls, types) {
  const plan = [];
  for (const call of calls) {
    const [found] = [...own, ...all].map(it => ({ it, path: match(it, call) })).filter(found => found.path);
    const last = plan.at(-1);
    if (last?.pages && (!found || found.it.operation === last.operation)) {
      last.requests.push({ ...request(call), elsewhere: !found });
      last.responses.push(response(call, last));
    } else if (!found) throw new Error(`no operation of ${call.method} ${call.uri}`);
    else plan.push({ ...values(found.it, found.path, call), requests: [request(call)], responses: [response(call, found.it)], changed: changes(found.it, call, types, request) });
  }
  return plan;
}

/** A call with what the data don't have, but its types need. */
export function completed(call, [it], data) {
  const { request } = call;
  const { body } = it;
  const query = { ...request.query };
  const needed = it.parameters.filter(p => p.in === "query" && !p.optional && p.explode === false && p.type === "string" && !(p.wire in query));
  for (const p of needed) query[p.wire] = "sample";
  const completed = { ...call, request: { ...request, ...(needed.length > 0 ? { query } : {}) } };
  const files = body?.kind === "multipart" && !request.body ? body.parts.filter(p => p.file) : [];
  if (files.length > 0) {
    const image = data.scenarios.flatMap(s => s.calls).flatMap(c => c.request.body?.files ?? []).find(it => it.file === "image.png");
    const all = files.flatMap(p => (p.multi ? [p, p] : [p]).map(({ name, contents }) => ({ ...image, name, content: contents[0] })));
    completed.request.body = { content: "multipart/form-data", files: all };
  }
  const isJson = body?.contents?.[0] === "application/json" && body.kind === "single";
  if (isJson && !body.optional && !request.body && !["get", "head"].includes(it.method)) completed.request.body = { content: "application/json", text: "{}" };
  // A text is in the data as JSON.
  if (body?.contents?.[0] === "text/plain" && request.body?.text) completed.request.body = { content: "text/plain", text: JSON.parse(request.body.text) };
  return completed;
}

function values(it, path, call) {
  const fields = [];
  const files = [];
  const add = (name, text) => fields.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  for (const [name, p] of Object.entries(it.parameters)) {
    const value = Object.hasOwn(path, name) ? path[name] : sent(name, p, call, it);
    const isJson = it.encoding === "json" && !["header", "query"].includes(p.in) && !Object.hasOwn(path, name);
    if (value?.files) files.push(...value.files.map(file => ({ ...file, name })));
    else for (const text of value?.texts ?? []) add(name, isJson ? JSON.stringify(value.json) : text);
  }
  const { body } = call.request;
  if (body && it.body?.bytes) files.push({ name: "body", file: "", content: body.content, base64: base64(body) });
  else if (body && it.body) add("body", body.text);
  return { operation: it.operation, pages: it.pages !== undefined, items: it.pages?.items ?? "", form: fields.join("&"), files, auth: credential(it, call) };
}

/** The block of the credential that a call has, and its value. */
function credential({ auth }, call) {
  const { authorization, ...others } = call.request.headers ?? {};
  if (auth === "none") return null;
  // Any credential does where the data have none.
  if (Object.keys(call.request.headers ?? {}).length === 0 && auth === "token") return ["token", "token=any"];
  if (authorization?.startsWith("Bearer ")) return ["token", `token=${encodeURIComponent(authorization.slice(7))}`];
  const [name, value] = authorization ? ["Authorization", authorization] : Object.entries(others)[0] ?? [];
  return name === undefined ? null : ["key", `${name}=${encodeURIComponent(value)}`];
}

/** The values of the path's parameters, if this is a path of the operation. */
function match(it, call) {
  const [method, template] = it.path.split(" ");
  if (method !== call.method.toUpperCase()) return undefined;
  const names = [];
  const pattern = template.split(/(\{\+?\w+\})/).map(part => {
    const variable = /^\{(\+?)(\w+)\}$/.exec(part);
    if (!variable) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(variable[2]);
    return variable[1] ? "(.+)" : "([^/]+)";
  }).join("");
  const found = new RegExp(`^${pattern}$`).exec(unescaped(call.uri));
  return found && Object.fromEntries(names.map((name, index) => {
    const text = decodeURIComponent(found[index + 1]);
    const { list, object } = it.parameters[name] ?? {};
    return [name, { texts: object ? [joined(text, it.parameters[name])] : list ? text.split(",") : [text] }];
  }));
}

/** The JSON of an object that is one text: its names and values, or its pairs. */
function joined(text, { type, object }) {
  const items = text.split(",");
  const pairs = object === "pairs" ? items.map(it => it.split("=")) : items.flatMap((it, index) => index % 2 ? [] : [[it, items[index + 1]]]);
  return JSON.stringify(Object.fromEntries(pairs.map(([name, value]) => [name, type.includes("string>") ? value : JSON.parse(value)])));
}

const SEPARATORS = { comma: ",", space: " ", pipe: "|" };
/** Spector escapes a colon for its router. */
const unescaped = uri => uri.replaceAll("\\:", ":");

/** The value of a parameter in the query, a header or the body. A constant is sent by itself. */
function sent(name, p, call, it) {
  if (p.value !== undefined) return undefined;
  const wire = p.sent_as ?? name;
  const { query, headers, body } = call.request;
  const texts = value => ({ texts: (p.list && typeof value === "string" ? value.split(SEPARATORS[p.list] ?? "\0") : [value].flat()).map(String) });
  const header = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === wire.toLowerCase());
  if (header && p.in === "header") return texts(header[1]);
  if (p.object && p.object !== "fields") return query && Object.hasOwn(query, wire) ? { texts: [joined(query[wire], p)] } : undefined;
  if (p.object) {
    const others = Object.entries(it.parameters).filter(([, other]) => other !== p).map(([name, other]) => other.sent_as ?? name);
    const value = text => p.type.includes("string>") ? text : JSON.parse(text);
    const own = Object.entries(query ?? {}).filter(([name]) => !others.includes(name)).map(([name, text]) => [name, value(text)]);
    return { texts: [JSON.stringify(Object.fromEntries(own))] };
  }
  if (query && Object.hasOwn(query, wire)) return texts(query[wire]);
  const part = body?.parts?.[name];
  if (part !== undefined) return { texts: [typeof part === "object" ? JSON.stringify(part) : String(part)] };
  const files = body?.files?.filter(it => it.name === name);
  if (files?.length > 0) return { files };
  const field = body?.text !== undefined ? JSON.parse(body.text)?.[wire] : undefined;
  return field === undefined ? undefined : { json: field, texts: [""] };
}

const base64 = body => body.base64 ?? Buffer.from(body.text).toString("base64");

/** The request as it is sent. */
export function request(call) {
  const { query, headers = {}, body } = call.request;
  // The data have values decoded; a comma in them is between the items of a list, which isn't encoded.
  const encoded = text => encodeURIComponent(text).replaceAll("%2C", ",");
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) => [value].flat().map(it => `${encodeURIComponent(name)}=${encoded(it)}`));
  const target = unescaped(call.uri) + (pairs.length > 0 ? `?${pairs.join("&")}` : "");
  const own = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type").map(([name, value]) => [name, String(value)]);
  const content = body?.parts || body?.files ? multipart(body) : body && { type: body.content, base64: base64(body) };
  if (content) own.push(["content-type", content.type]);
  return { method: call.method.toUpperCase(), target, headers: own, base64: content?.base64 ?? "" };
}

function multipart({ parts = {}, files = [] }) {
  const boundary = "spector-boundary";
  const part = (head, content) => Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), content, Buffer.from("\r\n")]);
  const texts = Object.entries(parts).map(([name, value]) => {
    const isJson = typeof value === "object";
    const head = `Content-Disposition: form-data; name="${name}"` + (isJson ? "\r\nContent-Type: application/json" : "");
    return part(head, Buffer.from(isJson ? JSON.stringify(value) : String(value)));
  });
  const uploads = files.map(it => part(`Content-Disposition: form-data; name="${it.name}"; filename="${it.file}"\r\nContent-Type: ${it.content}`, Buffer.from(it.base64, "base64")));
  return { type: `multipart/form-data; boundary=${boundary}`, base64: Buffer.concat([...texts, ...uploads, Buffer.from(`--${boundary}--\r\n`)]).toString("base64") };
}

function response({ response: { status, headers = {}, body } }, it) {
  const said = Object.keys(it.returns?.[status]?.headers ?? {}).concat("content-type").map(name => name.toLowerCase());
  const own = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
  if (body && !own.some(([name]) => name.toLowerCase() === "content-type")) own.push(["content-type", body.content]);
  return { status, headers: own, unsaid: own.map(([name]) => name).filter(name => !said.includes(name.toLowerCase())), base64: body ? base64(body) : "" };
}
