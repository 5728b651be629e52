/** Whether a text is a JSON object, and where it stops being one. */

import { ParseErrorCode, visit } from "jsonc-parser";

/** What the parser expects next, so that anything else is a fault. */
type Expected = "value" | "key" | "colon" | "comma-or-end" | "end";
export type Fault = Expected | "object" | "string" | "escape" | "number" | "comment" | "unfinished";

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
    return { good: false, at: faultOf(text) };
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { good: true, value: value as Readonly<Record<string, unknown>> };
  }
  return { good: false, at: placed(text, "object", Math.max(0, text.search(/\S/))) };
}

const TOKENS: ReadonlyMap<ParseErrorCode, Fault> = new Map<ParseErrorCode, Fault>([
  [ParseErrorCode.InvalidCommentToken, "comment"],
  [ParseErrorCode.UnexpectedEndOfComment, "comment"],
  [ParseErrorCode.UnexpectedEndOfString, "string"],
  [ParseErrorCode.InvalidCharacter, "string"],
  [ParseErrorCode.UnexpectedEndOfNumber, "number"],
  [ParseErrorCode.InvalidNumberFormat, "number"],
  [ParseErrorCode.InvalidUnicode, "escape"],
  [ParseErrorCode.InvalidEscapeCharacter, "escape"],
]);
const GOOD_STRING = /"(?:[^\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/** The first error of a text that is not JSON. */
function faultOf(text: string): JsonFault {
  let expected: Expected = "value";
  let first: JsonFault | undefined;
  const open: ("{" | "[")[] = [];
  const begun = (bracket: "{" | "["): void => {
    open.push(bracket);
    expected = bracket === "{" ? "key" : "value";
  };
  const ended = (): void => {
    open.pop();
    whole();
  };
  const whole = (): void => {
    expected = open.length === 0 ? "end" : "comma-or-end";
  };
  const onError = (code: ParseErrorCode, offset: number): void => {
    first ??= placed(text, ...faultAt(text, offset, TOKENS.get(code) ?? expected));
  };
  try {
    visit(
      text,
      {
        onObjectBegin: () => begun("{"),
        onArrayBegin: () => begun("["),
        onObjectEnd: ended,
        onArrayEnd: ended,
        onLiteralValue: whole,
        onObjectProperty: () => void (expected = "colon"),
        onSeparator: (it) => void (expected = it === "," && open.at(-1) === "{" ? "key" : "value"),
        onError,
      },
      { disallowComments: true },
    );
  } catch {
    // So deep that the stack was not enough: it is no payload either.
  }
  return first ?? placed(text, "value", 0);
}

function faultAt(text: string, offset: number, fault: Fault): [Fault, number] {
  if (offset >= text.length) return ["unfinished", offset];
  if (fault === "value" && text[offset] === "-") return ["number", offset];
  if (fault !== "escape") return [fault, offset];
  GOOD_STRING.lastIndex = offset;
  GOOD_STRING.test(text);
  return [fault, GOOD_STRING.lastIndex];
}

function placed(text: string, fault: Fault, offset: number): JsonFault {
  const before = text.slice(0, offset).split("\n");
  return { fault, line: before.length, column: (before.at(-1) ?? "").length + 1, offset };
}
