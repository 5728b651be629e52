import assert from "node:assert/strict";
import { DENIES, FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";

const HOOKS = hookFile({ PreToolUse: [group("Bash", DENIES, "echo '{\"suppressOutput\": true}'")] });

const { editor, step } = journey("last-result", { files: { [FILE]: HOOKS, "notes.txt": "x\n" }, open: FILE });
const lens = (pattern) => editor().lens(pattern).first();

step("the lenses of a file that lost the focus as soon as it was shown are links", async (page) => {
  await lens("▶ Fire").waitFor();
  await editor().openFile("notes.txt");
  await page.locator(".tab", { hasText: "settings.json" }).click();
  await page.keyboard.press("Control+Shift+E");
  await page.locator(".explorer-folders-view .monaco-list:focus").waitFor();
  await lens("▶ Fire").waitFor();
  await editor().picture("last-0-links");
  await page.locator(".tab", { hasText: "notes.txt" }).click({ button: "middle" });
});

step("fired together, each hook of a group has its result above it", async (page) => {
  await editor().fire("▶ Fire all \\(2\\)");
  await editor().webview(/How it was decided[^]*no deleting here/);
  await lens("deny · .*").waitFor();
  await lens("ok · .*").waitFor();
  await editor().picture("last-1-group");
});

step("the result opens that firing in the panel, also after another one", async (page) => {
  await editor().clickLens("▶ Fire", editor().reads(/^PreToolUse[^]*no decision: /), 1);
  await editor().clickLens("deny · .*", editor().reads(/^PreToolUse[^]*✕\s*deny/));
  const frame = await editor().webview(/^PreToolUse[^]*✕\s*deny/);
  assert.equal(await frame.getByLabel("Firing").evaluate((it) => it.selectedIndex), 1);
  assert.equal(await page.locator(".tab").count(), 2);
  await editor().picture("last-2-again");
});

step("in a window that has fired nothing yet, it opens what was recorded", async (page) => {
  await page.reload({ waitUntil: "domcontentloaded" });
  // The journal knows what each hook decided.
  await lens("deny · .*").waitFor();
  await lens("ok · .*").waitFor();
  await editor().clickLens("deny · .*", editor().reads(/Claude Code · recorded[^]*✕\s*deny[^]*no deleting here/));
  assert.equal(await page.locator(".tab", { hasText: "Preview" }).count(), 0);
  await editor().picture("last-3-recorded");
});
