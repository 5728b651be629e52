/** The lines of a unified diff, each with what it is. */

export type LineKind = "added" | "removed" | "hunk" | "file" | "same";

export interface DiffLine {
  readonly kind: LineKind;
  readonly text: string;
}

/** `---` and `+++` name files before the first hunk only: within one they are lines that begin so. */
export function diffLines(diff: string): readonly DiffLine[] {
  let within = false;
  const lines = diff.replace(/\n$/, "").split("\n");
  return lines.map((text, index) => {
    if (text.startsWith("@@")) within = true;
    const heads =
      !within && (/^--- /.test(text) || (/^\+\+\+ /.test(text) && (lines[index - 1] ?? "").startsWith("--- ")));
    return { kind: heads ? "file" : kindOf(text), text };
  });
}

/** Whether it is a diff at all, and not a sentence that says why there is none. */
export function isDiff(text: string): boolean {
  return /^(?:@@ |[+-])/m.test(text);
}

function kindOf(text: string): LineKind {
  if (text.startsWith("@@")) return "hunk";
  if (text.startsWith("+")) return "added";
  if (text.startsWith("-")) return "removed";
  return "same";
}
