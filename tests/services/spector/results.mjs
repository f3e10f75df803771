// Writes RESULTS.md from what the harness found and what Spector's server counted, and compares the numbers with
// the committed ones.
//   node results.mjs PLAN FOUND COVERAGE RESULTS.md
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Why scenarios fail that the converter can say. */
const REASONS = {
  Authentication_OAuth2_invalid: "it sends no token, and expects 403 of a check of tokens; a generated server refuses it with 401 before",
  Type_Enum_Fixed_String_putUnknownValue: "it expects 500 for an unlisted value; a generated server refuses it with 400",
  Versioning_Removed_v2: "the data have the fields of all versions, and it expects those of one",
};

const [, , ...paths] = process.argv;
const [plan, found, coverage] = paths.slice(0, 3).map(path => JSON.parse(readFileSync(path, "utf8")));
const [{ results: counted }] = coverage;
const rows = [];
const reasons = [];
const total = { all: 0, client: 0, server: 0 };
for (const [folder, { scenarios }] of Object.entries(plan)) {
  const row = { folder, all: scenarios.length, client: 0, server: 0 };
  for (const { name, left_out } of scenarios) {
    const { client, server } = left_out ? { client: left_out, server: left_out } : found[name];
    const isCounted = counted[name] === "pass";
    if (client === null && isCounted) row.client++;
    if (server === null) row.server++;
    const wrong = left_out ?? client ?? (isCounted ? server : "the server did not count it");
    if (wrong !== null) reasons.push({ folder, name, side: left_out ? "both" : client === null && isCounted ? "server" : server === null ? "client" : "both", wrong });
  }
  for (const key of Object.keys(total)) total[key] += row[key];
  rows.push(row);
}
const is_whole = row => row.client === row.all && row.server === row.all;
const line = it => `| ${it.folder} | ${it.all} | ${it.client} | ${it.server} |`;
const why = groups();
const text = `# What of Spector's scenarios passes

Written by \`run\`. It fails if a number is below the committed one.

| folder | scenarios | client | server |
|---|--:|--:|--:|
${rows.map(line).join("\n")}
| **all** | **${total.all}** | **${total.client}** | **${total.server}** |

## What doesn't, and why

| folder | why | side | scenarios |
|---|---|---|---|
${why.map(({ folder, reason, side, names }) => `| ${folder} | ${reason} | ${side} | ${names.length > 6 ? `${names.length}: ${names.slice(0, 3).join(", ")}, …` : names.join(", ")} |`).join("\n")}
`;
const before = existsSync(paths[3]) ? readFileSync(paths[3], "utf8") : "";
const lower = rows.filter(row => row.client < committed(row.folder, 3) || row.server < committed(row.folder, 4));
const gone = [...before.split("## ")[0].matchAll(/^\| (\S+) \| \d/gm)].map(([, folder]) => folder).filter(folder => !(folder in plan));
console.log(`Spector: ${total.all} scenarios, client ${total.client}, server ${total.server}, whole folders ${rows.filter(is_whole).length} of ${rows.length}`);
if (lower.length + gone.length > 0) {
  console.error(`fewer than in RESULTS.md, which stays as it is:\n${[...lower.map(line), ...gone].join("\n")}`);
  process.exit(1);
}
writeFileSync(paths[3], text);

/** A number of the committed table. */
function committed(folder, column) {
  const row = before.split("\n").find(text => text.startsWith(`| ${folder} |`));
  return row ? Number(row.split("|")[column]) : 0;
}

/** The scenarios of a folder by what is wrong. */
function groups() {
  const all = new Map();
  for (const { folder, name, side, wrong } of reasons) {
    const reason = REASONS[name] ?? wrong.replace(/[|\n]/g, " ").slice(0, 200);
    const key = `${folder} ${reason} ${side}`;
    if (!all.has(key)) all.set(key, { folder, reason, side, names: [] });
    all.get(key).names.push(name);
  }
  return [...all.values()];
}
