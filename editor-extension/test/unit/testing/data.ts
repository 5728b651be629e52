/** Answers of a server, as far as a test has something to say about them. */

import type {
  AttackResult,
  ConfiguredHook,
  FireResult,
  FiringPlan,
  GuardState,
  Hole,
  Hook,
  HookTree,
  Outcome,
  PlannedStep,
  Run,
  TestResult,
} from "../../../shared/methods";
import type { Files } from "../../../src/testing/items";

export const FILE = "/p/.claude/settings.json";
export const URI = `file://${FILE}`;

export const l10n = {
  t: (message: string, ...values: (string | number)[]): string =>
    message.replaceAll(/\{(\d)\}/g, (_, index) => String(values[Number(index)])),
};

export const files: Files = {
  matcher: (text) => `matcher ${text}`,
  label: (path) => path.replace("/p/", ""),
  ranges: () => new Map(),
};

export function hook(pointer: string, more: Partial<Hook> = {}): Hook {
  const plain = { id: pointer, source: FILE, scope: "project", pointer, name: null, type: "command" };
  return { ...plain, command: `run ${pointer}`, ...more };
}

export function configured(pointer: string, more: Partial<ConfiguredHook> = {}): ConfiguredHook {
  const place = { line: 7, character: 10 };
  return {
    hook: hook(pointer),
    uri: URI,
    range: { start: place, end: place },
    group: pointer.replace(/\/hooks\/\d+$/, ""),
    matcher: "Bash",
    timeoutMs: 60_000,
    canFire: true,
    skippedBecause: null,
    scripts: [],
    last: null,
    guard: null,
    recorded: null,
    parked: null,
    ...more,
  };
}

export function tree(events: Readonly<Record<string, readonly ConfiguredHook[]>>, projectDir = "/p"): HookTree {
  const all = Object.entries(events).map(([name, hooks]) => ({ name, order: "parallel" as const, hooks }));
  const dialect = { id: "d", title: "Dialect", projectDir, enabled: true, disabledBecause: null, problems: [] };
  return { dialects: [{ ...dialect, events: all }] };
}

export function run(more: Partial<Run> = {}): Run {
  return {
    hook: hook("/hooks/A/0/hooks/0"),
    status: "succeeded",
    skippedBecause: null,
    exitCode: 0,
    signal: null,
    startedAt: null,
    durationMs: 12,
    stdout: "",
    stderr: "",
    stdoutTruncated: false,
    stderrTruncated: false,
    output: null,
    outputProblems: [],
    ...more,
  };
}

export function plan(steps: readonly Partial<PlannedStep>[], more: Partial<FiringPlan> = {}): FiringPlan {
  const step = { matcher: "*", because: [], timeoutMs: 1000, skippedBecause: null, lane: 0, wouldRun: true };
  return {
    uri: URI,
    pointer: "",
    dialect: "d",
    dialectTitle: "Dialect",
    event: "PreToolUse",
    order: "parallel",
    sample: "Bash",
    samples: [],
    sampleLabels: {},
    payload: {},
    notes: [],
    provable: false,
    steps: steps.map((it, index) => ({ hook: hook(`/hooks/A/0/hooks/${index}`), ...step, ...it })),
    ...more,
  };
}

export function outcome(runs: readonly Run[]): Outcome {
  const nothing = {
    decision: null,
    reason: null,
    updatedInput: null,
    additionalContext: null,
    updatedResult: null,
    updatedPrompt: null,
    stopReason: null,
  };
  const no = { blocked: false, mustContinue: false, stopAgent: false, duplicate: false };
  return { dispatchId: "0", event: "PreToolUse", dialect: "d", ...nothing, ...no, messages: [], degraded: [], runs };
}

export function fired(runs: readonly Run[], more: Partial<FireResult> = {}): FireResult {
  return {
    outcome: outcome(runs),
    changes: [],
    notes: [],
    diagnostics: [],
    plan: plan([]),
    fold: [],
    inputDiff: null,
    verdict: "no say",
    summary: "",
    ...more,
  };
}

export function tested(more: Partial<TestResult> = {}): TestResult {
  const nothing = { skippedBecause: null, problem: null, mismatches: [], outcome: null, proof: null, plan: null };
  return { name: "one", line: 1, status: "passed", durationMs: 5, ...nothing, ...more };
}

/** A guard as the tree of hooks has it. */
export function guard(more: Partial<GuardState> = {}): GuardState {
  const plain = { state: "holds", isGuard: true, words: "guard holds", says: "It refuses.", repair: null } as const;
  return { ...plain, attacked: null, canAttack: true, ...more };
}

export function hole(more: Partial<Hole> = {}): Hole {
  const tried = { label: "destructive", verdict: "passed", danger: "deletion", seed: "rm", does: "Bash" };
  const rest = {
    text: "rm -r -f ~",
    why: ["It deletes.", "Flags can stand apart."],
    said: "",
    trick: false,
    number: 0,
  };
  return { ...tried, ...rest, payload: {}, others: 2, ...more };
}

/** The result of an attack that found nothing, but for `more`. */
export function attacked(more: Partial<AttackResult> = {}): AttackResult {
  return {
    ...{ file: FILE, uri: URI, pointer: "/hooks/PreToolUse/0/hooks/0", event: "PreToolUse", dialect: "claude-code" },
    ...{ id: "a1", seed: 0, holds: false, tests: [], notes: [], calls: [], counts: {} },
    meant: { source: "its hook tests", dangers: { deletion: ["rm"] } },
    score: { stopped: 74, dangerous: 97, falseAlarms: 2, harmless: 22 },
    rows: [
      { danger: "deletion", seed: "rm", tried: 98, stopped: 74, passed: 23, notAsked: 1 },
      { danger: "", seed: "", tried: 22, stopped: 2, passed: 20, notAsked: 0 },
    ],
    ...{ holes: [], falseAlarms: [], notAsked: [], circumstances: [] },
    ...more,
  };
}
