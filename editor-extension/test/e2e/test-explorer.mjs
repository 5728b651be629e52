/** The Test Explorer of a journey's editor, driven. */

import { until } from "./wait.mjs";
import { seen } from "./window.mjs";

/** A file of hook tests whose one test fails: where the hook denies, it expects otherwise. */
export const TESTS = "guard.hooktest.yaml";
export const EXPECTED = `tests:
  - name: refuses to delete
    event: PreToolUse
    tool: Bash
    expect:
      decision: allow
`;

export function testExplorer(editor) {
  const page = () => editor().page;
  const row = (text) => page().locator(".test-explorer .monaco-list-row", { hasText: text });

  /** What a screen reader says of an item, its result with it. */
  async function hears(text, pattern) {
    await until(async () => pattern.test((await row(text).getAttribute("aria-label")) ?? ""), `${text}: ${pattern}`);
  }

  async function expand(text) {
    const open = page().locator('[aria-expanded="true"]');
    await row(text).waitFor();
    await until(async () => {
      if (await seen(row(text).and(open))) return true;
      await row(text).locator(".monaco-tl-twistie").click();
      return false;
    }, `what is in ${text}`);
  }

  async function act(text, action) {
    await row(text).hover();
    await row(text).locator(`.action-label[aria-label^="${action}"]`).click();
  }

  /** From the item's menu; by the keys, as it lets clicks pass that come right after it was opened. */
  async function choose(text, entry) {
    const its = page().locator(".context-view .action-item", { hasText: entry });
    await until(async () => {
      await row(text).click({ button: "right" });
      if (await seen(its)) await its.hover();
      const there = await seen(page().locator(".context-view .action-item.focused", { hasText: entry }));
      await page().keyboard.press(there ? "Enter" : "Escape");
      return there;
    }, entry);
  }

  async function execute(text, profile) {
    const list = page().locator(".quick-input-list");
    await choose(text, "Execute Using Profile");
    await list.locator(".monaco-list-row", { hasText: profile }).waitFor();
    await page().locator(".quick-input-widget input").first().fill(profile);
    await list.locator(".monaco-list-row.focused", { hasText: profile }).waitFor();
    await editor().picture("testing-2-profiles");
    await page().keyboard.press("Enter");
  }

  return { row, hears, expand, act, choose, execute };
}
