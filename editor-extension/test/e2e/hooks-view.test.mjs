import assert from "node:assert/strict";
import { until } from "./editor.mjs";
import { FILE, group } from "./files.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, driven, gone, seen } from "./window.mjs";

const HOOKS = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [
          { "type": "command", "command": "echo 'no deleting here' >&2; exit 2" },

          { "type": "command", "command": "sh \\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/guard.sh" }
        ] }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]
  }
}
`;
const USER = { hooks: { PreToolUse: [group("*", "date >> ~/log")] } };

const { editor, step } = journey("hooks-view", {
  files: { [FILE]: HOOKS, ".claude/hooks/guard.sh": "#!/bin/sh\nexit 0\n" },
  home: { ".claude/settings.json": JSON.stringify(USER) },
  settings: { "files.autoSave": "off" },
  open: FILE,
});

const view = () => hooksView(editor().page);

step("every hook of every scope stands in its event, in the order in which they fire", async () => {
  await view().open();
  await view().row("guard.sh").waitFor();
  await editor().picture("hooks-1-view");
  const rows = await view().rows();
  assert.deepEqual(rows, [
    ["PreToolUse", "3 hooks · in parallel"],
    ["date >> ~/log", "user"],
    ["echo 'no deleting h…", "Bash · project"],
    ["sh guard.sh", "Bash · project"],
    ["Stop", "1 hook"],
    ["true", "project"],
  ]);
});

const MOVED = "moved to .hookwright/parked.json";

step("a hook that is disabled leaves its file, which says where it went, and Undo puts it back", async (page) => {
  await view().toggle("echo");
  await until(() => !editor().read(FILE).includes("no deleting here"), "the file without the hook");
  const undo = (await editor().notification(MOVED)).locator(".monaco-button", { hasText: "Undo" });
  await editor().picture("hooks-2-toast");
  await driven(
    () => undo.click({ timeout: LOST_MS }),
    () => gone(undo, LOST_MS),
    "the way back",
  );
  await until(() => editor().read(FILE) === HOOKS, "the file as it was");
  await until(() => !editor().exists(".hookwright"), "no file that keeps nothing");
});

step("a hook that is disabled comes last in its event", async (page) => {
  await view().ticked("echo");
  await view().toggle("echo");
  await until(() => !editor().read(FILE).includes("no deleting here"), "the file without the hook");
  await view().row("echo", "disabled · Bash").waitFor();
  const rows = await view().rows();
  assert.deepEqual(rows.slice(0, 4), [
    ["PreToolUse", "2 hooks, 1 disabled · in parallel"],
    ["date >> ~/log", "user"],
    ["sh guard.sh", "Bash · project"],
    ["echo 'no deleting h…", "disabled · Bash · project"],
  ]);
  await editor().picture("hooks-2-off");
  // It would cover what is clicked on next.
  await editor().command("Notifications: Clear All Notifications");
  await page.locator(".notification-toast").waitFor({ state: "hidden" });
});

step("enabled again, it stands where it stood, and the file is what it was", async () => {
  await view().toggle("echo");
  await until(() => editor().read(FILE) === HOOKS, "the file as it was");
  await until(() => !editor().exists(".hookwright"), "no file that keeps nothing");
  await view()
    .row("echo", /^Bash · project$/)
    .waitFor();
  const rows = await view().rows();
  assert.deepEqual(
    rows.map(([label]) => label),
    ["PreToolUse", "date >> ~/log", "echo 'no deleting h…", "sh guard.sh", "Stop", "true"],
  );
});

step("a hook is fired in its row, which tells how it ended", async (page) => {
  await view().act("echo", "Fire", page.locator(".monaco-dialog-box"));
  await editor().agree();
  await view().row("echo", "deny").waitFor();
  await editor().picture("hooks-3-fired");
  const told = await view().row("echo").getAttribute("aria-label");
  assert.match(told, /^echo 'no deleting here' >&2; exit 2, deny · \d.* · Bash · project/);
});

step("a click on a hook goes to it in its file", async (page) => {
  const row = view().row("guard.sh");
  const place = page.locator(".statusbar-item", { hasText: "Ln 7, Col 11" });
  await driven(() => row.click({ timeout: LOST_MS }), place, "the line of the hook");
  const told = page.locator(".monaco-hover", { hasText: "Time limit: 10 min" });
  const point = async () => {
    await page.mouse.move(0, 0);
    await row.hover({ timeout: LOST_MS });
  };
  await driven(point, told, "what is told of the hook");
  await editor().picture("hooks-4-hover");
});

step("by the keys alone, a hook is chosen, disabled and enabled again", async (page) => {
  const focused = view().pane.locator(".monaco-list-row.focused");
  const entry = (name) => page.locator(".context-view .action-item", { hasText: new RegExp(`^${name}$`) });
  const choose = async (name) => {
    await until(async () => {
      if (!(await entry(name).isVisible())) await page.keyboard.press("Shift+F10");
      return seen(entry(name));
    }, `the menu with ${name}`);
    const chosen = page.locator(".context-view .action-item.focused", { hasText: new RegExp(`^${name}$`) });
    await until(async () => {
      await page.keyboard.press("ArrowDown");
      return (await chosen.count()) > 0;
    }, name);
    await editor().press("Enter", () => gone(chosen, LOST_MS));
  };
  await editor().command("Focus on Agent Hooks View");
  await editor().press("Home", focused.filter({ hasText: "PreToolUse" }));
  // A key that comes while the rows are drawn anew is lost.
  await until(async () => {
    if ((await focused.filter({ hasText: "guard.sh" }).count()) > 0) return true;
    await page.keyboard.press("ArrowDown");
    return false;
  }, "guard.sh to be chosen");
  await choose("Disable");
  await view().row("guard.sh", "disabled").waitFor();
  await editor().picture("hooks-5-keys");
  await focused.filter({ hasText: "guard.sh" }).waitFor();
  await choose("Enable");
  await until(() => editor().read(FILE) === HOOKS, "the file as it was");
  await focused.filter({ hasText: "guard.sh", hasNotText: "disabled" }).waitFor();
});

step("what is typed into the file is in the view at once, and nothing is saved by itself", async (page) => {
  await editor().goTo(10, 70);
  await page.keyboard.type(" ");
  await page.locator(".tab.active.dirty").waitFor();
  await view().toggle("guard.sh");
  await view().row("guard.sh", "disabled").waitFor();
  assert.equal(editor().read(FILE), HOOKS);
});
