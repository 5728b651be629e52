/** What the user of a hook file sees without asking for more: lenses, menus, completion, hover, and each fault once. */

import assert from "node:assert/strict";
import { FILE } from "./files.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";
import { until } from "./wait.mjs";
import { LOST_MS, seen } from "./window.mjs";

const HOOKS = `{
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./missing.sh" }] }],
    "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]
  }
}
`;
const BROKEN = `{
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]
        "PreToolUse": []
  }
}
`;

const { editor, step } = journey("hook-file", { files: { [FILE]: HOOKS, ".codex/hooks.json": BROKEN }, open: FILE });
const rows = (page, list) => page.locator(`${list} .monaco-list-row`);

/** Opens a menu or a list by a key, and reads its rows once one says this. */
async function listed(page, keys, list, text) {
  const row = rows(page, list).filter({ hasText: text }).first();
  await until(async () => {
    if (await row.isVisible()) return true;
    await page.keyboard.press(keys);
    return seen(row, LOST_MS);
  }, `${list} with ${text}`);
  return rows(page, list).allInnerTexts();
}

step("above each hook are `▶ Fire` and what is wrong with it, and nothing else", async (page) => {
  await editor().lens("▶ Fire", 1).waitFor();
  await editor().picture("hook-file-1-lenses");
  // For a moment they are no links: where a script becomes known, the editor draws those of before, and asks anew.
  const titles = await until(async () => {
    const links = await page.locator(".codelens-decoration a").allInnerTexts();
    return links.length > 0 && links;
  }, "lenses that are links");
  assert.deepEqual(
    titles.filter((it) => !/^[⚠✗]/.test(it)),
    ["▶ Fire", "▶ Fire"],
  );
});

step(
  "the menu of actions has the fix first, then what silences the rule, and all that is done with a hook",
  async (page) => {
    await editor().goTo(3, 80);
    const titles = await listed(page, "Control+.", ".action-widget", "Explain this hook");
    await editor().picture("hook-file-2-actions");
    const at = (text) => titles.findIndex((it) => it.includes(text));
    assert.ok(at("Create") >= 0 && at("Create") < at("Ignore"), titles.join("\n"));
    for (const it of ["Fire this hook", "on a copy", "Explain this hook", "Attack"]) assert.ok(at(it) >= 0, it);
    await page.keyboard.press("Escape");
  },
);

step("the menu of the editor has the commands for hooks", async (page) => {
  await editor().goTo(4, 10);
  const entry = page.locator(".context-view .action-label", { hasText: "Agent Hooks" });
  await editor().press("Shift+F10", entry);
  await editor().picture("hook-file-3-menu");
  await page.keyboard.press("Escape");
});

step("the palette has no command that does not apply", async (page) => {
  await page.keyboard.press("F1");
  await editor().ask(">Agent Hooks: ");
  await rows(page, ".quick-input-list").filter({ hasText: "Fire the Hook at the Cursor" }).first().waitFor();
  for (const it of ["Language Model", "Types of Hook Modules"]) {
    await editor().ask(`>Agent Hooks: ${it}`);
    await rows(page, ".quick-input-list")
      .filter({ hasText: "Agent Hooks: Set the Key" })
      .waitFor({ state: "detached" });
    const found = await rows(page, ".quick-input-list").allInnerTexts();
    assert.deepEqual(
      found.filter((title) => title.startsWith("Agent Hooks:") && title.includes(it)),
      [],
    );
  }
  await page.keyboard.press("Escape");
});

step("the hover over an event begins with what blocks it", async (page) => {
  await editor().goTo(3, 8);
  const told = page.locator(".monaco-hover:visible", { hasText: "A hook blocks it with" });
  await until(async () => {
    await editor().command("Show or Focus Hover");
    return seen(told, LOST_MS);
  }, "the hover");
  await editor().picture("hook-file-4-hover");
  const text = (await told.first().innerText()).replaceAll(/\s+/g, " ");
  assert.match(text, /PreToolUse · event of Claude Code A hook blocks it with exit 2/);
  assert.ok((await told.first().locator("a", { hasText: "Codex" }).count()) > 0);
  await page.keyboard.press("Escape");
});

step("a script that is missing looks so in the Hooks view", async (page) => {
  const view = hooksView(page);
  await view.open();
  await view.row("./missing.sh", /guard dead|does not run here/).waitFor();
  await view.row("./missing.sh").locator(".codicon-error").waitFor();
  await editor().picture("hook-file-5-view");
});

step("the most used events are offered first, with what a hook can do there", async (page) => {
  await editor().openFile(FILE);
  await editor().goTo(4, 1);
  await page.keyboard.press("Enter");
  await editor().goTo(4, 1);
  await page.keyboard.type('    "');
  await page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "PostToolUse" }).first().waitFor();
  const first = await page.locator(".suggest-widget.visible .monaco-list-row").first().innerText();
  await editor().picture("hook-file-6-events");
  assert.match(first, /PostToolUse/);
  await page.keyboard.press("Escape");
});

step("what is no JSON is said once, by the editor itself", async (page) => {
  await editor().openFile(".codex/hooks.json");
  await editor().command("View: Focus Problems");
  const problems = page.locator(".markers-panel .monaco-list-row", { hasText: /\[Ln 4, Col 9\]/ });
  await problems.filter({ hasText: "Expected comma" }).waitFor();
  await editor().picture("hook-file-7-once");
  assert.equal(await problems.count(), 1);
});
