// The search: what must come first for what people type, and how it is used.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { AMONG_THREE, FIRST, MISSPELT } from "./queries.mjs";
import { address, BOOK, open, pages, visit } from "./site.mjs";

const { site, chrome } = await visit(BOOK);

test("the first result is what was meant", async () => {
  const { page, complaints } = await open(chrome, site.url);
  const wrong = [];
  for (const [query, name] of Object.entries({ ...FIRST, ...MISSPELT })) {
    const { names, note } = await search(page, query);
    if (names[0] !== name) wrong.push(`${query}: ${names.slice(0, 3).join(", ")} instead of ${name}`);
    const isMisspelt = query in MISSPELT;
    if (note.includes("Nearest") !== isMisspelt) wrong.push(`${query}: ${note}`);
  }
  for (const [query, expected] of Object.entries(AMONG_THREE)) {
    const names = (await search(page, query)).names.slice(0, 3);
    const missing = [expected].flat().filter((name) => !names.includes(name));
    if (missing.length > 0) wrong.push(`${query}: ${names.join(", ")} without ${missing.join(", ")}`);
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("an operation is found by its name, its paths and its parameters", async () => {
  const operations = (await pages(BOOK)).filter((path) => /operations\/.+\//.test(path));
  const { page: searched } = await open(chrome, site.url);
  for (const path of operations.filter((_, index) => index % 40 === 0)) {
    const { page } = await open(chrome, site.url, path);
    const name = (await page.textContent("main h1")).trim();
    const paths = await page.$$eval(".address code", (codes) => codes.map((code) => code.textContent).filter((code) => code.startsWith("/")));
    const parameters = await page.$$eval("main td:first-child > code:first-child", (codes) => codes.map((code) => code.textContent));
    await page.close();
    assert.ok(paths.length > 0, path);
    for (const query of [name, name.toLowerCase(), ...paths, ...parameters.map((parameter) => `${parameter} ${name}`)]) {
      const { hrefs } = await search(searched, query);
      assert.ok(hrefs[0].endsWith(`/${path}`), `${query} finds ${hrefs.slice(0, 3).join(", ")}`);
    }
  }
  await searched.close();
});

test("nothing is found where there is nothing, and that is said", async () => {
  const { page } = await open(chrome, site.url);
  const { names, note } = await search(page, "<img src=x onerror=alert(1)> qqqqqqqqqqqqqqq");
  assert.deepEqual(names, []);
  assert.match(note, /^No results for “<img/);
  const lists = await page.$$eval(".search-popup p a", (links) => links.map((it) => it.getAttribute("href")));
  assert.deepEqual(lists, ["account-portal/a-z.html", "backup-server/a-z.html"]);
  await page.close();
});

test("a word is not taken for another that only resembles it", async () => {
  const { page } = await open(chrome, site.url);
  for (const query of ["connectwise", "timezone", "s3"]) {
    const { names, note } = await search(page, query);
    assert.deepEqual(names, [], query);
    assert.ok(note.startsWith(`No results for “${query}”. Try other words`), note);
  }
  await page.close();
});

test("Enter opens a result of what is in the field, and of nothing else", async () => {
  const { page } = await open(chrome, site.url, "changes.html");
  const opened = [];
  page.on("request", (request) => request.isNavigationRequest() && opened.push(request.url()));
  await page.keyboard.press("/");
  await search(page, "add user");
  await page.fill("[role=combobox]", "");
  await page.keyboard.press("Enter");
  await search(page, "add");
  assert.deepEqual(opened, [], "the field was empty");
  await page.goto(`${site.url}/index.html`);
  await page.keyboard.press("/");
  await page.keyboard.insertText("add user"); // at once, so the index is not there yet
  await Promise.all([page.waitForURL(/admin_add_user\.html$/), page.keyboard.press("Enter")]);
  await page.close();
});

test("results do not open once the field was left", async () => {
  const { page } = await open(chrome, site.url);
  let load;
  const asked = new Promise((done) => page.route("**/rank.js", (route) => done((load = () => route.continue()))));
  await page.fill("[role=combobox]", "add user");
  await asked;
  await page.keyboard.press("Tab");
  await load();
  await page.waitForFunction(() => typeof rank === "object");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await page.isVisible(".search-popup"), false);
  await page.close();
});

test("an index that could not be loaded is asked for again", async () => {
  const { page } = await open(chrome, site.url);
  await page.route("**/rank.js", (route) => route.abort());
  assert.equal((await search(page, "add")).note, "The search index is missing.");
  await page.unroute("**/rank.js");
  assert.equal((await search(page, "add user")).names[0], "AdminAddUser");
  await page.close();
});

test("the keyboard opens the search, chooses a result, and closes it", async () => {
  const { page } = await open(chrome, site.url, "account-portal/types.html");
  for (const key of ["/", "s"]) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.role), "combobox", key);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY");
  }
  await page.keyboard.press("/");
  await page.keyboard.type("list s");
  await results(page, "list s");
  const current = () => page.evaluate(() => {
    const field = document.querySelector("[role=combobox]");
    return document.getElementById(field.getAttribute("aria-activedescendant")).querySelector(".name").textContent;
  });
  const names = await page.$$eval("[role=option] .name", (names) => names.map((name) => name.textContent));
  assert.equal(await current(), names[0]);
  await page.keyboard.press("ArrowDown");
  assert.equal(await current(), names[1]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await current(), names.at(-1), "from the first to the last");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft"); // mdBook would turn the page
  assert.match(await address(page), /account-portal\/types\.html\?q=list\+s$/);
  await Promise.all([page.waitForURL(/operations\/.+\/.+\.html$/), page.keyboard.press("Enter")]);
  assert.equal((await page.textContent("main h1")).trim(), names[0]);
  await page.close();
});

