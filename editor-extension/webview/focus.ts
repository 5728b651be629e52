/** Keeps the keyboard where it is while parts of the page are made anew. */

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
