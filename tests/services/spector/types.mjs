// The types of a folder: dump.mjs's description -> types.yaml.

/** What the language can't say. */
export class LeftOut extends Error {}

/** The name of a type or a part of one: `a-b` and `aB` are `AB`. */
export const identifier = text => text.split(/[^A-Za-z0-9]+/).map(word => word.charAt(0).toUpperCase() + word.slice(1)).join("");

const INTEGERS = /^(safeint|integer|u?int(8|16|32|64))$/;
const SCALARS = {
  string: "string", url: "string", boolean: "bool", unknown: "any", bytes: "base64", utcDateTime: "timestamp", offsetDateTime: "timestamp",
  plainDate: "date", plainTime: "time", duration: "duration", null: "null",
};
const ENCODED = {
  rfc3339: "timestamp", rfc7231: "http_date", unixTimestamp: "int", ISO8601: "duration",
  base64: "base64", base64url: "base64url",
};
const DELIMITED = { commaDelimited: "comma", spaceDelimited: "space", pipeDelimited: "pipe", newlineDelimited: "newline" };
/** How a list is one text. */
export const delimited = encoding => DELIMITED[encoding.split(".").at(-1)];
const isLiteral = it => it?.literal !== undefined;

export class Types {
  constructor(source) {
    this.source = source;
    this.types = {};
    this.shapes = {};
    /** The types of merge patches, in which null in a map removes an entry. */
    this.patches = new Set();
  }

  /** The notation of a type. `place` is where its values are sent, `hint` the name that it gets if it has none. */
  notation(type, at) {
    if (typeof type === "string") return this.scalar(type, at);
    if (type.type) return this.named(type.type);
    if (type.scalar && type.as === "string" && !type.encode) return "int_text";
    if (type.scalar && /seconds$/.test(type.encode)) return this.scalar(type.as, at);
    if (type.scalar) return ENCODED[type.encode] ?? this.scalar(type.scalar, at);
    if (type.list) return `List<${this.notation(type.list, at)}>`;
    if (type.map) return `Dictionary<string, ${this.notation(type.map, at)}>`;
    if (type.union) return this.unnamed(at.hint, this.union(type, at.hint)) + (type.nullable ? " or null" : "");
    if (type.nullable) return `${this.notation(type.nullable, at)} or null`;
    if (type.fields) return this.unnamed(at.hint, this.object(type, at.hint));
    if (type.enum) return this.unnamed(at.hint, listed(type.enum, true));
    if (isLiteral(type)) return this.unnamed(at.hint, listed([type.literal], true));
    throw new LeftOut(`a type of another kind: ${JSON.stringify(type)}`);
  }

  scalar(name, { place }) {
    if (place === "header" && name === "utcDateTime") return "http_date";
    if (INTEGERS.test(name)) return "int";
    return SCALARS[name] ?? "number";
  }

  /** A field or a parameter: its type and its keys. */
  field(type, at) {
    if (isLiteral(type)) {
      const kinds = { string: "string", number: Number.isInteger(type.literal) ? "int" : "number", boolean: "bool" };
      return { type: kinds[typeof type.literal], value: type.literal };
    }
    const list = type.list && type.encode ? { list: delimited(type.encode) } : {};
    return { type: this.notation(type, at), ...list };
  }

  /** The fields of an object as parameters. */
  parameters(type, hint) {
    return Object.fromEntries(type.fields.map(it => {
      const made = this.field(it.type, { place: "json", hint: hint + identifier(it.name) });
      return [it.name, { ...made, type: made.type + (it.optional ? "?" : ""), ...(it.wire !== it.name ? { sent_as: it.wire } : {}) }];
    }));
  }

  named(name) {
    const source = this.source[name];
    if (source.list) return this.notation(source, { place: "json", hint: name });
    if (source.enum) return this.define(name, () => listed(source.enum, true));
    if (source.union) return this.define(name, () => this.union(source, name));
    if (!source.tag) return this.define(name, () => this.object(source, name));
    this.define(`${name}Fields`, () => this.object(source, name));
    const tagged = [...this.tags(name)];
    return this.define(name, () => ({ union: Object.fromEntries(tagged.map(([value, type]) => [value, this.named(type)])), tag: source.tag }));
  }

  /** The types that extend one with a tag, and the tag's value of each. */
  *tags(name) {
    const { tag, derived } = this.source[name];
    for (const { type } of derived) {
      const value = this.source[type].fields.find(it => it.name === tag)?.type.literal;
      if (value !== undefined) yield [value, type];
    }
  }

