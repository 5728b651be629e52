/**
 * What the extension `hookwright` gives to other extensions.
 *
 * Copy this file into your extension, name `unpublished.hookwright` among its `extensionDependencies`, and then:
 *
 *     const extension = vscode.extensions.getExtension<HookwrightApi>("unpublished.hookwright");
 *     const hooks = await extension.activate();
 *     const outcome = await hooks.dispatch({ event: "PreToolUse", payload: { tool_name: "Bash", tool_input: {} } });
 *     if (outcome.decision === "deny") …
 *
 * Nothing is taken away and no meaning changes while `version` is 1; members may be added.
 */

import type { CancellationToken, Event } from "vscode";

export interface HookwrightApi {
  readonly version: 1;

  /**
   * Runs the hooks of an event as an agent would, without a question to the user, and tells what they came to. A token
   * that is cancelled ends the hooks.
   *
   * Rejects with a {@link HookwrightError}.
   */
  dispatch(params: DispatchParams, token?: CancellationToken): Promise<Outcome>;

  /**
   * Which hooks an event would run, which not, and why. Runs nothing; in Restricted Mode it
   * says that none would.
   *
   * Rejects with a {@link HookwrightError}.
   */
  explain(params: DispatchParams, token?: CancellationToken): Promise<Explanation>;

  /** A hook has begun, has printed something, or has ended; whoever fired it. */
  readonly onDidRun: Event<RunEvent>;

  /** The hooks of the workspace, or how they ended last, may be others now: ask again what you have asked before. */
  readonly onDidChangeHooks: Event<void>;
}

/** Every error of the API is an `Error` with a `code`. */
export interface HookwrightError extends Error {
  readonly name: "HookwrightError";
  readonly code: ErrorCode;
}

/**
 * -32010: the workspace is not trusted, so that nothing is run.
 * -32012: there is no server; the user has been told why.
 * -32602: the params are not as they have to be; the message names what is wrong.
 * -32800: cancelled.
 * Any other code is the server's own, and its message is fit to be shown.
 */
export type ErrorCode = -32010 | -32012 | -32602 | -32800 | (number & {});

export interface DispatchParams {
  /** The event's name, as the dialect spells it. */
  readonly event: string;
  /** What the hooks get on their standard input; what is missing there is filled in. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The id of a dialect, such as `claude-code`; found out where it is not said. */
  readonly dialect?: string | null;
  /** The path of the project's folder; the first workspace folder where it is not said. */
  readonly projectDir?: string | null;
  readonly sessionId?: string | null;
  /** The paths of hook files that are read in place of those that would be found. */
  readonly configFiles?: readonly string[] | null;
}

/** What one event came to. */
export interface Outcome {
  readonly dispatchId: string;
  readonly event: string;
  readonly dialect: string;
  /** `null` where no hook had a say. */
  readonly decision: "allow" | "deny" | "ask" | null;
  /** What the event announces must not go on. */
  readonly blocked: boolean;
  readonly reason: string | null;
  /** The whole tool input after all changes; `null` where no hook changed it. */
  readonly updatedInput: Readonly<Record<string, unknown>> | null;
  /** Text for the model. */
  readonly additionalContext: string | null;
  /** The agent wanted to stop, and has to go on. */
  readonly mustContinue: boolean;
  /** A hook wants the agent to stop altogether. */
  readonly stopAgent: boolean;
  readonly stopReason: string | null;
  readonly messages: readonly Message[];
  /** The same tool use was dispatched before. */
  readonly duplicate: boolean;
  /** One for each hook that matched, in the order of the configuration. */
  readonly runs: readonly Run[];
}

export interface Message {
  readonly to: "user" | "agent";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  /** The id of the hook that caused it. */
  readonly hook: string | null;
}

export interface Hook {
  /** Stays the same for the same file and place. */
  readonly id: string;
  /** The path of its file. */
  readonly source: string;
  /** `user`, `project`, `local`, `plugin` or `override`. */
  readonly scope: string;
  /** Its place in the file, as an RFC 6901 pointer. */
  readonly pointer: string;
  readonly name: string | null;
  readonly type: string;
  readonly command: string;
}

export interface Run {
  readonly hook: Hook;
  readonly status: "succeeded" | "failed" | "blocked" | "timed-out" | "skipped" | "cannot-start" | "running";
  readonly skippedBecause: string | null;
  readonly exitCode: number | null;
  readonly signal: number | null;
  /** In ISO 8601. */
  readonly startedAt: string | null;
  readonly durationMs: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutTruncated: boolean;
  readonly stderrTruncated: boolean;
  /** The JSON object that it printed, where it printed one. */
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly outputProblems: readonly OutputProblem[];
  /** How many bytes were printed beyond what is kept, which is the first 1 MB of each stream. */
  readonly stdoutLeftOut?: number;
  readonly stderrLeftOut?: number;
}

export interface OutputProblem {
  readonly code: string;
  readonly message: string;
  readonly path: string;
}

export interface Considered {
  readonly hook: Hook;
  readonly because: readonly string[];
}

export interface Explanation {
  readonly event: string;
  readonly dialect: string;
  readonly matched: readonly Considered[];
  readonly skipped: readonly Considered[];
}

export interface RunEvent {
  readonly dispatchId: string;
  readonly hook: Hook;
  readonly phase: "started" | "output" | "finished";
  /** Of `output`: where it was printed, the text, and how many characters before it were not passed on. */
  readonly stream?: "stdout" | "stderr" | null;
  readonly text?: string | null;
  readonly leftOut?: number;
  /** Of `finished`. */
  readonly run?: Run | null;
}
