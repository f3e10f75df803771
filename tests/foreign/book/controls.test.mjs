// What the script adds to a page: tabs, copy buttons, filters; and what the keyboard reaches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, BOOK, open, visit } from "./site.mjs";

const OPERATION = "backup-server/operations/users/admin_add_user.html";
const OTHER = "account-portal/operations/account/company_delete.html";
const MATRIX = "backup-server/gates.html";

const { site, chrome } = await visit(BOOK);

/** The tab that is selected, all tabs, and the languages of the code that is seen. */
function tabs(page) {
  return page.evaluate(() => ({
    selected: [...document.querySelectorAll("[role=tab][aria-selected=true]")].map((tab) => tab.textContent),
    all: [...document.querySelectorAll("[role=tab]")].map((tab) => tab.textContent),
    shown: [...document.querySelectorAll("[role=tabpanel]")].filter((panel) => panel.checkVisibility()).map((panel) => panel.textContent),
    reached: document.querySelectorAll("[role=tab][tabindex='0']").length,
  }));
}

test("a tab shows its example, and all pages remember it", async () => {
  const context = await chrome.newContext();
  const { page, complaints } = await open(context, site.url, OPERATION);
  const first = await tabs(page);
  assert.ok(["Rust", "CLI", "curl", "Server"].every((label) => first.all.includes(label)), first.all.join());
  assert.deepEqual(first.selected, ["Rust"]);
  await page.click("[role=tab]:text-is('curl')");
  const { selected, shown } = await tabs(page);
  assert.deepEqual(selected, ["curl"]);
  assert.equal(shown.length, 1);
  assert.match(shown[0], /--data-urlencode/);
  await page.goto(`${site.url}/${OTHER}`);
  assert.deepEqual((await tabs(page)).selected, ["curl"]);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the arrow keys change the tab, not the page", async () => {
  const context = await chrome.newContext();
  const { page } = await open(context, site.url, OPERATION);
  const { all, reached } = await tabs(page);
  assert.equal(reached, 1, "one stop for the Tab key");
  await page.focus("[role=tab][aria-selected=true]");
  for (const [key, at] of [["ArrowRight", 1], ["ArrowLeft", 0], ["ArrowLeft", -1], ["ArrowRight", 0], ["End", -1], ["Home", 0]]) {
    await page.keyboard.press(key);
    assert.deepEqual((await tabs(page)).selected, [all.at(at)], key);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), all.at(at));
  }
  assert.ok((await address(page)).endsWith(OPERATION));
  await page.evaluate(() => addEventListener("keydown", (event) => (window.taken = event.defaultPrevented)));
  await page.keyboard.press("Alt+ArrowRight");
  assert.equal(await page.evaluate(() => window.taken), false, "the browser's history has this key");
  assert.deepEqual((await tabs(page)).selected, [all[0]]);
  await context.close();
});

test("a tab stays where it is when the examples above it change too", async () => {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 400 } });
  const { page } = await open(context, site.url);
  const tab = page.locator("[role=tab]:text-is('CLI')").last();
  await tab.scrollIntoViewIfNeeded();
  const before = await tab.boundingBox();
  await tab.click();
  const after = await tab.boundingBox();
  assert.ok(Math.abs(after.y - before.y) < 1, `${before.y} and ${after.y}`);
  await context.close();
});

test("an address that is not a name of anything does no harm", async () => {
  const { page, complaints } = await open(chrome, site.url, `${OPERATION}#100%`);
  assert.equal((await tabs(page)).selected.length, 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("tabs and search work where nothing can be stored", async () => {
  const context = await chrome.newContext();
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } });
  });
  const { page } = await open(context, site.url, OPERATION);
  await page.click("[role=tab]:text-is('curl')");
  assert.deepEqual((await tabs(page)).selected, ["curl"]);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.role), "combobox");
  await context.close();
});

test("a path is copied, with and without a clipboard", async () => {
  const path = "/api/v1/admin/add-user";
  const context = await chrome.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = await open(context, site.url, OPERATION);
  // However late this test looks.
  await page.evaluate(() => {
    const status = document.querySelector("[role=status].unseen");
    window.said = [];
    new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
  });
  await page.click(".address .copy");
  // Or a screen reader says nothing the next time.
  await page.waitForFunction(() => said.at(-1) === "");
  assert.deepEqual(await page.evaluate(() => said), ["Copied", ""]);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), path);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    document.addEventListener("copy", () => (window.copied = String(getSelection())));
  });
  await page.click(".address .copy");
  await page.waitForFunction(() => window.copied);
  assert.equal(await page.evaluate(() => copied), path);
  await context.close();
});

