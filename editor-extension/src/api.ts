/** What other extensions get of this one: `api/hookwright.d.ts` is the contract. */

import type { CancellationToken, Event } from "vscode";
import type * as Api from "../api/hookwright";
import type { Explanation, Outcome, RunEvent } from "../shared/methods";
import { CANCELLED, codeOf, INTERNAL, NO_SERVER, UNTRUSTED } from "./errors";

/** As much of the language client as the API needs. */
export interface Connection {
  sendRequest<R>(method: string, params: unknown, token?: CancellationToken): Promise<R>;
}

export interface Given {
  /** Starts the server where it does not run. */
  running(): Promise<Connection | undefined>;
  trusted(): boolean;
  readonly onDidRun: Event<RunEvent>;
  readonly onDidChangeHooks: Event<void>;
}

class HookwrightError extends Error implements Api.HookwrightError {
  override readonly name = "HookwrightError";

  constructor(
    readonly code: Api.ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export function apiOf(given: Given): Api.HookwrightApi {
  const ask: Ask = async <R>(method: string, params: object, token?: CancellationToken): Promise<R> => {
    const server = await given.running();
    if (server === undefined) throw new HookwrightError(NO_SERVER, "There is no hooks server.");
    try {
      // A token that is undefined would be taken for one more of the params.
      return await (token === undefined
        ? server.sendRequest<R>(method, params)
        : server.sendRequest<R>(method, params, token));
    } catch (error) {
      throw asHookwrightError(error);
    }
  };
  const requireTrust = (): void => {
    if (!given.trusted()) throw new HookwrightError(UNTRUSTED, "The workspace is not trusted: nothing is run.");
  };
  return Object.freeze<Api.HookwrightApi>({
    version: 1,
    dispatch: async (params, token) => {
      requireTrust();
      return ask<Outcome>("hookwright/dispatch", params, token);
    },
    openSession: async (params, token) => {
      requireTrust();
      return sessionOf(ask, await ask<Opened>("hookwright/session/open", params ?? {}, token));
    },
    commands: (sessionId, token) => ask<readonly Api.Command[]>("hookwright/commands/list", { sessionId }, token),
    explain: (params, token) => ask<Explanation>("hookwright/explain", params, token),
    onDidRun: given.onDidRun,
    onDidChangeHooks: given.onDidChangeHooks,
  });
}

type Ask = <R>(method: string, params: object, token?: CancellationToken) => Promise<R>;
type Opened = Pick<Api.Session, "sessionId" | "sessionFile">;

function sessionOf(ask: Ask, { sessionId, sessionFile }: Opened): Api.Session {
  const own = { sessionId };
  return Object.freeze<Api.Session>({
    sessionId,
    sessionFile,
    append: async (entry, token) => {
      await ask("hookwright/session/append", { ...own, entry }, token);
    },
    messages: async (token) =>
      (await ask<{ readonly messages: readonly Api.AgentMessage[] }>("hookwright/session/messages", own, token))
        .messages,
    entries: async (token) =>
      (await ask<{ readonly entries: readonly Api.Entry[] }>("hookwright/session/entries", own, token)).entries,
    commands: (token) => ask<readonly Api.Command[]>("hookwright/commands/list", own, token),
    invoke: (name, args, token) =>
      ask<Api.CommandResult>("hookwright/commands/invoke", { ...own, name, args: args ?? "" }, token),
    close: async () => {
      await ask("hookwright/session/close", own);
    },
  });
}

/** The editor's own cancellations have a name and no code. */
function asHookwrightError(error: unknown): HookwrightError {
  if (!(error instanceof Error)) return new HookwrightError(INTERNAL, String(error));
  if (error.name === "Canceled" || error.name === "CancellationError") {
    return new HookwrightError(CANCELLED, error.message);
  }
  return new HookwrightError(codeOf(error) ?? INTERNAL, error.message);
}
