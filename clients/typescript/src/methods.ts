// Made by `npm run methods` from the server's own types: change those, not this file.

export type Status = "succeeded" | "failed" | "blocked" | "timed-out" | "skipped" | "cannot-start" | "running";

/** Who the client is, for the log. */
export interface ClientInfo {
  readonly name: string;
  readonly version?: string | null;
}

/** What the client answers: questions to the user, prompts to a model, and the handlers of these types. */
export interface Capabilities {
  readonly ui?: boolean;
  readonly model?: boolean;
  readonly handlers?: readonly ("prompt" | "agent" | "mcp_tool")[];
}

/** `engine/initialize`; `trusted` is said of `project_dir` only, and `trusted_folders` are trusted beside it. */
export interface InitializeParams {
  readonly client?: ClientInfo | null;
  readonly projectDir?: string | null;
  readonly dialect?: string | null;
  readonly trustedFolders?: readonly string[];
  readonly trusted?: boolean;
  readonly onGuardLost?: "deny" | "ask" | "ignore";
  readonly tools?: string | Readonly<Record<string, unknown>> | null;
  readonly failurePolicy?: "agent" | "closed";
  readonly capabilities?: Capabilities;
}

/** `dispatch` and `explain`; paths are file paths, `config_files` replaces discovery. */
export interface DispatchParams {
  readonly event: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly dialect?: string | null;
  readonly projectDir?: string | null;
  readonly sessionId?: string | null;
  readonly configFiles?: readonly string[] | null;
  readonly pluginDirs?: readonly string[] | null;
  readonly settings?: readonly string[] | null;
  readonly dispatchId?: string | null;
  readonly skills?: readonly string[] | null;
  readonly dialects?: readonly string[] | "all" | null;
  readonly failurePolicy?: "agent" | "closed" | null;
  readonly tools?: string | Readonly<Record<string, unknown>> | null;
}

/** `status` and `list`; by default the project that the client has named, or the first workspace folder. */
export interface ProjectParams {
  readonly projectDir?: string | null;
}

/** `session/open`: a new session, or one that is gone on with, by its id or its file (an absolute path). */
export interface OpenSessionParams {
  readonly sessionId?: string | null;
  readonly projectDir?: string | null;
  readonly sessionFile?: string | null;
  readonly dialect?: string | null;
  readonly model?: Readonly<Record<string, unknown>> | null;
  readonly thinkingLevel?: string | null;
}

/** `session/close`; `reason` is what the hooks are told, in the words of the dialect. */
export interface CloseSessionParams {
  readonly sessionId: string;
  readonly reason?: string;
}

