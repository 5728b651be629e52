/** The Hooks view, as the user of a window finds it. */

import { until } from "./wait.mjs";
import { LOST_MS, TRY_MS, done, driven, seen } from "./window.mjs";

export function hooksView(page) {
  const pane = page.locator(".pane", { has: page.locator('.pane-header[aria-label^="Agent Hooks"]') });
  const row = (label, description) => {
    const labelled = pane.locator(".monaco-list-row").filter({ has: page.locator(".label-name", { hasText: label }) });
    const described = page.locator(".label-description", { hasText: description });
    return (description === undefined ? labelled : labelled.filter({ has: described })).first();
  };
  return {
    pane,
    row,
    /** Opens it in the side bar, which a click on the icon closes where it is open. */
    open: () =>
      until(async () => {
        if (await pane.isVisible()) return true;
        await page.locator('.activitybar .action-label[aria-label^="Agent Hooks"]').click();
        return seen(pane, LOST_MS);
      }, "the Hooks view"),
    /** Label and description of each row, from top to bottom. */
    rows: () =>
      pane.locator(".monaco-list-row").evaluateAll((every) => {
        const text = (row, part) => row.querySelector(part)?.textContent ?? "";
        const top = (row) => Number.parseInt(row.style.top, 10);
        return every
          .toSorted((a, b) => top(a) - top(b))
          .map((it) => [text(it, ".label-name"), text(it, ".label-description")]);
      }),
    /** Waits until the box of an enabled hook shows it so. */
    ticked: (label) => row(label).locator('.custom-view-tree-node-item-checkbox[aria-checked="true"]').waitFor(),
    /** Clicks on its checkbox, once what is told of another row no longer covers it. */
    toggle: async (label) => {
      const box = row(label).locator(".custom-view-tree-node-item-checkbox");
      const before = await box.getAttribute("aria-checked");
      // A click is lost where the rows are drawn anew at that moment; one that arrives changes the box at once.
      await until(async () => {
        await pointAway(page);
        if (!(await done(box.click({ timeout: TRY_MS })))) return false;
        return done(until(async () => (await box.getAttribute("aria-checked")) !== before, "the box", TRY_MS));
      }, `the box of ${label} to change`);
    },
    /** Clicks on one of the buttons that come with the pointer, until something came of it. */
    act: (label, title, came) =>
      driven(
        async () => {
          await pointAway(page);
          await row(label).hover({ timeout: LOST_MS });
          await row(label).locator(`.action-label[aria-label="${title}"]`).click({ timeout: LOST_MS });
        },
        came,
        `what ${title} does`,
      ),
  };
}

/** Moves the pointer away, over what is told of a row: that can come when the pointer has left the row, and stays. */
async function pointAway(page) {
  const told = await page.locator(".monaco-hover:visible").all();
  for (const it of told) await done(it.hover({ timeout: TRY_MS }));
  await page.mouse.move(0, 0);
}