test("a search can be bookmarked", async () => {
  const { page, complaints } = await open(chrome, site.url, "index.html?q=add+user");
  assert.equal((await results(page, "add user")).names[0], "AdminAddUser");
  await page.keyboard.press("Escape");
  assert.doesNotMatch(await address(page), /\?/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a phone has a button for it", async () => {
  const context = await chrome.newContext({ viewport: { width: 360, height: 740 } });
  const { page } = await open(context, site.url);
  assert.equal(await page.isVisible("[role=combobox]"), false);
  await page.click(".search-button");
  const { names } = await search(page, "add user");
  assert.equal(names[0], "AdminAddUser");
  const [width, wide] = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  assert.ok(width <= wide, "the results fit");
  await Promise.all([page.waitForURL(/admin_add_user\.html$/), page.click("[role=option]")]);
  assert.equal((await page.textContent("main h1")).trim(), "AdminAddUser");
  await context.close();
});

test("a book that is opened as a file is searched too", async () => {
  const book = `file://${resolve(BOOK)}`;
  const { page, complaints } = await open(chrome, book, "account-portal/index.html");
  const { names, hrefs } = await search(page, "reset password");
  assert.equal(names[0], "AdminResetUserPassword");
  await page.click("[role=option]");
  await page.waitForURL(hrefs[0]);
  assert.deepEqual(complaints, []);
  await page.close();
});

/** Types a query as a reader would, and returns what the list shows for it. */
async function search(page, query) {
  await page.fill("[role=combobox]", query);
  return results(page, query);
}

async function results(page, query) {
  await page.waitForFunction((query) => document.querySelector(".search-popup:not([hidden])")?.dataset.query === query, query);
  return page.evaluate(() => ({
    names: [...document.querySelectorAll("[role=option] .name")].map((name) => name.textContent),
    hrefs: [...document.querySelectorAll("[role=option]")].map((option) => option.href),
    note: document.querySelector(".search-popup [role=status]").textContent,
  }));
}
