import assert from "node:assert/strict";
import { FILE } from "./files.mjs";
import { journey } from "./journey.mjs";
import { until } from "./wait.mjs";
import { LOST_MS, done } from "./window.mjs";

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
  const symbol = page.locator(".quick-input-list .monaco-list-row", { hasText: "(no name yet)" });
  await editor().press("Control+Shift+O", symbol);
  await editor().press("Escape", editor().hasFocus.bind(editor()));
  assert.equal(await toasts(page).count(), 0);
});

step("its suggestions open at the stops of the snippet", async (page) => {
  await page.keyboard.type("PreToolU");
  await editor().suggest("PreToolUse");
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
  const saved = () => editor().read(FILE).includes("guard.sh");
  await editor().press("Control+S", () => done(until(saved, "the saved file", LOST_MS)));
  const command = JSON.parse(editor().read(FILE)).hooks.PreToolUse[0].hooks[0].command;
  assert.equal(command, '"${CLAUDE_PROJECT_DIR}"/.claude/hooks/guard.sh');
  assert.equal(await toasts(page).count(), 0);
});
