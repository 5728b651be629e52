/** Where the values of a JSON text with comments stand, by their JSON pointers; a broken text gives what is whole. */

import type { Place, Range } from "../methods";

interface Frame {
  readonly pointer: string;
  readonly start: number;
  readonly array: boolean;
  key: string | undefined;
  keyStart: number;
  index: number;
}

const TOKENS = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}[\],:]|[^\s{}[\],:"/]+/g;

/** A member's range begins with its key. */
export function rangesOf(text: string): ReadonlyMap<string, Range> {
  const found = new Map<string, Range>();
  const place = placesOf(text);
  const frames: Frame[] = [];
  const keep = (pointer: string, start: number, end: number): void => {
    if (!found.has(pointer)) found.set(pointer, { start: place(start), end: place(end) });
  };
  for (const match of text.matchAll(TOKENS)) {
    const [token] = match;
    const frame = frames.at(-1);
    if (token.startsWith("//") || token.startsWith("/*") || token === ":") continue;
    if (token === "{" || token === "[") frames.push(opened(frame, match.index, token === "["));
    else if (token === "}" || token === "]") close(frames, match.index + 1, keep);
    else if (token === ",") next(frame);
    else if (frame !== undefined && !frame.array && frame.key === undefined) name(frame, token, match.index);
    else if (frame !== undefined) keep(pointerIn(frame), startIn(frame, match.index), match.index + token.length);
  }
  return found;
}

function opened(frame: Frame | undefined, at: number, array: boolean): Frame {
  const pointer = frame === undefined ? "" : pointerIn(frame);
  const start = frame === undefined ? at : startIn(frame, at);
  return { pointer, start, array, key: undefined, keyStart: at, index: 0 };
}

function close(frames: Frame[], end: number, keep: (pointer: string, start: number, end: number) => void): void {
  const frame = frames.pop();
  if (frame !== undefined) keep(frame.pointer, frame.start, end);
}

function next(frame: Frame | undefined): void {
  if (frame === undefined) return;
  frame.index += 1;
  frame.key = undefined;
}

function name(frame: Frame, token: string, at: number): void {
  frame.key = plain(token);
  frame.keyStart = at;
}

function pointerIn(frame: Frame): string {
  const part = frame.array ? String(frame.index) : (frame.key ?? "");
  return `${frame.pointer}/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function startIn(frame: Frame, at: number): number {
  return frame.array ? at : frame.keyStart;
}

function plain(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

function placesOf(text: string): (offset: number) => Place {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((it) => it.index + it[0].length)];
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  };
}
