/** From an empty folder to a guard that was attacked and holds; then one that leaks, and the test of a hole in it. */

import assert from "node:assert/strict";
import { FILE, group, hookFile } from "./files.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";
import { testExplorer } from "./test-explorer.mjs";
import { until } from "./wait.mjs";
import { LOST_MS, done, driven, seen } from "./window.mjs";

/** As many people write it. */
const LEAKY = `#!/bin/sh
if grep -q 'rm -rf'; then
  echo 'no rm -rf here' >&2
  exit 2
fi
`;
const HOOK = "sh .claude/hooks/block.sh";

const { editor, step } = journey("attack", {
  files: { "notes.txt": "nothing of hooks\n" },
  settings: { "hookwright.codeLens.attack": true, "hookwright.codeLens.guard": true },
});
const { row, hears, act, choose, execute, expand } = testExplorer(editor);
const view = () => hooksView(editor().page);
const panel = (pattern) => editor().webview(pattern);

/** Agrees where the user is asked, and waits for what is then read in the panel. */
async function agreed(pattern) {
  const dialog = editor().page.locator(".monaco-dialog-box");
  await until(
    async () => {
      if (await dialog.isVisible()) await editor().agree();
      return done(editor().webview(pattern, LOST_MS));
    },
    `the panel to say ${pattern}`,
    180_000,
  );
  return panel(pattern);
}

step("a hook file is made in an empty folder: its guard holds, as the lens and the view say", async (page) => {
  await view().open();
  const create = view().pane.locator(".monaco-button", { hasText: "Create a Hook File" });
  const agents = page.locator(".quick-input-list .monaco-list-row");
  await driven(() => create.click({ timeout: LOST_MS }), agents, "the agents");
  await editor().pick("Claude Code");
  await editor().lens("✓ guard holds").waitFor();
  await editor().lens("Attack").waitFor();
  await view()
    .row("guard.py", /guard holds/)
    .waitFor();
  await editor().picture("attack-1-created");
});

step("the first fire ends in a denial, and its card says that the guard holds", async () => {
  await editor().fire();
  const frame = await panel(/How it was decided/);
  const status = frame.getByRole("status").filter({ hasText: "deny" });
  await status.waitFor();
  assert.match(await status.innerText(), /outside the project/);
  await frame.locator(".card .guard", { hasText: "✓guard holds" }).waitFor();
  await frame.getByRole("button", { name: /^Attack: 1\./ }).waitFor();
  await editor().picture("attack-2-fired");
});

step("its tests are in the Test Explorer", async () => {
  await editor().command("Testing: Focus on Test Explorer View");
  await expand("guard.hooktest.yaml");
  await row("deletion refuses: rm -rf ~").waitFor();
  await editor().picture("attack-3-tests");
});

step("attacked by its lens, it holds: the panel has the table, and the lens the score", async () => {
  await editor().clickLens("Attack", editor().reads(/Attack on a guard/));
  const frame = await agreed(/The guard holds/);
  const status = frame.getByRole("status").filter({ hasText: "The guard holds" });
  assert.match(await status.innerText(), /stopped (\d+) of \1, 0 false alarms in \d+/);
  const calls = frame.getByRole("region", { name: "Calls", exact: true });
  assert.match(await calls.innerText(), /harmless calls/);
  await editor().lens("✓ guard holds \\(\\d+ of \\d+\\)").waitFor();
  await editor().picture("attack-4-holds");
});

step("a guard with a regular expression leaks, and each hole says why it is as dangerous", async () => {
  editor().write(".claude/hooks/block.sh", LEAKY);
  editor().write(FILE, hookFile({ PreToolUse: [group("Bash", HOOK)] }));
  await editor().openFile(FILE);
  await editor().lens("⚠ guard leaks.*").waitFor();
  await editor().clickLens("Attack", editor().reads(/Attacking|The guard leaks|Allow|Attack on a guard/));
  const frame = await agreed(/The guard leaks/);
  const holes = frame.getByRole("region", { name: /^Holes: \d+$/ });
  const first = holes.getByRole("listitem").first();
  assert.match(await first.innerText(), /Why it is dangerous/);
  await frame.getByRole("region", { name: /^False alarms: \d+$/ }).waitFor();
  await editor().lens("⚠ guard leaks \\(\\d+ of \\d+\\).*").waitFor();
  await editor().picture("attack-5-leaks");
});

let test;

step("one click makes a hook test of a hole", async (page) => {
  const frame = await panel(/The guard leaks/);
  const make = frame.getByRole("button", { name: /^Create Test: / }).first();
  test = (await make.getAttribute("aria-label")).replace("Create Test: ", "");
  await make.click();
  await frame.getByRole("button", { name: `Test created: ${test}` }).waitFor();
  await page.locator(".tab", { hasText: "hooks.hooktest.yaml" }).waitFor();
  assert.match(editor().read(".claude/hooks.hooktest.yaml"), /scratch: true\n {4}expect:\n {6}decision: deny/);
  await editor().picture("attack-6-test");
});

step("the test fails, as the guard lets the call pass", async (page) => {
  await editor().command("Testing: Focus on Test Explorer View");
  await expand("hooks.hooktest.yaml");
  const name = `stops ${test}`;
  const asked = page.locator(".monaco-dialog-box");
  const hasFailed = async () => /failed/i.test((await row(name).getAttribute("aria-label")) ?? "");
  await act(name, "Run Test", async () => (await seen(asked)) || hasFailed());
  if (await asked.isVisible()) await editor().agree();
  await hears(name, /failed/i);
  await editor().picture("attack-7-failed");
});

step("the menu of the test attacks its guard", async () => {
  await choose(`stops ${test}`, "Attack This Guard");
  const meant = /Meant to stop: [^;]+ \(from its hook tests\)[^]*The guard leaks/;
  await agreed(meant);
  await editor().picture("attack-8-from-test");
});

step("the run profile attacks a hook, which fails with its holes", async () => {
  for (const it of ["settings.json", "PreToolUse", "Bash"]) await expand(it);
  await execute("block.sh", "Attack");
  await hears("block.sh", /failed/i);
  await editor().picture("attack-9-profile");
});

step("another danger is chosen from a list", async (page) => {
  const frame = await panel(/The guard leaks/);
  const dangers = page.locator(".quick-input-list .monaco-list-row", { hasText: "history" });
  const button = frame.getByRole("button", { name: "Another Danger…" });
  await driven(() => button.click({ timeout: LOST_MS }), dangers, "the dangers");
  await editor().picture("attack-10-dangers");
  await editor().pick("history");
  await agreed(/history \(/);
  await editor().picture("attack-11-history");
});

step("an attack is cancelled in the panel", async () => {
  editor().write(".claude/hooks/block.sh", `sleep 1\n${LEAKY}`);
  const frame = await panel(/Attack on a guard/);
  await driven(
    () => frame.getByRole("button", { name: "Attack Again" }).click({ timeout: LOST_MS }),
    async () => (await seen(editor().page.locator(".monaco-dialog-box"))) || editor().reads(/Attacking/)(),
    "the attack",
  );
  const running = await agreed(/Attacking/);
  await running.getByText(/^\d+ of \d+ calls$/).waitFor();
  await editor().picture("attack-12-running");
  await driven(
    () => running.getByRole("button", { name: "Cancel" }).click({ timeout: LOST_MS }),
    editor().reads(/The attack was cancelled/),
    "the end of the attack",
  );
  await editor().picture("attack-13-cancelled");
});
