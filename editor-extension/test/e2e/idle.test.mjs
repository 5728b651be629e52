import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { PICTURES, until } from "./editor.mjs";
import { journey } from "./journey.mjs";

const { editor, step } = journey("idle", {
  files: { "notes.txt": "nothing of hooks\n", "data.json": '{ "a": 1 }\n', "src/.claude/settings.json": "{}\n" },
  // Not of JSON: what other extensions cost that begin with it would be told as the cost of this one.
  open: "notes.txt",
});

step("a folder without hook files of its own starts no server", async (page) => {
  await editor().command("Agent Hooks: Show the Log");
  await page.locator(".output-view").waitFor();
  await editor().openFile("data.json");
  await editor().picture("9-idle");
  assert.deepEqual(editor().servers(), []);
});

step("the first hook file that is opened starts one", async () => {
  await editor().openFile("src/.claude/settings.json");
  await until(() => editor().servers().length === 1, "the server");
  await editor().picture("10-started");
});

step("the editor tells what it cost to load and to activate the extension", async (page) => {
  await editor().command("Developer: Show Running Extensions");
  const row = page.locator(".runtime-extensions-editor .extension", { hasText: "(hookwright)" });
  const told = await row.locator(".activation-time", { hasText: "ms" }).innerText();
  await editor().picture("11-running");
  const milliseconds = Number(/Activation: (\d+)ms/.exec(told)?.[1]);
  writeFileSync(path.join(PICTURES, "activation.json"), JSON.stringify({ milliseconds }, undefined, 2));
  assert.ok(milliseconds > 0, told);
});
