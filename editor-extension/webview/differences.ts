/** What came out otherwise than when it was recorded. */

import type { Difference, ShownResult } from "../shared/shown";
import { h } from "./dom";
import { nameOf } from "../shared/format";
import { section, type Page } from "./page";
import { shown } from "../shared/text";

/** Undefined where nothing was compared. */
export function differences(page: Page, { differences: every }: ShownResult): Node | undefined {
  const { words } = page;
  if (every === undefined) return undefined;
  if (every.length === 0) return section("differences", words.differences, h("p", { class: "none" }, words.sameAgain));
  const head = [words.what, words.then, words.now].map((it) => h("th", { scope: "col" }, it));
  const rows = every.map((it) => row(it));
  return section(
    "differences",
    words.differences,
    h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)),
  );
}

function row({ what, hook, then, now }: Difference): HTMLElement {
  const name = hook === undefined ? what : `${nameOf(hook)}: ${what}`;
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, said(then)), h("td", {}, said(now)));
}

function said(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return shown(typeof value === "string" ? value : JSON.stringify(value));
}
