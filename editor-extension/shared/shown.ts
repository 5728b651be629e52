/** What the page shows of a firing, and the events that update it. */

import type { FileChange, FiringPlan, Hook, OutputProblem, Run, TraceStep } from "./methods";

export type StreamName = "stdout" | "stderr";

/** A text, or the beginning of a long one and how many characters are left out. */
export interface Cut {
  readonly text: string;
  readonly leftOut: number;
}

/** The end of what a hook printed, and how many characters it printed in all. */
export interface Tail {
  readonly text: string;
  readonly total: number;
  /** How many more bytes it printed than are kept, 0 where that is not known; undefined if all is kept. */
  readonly cut: number | undefined;
}

/** A run as the page shows it: what it printed is cut, its printed object is pretty-printed. */
export interface ShownRun {
  readonly hook: Hook;
  readonly status: Run["status"];
  readonly skippedBecause: string | null;
  readonly exitCode: number | null;
  readonly signal: number | null;
  readonly durationMs: number;
  readonly stdout: Tail;
  readonly stderr: Tail;
  readonly output: Cut | null;
  readonly outputProblems: readonly OutputProblem[];
}

/** A message to the user or the agent. */
export interface Told {
  readonly to: "user" | "agent";
  readonly level: "info" | "warning" | "error" | "context";
  readonly text: Cut;
}

export type Tone = "good" | "bad" | "ask" | "fault" | "plain";

export interface ShownChange {
  readonly path: string;
  readonly kind: FileChange["kind"];
  readonly diff: Cut;
}

/** Something that came out otherwise than when it was recorded: of the dispatch, or of the run of a hook. */
export interface Difference {
  readonly what: string;
  readonly hook?: Hook;
  readonly then: unknown;
  readonly now: unknown;
}

/** What firing came to, without what the runs have told already. */
export interface ShownResult {
  readonly verdict: string;
  readonly tone: Tone;
  /** Time and, if there is no reason, what else there is to say on a line. */
  readonly facts: string;
  readonly reason: Cut | null;
  readonly told: readonly Told[];
  readonly fold: readonly TraceStep[];
  readonly inputDiff: Cut | null;
  /** If there is nothing to compare it with. */
  readonly updatedInput: Cut | null;
  /** What takes the place of the tool's result or of the prompt. */
  readonly rewritten?: Cut | null;
  readonly changes: readonly ShownChange[];
  readonly changesLeftOut: number;
  readonly notes: readonly string[];
  /** Only of what was run again. */
  readonly differences?: readonly Difference[] | undefined;
  readonly runs: readonly ShownRun[];
}

/** What happens to one firing, named by its dispatch; `at` is the time in ms since 1970. */
export type FiringEvent =
  | {
      readonly kind: "plan";
      readonly id: string;
      readonly plan: FiringPlan;
      readonly scratch: boolean;
      readonly at: number;
      /** It is not fired here, but was recorded. */
      readonly recorded?: boolean;
    }
  | { readonly kind: "started"; readonly id: string; readonly hook: string; readonly at: number }
  | {
      readonly kind: "output";
      readonly id: string;
      readonly hook: string;
      readonly stream: StreamName;
      readonly text: string;
      readonly leftOut: number;
    }
  | { readonly kind: "finished"; readonly id: string; readonly run: ShownRun }
  | {
      readonly kind: "samples";
      readonly id: string;
      readonly names: readonly string[];
      readonly labels: Readonly<Record<string, string>>;
    }
  | { readonly kind: "result"; readonly id: string; readonly result: ShownResult }
  | {
      readonly kind: "failed";
      readonly id: string;
      readonly why: string;
      readonly cancelled: boolean;
      readonly tookMs: number | undefined;
    };
