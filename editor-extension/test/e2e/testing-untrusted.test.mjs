import assert from "node:assert/strict";
import { testExplorer } from "./test-explorer.mjs";
import { journey } from "./journey.mjs";

const FILE = ".claude/settings.json";
const GROUP = { matcher: "Bash", hooks: [{ type: "command", command: "touch fired" }] };

const { editor, step } = journey("testing-untrusted", {
  files: { [FILE]: JSON.stringify({ hooks: { PreToolUse: [GROUP] } }, undefined, 2) },
  open: FILE,
  trust: false,
});
const { hears, act, expand } = testExplorer(editor);

step("where the workspace is not trusted, the editor asks before anything is run", async (page) => {
  await editor().lens("▶ Fire").waitFor();
  await editor().command("Testing: Focus on Test Explorer View");
  for (const it of ["settings.json", "PreToolUse", "Bash"]) await expand(it);
  await act("touch fired", "Run Test");
  const dialog = page.locator(".monaco-dialog-box", { hasText: "Do you trust" });
  await dialog.waitFor();
  await editor().picture("testing-8-untrusted");
  await dialog.locator(".monaco-button", { hasText: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(editor().exists("fired"), false);
});

step("once it is trusted, the hook is run as soon as its command was agreed to", async (page) => {
  await act("touch fired", "Run Test");
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Trust Folder" }).click();
  const dialog = page.locator(".monaco-dialog-box", { hasText: "touch fired" });
  await dialog.waitFor();
  assert.equal(editor().exists("fired"), false);
  await dialog.locator(".monaco-button", { hasText: "Run" }).click();
  await hears("touch fired", /passed/i);
  await editor().picture("testing-9-trusted");
  assert.equal(editor().exists("fired"), true);
});
