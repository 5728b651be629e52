/**
 * A firing is proved in the agent of its file: in the Claude Code that `PROVE_WITH` names, else in one that stands in
 * for it, as the tests of the engine have it.
 */

import assert from "node:assert/strict";
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { SERVER, until } from "./editor.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, done } from "./window.mjs";

const STAND_IN = fileURLToPath(new URL("../../../tests/unit/proving/stand_in.py", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "hookwright-agent-"));
after(() => rmSync(folder, { recursive: true }));
copyFileSync(STAND_IN, path.join(folder, "stand_in.py"));
writeFileSync(path.join(folder, "claude"), '#!/bin/sh\nexec python3 -I "$(dirname "$0")/stand_in.py" "$@"\n');
chmodSync(path.join(folder, "claude"), 0o755);
const agent = process.env.PROVE_WITH ?? folder;

const { editor, step } = journey("prove", {
  files: {
    [FILE]: hookFile({ PreToolUse: [group("Bash", "sh guard.sh")] }),
    "guard.sh": "echo 'no commands here' >&2\nexit 2\n",
  },
  open: FILE,
  settings: { "hookwright.server.command": ["env", `PATH=${agent}:${process.env.PATH}`, SERVER, "lsp"] },
});

step("a firing has a button with the name of the agent", async (page) => {
  await editor().clickLens("▶ Fire", page.locator(".monaco-dialog-box"));
  await editor().agree();
  const frame = await editor().webview(/How it was decided/);
  await frame.getByRole("button", { name: "Prove in Claude Code" }).waitFor();
});

step("the agent runs the hook on a copy, once the user has agreed to that", async (page) => {
  const frame = await editor().webview(/How it was decided/);
  await frame.getByRole("button", { name: "Prove in Claude Code" }).click();
  const dialog = page.locator(".monaco-dialog-box");
  await until(
    async () => {
      if (await dialog.isVisible()) await editor().agree();
      return done(editor().webview(/The agent does the same|Not proved/, LOST_MS));
    },
    "the proof",
    120_000,
  );
  const proof = frame.locator(".proof");
  const said = await proof.innerText();
  if (/bubblewrap/.test(said) && /Not proved/.test(said)) return;
  assert.match(said, /The agent does the same/);
  const table = await proof.locator("table").innerText();
  assert.match(table, /the call was not made\s+the call was not made/);
  assert.match(table, /hook error: \[sh guard\.sh\]: no commands here/);
  await editor().picture("prove-1-agrees");
});

step("nothing of the run is left in the project", () => {
  assert.ok(!editor().exists("hooks.log"));
  assert.ok(!editor().exists(".claude/.claude.json"));
});
