/** The Test Explorer of a journey's editor, driven. */

import { until } from "./wait.mjs";
import { LOST_MS, done, driven, gone, seen } from "./window.mjs";

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
      await done(row(text).locator(".monaco-tl-twistie").click({ timeout: LOST_MS }));
      // A second click would close what opens slowly.
      return seen(row(text).and(open), LOST_MS);
    }, `what is in ${text}`);
  }

  /** Clicks on one of the buttons that come with the pointer; until something came of it, where that is given. */
  function act(text, action, came = () => true) {
    return driven(
      async () => {
        await row(text).hover({ timeout: LOST_MS });
        await row(text).locator(`.action-label[aria-label^="${action}"]`).click({ timeout: LOST_MS });
      },
      came,
      `what ${action} does`,
    );
  }

  /** Goes to what an item is about. */
  function goTo(text, came) {
    return driven(() => row(text).dblclick({ timeout: LOST_MS }), came, `the place of ${text}`);
  }

  /** From the item's menu; by the keys, as it lets clicks pass that come right after it was opened. */
  async function choose(text, entry) {
    const its = page().locator(".context-view .action-item", { hasText: entry });
    await until(async () => {
      await done(row(text).click({ button: "right", timeout: LOST_MS }));
      if (await seen(its)) await its.hover();
      const there = await seen(page().locator(".context-view .action-item.focused", { hasText: entry }));
      await page().keyboard.press(there ? "Enter" : "Escape");
      return there && gone(its, LOST_MS);
    }, entry);
  }

  async function execute(text, profile) {
    const list = page().locator(".quick-input-list");
    await choose(text, "Execute Using Profile");
    const chosen = list.locator(".monaco-list-row.focused", { hasText: profile });
    await list.locator(".monaco-list-row", { hasText: profile }).waitFor();
    await page().locator(".quick-input-widget input").first().fill(profile);
    await chosen.waitFor();
    await editor().picture("testing-2-profiles");
    await editor().press("Enter", () => gone(chosen, LOST_MS));
  }

  return { row, hears, expand, act, goTo, choose, execute };
}
