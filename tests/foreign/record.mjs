// A page that calls the server, recorded by headless Chromium: `node record.mjs URL FILE`.

import { browser } from "./book/site.mjs";

const [url, path] = process.argv.slice(2);
const chrome = await browser();
const context = await chrome.newContext({ recordHar: { path, content: "embed" } });
const page = await context.newPage();
await page.goto(url);
await page.evaluate(async () => {
  const auth = { Username: "CaNaRy", AuthType: "Password", Password: "CaNaRy" };
  const send = async (path, body, headers) => {
    const answer = await fetch(`/api/v1/admin/${path}`, { method: "POST", body, headers });
    await answer.arrayBuffer();
  };
  const form = (fields) => new URLSearchParams({ ...auth, ...fields });
  for (const user of ["CaNaRy 1", "CaNaRy ä&=+%"]) {
    await send("list-users", form({}));
    await send("add-user", form({ TargetUser: user, TargetPassword: "CaNaRy" }));
    await send("branding/generate-client/linux-deb", form({}));
    const parts = new FormData();
    parts.append("upload", new File(["CaNaRy"], "CaNaRy.bin"));
    const headers = Object.entries(auth).map(([name, value]) => [`X-Service-Admin-${name}`, value]);
    await send("meta/resource/new", parts, Object.fromEntries(headers));
  }
});
await context.close();
await chrome.close();