/** `session/append`: an entry, which has a `type`. */
export interface AppendParams {
  readonly sessionId: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** `session/messages`, `session/entries` and `commands/list`: of an open session. */
export interface SessionParams {
  readonly sessionId: string;
}

/** `commands/invoke`: a command by its name, and the text behind it. */
export interface InvokeParams {
  readonly sessionId: string;
  readonly name: string;
  readonly args?: string;
}

/** Which server answers. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/** A dialect of hook files, and the names of its events. */
export interface Dialect {
  readonly id: string;
  readonly title: string;
  readonly events: readonly string[];
}

/** The result of `engine/initialize`. */
export interface Initialized {
  readonly server: ServerInfo;
  readonly protocol: number;
  readonly dialects: readonly Dialect[];
  readonly methods: readonly string[];
  readonly notifications: readonly string[];
}

/** A message for the user or the agent; `hook` is the id of the hook that caused it, `code` what it is about. */
export interface Message {
  readonly to: "user" | "agent";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  readonly hook: string | null;
  readonly code: string;
}

/** A way in which hooks that should have had a say had none; `source` is a path, `hook` the id of the hook. */
export interface Degraded {
  readonly code: string;
  readonly source: string | null;
  readonly hook: string | null;
  readonly text: string;
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

/** Something in a hook's printed object that its dialect does not read. */
export interface OutputProblem {
  readonly code: string;
  readonly message: string;
  readonly path: string;
}

/** One hook that matched: how it ended, and what it printed; `…LeftOut` counts the bytes that were not kept. */
export interface Run {
  readonly hook: Hook;
  readonly skippedBecause: string | null;
  readonly exitCode: number | null;
  readonly signal: number | null;
  readonly startedAt: string | null;
  readonly durationMs: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutTruncated: boolean;
  readonly stderrTruncated: boolean;
  readonly status: Status;
  readonly stdoutLeftOut?: number;
  readonly stderrLeftOut?: number;
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly outputProblems: readonly OutputProblem[];
}

/** What the hooks of one dialect came to, of an event that was fired for several; `event` is its name there. */
export interface Part {
  readonly dialect: string;
  readonly event: string;
  readonly outcome: Outcome;
}

/** What one event came to; `parts` where it was fired for several dialects. */
export interface Outcome {
  readonly dispatchId: string;
  readonly event: string;
  readonly dialect: string;
  readonly decision: "allow" | "ask" | "defer" | "deny" | null;
  readonly blocked: boolean;
  readonly reason: string | null;
  readonly updatedInput: Readonly<Record<string, unknown>> | null;
  readonly updatedResult: unknown;
  readonly updatedPrompt: string | null;
  readonly additionalContext: string | null;
  readonly mustContinue: boolean;
  readonly stopAgent: boolean;
  readonly stopReason: string | null;
  readonly messages: readonly Message[];
  readonly degraded: readonly Degraded[];
  readonly duplicate: boolean;
  readonly runs: readonly Run[];
  readonly parts?: readonly Part[];
}

/** A hook that would run, or would not, and why. */
export interface ConsideredHook {
  readonly hook: Hook;
  readonly because: readonly string[];
}

/** The result of `hookwright/explain`: what the agent would run. */
export interface Explanation {
  readonly event: string;
  readonly dialect: string;
  readonly matched: readonly ConsideredHook[];
  readonly skipped: readonly ConsideredHook[];
  readonly problems?: readonly string[];
  readonly withheld?: string;
  readonly parts?: readonly Explanation[];
}

/** The result of `status` and `list`. */
export interface Report {
  readonly markdown: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The result of `session/open`: `problems` are sentences about its file, such as that its last line was torn. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly sessionFile: string;
  readonly resumed: boolean;
  readonly problems: readonly string[];
  readonly outcome: Outcome | null;
}

/** The result of `session/close`: the outcome of SessionEnd, None as in `session/open`. */
export interface ClosedSession {
  readonly outcome: Outcome | null;
}

/** The result of a method that only does something. */
export type Nothing = Readonly<Record<string, never>>;

/** The result of `session/messages`. */
export interface Messages {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}

/** The result of `session/entries`. */
export interface Entries {
  readonly entries: readonly Readonly<Record<string, unknown>>[];
}

/** A command of a hook module: what it is invoked by, and the path of the module. */
export interface Command {
  readonly name: string;
  readonly description: string;
  readonly source: string;
}

/** The result of `commands/invoke`. */
export interface CommandResult {
  readonly prompt?: string;
  readonly attachments?: readonly unknown[];
  readonly status?: string;
}

/** A hook of a dispatch has begun to run. */
export interface RunStarted {
  readonly dispatchId: string;
  readonly dialect?: string;
  readonly hook: Hook;
}

/** What a hook has printed since the last time; before `text`, so many characters were left out. */
export interface RunOutput {
  readonly dispatchId: string;
  readonly dialect?: string;
  readonly hook: Hook;
  readonly stream: "stdout" | "stderr";
  readonly text: string;
  readonly leftOut: number;
}

/** A hook of a dispatch has ended. */
export interface RunFinished {
  readonly dispatchId: string;
  readonly dialect?: string;
  readonly hook: Hook;
  readonly run?: Run;
}

/** A command has changed the model or the thinking level of a session. */
export interface SessionChanged {
  readonly sessionId: string;
  readonly model: Readonly<Record<string, unknown>> | null;
  readonly thinkingLevel: string;
}

/** The methods of the server. */
export interface Methods {
  readonly "engine/initialize": { readonly params: InitializeParams; readonly result: Initialized };
  readonly "dispatch": { readonly params: DispatchParams; readonly result: Outcome };
  readonly "explain": { readonly params: DispatchParams; readonly result: Explanation };
  readonly "status": { readonly params: ProjectParams; readonly result: Report };
  readonly "list": { readonly params: ProjectParams; readonly result: Report };
  readonly "session/open": { readonly params: OpenSessionParams; readonly result: OpenedSession };
  readonly "session/close": { readonly params: CloseSessionParams; readonly result: ClosedSession };
  readonly "session/append": { readonly params: AppendParams; readonly result: Nothing };
  readonly "session/messages": { readonly params: SessionParams; readonly result: Messages };
  readonly "session/entries": { readonly params: SessionParams; readonly result: Entries };
  readonly "commands/list": { readonly params: SessionParams; readonly result: readonly Command[] };
  readonly "commands/invoke": { readonly params: InvokeParams; readonly result: CommandResult };
  readonly "engine/shutdown": { readonly params: object; readonly result: null };
}

/** What the server tells while hooks run. */
export interface Notifications {
  readonly "run/started": RunStarted;
  readonly "run/output": RunOutput;
  readonly "run/finished": RunFinished;
  readonly "session/changed": SessionChanged;
}
