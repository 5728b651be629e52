/** How much of what modules say is shown, and how often. */

const MOST_CHARACTERS = 500;
export const MOST_OPTIONS = 1000;
const MOST_NOTES = 5;
const WITHIN_MS = 10_000;

export function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}

/** Allows a few at once, and then no more than that in any ten seconds. */
export class Rate {
  private readonly shown: number[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  allows(): boolean {
    const now = this.now();
    while (this.shown[0] !== undefined && now - this.shown[0] > WITHIN_MS) this.shown.shift();
    if (this.shown.length >= MOST_NOTES) return false;
    this.shown.push(now);
    return true;
  }
}
