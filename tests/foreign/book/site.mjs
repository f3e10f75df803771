// A folder served over loopback, and a browser that looks at it and at nothing else.

import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, relative } from "node:path";
import { after } from "node:test";
import { chromium } from "playwright-core";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".woff2": "font/woff2",
};

/** Milliseconds after which something hangs, on a busy machine too. */
export const HANGS = 600_000;

/** The folder of the built book. */
export const BOOK = process.env.BOOK ?? "target/docs";

/** Serves a folder and starts a browser; both end with the tests of the file. */
export async function visit(folder) {
  const [site, chrome] = await Promise.all([serve(folder), browser()]);
  after(async () => {
    await chrome.close();
    site.close();
  });
  return { site, chrome };
}

/** Serves a folder; returns the address and a function that stops it. */
async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = join(folder, normalize(path), path.endsWith("/") ? "index.html" : "");
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "cache-control": "max-age=3600" });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** The pages of a book, by their paths below its folder; not those that mdBook adds. */
export async function pages(folder) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && file.name.endsWith(".html"))
    .map((file) => relative(folder, join(file.parentPath, file.name)));
  return paths.filter((path) => !["404.html", "print.html", "toc.html"].includes(path)).sort();
}

/** Opens a page, and collects errors, failed requests and requests to other hosts. */
export async function open(context, url, path = "") {
  const page = await context.newPage();
  page.setDefaultTimeout(HANGS);
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => {
    // What is still loading when the page is left is not missing.
    const { errorText } = request.failure();
    if (errorText !== "net::ERR_ABORTED") complaints.push(`${errorText}: ${request.url()}`);
  });
  page.on("response", (response) => response.status() >= 400 && complaints.push(`${response.status()}: ${response.url()}`));
  page.on("request", (request) => {
    const is_here = request.url().startsWith(url) || request.url().startsWith("data:");
    if (!is_here) complaints.push(`asks the network for ${request.url()}`);
  });
  await page.goto(`${url}/${path}`, { waitUntil: "load" });
  return { page, complaints };
}

/** The address of a page; `page.url()` learns later what a script changed. */
export const address = (page) => page.evaluate(() => location.href);

/** Does something for each item, a few at a time. */
export async function each(items, work) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 3 }, worker));
}

/** A context whose pages have a theme of the book. */
export async function themed(chrome, theme) {
  const context = await chrome.newContext({ colorScheme: theme === "light" ? "light" : "dark" });
  await context.addInitScript((theme) => localStorage.setItem("mdbook-theme", theme), theme);
  return context;
}

/** The first page of each kind: an API's operations are one, its lists too, whatever the API. */
export function kinds(paths) {
  const kind = (path) => {
    const [api, ...rest] = path.split("/");
    return rest.length > 1 ? `${api} ${rest[0]} ${rest.length}` : rest[0] ?? api;
  };
  return [...new Map([...paths].reverse().map((path) => [kind(path), path])).values()].reverse();
}

/** The system's Chromium, without the requests that it makes on its own. */
export function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    timeout: HANGS,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      // A container's /dev/shm is too small for large pages.
      "--disable-dev-shm-usage",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
