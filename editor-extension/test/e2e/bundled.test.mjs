import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { FILE, group, hookFile } from "./files.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";
import { ROOT } from "./service.mjs";
import { LOST_MS, driven } from "./window.mjs";

const VSIX = path.join(ROOT, "build", "hookwright-linux-x64.vsix");
const HOOKS = hookFile({
  PreToolUse: [group("Bash", 'sh "$CLAUDE_PROJECT_DIR"/scripts/guard.sh')],
  PostToolUse: [group("Write|Edit", "touch formatted")],
  SesionStart: [],
});
const GUARD = `#!/bin/sh
env >seen
echo 'refused: nothing is deleted in this project' >&2
exit 2
`;

// In this project no other server is to be found: neither a setting nor the PATH has one.
const { editor, step } = journey("bundled", {
  files: { [FILE]: HOOKS, "scripts/guard.sh": GUARD },
  open: FILE,
  settings: { "hookwright.server.command": [], "hookwright.server.python": "/no/such/python3" },
  viewport: { width: 1280, height: 760 },
  vsix: VSIX,
});

step("the server that came with the extension is started, and nothing else", async (page) => {
  await page.locator(".squiggly-error").first().waitFor();
  const [server, ...others] = editor().servers();
  assert.deepEqual(others, []);
  assert.match(readFileSync(`/proc/${server}/cmdline`, "utf8"), /\0-I\0-S\0[^\0]+\/bundled\/launch\.py\0lsp\0/);
});

step("a Python of the settings that does not exist is named, with what is used instead", async () => {
  const told = await editor().notification(
    /hookwright\.server\.python names \/no\/such\/python3, which is not an executable file\. Using /,
  );
  await told.locator(".monaco-button", { hasText: "Open Settings" }).waitFor();
  await editor().picture("bundled-no-python");
  await editor().command("Notifications: Clear All Notifications");
});

step("its hooks know nothing of it", async (page) => {
  await page.keyboard.press("Control+B");
  await editor().fire();
  await editor().webview(/refused: nothing is deleted/);
  await editor().picture("bundled-fired");
  const seen = editor().read("seen");
  const names = seen.match(/^\w+(?==)/gm);
  assert.ok(names.includes("CLAUDE_PROJECT_DIR"));
  const added = names.filter((it) => /^(PYTHON|VIRTUAL_ENV|VSCODE_|ELECTRON_)/.test(it) && !(it in process.env));
  assert.deepEqual(added, []);
  assert.doesNotMatch(seen, /bundled\/lib/);
});

step("the Hooks view has both of them, and how the one ended", async (page) => {
  const view = hooksView(page);
  await view.open();
  await view.row("guard.sh").waitFor();
  await editor().picture("bundled-view");
});

step("the code of a finding opens the page of its rule, rendered", async (page) => {
  await editor().command("Problems: Focus on Problems View");
  const code = page.locator(".markers-panel .code-link, .markers-panel a", { hasText: "HW201" }).first();
  const words = /Why[\s\S]*The agent never runs the hooks under such a name/;
  await driven(() => code.click({ timeout: LOST_MS }), editor().reads(words), "the page of the rule");
  const frame = await editor().webview(words);
  await frame.locator("h2", { hasText: "Why" }).waitFor();
  await editor().picture("bundled-rule");
});
