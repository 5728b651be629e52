/** The Test Explorer of a journey's editor, driven. */

import { until } from "./wait.mjs";

export function testExplorer(editor) {
  const row = (text) => editor().page.locator(".test-explorer .monaco-list-row", { hasText: text });

  /** What a screen reader says of an item, its result with it. */
  async function hears(text, pattern) {
    await until(async () => pattern.test((await row(text).getAttribute("aria-label")) ?? ""), `${text}: ${pattern}`);
  }

  async function expand(text) {
    const is = async () => (await row(text).getAttribute("aria-expanded")) === "true";
    await row(text).waitFor();
    if (await is()) return;
    await row(text).locator(".monaco-tl-twistie").click();
    await until(is, `what is in ${text}`);
  }

  async function act(text, action) {
    await row(text).hover();
    await row(text).locator(`.action-label[aria-label^="${action}"]`).click();
  }

  /** From the item's menu; by the keys, as it lets clicks pass that come right after it was opened. */
  async function choose(text, entry) {
    const { page } = editor();
    await row(text).click({ button: "right" });
    await page.locator(".context-view .action-label", { hasText: entry }).hover();
    await page.locator(".context-view .action-item.focused", { hasText: entry }).waitFor();
    await page.keyboard.press("Enter");
  }

  async function execute(text, profile) {
    const { page } = editor();
    await choose(text, "Execute Using Profile");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: profile }).waitFor();
    await page.locator(".quick-input-widget input").first().fill(profile);
    await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: profile }).waitFor();
    await editor().picture("testing-2-profiles");
    await page.keyboard.press("Enter");
  }

  return { row, hears, expand, act, choose, execute };
}
