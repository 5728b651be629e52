/** The state of the results panel: the last firings, updated event by event. */

import type { FiringEvent, ShownResult, ShownRun, Tail } from "./shown";
import type { FiringPlan, PlannedStep } from "./methods";
import { shown, shownPiece } from "./text";

export const MOST_FIRINGS = 5;
/** So many characters of each stream are kept. */
export const MOST_KEPT = 200_000;

/** The end of what a hook printed. */
export interface Stream {
  readonly text: string;
  /** How many characters `text` has been given, those that are gone from it as well. */
  readonly given: number;
  /** How many characters were printed, those that did not come as well. */
  readonly total: number;
  readonly leftOut: number;
  /** The beginning of a sequence whose rest has not come yet. */
  readonly pending: string;
  /** Whether `text` is another than the one that came piece by piece. */
  readonly replaced: boolean;
  /** As of its `Tail`. */
  readonly cut: number | undefined;
}

export interface RunState {
  readonly step: PlannedStep;
  readonly startedAt: number | undefined;
  readonly ended: ShownRun | undefined;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

export interface Firing {
  readonly id: string;
  readonly plan: FiringPlan;
  readonly scratch: boolean;
  readonly at: number;
  /** It was recorded, and not fired here. */
  readonly recorded: boolean;
  readonly phase: "planned" | "running" | "done" | "failed";
  /** In the order of the plan. */
  readonly runs: readonly RunState[];
  readonly result: ShownResult | undefined;
  readonly failure: Failure | undefined;
}

/** Why nothing came of a firing; `tookMs` where hooks ran until then. */
export interface Failure {
  readonly why: string;
  readonly cancelled: boolean;
  readonly tookMs: number | undefined;
}

/** The newest firing first. */
export type State = readonly Firing[];

const EMPTY: Stream = { text: "", given: 0, total: 0, leftOut: 0, pending: "", replaced: false, cut: undefined };
/** Stands for what did not come. */
const GAP = "\n⋯\n";

export function reduce(state: State, event: FiringEvent): State {
  if (event.kind === "plan")
    return [planned(event), ...state.filter((it) => it.id !== event.id)].slice(0, MOST_FIRINGS);
  return state.map((it) => (it.id === event.id ? goOn(it, event) : it));
}

function planned({ id, plan, scratch, at, recorded = false }: Extract<FiringEvent, { kind: "plan" }>): Firing {
  const runs = plan.steps.map(waiting);
  return { id, plan, scratch, at, recorded, phase: "planned", runs, result: undefined, failure: undefined };
}

function waiting(step: PlannedStep): RunState {
  return { step, startedAt: undefined, ended: undefined, stdout: EMPTY, stderr: EMPTY };
}

function goOn(firing: Firing, event: Exclude<FiringEvent, { kind: "plan" }>): Firing {
  switch (event.kind) {
    case "started":
      return { ...changed(firing, event.hook, (it) => ({ ...it, startedAt: event.at })), phase: "running" };
    case "output":
      return changed(firing, event.hook, (it) => ({
        ...it,
        [event.stream]: printed(it[event.stream], event.text, event.leftOut),
      }));
    case "finished":
      return changed(firing, event.run.hook.id, (it) => ended(it, event.run));
    case "result":
      return { ...event.result.runs.reduce(finished, firing), phase: "done", result: event.result };
    case "samples":
      return { ...firing, plan: { ...firing.plan, samples: event.names, sampleLabels: event.labels } };
    case "failed":
      return { ...firing, phase: "failed", failure: event };
  }
}

function finished(firing: Firing, run: ShownRun): Firing {
  const known = firing.runs.some((it) => it.step.hook.id === run.hook.id) ? firing : withStep(firing, run);
  return changed(known, run.hook.id, (it) => ended(it, run));
}

/** For a hook that is not in the plan, because it was added in the meantime. */
function withStep(firing: Firing, { hook, skippedBecause }: ShownRun): Firing {
  const step: PlannedStep = { hook, matcher: "*", because: [], timeoutMs: 0, skippedBecause, lane: 0, wouldRun: true };
  return { ...firing, runs: [...firing.runs, waiting(step)] };
}

function changed(firing: Firing, hook: string, change: (run: RunState) => RunState): Firing {
  return { ...firing, runs: firing.runs.map((it) => (it.step.hook.id === hook ? change(it) : it)) };
}

function printed(stream: Stream, piece: string, leftOut: number): Stream {
  const { text, pending } = shownPiece(leftOut === 0 ? stream.pending : "", piece);
  const fresh = leftOut === 0 ? text : GAP + text;
  const whole = stream.text + fresh;
  return {
    text: whole.length > 2 * MOST_KEPT ? whole.slice(-MOST_KEPT) : whole,
    given: stream.given + fresh.length,
    total: stream.total + leftOut + text.length,
    leftOut: stream.leftOut + leftOut,
    pending,
    replaced: false,
    cut: undefined,
  };
}

function ended(run: RunState, end: ShownRun): RunState {
  if (run.ended !== undefined) return run;
  return { ...run, ended: end, stdout: whole(run.stdout, end.stdout), stderr: whole(run.stderr, end.stderr) };
}

/** What came piece by piece where nothing of it is missing, else what the run itself has. */
function whole(stream: Stream, { text, total, cut }: Tail): Stream {
  if (stream.leftOut === 0 && stream.total > 0) return { ...flushed(stream), cut };
  const clean = shown(text);
  const all = clean.length + Math.max(0, total - text.length);
  return { text: clean, given: clean.length, total: all, leftOut: 0, pending: "", replaced: true, cut };
}

function flushed(stream: Stream): Stream {
  if (stream.pending === "") return stream;
  const rest = shown(stream.pending);
  const [given, total] = [stream.given + rest.length, stream.total + rest.length];
  return { ...stream, text: stream.text + rest, given, total, pending: "" };
}

/** How long hooks have run by now; undefined if none has begun. */
export function ranFor(state: State, id: string, now: number): number | undefined {
  const runs = state.find((it) => it.id === id)?.runs ?? [];
  const begun = runs.flatMap(({ startedAt }) => startedAt ?? []);
  return begun.length === 0 ? undefined : Math.max(0, now - Math.min(...begun));
}

/** Which firing the user wants to see, and which was the newest when they chose it. */
export interface Choice {
  readonly id: string;
  readonly newest: string;
}

/** The firing to show: the one that was chosen until there is a newer one, by whatever way the page learns of it. */
export function shownOf(state: State, choice: Choice | undefined): Firing | undefined {
  const [newest] = state;
  if (choice === undefined || choice.newest !== newest?.id) return newest;
  return state.find((it) => it.id === choice.id) ?? newest;
}

/** Whether nothing was fired since. */
export function isNewest(state: State, it: { readonly at: number } | undefined): boolean {
  return it !== undefined && it.at >= (state[0]?.at ?? 0);
}

/** The state of a page that is sent everything again: never older than what it had. */
export function restored(state: State, told: State): State {
  const newest = told[0]?.at ?? 0;
  const missing = state.filter((it) => it.at > newest && told.every(({ id }) => id !== it.id));
  return [...missing, ...told].slice(0, MOST_FIRINGS);
}

/** How many of the runs have ended. */
export function endedRuns(firing: Firing): number {
  return firing.runs.filter((it) => it.ended !== undefined).length;
}

export function isOver(firing: Firing): boolean {
  return firing.phase === "done" || firing.phase === "failed";
}

/** The steps lane by lane, each with its number in the plan. */
export function lanes(firing: Firing): readonly (readonly (readonly [number, RunState])[])[] {
  const found = new Map<number, (readonly [number, RunState])[]>();
  firing.runs.forEach((run, index) => {
    found.set(run.step.lane, [...(found.get(run.step.lane) ?? []), [index + 1, run]]);
  });
  return [...found.values()];
}
