import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { PICTURES, until } from "./editor.mjs";
import { journey } from "./journey.mjs";
import { seen } from "./window.mjs";

const { editor, step } = journey("idle", {
  files: { "notes.txt": "nothing of hooks\n", "data.json": '{ "a": 1 }\n', "src/.claude/settings.json": "{}\n" },
  // Not of JSON: what other extensions cost that begin with it would be told as the cost of this one.
  open: "notes.txt",
});

step("a folder without hook files of its own starts no server", async (page) => {
  await editor().command("Hooks: Show the Log");
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

/** Milliseconds of the mark: the number that stands behind its name. */
async function mark(page, name) {
  const line = page.locator(".view-line", { hasText: `${name}/unpublished.hookwright` });
  await until(async () => {
    await page.locator(".tab.active", { hasText: "Startup Performance" }).click();
    await page.keyboard.press("Control+F");
    await page.locator(".find-widget.visible textarea").first().fill(`${name}/unpublished.hookwright`);
    await page.keyboard.press("Enter");
    return seen(line);
  }, name);
  return Number(/hookwright\s+(\d+)/.exec((await line.first().innerText()).replaceAll("\u00a0", " "))[1]);
}

step("the editor tells what it cost to activate the extension", async (page) => {
  await editor().command("Developer: Startup Performance");
  await page.locator(".view-line", { hasText: "System Info" }).waitFor();
  const [willLoad, didLoad] = [await mark(page, "willLoadExtensionCode"), await mark(page, "didLoadExtensionCode")];
  const [will, did] = [await mark(page, "willActivateExtension"), await mark(page, "didActivateExtension")];
  await editor().picture("11-startup");
  const said = { load: didLoad - willLoad, activate: did - will };
  const milliseconds = said.load + said.activate;
  writeFileSync(path.join(PICTURES, "activation.json"), JSON.stringify({ milliseconds, ...said }, undefined, 2));
  assert.ok(milliseconds > 0);
});
