// Requests that differ from a valid one in one place, and that a server must refuse.

/** A value of another type, a missing field or parameter, and a value off the list: one each, where there is one. */
export function changes(it, call, types, request) {
  const body = call.request.body;
  const with_body = value => ({ ...call, request: { ...call.request, body: { content: body.content, text: JSON.stringify(value) } } });
  const changed = [];
  const add = (what, call) => changed.push({ what, ...request(call) });
  for (const [name, p] of Object.entries(it.parameters)) {
    const wire = p.sent_as ?? name;
    const { query, headers } = call.request;
    const isTyped = !/^(List<)?(string|any|file|Dictionary)/.test(p.type) && isScalar(p.type, types);
    if (query && Object.hasOwn(query, wire) && p.value === undefined) {
      if (isTyped) add(`${wire} of another type`, { ...call, request: { ...call.request, query: { ...query, [wire]: "~~" } } });
      // A list that is repeated is absent if it is empty.
      if (!p.type.endsWith("?") && p.list !== "repeated") add(`without ${wire}`, { ...call, request: { ...call.request, query: without(query, wire) } });
    }
    const header = Object.keys(headers ?? {}).find(it => it.toLowerCase() === wire.toLowerCase());
    if (header && p.in === "header" && p.value === undefined) {
      if (isTyped) add(`${header} of another type`, { ...call, request: { ...call.request, headers: { ...headers, [header]: "~~" } } });
      if (!p.type.endsWith("?")) add(`without ${header}`, { ...call, request: { ...call.request, headers: without(headers, header) } });
    }
  }
  if (body?.text === undefined || it.body?.bytes || it.body?.text) return changed;
  const value = JSON.parse(body.text);
  const shape = it.body ? notation(it.body.json, types) : { fields: it.parameters, required: Object.keys(it.parameters).filter(name => !it.parameters[name].type.endsWith("?")) };
  const wrong = wrongOf(shape, value, types);
  if (wrong !== undefined) add("a body of another type", with_body(wrong));
  for (const [name, field] of Object.entries(fieldsOf(shape, types))) {
    const wire = field.sent_as ?? name;
    if (!(wire in value) || field.in) continue;
    const other = wrongOf(notation(field.type.replace(/\?$/, ""), types), value[wire], types);
    if (other !== undefined && value[wire] !== null) add(`${wire} of another type`, with_body({ ...value, [wire]: other }));
    const closed = types[field.type]?.closed;
    if (closed) add(`${wire} off the list`, with_body({ ...value, [wire]: typeof value[wire] === "number" ? 987654 : "off-the-list" }));
    if (field.value !== undefined) add(`another ${wire}`, with_body({ ...value, [wire]: typeof field.value === "boolean" ? !field.value : typeof field.value === "number" ? 987654 : "another" }));
  }
  for (const name of requiredOf(shape, types)) {
    const wire = fieldsOf(shape, types)[name]?.sent_as ?? name;
    if (wire in value) add(`without ${wire}`, with_body(without(value, wire)));
  }
  return changed;
}

const without = (from, name) => Object.fromEntries(Object.entries(from).filter(([it]) => it !== name));
const isScalar = (type, types) => (types[type.replace(/^List<|>?\??$/g, "")]?.closed ?? true) === true;

/** A type as what it is made of. */
function notation(text, types) {
  const nullable = / or null$/.test(text);
  const name = text.replace(/ or null$/, "");
  if (name.startsWith("List<")) return { list: name.slice(5, -1) };
  if (name.startsWith("Dictionary<")) return { map: true };
  return types[name] ?? { scalar: name, nullable };
}

/** A value that has another type; undefined if every value fits, or a union decides. */
function wrongOf(shape, value, types) {
  if (shape.union) return undefined;
  if (shape.list) return typeof value === "string" ? 1 : { not: "a list" };
  if (shape.map || shape.fields) return 1;
  if (shape.values) return { not: "a scalar" };
  return shape.scalar === "any" || shape.scalar === undefined ? undefined : /^(int|number|bool)$/.test(shape.scalar) ? "~~" : 1;
}

function fieldsOf(shape, types) {
  return { ...(shape.extends ? fieldsOf(types[shape.extends], types) : {}), ...shape.fields };
}

function requiredOf(shape, types) {
  return [...(shape.extends ? requiredOf(types[shape.extends], types) : []), ...(shape.required ?? [])];
}
