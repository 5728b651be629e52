import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { until } from "./editor.mjs";

const { editor, step } = journey("idle", {
  files: { "data.json": '{ "a": 1 }\n', "src/.claude/settings.json": "{}\n" },
  open: "data.json",
});

step("a folder without hook files of its own starts no server", async (page) => {
  await editor().command("Hooks: Show the Log");
  await page.locator(".output-view").waitFor();
  await editor().picture("9-idle");
  assert.deepEqual(editor().servers(), []);
});

step("the first hook file that is opened starts one", async () => {
  await editor().openFile("src/.claude/settings.json");
  await until(() => editor().servers().length === 1, "the server");
  await editor().picture("10-started");
});
