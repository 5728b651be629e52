/** JSON-RPC 2.0 as one JSON object a line: requests of both sides, and what comes of them when the other side ends. */

import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { EngineGone, EngineRefused } from "./errors.js";

export type Answer = (params: never, signal: AbortSignal) => unknown;

export interface Handlers {
  /** The requests of the server that are answered, by method; throwing is answered with an error. */
  readonly answers: ReadonlyMap<string, Answer>;
  readonly notified: (method: string, params: unknown) => void;
  /** How the server has ended, for errors. */
  readonly reason: () => Promise<string>;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const MOST_CHARACTERS = 64 * 1024 * 1024;
const CANCEL = "$/cancelRequest";
const METHOD_NOT_FOUND = -32601;
const CANCELLED = -32800;
const FAILED = -32803;

export class Connection {
  ended = false;
  private readonly waiting = new Map<number, Waiting>();
  private readonly answering = new Map<number | string, AbortController>();
  private number = 0;
  private rest: string[] = [];
  private length = 0;
  private reason = "";
  private draining: Promise<void> | undefined;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    private readonly handlers: Handlers,
  ) {
    // What is wrong with the output shows when the input ends.
    output.on("error", () => undefined);
    void this.listen();
  }

  /** The result. Aborting cancels the request in the server, which kills what it has started. */
  async request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.ended) throw this.gone();
    const id = ++this.number;
    const answered = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const cancel = (): void => {
      this.waiting.get(id)?.reject(signal?.reason as Error);
      this.write({ method: CANCEL, params: { id } });
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      // Both at once: an answer may come, or the server end, while it does not read.
      const [result] = await Promise.all([answered, this.send({ id, method, params })]);
      return result;
    } finally {
      signal?.removeEventListener("abort", cancel);
      this.waiting.delete(id);
    }
  }

  /** Ends it: what still waits for an answer is rejected. */
  close(): void {
    this.output.end();
    this.input.destroy();
    this.end();
  }

  private async listen(): Promise<void> {
    this.input.setEncoding("utf8");
    try {
      // No more is read before all that has come is passed on.
      for await (const piece of this.input) this.take(piece as string);
    } catch {
      // What is broken has ended, too.
    }
    this.input.destroy();
    this.ended = true;
    this.reason = await this.handlers.reason();
    this.end();
  }

  private take(piece: string): void {
    const lines = piece.split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      const whole = this.rest.join("") + line;
      this.rest = [];
      this.length = 0;
      if (whole.trim() !== "") this.receive(JSON.parse(whole) as Message);
    }
    this.rest.push(last);
    this.length += last.length;
    if (this.length > MOST_CHARACTERS) throw new EngineGone("The server sent a line that is too long");
  }

  private receive(message: Message): void {
    const { id, method, params = {} } = message;
    if (method === undefined) {
      if (typeof id === "number") this.settle(id, message);
    } else if (id != null) {
      void this.answer(id, method, params);
    } else if (method === CANCEL) {
      this.answering.get((params as { id: number | string }).id)?.abort();
    } else {
      this.handlers.notified(method, params);
    }
  }

  private settle(id: number, { result, error }: Message): void {
    const waiting = this.waiting.get(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new EngineRefused(error.message, error.code, error.data));
  }

  private async answer(id: number | string, method: string, params: unknown): Promise<void> {
    const answer = this.handlers.answers.get(method);
    const controller = new AbortController();
    this.answering.set(id, controller);
    try {
      if (answer === undefined) {
        this.fail(id, METHOD_NOT_FOUND, `\`${method}\` is not answered here`);
      } else {
        const result = (await answer(params as never, controller.signal)) ?? null;
        if (controller.signal.aborted) this.fail(id, CANCELLED, "The request was cancelled");
        else this.write({ id, result });
      }
    } catch (error) {
      this.fail(id, controller.signal.aborted ? CANCELLED : FAILED, String(error));
    } finally {
      this.answering.delete(id);
    }
  }

  private fail(id: number | string, code: number, message: string): void {
    this.write({ id, error: { code, message } });
  }

  /** Sends a message, and waits while the server does not read. */
  private async send(message: object): Promise<void> {
    if (this.write(message) || this.ended) return;
    this.draining ??= this.drained();
    await this.draining;
  }

  private async drained(): Promise<void> {
    const done = new AbortController();
    const either = ["drain", "close"].map((it) => once(this.output, it, { signal: done.signal }));
    await Promise.race(either).catch(() => undefined);
    done.abort();
    this.draining = undefined;
  }

  private write(message: object): boolean {
    return this.ended || this.output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  private end(): void {
    this.ended = true;
    for (const { reject } of this.waiting.values()) reject(this.gone());
    for (const it of this.answering.values()) it.abort();
  }

  private gone(): EngineGone {
    return new EngineGone(`The hookwright server has ended${this.reason}`);
  }
}
