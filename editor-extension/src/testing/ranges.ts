/** The ranges of the values in a JSON text with comments, by JSON pointer; of a broken text, those that are complete. */

import { visit, type JSONPath } from "jsonc-parser";
import type { Position, Range } from "../../shared/methods";

/** A member's range begins with its key. */
export function rangesOf(text: string): ReadonlyMap<string, Range> {
  const found = new Map<string, Range>();
  const open: { readonly pointer: string; readonly start: Position }[] = [];
  let key: Position | undefined;
  const startOf = (line: number, character: number): Position => {
    const start = key ?? { line, character };
    key = undefined;
    return start;
  };
  const keep = (pointer: string, start: Position, end: Position): void => {
    if (!found.has(pointer)) found.set(pointer, { start, end });
  };
  const begun = (_: number, __: number, line: number, character: number, path: () => JSONPath): void => {
    open.push({ pointer: pointerOf(path()), start: startOf(line, character) });
  };
  const ended = (_: number, length: number, line: number, character: number): void => {
    const it = open.pop();
    key = undefined;
    // Of no length, it is the end of a text that breaks off.
    if (it !== undefined && length > 0) keep(it.pointer, it.start, { line, character: character + length });
  };
  visit(text, {
    onObjectBegin: begun,
    onArrayBegin: begun,
    onObjectEnd: ended,
    onArrayEnd: ended,
    onObjectProperty: (_, __, ___, line, character) => void (key = { line, character }),
    onLiteralValue: (_, __, length, line, character, path) =>
      keep(pointerOf(path()), startOf(line, character), { line, character: character + length }),
  });
  return found;
}

function pointerOf(path: JSONPath): string {
  return path.map((it) => `/${String(it).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
