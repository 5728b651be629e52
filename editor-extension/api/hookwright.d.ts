/**
 * The API of the extension `hookwright` for other extensions.
 *
 * Copy this file into your extension, name `unpublished.hookwright` among its `extensionDependencies`, and then:
 *
 *     const extension = vscode.extensions.getExtension<HookwrightApi>("unpublished.hookwright");
 *     const hooks = await extension.activate();
 *     const outcome = await hooks.dispatch({ event: "PreToolUse", payload: { tool_name: "Bash", tool_input: {} } });
 *     if (outcome.decision === "deny") …
 *
 * While `version` is 1, nothing is removed and no meaning changes; members may be added.
 */

import type { CancellationToken, Event } from "vscode";

export interface HookwrightApi {
  readonly version: 1;

  /**
   * Runs the hooks of an event as an agent would, without asking the user, and returns their outcome. Cancelling the
   * token stops the hooks.
   *
   * Rejects with a {@link HookwrightError}.
   */
  dispatch(params: DispatchParams, token?: CancellationToken): Promise<Outcome>;

  /**
   * Which hooks an event would run, which it would not, and why. Runs nothing; in Restricted Mode, none would run.
   *
   * Rejects with a {@link HookwrightError}.
   */
  explain(params: DispatchParams, token?: CancellationToken): Promise<Explanation>;

  /**
   * Opens a session, or one again that has been closed: its entries are kept in a file, and its messages come from them,
   * through the context handlers of hook modules. `SessionStart` fires. Runs nothing in Restricted Mode.
   *
   * Rejects with a {@link HookwrightError}.
   */
  openSession(params?: SessionParams, token?: CancellationToken): Promise<Session>;

  /** The slash commands of hook modules in an open session, to be listed and completed in a prompt box. */
  commands(sessionId: string, token?: CancellationToken): Promise<readonly Command[]>;

  /** A hook has started, has printed something, or has ended, no matter who fired it. */
  readonly onDidRun: Event<RunEvent>;

  /** The hooks of the workspace, or their last results, may have changed: ask again. */
  readonly onDidChangeHooks: Event<void>;
}

export interface SessionParams {
  /** A new id if omitted. */
  readonly sessionId?: string | null;
  /** The path of the project's folder; the first workspace folder if omitted. */
  readonly projectDir?: string | null;
  /** The path of the session's JSONL file; if omitted, hookwright chooses one. */
  readonly sessionFile?: string | null;
  /** The id of a dialect, such as `claude-code`; detected if omitted. */
  readonly dialect?: string | null;
  /** The agent's model, for hook modules: `provider`, `id` and `name`. */
  readonly model?: Readonly<Record<string, unknown>> | null;
  /** How much the model thinks, in the agent's own word. */
  readonly thinkingLevel?: string | null;
}

/**
 * An open session. It lasts until it is closed, or the server ends: then every call rejects, and {@link
 * HookwrightApi.openSession} with the same `sessionFile` goes on from what was appended.
 */
export interface Session {
  readonly sessionId: string;
  /** `null` if it is not kept in a file. */
  readonly sessionFile: string | null;
  /** Adds a message (`{type: "message", message: {role, content}}`) or another entry, durably. */
  append(entry: Entry, token?: CancellationToken): Promise<void>;
  /** The messages for the model, after every context handler. */
  messages(token?: CancellationToken): Promise<readonly AgentMessage[]>;
  /** Every entry, in order. */
  entries(token?: CancellationToken): Promise<readonly Entry[]>;
  commands(token?: CancellationToken): Promise<readonly Command[]>;
  /** Runs a slash command with the text behind its name. Its module may ask the user for something. */
  invoke(name: string, args?: string, token?: CancellationToken): Promise<CommandResult>;
  /** `SessionEnd` fires. The file stays. */
  close(): Promise<void>;
}

