/** Reduces the result of a firing to what the page shows. */

import type { FireResult, Message, Run, RunEvent } from "../../shared/methods";
import type { Cut, FiringEvent, ShownResult, ShownRun, Tail, Tone } from "../../shared/shown";

const MOST_TEXT = 20_000;
const MOST_OUTPUT = 100_000;
const MOST_TAIL = 200_000;
const MOST_CHANGES = 200;

/** What a hook did; `at` is the time in ms since 1970. */
export function slimEvent(
  { dispatchId: id, hook, phase, stream, text, leftOut, run }: RunEvent,
  at: number,
): FiringEvent {
  if (phase === "finished" && run != null) return { kind: "finished", id, run: slimRun(run) };
  if (phase === "started") return { kind: "started", id, hook: hook.id, at };
  return { kind: "output", id, hook: hook.id, stream: stream ?? "stdout", text: text ?? "", leftOut: leftOut ?? 0 };
}

export function slimRun(run: Run): ShownRun {
  const { hook, status, skippedBecause, exitCode, signal, durationMs, outputProblems } = run;
  const output = run.output === null ? null : cut(pretty(run.output), MOST_OUTPUT);
  const printed = {
    stdout: tail(run.stdout, run.stdoutTruncated ? (run.stdoutLeftOut ?? 0) : undefined),
    stderr: tail(run.stderr, run.stderrTruncated ? (run.stderrLeftOut ?? 0) : undefined),
  };
  return { hook, status, skippedBecause, exitCode, signal, durationMs, outputProblems, output, ...printed };
}

export function slimResult(result: FireResult): ShownResult {
  const { outcome, verdict, fold, notes, inputDiff } = result;
  const reason = outcome.stopReason ?? outcome.reason;
  const updated = inputDiff === null && outcome.updatedInput !== null ? pretty(outcome.updatedInput) : null;
  return {
    verdict,
    fold,
    notes,
    tone: toneOf(result),
    facts: factsOf(result, reason),
    reason: cutOrNone(reason, MOST_TEXT),
    inputDiff: cutOrNone(inputDiff, MOST_OUTPUT),
    updatedInput: cutOrNone(updated, MOST_OUTPUT),
    rewritten: cutOrNone(rewrittenIn(outcome), MOST_OUTPUT),
    told: [...contextOf(result), ...outcome.messages.map(told)],
    changes: result.changes.slice(0, MOST_CHANGES).map((it) => ({ ...it, diff: cut(it.diff) })),
    changesLeftOut: Math.max(0, result.changes.length - MOST_CHANGES),
    runs: outcome.runs.map(slimRun),
  };
}

function rewrittenIn({ updatedPrompt, updatedResult }: FireResult["outcome"]): string | null {
  if (updatedResult === null) return updatedPrompt;
  return typeof updatedResult === "string" ? updatedResult : JSON.stringify(updatedResult, undefined, 2);
}

/** How the verdict is drawn; never as good where the agent would run none of the hooks. */
export function toneOf({ outcome, plan }: FireResult): Tone {
  if (plan.steps.length > 0 && plan.steps.every((it) => !it.wouldRun)) return "fault";
  if (outcome.stopAgent || outcome.decision === "deny" || outcome.blocked) return "bad";
  if (outcome.decision === "ask" || outcome.decision === "defer" || outcome.mustContinue) return "ask";
  if (outcome.decision === "allow") return "good";
  const faults = ["timed-out", "cannot-start", "failed", "blocked"];
  return outcome.runs.some((it) => faults.includes(it.status)) ? "fault" : "plain";
}

/** The summary without the verdict, and without the reason where that is shown whole. */
function factsOf({ summary }: FireResult, reason: string | null): string {
  const [, ...rest] = summary.split(" · ");
  return reason === null || reason === "" ? rest.join(" · ") : (rest[0] ?? "");
}

function contextOf({ outcome }: FireResult): readonly ShownResult["told"][number][] {
  const context = cutOrNone(outcome.additionalContext, MOST_TEXT);
  return context === null ? [] : [{ to: "agent", level: "context", text: context }];
}

function told({ to, level, text }: Message): ShownResult["told"][number] {
  return { to, level, text: cut(text) };
}

function cutOrNone(text: string | null, most: number): Cut | null {
  return text === null || text === "" ? null : cut(text, most);
}

function pretty(value: object): string {
  return JSON.stringify(value, undefined, 2);
}

export function cut(text: string, most = MOST_TEXT): Cut {
  return { text: text.slice(0, most), leftOut: Math.max(0, text.length - most) };
}

export function tail(text: string, cut?: number): Tail {
  return { text: text.slice(-MOST_TAIL), total: text.length, cut };
}
