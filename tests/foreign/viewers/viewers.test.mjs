// The descriptions in the pages that people read them in: Swagger UI, Redoc, Scalar.
// `SCREENSHOTS=shots` saves pictures.

import assert from "node:assert/strict";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { HANGS, visit } from "../book/site.mjs";

const FOLDER = new URL("../", import.meta.url).pathname;
const SITE = join(FOLDER, "clients/viewers");
const SCREENSHOTS = process.env.SCREENSHOTS;
const OPENAPI = join(FOLDER, "../../generated/openapi");

const VIEWERS = {
  "swagger-ui": {
    script: "swagger-ui-dist/swagger-ui-bundle.js",
    head: '<link rel="stylesheet" href="swagger-ui.css">',
    start: (file) => `SwaggerUIBundle({ url: "${file}", dom_id: "#page", docExpansion: "none" });`,
    files: ["swagger-ui-dist/swagger-ui.css"],
    show: async (page, { tag, path }) => {
      await page.locator(`#operations-tag-${tag}`).click();
      await page.locator(`[data-path="${path}"]`).click();
    },
  },
  redoc: {
    script: "redoc/bundles/redoc.standalone.js",
    start: (file) => `Redoc.init("${file}", {}, document.getElementById("page"));`,
    show: (page, { summary }) => page.getByRole("heading", { name: summary }).scrollIntoViewIfNeeded(),
  },
  scalar: {
    script: "api-reference/dist/browser/standalone.js",
    start: (file) => `Scalar.createApiReference("#page", { url: "${file}", telemetry: false, withDefaultFonts: false });`,
    show: async (page, { group, summary }) => {
      const sidebar = page.locator("aside");
      const operation = sidebar.getByText(summary);
      // The first group is open.
      if (!(await operation.isVisible())) await sidebar.getByRole("link", { name: group }).click();
      await operation.click();
    },
  },
};

/** Texts that each page has at once. */
const SHOWN = {
  "account-portal": ["Account Portal API", "Hosted server instances", "Responses"],
  "backup-server": ["Backup Server Management API", "Users, bulletins, maintenance", "Gates"],
};

/** An operation that a reader opens. */
const OPENED = {
  "account-portal": {
    tag: "tokens",
    group: "Tokens",
    summary: "Creates a token.",
    path: "/api/v1/token/create_token",
    parameter: "permissions",
  },
  "backup-server": {
    tag: "users",
    group: "Users, bulletins, maintenance",
    summary: "Creates a user account.",
    path: "/api/v1/admin/add-user",
    parameter: "TargetUser",
  },
};

async function write() {
  await mkdir(SITE, { recursive: true });
  for (const [name, { script, files = [] }] of Object.entries(VIEWERS)) {
    await cp(join(FOLDER, "pages", script), join(SITE, `${name}.js`));
    for (const file of files) await cp(join(FOLDER, "pages", file), join(SITE, file.split("/").pop()));
    for (const file of Object.keys(SHOWN).flatMap(descriptions)) {
      await cp(join(OPENAPI, file), join(SITE, file));
      await writeFile(join(SITE, `${name}.${file}.html`), html(name, file));
    }
  }
}

function html(name, file) {
  const { head = "", start } = VIEWERS[name];
  const body = `<div id="page"></div><script src="${name}.js"></script><script>${start(file)}</script>`;
  return `<!doctype html><meta charset="utf-8"><title>${file}</title>${head}${body}`;
}

const descriptions = (api) => [`${api}.json`, `${api}.3.0.json`];

await write();
const { site, chrome } = await visit(SITE);

async function picture(page, name) {
  if (!SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

for (const viewer of Object.keys(VIEWERS)) {
  for (const api of Object.keys(SHOWN)) {
    for (const file of descriptions(api)) {
      test(`${viewer} shows ${file}`, async () => {
        const page = await chrome.newPage({ viewport: { width: 1440, height: 1000 } });
        page.setDefaultTimeout(HANGS);
        const errors = [];
        page.on("pageerror", (error) => errors.push(String(error)));
        // Nothing comes from another host.
        await page.route("**", (route) =>
          route.request().url().startsWith(site.url) ? route.continue() : route.abort(),
        );
        await page.goto(`${site.url}/${viewer}.${file}.html`);
        for (const text of SHOWN[api]) {
          await page.getByText(text).first().waitFor({ state: "attached" });
        }
        await picture(page, `${viewer}.${file}`);
        await VIEWERS[viewer].show(page, OPENED[api]);
        // Swagger UI marks what is required by an asterisk.
        const parameter = page.getByText(new RegExp(`^${OPENED[api].parameter}\\s*\\*?$`));
        await parameter.filter({ visible: true }).first().waitFor();
        await picture(page, `${viewer}.${file}.operation`);
        assert.deepEqual(errors, []);
        await page.close();
      });
    }
  }
}