test("an example is copied as it is", async () => {
  const context = await chrome.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = await open(context, site.url, OPERATION);
  await page.click("[role=tab]:text-is('curl')");
  await page.focus("[role=tabpanel]:not([hidden]) .clip-button");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".clip-button.tooltipped");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^curl "\$BACKUP_SERVER_URL\/api\/v1\/admin\/add-user" \\\n/);
  await context.close();
});

test("the Tab key alone reaches the search, the copy button and the tabs", async () => {
  const { page } = await open(chrome, site.url, OPERATION);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
  await page.keyboard.press("Enter");
  const order = [];
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    order.push(await page.evaluate(() => document.activeElement.role ?? document.activeElement.className));
  }
  const tab = order.indexOf("tab");
  const copy = order.indexOf("copy");
  assert.ok(copy >= 0 && tab > copy, order.join());
  for (let back = 0; back < 60; back += 1) {
    await page.keyboard.press("Shift+Tab");
    if ((await page.evaluate(() => document.activeElement.role)) === "combobox") return page.close();
  }
  assert.fail("the search is not among the stops");
});

test("the sidebar has a button for the keyboard", async () => {
  const { page } = await open(chrome, site.url, OPERATION);
  const expanded = () => page.getAttribute("#mdbook-sidebar-toggle", "aria-expanded");
  assert.equal(await expanded(), "true");
  await page.focus("#mdbook-sidebar-toggle");
  await page.keyboard.press("Enter");
  assert.equal(await expanded(), "false");
  await page.waitForSelector("#mdbook-sidebar", { state: "hidden" });
  await page.keyboard.press(" ");
  assert.equal(await expanded(), "true");
  await page.waitForSelector("#mdbook-sidebar", { state: "visible" });
  await page.close();
});

test("a filter looks at the beginnings of words, also of those in a name", async () => {
  const { page } = await open(chrome, site.url, MATRIX);
  const shown = async (typed) => {
    await page.fill(".filter input", typed);
    return page.$$eval(".filter tbody tr", (rows) => rows.filter((row) => row.checkVisibility()).map((row) => row.cells[0].textContent.trim()));
  };
  const named = ["AdminAddUser", "AdminAddUserFromProfile"];
  for (const typed of ["AdminAddUser", "adminadduser", "AddUser", "adduser", "add_user admin"]) {
    const names = await shown(typed);
    assert.ok(named.every((name) => names.includes(name)) && names.length < 4, `${typed}: ${names.join()}`);
  }
  const top = await shown("tl");
  assert.ok(top.includes("AdminMaintenancePruneNow") && !top.some((name) => /ClientLinux/.test(name)), top.join());
  const services = await shown("ser");
  assert.ok(services.length > 3 && services.every((name) => name.includes("Ser")), `not within User: ${services.join()}`);
  assert.ok((await shown("u2f")).includes("AdminAccountU2fSubmitChallengeResponse"));
  await page.close();
});

test("a filter leaves the rows that have all words, in their text or as a column", async () => {
  const { page, complaints } = await open(chrome, site.url, MATRIX);
  const shown = () => page.$$eval(".filter tbody tr", (rows) => rows.filter((row) => row.checkVisibility()).map((row) => row.cells[0].textContent.trim()));
  const all = await shown();
  await page.fill(".filter input", "sr");
  const marked = await shown();
  assert.ok(marked.length > 3 && marked.length < 30, marked.join());
  assert.ok(marked.includes("AdminStorageFreeSpace"), marked.join());
  await page.fill(".filter input", "sr BUCKET delete");
  assert.deepEqual(await shown(), ["AdminStorageDeleteBucket"]);
  assert.equal(await page.textContent(".filter [role=status]"), `1 of ${all.length} rows`);
  await page.fill(".filter input", "");
  assert.deepEqual(await shown(), all);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("what is chosen is seen where colors are forced", async () => {
  const context = await chrome.newContext({ forcedColors: "active" });
  const { page } = await open(context, site.url, OPERATION);
  const colors = (selector, property) => page.$$eval(selector, (all, property) => all.map((it) => getComputedStyle(it)[property]), property);
  const [selected, ...others] = await colors("[role=tab]", "borderBottomColor");
  assert.ok(!others.includes(selected), `${selected} of ${others.join("; ")}`);
  await page.fill("[role=combobox]", "add user");
  await page.waitForSelector("[role=option]");
  const [active, ...options] = await colors("[role=option]", "outlineStyle");
  assert.ok(active === "solid" && !options.includes(active), `${active} of ${options.join("; ")}`);
  await context.close();
});

test("a page is in a caller's order, and parameters have its width", async () => {
  for (const [width, height] of [[1280, 720], [390, 844]]) {
    const context = await chrome.newContext({ viewport: { width, height } });
    const { page } = await open(context, site.url, "account-portal/operations/hosted_servers/hosted_server_create.html");
    const headings = await page.$$eval("main h2", (all) => all.map((it) => it.textContent.trim()));
    assert.deepEqual(headings.slice(0, 4), ["Parameters", "Example", "Returns", "Behavior"]);
    const [main, table, tabs] = await page.evaluate(() =>
      ["main", "main .table-wrapper", ".examples"].map((it) => document.querySelector(it).getBoundingClientRect().toJSON()));
    assert.ok(table.width > main.width - 2, `${table.width} of ${main.width}`);
    assert.ok(tabs.top >= table.bottom, "examples are below");
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth > innerWidth), false);
    await context.close();
  }
});

