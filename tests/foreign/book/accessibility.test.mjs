// Nothing that axe-core finds, on a page of each kind, in light and dark, and in an open search.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { BOOK, each, kinds, open, pages, themed, visit } from "./site.mjs";

const { site, chrome } = await visit(BOOK);
const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const paths = kinds(await pages(BOOK));

async function violations(page) {
  await page.evaluate(axe);
  // Describing what is fine, too, takes more than finding what isn't.
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`));
}

for (const theme of ["light", "navy"]) {
  test(`no page has a violation in the theme ${theme}`, async () => {
    assert.ok(paths.length > 15, paths.join());
    const context = await themed(chrome, theme);
    await each(paths, async (path) => {
      const { page } = await open(context, site.url, path);
      assert.deepEqual(await violations(page), [], path);
      await page.close();
    });
    await context.close();
  });

  test(`neither has an open search, on a desktop and a phone, in the theme ${theme}`, async () => {
    const context = await themed(chrome, theme);
    for (const viewport of [{ width: 1280, height: 720 }, { width: 360, height: 740 }]) {
      const { page } = await open(context, site.url, "changes.html");
      await page.setViewportSize(viewport);
      await page.keyboard.press("/");
      await page.keyboard.type("add user");
      await page.waitForSelector("[role=option]");
      assert.deepEqual(await violations(page), [], `${viewport.width} px`);
      await page.close();
    }
    await context.close();
  });
}

test("axe-core finds what is wrong", async () => {
  const { page } = await open(chrome, site.url, "changes.html");
  await page.evaluate(() => document.querySelector("main").append(document.createElement("button")));
  assert.match((await violations(page)).join(), /^button-name: /);
  await page.close();
});
