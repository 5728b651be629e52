/** What every part of the page needs: its words, and the way back to the extension. */

import type { ShownGuard } from "../shared/attacks";
import type { FromPage } from "../shared/messages";
import type { Cut } from "../shared/shown";
import type { Words } from "../shared/words";
import { h, type Attributes } from "./dom";
import { count, fill } from "../shared/format";
import { shown } from "../shared/text";

/** So much is never scrolled, however narrow the page is. */
const SHORT = 250;

export interface Page {
  readonly words: Words;
  /** The state of the guard that a hook is, by the hook's id. */
  guard(hook: string): ShownGuard | undefined;
  post(message: FromPage): void;
}

/** A text of a hook's, with what is left out of it. */
export function textOf(page: Page, { text, leftOut }: Cut, label: string, kind = "text"): HTMLElement {
  const more = leftOut === 0 ? undefined : h("p", { class: "more" }, fill(page.words.leftOut, count(leftOut)));
  return h("div", { class: kind }, h("pre", { class: "wrapped", ...reachable(text, label) }, shown(text)), more);
}

/** What a text needs that may have to be scrolled. */
export function reachable(text: string, label: string): Attributes {
  return text.length < SHORT && text.split("\n").length < 8 ? {} : { tabindex: 0, role: "region", "aria-label": label };
}

/** A sentence of the server's, with what it has put between backticks as code. */
export function prose(text: string): readonly Node[] {
  const parts = shown(text).split(/`([^`]*)`/);
  return parts.map((it, index) => (index % 2 === 1 ? h("code", {}, it) : document.createTextNode(it)));
}

export function section(kind: string, title: string, ...children: readonly (Node | undefined)[]): HTMLElement {
  return h("section", { class: kind, "aria-label": title }, h("h2", {}, title), ...children);
}
