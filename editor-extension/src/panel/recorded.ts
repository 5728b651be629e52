/** A dispatch of the journal, as the page shows a firing. */

import { dialectIds, starters, type FileChange, type FiringPlan, type Hook, type Run } from "../../shared/methods";
import { duration } from "../../shared/format";
import type { Difference, ShownResult, Tone } from "../../shared/shown";
import { fileUri } from "../paths";
import { cut, slimRun } from "./slim";

/** One of the results of `hookwright/history`, and both sides of `hookwright/replay`. */
export interface Recorded {
  readonly dispatchId: string;
  readonly at: string;
  readonly origin: "dispatch" | "fire";
  readonly event: string;
  readonly dialect: string;
  readonly project: string;
  /** What it came to in a few words, as the server says it. */
  readonly verdict: string;
  readonly decision: "allow" | "deny" | "defer" | "ask" | null;
  readonly blocked: boolean;
  readonly reason: string | null;
  readonly mustContinue: boolean;
  readonly stopAgent: boolean;
  readonly stopReason: string | null;
  readonly cancelled: boolean;
  readonly durationMs: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly additionalContext?: string | null;
  readonly updatedInput?: Readonly<Record<string, unknown>> | null;
  readonly runs: readonly RecordedRun[];
}

interface RecordedRun extends Omit<Run, "output" | "outputProblems"> {
  readonly hook: Hook;
  readonly problem: string | null;
}

/** The result of `hookwright/replay`. */
export interface Replayed {
  readonly then: Recorded;
  readonly now: Recorded;
  readonly differences: readonly Difference[];
  readonly notes: readonly string[];
  readonly changes: readonly FileChange[];
}

/** What is said of it beside what was recorded. */
export interface Beside {
  readonly notes: readonly string[];
  readonly changes?: readonly FileChange[];
  readonly differences?: readonly Difference[];
}

export function runsOf(record: Recorded): readonly Run[] {
  return record.runs.map(({ problem, ...it }) => ({
    ...it,
    stderr: problem === null ? it.stderr : `${problem}\n${it.stderr}`,
    output: null,
    outputProblems: [],
  }));
}

export function recordedPlan(record: Recorded): FiringPlan {
  const { dialect, event, payload } = record;
  const known = dialectIds.find((it) => it === dialect);
  const dialectTitle = starters.find((it) => it.dialect === known)?.title ?? dialect;
  const source = record.runs[0]?.hook.source;
  const step = { matcher: "", because: [], timeoutMs: 0, lane: 0, wouldRun: true };
  return {
    ...{
      uri: source === undefined ? "" : fileUri(source),
      pointer: "",
      dialect,
      dialectTitle,
      event,
    },
    ...{ order: "parallel", sample: null, samples: [], sampleLabels: {}, payload, notes: [], provable: false },
    steps: record.runs.map(({ hook, skippedBecause }) => ({ ...step, hook, skippedBecause })),
  };
}

export function recordedResult(record: Recorded, beside: Beside): ShownResult {
  const reason = record.stopReason ?? record.reason;
  const { additionalContext: context, updatedInput } = record;
  return {
    verdict: record.verdict,
    tone: toneOf(record),
    facts: duration(record.durationMs),
    reason: reason === null || reason === "" ? null : cut(reason),
    told: context == null || context === "" ? [] : [{ to: "agent", level: "context", text: cut(context) }],
    fold: [],
    inputDiff: null,
    updatedInput: updatedInput == null ? null : cut(JSON.stringify(updatedInput, undefined, 2)),
    changes: (beside.changes ?? []).map((it) => ({ ...it, diff: cut(it.diff) })),
    changesLeftOut: 0,
    notes: beside.notes,
    differences: beside.differences,
    runs: runsOf(record).map(slimRun),
  };
}

function toneOf({ decision, blocked, mustContinue, stopAgent, runs }: Recorded): Tone {
  if (stopAgent || blocked || decision === "deny") return "bad";
  if (decision === "ask" || decision === "defer" || mustContinue) return "ask";
  if (decision === "allow") return "good";
  const failed = runs.some((it) => ["timed-out", "cannot-start", "failed"].includes(it.status));
  return failed ? "fault" : "plain";
}
