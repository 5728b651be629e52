import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { SERVER, until } from "./editor.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, driven, gone } from "./window.mjs";

const GROUPS = [group("Bash", "touch fired")];
const HOOKS = hookFile({ PreToolUse: GROUPS, PreTolUse: GROUPS });
// The workspace's own way to start the server, with a mark.
const MARKED = JSON.stringify({ "hookwright.server.command": ["env", "MARK=1", SERVER, "lsp"] });

const { editor, step } = journey("untrusted", {
  files: { [FILE]: HOOKS, ".vscode/settings.json": MARKED },
  open: FILE,
  trust: false,
});

step("an untrusted workspace is checked, and nothing of it is fired", async (page) => {
  await page.locator(".squiggly-error").first().waitFor();
  await editor().clickLens("▶ Fire", page.locator(".notification-toast", { hasText: "Nothing was fired" }));
  await editor().picture("7-untrusted");
  assert.ok(!existsSync(path.join(editor().project, "fired")));
  assert.equal(editor().servers().length, 1);
  assert.deepEqual(editor().servers("MARK=1"), []);
});

step("the server is told when the workspace is trusted", async (page) => {
  const toast = await editor().notification("Nothing was fired");
  const trust = page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ });
  const manage = toast.locator(".monaco-button", { hasText: "Manage Workspace Trust" });
  await driven(() => manage.click({ timeout: LOST_MS }), trust, "the editor of trust");
  await driven(
    () => trust.click({ timeout: LOST_MS }),
    () => gone(trust, LOST_MS),
    "the trust",
  );
  await until(() => editor().servers("MARK=1").length > 0, "the workspace's own server");
  const close = page.locator(".monaco-modal-editor-block .codicon-close");
  await driven(
    () => close.click({ timeout: LOST_MS }),
    () => gone(close, LOST_MS),
    "the end of the editor of trust",
  );
  await editor().fire();
  await until(() => existsSync(path.join(editor().project, "fired")), "the hook's work");
  await editor().picture("8-trusted");
});
