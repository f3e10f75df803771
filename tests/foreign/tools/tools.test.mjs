// Tools that make clients, servers, mocks and collections of the descriptions: what
// they make works. The files that a tool takes are in the book's table.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const FOLDER = new URL("../", import.meta.url).pathname;
const TOOLS = join(FOLDER, "tools");
const OPENAPI = join(FOLDER, "../../generated/openapi");
const BIN = join(TOOLS, "node_modules/.bin");
const APIS = ["account-portal", "backup-server"];
const path = (file) => join(OPENAPI, file);
const read = async (file) => JSON.parse(await readFile(path(file), "utf8"));
const count = ({ paths }) => Object.values(paths).flatMap(Object.values).length;
const run = promisify(execFile);
const load = async (name) => import(pathToFileURL(createRequire(join(FOLDER, "tools/")).resolve(name)));

/** Runs `call` with the address of a server; returns the forms that reached it. */
async function heard(call) {
  const forms = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    forms.push(`${request.url} ${body}`);
    response.setHeader("content-type", "application/json");
    response.end('{"status":"success","code":200,"data":{}}');
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  try {
    await call(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.close();
  }
  return forms;
}

/** The client that a tool makes of each API, compiled; the portal's. */
async function typescript(tool, version, generate) {
  for (const api of APIS) {
    const folder = join(TOOLS, "made", tool, api);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await generate(path(`${api}.${version}`), folder);
    const options = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
    await run(join(FOLDER, "node_modules/.bin/tsc"), [...options, join(folder, "api.mts")]);
  }
  return import(pathToFileURL(join(TOOLS, "made", tool, APIS[0], "api.mjs")));
}

test("swagger-typescript-api", async () => {
  const { Api } = await typescript("swagger-typescript-api", "3.0.json", async (file, folder) => {
    await run(join(BIN, "swagger-typescript-api"), ["generate", "-p", file, "-o", folder, "-n", "api.ts"]);
    await rename(join(folder, "api.ts"), join(folder, "api.mts"));
  });
  const forms = await heard(async (baseUrl) => {
    const { api } = new Api({ baseUrl });
    await api.licenseArchiveLicense({ serial: "a b" });
    await api.tokenCreateToken({ permissions: JSON.stringify(["x"]) });
  });
  assert.deepEqual(forms, [
    "/api/v1/license/archive serial=a%20b",
    "/api/v1/token/create_token permissions=%5B%22x%22%5D",
  ]);
});

test("oazapfts", async () => {
  const client = await typescript("oazapfts", "json", async (file, folder) => {
    await run(join(BIN, "oazapfts"), [file, join(folder, "api.mts")]);
  });
  const forms = await heard((baseUrl) => client.licenseArchiveLicense({ serial: "a b" }, { baseUrl }));
  assert.deepEqual(forms, ["/api/v1/license/archive serial=a%20b"]);
});

test("Postman", async () => {
  const { default: postman } = await load("openapi-to-postmanv2");
  for (const api of APIS) {
    const data = await read(`${api}.3.0.json`);
    const convert = promisify(postman.convertV2.bind(postman));
    const { output } = await convert({ type: "json", data: structuredClone(data) }, {});
    const requests = (item) => item.item?.flatMap(requests) ?? [item];
    assert.equal(requests(output[0].data).length, count(data), api);
  }
});

test("tools that need the address of a server", async () => {
  const { default: parser } = await load("@apidevtools/swagger-parser");
  const { fromOpenApi } = await load("@mswjs/source/open-api");
  const { OpenAPIClientAxios } = await load("openapi-client-axios");
  for (const file of APIS.flatMap((api) => [`${api}.json`, `${api}.3.0.json`])) {
    await parser.validate(await read(file));
    const [first] = await fromOpenApi(await read(file));
    assert.match(first.info.path, /^http:\/\/localhost\/api\//, file);
    const client = new OpenAPIClientAxios({ definition: await read(file) });
    await client.init();
    assert.equal(client.getBaseURL(), "http://localhost", file);
    const out = join(TOOLS, "made/mcp", file);
    await run(join(BIN, "openapi-mcp-generator"), ["-i", path(file), "-o", out, "--force"]);
    assert.match(await readFile(join(out, "src/index.ts"), "utf8"), /API_BASE_URL \|\| "http:\/\/localhost"/);
  }
});

test("connexion, openapi-core and python-fastapi", async () => {
  await run(join(TOOLS, "venv/bin/python"), ["-W", "ignore", join(TOOLS, "servers.py"), OPENAPI, join(TOOLS, "made")]);
});

test("openapi-generator, ruby", async () => {
  const out = join(TOOLS, "made/ruby");
  const generator = join(FOLDER, "venv/bin/openapi-generator-cli");
  await run(generator, ["generate", "-i", path("account-portal.3.0.json"), "-g", "ruby", "-o", out]);
  const code = `require "openapi_client"
    config = OpenapiClient::Configuration.new { |it| it.scheme = "http"; it.host = ARGV[0] }
    OpenapiClient::LicensesApi.new(OpenapiClient::ApiClient.new(config)).license_archive_license("a b")`;
  const forms = await heard((url) => run("ruby", ["-W0", "-I", join(out, "lib"), "-e", code, url.slice(7)]));
  assert.deepEqual(forms, ["/api/v1/license/archive serial=a%20b"]);
});
