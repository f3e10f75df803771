// The built book in a real browser: `BOOK=target/docs node --test tests/foreign/book/`.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { BOOK, each, kinds, open, pages, themed, visit } from "./site.mjs";
import { illegible } from "./contrast.mjs";

const SCREENSHOTS = process.env.SCREENSHOTS;
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 720 };

const { site, chrome } = await visit(BOOK);
const paths = await pages(BOOK);

test("every page opens without a complaint, fits a phone, and is legible", async () => {
  assert.ok(paths.length > 300, `a whole book, not ${paths.length} pages`);
  for (const [path, { faults }] of await book()) assert.deepEqual(faults, [], path);
});

test("a page of each kind does so in the dark theme", async () => {
  const dark = await inspect("navy", SCREENSHOTS ? paths : kinds(paths));
  for (const [path, { faults }] of dark) assert.deepEqual(faults, [], path);
});

let inspected;
/** Every page in the light theme: several tests need them, and the first one opens them. */
const book = () => (inspected ??= inspect("light", paths));

/** What pages hold, and what is wrong with them, by path. */
async function inspect(theme, paths) {
  const context = await themed(chrome, theme);
  const found = new Map();
  const idle = [];
  await each(paths, async (path) => {
    const tab = idle.pop() ?? (await open(context, site.url, path));
    found.set(path, await inspectPage(tab, theme, path));
    idle.push(tab);
  });
  await context.close();
  return found;
}

async function inspectPage({ page, complaints }, theme, path) {
  await page.setViewportSize(DESKTOP);
  await page.goto(`${site.url}/${path}`);
  const faults = await page.evaluate(illegible);
  faults.push(...(await page.evaluate(cut)));
  if (SCREENSHOTS) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${theme}-${path.replaceAll("/", "-")}.png`) });
  }
  const held = await page.evaluate(look);
  await page.setViewportSize(PHONE);
  const [width, wide] = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  if (width > wide) faults.push(`it is ${width} px wide on a screen of ${wide} px`);
  return { ...held, faults: [...faults, ...complaints.splice(0)] };
}

test("on a phone no table is cut", async () => {
  const context = await chrome.newContext({ viewport: PHONE });
  for (const path of kinds(paths)) {
    const { page } = await open(context, site.url, path);
    assert.deepEqual(await page.evaluate(cut), [], path);
    await page.close();
  }
  await context.close();
});

test("every diagram is drawn, and said in words too", async () => {
  const images = [...(await book())].flatMap(([path, { images }]) => images.map((image) => ({ path, ...image })));
  assert.ok(images.length > 1, "both APIs have states");
  for (const { path, src, width, alt } of images) {
    assert.ok(width > 0, `${path}: ${src} is not drawn`);
    assert.ok(alt, `${path}: ${src} says nothing to those who can't see it`);
  }
});

test("every internal link leads to a page and an anchor that are there", async () => {
  const links = await book();
  let checked = 0;
  for (const [path, { hrefs }] of links) {
    for (const href of hrefs.filter((href) => !/^[a-z]+:/.test(href))) {
      leads(links, path, href);
      checked += 1;
    }
  }
  assert.ok(checked > 1000, `a book full of links, not ${checked}`);
});

test("everything that the search finds is there", async () => {
  const links = await book();
  let checked = 0;
  const read = async (folder, file) => {
    const parts = [];
    const addToSearch = (head, sections) => {
      parts.push(...(head.parts ?? []));
      for (const [, page] of sections.flatMap(([, , ...entries]) => entries)) {
        leads(links, "index.html", head.folder + page);
        checked += 1;
      }
    };
    runInNewContext(await readFile(join(folder, file), "utf8"), { addToSearch });
    for (const part of parts) await read(folder, part);
  };
  await read(BOOK, "search-index.js");
  assert.ok(checked > 400, `${checked} entries`);
});

function leads(links, path, href) {
  const [file, anchor] = href.split("#");
  const target = file ? posix.normalize(posix.join(posix.dirname(path), file)) : path;
  assert.ok(links.has(target), `${path}: ${href} leads nowhere`);
  if (anchor) {
    assert.ok(links.get(target).ids.includes(decodeURIComponent(anchor)), `${path}: ${href} has no such anchor`);
  }
}

test("a deep link to an operation of a group goes on to its page", async () => {
  const links = await book();
  const groups = paths.filter((path) => /^(?!spec\/).*operations\/[^/]+\.html$/.test(path));
  assert.ok(groups.length > 10, "every group has a page");
  for (const group of groups.filter((_, index) => index % 5 === 0)) {
    const name = links.get(group).ids.find((id) => /^[A-Z]\w+$/.test(id));
    const { page } = await open(chrome, site.url, `${group}#${name}`);
    await page.waitForURL((url) => url.pathname.startsWith(`/${group.replace(".html", "")}/`));
    assert.equal((await page.textContent("main h1")).trim(), name);
    await page.close();
  }
});

test("without scripts a page is complete", async () => {
  const context = await chrome.newContext({ javaScriptEnabled: false, viewport: DESKTOP });
  for (const path of kinds(paths)) {
    const { page } = await open(context, site.url, path);
    const hidden = await page.$$eval("main :is(pre, td, th, h2, strong):not(:empty)", (blocks) =>
      blocks.filter((block) => !block.checkVisibility({ visibilityProperty: true })).map((block) => block.textContent));
    assert.deepEqual(hidden, [], path);
    await page.setViewportSize(PHONE);
    const lost = await page.$$eval("main :is(pre, td, h2):not(:empty)", (blocks) =>
      blocks.filter((block) => !block.checkVisibility({ visibilityProperty: true })).map((block) => block.textContent));
    assert.deepEqual(lost, [], `${path} on a phone`);
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth > innerWidth), false, path);
    await page.close();
  }
  await context.close();
});

/** Runs in a page: the tables that are wider than their place. */
function cut() {
  const boxes = [...document.querySelectorAll("main .table-wrapper")].filter((box) => box.scrollWidth > box.clientWidth);
  return boxes.map((box) => `a table of ${box.scrollWidth} px has ${box.clientWidth} px: ${box.textContent.trim().slice(0, 40)}`);
}

/** Runs in a page: what it links to, what can be linked to in it, its images. */
function look() {
  return {
    ids: [...document.querySelectorAll("[id], a[name]")].map((it) => it.id || it.name),
    hrefs: [...document.querySelectorAll("main a[href]")].map((it) => it.getAttribute("href")),
    images: [...document.querySelectorAll("main img")].map((it) => ({ src: it.src, width: it.naturalWidth, alt: it.alt })),
  };
}
