import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { PICTURES, until } from "./editor.mjs";
import { journey } from "./journey.mjs";

const { editor, step } = journey("idle", {
  files: {
    "notes.txt": "nothing of hooks\n",
    "data.json": '{ "a": 1 }\n',
    "tsconfig.json": "{} // nothing of hooks\n",
    "src/.cursor/hooks.json": "{}\n",
  },
  // Not of JSON: what other extensions cost that begin with it would be told as the cost of this one.
  open: "notes.txt",
});
const running = (page) => page.locator(".runtime-extensions-editor .extension", { hasText: "(hookwright)" });

step("a folder without hook files of its own, and a JSON file, do not wake the extension", async (page) => {
  await editor().openFile("data.json");
  await page.locator(".statusbar-item", { hasText: /^JSON$/ }).waitFor();
  await editor().command("Developer: Show Running Extensions");
  await page.locator(".runtime-extensions-editor .extension .activation-time", { hasText: "ms" }).first().waitFor();
  await editor().picture("9-idle");
  assert.equal(await running(page).count(), 0);
  assert.deepEqual(editor().servers(), []);
});

step("JSON with comments, in which hook files are, wakes it, but starts no server", async (page) => {
  await editor().openFile("tsconfig.json");
  await page.locator(".statusbar-item", { hasText: /^JSON with Comments$/ }).waitFor();
  await editor().command("Developer: Show Running Extensions");
  await running(page).locator(".activation-time", { hasText: "ms" }).waitFor();
  await editor().command("Agent Hooks: Show the Log");
  await page.locator(".output-view").waitFor();
  await editor().picture("9-awake");
  assert.deepEqual(editor().servers(), []);
});

step("the first hook file that is opened starts a server", async () => {
  await editor().openFile("src/.cursor/hooks.json");
  await until(() => editor().servers().length === 1, "the server");
  await editor().picture("10-started");
});

step("the editor tells what it cost to load and to activate the extension", async (page) => {
  await editor().command("Developer: Show Running Extensions");
  const told = await running(page).locator(".activation-time", { hasText: "ms" }).innerText();
  await editor().picture("11-running");
  const milliseconds = Number(/Activation: (\d+)ms/.exec(told)?.[1]);
  writeFileSync(path.join(PICTURES, "activation.json"), JSON.stringify({ milliseconds }, undefined, 2));
  assert.ok(milliseconds > 0, told);
});
