import assert from "node:assert/strict";
import { until } from "./editor.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, done, driven, seen } from "./window.mjs";

const GUARD = ".claude/hooks/guard.sh";
const BROKEN = `#!/bin/bash
payload=$(cat)
command=$(printf '%s' "$payload" | sed -n 's/.*"command": *"\\([^"]*\\)".*/\\1/p')
if [ -n "$command" ]; then
  echo "Blocked: no commands here" >&2
  exit 1
fi
`;
const files = {
  [FILE]: hookFile({ PreToolUse: [group("Bash", 'bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh')] }),
  [GUARD]: BROKEN,
  "deploy.sh": BROKEN,
};

const { editor, step } = journey("scripts", {
  files,
  open: GUARD,
  settings: { "hookwright.codeLens.goToHooks": true },
});

step("a broken guard that is open is underlined, and says what is wrong", async (page) => {
  await editor().lens("▶ Fire the hook that runs this script").waitFor();
  await page.locator(".squiggly-error, .squiggly-warning").first().waitFor();
  await editor().picture("1-finding");
  await editor().command("View: Focus Problems");
  const problem = page.locator(".markers-panel .monaco-list-row", { hasText: /exit.* 1/i }).first();
  await problem.waitFor();
  await editor().picture("2-problems");
});

step("it lets everything pass", async (page) => {
  await editor().clickLens("▶ Fire the hook that runs this script", page.locator(".monaco-dialog-box"));
  await editor().agree();
  await editor().webview(/failed: the normal permission rules apply/);
  await editor().picture("3-passes");
});

step("its hook says that the script has a problem, and leads to it", async (page) => {
  await editor().openFile("settings.json");
  const script = page.locator(".tab.active", { hasText: "guard.sh" });
  await editor().clickLens("⚠ 1 problem in guard.sh", script);
  await editor().picture("7-at-the-hook");
});

step("one quick fix mends it", async (page) => {
  await page.keyboard.press("Control+1");
  await editor().goTo(6, 4);
  const fix = page.locator(".action-widget .monaco-list-row.focused", { hasText: /2/ });
  const open = async () => {
    if (await fix.isVisible()) return true;
    await page.keyboard.press("Control+.");
    return seen(fix);
  };
  await until(open, "the menu of quick fixes");
  await editor().picture("4-quick-fix");
  const take = async () => (await open()) && page.keyboard.press("Enter");
  await driven(take, page.locator(".view-line", { hasText: /exit\s2/ }), "the quick fix");
  await page.locator(".squiggly-error, .squiggly-warning").first().waitFor({ state: "detached" });
});

step("it is saved and fired from its first line, and blocks", async (page) => {
  await editor().clickLens("▶ Fire the hook that runs this script", page.locator(".monaco-dialog-box"));
  await editor().agree();
  await editor().webview(/exit 2: deny/);
  assert.match(editor().read(GUARD), /exit 2/);
  await editor().picture("5-blocks");
});

step("the lens leads to the hook", async (page) => {
  await page.keyboard.press("Control+1");
  const hook = page.locator(".tab.active", { hasText: "settings.json" });
  await editor().clickLens("Go to the hook", hook);
  await editor().picture("6-hook");
});

step("a script that no hook runs is left alone", async (page) => {
  await editor().openFile("deploy.sh");
  await page
    .locator(".view-line", { hasText: /no\scommands/ })
    .first()
    .waitFor();
  await done(until(async () => (await page.locator(".codelens-decoration a").count()) === 0, "no lens", LOST_MS));
  assert.equal(await page.locator(".squiggly-error, .squiggly-warning").count(), 0);
});
