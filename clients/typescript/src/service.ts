/** The hooks of one project in one session, run by a server. */

import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { Connection, type Answer } from "./connection.js";
import { EngineGone } from "./errors.js";
import { find } from "./find.js";
import type { Command, CommandResult, Methods, Notifications, OpenedSession, Outcome } from "./methods.js";
import { reach, start, type Server } from "./server.js";

type Params<M extends keyof Methods> = Methods[M]["params"];
type Result<M extends keyof Methods> = Methods[M]["result"];
type Payload = Readonly<Record<string, unknown>>;
type Listener<N extends keyof Notifications> = (params: Notifications[N]) => void;

/** What the server asks of the agent; one that is left out is not asked. */
export interface Answers {
  readonly "ui/select"?: (asked: { title: string; options: string[] }, signal: AbortSignal) => Soon<string | null>;
  readonly "ui/confirm"?: (asked: { title: string; message: string }, signal: AbortSignal) => Soon<boolean>;
  readonly "ui/input"?: (asked: { title: string; placeholder?: string }, signal: AbortSignal) => Soon<string | null>;
  readonly "ui/notify"?: (asked: { message: string; level: string }) => Soon<void>;
  readonly "model/complete"?: (asked: Prompt, signal: AbortSignal) => Soon<{ text: string }>;
  readonly "model/list"?: (asked: object) => Soon<readonly { provider: string; id: string; name: string }[]>;
  readonly "model/apiKey"?: (asked: { provider: string; id: string }) => Soon<string | null>;
  readonly "handler/run"?: (asked: Payload, signal: AbortSignal) => unknown;
}

type Soon<T> = T | Promise<T>;

export interface Prompt {
  readonly prompt: string;
  readonly model?: string;
  readonly tools: boolean;
  readonly sessionId?: string;
}

export interface Options {
  /** The folder of this process by default. */
  readonly projectDir?: string;
  /** One of its own by default. */
  readonly sessionId?: string;
  /** By default the one that the project's files are in. */
  readonly dialect?: string;
  /**
   * Every event is fired for the hooks of each of these, or of `all` that have files in the project; the strictest
   * decides. The agent speaks `dialect`, or else the first of them.
   */
  readonly dialects?: readonly string[] | "all";
  /** Whether the hooks of the project may run; an agent that opens projects of others asks its user first. */
  readonly trusted?: boolean;
  readonly trustedFolders?: readonly string[];
  /**
   * What a handler of a hook module decides that gives no answer: `deny` (the default) refuses what can be refused,
   * `ask` asks the user, and `ignore` lets the event go on.
   */
  readonly onGuardLost?: "deny" | "ask" | "ignore";
  /** What the agent's tools are to hooks: the name of a host, such as `opencode`, or a map. */
  readonly tools?: string | Payload;
  /** What comes of a hook that had no say: what the agent makes of it (the default), or a refusal if one can be. */
  readonly failurePolicy?: "agent" | "closed";
  readonly client?: { readonly name: string; readonly version?: string };
  readonly answers?: Answers;
  /** The types of hooks that the agent runs itself, in `handler/run`. */
  readonly handlers?: readonly ("prompt" | "agent" | "mcp_tool")[];
}

export interface StartOptions extends Options {
  /** How the server is started; by default it is looked for, as the editor extension does it. */
  readonly command?: readonly string[];
  /** Starts another server where one has ended, up to 4 times within 3 minutes. */
  readonly restart?: boolean;
  /** Gets what the server writes to its standard error. */
  readonly log?: (text: string) => void;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

const MOST_STARTS = 4;
const WITHIN_MS = 3 * 60 * 1000;

/** Rejects with EngineGone where the server has ended, and EngineRefused where it answers with an error. */
export class HookService implements AsyncDisposable {
  readonly projectDir: string;
  readonly sessionId: string;
  private readonly listeners = new Map<string, Set<(params: never) => void>>();
  private readonly answers: ReadonlyMap<string, Answer>;
  private server: Server | undefined;
  private connecting: Promise<Connection> | undefined;
  private connection: Connection | undefined;
  private session: Params<"session/open"> | undefined;
  private opened: number[] = [];
  private closed = false;

  private constructor(
    private readonly options: Options,
    private readonly again: boolean,
    private readonly open: () => Promise<Server>,
  ) {
    this.projectDir = resolve(options.projectDir ?? ".");
    this.sessionId = options.sessionId ?? randomBytes(16).toString("hex");
    this.answers = new Map(Object.entries(options.answers ?? {}) as [string, Answer][]);
  }

  /** Starts a server, which ends with this process. */
  static async start(options: StartOptions = {}): Promise<HookService> {
    const place = { projectDir: resolve(options.projectDir ?? "."), trusted: options.trusted ?? false };
    const service = new HookService(options, options.restart ?? false, () => {
      const found = options.command === undefined ? find(place) : undefined;
      const command = options.command ?? (found === undefined ? undefined : [found, "serve"]);
      if (command === undefined)
        throw new EngineGone("No hookwright server was found: install hookwright, or name its `command`");
      return start(command, place.projectDir, options.log ?? (() => undefined));
    });
    return service.begun();
  }

  /** Connects to `hookwright serve --listen PATH`, which goes on when this leaves. */
  static async connect(path: string, options: Options = {}): Promise<HookService> {
    return new HookService(options, false, () => reach(path)).begun();
  }

  /** Fires an event; aborting kills its hooks. */
  dispatch(event: string, payload: Payload = {}, options: RequestOptions = {}): Promise<Outcome> {
    return this.request("dispatch", this.event(event, payload), options);
  }

