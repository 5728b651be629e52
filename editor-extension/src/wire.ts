/** Types of messages that src/methods.ts does not have yet. */

import type { Hook, Run } from "./methods";

export interface RunEvent {
  readonly dispatchId: string;
  readonly hook: Hook;
  readonly phase: "started" | "output" | "finished";
  readonly stream?: "stdout" | "stderr" | null;
  readonly text?: string | null;
  readonly leftOut?: number;
  readonly run?: Run | null;
}

export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Place;
  readonly end: Place;
}

export interface LastResult {
  readonly dispatchId: string;
  readonly status: Run["status"];
  readonly decision: string | null;
  readonly durationMs: number;
  readonly words: string;
}

export interface ConfiguredHook {
  readonly hook: Hook;
  readonly uri: string;
  readonly range: Range;
  readonly group: string;
  readonly matcher: string;
  readonly timeoutMs: number;
  readonly canFire: boolean;
  readonly skippedBecause: string | null;
  readonly scripts: readonly string[];
  readonly last: LastResult | null;
  readonly parked: string | null;
}

export interface ConfiguredEvent {
  readonly name: string;
  readonly order:
    "parallel" | "serial" | "serial within a group, groups in parallel" | "in the background, after the answer";
  readonly hooks: readonly ConfiguredHook[];
}

export interface ConfiguredDialect {
  readonly id: string;
  readonly title: string;
  readonly projectDir: string;
  readonly enabled: boolean;
  readonly disabledBecause: string | null;
  readonly problems: readonly string[];
  readonly events: readonly ConfiguredEvent[];
}

export interface HookTree {
  readonly dialects: readonly ConfiguredDialect[];
}
