/** Makes elements, in which texts are only ever text, and seen; and keeps the focus while they are replaced. */

import { visible } from "../shared/text";

/** Attributes that are shown or read aloud. */
const READ = new Set(["title", "aria-label", "placeholder"]);

export type Child = Node | string | undefined;
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element; an attribute that is `false` or undefined is left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(made, name, value);
  made.append(...children.filter((it) => it !== undefined).map((it) => (typeof it === "string" ? visible(it) : it)));
  return made;
}

export function set(element: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : READ.has(name) ? visible(String(value)) : String(value));
}

/** Changes a text only where it is another: what reads the page aloud would say it again. */
export function setText(element: Element, text: string): void {
  const seen = visible(text);
  if (element.textContent !== seen) element.textContent = seen;
}

export function button(text: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = h("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", click);
  return made;
}

/** A sign that is drawn beside words that say the same. */
export function sign(text: string): HTMLElement {
  return h("span", { class: "sign", "aria-hidden": "true" }, text);
}

const REACHED = "button, summary, select, textarea, [tabindex]";

/** Does `change` within `root`; what had the focus there has it again, by what it is called, else `otherwise` gets it. */
export function keepingFocus(root: HTMLElement, change: () => void, otherwise: () => void): void {
  const had = document.activeElement;
  const key = had !== null && root.contains(had) ? calledOf(had) : undefined;
  change();
  if (key === undefined || document.activeElement === had) return;
  const again = [...root.querySelectorAll<HTMLElement>(REACHED)].find((it) => calledOf(it) === key && seen(it));
  if (again === undefined) otherwise();
  else again.focus({ preventScroll: true });
}

/** A button that cannot be used now keeps the focus: one that is `disabled` would lose it. */
export function allow(button: HTMLButtonElement, allowed: boolean): void {
  if (allowed) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

export function isAllowed(button: HTMLButtonElement): boolean {
  return button.getAttribute("aria-disabled") !== "true";
}

function calledOf(element: Element): string {
  return `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent}`;
}

function seen(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}
