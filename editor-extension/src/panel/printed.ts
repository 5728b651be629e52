/** All that the hooks of the last firings have printed, up to a bound: what is opened where the page shows its end. */

import type { RunEvent } from "../../shared/methods";
import { shown } from "../../shared/text";
import type { StreamName } from "../../shared/shown";

const MOST_CHARACTERS = 16_000_000;

interface Kept {
  pieces: string[];
  length: number;
  leftOut: number;
}

export class Printed {
  private readonly kept = new Map<string, Kept>();

  add({ dispatchId, hook, stream, text, leftOut, run }: RunEvent): void {
    if (run != null) {
      this.replace(key(dispatchId, hook.id, "stdout"), ended(run.stdout, run.stdoutTruncated));
      this.replace(key(dispatchId, hook.id, "stderr"), ended(run.stderr, run.stderrTruncated));
    } else if (stream != null && text != null) {
      this.append(key(dispatchId, hook.id, stream), text, leftOut ?? 0);
    }
  }

  /** As it is to be shown. */
  text(dispatchId: string, hook: string, stream: StreamName): string {
    const found = this.kept.get(key(dispatchId, hook, stream));
    if (found === undefined) return "";
    const text = shown(found.pieces.join(""));
    return found.leftOut === 0 ? text : `⋯ ${found.leftOut}\n${text}`;
  }

  /** Forgets all firings but these. */
  keepOnly(dispatchIds: readonly string[]): void {
    for (const it of this.kept.keys()) {
      if (!dispatchIds.includes(it.split("/", 1)[0] ?? "")) this.kept.delete(it);
    }
  }

  private replace(at: string, text: string): void {
    if (text === "") return;
    const leftOut = Math.max(0, text.length - MOST_CHARACTERS);
    this.kept.set(at, { pieces: [text.slice(leftOut)], length: text.length - leftOut, leftOut });
  }

  private append(at: string, text: string, leftOut: number): void {
    const kept = this.kept.get(at) ?? { pieces: [], length: 0, leftOut: 0 };
    this.kept.set(at, kept);
    kept.pieces.push(text);
    kept.length += text.length;
    kept.leftOut += leftOut;
    while (kept.length > MOST_CHARACTERS) {
      const { length } = kept.pieces.shift() ?? "";
      kept.length -= length;
      kept.leftOut += length;
    }
  }
}

function key(dispatchId: string, hook: string, stream: StreamName): string {
  return `${dispatchId}/${stream}/${hook}`;
}

/** What was printed after it was not kept. */
function ended(text: string, cut: boolean): string {
  return cut ? `${text}\n⋯\n` : text;
}
