import assert from "node:assert/strict";
import { until } from "./editor.mjs";
import { FILE } from "./files.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, driven } from "./window.mjs";

const { editor, step } = journey("hooks-welcome", { files: { "notes.txt": "nothing of hooks\n" }, theme: "contrast" });

const view = () => hooksView(editor().page);

step("where there is no hook file, the view says so and starts no server", async () => {
  await view().open();
  await view().pane.locator(".welcome-view", { hasText: "There are no hook files in this workspace." }).waitFor();
  await editor().picture("hooks-5-welcome");
  assert.deepEqual(editor().servers(), []);
});

step("the first hook file is made from there, with a guard that can be fired and its test", async (page) => {
  const create = view().pane.locator(".monaco-button", { hasText: "Create a Hook File" });
  await driven(
    () => create.click({ timeout: LOST_MS }),
    page.locator(".quick-input-list .monaco-list-row"),
    "the agents",
  );
  await editor().pick("Claude Code");
  await editor().lens("▶ Fire").waitFor();
  await view().row("guard.py").waitFor();
  await editor().picture("hooks-6-created");
  assert.match(editor().read(FILE), /hooks\/guard\.py/);
  assert.match(editor().read(".claude/hooks/guard.hooktest.yaml"), /deletion refuses/);
});

step("made again, it is left as it is", async () => {
  editor().write(FILE, "{}\n");
  await editor().command("Agent Hooks: Create a Hook File");
  await editor().pick("Claude Code");
  await editor().notification("already exists");
  assert.equal(editor().read(FILE), "{}\n");
});

const LOCAL = ".claude/settings.local.json";

step("recording is switched on for an agent, with the file that it is in, and off without a trace", async (page) => {
  await editor().command("Notifications: Clear All Notifications");
  await editor().command("Agent Hooks: Record Payloads");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Record Claude Code" }).waitFor();
  await editor().picture("hooks-7-record");
  await editor().pick("Record Claude Code");
  await editor().notification("New sessions of Claude Code are recorded");
  assert.match(editor().read(LOCAL), /hookwright\/recording\/recorder\.py claude-code PreToolUse/);
  await editor().picture("hooks-8-recording");
  await editor().command("Agent Hooks: Record Payloads");
  await editor().pick("Stop recording Claude Code");
  await until(() => !editor().exists(LOCAL), "no file of hooks that record");
});
