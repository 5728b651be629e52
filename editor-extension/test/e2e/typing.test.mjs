import assert from "node:assert/strict";
import { journey } from "./journey.mjs";
import { until } from "./wait.mjs";

const FILE = ".claude/settings.json";
const HOOKS = `{
  "hooks": {
    
    "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]
  }
}
`;
const GUARD = "#!/bin/sh\nexit 0\n";

const { editor, step } = journey("typing", {
  files: { [FILE]: HOOKS, ".claude/hooks/guard.sh": GUARD },
  open: FILE,
});

const suggested = (page, text) => page.locator(".suggest-widget.visible .monaco-list-row", { hasText: text }).first();
const toasts = (page) => page.locator(".notifications-toasts .notification-list-item");

step("a quote begins an event, and nothing is complained of", async (page) => {
  await editor().lens("▶ Fire").waitFor();
  await editor().goTo(3, 5);
  await page.keyboard.type('"');
  await suggested(page, "PreToolUse").waitFor();
  await page.keyboard.press("Control+Shift+O");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "(no name yet)" }).first().waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await toasts(page).count(), 0);
});

step("its suggestions open at the stops of the snippet", async (page) => {
  await page.keyboard.type("PreToolU");
  await page.keyboard.press("Control+Space");
  await page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: "PreToolUse" }).waitFor();
  await page.keyboard.press("Enter");
  await suggested(page, "Bash").waitFor();
  await editor().picture("typing-1-matcher");
  await page.keyboard.type("Bas");
  await page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: "Bash" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: '"matcher": "Bash"' }).waitFor();
  await page.locator(".suggest-widget.visible").waitFor({ state: "hidden" });
  await page.keyboard.press("Tab");
  const first = page.locator(".suggest-widget.visible .monaco-list-row").first();
  await until(async () => /guard\.sh/.test((await first.textContent()) ?? ""), "the script as the first suggestion");
  await editor().picture("typing-2-script");
});

step("the script that is taken is named so that nothing is found wrong with it", async (page) => {
  await page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: "guard.sh" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: "CLAUDE_PROJECT_DIR" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+S");
  await until(() => editor().read(FILE).includes("guard.sh"), "the saved file");
  const command = JSON.parse(editor().read(FILE)).hooks.PreToolUse[0].hooks[0].command;
  assert.equal(command, '"${CLAUDE_PROJECT_DIR}"/.claude/hooks/guard.sh');
  assert.equal(await toasts(page).count(), 0);
});
