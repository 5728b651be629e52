import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { DENIES, FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { until } from "./wait.mjs";

const STATE = ".local/state/hookwright";
const HOOKS = hookFile({ PreToolUse: [group("Bash", DENIES)] });

const { editor, step } = journey("removal", {
  files: { [FILE]: HOOKS },
  home: { [`${STATE}/notes.txt`]: "the user's own\n" },
  open: FILE,
});
const state = (name) => existsSync(path.join(editor().home, STATE, name));
const dialog = (page) => page.locator(".monaco-dialog-box");

step("firing leaves a journal and what was agreed to", async () => {
  await editor().fire();
  await editor().webview(/no deleting here/);
  await until(() => state("journal.sqlite3") && state("consents.sqlite3"), "the data");
});

step("what will be removed is named first, and a no removes nothing", async (page) => {
  await editor().command("Remove All hookwright Data");
  await dialog(page).waitFor();
  await editor().picture("removal-1-question");
  const asked = await dialog(page).innerText();
  for (const it of ["journal of fired hooks", "commands that you agreed to", STATE]) assert.ok(asked.includes(it), it);
  await editor().agree("Cancel");
  assert.ok(state("journal.sqlite3") && state("consents.sqlite3"));
});

step("agreed to, it is gone, and nothing else is", async (page) => {
  await editor().command("Remove All hookwright Data");
  await editor().agree("Remove");
  await editor().notification("Removed: ");
  await editor().picture("removal-2-done");
  await until(() => !state("consents.sqlite3"), "the end of the data");
  assert.ok(state("notes.txt"));
  assert.equal(editor().read(FILE), HOOKS);
});

step("a command is asked about again", async (page) => {
  await page.keyboard.press("Control+1");
  await editor().clickLens("▶ Fire", dialog(page).locator(".monaco-button", { hasText: "Run" }));
});
