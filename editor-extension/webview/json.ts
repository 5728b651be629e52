/** Whether a text is a JSON object, and where it stops being one. */

export type Fault =
  "value" | "object" | "key" | "colon" | "comma-or-end" | "string" | "escape" | "number" | "end" | "unfinished";

export interface JsonFault {
  readonly fault: Fault;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export type Checked =
  | { readonly good: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly good: false; readonly at: JsonFault };

export function checkJson(text: string): Checked {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { good: false, at: placed(text, faultOf(text)) };
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { good: true, value: value as Readonly<Record<string, unknown>> };
  }
  return { good: false, at: placed(text, new Stop("object", Math.max(0, text.search(/\S/)))) };
}

class Stop extends Error {
  constructor(
    readonly fault: Fault,
    readonly offset: number,
  ) {
    super(fault);
  }
}

function placed(text: string, { fault, offset }: Stop): JsonFault {
  const before = text.slice(0, offset).split("\n");
  return { fault, line: before.length, column: (before.at(-1) ?? "").length + 1, offset };
}

function faultOf(text: string): Stop {
  try {
    const end = space(text, valueAt(text, space(text, 0)));
    return new Stop("end", end);
  } catch (error) {
    if (error instanceof Stop) return error;
    // So deep that the stack was not enough: it is no payload either.
    return new Stop("value", 0);
  }
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where a match at the offset ends; undefined where there is none. */
function past(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function space(text: string, offset: number): number {
  return past(SPACE, text, offset) ?? offset;
}

function valueAt(text: string, offset: number): number {
  const first = text[offset];
  if (first === undefined) throw new Stop("unfinished", offset);
  if (first === "{") return members(text, offset, "}");
  if (first === "[") return members(text, offset, "]");
  if (first === '"') return stringAt(text, offset);
  const number = past(NUMBER, text, offset);
  if (number !== undefined) return number;
  if (first === "-") throw new Stop("number", offset);
  const word = past(WORD, text, offset);
  if (word === undefined) throw new Stop("value", offset);
  return word;
}

/** The members of an object, or the items of an array. */
function members(text: string, start: number, closing: "}" | "]"): number {
  let at = space(text, start + 1);
  if (text[at] === closing) return at + 1;
  for (;;) {
    at = space(text, closing === "}" ? member(text, at) : valueAt(text, at));
    if (text[at] === closing) return at + 1;
    if (text[at] !== ",") throw new Stop(at < text.length ? "comma-or-end" : "unfinished", at);
    at = space(text, at + 1);
  }
}

function member(text: string, start: number): number {
  if (text[start] !== '"') throw new Stop(start < text.length ? "key" : "unfinished", start);
  const colon = space(text, stringAt(text, start));
  if (text[colon] !== ":") throw new Stop(colon < text.length ? "colon" : "unfinished", colon);
  return valueAt(text, space(text, colon + 1));
}

function stringAt(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = past(PLAIN, text, at) ?? at;
    if (text[at] === '"') return at + 1;
    if (text[at] !== "\\") throw new Stop("string", start);
    const escape = past(ESCAPE, text, at);
    if (escape === undefined) throw new Stop("escape", at);
    at = escape;
  }
}