test("a short name is never two, and what destroys stands out in lists", async () => {
  for (const width of [1280, 390]) {
    const context = await chrome.newContext({ viewport: { width, height: 844 } });
    const { page } = await open(context, site.url, "backup-server/index.html");
    const broken = await page.$$eval("main :is(td, p) code", (all) => all.filter((it) => it.textContent.length <= 20 && it.getClientRects().length > 1));
    assert.equal(broken.length, 0, `${width} px`);
    await page.goto(`${site.url}/backup-server/a-z.html`);
    const effects = await page.$$eval("tbody tr", (all) => all.map((it) => [it.cells[2].textContent, getComputedStyle(it.cells[2].firstElementChild ?? it.cells[2]).backgroundColor]));
    const colors = (word) => new Set(effects.filter(([effect]) => effect === word).map(([, color]) => color));
    assert.notDeepEqual(colors("destroys"), colors("reads"));
    await context.close();
  }
});

test("nothing moves for those who ask for that", async () => {
  const context = await chrome.newContext({ reducedMotion: "reduce" });
  const { page } = await open(context, site.url, OPERATION);
  assert.match(await page.$eval(".page-wrapper", (it) => getComputedStyle(it).transitionDuration), /^0s/);
  await context.close();
});

test("what can't be used on paper is not printed", async () => {
  const { page } = await open(chrome, site.url, OPERATION);
  await page.emulateMedia({ media: "print" });
  for (const selector of ["#mdbook-sidebar", "#mdbook-menu-bar", ".copy", ".skip", "[role=tab][aria-selected=false]"]) {
    const seen = await page.$$eval(selector, (all) => all.map((it) => it.checkVisibility()));
    assert.ok(seen.length > 0 && !seen.includes(true), selector);
  }
  assert.equal(await page.$eval("main", (it) => it.getBoundingClientRect().left < 100), true, "no room for the sidebar");
  await page.close();
});

test("the sidebar is short until a chapter is opened", async () => {
  const { page } = await open(chrome, site.url);
  const seen = () => page.$$eval("#mdbook-sidebar .chapter a[href]", (links) => links.filter((it) => it.checkVisibility()).map((it) => it.textContent));
  // The headings of the page that is open are in it too.
  const headings = await page.$$eval("main h2", (all) => all.length);
  assert.ok((await seen()).length - headings < 15, (await seen()).join());
  await page.goto(`${site.url}/${OPERATION}`);
  const links = await seen();
  assert.ok(links.includes("AdminAddUser") && !links.some((it) => it.endsWith(".yaml")), links.join());
  await page.close();
});

test("without scripts the sidebar has every operation", async () => {
  const context = await chrome.newContext({ javaScriptEnabled: false });
  const { page } = await open(context, site.url, "toc.html");
  assert.equal(await page.isVisible("a:text-is('AdminAddUser')"), true);
  await context.close();
});

test("on a phone each cell says what it is", async () => {
  const context = await chrome.newContext({ viewport: { width: 360, height: 740 } });
  const { page } = await open(context, site.url, "backup-server/operations/users.html");
  const label = await page.$eval("main tbody tr td:nth-child(2)", (cell) => getComputedStyle(cell, "::before").content);
  assert.match(label, /Summary/);
  await page.goto(`${site.url}/${MATRIX}`);
  await page.fill(".filter input", "sr bucket delete");
  assert.equal(await page.locator(".filter tbody tr:visible").count(), 1, "a filter hides the other rows");
  await context.close();
});
