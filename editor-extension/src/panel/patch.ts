/** Both sides of a unified diff: the whole text before and after, or as much of them as the diff itself has. */

export interface Sides {
  readonly before: string;
  readonly after: string;
}

interface Hunk {
  /** The line of the text before at which it begins, from 0. */
  readonly start: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** `text` is the file as it was; where the diff does not fit it any more, only its own lines are compared. */
export function sidesOf(text: string | undefined, diff: string): Sides {
  const hunks = hunksOf(diff);
  const after = text === undefined ? undefined : applied(text, hunks);
  if (text !== undefined && after !== undefined) return { before: text, after };
  const part = (side: "before" | "after"): string => hunks.map((it) => it[side].join("")).join("⋯\n");
  return { before: part("before"), after: part("after") };
}

function hunksOf(diff: string): readonly Hunk[] {
  const found: { start: number; before: string[]; after: string[] }[] = [];
  let sides: string[][] = [];
  for (const line of diff.split(/(?<=\n)/)) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+/.exec(line);
    // Where a side has no lines, the number is that of the line before.
    if (head !== null) found.push({ start: Number(head[1]) - (head[2] === "0" ? 0 : 1), before: [], after: [] });
    const hunk = found.at(-1);
    if (head !== null || hunk === undefined) continue;
    // What follows the last line of a side that has no line feed at its end.
    if (line.startsWith("\\")) sides.forEach(unended);
    else sides = [...(line.startsWith("+") ? [] : [hunk.before]), ...(line.startsWith("-") ? [] : [hunk.after])];
    if (/^[-+ ]/.test(line)) sides.forEach((it) => it.push(line.slice(1)));
  }
  return found;
}

function unended(side: string[]): void {
  const last = side.at(-1);
  if (last !== undefined) side[side.length - 1] = last.replace(/\n$/, "");
}

function applied(text: string, hunks: readonly Hunk[]): string | undefined {
  const lines = text === "" ? [] : text.split(/(?<=\n)/);
  const found: string[] = [];
  let at = 0;
  for (const { start, before, after } of hunks) {
    const there = lines.slice(start, start + before.length);
    if (start < at || there.join("") !== before.join("")) return undefined;
    found.push(...lines.slice(at, start), ...after);
    at = start + before.length;
  }
  return [...found, ...lines.slice(at)].join("");
}
