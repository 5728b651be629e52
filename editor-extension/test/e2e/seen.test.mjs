import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { until } from "./editor.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";

const HOOKS = hookFile({ PreToolUse: [group("Bash", "sh guard.sh", "true")] });
const WORDS = "failed in 73 of 73 recorded runs: /bin/sh: 1: jq: not found";

const { editor, step } = journey("seen", { files: { [FILE]: HOOKS, "guard.sh": "jq -e .tool_name\n" }, open: FILE });
const view = () => hooksView(editor().page);

/** A line of Claude Code's session files about a run that failed. */
function failure(number, cwd) {
  const attachment = {
    type: "hook_non_blocking_error",
    hookName: "PreToolUse:Bash",
    toolUseID: `toolu_${number}`,
    hookEvent: "PreToolUse",
    stderr: "Failed with non-blocking status code: /bin/sh: 1: jq: not found",
    stdout: "",
    exitCode: 127,
    command: "sh guard.sh",
    durationMs: 12 + number,
  };
  const day = String(12 + (number % 16)).padStart(2, "0");
  const line = { uuid: `u${number}`, timestamp: `2026-07-${day}T10:00:00.000Z`, cwd, sessionId: `s${number % 9}` };
  return JSON.stringify({ parentUuid: null, attachment, type: "attachment", ...line, version: "2.1.330" });
}

step("what the agent recorded stands above the hook, and in its row", async (page) => {
  await editor().lens("▶ Fire").first().waitFor();
  const { home, project } = editor();
  const file = join(home, ".claude", "projects", project.replaceAll(/[^a-zA-Z0-9]/g, "-"), "one.jsonl");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Array.from({ length: 73 }, (_, number) => `${failure(number, project)}\n`).join(""));
  await page.reload({ waitUntil: "domcontentloaded" });
  await editor().lens(`✗ ${WORDS}`).first().waitFor();
  await editor().picture("seen-1-lens");
  await view().open();
  await until(
    async () => (await view().rows())[1]?.[1]?.includes("73 of 73 failed") === true,
    "the row with the count",
  );
  await editor().picture("seen-2-view");
  assert.deepEqual(
    (await view().rows()).slice(1).map((it) => it[0]),
    ["sh guard.sh", "true"],
  );
});

step("the lens opens all that was recorded", async () => {
  const reads = editor().reads(/What hooks did[^]*failed in 73 of 73 recorded runs since 12 July/);
  await editor().clickLens(`✗ ${WORDS}`, reads);
  await editor().picture("seen-3-report");
});
