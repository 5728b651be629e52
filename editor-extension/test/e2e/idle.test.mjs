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

/** The line that tells when the extension came to the mark; undefined where the page was made before it did. */
async function lineOf(page, mark) {
  const line = page.locator(".view-line", { hasText: `${mark}/unpublished.hookwright` });
  await page.locator(".tab.active", { hasText: "Startup Performance" }).click();
  await page.keyboard.press("Control+F");
  await page.locator(".find-widget.visible textarea").first().fill(`${mark}/unpublished.hookwright`);
  await page.keyboard.press("Enter");
  return (await seen(line)) ? line.first().innerText() : undefined;
}

/** Milliseconds of the mark: the number that stands behind its name. */
async function at(page, mark) {
  const line = await until(() => lineOf(page, mark), mark);
  return Number(/hookwright\s+(\d+)/.exec(line.replaceAll("\u00a0", " "))[1]);
}

let tries = 0;
step("the editor tells what it cost to activate the extension", async (page) => {
  // The extension's own process hands in its marks when it rests: the page is made anew until they are on it.
  await until(async () => {
    await editor().command("Developer: Startup Performance");
    await page.locator(".view-line", { hasText: "System Info" }).waitFor();
    if (tries++ > 1 && (await lineOf(page, "didActivateExtension"))) return true;
    await editor().command("View: Revert and Close Editor");
    await page.locator(".tab", { hasText: "Startup Performance" }).waitFor({ state: "detached" });
    return false;
  }, "the extension's marks");
  const [willLoad, didLoad] = [await at(page, "willLoadExtensionCode"), await at(page, "didLoadExtensionCode")];
  const [will, did] = [await at(page, "willActivateExtension"), await at(page, "didActivateExtension")];
  await editor().picture("11-startup");
  const said = { load: didLoad - willLoad, activate: did - will };
  const milliseconds = said.load + said.activate;
  writeFileSync(path.join(PICTURES, "activation.json"), JSON.stringify({ milliseconds, ...said }, undefined, 2));
  assert.ok(milliseconds > 0);
});
