import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { until } from "./editor.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, driven, seen } from "./window.mjs";

const HOOKS = hookFile({ PreToolUse: [group("Bash|Write", "sh guard.sh")] });
const GUARD = `if grep -q '"Bash"'; then
  echo 'no commands here' >&2
  exit 2
fi
echo "noted" >> log.txt
notes=$(cat notes.md)
echo "$notes" | sed s/draft/final/ > notes.md
`;

const { editor, step } = journey("panel", {
  files: { [FILE]: HOOKS, "guard.sh": GUARD, "notes.md": "# Notes\n\nThis is a draft.\n" },
  open: FILE,
  settings: { "hookwright.codeLens.explain": true },
});

function panel() {
  return editor().webview(/How it was decided/);
}

step("a lens opens the panel with what would run, and asks before it runs", async (page) => {
  await editor().clickLens("▶ Fire", page.locator(".monaco-dialog-box"));
  const frame = await editor().webview(/About to run/);
  await frame.getByRole("heading", { name: "1. sh guard.sh" }).waitFor();
  await editor().picture("panel-1-consent");
  await editor().agree();
  await panel();
});

step("the decision is read on top", async () => {
  const frame = await panel();
  const status = frame.getByRole("status").filter({ hasText: "no commands here" });
  await status.waitFor();
  assert.match(await status.innerText(), /✕\s*deny/);
  assert.match(await frame.locator(".card").innerText(), /✕\s*blocked\s*exit code 2/);
  await editor().picture("panel-2-deny");
});

step("a changed payload is checked as it is typed, and fired again", async () => {
  const frame = await panel();
  const payload = frame.getByRole("textbox", { name: "Payload" });
  await payload.fill('{ "tool_name": "Write"');
  await frame.getByRole("button", { name: "Line 1, column 23: the text ends too early" }).waitFor();
  await editor().picture("panel-3-fault");
  const input = { file_path: "src/main.py", content: "" };
  await payload.fill(JSON.stringify({ tool_name: "Write", tool_input: input }, undefined, 2));
  await frame.getByRole("button", { name: "Fire on a copy" }).waitFor();
  await payload.press("Control+Enter");
  const status = frame.getByRole("status").filter({ hasText: "no decision" });
  await status.waitFor();
  assert.equal(editor().read("log.txt"), "noted\n");
  assert.equal(editor().read("notes.md"), "# Notes\n\nThis is a final.\n");
  await editor().picture("panel-4-again");
});

step("fired on a copy, its changes are a diff, and the workspace stays as it is", async () => {
  editor().write("notes.md", "# Notes\n\nThis is another draft.\n");
  const frame = await panel();
  await frame.getByRole("button", { name: "Fire on a copy" }).click();
  const files = frame.getByRole("region", { name: "Files changed in the copy" });
  await files.waitFor();
  assert.match(await files.innerText(), /-This is another draft\.\n\+This is another final\./);
  assert.equal(editor().read("notes.md"), "# Notes\n\nThis is another draft.\n");
  assert.equal(editor().read("log.txt"), "noted\n");
  await editor().picture("panel-5-copy");
});

step("a changed file opens in the editor's own diff", async (page) => {
  const frame = await panel();
  const open = frame.getByRole("button", { name: "Open Diff: notes.md" });
  const diff = page.locator(".monaco-diff-editor");
  await driven(() => open.click({ timeout: LOST_MS }), diff, "the diff");
  await diff.locator(".modified .view-line", { hasText: "another final" }).waitFor();
  await diff.locator(".original .view-line", { hasText: "another draft" }).waitFor();
  await editor().picture("panel-5-diff");
});

step("the way from a hook's card to its lines", async (page) => {
  const frame = await panel();
  const go = frame.getByRole("button", { name: /^Go to hook/ });
  const tab = page.locator(".editor-group-container.active .tab.active", { hasText: "settings.json" });
  const place = page.locator(".statusbar-item", { hasText: /Ln 7, Col/ });
  const came = async () => (await seen(tab, LOST_MS)) && seen(place, LOST_MS);
  await driven(() => go.click({ timeout: LOST_MS }), came, "the lines of the hook");
});

