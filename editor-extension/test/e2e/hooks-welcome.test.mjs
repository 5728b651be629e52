import assert from "node:assert/strict";
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

step("made again, it is left as it is", async (page) => {
  editor().write(FILE, "{}\n");
  await editor().command("Agent Hooks: Create a Hook File");
  await editor().pick("Claude Code");
  await page.locator(".notification-toast", { hasText: "already exists" }).waitFor();
  assert.equal(editor().read(FILE), "{}\n");
});
