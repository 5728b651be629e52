/** Hook trees as the server gives them, with what a test does not care about filled in. */

import type {
  ConfiguredDialect,
  ConfiguredEvent,
  ConfiguredHook,
  GuardState,
  RecordedRuns,
  HookTree,
  LastResult,
} from "../../../shared/methods";

interface Given {
  readonly command?: string;
  readonly name?: string;
  readonly matcher?: string;
  readonly scope?: string;
  readonly scripts?: readonly string[];
  readonly parked?: string;
  readonly skippedBecause?: string;
  readonly last?: Partial<LastResult>;
  readonly guard?: Partial<GuardState>;
  readonly recorded?: RecordedRuns;
}

export function hook(pointer: string, given: Given = {}): ConfiguredHook {
  const scope = given.scope ?? "project";
  const place = { line: 6, character: 10 };
  const last = { dispatchId: "d", status: "succeeded", decision: null, durationMs: 12, words: "ok · 12 ms" } as const;
  const guard = {
    state: "holds",
    isGuard: true,
    words: "guard holds",
    says: "refuses",
    repair: null,
    attacked: null,
    canAttack: true,
  } as const;
  return {
    hook: {
      id: `${scope}${pointer}`,
      source: `/project/${scope}.json`,
      scope,
      pointer,
      name: given.name ?? null,
      type: "command",
      command: given.command ?? "./check.sh",
    },
    uri: `file:///project/${scope}.json`,
    range: { start: place, end: { line: 9, character: 11 } },
    group: pointer.replace(/\/hooks\/\d+$/, ""),
    matcher: given.matcher ?? "*",
    timeoutMs: 60_000,
    canFire: true,
    skippedBecause: given.skippedBecause ?? null,
    scripts: given.scripts ?? [],
    last: given.last === undefined ? null : { ...last, ...given.last },
    guard: given.guard === undefined ? null : { ...guard, ...given.guard },
    recorded: given.recorded ?? null,
    parked: given.parked ?? null,
  };
}

export function event(
  name: string,
  hooks: readonly ConfiguredHook[],
  order: ConfiguredEvent["order"] = "parallel",
): ConfiguredEvent {
  return { name, order, hooks };
}

export function dialect(events: readonly ConfiguredEvent[], given: Partial<ConfiguredDialect> = {}): ConfiguredDialect {
  const named = { id: "one", title: "One", projectDir: "/project", enabled: true, disabledBecause: null, problems: [] };
  return { ...named, events, ...given };
}

export function tree(...dialects: readonly ConfiguredDialect[]): HookTree {
  return { dialects };
}
