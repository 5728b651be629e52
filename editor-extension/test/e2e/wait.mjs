/** Waits for what can be seen, and for nothing else. */

/** How long anything may take to be seen: the machine may be busy. */
export const PATIENCE_MS = 60_000;

/** What `look` gives once it gives something; fails after a while. */
export async function until(look, what, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${patience / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
