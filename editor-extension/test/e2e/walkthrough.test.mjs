import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { THEMES } from "./editor.mjs";
import { DENIES, FILE, group, hookFile } from "./files.mjs";

const HOOKS = hookFile({ PreToolUse: [group("Bash", DENIES)] });
const { LOOK: theme = "light" } = process.env;
if (!(theme in THEMES)) throw new Error(`LOOK is one of ${Object.keys(THEMES)}`);

const { editor, step } = journey("walkthrough", { files: { [FILE]: HOOKS }, open: FILE, theme });

const ticked = (page) => page.locator(".getting-started-step .complete.codicon").count();

step("what is done has its tick, and its pictures are drawn", async (page) => {
  await editor().lens("▶ Fire").first().waitFor();
  await editor().command("Agent Hooks: Get Started");
  await page.locator(".getting-started-step").first().waitFor();
  await page.locator(".getting-started-step .complete.codicon").nth(1).waitFor();
  assert.equal(await ticked(page), 2);
  await editor().picture(`walkthrough-1-${theme}`);
});

step("once a hook was fired, its step has one too", async (page) => {
  await editor().openFile(FILE);
  await editor().fire();
  await editor().webview(/no deleting here/);
  await editor().command("Agent Hooks: Get Started");
  await page.locator(".getting-started-step .complete.codicon").nth(2).waitFor();
  await page.locator(".getting-started-step", { hasText: "Fire a hook" }).click();
  const picture = editor().webview(/What you see/);
  const drawn = await (
    await picture
  ).evaluate(() => Promise.all([...document.images].map((it) => it.decode().then(() => it.naturalWidth))));
  assert.ok(drawn.length > 0 && drawn.every((it) => it > 0), String(drawn));
  await editor().picture(`walkthrough-2-${theme}`);
});
