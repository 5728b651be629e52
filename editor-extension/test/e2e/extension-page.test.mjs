import assert from "node:assert/strict";
import path from "node:path";
import { ROOT } from "./service.mjs";
import { THEMES } from "./editor.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, driven } from "./window.mjs";

const { LOOK: theme = "light" } = process.env;
if (!(theme in THEMES)) throw new Error(`LOOK is one of ${Object.keys(THEMES)}`);

const { editor, step } = journey("extension-page", { files: { "notes.txt": "" }, theme });

step("the extension's page shows its pictures", async (page) => {
  // The project's pages are not asked: the pictures that they would answer with are in the checkout.
  const web = "https://github.com/hookwright/hookwright/raw/HEAD/";
  await page.context().route(`${web}**`, (it) => {
    return it.fulfill({ path: path.join(ROOT, it.request().url().slice(web.length)) });
  });
  await editor().command("Extensions: Show Installed Extensions");
  const row = page.locator(".extension-list-item", { hasText: "hookwright" }).first();
  await driven(() => row.click({ timeout: LOST_MS }), editor().reads(/Coding agents run hooks/), "the page");
  const readme = await editor().webview(/Coding agents run hooks/);
  const widths = await readme.evaluate(() =>
    Promise.all(
      [...document.images].map((it) =>
        it.decode().then(
          () => it.naturalWidth,
          () => 0,
        ),
      ),
    ),
  );
  await editor().picture(`extension-page-${theme}`);
  assert.ok(widths.length >= 4 && widths.every((it) => it > 0), String(widths));
});
