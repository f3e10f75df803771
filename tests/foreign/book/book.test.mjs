// The built book in a real browser: `BOOK=target/docs node --test tests/foreign/book/`.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { after, before, test } from "node:test";
import { browser, pages, serve } from "./site.mjs";
import { illegible } from "./contrast.mjs";

const BOOK = process.env.BOOK ?? "target/docs";
const SCREENSHOTS = process.env.SCREENSHOTS;
const PHONE = { width: 360, height: 740 };

let site, chrome, paths;
/** What each page holds, by path. */
const links = new Map();

before(async () => {
  [site, chrome, paths] = await Promise.all([serve(BOOK), browser(), pages(BOOK)]);
  assert.ok(paths.length > 20, `a whole book, not ${paths.length} pages`);
});

after(async () => {
  await chrome?.close();
  site?.close();
});

/** Opens a page that notes every complaint of the browser. */
async function open(path, context = chrome) {
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("response", (response) => response.status() >= 400 && complaints.push(`${response.status()}: ${response.url()}`));
  page.on("request", (request) => {
    const is_here = request.url().startsWith(site.url) || request.url().startsWith("data:");
    if (!is_here) complaints.push(`asks the network for ${request.url()}`);
  });
  await page.goto(`${site.url}/${path}`, { waitUntil: "load" });
  return { page, complaints };
}

async function shoot(page, name) {
  if (!SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

for (const theme of ["light", "navy"]) {
  test(`every page opens without a complaint, fits a phone, and is legible in the theme ${theme}`, async () => {
    const context = await chrome.newContext({ colorScheme: theme === "light" ? "light" : "dark" });
    await context.addInitScript((theme) => localStorage.setItem("mdbook-theme", theme), theme);
    for (const path of paths) {
      const { page, complaints } = await open(path, context);
      assert.deepEqual(await page.evaluate(illegible), [], path);
      await shoot(page, `${theme}-${path.replaceAll("/", "-")}`);
      links.set(path, await page.evaluate(look));
      await page.setViewportSize(PHONE);
      const [width, wide] = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
      assert.ok(width <= wide, `${path} is ${width} px wide on a screen of ${wide} px`);
      assert.deepEqual(complaints, [], path);
      await page.close();
    }
    await context.close();
  });
}

test("every diagram is drawn, and said in words too", () => {
  const images = [...links].flatMap(([path, { images }]) => images.map((image) => ({ path, ...image })));
  assert.ok(images.length > 1, "both APIs have states");
  for (const { path, src, width, alt } of images) {
    assert.ok(width > 0, `${path}: ${src} is not drawn`);
    assert.ok(alt, `${path}: ${src} says nothing to those who can't see it`);
  }
});

test("every internal link leads to a page and an anchor that are there", () => {
  let checked = 0;
  for (const [path, { hrefs }] of links) {
    for (const href of hrefs.filter((href) => !/^[a-z]+:/.test(href))) {
      const [file, anchor] = href.split("#");
      const target = file ? posix.normalize(posix.join(posix.dirname(path), file)) : path;
      assert.ok(links.has(target), `${path}: ${href} leads nowhere`);
      if (anchor) {
        assert.ok(links.get(target).ids.includes(decodeURIComponent(anchor)), `${path}: ${href} has no such anchor`);
      }
      checked += 1;
    }
  }
  assert.ok(checked > 1000, `a book full of links, not ${checked}`);
});

test("a deep link lands on its operation", async () => {
  for (const [path, name] of await operations(17)) {
    const { page } = await open(`${path}#${name}`);
    await page.waitForFunction((name) => {
      const top = document.getElementById(name)?.getBoundingClientRect().top;
      return top >= -1 && top < innerHeight;
    }, name);
    await page.close();
  }
});

test("the search finds an operation by its name, its path and its parameters", async () => {
  const { page, complaints } = await open("index.html");
  await page.click("#mdbook-search-toggle");
  for (const [path, name] of await operations(40)) {
    const { paths, parameters } = await factsOf(path, name);
    const queries = [name, ...paths, ...parameters.map((parameter) => `${parameter} ${name}`)];
    for (const query of queries) {
      const found = (await search(page, query)).slice(0, 5).map(section);
      assert.ok(found.includes(`${path}#${name.toLowerCase()}`), `${query} finds ${found.join(", ")}`);
    }
  }
  await shoot(page, "search");
  assert.deepEqual(complaints, []);
  await page.close();
});

/** Page and heading of a result, without the words to mark. */
function section(href) {
  const { pathname, hash } = new URL(href, `${site.url}/`);
  return `${pathname.slice(1)}${hash}`;
}

/** Runs in a page: what it links to, what can be linked to in it, its images. */
function look() {
  return {
    ids: [...document.querySelectorAll("[id], a[name]")].map((it) => it.id || it.name),
    hrefs: [...document.querySelectorAll("main a[href]")].map((it) => it.getAttribute("href")),
    images: [...document.querySelectorAll("main img")].map((it) => ({ src: it.src, width: it.naturalWidth, alt: it.alt })),
  };
}

/** Every n-th operation, as page and anchor. */
async function operations(n) {
  const all = [...links].flatMap(([path, { ids }]) => ids.filter((id) => /^[A-Z]\w+$/.test(id)).map((id) => [path, id]));
  const of_groups = all.filter(([path]) => path.includes("operations/"));
  assert.ok(of_groups.length > 200, `every operation has an anchor, not ${of_groups.length}`);
  return of_groups.filter((_, index) => index % n === 0);
}

/** What an operation's section tells: its paths and its parameters. */
async function factsOf(path, name) {
  const { page } = await open(path);
  const facts = await page.evaluate((name) => {
    const heading = [...document.querySelectorAll("main h2")].find((it) => it.textContent.trim() === name);
    const facts = { paths: [], parameters: [] };
    for (let at = heading.nextElementSibling; at && at.tagName !== "H2"; at = at.nextElementSibling) {
      const post = [...at.querySelectorAll("code")].map((it) => it.textContent).filter((it) => it.startsWith("POST "));
      facts.paths.push(...post.map((it) => it.slice("POST ".length)));
      facts.parameters.push(...[...at.querySelectorAll("td:first-child code")].map((it) => it.textContent));
    }
    return facts;
  }, name);
  await page.close();
  return facts;
}

/** Types a query as a reader would; gives where the results lead. */
async function search(page, query) {
  await page.fill("#mdbook-searchbar", query);
  // The index is loaded on the first key.
  for (let waited = 0; waited < 100; waited += 1) {
    await page.press("#mdbook-searchbar", "Shift");
    const header = await page.textContent("#mdbook-searchresults-header");
    if (header.includes(`'${query}'`)) return page.$$eval("#mdbook-searchresults a", (links) => links.map((it) => it.getAttribute("href")));
    await page.waitForTimeout(100);
  }
  assert.fail(`no answer to ${query}`);
}