  /** Which hooks an event would run, which not, and why; runs nothing. */
  explain(event: string, payload: Payload = {}): Promise<Result<"explain">> {
    return this.request("explain", this.event(event, payload));
  }

  /** Opens this session, or goes on with it, whose entries are kept in the file; its SessionStart hooks run. */
  async openSession(file?: string): Promise<OpenedSession> {
    const wanted = { sessionId: this.sessionId, projectDir: this.projectDir };
    const opened = await this.request(
      "session/open",
      file === undefined ? wanted : { ...wanted, sessionFile: resolve(file) },
    );
    // A server that is started later goes on with the same file.
    this.session = { ...wanted, sessionFile: opened.sessionFile };
    return opened;
  }

  /** Closes this session; its SessionEnd hooks run. */
  async closeSession(reason = "other"): Promise<void> {
    this.session = undefined;
    await this.request("session/close", { sessionId: this.sessionId, reason });
  }

  /** Adds a message, or another entry, to the session; it is on the disk once this resolves. */
  async append(entry: Payload): Promise<void> {
    await this.request("session/append", { sessionId: this.sessionId, entry });
  }

  /** Every entry of the session, as it is kept. */
  async entries(): Promise<readonly Payload[]> {
    return (await this.request("session/entries", { sessionId: this.sessionId })).entries;
  }

  /** The messages for the model, as the context handlers of modules leave them. */
  async messages(): Promise<readonly Payload[]> {
    return (await this.request("session/messages", { sessionId: this.sessionId })).messages;
  }

  /** The commands of hook modules. */
  commands(): Promise<readonly Command[]> {
    return this.request("commands/list", { sessionId: this.sessionId });
  }

  /** Runs a command with the text behind its name. */
  invoke(name: string, args = "", options: RequestOptions = {}): Promise<CommandResult> {
    return this.request("commands/invoke", { sessionId: this.sessionId, name, args }, options);
  }

  /** Any method of the server; aborting cancels it there. */
  async request<M extends keyof Methods>(
    method: M,
    params: Params<M>,
    { signal }: RequestOptions = {},
  ): Promise<Result<M>> {
    const connection = await this.connected();
    return (await connection.request(method, params, signal)) as Result<M>;
  }

  /** Follows the runs of all dispatches; the result ends that. A listener holds up all that comes behind it. */
  on<N extends keyof Notifications>(method: N, listener: Listener<N>): () => void {
    const those = this.listeners.get(method) ?? new Set();
    this.listeners.set(method, those.add(listener));
    return () => those.delete(listener);
  }

  /** Ends the session of the client, and a server that this has started, after so long if it does not end by itself. */
  async close(withinMs = 5000): Promise<void> {
    this.closed = true;
    const connection = this.connection;
    if (connection?.ended === false) {
      const signal = AbortSignal.timeout(withinMs);
      await connection.request("engine/shutdown", {}, signal).catch(() => undefined);
      connection.close();
    }
    await this.server?.ended(withinMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private event(event: string, payload: Payload): Params<"dispatch"> {
    const { dialect, dialects } = this.options;
    const several = dialects === undefined ? {} : { dialects, ...(dialect === undefined ? {} : { dialect }) };
    return { event, payload, projectDir: this.projectDir, sessionId: this.sessionId, ...several };
  }

  private async begun(): Promise<this> {
    try {
      await this.connected();
    } catch (error) {
      await this.close(0);
      throw error;
    }
    return this;
  }

  /** The connection, made anew where it has ended and that is wanted; one that has ended says so when it is asked. */
  private connected(): Promise<Connection> {
    if (this.closed) return Promise.reject(new EngineGone("This service is closed"));
    if (this.again && this.connection?.ended === true) this.connecting = undefined;
    this.connecting ??= this.begin().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }

  private async begin(): Promise<Connection> {
    this.connection = undefined;
    const now = Date.now();
    this.opened = [...this.opened.filter((it) => now - it < WITHIN_MS), now];
    if (this.opened.length > MOST_STARTS) throw new EngineGone("The hookwright server has ended again and again");
    const server = (this.server = await this.open());
    const notified = (method: string, params: unknown): void => this.notify(method, params);
    const connection = new Connection(server.input, server.output, {
      answers: this.answers,
      notified,
      reason: () => server.reason(),
    });
    this.connection = connection;
    await connection.request("engine/initialize", this.introduction());
    if (this.session !== undefined) await connection.request("session/open", this.session);
    return connection;
  }

  private introduction(): Params<"engine/initialize"> {
    const {
      dialect,
      trusted = false,
      trustedFolders = [],
      onGuardLost,
      tools,
      failurePolicy = "agent",
      client,
      handlers = [],
    } = this.options;
    const asked = (prefix: string): boolean => [...this.answers.keys()].some((it) => it.startsWith(prefix));
    return {
      client: client ?? { name: "hookwright (npm)" },
      projectDir: this.projectDir,
      trusted,
      trustedFolders,
      ...(dialect === undefined ? {} : { dialect }),
      ...(onGuardLost === undefined ? {} : { onGuardLost }),
      ...(tools === undefined ? {} : { tools }),
      failurePolicy,
      capabilities: { ui: asked("ui/"), model: asked("model/"), handlers },
    };
  }

  private notify(method: string, params: unknown): void {
    for (const it of this.listeners.get(method) ?? []) it(params as never);
    const answer = this.answers.get(method);
    if (answer !== undefined)
      void Promise.resolve(answer(params as never, new AbortController().signal)).catch(() => undefined);
  }
}
