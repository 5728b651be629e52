// Made by `npm run methods` from the server's own types: change those, not this file.

export const hookFileGlobs = [
  "**/.claude/settings.json",
  "**/.claude/settings.local.json",
  "**/.ai_agents/settings.json",
  "**/.ai_agents/settings.local.json",
  "**/.agent/settings.json",
  "**/.agent/settings.local.json",
  "**/hooks/hooks.json",
  "**/.clawdcode/settings.json",
  "**/.clawdcode/settings.local.json",
  "**/hookwright.json",
] as const;

export const dialectIds = ["claude-code", "ai-agents", "agent-spec", "open-plugin", "clawdcode"] as const;

export const serverCommands = [
  "hookwright.fire",
  "hookwright.fireScratch",
  "hookwright.explain",
  "hookwright.lastReport",
  "hookwright.disableHook",
  "hookwright.makeExecutable",
  "hookwright.changeScript",
  "hookwright.newSample",
  "hookwright.replay",
  "hookwright.status",
  "hookwright.list",
] as const;

/** `hookwright/dispatch` and `hookwright/explain`; paths are file paths, `config_files` replaces discovery. */
export interface DispatchParams {
  readonly event: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly dialect?: string | null;
  readonly projectDir?: string | null;
  readonly sessionId?: string | null;
  readonly configFiles?: readonly string[] | null;
}

/** A place in a document: zero-based line, zero-based UTF-16 unit. */
export interface Position {
  readonly line: number;
  readonly character?: number;
}

/** `hookwright/fire`: a hook, group or event by `pointer` (RFC 6901) or `position`; the first sample by default. */
export interface FireParams {
  readonly uri: string;
  readonly pointer?: string | null;
  readonly position?: Position | null;
  readonly payload?: Readonly<Record<string, unknown>> | null;
  readonly sample?: string | null;
  readonly scratch?: boolean;
}

/** What `hookwright.changeScript` does to a script: the text of a new one, and what else is to be changed. */
export interface ChangeScriptParams {
  readonly uri: string;
  readonly create?: string;
  readonly lineFeeds?: boolean;
  readonly executable?: boolean;
}

/** `hookwright/samples`: of what stands at a place in a document, or of an event of a dialect. */
export interface SamplesParams {
  readonly uri?: string | null;
  readonly pointer?: string | null;
  readonly dialect?: string | null;
  readonly event?: string | null;
}

/** `hookwright/saveSample`: in the first workspace folder by default. */
export interface SaveSampleParams {
  readonly dialect: string;
  readonly event: string;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly projectDir?: string | null;
}

/** `hookwright/keepSample`: of a dispatch, or of the one that a run's number names. */
export interface KeepSampleParams {
  readonly dispatchId: string;
  readonly name?: string | null;
}

/** `hookwright/replay`: a recorded dispatch, by its id or how that begins, or by the number of one of its runs. */
export interface ReplayParams {
  readonly dispatchId: string;
  readonly scratch?: boolean;
}

/** `hookwright/status` and `hookwright/list`: the first workspace folder by default. */
export interface ProjectParams {
  readonly projectDir?: string | null;
}

/** `hookwright/history`: the newest dispatches, only those that every member fits; `hook` is an id or a name. */
export interface HistoryParams {
  readonly limit?: number;
  readonly event?: string | null;
  readonly hook?: string | null;
  readonly projectDir?: string | null;
  readonly decision?: string | null;
  readonly since?: string | null;
  readonly dispatchId?: string | null;
}

/** `hookwright/tests`: below a folder, by default those of the workspace. */
export interface TestsParams {
  readonly projectDir?: string | null;
}

/** `hookwright/runTests`: the tests of a file that begin on these zero-based `lines`, by default all. */
export interface RunTestsParams {
  readonly uri: string;
  readonly lines?: readonly number[] | null;
}

/** Which hook it was; `id` is stable for the same file and place, `pointer` is RFC 6901. */
export interface Hook {
  readonly id: string;
  readonly source: string;
  readonly scope: string;
  readonly pointer: string;
  readonly name: string | null;
  readonly type: string;
  readonly command: string;
}

/** Something that the user or the agent is told; `hook` is the id of the hook that caused it. */
export interface Message {
  readonly to: "user" | "agent";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  readonly hook: string | null;
}

/** Something in a hook's printed object that its dialect does not read. */
export interface OutputProblem {
  readonly code: string;
  readonly message: string;
  readonly path: string;
}

/** One hook that matched: how it ended, and what it printed. */
export interface Run {
  readonly hook: Hook;
  readonly status: "succeeded" | "failed" | "blocked" | "timed-out" | "skipped" | "cannot-start" | "running";
  readonly skippedBecause: string | null;
  readonly exitCode: number | null;
  readonly signal: number | null;
  readonly startedAt: string | null;
  readonly durationMs: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutTruncated: boolean;
  readonly stderrTruncated: boolean;
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly outputProblems: readonly OutputProblem[];
}

/** What one event came to. */
export interface Outcome {
  readonly dispatchId: string;
  readonly event: string;
  readonly dialect: string;
  readonly decision: "allow" | "deny" | "ask" | null;
  readonly blocked: boolean;
  readonly reason: string | null;
  readonly updatedInput: Readonly<Record<string, unknown>> | null;
  readonly additionalContext: string | null;
  readonly mustContinue: boolean;
  readonly stopAgent: boolean;
  readonly stopReason: string | null;
  readonly messages: readonly Message[];
  readonly duplicate: boolean;
  readonly runs: readonly Run[];
}

/** A hook that would run, or would not, and why. */
export interface Considered {
  readonly hook: Hook;
  readonly because: readonly string[];
}

/** The result of `hookwright/explain`. */
export interface Explanation {
  readonly event: string;
  readonly dialect: string;
  readonly matched: readonly Considered[];
  readonly skipped: readonly Considered[];
}

/** One of the results of `hookwright/samples`. */
export interface Sample {
  readonly name: string;
  readonly description: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The result of `hookwright/status` and `hookwright/list`. */
export interface Report {
  readonly markdown: string;
  readonly data: Readonly<Record<string, unknown>>;
}