step("hidden and shown, the panel has all of it again", async (page) => {
  await page.locator(".tab", { hasText: "Fired hooks" }).click();
  await editor().openFile("notes.md");
  await page.locator(".tab", { hasText: "Fired hooks" }).click();
  const frame = await panel();
  await frame.getByRole("region", { name: "Files changed in the copy" }).waitFor();
  await frame.getByLabel("Firing").selectOption({ index: 2 });
  await frame.getByRole("status").filter({ hasText: "no commands here" }).waitFor();
  await editor().picture("panel-6-back");
});

step("what is fired while another tab covers the panel is what it shows, with the edited payload", async (page) => {
  await editor().openFile("notes.md");
  await editor().clickLens("▶ Fire", editor().reads(/your edited payload/));
  const frame = await editor().webview(/your edited payload/);
  await frame.getByRole("status").filter({ hasText: "no decision" }).waitFor();
  const newest = () => frame.getByLabel("Firing").evaluate((it) => it.selectedIndex === 0);
  await until(newest, "the newest firing to be the one shown");
  await frame
    .locator(".where", { hasText: /your edited payload · in the workspace/ })
    .first()
    .waitFor();
  // Once more for each click that a busy window took too late to be seen.
  assert.match(editor().read("log.txt"), /^(noted\n){2,}$/);
});

step("a test is made of it, which opens", async (page) => {
  const frame = await panel();
  await frame.getByRole("button", { name: "Create Test" }).click();
  await page.locator(".tab.active", { hasText: "hooks.hooktest.yaml" }).waitFor();
  const test = editor().read(".claude/hooks.hooktest.yaml");
  assert.match(test, /tool_name: Write\n[^]*decision: none/);
  await editor().picture("panel-7-test");
});

step("the hook is started in a terminal, with the payload on its standard input", async () => {
  const frame = await panel();
  const before = editor().read("log.txt");
  await frame.getByRole("button", { name: /^Debug: 1\./ }).click();
  await until(() => editor().read("log.txt") === `${before}noted\n`, "what the hook writes");
  await editor().picture("panel-8-terminal");
});

step("what was recorded is shown, and run again", async () => {
  await editor().command("Show Hook History");
  await editor().pick("PreToolUse: deny");
  const frame = await editor().webview(/secrets and long texts are left out/);
  await frame.getByRole("status").filter({ hasText: "deny" }).waitFor();
  await frame.getByRole("button", { name: "Run again on a copy" }).click();
  const again = await editor().webview(/Differences since then/);
  await again.getByText("None: the result is the same.").waitFor();
  await editor().picture("panel-9-replayed");
});

step("what would run is explained in the panel", async (page) => {
  await page.locator(".tab", { hasText: "settings.json" }).click();
  await editor().clickLens("Explain", editor().reads(/Which hooks PreToolUse runs/));
  const frame = await editor().webview(/Which hooks PreToolUse runs/);
  await frame.getByRole("button", { name: "Go to hook: 1. sh guard.sh" }).click();
  await page.locator(".statusbar-item", { hasText: /Ln 7, Col/ }).waitFor();
  await editor().picture("panel-10-explained");
});

step("closed, it ends the hooks that still run", async (page) => {
  editor().write("guard.sh", "echo $$ >id\nsleep 300\n");
  await editor().openFile("settings.json");
  await editor().fire();
  await until(() => editor().exists("id") && editor().read("id").trim(), "the hook's process");
  const id = editor().read("id").trim();
  assert.ok(existsSync(`/proc/${id}`));
  await page.locator(".tab", { hasText: "Fired hooks" }).click({ button: "middle" });
  await until(() => !existsSync(`/proc/${id}`), "the end of the hook's process");
  await page.locator(".tab", { hasText: "Fired hooks" }).waitFor({ state: "detached" });
});
