import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { until } from "./editor.mjs";

const { editor, step } = journey("idle", {
  files: { "data.json": '{ "a": 1 }\n', "src/.claude/settings.json": "{}\n" },
  open: "data.json",
});

step("a folder without hook files of its own starts no server", async (page) => {
  await page.locator(".view-line", { hasText: '"a"' }).waitFor();
  await editor().command("Hooks: Show the Log");
  await page.locator(".pane-body .output-view-container, .output-view").first().waitFor();
  await editor().picture("9-idle");
  assert.deepEqual(editor().servers(), []);
});

step("the first hook file that is opened starts one", async (page) => {
  await page.keyboard.press("Control+P");
  await page.locator(".quick-input-widget input").first().fill("src/.claude/settings.json");
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "settings.json" }).waitFor();
  await page.keyboard.press("Enter");
  await until(() => editor().servers().length === 1, "the server");
  await page.locator(".tab.active", { hasText: "settings.json" }).waitFor();
  await editor().picture("10-started");
});
