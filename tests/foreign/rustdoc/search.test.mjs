// rustdoc's search in the generated crates: what must come first for what people type.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { HANGS, visit } from "../book/site.mjs";

/** The folder of the documentation. */
const RUSTDOC = process.env.RUSTDOC_SITE ?? "../../target/doc";

/** By crate: what is typed, and the item that must be the first result. */
const FIRST = {
  backup_server_api: {
    "AdminAddUser": "AdminAddUser",
    "adminadduser": "AdminAddUser",
    "/api/v1/admin/add-user": "AdminAddUser",
    "/api/v1/admin/overseer/status": "AdminMaintenanceStatus",
    "AdminOverseerStatus": "AdminMaintenanceStatus",
    "ServiceAPIResponseMessage": "ServiceApiResponseMessage",
    "StoreRecoveryCode": "store_recovery_code",
    "SB": "software_build_role_enabled",
    "Error": "Error",
  },
  account_portal_api: {
    "/api/v1/token/create_token": "TokenCreateToken",
    "page_size": "page_size",
  },
};

const { site, chrome } = await visit(resolve(RUSTDOC));

/** The address of the first result. */
async function first(page, crate, query) {
  await page.goto(`${site.url}/${crate}/index.html?search=${encodeURIComponent(query)}`);
  const link = page.locator("#results .search-results.active a").first();
  return link.getAttribute("href", { timeout: HANGS });
}

/** The item that an address ends with: `struct.Name.html` or `#method.name`. */
const item = (href) => href.split("#").pop().replace(/\.html$/, "").split(".").pop();

for (const [crate, queries] of Object.entries(FIRST)) {
  test(`${crate}: what people type finds what they mean`, async () => {
    const page = await chrome.newPage();
    const wrong = [];
    for (const [query, expected] of Object.entries(queries)) {
      const href = await first(page, crate, query).catch(() => "nothing");
      if (item(href) !== expected || !href.includes(crate)) {
        wrong.push(`${query}: ${href}, not ${expected}`);
      }
    }
    await page.close();
    assert.deepEqual(wrong, []);
  });
}