export interface Entry {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Such as `{role: "user", content: "…"}`, as the agent has appended it. */
export interface AgentMessage {
  readonly [member: string]: unknown;
}

export interface Command {
  /** What it is invoked by, without the slash. */
  readonly name: string;
  readonly description: string;
  /** The path of its module. */
  readonly source: string;
}

/** What a command asks of the agent: to go on with a prompt, to show a status, or nothing. */
export interface CommandResult {
  readonly prompt?: string;
  readonly attachments?: readonly unknown[];
  readonly status?: string;
}

/** Every error of the API is an `Error` with a `code`. */
export interface HookwrightError extends Error {
  readonly name: "HookwrightError";
  readonly code: ErrorCode;
}

/**
 * -32010: the workspace is not trusted, so that nothing is run.
 * -32012: there is no server; the user has been told why.
 * -32013: nothing can be run on this system, such as Windows outside WSL.
 * -32602: the params are not valid; the message says what is wrong.
 * -32800: cancelled.
 * Any other code is the server's own, and its message can be shown to the user.
 */
export type ErrorCode = -32010 | -32012 | -32013 | -32602 | -32800 | (number & {});

export interface DispatchParams {
  /** The event's name, as the dialect spells it. */
  readonly event: string;
  /** What the hooks get on their standard input; missing members are filled in. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The id of a dialect, such as `claude-code`; detected if omitted. */
  readonly dialect?: string | null;
  /** The path of the project's folder; the first workspace folder if omitted. */
  readonly projectDir?: string | null;
  readonly sessionId?: string | null;
  /** The paths of hook files to read instead of those that would be found. */
  readonly configFiles?: readonly string[] | null;
  /** Folders of plugins that the agent was started with, besides those that it finds. */
  readonly pluginDirs?: readonly string[] | null;
  /** Settings that the agent was started with: paths of files, or their JSON. */
  readonly settings?: readonly string[] | null;
  /** 32 hexadecimal digits that become the outcome's `dispatchId`, so that its runs are known as they begin. */
  readonly dispatchId?: string | null;
  /** The skills and commands that were used in the session: hooks in their own files hold from then on. */
  readonly skills?: readonly string[] | null;
  /**
   * The dialects whose hooks run, in place of those of `dialect` alone; `all` are those that have files in the project.
   * The strictest decides. The request is in the words of `dialect`, or else of the first of them.
   */
  readonly dialects?: readonly string[] | "all" | null;
  /** What comes of a hook that had no say: what its agent makes of it (`agent`, the default), or a refusal (`closed`). */
  readonly failurePolicy?: "agent" | "closed" | null;
  /** What your tools are called in hooks: the name of a host, such as `opencode`, or a map. */
  readonly tools?: string | Readonly<Record<string, unknown>> | null;
}

/** What one event came to. */
export interface Outcome {
  readonly dispatchId: string;
  readonly event: string;
  readonly dialect: string;
  /** `null` if no hook made a decision. */
  readonly decision: "allow" | "ask" | "defer" | "deny" | null;
  /** What the event announces must not happen. */
  readonly blocked: boolean;
  readonly reason: string | null;
  /** The whole tool input after all changes; `null` if no hook changed it. */
  readonly updatedInput: Readonly<Record<string, unknown>> | null;
  /** What takes the place of the tool's result, in the same form; `null` if no hook changed it. */
  readonly updatedResult: unknown;
  /** What takes the place of the prompt; `null` if no hook changed it. */
  readonly updatedPrompt: string | null;
  /** Text for the model. */
  readonly additionalContext: string | null;
  /** The agent wanted to stop, but must go on. */
  readonly mustContinue: boolean;
  /** A hook wants the agent to stop altogether. */
  readonly stopAgent: boolean;
  readonly stopReason: string | null;
  readonly messages: readonly Message[];
  /** Every way in which a hook that should have had a say had none. */
  readonly degraded: readonly Degraded[];
  /** The same tool use has been dispatched before. */
  readonly duplicate: boolean;
  /** One for each hook that matched, in the order of the configuration. */
  readonly runs: readonly Run[];
  /** Where the event was fired for several dialects: what the hooks of each came to. */
  readonly parts?: readonly Part[];
}

/** What the hooks of one dialect came to; `event` is its name there. */
export interface Part {
  readonly dialect: string;
  readonly event: string;
  readonly outcome: Outcome;
}

export interface Message {
  readonly to: "user" | "agent";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  /** The id of the hook that caused it. */
  readonly hook: string | null;
  /** What it is about, such as `refused` or `timed-out`: docs/engine.md lists the codes. */
  readonly code: string;
}

/** A hook, or a file with hooks, that had no say: docs/engine.md lists the codes. */
export interface Degraded {
  readonly code: string;
  /** The path of the hook file or module; `null` if there is none. */
  readonly source: string | null;
  /** The id of the hook; `null` if it is about the whole file. */
  readonly hook: string | null;
  readonly text: string;
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
  /** Where several dialects were asked for: one for each. */
  readonly parts?: readonly Explanation[];
}

export interface RunEvent {
  readonly dispatchId: string;
  /** Whose hook it is. */
  readonly dialect?: string;
  readonly hook: Hook;
  readonly phase: "started" | "output" | "finished";
  /** Of `output`: where it was printed, the text, and how many characters before it were not passed on. */
  readonly stream?: "stdout" | "stderr" | null;
  readonly text?: string | null;
  readonly leftOut?: number;
  /** Of `finished`. */
  readonly run?: Run | null;
}
