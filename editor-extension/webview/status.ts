/** How a hook of the plan is doing, in a word and with a sign. */

import type { ShownGuard } from "../shared/attacks";
import type { ShownRun, Tone } from "../shared/shown";
import type { Words } from "../shared/words";
import type { Failure, RunState } from "../shared/firings";

export type ShownStatus = ShownRun["status"] | "waiting" | "not-run" | "cancelled" | "stopped";

const WORDS: Readonly<Record<ShownStatus, keyof Words>> = {
  waiting: "waiting",
  running: "hookRunning",
  succeeded: "succeeded",
  failed: "failed",
  blocked: "blocked",
  "timed-out": "timedOut",
  skipped: "skipped",
  "cannot-start": "cannotStart",
  "not-run": "hookNotRun",
  cancelled: "cancelled",
  stopped: "stopped",
};

export const SIGNS: Readonly<Record<ShownStatus, string>> = {
  waiting: "○",
  running: "●",
  succeeded: "✓",
  failed: "!",
  blocked: "✕",
  "timed-out": "!",
  skipped: "–",
  "cannot-start": "!",
  "not-run": "–",
  cancelled: "–",
  stopped: "!",
};

/** How the lens and the Hooks view show them, too. */
export const GUARD_SIGNS: Readonly<Record<ShownGuard["state"], string>> = {
  holds: "✓",
  leaks: "⚠",
  dead: "✗",
  unknown: "?",
};

export const GUARD_TONES: Readonly<Record<ShownGuard["state"], Tone>> = {
  holds: "good",
  leaks: "fault",
  dead: "bad",
  unknown: "plain",
};

export const TONE_SIGNS: Readonly<Record<Tone, string>> = { good: "✓", bad: "✕", ask: "?", fault: "!", plain: "–" };

/** `over`: nothing of the firing runs any more; `failure`: it ended before its hooks did. */
export function statusOf(run: RunState, over: boolean, failure?: Failure): ShownStatus {
  if (run.ended !== undefined) return run.ended.status;
  if (over && run.startedAt !== undefined && failure !== undefined) return failure.cancelled ? "cancelled" : "stopped";
  if (over) return "not-run";
  if (run.startedAt !== undefined) return "running";
  return run.step.skippedBecause === null ? "waiting" : "skipped";
}

export function statusWord(words: Words, status: ShownStatus): string {
  return words[WORDS[status]];
}
