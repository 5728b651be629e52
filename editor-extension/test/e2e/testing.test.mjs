import assert from "node:assert/strict";
import { until } from "./wait.mjs";
import { DENIES, FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { EXPECTED, TESTS, testExplorer } from "./test-explorer.mjs";
import { LOST_MS, seen } from "./window.mjs";

const HOOKS = hookFile({
  PreToolUse: [group("Bash", `touch fired; ${DENIES}`, "echo 'where is it?' >&2; exit 7")],
});

const { editor, step } = journey("testing", { files: { [FILE]: HOOKS, [TESTS]: EXPECTED }, open: FILE });

const { row, hears, act, goTo, choose, execute, expand } = testExplorer(editor);

step("hooks and hook tests stand in the Test Explorer, and hooks beside their lines", async (page) => {
  await editor().lens("▶ Fire").waitFor();
  await editor().command("Testing: Focus on Test Explorer View");
  for (const it of ["settings.json", "PreToolUse", "Bash", TESTS]) await expand(it);
  await row("touch fired").waitFor();
  await row("refuses to delete").waitFor();
  await until(async () => (await page.locator(".testing-run-glyph").count()) >= 4, "the icons beside the lines");
  await editor().picture("testing-1-tree");
});

step("a dry run says what would be run, and runs nothing", async (page) => {
  await execute("touch fired", "Dry Run");
  await hears("touch fired", /skipped/i);
  const output = page.locator(".test-output-peek, .testing-stdtree, .xterm");
  // A busy editor may not show the results of a run that is over so soon.
  if (!(await seen(output, LOST_MS))) await editor().command("Test Results: Focus on Test Results View");
  await output.first().waitFor();
  await editor().picture("testing-3-dry-run");
  assert.equal(editor().exists("fired"), false);
});

step("a test that fails shows what was expected and what came", async (page) => {
  await act("refuses to delete", "Run Test", page.locator(".monaco-dialog-box"));
  await editor().agree();
  await hears("refuses to delete", /failed/i);
  await goTo("refuses to delete", page.locator(".tab.active", { hasText: TESTS }));
  const peek = page.locator(".zone-widget .monaco-diff-editor");
  await peek.locator(".editor.original .view-line", { hasText: "allow" }).waitFor();
  await peek.locator(".editor.modified .view-line", { hasText: "deny" }).waitFor();
  await editor().picture("testing-4-failed");
});

step("mended, it passes", async () => {
  editor().write(TESTS, EXPECTED.replace("allow", "deny"));
  await act("refuses to delete", "Run Test");
  await hears("refuses to delete", /passed/i);
  await editor().picture("testing-5-passed");
});

step("with continuous run switched on, saving the file runs its tests again", async (page) => {
  await choose("refuses to delete", "Turn on Continuous Run");
  await page.locator(".view-line", { hasText: "decision" }).first().click();
  await page.keyboard.press("End");
  for (const key of ["Control+Shift+ArrowLeft", "Backspace"]) await page.keyboard.press(key);
  await page.keyboard.type("ask", { delay: 20 });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+S");
  await hears("refuses to delete", /failed/i);
  await editor().picture("testing-6-continuous");
  await choose("refuses to delete", "Turn off Continuous Run");
});

step("a hook that fails is told at its line", async (page) => {
  await act("where is it", "Run Test");
  await hears("where is it", /failed/i);
  await goTo("where is it", page.locator(".tab.active", { hasText: "settings.json" }));
  await page.locator(".view-line", { hasText: "It failed (exit code 7)" }).waitFor();
  await editor().picture("testing-7-hook-failed");
});