  define(name, make) {
    if (!(name in this.types)) {
      this.types[name] = {};
      try {
        this.types[name] = make();
      } catch (error) {
        delete this.types[name];
        throw error;
      }
    }
    return name;
  }

  /** The name of a type that has none in the source: types that are equal share it. */
  unnamed(hint, type) {
    const text = JSON.stringify(type);
    if (text in this.shapes) return this.shapes[text];
    let name = hint;
    for (let number = 2; name in this.types || name in this.source; number++) name = `${hint}${number}`;
    this.types[name] = type;
    return (this.shapes[text] = name);
  }

  object(source, name) {
    const type = { fields: {} };
    const base = source.base?.type;
    if (base) {
      type.extends = this.source[base].tag ? `${base}Fields` : base;
      this.named(base);
    }
    const additional = source.base?.map ?? source.additional;
    if (additional) type.additional = this.notation(additional, { place: "json", hint: `${name}Value` });
    const sent = source.fields.filter(it => !it.place && it.type !== "never" && it.name !== source.tag && !isHidden(it));
    for (const it of sent) {
      const made = this.field(it.type, { place: "json", hint: `${name}${identifier(it.name)}` });
      if (this.patches.has(name)) made.type = made.type.replace(/^(Dictionary<string, .*)>$/, "$1 or null>");
      type.fields[it.name] = { ...made, ...(it.wire !== it.name ? { sent_as: it.wire } : {}), ...only(it) };
    }
    const required = sent.filter(it => !it.optional && it.create === it.update && (it.read || it.create)).map(it => it.name);
    if (required.length > 0) type.required = required;
    return type;
  }

  union({ union, tagged }, hint) {
    if (tagged) {
      const content = tagged.envelope === "object" ? { content: tagged.value } : {};
      return { union: Object.fromEntries(union.map(it => [it.name, this.notation(it.type, { hint: hint + identifier(it.name) })])), tag: tagged.tag, ...content };
    }
    const all = union.map(it => it.type).flatMap(it => (this.source[it.type]?.enum ?? []).map(literal => ({ literal })).concat(this.source[it.type]?.enum ? [] : [it]));
    const literals = all.filter(isLiteral).map(it => it.literal);
    const rest = all.filter(it => !isLiteral(it));
    const kinds = new Set(literals.map(it => typeof it));
    if (rest.length === 0 && kinds.size === 1 && !kinds.has("boolean")) return listed([...new Set(literals)], true);
    if (rest.length === 1 && rest[0] === "string" && kinds.size === 1) return listed(literals, false);
    const shapes = rest.map((it, index) => this.notation(it, { place: "json", hint: `${hint}${index}` }));
    const required = shapes.map(it => this.types[it]?.fields && String(this.types[it].required)).filter(Boolean);
    if (shapes.includes("number")) shapes.splice(0, shapes.length, ...shapes.filter(it => it !== "int"));
    for (const kind of kinds) {
      const values = literals.filter(it => typeof it === kind);
      shapes.push(kind === "boolean" ? "bool" : this.unnamed(`${hint}${identifier(kind)}`, listed(values, true)));
    }
    return { union: shapes, ...(new Set(required).size < required.length ? { match: "first" } : {}) };
  }

  /** Makes fields of a name optional. */
  allowAbsent(name) {
    for (const type of Object.values(this.types)) if (type.required?.includes(name)) {
      type.required = type.required.filter(it => it !== name);
      if (type.required.length === 0) delete type.required;
    }
  }

  /** All types, with another name in Rust for those that are named as an operation. */
  finish(operations) {
    const taken = new Set(operations.map(it => identifier(it).toLowerCase()));
    for (const [name, type] of Object.entries(this.types)) if (taken.has(identifier(name).toLowerCase())) type.rust = `${identifier(name)}Value`;
    return this.types;
  }
}

const isHidden = it => !it.read && !it.create && !it.update && it.type.literal === "none";
const only = it => (it.read && !it.create ? { only: "read" } : !it.read ? { only: "write" } : {});

function listed(values, closed) {
  const of = typeof values[0];
  const named = of === "number" ? Object.fromEntries(values.map(it => [`N_${String(it).replace(/\W/g, "_")}`, it])) : values;
  return { of, ...(closed ? { closed } : {}), values: named };
}
