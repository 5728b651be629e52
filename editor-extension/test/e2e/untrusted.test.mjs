import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { SERVER, until } from "./editor.mjs";
import { journey } from "./journey.mjs";

const FILE = ".claude/settings.json";
const GROUP = [{ matcher: "Bash", hooks: [{ type: "command", command: "touch fired" }] }];
const HOOKS = JSON.stringify({ hooks: { PreToolUse: GROUP, PreTolUse: GROUP } }, undefined, 2);
// The workspace's own way to start the server, with a mark.
const MARKED = JSON.stringify({ "hookwright.server.command": ["env", "MARK=1", SERVER, "lsp"] });

const { editor, step } = journey("untrusted", {
  files: { [FILE]: HOOKS, ".vscode/settings.json": MARKED },
  open: FILE,
  trust: false,
});

step("an untrusted workspace is checked, and nothing of it is fired", async (page) => {
  await page.locator(".squiggly-error").first().waitFor();
  await editor().lens("▶ Fire").click();
  const toast = page.locator(".notification-toast", { hasText: "Nothing was fired" });
  await toast.waitFor();
  await editor().picture("7-untrusted");
  assert.ok(!existsSync(path.join(editor().project, "fired")));
  assert.equal(editor().servers().length, 1);
  assert.deepEqual(editor().servers("MARK=1"), []);
});

step("the server is told when the workspace is trusted", async (page) => {
  await page.locator(".notification-toast .monaco-button", { hasText: "Manage Workspace Trust" }).click();
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
  await until(() => editor().servers("MARK=1").length > 0, "the workspace's own server");
  await page.locator(".monaco-modal-editor-block .codicon-close").click();
  await editor().lens("▶ Fire").click();
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Run" }).click();
  await until(() => existsSync(path.join(editor().project, "fired")), "the hook's work");
  await editor().picture("8-trusted");
});
