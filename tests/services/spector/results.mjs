// Writes RESULTS.md from what the harness found and what Spector's server counted, and compares the numbers with
// the committed ones.
//   node results.mjs PLAN FOUND COVERAGE RESULTS.md
import { existsSync, readFileSync, writeFileSync } from "node:fs";

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

| why | side | scenarios |
|---|---|---|
${why.map(([reason, { side, names }]) => `| ${reason} | ${side} | ${names.length > 6 ? `${names.length}: ${names.slice(0, 3).join(", ")}, …` : names.join(", ")} |`).join("\n")}
`;
const before = existsSync(paths[3]) ? readFileSync(paths[3], "utf8") : "";
const lower = rows.filter(row => row.client < committed(row.folder, 3) || row.server < committed(row.folder, 4));
writeFileSync(paths[3], text);
console.log(`Spector: ${total.all} scenarios, client ${total.client}, server ${total.server}, whole folders ${rows.filter(is_whole).length} of ${rows.length}`);
if (lower.length > 0) {
  console.error(`fewer than in RESULTS.md before:\n${lower.map(line).join("\n")}`);
  process.exit(1);
}

/** A number of the committed table. */
function committed(folder, column) {
  const row = before.split("\n").find(text => text.startsWith(`| ${folder} |`));
  return row ? Number(row.split("|")[column]) : 0;
}

/** The scenarios by what is wrong, without what differs between them. */
function groups() {
  const all = new Map();
  for (const { name, side, wrong } of reasons) {
    const reason = wrong.replace(/^[\w-]+: /, "").replace(/^[\w-]+: /, "").replace(/[|\n]/g, " ").slice(0, 110);
    const key = `${reason}${side}`;
    if (!all.has(key)) all.set(key, [reason, { side, names: [] }]);
    all.get(key)[1].names.push(name);
  }
  return [...all.values()];
}
